"""What a view tells of the deal, as integers: the cards, the opponent's moves, and its habits in this match.

Nothing here is remembered between decisions; everything is read off the view each time.
"""

from __future__ import annotations

from math import exp
from typing import Literal

from ginrummy.engine.cards import DECK, FULL_DECK_MASK, mask_of
from ginrummy.engine.deal import Result
from ginrummy.engine.moves import Kind
from ginrummy.engine.view import View

VALUE = tuple(card.value for card in DECK)
FARTHEST = 200
"""Points lacking beyond which scores are scaled down: a match to 1000 is weighed like one to 200."""


CLEAR = 2.0
"""Beyond this much of `Habits.eager` an opponent counts as eager, below minus it as patient."""
Opponent = Literal["unknown", "eager", "patient"]


def _near(card: int, step: int) -> int:
    ranks = (card % 13 - step, card % 13 + step)
    return sum(1 << card - card % 13 + rank for rank in ranks if 0 <= rank < 13)


SAME_RANK = tuple(
    sum(1 << other for other in range(card % 13, 52, 13) if other != card) for card in range(52)
)
"""For every card, the mask of the other three of its rank."""
NEAR1 = tuple(_near(card, 1) for card in range(52))
"""For every card, its neighbours in the suit."""
NEAR2 = tuple(_near(card, 2) for card in range(52))
"""For every card, the cards two away in the suit."""


class Habits:
    """What the earlier deals of the match say of the opponent.

    `eager` is the log odds, within ±8, of "knocks as soon as it may": up when it knocks above gin after its
    third turn, down when it goes gin, or turns out to have held a hand that could have knocked.
    """

    __slots__ = ("deals", "eager", "gins", "held_back", "knock_sum", "late_knocks")

    def __init__(self, past: tuple[Result, ...], seat: int, limit: int) -> None:
        self.eager = 0.0
        self.deals = self.gins = self.late_knocks = self.held_back = self.knock_sum = 0
        for result in past:
            self._learn(result, 1 - seat, limit)

    def _learn(self, result: Result, opponent: int, limit: int) -> None:
        self.deals += 1
        if limit == 0:
            return
        count = result.deadwood[opponent] if result.deadwood else 0
        turn = result.turn or 0
        if result.knocker_seat is None or result.deadwood is None:
            self.eager -= 0.7
        elif result.knocker_seat == opponent and count == 0:
            self.eager -= 2.5
            self.gins += 1
        elif result.knocker_seat == opponent:
            if turn > 3:
                self.eager += 5
                self.late_knocks += 1
                self.knock_sum += count
        elif count <= limit and turn > 3:
            self.eager -= 4
            self.held_back += 1
        elif turn > 6:
            self.eager -= 0.7
        self.eager = max(-8.0, min(8.0, self.eager))

    @property
    def kind(self) -> Opponent:
        """Which of the three sets of weights plays against this opponent."""
        if self.eager > CLEAR:
            return "eager"
        return "patient" if self.eager < -CLEAR else "unknown"

    @property
    def eagerness(self) -> float:
        """The chance of "knocks as soon as it may"."""
        return 1 / (1 + exp(-self.eager))


class Seen:
    """One seat's knowledge of the deal: card sets as masks, counts, and the opponent's discards by value.

    `turn` counts this seat's own draws, `opponent_turn` the opponent's discards; `need` and `opponent_need`
    are the points that each lacks; `eldest` is the seat to whom the upcard was offered first.
    """

    __slots__ = (
        "eldest", "gin_bonus", "habits", "hand", "known", "limit", "need", "opponent_need", "opponent_turn",
        "picked", "picks", "refused", "seen", "stock", "taken", "thrown", "throws", "turn",
        "undercut_bonus", "unseen",
    )  # fmt: skip

    def __init__(self, view: View) -> None:
        rules = view.rules
        self.hand, self.known = mask_of(view.hand), mask_of(view.known)
        self.seen = self.hand | self.known | mask_of(view.pile)
        self.unseen = FULL_DECK_MASK & ~self.seen
        self.taken = -1 if view.taken is None else int(view.taken)
        self.stock, self.limit = view.stock, view.limit
        self.gin_bonus, self.undercut_bonus = rules.gin_bonus, rules.undercut_bonus
        self.eldest = view.dealer != view.seat
        lacks = [max(1, rules.target - score) for score in view.scores]
        scale = min(1.0, FARTHEST / max(lacks))
        self.need, self.opponent_need = (max(1, round(lack * scale)) for lack in lacks)
        self._read_events(view)
        usual = 0 if rules.knock == "gin_only" else 10
        self.habits = Habits(view.past, view.seat, usual)

    def _read_events(self, view: View) -> None:
        self.thrown = self.refused = self.turn = self.opponent_turn = self.picks = 0
        self.picked = False
        self.throws: list[int] = []
        top, before = view.upcard, 0
        for seat, do, card in view.events:
            if seat == view.seat:
                self.turn += do in (Kind.TAKE, Kind.DRAW)
            elif do == Kind.TAKE:
                self.picks += 1
            elif do in (Kind.DRAW, Kind.PASS):
                self.refused |= 1 << top
            elif card is not None:
                self.thrown |= 1 << card
                self.throws.append(VALUE[card])
                self.opponent_turn += 1
                self.picked, before = self.picks > before, self.picks
            if do == Kind.DISCARD and card is not None:
                top = card

    def throw_values(self) -> tuple[float, float, float]:
        """The opponent's last discard, least of its last three, and the mean of all, in tens of points."""
        throws = self.throws
        if not throws:
            return 0.8, 0.8, 0.8
        return throws[-1] / 10, min(throws[-3:]) / 10, sum(throws) / len(throws) / 10
