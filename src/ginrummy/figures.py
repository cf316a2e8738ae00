"""What the matches of an arena add up to: win rates and ratings with their intervals, points, ends, timings.

Matches come in mirrored pairs, the same deals with the seats swapped, so that luck of the cards cancels
out. The two matches of a pair hang together: the pair is the sample, never the single match."""

from __future__ import annotations

import math
import random
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

Z95 = 1.959964
"""Standard deviations on each side that hold 95% of a normal distribution."""
SAMPLES = 400
"""How often the pairs are drawn anew for the intervals of ratings."""
ELO = 400 / math.log(10)
"""Rating points for a factor e in strength, as in chess: 400 points are odds of 10 to 1."""
MIDDLE = 1500.0
"""The mean rating."""
FAULTS = ("illegal", "died", "late")
SHOWN_FAULTS = 5


@dataclass(frozen=True, slots=True)
class Fault:
    """Why the bot `player` lost a match early: `kind` is one of `FAULTS`, `why` a line for people."""

    player: int
    kind: str
    why: str


@dataclass(slots=True)
class Outcome:
    """One match; players are 0 and 1 whatever their seats. `times` are seconds a decision, an array each."""

    winner: int | None = None
    deals: int = 0
    void: int = 0
    points: list[int] = field(default_factory=lambda: [0, 0])
    ends: Counter[tuple[int, str]] = field(default_factory=Counter)
    """How often each player won a deal by each kind of end."""
    times: tuple[array[float], array[float]] = field(default_factory=lambda: (array("d"), array("d")))
    fault: Fault | None = None
    record: str = ""

    @property
    def score(self) -> float:
        """1 for a match that player 0 won, 0 for one lost, a half for a tie."""
        return 0.5 if self.winner is None else float(self.winner == 0)


Pair = tuple[Outcome, Outcome]
"""The two matches on the same deals."""


def interval(rates: Sequence[float]) -> tuple[float, float]:
    """The 95% interval of the mean of `rates`, the pairs' win rates (0, a half or 1).

    A normal interval after adding two lost and two won pairs (Agresti and Coull 1998, here with the
    variance of the pairs): it covers well for few pairs too, and stays sensible when every pair is won.

        >>> [round(end, 3) for end in interval([1.0] * 100)]
        [0.956, 1.0]
        >>> [round(end, 3) for end in interval([1.0, 0.5, 0.5, 0.0] * 50)]
        [0.451, 0.549]
    """
    half = Z95 * Z95 / 2
    count = len(rates) + 2 * half
    mean = (math.fsum(rates) + half) / count
    variance = (math.fsum((rate - mean) ** 2 for rate in rates) + half * (mean**2 + (1 - mean) ** 2)) / count
    reach = Z95 * math.sqrt(variance / count)
    return max(0.0, mean - reach), min(1.0, mean + reach)


def percentile(ordered: Sequence[float], share: float) -> float:
    """The value of a sorted sequence that `share` of it does not exceed; 0 when it is empty.

    >>> percentile([1, 2, 3, 4], 0.5), percentile([1, 2, 3, 4], 0.99)
    (2, 4)
    """
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else 0.0


def summary(
    names: tuple[str, str], seed: int, pairs: Sequence[Pair], big_gin: bool = False
) -> dict[str, Any]:
    """The figures of one pairing, as `ginrummy arena --json` prints them."""
    outcomes = [outcome for pair in pairs for outcome in pair]
    matches, deals = len(outcomes), sum(outcome.deals for outcome in outcomes)
    wins = [sum(outcome.winner == player for outcome in outcomes) for player in (0, 1)]
    low, high = interval([sum(outcome.winner == 0 for outcome in pair) / 2 for pair in pairs])
    return {
        "a": names[0],
        "b": names[1],
        "matches": matches,
        "seed": seed,
        "a_wins": wins[0],
        "b_wins": wins[1],
        "ties": matches - sum(wins),
        "a_win_rate": round(wins[0] / matches, 4) if matches else None,
        "ci95": [round(low, 4), round(high, 4)],
        "deals": deals,
        "void": sum(outcome.void for outcome in outcomes),
        "points_per_deal": _each(
            lambda player: round(sum(outcome.points[player] for outcome in outcomes) / max(deals, 1), 3)
        ),
        "ends": _each(lambda player: _ends(outcomes, player, big_gin)),
        "ms_per_decision": _each(lambda player: timings([outcome.times[player] for outcome in outcomes])),
        "forfeits": _each(lambda player: _forfeits(outcomes, player)),
    }


def _each(figure: Any) -> dict[str, Any]:
    return {"a": figure(0), "b": figure(1)}


def _ends(outcomes: Sequence[Outcome], player: int, big_gin: bool) -> dict[str, int]:
    kinds = ("knock", "gin", "undercut", "big_gin") if big_gin else ("knock", "gin", "undercut")
    return {kind: sum(outcome.ends[player, kind] for outcome in outcomes) for kind in kinds}


def timings(times: Iterable[Iterable[float]]) -> dict[str, float]:
    """Median, 99th percentile and longest of all `times` (seconds), in milliseconds."""
    ordered = sorted(chain.from_iterable(times))
    shares = {"p50": 0.5, "p99": 0.99, "max": 1.0}
    return {name: round(percentile(ordered, share) * 1000, 3) for name, share in shares.items()}


def _forfeits(outcomes: Sequence[Outcome], player: int) -> dict[str, Any]:
    faults = [outcome.fault for outcome in outcomes if outcome.fault and outcome.fault.player == player]
    counts: dict[str, Any] = {kind: sum(fault.kind == kind for fault in faults) for kind in FAULTS}
    reasons = list(dict.fromkeys(fault.why for fault in faults))
    return counts | {"reasons": reasons[:SHOWN_FAULTS]}


# Ratings


def ratings(
    players: int, results: Mapping[tuple[int, int], Sequence[float]]
) -> list[tuple[float, float, float]]:
    """Rating, and the two ends of its 95% interval, of each player of a round robin.

    `results` holds for each pairing (first, second) the rates that the first won of its pairs. The ratings
    are the strengths of the Bradley and Terry model on the scale of chess, their mean 1500. The intervals
    come from drawing what each pairing's rate may truly be, with a fixed seed: a Bayesian bootstrap (Rubin
    1981) of its pairs with one lost and one won added. So few pairs give a wide interval, also when they are
    all alike.

        >>> [[round(value) for value in row] for row in ratings(2, {(0, 1): [1, 0.5, 0.5, 1] * 25})]
        [[1594, 1571, 1616], [1406, 1384, 1429]]
        >>> [[round(value) for value in row] for row in ratings(2, {(0, 1): [1, 1]})]
        [[1640, 1438, 1892], [1360, 1080, 1562]]
    """
    rng = random.Random(1)
    totals = {pairing: (math.fsum(rates), len(rates)) for pairing, rates in results.items()}
    drawn = []
    for _ in range(SAMPLES):
        again = {pairing: (_drawn(rates, rng), len(rates)) for pairing, rates in results.items()}
        drawn.append(_strengths(players, again))
    rows = []
    for player, rating in enumerate(_strengths(players, totals)):
        ordered = sorted(sample[player] for sample in drawn)
        rows.append((rating, percentile(ordered, 0.025), percentile(ordered, 0.975)))
    return rows


def _drawn(rates: Sequence[float], rng: random.Random) -> float:
    """What a pairing may have won of as many pairs, less the half of the split pair that is added to it."""
    counts = Counter([*rates, 0.0, 1.0])
    weights = {rate: rng.gammavariate(count, 1) for rate, count in counts.items()}
    share = math.fsum(rate * weight for rate, weight in weights.items()) / math.fsum(weights.values())
    return share * (len(rates) + 1) - 0.5


def _strengths(players: int, totals: Mapping[tuple[int, int], tuple[float, int]]) -> list[float]:
    """The most likely ratings, by the iteration of Hunter (2004), with one pair split in each pairing.

    That split pair keeps the rating finite of a player who won or lost everything.
    """
    won = [0.0] * players
    for (first, second), (score, count) in totals.items():
        won[first] += score + 0.5
        won[second] += count - score + 0.5
    strengths = [1.0] * players
    for _ in range(1000):
        expected = [0.0] * players
        for (first, second), (_, count) in totals.items():
            share = (count + 1) / (strengths[first] + strengths[second])
            expected[first] += share
            expected[second] += share
        updated = [wins / need for wins, need in zip(won, expected, strict=True)]
        mean = math.exp(math.fsum(map(math.log, updated)) / players)
        updated = [strength / mean for strength in updated]
        change = max(abs(math.log(new / old)) for new, old in zip(updated, strengths, strict=True))
        strengths = updated
        if change < 1e-7:
            break
    return [MIDDLE + ELO * math.log(strength) for strength in strengths]
