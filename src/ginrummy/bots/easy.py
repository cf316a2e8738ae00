"""Easy: waits for gin, does not watch the pile, and is caught with high cards.

It takes the top of the pile only into a meld. It throws the loose card with the fewest partners in its own
hand, whatever it counts and whatever has gone; where several are alike, one by lot, so kings stay as long
as twos. It never knocks above gin. It does not throw melds away and never gives a match away on purpose.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ginrummy.bots.beliefs import NEAR1, NEAR2, SAME_RANK
from ginrummy.engine import melds
from ginrummy.engine.cards import mask_of
from ginrummy.engine.deal import Phase
from ginrummy.engine.moves import BIG_GIN, DRAW, PASS, TAKE, Kind, Move
from ginrummy.engine.view import View

NEXT_PARTNER = 2
"""What a card of the same rank or a neighbour is worth to a loose card."""
GAP_PARTNER = 1
"""What a card two away in the suit is worth."""


class Easy:
    """The gentle level."""

    def __init__(self, seed: int = 0) -> None:
        """`seed` decides between discards that look alike."""
        self.seed = seed

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """Take into melds, throw what has no partner, knock with gin alone."""
        hand = mask_of(view.hand)
        if view.phase is not Phase.DISCARD:
            top = view.pile[-1].bit
            if TAKE in legal and wants(hand, top, view.phase is Phase.LAST):
                return TAKE
            return DRAW if DRAW in legal else PASS
        if BIG_GIN in legal:
            return BIG_GIN
        knocks = [move for move in legal if move.kind is Kind.KNOCK]
        throws = [move for move in legal if move.kind is Kind.DISCARD]
        for move in knocks:
            if not throws or melds.deadwood(hand ^ move.card.bit) == 0:  # type: ignore[union-attr]
                return move
        least = min(use(hand, move) for move in throws)
        alike = [move for move in throws if use(hand, move) == least]
        return Random(f"{self.seed} {view.deal} {hand}").choice(alike)


def wants(hand: int, top: int, last: bool) -> bool:
    """Whether the card lands in a meld that leaves less deadwood; the last discard only for gin."""
    then = melds.after_discard(hand | top)
    if last or then == 0:
        return then == 0
    return then < melds.deadwood(hand) and bool(top & ~melds.best(hand | top).loose)


def use(hand: int, move: Move) -> tuple[int, int]:
    """How much a card does for the hand: points of melds it holds together, then its loose partners."""
    card = move.card
    assert card is not None
    full, kept = melds.best(hand), hand ^ card.bit
    if not full.loose & card.bit and (broken := melds.deadwood(kept) - full.deadwood) > 0:
        return broken, 0
    loose = full.loose & ~card.bit
    partners = (loose & (SAME_RANK[card] | NEAR1[card])).bit_count() * NEXT_PARTNER
    return 0, partners + (loose & NEAR2[card]).bit_count() * GAP_PARTNER
