"""What the arena's outcomes add up to."""

from __future__ import annotations

import math
from collections import Counter
from random import Random

import pytest

from ginrummy.figures import Fault, Outcome, interval, percentile, ratings, summary, timings


@pytest.mark.parametrize("shares", [(0.2, 0.6, 0.2), (0.05, 0.15, 0.8), (0.45, 0.1, 0.45)])
@pytest.mark.parametrize("pairs", [20, 200])
def test_the_interval_holds_the_true_rate_in_about_95_of_100_contests(shares, pairs):
    chance, held = Random(pairs), 0
    true_rate = 0.5 * shares[1] + shares[2]
    for _ in range(1000):
        low, high = interval(chance.choices((0.0, 0.5, 1.0), shares, k=pairs))
        held += low <= true_rate <= high
    assert 930 <= held <= 985


@pytest.mark.parametrize("rate", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("pairs", [1, 10, 500])
def test_the_interval_is_sensible_when_all_pairs_are_alike(rate, pairs):
    low, high = interval([rate] * pairs)
    assert 0 <= low <= rate <= high <= 1
    assert 0 < high - low < 3 / pairs + 0.5


def test_the_pair_is_the_sample_not_the_match():
    """Pairs that always split say that luck decided: a narrower interval than matches that fall by chance."""
    split, decided = interval([0.5] * 100), interval([0.0, 1.0] * 50)
    assert split[1] - split[0] < decided[1] - decided[0]


def test_percentiles_are_values_that_were_seen():
    assert [percentile(range(1, 101), share) for share in (0.0, 0.5, 0.99, 1.0)] == [1, 50, 99, 100]
    assert percentile([], 0.5) == 0
    assert timings([[0.002], [0.001, 0.003]]) == {"p50": 2.0, "p99": 3.0, "max": 3.0}


def test_the_summary_has_the_fields_of_the_contract():
    won = Outcome(winner=0, deals=3, void=1, points=[60, 44], ends=Counter({(0, "knock"): 1, (1, "gin"): 1}))
    lost = Outcome(winner=1, deals=1, points=[0, 30], fault=Fault(0, "late", "took more than 5 s"))
    figures = summary(("hard", "medium"), 7, [(won, lost)])
    assert {name: figures[name] for name in ("a", "b", "matches", "seed", "a_wins", "b_wins", "ties")} == {
        "a": "hard", "b": "medium", "matches": 2, "seed": 7, "a_wins": 1, "b_wins": 1, "ties": 0,
    }  # fmt: skip
    assert figures["a_win_rate"] == 0.5
    assert (figures["deals"], figures["void"]) == (4, 1)
    assert figures["points_per_deal"] == {"a": 15.0, "b": 18.5}
    assert figures["ends"]["a"] == {"knock": 1, "gin": 0, "undercut": 0}
    assert set(figures["ms_per_decision"]["b"]) == {"p50", "p99", "max"}
    assert figures["forfeits"]["a"] == {"illegal": 0, "died": 0, "late": 1, "reasons": ["took more than 5 s"]}
    assert figures["forfeits"]["b"]["reasons"] == []


def test_big_gins_are_counted_where_they_exist():
    won = Outcome(winner=0, deals=1, ends=Counter({(0, "big_gin"): 1}))
    assert summary(("a", "b"), 1, [(won, won)], big_gin=True)["ends"]["a"]["big_gin"] == 2


def test_ratings_order_players_by_strength_and_keep_the_mean():
    results = {(0, 1): [1.0, 0.5] * 40, (0, 2): [1.0] * 80, (1, 2): [1.0, 0.5, 0.5, 0.0] * 20}
    table = ratings(3, results)
    best, middle, worst = (rating for rating, _, _ in table)
    assert best > middle > worst
    assert (best + middle + worst) / 3 == pytest.approx(1500)
    assert all(low < rating < high for rating, low, high in table)
    assert table == ratings(3, results)


def test_equal_results_give_equal_ratings():
    ((first, _, _), (second, _, _)) = ratings(2, {(0, 1): [0.5] * 30})
    assert first == pytest.approx(second) == pytest.approx(1500)


def test_a_player_who_lost_everything_has_a_finite_rating():
    ((first, _, _), (second, _, _)) = ratings(2, {(0, 1): [1.0] * 100})
    assert 500 < first - second < 2000


def test_pairings_that_were_not_played_leave_ratings_level():
    assert [round(rating) for rating, _, _ in ratings(2, {(0, 1): []})] == [1500, 1500]


@pytest.mark.parametrize("rate", [0.0, 0.5, 1.0])
def test_few_pairs_that_are_all_alike_leave_a_wide_interval(rate):
    few, many = (ratings(3, {each: [rate] * n for each in ((0, 1), (0, 2), (1, 2))}) for n in (2, 30))
    assert all(low < rating < high for rating, low, high in (*few, *many))
    assert min(high - low for _, low, high in few) > 150
    assert min(high - low for _, low, high in many) > 30


def test_the_interval_of_a_rating_holds_the_true_one_mostly_also_for_few_pairs():
    chance, held = Random(1), 0
    true_rating = 1500 + 200 * math.log10(0.7 / 0.3)
    for _ in range(100):
        ((_, low, high), _) = ratings(2, {(0, 1): chance.choices((0.0, 0.5, 1.0), (0.1, 0.4, 0.5), k=5)})
        held += low <= true_rating <= high
    assert held >= 90


def test_a_pairing_without_pairs_says_nothing():
    ((_, low, high), _) = ratings(2, {(0, 1): []})
    assert high - low > 500
