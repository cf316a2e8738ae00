"""A match: dealers, the running score, the end, taking back."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ginrummy.engine import shuffle
from ginrummy.engine.deal import Result
from ginrummy.engine.match import Match, next_dealer
from ginrummy.engine.moves import DRAW, PASS
from ginrummy.engine.rules import STANDARD, HouseRules
from ginrummy.engine.scoring import tally
from tests.engine.tables import choose
from tests.worked import rows

A, B = 0, 1


def played(seed: int, rules: HouseRules = STANDARD, hands: int = 1000) -> Match:
    """A match of random moves to its end, or to the end of so many hands."""
    chance = Random(seed)
    match = Match(shuffle.seeded_code(seed, 0), rules)
    while not match.over:
        if match.deal.over:
            if match.number == hands:
                break
            match.next_deal()
        assert match.turn == match.deal.turn
        match.apply(choose(match.deal, chance, knocks=0.8))
    return match


# Dealers: the worked rows


@pytest.mark.parametrize(
    ("given", "expected"), [row for row in rows("deal") if "next_dealer" in row.values[1]]
)
def test_worked_next_dealer(given: dict[str, Any], expected: dict[str, Any]) -> None:
    winner = {"won by A": A, "won by B": B, "void": None}[given["hand_result"]]
    dealer = next_dealer(HouseRules(**given["rules"]), "AB".index(given["dealer"]), winner)
    assert "AB"[dealer] == expected["next_dealer"]


def test_a_level_hand_keeps_its_dealer_as_a_void_one_does() -> None:
    for rule in ("alternate", "loser", "winner"):
        assert next_dealer(HouseRules(next_dealer=rule), B, None) == B


@given(st.integers(0, 1 << 32))
def test_the_first_dealer_is_drawn_with_the_deck_under_both_rules(seed: int) -> None:
    code = shuffle.seeded_code(seed, 0)
    for rule in ("random", "low_card"):
        assert Match(code, HouseRules(first_dealer=rule)).deal.dealer == shuffle.first_dealer(code)


def test_a_new_upcard_sets_a_new_limit_after_a_void_hand() -> None:
    """The row `okl-redeal-after-void`, on every hand of a match in which nobody knocks."""
    match = Match("7K3F-9QXM-2AB4", HouseRules(knock="oklahoma"))
    limits = []
    for _ in range(12):
        while not match.deal.over:
            match.apply(match.deal.legal()[0])
        upcard = match.deal.upcard
        assert match.deal.limit == (0 if upcard.rank == 1 else upcard.value)
        limits.append(match.deal.limit)
        match.next_deal()
    assert len(set(limits)) > 2


# The course of a match


@settings(max_examples=20)
@given(st.integers(0, 1 << 32))
def test_a_match_goes_to_the_first_with_a_hundred(seed: int) -> None:
    match = played(seed)
    assert match.tally.over
    winner = match.winner
    assert winner is not None
    assert match.tally.running[winner] >= 100 > match.tally.running[1 - winner]
    before = tally(STANDARD, [(result.winner_seat, result.points) for result in match.results[:-1]])
    assert not before.over


def test_every_hand_is_dealt_from_the_next_deck_of_the_code() -> None:
    match = played(1, hands=5)
    for number, deal in enumerate(match.deals, 1):
        assert deal.deck == shuffle.deck(match.code, number)
    assert [deal.dealer for deal in match.deals][1:] == [
        next_dealer(STANDARD, deal.dealer, deal.result.winner_seat)
        for deal in match.deals[:-1]
        if deal.result is not None
    ]


def test_moves_of_a_match_count_when_they_are_applied() -> None:
    match = Match("7K3F-9QXM-2AB4")
    chance = Random(3)
    while not match.deal.over:
        match.apply(chance.choice(match.deal.legal()))
    assert match.results == [match.deal.result]
    assert match.tally.hands == 1
    assert match.turn is None


def test_there_is_no_next_deal_while_one_is_on_nor_after_the_match() -> None:
    match = Match("7K3F-9QXM-2AB4")
    with pytest.raises(ValueError, match="the hand is not over"):
        match.next_deal()
    finished = played(2)
    with pytest.raises(ValueError, match="the match is over"):
        finished.next_deal()
    assert finished.turn is None


@pytest.mark.parametrize("seat", [A, B])
def test_who_forfeits_loses_whatever_the_score(seat: int) -> None:
    match = played(1, hands=2)
    match.forfeit(seat)
    assert (match.over, match.winner, match.turn) == (True, 1 - seat, None)


# Taking back


def test_taking_back_undoes_from_the_last_own_move_on() -> None:
    match = Match("7K3F-9QXM-2AB4")
    first = match.deal.turn
    match.apply(PASS)
    match.apply(PASS)
    match.apply(DRAW)
    assert match.take_back(1 - first) == 2
    assert (match.deal.moves, match.deal.turn) == ([PASS], 1 - first)


def test_there_is_nothing_to_take_back_before_the_first_own_move_nor_after_the_deal() -> None:
    match = Match("7K3F-9QXM-2AB4")
    for seat in (A, B):
        with pytest.raises(ValueError, match="no move to take back"):
            match.take_back(seat)
    over = played(1, hands=1)
    with pytest.raises(ValueError, match="no move to take back"):
        over.take_back(A)


@given(st.integers(0, 1 << 32), st.randoms(use_true_random=False), st.sampled_from([A, B]))
def test_a_move_taken_back_leaves_no_trace(seed: int, chance: Random, seat: int) -> None:
    match = Match(shuffle.seeded_code(seed, 0))
    views = []
    for _ in range(chance.randint(1, 40)):
        if match.deal.over:
            return
        views.append((match.deal.turn, match.view(A), match.view(B)))
        others = [move for move in match.deal.legal() if move.card is None or move.kind == "discard"]
        match.apply(chance.choice(others))
    if match.deal.over or seat not in match.deal.seats:
        return
    match.take_back(seat)
    turn, mine, theirs = views[len(match.deal.moves)]
    assert (match.deal.turn, match.view(A), match.view(B)) == (turn, mine, theirs)
    assert turn == seat


# Scores in a view


def _with_results(rules: HouseRules, *results: tuple[int | None, int]) -> Match:
    match = Match("7K3F-9QXM-2AB4", rules)
    match.results = [Result("knock", A, winner, points, 1, (0, 0)) for winner, points in results]
    match.tally = tally(rules, results)
    return match


def test_a_view_shows_its_own_score_first() -> None:
    match = _with_results(STANDARD, (A, 30), (B, 12))
    assert (match.view(A).scores, match.view(B).scores) == ((30, 12), (12, 30))
    assert match.view(A).games == ()


def test_under_hollywood_a_view_shows_the_first_game_still_open_and_all_three() -> None:
    rules = HouseRules.preset("hollywood", target=50)
    match = _with_results(rules, (A, 30), (B, 12), (A, 40))
    assert match.view(A).games == ((70, 12), (40, 0), (0, 0))
    assert match.view(A).scores == (40, 0)
    assert match.view(B).scores == (0, 40)
