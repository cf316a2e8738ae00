"""Melds, deadwood and discards, against worked positions and a slow second opinion."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrummy.engine import melds
from ginrummy.engine.cards import DECK, FULL_DECK_MASK, cards_of, iter_cards, mask_of, parse_cards, value_of
from tests.engine import slow
from tests.engine.sizes import HANDS
from tests.worked import rows

hands = (
    st.integers(0, 13)
    .flatmap(lambda size: st.lists(st.sampled_from(DECK), min_size=size, max_size=size, unique=True))
    .map(mask_of)
)
elevens = st.lists(st.sampled_from(DECK), min_size=11, max_size=11, unique=True).map(mask_of)


def hand_of(text: str) -> int:
    return mask_of(parse_cards(text))


def mask(cards: list[str]) -> int:
    return hand_of(" ".join(cards))


def shown(way: melds.Arrangement) -> set[int]:
    return set(way.melds)


@pytest.mark.parametrize(("given", "expected"), rows("meld"))
def test_a_meld_is_a_run_or_a_set(given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert melds.meld_kind(mask(given["cards"])) == expected["type"]
    assert melds.is_meld(mask(given["cards"])) == expected["valid"]


@pytest.mark.parametrize(("given", "expected"), rows("deadwood"))
def test_worked_hands(given: dict[str, Any], expected: dict[str, Any]) -> None:
    hand = mask(given["hand"])
    ways = melds.arrangements(hand)
    assert melds.deadwood(hand) == expected["deadwood"]
    assert len(ways) == expected["n_arrangements"]
    for worked in expected["optimal_arrangements"]:
        assert {mask(meld) for meld in worked} in [shown(way) for way in ways]
    assert mask(expected["left"]) in [way.loose for way in ways]
    assert all(way.deadwood == expected["deadwood"] for way in ways)


@pytest.mark.parametrize(("given", "expected"), rows("knock_choice"))
def test_worked_discards_to_knock_with(given: dict[str, Any], expected: dict[str, Any]) -> None:
    hand = mask(given["hand11"])
    limit = 0 if given["knock_limit"] == "gin_only" else given["knock_limit"]
    knocks = {
        str(card): left
        for card, left in melds.discards(hand).items()
        if left <= limit and str(card) != given["taken_from_pile"]
    }
    assert knocks == expected["knock_discards"]
    assert bool(knocks) == expected["can_knock"]
    if knocks and not given["taken_from_pile"]:
        assert melds.after_discard(hand) == expected["auto_deadwood"]
    if "can_big_gin_if_enabled" in expected:
        assert (melds.deadwood(hand) == 0) == expected["can_big_gin_if_enabled"]


@pytest.mark.parametrize("deal", [slow.random_cards, slow.crowded_cards])
def test_ten_cards_are_laid_out_as_the_slow_search_does(deal: Any) -> None:
    rng = Random(10)
    for _ in range(HANDS):
        cards = slow.Group(deal(rng, 10))
        hand = hand_of(slow.write(cards))
        ways = melds.arrangements(hand)
        least = slow.least_layouts(cards)
        assert {slow_layout(way) for way in ways} == least, slow.write(cards)
        assert len(ways) == len(least)
        melded = max(sum(map(slow.count, layout)) for layout in least)
        assert melds.deadwood(hand) == slow.count(cards) - melded, slow.write(cards)


@pytest.mark.parametrize("deal", [slow.random_cards, slow.crowded_cards])
def test_eleven_cards_are_thrown_from_as_the_slow_search_does(deal: Any) -> None:
    rng = Random(11)
    for _ in range(HANDS // 4):
        cards = slow.Group(deal(rng, 11))
        hand = hand_of(slow.write(cards))
        kept = {slow.write(slow.Group({card})): slow.deadwood(cards - {card}) for card in cards}
        assert {str(card): left for card, left in melds.discards(hand).items()} == kept, slow.write(cards)
        assert melds.after_discard(hand) == min(kept.values()), slow.write(cards)
        assert melds.deadwood(hand) == slow.deadwood(cards), slow.write(cards)


def slow_layout(way: melds.Arrangement) -> frozenset[slow.Group]:
    return frozenset(slow.read([str(card) for card in iter_cards(meld)]) for meld in way.melds)


@given(hands)
def test_an_arrangement_uses_every_card_once(hand: int) -> None:
    for way in melds.arrangements(hand):
        assert mask_of(card for meld in way.melds for card in iter_cards(meld)) | way.loose == hand
        assert sum(meld.bit_count() for meld in way.melds) + way.loose.bit_count() == hand.bit_count()
        assert all(melds.is_meld(meld) for meld in way.melds)
        assert value_of(way.loose) == way.deadwood == melds.deadwood(hand)


@given(elevens)
def test_the_best_discard_is_the_least_of_all(hand: int) -> None:
    assert melds.after_discard(hand) == min(melds.discards(hand).values())


@given(hands, st.permutations([0, 1, 2, 3]))
def test_no_suit_is_better_than_another(hand: int, suits: list[int]) -> None:
    renamed = mask_of(13 * suits[card.suit] + card.rank - 1 for card in iter_cards(hand))
    assert melds.deadwood(renamed) == melds.deadwood(hand)


@given(hands, hands)
def test_the_best_arrangement_is_the_least_exposed(hand: int, other: int) -> None:
    unseen = other & ~hand
    chosen = melds.best(hand, unseen)
    exposures = [melds.exposure(way.melds, unseen) for way in melds.arrangements(hand)]
    assert melds.exposure(chosen.melds, unseen) == min(exposures)
    assert chosen == melds.arrangements(hand)[exposures.index(min(exposures))]


@pytest.mark.parametrize(("given", "expected"), rows("showdown_arrangement"))
def test_the_layout_open_to_fewest_points_is_shown(given: dict[str, Any], expected: dict[str, Any]) -> None:
    hand = mask(given["knocker_kept"])
    layouts = {
        frozenset(map(mask, layout["knocker_melds"])): mask(layout["layable_unseen"])
        for layout in expected["by_arrangement"]
    }
    assert {frozenset(shown(way)) for way in melds.arrangements(hand)} == set(layouts)
    for laid, layable in layouts.items():
        assert melds.exposure(tuple(laid), FULL_DECK_MASK & ~hand) == value_of(layable)
    assert frozenset(shown(melds.best(hand))) == min(layouts, key=lambda laid: value_of(layouts[laid]))


def test_what_was_seen_changes_the_layout() -> None:
    hand = hand_of("4S 5S 6S 4H 5H 6H 4D 5D 6D 9C")
    sets, in_runs = melds.best(hand), melds.best(hand, hand_of("4C 5C 6C"))
    assert {melds.meld_kind(meld) for meld in sets.melds} == {"set"}
    assert {melds.meld_kind(meld) for meld in in_runs.melds} == {"run"}


def test_melds_are_in_order_of_their_lowest_rank_then_suit() -> None:
    assert [
        str(cards_of(meld)[0]) for meld in melds.best(hand_of("TS JS QS 2H 3H 4H 2D 3D 4D KC")).melds
    ] == [
        "2D",
        "2H",
        "TS",
    ]


@pytest.mark.parametrize("kind", ["run", "set"])
def test_extensions_are_the_cards_that_leave_a_meld_a_meld(kind: str) -> None:
    if kind == "set":
        four = [mask_of(13 * suit + rank for suit in range(4)) for rank in range(13)]
        every = [*four, *(group ^ card.bit for group in four for card in iter_cards(group))]
    else:
        every = [
            mask_of(range(13 * suit + low, 13 * suit + high + 1))
            for suit in range(4)
            for low in range(11)
            for high in range(low + 2, 13)
        ]
    for meld in every:
        assert melds.meld_kind(meld) == kind
        fitting = [card for card in DECK if not meld & card.bit and melds.meld_kind(meld | card.bit) == kind]
        assert melds.extensions(meld) == mask_of(fitting)


def test_a_hand_that_others_count_wrong() -> None:
    assert melds.after_discard(hand_of("4C 4D 6C 7C 7D 7S 8D 8S 9D 9H 9S")) == 21


def test_a_layout_must_be_separate_melds_of_the_hand() -> None:
    hand = hand_of("7C 7D 7H 8H 9H KS")
    assert melds.laid_out(hand, []) == 48
    assert melds.laid_out(hand, [hand_of("7C 7D 7H")]) == 27
    assert melds.laid_out(hand, [hand_of("7C 7D 7H"), hand_of("7H 8H 9H")]) is None
    assert melds.laid_out(hand, [hand_of("7C 7D 7S")]) is None
    assert melds.laid_out(hand, [hand_of("7C 7D")]) is None


def test_no_cards_count_nothing() -> None:
    assert melds.deadwood(0) == 0
    assert melds.arrangements(0) == [melds.Arrangement((), 0, 0)]
