"""The defender's melds and lay-offs, chosen together."""

from random import Random
from typing import Any

import pytest

from ginrummy.engine.cards import DECK, Card, cards_of, iter_cards, mask_of, parse_cards, value_of
from ginrummy.engine.layoffs import Defence, LayoffError, by_hand, defend, extend, fits
from ginrummy.engine.melds import best, extensions, is_meld, meld_kind
from tests.engine import slow
from tests.engine.sizes import SHOWDOWNS
from tests.worked import rows


def hand_of(text: str) -> int:
    return mask_of(parse_cards(text))


def mask(cards: list[str]) -> int:
    return hand_of(" ".join(cards))


def slow_group(cards: int) -> slow.Group:
    return slow.read([str(card) for card in iter_cards(cards)])


def crowded_showdowns(rng: Random) -> list[tuple[int, tuple[int, ...]]]:
    """Defenders' hands and knockers' melds from crowded cards; every other one around a single run."""
    found: list[tuple[int, tuple[int, ...]]] = []
    while len(found) < SHOWDOWNS:
        if len(found) % 2:
            found.append(around_a_run(rng))
            continue
        cards = slow.crowded_cards(rng, 20)
        knocker, defender = (hand_of(slow.write(slow.Group(half))) for half in (cards[:10], cards[10:]))
        layout = best(knocker)
        if layout.melds and layout.deadwood <= 20:
            found.append((defender, layout.melds))
    return found


def around_a_run(rng: Random) -> tuple[int, tuple[int, ...]]:
    """A knocker's run in the middle of a suit and a set, a defender rich in that suit and its neighbours."""
    low, suit = rng.randint(4, 8), rng.randrange(4)
    run = mask_of(Card.of(rank, suit) for rank in range(low, low + 3))
    rank = rng.choice([low - 2, low - 1, low + 3, low + 4])
    others = mask_of(Card.of(rank, other) for other in range(4) if other != suit)
    near = [card for card in DECK if low - 3 <= card.rank <= low + 5 and not (run | others) & card.bit]
    same_suit = [card for card in near if card.suit == suit]
    hand = rng.sample(same_suit, 4)
    hand += rng.sample([card for card in near if card not in hand], 6)
    return mask_of(hand), (run, others)


def check_legal(hand: int, melds: tuple[int, ...], defence: Defence) -> None:
    """Own melds are melds, every lay-off fits when its turn comes, and no card is used twice."""
    left = hand
    for card, onto in defence.layoffs:
        assert left & card.bit
        assert fits(card, melds[onto])
        melds = extend(melds, card, onto)
        left ^= card.bit
    for meld in defence.melds:
        assert is_meld(meld)
        assert meld & left == meld
        left ^= meld
    assert left == defence.loose
    assert value_of(left) == defence.deadwood


@pytest.mark.parametrize(("given", "expected"), rows("showdown"))
def test_worked_showdowns(given: dict[str, Any], expected: dict[str, Any]) -> None:
    hand, gin = mask(given["defender_hand"]), expected["result"] in ("gin", "big_gin")
    melds = () if gin else tuple(map(mask, given["knocker_melds"]))
    defence = defend(hand, melds)
    assert defence.deadwood == expected["defender_deadwood"]
    check_legal(hand, melds, defence)


@pytest.mark.parametrize(("given", "expected"), rows("showdown_arrangement"))
def test_the_knockers_layout_changes_the_defence(given: dict[str, Any], expected: dict[str, Any]) -> None:
    for layout in expected["by_arrangement"]:
        melds = tuple(map(mask, layout["knocker_melds"]))
        assert defend(mask(given["defender_hand"]), melds).deadwood == layout["defender_deadwood"]


def test_the_defence_is_jointly_optimal_in_crowded_showdowns() -> None:
    both_ends = set_and_run = breaking = 0
    for hand, melds in crowded_showdowns(Random(12)):
        defence = defend(hand, melds)
        check_legal(hand, melds, defence)
        laid = [slow_group(meld) for meld in melds]
        assert defence.deadwood == slow.defended(slow_group(hand), laid), (hand, melds)
        both_ends += any(grew_at_both_ends(melds, defence, n) for n in range(len(melds)))
        set_and_run += fits_a_set_and_a_run(hand, melds)
        breaking += defence.deadwood < meld_first(slow_group(hand), laid)
    # The sample must hold the hard kinds: otherwise it would prove little.
    assert min(both_ends, set_and_run, breaking) >= SHOWDOWNS // 50


def grew_at_both_ends(melds: tuple[int, ...], defence: Defence, n: int) -> bool:
    """Whether the run number `n` took lay-offs below and above, a chain of two or more among them."""
    first, last = cards_of(melds[n])[0], cards_of(melds[n])[-1]
    added = [card for card, onto in defence.layoffs if onto == n]
    below = sum(card < first for card in added)
    return (
        meld_kind(melds[n]) == "run"
        and below > 0
        and sum(card > last for card in added) > 0
        and len(added) > 2
    )


def fits_a_set_and_a_run(hand: int, melds: tuple[int, ...]) -> bool:
    fitting = {"set": 0, "run": 0}
    for meld in melds:
        fitting[meld_kind(meld) or ""] |= extensions(meld)
    return bool(hand & fitting["set"] & fitting["run"])


def meld_first(cards: slow.Group, laid: list[slow.Group]) -> int:
    """What a defender is left with who melds for least deadwood first, and only then lays off."""
    every = list(slow.layouts(cards))
    least = min(slow.count(loose) for _, loose in every)
    loose_cards = {loose for _, loose in every if slow.count(loose) == least}
    return min(slow.after_layoffs(loose, tuple(laid)) for loose in loose_cards)


def test_own_melds_stay_whole_where_laying_off_gains_nothing() -> None:
    defence = defend(hand_of("6S 7S 8S QD QC QH 2D 2C 2H TD"), [hand_of("3S 4S 5S")])
    assert defence.layoffs == ()
    assert defence.melds == (hand_of("2C 2D 2H"), hand_of("6S 7S 8S"), hand_of("QC QD QH"))
    assert cards_of(defence.loose) == (Card.parse("TD"),)


def test_a_gap_between_two_runs_is_filled_from_below() -> None:
    melds = [hand_of("AH 2H 3H"), hand_of("6H 7H 8H")]
    assert defend(hand_of("4H 5H"), melds).layoffs == ((Card.parse("4H"), 0), (Card.parse("5H"), 0))


def test_adjoining_runs_laid_apart_grow_at_their_outer_ends() -> None:
    melds = [hand_of("3H 4H 5H"), hand_of("6H 7H 8H")]
    assert defend(hand_of("2H 9H KC"), melds).layoffs == ((Card.parse("2H"), 0), (Card.parse("9H"), 1))


def test_a_card_goes_on_the_run_when_only_there_another_follows() -> None:
    melds = [hand_of("4D 5D 6D"), hand_of("7S 7H 7C")]
    assert defend(hand_of("7D 8D KC"), melds).layoffs == ((Card.parse("7D"), 0), (Card.parse("8D"), 0))


def test_without_melds_to_lay_on_the_best_arrangement_stands() -> None:
    hand = hand_of("QS QD QC 5H 6H 7H 2S 7S 9S AD")
    assert defend(hand, ()).deadwood == best(hand).deadwood == 19


def test_laying_off_by_hand_what_the_search_found_leaves_the_same() -> None:
    for hand, melds in crowded_showdowns(Random(13))[:100]:
        defence = defend(hand, melds)
        assert by_hand(hand, melds, defence.layoffs).deadwood == defence.deadwood


def test_by_hand_fewer_lay_offs_count_more() -> None:
    hand, melds = hand_of("2S 6S 7S KD"), [hand_of("3S 4S 5S")]
    assert by_hand(hand, melds, []).deadwood == 25
    assert by_hand(hand, melds, [(Card.parse("6S"), 0), (Card.parse("7S"), 0)]).deadwood == 12


@pytest.mark.parametrize(
    ("layoffs", "why"),
    [
        ([("7S", 0)], "7S does not fit the meld 0"),
        ([("6S", 1)], "there is no meld 1 to lay 6S on"),
        ([("6S", -1)], "there is no meld -1 to lay 6S on"),
        ([("6S", 0), ("6S", 0)], "6S is not in the defender's hand"),
        ([("2S", 0)], "2S is not in the defender's hand"),
    ],
)
def test_a_lay_off_that_cannot_be_is_refused(layoffs: list[tuple[str, int]], why: str) -> None:
    made = [(Card.parse(card), onto) for card, onto in layoffs]
    with pytest.raises(LayoffError, match=why):
        by_hand(hand_of("6S 7S KD"), [hand_of("3S 4S 5S")], made)
