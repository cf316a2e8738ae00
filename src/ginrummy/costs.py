"""What a player's decisions cost, match by match, as Hard judges them.

Judging a match takes a second or two, so what came out is kept in the state folder. It is a cache and nothing
more: it can be deleted at any time, and other weights of Hard make it start anew.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from ginrummy import advice
from ginrummy.engine.match import Match
from ginrummy.journal import read_file, write_file
from ginrummy.store import Store, Unopened

LATEST: Final = 30
"""How many matches, the latest, are looked at."""
CACHE: Final = "costs.json"


@dataclass(frozen=True, slots=True)
class Cost:
    """What the decisions of one match cost in all, in points."""

    decisions: int
    points: float

    @property
    def average(self) -> float:
        """Of one decision; 0 without any."""
        return self.points / self.decisions if self.decisions else 0.0


class Costs:
    """The costs known so far; `judge` finds out those of a match and keeps them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._path = store.state / CACHE
        self._judge = zlib.crc32(files("ginrummy.bots").joinpath("hard_weights.json").read_bytes())
        self._known = self._read()

    def known(self, path: Path) -> Cost | None:
        """The cost of a finished match, or None when it was not judged yet."""
        return self._known.get(path.name)

    def judge(self, path: Path, me: int) -> Iterator[Cost | None]:
        """Judge a finished match decision by decision: None after each, at last its cost, which is then kept.

        A match that cannot be read costs nothing and is not kept.
        """
        try:
            match = self._store.look(path).match
        except Unopened:
            yield Cost(0, 0.0)
            return
        decisions, points = 0, 0.0
        for cost in _costs(match, me):
            decisions, points = decisions + 1, points + cost
            yield None
        self._known[path.name] = Cost(decisions, round(points, 4))
        self._write()
        yield self._known[path.name]

    def _read(self) -> dict[str, Cost]:
        try:
            data = json.loads(read_file(self._path))
            if data["judge"] != self._judge:
                return {}
            return {str(name): Cost(int(n), float(points)) for name, (n, points) in data["matches"].items()}
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return {}

    def _write(self) -> None:
        known = {name: [cost.decisions, cost.points] for name, cost in sorted(self._known.items())}
        try:
            write_file(self._path, json.dumps({"judge": self._judge, "matches": known}).encode())
        except OSError:
            return  # a cache that cannot be written is no loss


def _costs(match: Match, me: int) -> Iterator[float]:
    for number in range(1, len(match.results) + 1):
        for decision in advice.review(match, number, me):
            yield decision.cost


def average(costs: Sequence[Cost]) -> float | None:
    """The average cost of all decisions of these matches; None without any.

    >>> average([Cost(10, 5.0), Cost(30, 5.0)])
    0.25
    """
    decisions = sum(cost.decisions for cost in costs)
    return sum(cost.points for cost in costs) / decisions if decisions else None
