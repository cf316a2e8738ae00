"""Sparring partners for the ladder, as bots on views; the compiled policies behind them also train Hard.

`simple` and `champion` are written from the published descriptions of the 2021 undergraduate challenge's
baseline and of its winner's line. The league holds players that Hard never trained against.
"""

from collections.abc import Sequence

import numpy as np

from ginrummy import bots
from ginrummy.bots.beliefs import Seen
from ginrummy.engine.deal import Phase
from ginrummy.engine.moves import BIG_GIN, DISCARDS, DRAW, KNOCKS, PASS, TAKE, Kind, Move
from ginrummy.engine.view import View

from . import kernel as k
from . import policies as p

LEAGUE = {
    "knock2": p.style(early=0, late=2),
    "knock4": p.style(early=0, late=4),
    "knock7": p.style(early=0, late=7),
    "knock10": p.style(early=0, late=10),
    "gin-only": p.style(early=0, late=0, draws=7),
    "loose": p.style(rule=p.DRAW_GAIN_OF, gain=1),
    "tight": p.style(rule=p.DRAW_TO_KNOCK),
}
"""Players held back from training: fixed thresholds, gin only, and other draw rules."""
STYLES = {"simple": p.SIMPLE, "champion": p.CHAMPION, **LEAGUE}


def row_of(view: View) -> np.ndarray:
    """What the view tells, as the row of `kernel`."""
    seen = Seen(view)
    row = np.zeros(k.N_SEEN, np.int64)
    row[[k.HAND, k.SEEN, k.KNOWN, k.THROWN, k.REFUSED]] = (
        seen.hand,
        seen.seen,
        seen.known,
        seen.thrown,
        seen.refused,
    )
    row[[k.TURN, k.OTURN, k.TAKEN, k.TOP]] = (
        seen.turn,
        seen.opponent_turn,
        seen.taken,
        view.pile[-1] if view.pile else -1,
    )
    row[[k.STOCK, k.PICKS, k.PICKED]] = seen.stock, seen.picks, seen.picked
    row[[k.NEED, k.ONEED, k.ELDEST]] = seen.need, seen.opponent_need, seen.eldest
    row[[k.LIMIT, k.GIN_BONUS, k.UNDERCUT_BONUS]] = seen.limit, seen.gin_bonus, seen.undercut_bonus
    row[[k.THROWS, k.THROW_SUM]] = len(seen.throws), sum(seen.throws)
    for place, value in zip((k.THROW1, k.THROW2, k.THROW3), reversed(seen.throws), strict=False):
        row[place] = value
    return row


class Compiled:
    """A sparring partner with one row of `policies` numbers; ties fall by lot from the seed and the view."""

    def __init__(self, numbers: np.ndarray, seed: int = 0) -> None:
        self.numbers, self.seed = numbers, seed

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        row = row_of(view)
        if view.phase is not Phase.DISCARD:
            top = view.pile[-1]
            wants = p.wants_top(
                row[k.HAND], int(top), self.numbers[p.DRAW_RULE], self.numbers[p.DRAW_GAIN], view.limit
            )
            if view.phase is Phase.LAST:
                wants = True
            return TAKE if wants and TAKE in legal else DRAW if DRAW in legal else PASS
        if BIG_GIN in legal:
            return BIG_GIN
        lot = hash((self.seed, view.deal, view.hand, view.scores)) % 1000003 / 1000003
        card, knocks = p.choose(row, self.numbers, lot)
        move = KNOCKS[card] if knocks else DISCARDS[card]
        return move if move in legal else next(m for m in legal if m.kind is Kind.KNOCK)


def create(name: str, seed: int = 0) -> bots.Bot:
    """A sparring partner, or any bot that `ginrummy.bots.create` knows. Raises `UnknownBot`."""
    if name in STYLES:
        return Compiled(STYLES[name], seed)
    if name == "research":
        from .research import Research

        return Research(seed)
    return bots.create(name, seed)
