"""The statistics: folds over records."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrummy.engine.rules import HouseRules
from ginrummy.stats import gather, wilson
from ginrummy.store import Store, load
from tests.matches import SHORT, finished, new_session, play_on


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "data")


def test_the_figures_are_those_of_the_matches_played_again(store: Store) -> None:
    for seed in range(4):
        finished(store, seed)
    group = gather(store.matches()).all
    matches = [load(path).match for path in store.match_files()]
    results = [result for match in matches for result in match.results]
    mine = [result for result in results if result.knocker_seat == 0]
    theirs = [result for result in results if result.knocker_seat == 1]
    knocks = [result for result in mine if result.result in ("knock", "undercut")]
    assert group.matches == 4
    assert group.won == sum(match.winner == 0 for match in matches)
    assert group.hands == len(results)
    assert group.hands_won == sum(result.winner_seat == 0 for result in results)
    assert group.gins == sum(result.result == "gin" for result in mine)
    assert group.gins_against == sum(result.result == "gin" for result in theirs)
    assert group.knocks == len(knocks)
    assert group.undercuts_suffered == sum(result.result == "undercut" for result in mine)
    assert group.undercuts_made == sum(result.result == "undercut" for result in theirs)
    assert group.void == sum(result.result == "void" for result in results)
    counts = [result.deadwood[0] for result in knocks if result.deadwood is not None]
    assert group.knock_average == (sum(counts) / len(counts) if counts else None)


def test_matches_are_counted_by_level_and_by_preset(store: Store) -> None:
    finished(store, 1, HouseRules.preset("pagat", target=30), level="hard")
    finished(store, 2, HouseRules.preset("pagat", target=30))
    finished(store, 3, HouseRules(target=30, tie="none"))
    stats = gather(store.matches())
    assert {name: group.matches for name, group in stats.by_level.items()} == {"hard": 1, "easy": 2}
    assert {name: group.matches for name, group in stats.by_preset.items()} == {"pagat": 2, "own": 1}


def test_a_match_with_a_move_taken_back_or_a_hint_is_counted_apart(store: Store) -> None:
    session = play_on(new_session(store, SHORT), Random(1), moves=5)
    session.take_back()
    play_on(session, Random(1))
    other = new_session(store, SHORT)
    if not other.bot_to_move:
        other.hint()
    play_on(other, Random(2))
    finished(store, 3)
    stats = gather(store.matches())
    assert (stats.all.matches, stats.helped.matches) == (1, 2)


def test_a_match_that_is_not_finished_is_not_counted(store: Store) -> None:
    play_on(new_session(store), Random(1), moves=20)
    stats = gather(store.matches())
    assert (stats.all.matches, stats.unfinished) == (0, 1)
    assert stats.to_json()["win_rate"] is None


def test_giving_up_counts_as_lost_and_a_bot_that_fails_as_won(store: Store) -> None:
    lost = new_session(store, code="7K3F-9QXM-2AB4")
    lost.give_up()
    assert gather(store.matches()).to_json()["lost"] == 1


def test_streaks_and_the_longest_match_follow_the_order_in_which_they_were_played(store: Store) -> None:
    for seed in range(5):
        finished(store, seed)
    listed = sorted(store.match_files(), key=lambda path: (load(path).header.when, path.name))
    won = [load(path).match.winner == 0 for path in listed]
    runs = "".join("w" if each else "l" for each in won).split("l")
    stats = gather(store.matches())
    assert stats.best_streak == max(map(len, runs))
    assert stats.streak == len(runs[-1])
    assert stats.longest == max(len(load(path).match.results) for path in listed)
    assert len(stats.margins) == 5


def test_margins_are_those_of_the_final_scores(store: Store) -> None:
    """Seat 1 is ahead in points, and seat 0 wins by the bonus for each hand won."""
    match = finished(store, 23, HouseRules(target=30, box_bonus=25, winner_by="total")).match
    assert (match.tally.running, match.tally.totals) == ((23, 67), (123, 117))
    stats = gather(store.matches())
    assert (stats.margins, stats.all.won) == ([6], 1)


def test_the_order_of_the_list_does_not_matter(store: Store) -> None:
    for seed in range(5):
        finished(store, seed)
    matches = store.matches()
    assert gather(matches).to_json() == gather(reversed(matches)).to_json()


@given(st.integers(0, 1000), st.integers(0, 1000))
def test_wilsons_interval_lies_around_the_share_within_nought_and_one(a: int, b: int) -> None:
    won, played = min(a, b), max(a, b)
    low, high = wilson(won, played)
    assert 0 <= low <= high <= 1
    if played:
        assert low - 1e-12 <= won / played <= high + 1e-12


def test_wilsons_interval_at_known_points() -> None:
    """Values of the usual tables."""
    for won, played, low, high in ((0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (90, 100, 0.8256, 0.9448)):
        assert list(wilson(won, played)) == pytest.approx([low, high], abs=5e-4)
