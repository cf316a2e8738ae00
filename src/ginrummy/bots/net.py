"""Small networks of one hidden layer, as the trainer writes them, in plain Python."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import exp
from operator import mul


class Net:
    """Weights of one network: `inputs` to rectified hidden units to one number.

    The first `candidate` inputs differ between the candidates of a decision; the others are folded once.
    """

    def __init__(self, data: dict[str, list[list[float]] | list[float] | float | int]) -> None:
        rows: list[list[float]] = data["w1"]  # type: ignore[assignment]
        self.b1: list[float] = data["b1"]  # type: ignore[assignment]
        self.w2: list[float] = data["w2"]  # type: ignore[assignment]
        self.b2 = float(data["b2"])  # type: ignore[arg-type]
        split = int(data["candidate"])  # type: ignore[arg-type]
        self.own = [row[:split] for row in rows]
        self.shared = [row[split:] for row in rows]

    def fold(self, shared: Sequence[float]) -> list[float]:
        """The hidden units' sums over the inputs that all candidates share."""
        return [b + sum(map(mul, row, shared)) for b, row in zip(self.b1, self.shared, strict=True)]

    def finish(self, base: list[float], own: Sequence[float]) -> float:
        """The output for one candidate's own inputs on a folded base."""
        out = self.b2
        for b, row, w in zip(base, self.own, self.w2, strict=True):
            unit = b + sum(map(mul, row, own))
            if unit > 0:
                out += unit * w
        return out

    def chance(self, base: list[float], own: Sequence[float]) -> float:
        """The same as a chance between 0 and 1."""
        return 1 / (1 + exp(-max(-30.0, min(30.0, self.finish(base, own)))))


@cache
def load(opponent: str = "unknown", name: str = "hard_weights.json") -> dict[str, Net]:
    """The networks against that kind of opponent, by their letters, of a weights file of this package.

    Read once (about 5 ms).
    """
    data = json.loads(files(__package__).joinpath(name).read_text("ascii"))
    return {letter: Net(net) for letter, net in data["nets"][opponent].items()}
