"""Medium: a sound player at the kitchen table.

It takes the top of the pile into melds, throws high, keeps pairs that can still become melds (it looks at
what has gone), and does not throw next to what the opponent picked up. It knocks as soon as it may in the
first turns, and later only with a low count.
"""

from __future__ import annotations

from collections.abc import Sequence

from ginrummy.bots.beliefs import NEAR1, NEAR2, SAME_RANK, VALUE, Seen
from ginrummy.engine import melds
from ginrummy.engine.cards import iter_cards
from ginrummy.engine.deal import Phase
from ginrummy.engine.moves import BIG_GIN, DISCARDS, DRAW, KNOCKS, PASS, TAKE, Kind, Move
from ginrummy.engine.view import View

# Found by hand, a few settings against the Simple of bench/opponents (docs/bots_log.md).
OUT = 1.5
"""What a card still out that would turn a pair of loose cards into a meld is worth, in points of deadwood."""
DANGER = 4.0
"""Points for each card that the opponent picked up and that the discard would fit."""
EARLY_TURNS = 4
"""Turns in which it knocks with anything it may."""
LATE_COUNT = 4
"""The most it knocks with after them."""


class Medium:
    """The middle level."""

    def __init__(self, seed: int = 0) -> None:
        """Medium leaves nothing to chance: any seed plays alike."""

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """Take into melds, throw high and dead cards, knock early or low."""
        seen = Seen(view)
        if view.phase is not Phase.DISCARD:
            if TAKE in legal and wants(seen, view.pile[-1].bit, view.phase is Phase.LAST):
                return TAKE
            return DRAW if DRAW in legal else PASS
        if BIG_GIN in legal:
            return BIG_GIN
        left = {
            move.card: melds.deadwood(seen.hand ^ move.card.bit) for move in legal if move.card is not None
        }
        throw = min(left, key=lambda card: cost(seen, card, left[card]))
        best = min(left, key=lambda card: (left[card], cost(seen, card, left[card])))
        must = all(move.kind is Kind.KNOCK for move in legal)
        if must or left[best] <= knocks_at(seen):
            return KNOCKS[best]
        return DISCARDS[throw]


def knocks_at(seen: Seen) -> int:
    """The highest count with which it knocks on this turn."""
    return seen.limit if seen.turn <= EARLY_TURNS else min(seen.limit, LATE_COUNT)


def wants(seen: Seen, top: int, last: bool) -> bool:
    """Whether the card lands in a meld that leaves less deadwood, or lets it knock on the last discard."""
    then = melds.after_discard(seen.hand | top)
    if last:
        return then <= min(seen.limit, LATE_COUNT)
    return then == 0 or (then < melds.deadwood(seen.hand) and bool(top & ~melds.best(seen.hand | top).loose))


def cost(seen: Seen, card: int, left: int) -> float:
    """What throwing the card costs: the deadwood kept, less the outs kept, and what it gives the opponent."""
    kept = seen.hand ^ 1 << card
    picked = (seen.known & (SAME_RANK[card] | NEAR1[card])).bit_count()
    return left - OUT * outs(seen, kept) + DANGER * picked


def outs(seen: Seen, hand: int) -> float:
    """Cards not yet seen that would make a meld of two loose cards of the hand; high pairs count less."""
    loose = melds.best(hand).loose
    ways = 0.0
    for card in iter_cards(loose):
        if loose & SAME_RANK[card]:
            ways += (seen.unseen & SAME_RANK[card]).bit_count() / 2 * (1 - VALUE[card] / 30)
        for other in iter_cards(loose & (NEAR1[card] | NEAR2[card]) & ~((2 << card) - 1)):
            fits = (NEAR1[card] | NEAR2[card]) & (NEAR1[other] | NEAR2[other]) & ~(1 << card | 1 << other)
            if other - card == 2:
                fits &= NEAR1[card]
            ways += (seen.unseen & fits).bit_count() * (1 - VALUE[card] / 30)
    return ways
