"""Why a move is good: facts that the view shows, each a key of the messages and its values.

The keys are those of the `why.` messages without plural ending. Every fact is true of the view alone: what
is said of the opponent is what it took, threw or left lying. Values are numbers `n`, `a`, `b`, a card, or a
meld's cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ginrummy.bots.beliefs import NEAR1, NEAR2, SAME_RANK, Seen
from ginrummy.bots.features import Situation
from ginrummy.engine import melds
from ginrummy.engine.cards import Card, cards_of, iter_cards
from ginrummy.engine.deal import LAST_STOCK_CARDS
from ginrummy.engine.moves import Kind, Move
from ginrummy.engine.view import View

Why = tuple[str, Mapping[str, Any]]

HIGH = 7
"""A loose card that counts this much is called high."""
EARLY, LATE = 4, 8
"""Own turns up to which it is early, and from which it is late."""
LOW_STOCK = 6
"""So few cards left to draw are worth a word."""
NEAR_THE_END = 25
"""Points that one gin may bring."""
LITTLE = 1.5
"""Points expected to be laid off that are called little."""


def reasons(view: View, move: Move) -> list[Why]:
    """What speaks for `move`, the strongest first; often none or one, sometimes five."""
    seen = Seen(view)
    if move.kind is Kind.TAKE:
        return list(_taking(seen, view.pile[-1]))
    if move.kind in (Kind.DRAW, Kind.PASS):
        return list(_leaving(seen, view.pile[-1] if view.pile else None))
    if move.card is None:
        return []
    if move.kind is Kind.KNOCK:
        return list(_knocking(seen, view, move.card))
    return list(_throwing(seen, move.card))


def _taking(seen: Seen, top: Card) -> Iterator[Why]:
    before, after = melds.best(seen.hand), melds.best(seen.hand | top.bit)
    for meld in after.melds:
        if meld & top.bit:
            grown = next((old for old in before.melds if old & meld == old), None)
            if grown is not None:
                yield "why.longer", {"meld": cards_of(grown)}
            else:
                yield f"why.{melds.meld_kind(meld)}", {}
    count = melds.after_discard(seen.hand | top.bit)
    if count < before.deadwood:
        yield "why.count", {"a": before.deadwood, "b": count}


def _leaving(seen: Seen, top: Card | None) -> Iterator[Why]:
    if top is not None:
        if melds.best(seen.hand | top.bit).loose & top.bit:
            yield "why.nofit", {}
        if melds.after_discard(seen.hand | top.bit) < melds.deadwood(seen.hand):
            yield "why.tells", {}
    yield from _stock(seen)


def _throwing(seen: Seen, card: Card) -> Iterator[Why]:
    loose = melds.best(seen.hand).loose
    kept = seen.hand ^ card.bit
    partners = kept & (SAME_RANK[card] | NEAR1[card] | NEAR2[card])
    gone = seen.seen & ~seen.hand & ~seen.known
    if loose & card.bit and card.value >= HIGH and not partners:
        yield "why.highloose", {"n": card.value}
    yield from _dead(seen, card, kept, gone)
    if loose & ~_taken(seen) == card.bit:
        yield "why.nobreak", {}
    yield from _opponent(seen, card)
    others = [other for other in cards_of(loose & ~card.bit & ~_taken(seen)) if other.value >= card.value]
    yield from _dangers(seen, card, others)
    pairs = [pair for other in others if card not in (pair := _live_pair(seen, other)) and pair]
    if pairs:
        yield "why.livepair", {"pair": max(pairs, key=lambda pair: pair[0].value)}
    yield from _waiting(seen, kept)
    yield from _stock(seen)


def _dead(seen: Seen, card: Card, kept: int, gone: int) -> Iterator[Why]:
    """That the card can hardly become part of a meld."""
    same = (gone & SAME_RANK[card]).bit_count()
    if same == 2 and (kept & SAME_RANK[card]).bit_count() == 1:
        yield "why.deadpair", {}
    elif same:
        yield "why.gone", {"n": same}
    if gone & NEAR1[card] == NEAR1[card]:
        yield "why.norun", {}


def _opponent(seen: Seen, card: Card) -> Iterator[Why]:
    """That the opponent threw or left cards like this one."""
    alike = SAME_RANK[card] | NEAR1[card]
    if seen.known & (alike | NEAR2[card]):
        return
    if thrown := seen.thrown & alike:
        yield "why.safe", {"card": next(iter_cards(thrown & SAME_RANK[card] or thrown))}
    elif seen.refused & alike:
        yield "why.notook", {}


def _dangers(seen: Seen, card: Card, others: list[Card]) -> Iterator[Why]:
    """That one of `others`, which cost as much as `card` or more, would fit a card that the opponent took.

    Only where the opponent is likelier to want it than `card`; of several the likeliest.
    """
    near = {other: seen.known & (SAME_RANK[other] | NEAR1[other]) for other in others}
    fitting = [other for other in others if near[other]]
    if not fitting or seen.known & (SAME_RANK[card] | NEAR1[card]):
        return
    wanted = Situation(seen).wanted
    worst = max(fitting, key=wanted)
    if wanted(worst) > wanted(card):
        yield "why.danger", {"taken": next(iter_cards(near[worst])), "card": worst}


def _waiting(seen: Seen, kept: int) -> Iterator[Why]:
    """What the next draw may bring, and why not to knock on a hand that could."""
    count = melds.deadwood(kept)
    after = [melds.after_discard(kept | bit.bit) for bit in iter_cards(seen.unseen)]
    if gin := after.count(0):
        yield "why.ginways", {"n": gin}
    elif better := sum(left < count for left in after):
        yield "why.ways", {"n": better}
    yield from _not_knocking(seen)


def _not_knocking(seen: Seen) -> Iterator[Why]:
    """Why a knock that is possible may be put off."""
    left = {card: n for card, n in melds.discards(seen.hand).items() if not card.bit & _taken(seen)}
    thrown = min(left, key=left.__getitem__)
    if not 0 < left[thrown] <= seen.limit:
        return
    if seen.turn >= LATE:
        yield "why.late", {"n": left[thrown]}
    kept = seen.hand ^ thrown.bit
    fits = seen.unseen | seen.known
    for meld in melds.best(kept, fits).melds:
        ends = melds.extensions(meld) & fits
        if melds.meld_kind(meld) == "run" and ends.bit_count() == 2:
            if Situation(seen).laid_off(kept) >= LITTLE:
                yield "why.layopen", {"meld": cards_of(meld)}
            return


def _knocking(seen: Seen, view: View, card: Card) -> Iterator[Why]:
    kept = seen.hand ^ card.bit
    count = melds.deadwood(kept)
    mine, theirs = (view.rules.target - score for score in view.scores)
    if count == 0:
        if view.rules.gin_bonus >= mine:
            yield "why.wins", {}
        return
    if seen.turn <= EARLY:
        yield "why.early", {}
    if 0 < theirs <= NEAR_THE_END:
        yield "why.block", {"n": theirs}
    if Situation(seen).laid_off(kept) < LITTLE:
        yield "why.layoff", {}
    yield from _stock(seen)


def _stock(seen: Seen) -> Iterator[Why]:
    left = seen.stock - LAST_STOCK_CARDS
    if 0 < left <= LOW_STOCK:
        yield "why.stocklow", {"n": left}


def _taken(seen: Seen) -> int:
    return 0 if seen.taken < 0 else 1 << seen.taken


def _live_pair(seen: Seen, card: Card) -> tuple[Card, ...]:
    """The card with the other one of its rank, if they wait for a third that has not been seen; else none."""
    same = SAME_RANK[card]
    pair = seen.hand & (same | card.bit)
    return cards_of(pair) if pair.bit_count() == 2 and seen.unseen & same else ()
