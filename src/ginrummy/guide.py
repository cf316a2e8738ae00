"""The first-match guide: teaches the game in one played hand, whatever the learner does.

A fixed deal against Easy, in which someone who follows the advice passes or takes the upcard, draws, throws,
knocks, sees the opponent lay off, and wins. The guide looks at the view only: at any moment `step` says what
is worth saying now, so any legal move goes, and the guide goes on from there. It knows no screen.

    >>> from ginrummy.engine.match import Match
    >>> guide, t = Guide(), Translator("en")
    >>> step = guide.step(Match(CODE).view(0))
    >>> step.focus, step.waits, step.told(t)[0][:26]
    ('hand', False, 'You hold ten cards, and so')
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from ginrummy import advice
from ginrummy.engine import melds
from ginrummy.engine.cards import Card, cards_of, iter_cards, mask_of, value_of
from ginrummy.engine.deal import Phase, Result
from ginrummy.engine.moves import DISCARDS, DRAW, KNOCKS, PASS, TAKE, Kind, Move
from ginrummy.engine.record import Header, Player
from ginrummy.engine.rules import STANDARD
from ginrummy.engine.view import View
from ginrummy.i18n import Translator
from ginrummy.session import new_header
from ginrummy.telling import Sentence, count, counts_of_knocks, text

CODE: Final = "7CVA-2X7Z-71XM"
"""The guided deal: see tests/test_guide.py for what it has to offer, and that Hard would play it so too."""
TEACHER: Final = Player("bot", "easy", seed=1)
"""The opponent; its seed is part of the lesson."""

Focus = Literal[
    "hand", "melds", "loose", "upcard", "piles", "card", "pile", "stock", "knock", "table", "score"
]
"""What to point at: `card` is `Step.card` in the hand, `table` both hands at the showdown."""

ORDER: Final = (
    *("start", "melds", "loose", "upcard", "draw", "discard", "watch", "knock", "ginornot"),
    *("layoff", "score", "end"),
)
"""The steps as they are counted; a hand may leave some out or bring them in another order."""

Message = tuple[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Step:
    """What the guide says at one moment.

    Steps with `waits` wait for a move, best `move`; others for any key. It is step `number` of `len(ORDER)`;
    `moment` is how many public moves were made before it.
    """

    name: str
    messages: tuple[Message, ...]
    focus: Focus
    number: int
    moment: int
    waits: bool = False
    move: Move | None = None
    card: Card | None = None

    def sentences(self, t: Translator) -> list[Sentence]:
        """What is said, for a screen to paint."""
        return [t.rich(key, **_named(t, values)) for key, values in self.messages]

    def told(self, t: Translator) -> list[str]:
        """What is said, as text."""
        return [text(sentence) for sentence in self.sentences(t)]


def header() -> Header:
    """A friendly match of the standard game against Easy whose first deal is the guided one."""
    made = new_header(STANDARD, TEACHER.name, "friendly", CODE)
    return replace(made, players=(Player("human"), TEACHER))


def guided(header: Header, view: View) -> bool:
    """Whether this is the hand to be guided: so a guided match that was left goes on guided."""
    return header.code == CODE and header.players[1 - view.seat] == TEACHER and view.deal == 1


class Guide:
    """The guide through one hand. It remembers what it has said; everything else it sees in the view."""

    def __init__(self) -> None:
        self._told: set[str] = set()
        self._number = 0
        self._advised: tuple[int, Move] | None = None

    @property
    def over(self) -> bool:
        """Whether everything is said."""
        return "end" in self._told

    def step(self, view: View, result: Result | None = None) -> Step | None:
        """What to say now; None on the opponent's turn and when everything is said.

        `result` is that of the deal once it is over. Asked again without a move or `go_on` it says the same.
        """
        if self.over:
            return None
        if view.phase is Phase.OVER:
            return self._after(view, result)
        if view.turn != view.seat:
            return None
        return self._introduction(view) or self._watch(view) or self._turn(view)

    def go_on(self, step: Step) -> None:
        """The learner has read a step that does not wait for a move, or has moved."""
        self._told.update([step.name, *(key for key, _ in step.messages)])
        if step.move is not None:
            self._advised = (step.moment, step.move)

    # The steps

    def _made(self, view: View, name: str, focus: Focus, *messages: Message, **more: Any) -> Step:
        if name in ORDER:
            self._number = max(self._number, ORDER.index(name) + 1)
        return Step(name, messages, focus, self._number, len(view.events), **more)

    def _introduction(self, view: View) -> Step | None:
        """Before the first move: the aim, the melds, the count."""
        if any(event.seat == view.seat for event in view.events):
            return None
        if "start" not in self._told:
            return self._made(view, "start", "hand", ("guide.start", {}))
        if "melds" not in self._told:
            return self._made(view, "melds", "melds", ("guide.melds", {}))
        if "loose" not in self._told:
            return self._made(view, "loose", "loose", ("guide.loose", {"n": count(view)}))
        return None

    def _watch(self, view: View) -> Step | None:
        """Once, when the opponent has just taken a card from the pile and kept it."""
        if "watch" in self._told or view.phase is not Phase.DRAW:
            return None
        theirs = [event for event in view.events[-2:] if event.seat != view.seat and event.do == Kind.TAKE]
        if not theirs:
            return None
        return self._made(view, "watch", "pile", ("guide.watch", {"card": theirs[0].card}))

    def _turn(self, view: View) -> Step:
        """A decision of the learner's: what is new about it, and what would be good."""
        free = self._free(view)
        move = suggest(view)
        name, focus, messages = self._lesson(view, move)
        messages = [*free, *messages]
        if name == "knock":  # read first, then decide
            return self._made(view, name, focus, *messages)
        messages += _what_to_do(view, move)
        return self._made(view, name, focus, *messages, waits=True, move=move, card=move.card)

    def _lesson(self, view: View, move: Move) -> tuple[str, Focus, list[Message]]:
        """The step's name, what to point at, and the lesson where it is the first of its kind."""
        if view.phase is Phase.UPCARD:
            return "upcard", "upcard", self._first("guide.upcard")
        if view.phase is Phase.DRAW:
            focus: Focus = "piles" if "guide.draw" not in self._told else "pile" if move == TAKE else "stock"
            return "draw", focus, self._first("guide.draw")
        left = counts_of_knocks(view)
        if not left:
            return "discard", "card", self._first("guide.discard")
        least = min(left.values())
        if least == 0:
            return "gin", "knock", self._first("guide.gin", b=view.rules.gin_bonus)
        if "knock" not in self._told:
            return "knock", "knock", [("guide.knock", {"n": least})]
        return "ginornot", "knock", self._first("guide.ginornot")

    def _first(self, key: str, **values: Any) -> list[Message]:
        return [] if key in self._told else [(key, values)]

    def _free(self, view: View) -> list[Message]:
        """Said once, when the learner has done something else than advised."""
        if self._advised is None or "guide.free" in self._told:
            return []
        moment, move = self._advised
        if len(view.events) <= moment:
            return []
        made = view.events[moment]
        as_advised = made.do == move.kind and (move.card is None or made.card == move.card)
        return [] if as_advised else [("guide.free", {})]

    # The end

    def _after(self, view: View, result: Result | None) -> Step | None:
        if result is None:
            return None
        mine = result.knocker_seat == view.seat
        if result.result in ("knock", "undercut", "tie") and "layoff" not in self._told:
            return self._made(view, "layoff", "table", ("guide.layoff" if mine else "guide.layoff.you", {}))
        if "score" not in self._told:
            return self._made(view, "score", "score", _score(view, result))
        return self._made(view, "end", "score", ("guide.end", {}))


def _score(view: View, result: Result) -> Message:
    """The points of the hand, and what they are for."""
    target = view.rules.target
    if result.deadwood is None:
        return "guide.void", {}
    if result.winner_seat != view.seat:
        return "guide.score.opp", {"p": result.points, "t": target}
    mine, theirs = result.deadwood[view.seat], result.deadwood[1 - view.seat]
    if result.result == "knock":
        return "guide.score", {"b": theirs, "a": mine, "p": result.points, "t": target}
    if result.result == "gin":
        return "guide.score.gin", {"d": theirs, "b": view.rules.gin_bonus, "p": result.points, "t": target}
    return "guide.score.you", {"p": result.points, "t": target}


# What the guide would do: simple play that a beginner can follow


def suggest(view: View) -> Move:
    """A simple good move: take what joins a meld, throw the highest card without friends, knock at once."""
    hand = mask_of(view.hand)
    if view.phase is not Phase.DISCARD:
        if not view.must_draw and _joins(hand, view.pile[-1]):
            return TAKE
        return DRAW if view.phase is Phase.DRAW else PASS
    knocks = counts_of_knocks(view)
    if knocks:
        return KNOCKS[next(iter(knocks))]
    loose = [card for card in cards_of(melds.best(hand).loose) if card != view.taken]
    if loose:
        return DISCARDS[min(loose, key=lambda card: (friends(hand, card), -card.value, card))]
    left, free = melds.discards(hand), [card for card in view.hand if card != view.taken]
    return DISCARDS[min(free, key=lambda card: (left[card], card))]


def hint(view: View) -> advice.Hint:
    """The move that the guide would make and its reasons; Hard's for the same move where it has none."""
    move = suggest(view)
    messages = _what_to_do(view, move)
    if len(messages) == 1:
        messages += advice.reasons(view, move)
    return advice.Hint(move, tuple(messages))


def friends(hand: int, card: Card) -> int:
    """How many cards of the hand could share a meld with this one: of its rank, or near it in its suit."""
    near = [other for other in iter_cards(hand) if other != card and other.suit == card.suit]
    same = [other for other in iter_cards(hand) if other != card and other.rank == card.rank]
    return len(same) + sum(abs(other.rank - card.rank) <= 2 for other in near)


def _joins(hand: int, card: Card) -> bool:
    """Whether the card lands in a meld and the hand counts less for it."""
    full = melds.best(hand | card.bit)
    return not full.loose & card.bit and melds.after_discard(hand | card.bit) < melds.deadwood(hand)


def _what_to_do(view: View, move: Move) -> list[Message]:
    """The advice, and its reason where a short one is true."""
    hand = mask_of(view.hand)
    if move.kind is Kind.KNOCK:
        left = counts_of_knocks(view)[move.card] if move.card is not None else 0
        return [("hint.knock", {"n": left}) if left else ("hint.gin", {})]
    if move.kind is Kind.DISCARD and move.card is not None:
        alone = not friends(hand, move.card)
        why: list[Message] = [("why.highloose", {"n": value_of(move.card.bit)})] if alone else []
        return [("hint.discard", {"card": move.card}), *why]
    if move == TAKE:
        card = view.pile[-1]
        take: Message = ("hint.takeup", {}) if view.phase is Phase.UPCARD else ("hint.take", {"card": card})
        return [take, _why_take(hand, card)]
    if move == DRAW and (view.must_draw or not view.pile):
        return [("hint.draw", {})]
    leave: Message = ("hint.leave", {"card": view.pile[-1]}) if move == DRAW else ("hint.pass", {})
    ways, bit = melds.arrangements(hand | view.pile[-1].bit), view.pile[-1].bit
    return [leave, ("why.nofit", {})] if all(way.loose & bit for way in ways) else [leave]


def _why_take(hand: int, card: Card) -> Message:
    meld = next(meld for meld in melds.best(hand | card.bit).melds if meld & card.bit)
    if meld.bit_count() > 3:
        return "why.longer", {"meld": cards_of(meld)}
    return f"why.{melds.meld_kind(meld)}", {}


def _named(t: Translator, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values with melds called by their names."""
    return {name: t.meld(value) if name == "meld" else value for name, value in values.items()}
