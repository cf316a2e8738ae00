"""Hints in play and the review after a hand, both from what Hard thinks of a position.

`hint` says what to do and why. `review` goes through a person's decisions in a deal that is over, one by one,
so that a screen can show how far it is; `verdict` puts the dearest of them into a sentence. Moves are judged
by what the person knew when they decided, and by nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, Literal, Protocol, cast

from ginrummy.engine import melds
from ginrummy.engine.cards import cards_of, mask_of
from ginrummy.engine.deal import Deal, Phase
from ginrummy.engine.layoffs import defend
from ginrummy.engine.match import Match
from ginrummy.engine.moves import DISCARDS, DONE, KNOCKS, Kind, Move
from ginrummy.engine.view import View
from ginrummy.i18n import Run, Translator
from ginrummy.i18n.messages import MESSAGES
from ginrummy.telling import Sentence, counts_of_knocks

MOST_REASONS: Final = 3
CLOSE: Final = 0.5
"""A second move less than this many points behind is called nearly as good."""
LATE: Final = 8
"""From this turn of one's own on a hand is called late."""
SMALL, BIG = 1.0, 3.0
"""Points from which a cost is a small slip, and a mistake."""
DEAR: Final = 1.5
"""What a decision must cost to be told as a mistake: two points, rounded."""
NOTHING: Final = 0.05
"""A cost below this does not show."""

Grade = Literal["best", "good", "small", "big"]
Why = tuple[str, Mapping[str, Any]]
"""A reason: the key of its message (without plural ending) and the message's values."""


class Judge(Protocol):
    """What judges a position: the module `bots.hard`, or a stand-in in a test."""

    def evaluate(self, view: View, legal: Sequence[Move]) -> list[tuple[Move, float]]:
        """Each legal move with its value in points of this deal."""
        ...

    def reasons(self, view: View, move: Move) -> Sequence[Why]:
        """Why the move is good, the strongest reason first."""
        ...


def _hard() -> Judge:
    return cast(Judge, import_module("ginrummy.bots.hard"))


# A hint


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do (`move`): messages that say the move, then at most three reasons.

    It can be told again in another language; a value may be a message itself.
    """

    move: Move
    messages: tuple[Why, ...]

    def sentences(self, t: Translator) -> list[Sentence]:
        """What is said."""
        return [_said(t, message) for message in self.messages]


def hint(view: View, legal: Sequence[Move], judge: Judge | None = None) -> Hint:
    """The best move and why; `legal` are the moves open to the viewer, whose turn it must be."""
    if view.phase is Phase.LAYOFF:
        return _layoff_hint(view)
    judge = judge or _hard()
    ranked = _ranked(judge, view, legal)
    move = ranked[0][0]
    because = reasons(view, move, judge) if len(legal) > 1 else []
    other = _nearly_as_good(ranked)
    if other is not None and len(because) < MOST_REASONS:
        because.append(("hint.close", {"other": _phrase(view, other)}))
    return Hint(move, (*_what_to_do(view, move), *because))


def why(t: Translator, view: View, move: Move, judge: Judge | None = None) -> list[Sentence]:
    """At most three reasons for a move, the strongest first."""
    return [_said(t, reason) for reason in reasons(view, move, judge)]


def reasons(view: View, move: Move, judge: Judge | None = None) -> list[Why]:
    """The same as messages."""
    return list((judge or _hard()).reasons(view, move)[:MOST_REASONS])


def _ranked(judge: Judge, view: View, legal: Sequence[Move]) -> list[tuple[Move, float]]:
    """Every move with its value, the best first, equal ones in the order they came."""
    return sorted(judge.evaluate(view, legal), key=lambda item: -item[1])


def _nearly_as_good(ranked: Sequence[tuple[Move, float]]) -> Move | None:
    """The second move where it is close behind; not where it is only held down to the first (see `hard`)."""
    if len(ranked) < 2 or ranked[0][0].kind is not ranked[1][0].kind:
        return None
    return ranked[1][0] if 0 < ranked[0][1] - ranked[1][1] < CLOSE else None


def _what_to_do(view: View, move: Move) -> list[Why]:
    match move.kind:
        case Kind.TAKE if view.phase is Phase.UPCARD:
            return [("hint.takeup", {})]
        case Kind.TAKE:
            return [("hint.take", {"card": view.pile[-1]})]
        case Kind.PASS:
            return [("hint.pass" if view.phase is Phase.UPCARD else "hint.passlast", {})]
        case Kind.DRAW:
            leave = not view.must_draw and view.pile
            return [("hint.leave", {"card": view.pile[-1]}) if leave else ("hint.draw", {})]
        case Kind.BIG_GIN:
            return [("hint.biggin", {})]
    assert move.card is not None
    knocks = counts_of_knocks(view)
    throw: Why = ("hint.discard", {"card": move.card})
    if move.kind is Kind.DISCARD:
        return [("hint.wait", {}), throw] if knocks else [throw]
    left = knocks[move.card]
    knock: Why = ("hint.knock", {"n": left}) if left else ("hint.gin", {})
    return [knock] if move.card == next(iter(knocks)) else [knock, throw]


def _said(t: Translator, message: Why) -> Sentence:
    """A message as a sentence; a meld of a reason is called by its name, a count chooses the plural."""
    key, values = message
    if isinstance(MESSAGES[key], tuple):
        return [Run(t.n(key, values["n"]))]
    filled = dict(values)
    if "meld" in filled and key.startswith("why."):
        filled["meld"] = t.meld(filled["meld"])
    if "other" in filled:
        filled["other"] = _said(t, filled["other"])
    return t.rich(key, **filled)


def _layoff_hint(view: View) -> Hint:
    """The next card of the best defence from here."""
    spread = view.grown()
    best = defend(view.stays(), spread)
    if not best.layoffs:
        return Hint(DONE, (("hint.laydone", {}),))
    card, onto = best.layoffs[0]
    move = Move(Kind.LAYOFF, card, onto)
    return Hint(move, (("hint.layoff", {"card": card, "meld": cards_of(spread[onto])}),))


def phrase(t: Translator, view: View, move: Move) -> Sentence:
    """A move as a phrase inside a sentence: `throwing K♠`, `knocking with 7`."""
    return _said(t, _phrase(view, move))


def _phrase(view: View, move: Move) -> Why:
    match move.kind:
        case Kind.TAKE:
            return "mv.take", {"card": view.pile[-1]}
        case Kind.DRAW:
            return "mv.draw", {}
        case Kind.PASS:
            return "mv.pass", {}
        case Kind.BIG_GIN:
            return "mv.biggin", {}
    assert move.card is not None
    if move.kind is Kind.DISCARD:
        return "mv.discard", {"card": move.card}
    left = melds.deadwood(mask_of(view.hand) & ~move.card.bit)
    return ("mv.knock", {"n": left}) if left else ("mv.gin", {})


# The review


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of a deal beside the best one.

    `index` is the number of moves made before it, `turn` the player's own turn; `values` are all moves from
    the best down, in points of this deal; `cost` is what the move made is behind the best, never negative;
    `counts` are both deadwoods at that moment, the opponent's None where the hands were never shown.
    """

    index: int
    turn: int
    view: View
    move: Move
    values: tuple[tuple[Move, float], ...]
    cost: float
    counts: tuple[int, int | None]

    @property
    def best(self) -> Move:
        """What Hard would have done; the move made where nothing is better."""
        return self.move if self.cost < NOTHING else self.values[0][0]

    @property
    def value(self) -> float:
        """What the position was worth to the player, played at its best."""
        return self.values[0][1]

    @property
    def grade(self) -> Grade:
        """How good the move was; a message is `rev.grade.` and this."""
        if self.cost < NOTHING:
            return "best"
        return "good" if self.cost < SMALL else "small" if self.cost < BIG else "big"


def decisions(match: Match, number: int, me: int) -> int:
    """How many decisions `review` will yield for that deal."""
    return sum(_is_decision(deal, me) for deal, _ in match.moments(me, number))


def review(match: Match, number: int, me: int, judge: Judge | None = None) -> Iterator[Decision]:
    """Every decision of `me` in deal `number` (from 1) that was one, in order; each costs a few milliseconds.

    Forced moves are left out, and cards laid off by hand.
    """
    judge = judge or _hard()
    deal = match.deals[number - 1]
    open_hands = deal.result is not None and deal.result.settlement is not None
    for index, (past, view) in enumerate(match.moments(me, number)):
        if not _is_decision(past, me):
            continue
        move = _plain(deal.moves[index])
        values = tuple(_ranked(judge, view, past.legal()))
        made = next(value for each, value in values if each == move)
        theirs = melds.deadwood(past.hands[1 - me]) if open_hands else None
        turn = past.turns[me] + (view.phase is not Phase.DISCARD)
        counts = (melds.deadwood(past.hands[me]), theirs)
        yield Decision(index, turn, view, move, values, max(0.0, values[0][1] - made), counts)


def _is_decision(deal: Deal, me: int) -> bool:
    return deal.turn == me and deal.phase is not Phase.LAYOFF and len(deal.legal()) > 1


def _plain(move: Move) -> Move:
    """The move as `legal` lists it: without a layout of one's own."""
    return KNOCKS[move.card] if move.kind is Kind.KNOCK and move.card is not None else move


def average_cost(made: Sequence[Decision]) -> float | None:
    """The mean cost of these decisions in points; None without any."""
    return math.fsum(decision.cost for decision in made) / len(made) if made else None


def dearest(made: Sequence[Decision]) -> Decision | None:
    """The decision that cost most, the first of equals; None when none cost anything."""
    worst = max(made, key=lambda decision: decision.cost, default=None)
    return worst if worst is not None and worst.cost >= NOTHING else None


def verdict(t: Translator, deal: Deal, me: int, made: Sequence[Decision]) -> list[Sentence]:
    """What the review comes to: the dearest mistake, and one sentence more where something explains it."""
    if not made:
        return [t.rich("rev.none")]
    worst = dearest(made)
    if worst is None or worst.cost < DEAR:
        if deal.result is not None and deal.result.winner_seat == 1 - me:
            return [t.rich("rev.luck")]
        if worst is None:
            return [t.rich("rev.faultless")]
        return [t.rich("rev.clean", x=math.ceil(worst.cost * 10) / 10)]
    if worst.best.kind is Kind.KNOCK and worst.move.kind is Kind.DISCARD:
        return [t.rich("rev.lateknock", t=worst.turn, x=round(worst.cost))]
    move, best = phrase(t, worst.view, worst.move), phrase(t, worst.view, worst.best)
    told = t.rich("rev.dearest", t=worst.turn, move=move, best=best, x=round(worst.cost))
    return [told, *_explained(t, deal, me, worst)]


def _explained(t: Translator, deal: Deal, me: int, worst: Decision) -> list[Sentence]:
    """What came of the dearest decision, where the rest of the deal shows it."""
    card = worst.move.card
    if card is None:
        return []
    after = deal.replayed(worst.index + 2)
    if worst.move.kind is Kind.DISCARD:
        if after.known[1 - me] & card.bit:
            return [t.rich("rev.fed", card=card)]
        return _held(t, deal, me, worst)
    assert deal.result is not None
    if deal.result.result == "undercut" and worst.turn >= LATE:
        return [t.rich("rev.earlyknock", n=melds.deadwood(mask_of(worst.view.hand) & ~card.bit))]
    return []


def _held(t: Translator, deal: Deal, me: int, worst: Decision) -> list[Sentence]:
    """That the card to throw stayed to the end of the hand and fitted nothing, where that is so."""
    better, settled = worst.best.card, deal.result.settlement if deal.result else None
    if better is None or worst.best != DISCARDS[better] or settled is None or deal.result is None:
        return []
    loose = settled.knocker.loose if deal.result.knocker_seat == me else settled.defender.loose
    turns = deal.turns[me] - worst.turn
    return [t.rich("rev.held", card=better, n=turns)] if loose & better.bit and turns >= 2 else []
