"""How the hand lies: nothing is lost, and one's own order is kept."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ginrummy.engine.cards import DECK, Card, parse_cards
from ginrummy.tui.arrange import CYCLE, Order

HANDS = st.lists(st.sampled_from(DECK), min_size=1, max_size=11, unique=True)


def flat(order: Order, hand: list[Card], drawn: Card | None = None) -> list[Card]:
    return [card for group in order.groups(hand, drawn) for card in group.cards]


@given(HANDS, st.sampled_from([*CYCLE, "own"]))
def test_every_arrangement_holds_every_card_once(hand: list[Card], how: str) -> None:
    assert sorted(flat(Order(how), hand)) == sorted(hand)  # type: ignore[arg-type]


@given(HANDS, st.integers(0, 10), st.integers(-11, 11))
def test_a_card_moves_by_so_many_places_and_not_past_the_ends(hand: list[Card], at: int, by: int) -> None:
    order = Order("rank")
    before = flat(order, hand)
    card = before[at % len(before)]
    order.move(hand, card, by)
    after = flat(order, hand)
    place = max(0, min(len(hand) - 1, before.index(card) + by))
    assert after.index(card) == place
    assert [each for each in after if each != card] == [each for each in before if each != card]


@given(HANDS, st.lists(st.sampled_from(DECK), max_size=5, unique=True))
def test_cards_of_an_own_order_keep_their_places_when_others_come_and_go(
    hand: list[Card], new: list[Card]
) -> None:
    order = Order("rank")
    order.move(hand, hand[0], 3)
    before = flat(order, hand)
    later = [card for card in hand if card not in new] + [card for card in new if card not in hand]
    after = flat(order, later)
    assert [card for card in after if card in before] == [card for card in before if card in later]


def test_a_new_card_comes_last_until_it_joins_a_meld() -> None:
    hand = parse_cards("3S 4S KD QH 7C")
    assert flat(Order(), [*hand, Card.parse("9C")], Card.parse("9C"))[-1] == Card.parse("9C")
    groups = Order().groups([*hand, Card.parse("5S")], Card.parse("5S"))
    assert groups[0].meld
    assert Card.parse("5S") in groups[0].cards


def test_the_key_goes_round_through_three_ways_and_back_from_an_own_order() -> None:
    order = Order()
    seen = []
    for _ in range(4):
        order.next()
        seen.append(order.how)
    assert seen == ["suit", "rank", "melds", "suit"]
    order.how = "own"
    order.next()
    assert order.how == "melds"
