"""Cards: how they are written and read, and hands as masks."""

from __future__ import annotations

import pytest

from ginrummy.engine.cards import DECK, Card, CardError, cards_of, mask_of, parse_cards, value_of


def test_a_card_is_its_number_in_the_order_clubs_diamonds_hearts_spades() -> None:
    assert " ".join(map(str, DECK[:14])) == "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AD"
    assert [int(card) for card in DECK] == list(range(52))
    assert all(card == 13 * card.suit + card.rank - 1 for card in DECK)


def test_every_card_is_read_as_it_is_written_for_programs_and_for_people() -> None:
    for card in DECK:
        assert Card.parse(str(card)) is Card.parse(card.sign) is card


@pytest.mark.parametrize("text", ["TH", "th", "10h", "10H", "10♥", "10♡", "T♥", "10♥\ufe0f"])
def test_people_write_a_card_in_many_ways(text: str) -> None:
    assert str(Card.parse(text)) == "TH"


@pytest.mark.parametrize(
    "text", ["", "H", "10", "11H", "0H", "4X", "H4", "4 H", "4HH", "♥", "१०♥", "\ufe0f", "4♥♥"]
)
def test_what_is_no_card_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(CardError, match="not a card") as caught:
        Card.parse(text)
    assert str(caught.value).isprintable()


def test_the_ace_counts_one_and_face_cards_ten() -> None:
    values = [Card.of(rank, 0).value for rank in range(1, 14)]
    assert values == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    assert value_of(mask_of(DECK)) == 340


def test_cards_in_a_list_stand_once_each_and_keep_their_order() -> None:
    assert list(map(str, parse_cards("KD, as 2c"))) == ["KD", "AS", "2C"]
    with pytest.raises(CardError, match="KD is there twice"):
        parse_cards("KD AS K♦")


def test_a_mask_and_its_cards_are_the_same_thing() -> None:
    for mask in (0, 1, (1 << 52) - 1, mask_of(DECK[5:52:7])):
        assert mask_of(cards_of(mask)) == mask
        assert list(cards_of(mask)) == sorted(cards_of(mask))
