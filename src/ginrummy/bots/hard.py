"""Hard: values learned by self-play, one ply ahead, with beliefs about the opponent's cards and habits.

*Discard*: gin if there is one. Else, of the cards whose removal leaves at most 8 more than the best, the
one of highest Q, the learned value of a discard; knock with the safest least-deadwood discard when K, the
learned value of knocking, says that this is worth more than waiting. *Draw*: take for gin; leave a card
that does not lower the deadwood; take one that lies in every best arrangement; else compare the value after
taking with the mean over every unseen card of the value after drawing it, each weighed by the chance that
it lies in the stock.

Both values see the match: the points each player lacks, the bonuses, the knock limit, and what the earlier
deals tell of the opponent (`beliefs.Habits`). There are three sets of weights: against opponents not known
yet, those that knock as soon as they may, and those that wait for gin; the habits choose one for each deal.
The four small networks of a set are described in `features`; their weights were found by `python -m
bench.train` (see bench/train/README.md) and lie in hard_weights.json. No search, no chance: the same view
always gives the same move, so the seed is not used.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, pi, sqrt

from ginrummy.bots.beliefs import VALUE, Seen
from ginrummy.bots.features import BIT, Situation, cards_in
from ginrummy.bots.reasons import reasons
from ginrummy.engine import melds
from ginrummy.engine.cards import Card
from ginrummy.engine.deal import Phase
from ginrummy.engine.moves import BIG_GIN, DRAW, KNOCKS, PASS, TAKE, Kind, Move
from ginrummy.engine.view import View

MARGIN = 8
"""A discard may leave this much more than the best one (trained with it; more is never right)."""
DRAW_MARGIN = 4
"""The same for discards that are only looked ahead to."""
DRAW_CHOICES = 3
"""How many discards are looked ahead to after each draw, those that leave least."""
IDLE_STEP = 4
"""Cards whose draw would not help are much alike: one in this many is looked at, for the others too."""
SPREAD = 5.2
"""Match-winning chance is about normal: points ahead over SPREAD times the root of the points both lack."""

__all__ = ["Hard", "evaluate", "reasons"]

Valued = tuple[Move, float]


class Hard:
    """The strongest level."""

    def __init__(self, seed: int = 0) -> None:
        """Hard leaves nothing to chance: any seed plays alike."""

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """The move of highest value; draws that need no counting are made at once."""
        if len(legal) == 1:
            return legal[0]
        if view.phase in (Phase.UPCARD, Phase.DRAW):
            seen = Seen(view)
            clear = _clear_draw(seen.hand, view.pile[-1])
            if clear is not None:
                return TAKE if clear else legal[1] if legal[0] == TAKE else legal[0]
        return _values(view, legal, every=False)[0][0]


def evaluate(view: View, legal: Sequence[Move]) -> list[Valued]:
    """Every legal move with its value, best first: what Hard plays, hints and reviews.

    Values are in points of this deal: the change in match-winning chance against a void deal, divided by what
    a point is worth at this score.
    """
    seen = Seen(view)
    scale = 0.1 / _worth_of_a_point(seen.need, seen.opponent_need)
    return [(move, value * scale) for move, value in _values(view, legal)]


def _values(view: View, legal: Sequence[Move], every: bool = True) -> list[Valued]:
    """The same by the networks' own scale; without `every`, discards that are ruled out are left out."""
    seen = Seen(view)
    if view.phase is Phase.DISCARD:
        return _discards(seen, legal, every)
    if view.phase is Phase.LAST:
        return _last(seen, view.pile[-1])
    if view.phase in (Phase.UPCARD, Phase.DRAW):
        return _draws(seen, view.pile[-1], legal)
    return [(move, 0.0) for move in legal]


def _worth_of_a_point(need: int, opponent_need: int) -> float:
    """About how much one more point adds to the chance of winning the match."""
    width = SPREAD * sqrt(need + opponent_need)
    ahead = (opponent_need - need) / width
    return max(0.002, exp(-ahead * ahead / 2) / (width * sqrt(2 * pi)))


# --- drawing ---


def _clear_draw(hand: int, top: int) -> bool | None:
    """Whether to take `top` where it is plain; None where the values must be compared."""
    now, then = melds.deadwood(hand), melds.after_discard(hand | BIT[top])
    if then == 0:
        return True
    if then >= now:
        return False
    if now > melds.deadwood(hand | BIT[top]) - VALUE[top]:
        return True
    return None


def _draws(seen: Seen, top: int, legal: Sequence[Move]) -> list[Valued]:
    """Taking and leaving the top of the pile, valued by what can be made of the eleven cards."""
    situation = Situation(seen, ahead=1)
    leave = PASS if PASS in legal else DRAW
    taking = _best_of_eleven(situation, seen.hand | BIT[top], top) if TAKE in legal else 0.0
    situation.refold(seen.stock - 1)
    leaving = _mean_after_drawing(situation, seen.hand)
    if TAKE not in legal:
        return [(leave, leaving)]
    take = _clear_draw(seen.hand, top)
    if take is None:
        take = taking > leaving
    if take:
        return [(TAKE, taking), (leave, min(leaving, taking))]
    return [(leave, leaving), (TAKE, min(taking, leaving))]


def _mean_after_drawing(situation: Situation, hand: int) -> float:
    """The expected value after drawing from the stock."""
    now = melds.deadwood(hand)
    total = mass = idle_total = idle_mass = 0.0
    idles = []
    for bit, weight in situation.draws:
        if melds.after_discard(hand | bit) >= now:
            idles.append((bit, weight))
        else:
            total += weight * _best_of_eleven(situation, hand | bit, -1, bit)
            mass += weight
    for bit, weight in idles[::IDLE_STEP]:
        idle_total += weight * _best_of_eleven(situation, hand | bit, -1, bit)
        idle_mass += weight
    if idles:
        whole = sum(weight for _, weight in idles)
        total += idle_total * whole / idle_mass
        mass += whole
    return total / mass if mass else 0.0


def _best_of_eleven(situation: Situation, eleven: int, taken: int, drawn: int = 0) -> float:
    """The value of the best discard or knock from eleven cards; the bit `drawn` is drawn in thought."""
    left = {card: melds.deadwood(eleven ^ BIT[card]) for card in cards_in(eleven) if card != taken}
    least = min(left.values())
    values = []
    if least <= situation.seen.limit:
        knock = max(card for card, count in left.items() if count == least)
        values.append(situation.knock_value(eleven ^ BIT[knock], least, drawn))
    if least > 0:
        for card, count in sorted(left.items(), key=lambda item: item[1])[:DRAW_CHOICES]:
            if count <= least + DRAW_MARGIN:
                values.append(situation.discard_value(eleven ^ BIT[card], count, card, drawn))
    return max(values)


def _last(seen: Seen, top: int) -> list[Valued]:
    """The last discard may be taken to knock with; leaving it makes the deal void."""
    situation = Situation(seen, ahead=1)
    eleven = seen.hand | BIT[top]
    left = {card: melds.deadwood(eleven ^ BIT[card]) for card in cards_in(eleven) if card != top}
    knock, count = min(left.items(), key=lambda item: (item[1], item[0]))
    value = situation.knock_value(eleven ^ BIT[knock], count)
    return sorted([(TAKE, value), (PASS, 0.0)], key=lambda item: -item[1])


# --- discarding and knocking ---


def _discards(seen: Seen, legal: Sequence[Move], every: bool) -> list[Valued]:
    """Every discard by Q and every knock by K, best first. Gin comes first always, big gin before it."""
    situation = Situation(seen)
    left = {move.card: melds.deadwood(seen.hand ^ BIT[move.card]) for move in legal if move.card is not None}
    least = min(left.values())
    safest = min((situation.wanted(card), card) for card, count in left.items() if count == least)[1]
    best_knock = KNOCKS[safest]

    def likely(move: Move) -> bool:
        assert move.card is not None
        return move == best_knock if move.kind is Kind.KNOCK else left[move.card] <= least + MARGIN

    valued = [
        (move, _value(situation, move, left)) for move in legal if move != BIG_GIN and (every or likely(move))
    ]
    valued.sort(
        key=lambda item: (least == 0 and item[0] == best_knock, likely(item[0]), item[1]), reverse=True
    )
    if BIG_GIN in legal:
        valued.insert(0, (BIG_GIN, valued[0][1]))
    return _falling(valued)


def _value(situation: Situation, move: Move, left: dict[Card, int]) -> float:
    card = move.card
    assert card is not None
    kept = situation.seen.hand ^ BIT[card]
    if move.kind is Kind.KNOCK:
        return situation.knock_value(kept, left[card])
    return situation.discard_value(kept, left[card], card)


def _falling(valued: list[Valued]) -> list[Valued]:
    """The same order with no value above one before it: moves that are ruled out count at most as much."""
    ceiling = valued[0][1]
    out = []
    for move, value in valued:
        ceiling = min(ceiling, value)
        out.append((move, ceiling))
    return out
