"""A match that was played, move by move, with both hands open.

Hands that are not over are left out while the match can still be gone on with, so that nobody sees what the
opponent holds.
"""

from __future__ import annotations

from ginrummy import reckoning, telling
from ginrummy.engine import melds
from ginrummy.engine.cards import Card
from ginrummy.engine.deal import Deal
from ginrummy.engine.record import Recorder
from ginrummy.tui.look import say
from ginrummy.tui.painted import RowSpot, Target
from ginrummy.tui.screens import table_show as shows
from ginrummy.tui.screens.base import BACK_HINT, KEYS_HINT, key_bar
from ginrummy.tui.screens.showdown import sides
from ginrummy.tui.screens.study import StudyPage, open_sides, piles_line
from ginrummy.tui.widgets.bars import KeyBar, TopBar, TopShow
from ginrummy.tui.widgets.chart import Chart, ChartPanel, ChartShow
from ginrummy.tui.widgets.lines import Line, Lines, LinesShow
from ginrummy.tui.widgets.showdown import Hands, HandsShow

DRAWN = "▲"
"""The foot of the card that has just come into a hand."""


class ReplayScreen(StudyPage):
    """The hands of a match; `hand` counts them from 1, `at` the moves made in the one on the screen."""

    KEYS = {  # noqa: RUF012
        "left": "step:-1", "right": "step:1", "space": "step:1", "enter": "step:1", "backspace": "step:-1",
        "up": "hand:-1", "down": "hand:1", "pageup": "hand:-1", "pagedown": "hand:1",
        "home": "first", "end": "last", "w": "review",
        **{str(n): f"go:{n or 10}" for n in range(10)},
    }  # fmt: skip
    KEYS_HELP = (
        ("← →", say("rep.key.step")), ("↑ ↓", say("rev.key.hand")), ("1…9 0", say("rep.key.number")),
        ("Home End", say("rep.key.ends")), ("w", say("act.review")),
    )  # fmt: skip

    def __init__(self, recorder: Recorder, hand: int = 1) -> None:
        super().__init__()
        self.recorder = recorder
        self.me = recorder.header.me
        match = recorder.match
        self.deals = [deal for deal in match.deals if deal.over or match.over]
        self.hand, self.at = max(1, min(hand, len(self.deals))), 0

    @property
    def deal(self) -> Deal:
        """The deal on the screen, with all its moves."""
        return self.deals[self.hand - 1]

    def show_all(self) -> None:
        """The hand after so many of its moves."""
        hints = [
            ("left_right", say("foot.step"), "step:1"),
            ("up_down", say("foot.hands"), "hand:1"),
            ("w", say("foot.review"), "review"),
            KEYS_HINT, BACK_HINT,
        ]  # fmt: skip
        self.query_one(KeyBar).update(key_bar(hints, drop=("w", "up_down", "left_right")))
        if not self.deals:
            self.query_one(Hands).update(HandsShow(note=say("err.noreview")))
            return
        t, deal = self.look.t, self.deal
        past = deal.replayed(self.at)
        move = f"{t.number(self.at)}/{t.number(len(deal.moves))}"
        hand = f"{t('hud.hand', n=self.hand)}/{t.number(len(self.deals))}"
        self.query_one(TopBar).update(TopShow((hand, move, say("rep.title"))))
        self.query_one(Hands).update(self._hands(past))
        self.query_one(Lines).update(self._told(past))
        chart = ChartShow(self._leads(), focus=self.at)
        self.query_one(Chart).update(ChartPanel(say("rep.chart"), chart))

    def _hands(self, past: Deal) -> HandsShow:
        settled = sides(self.look, past, self.me) if past.over else ()
        if settled:
            mine = 0 if past.result is not None and past.result.knocker_seat == self.me else 1
            return HandsShow(settled, mine=mine)
        marks: tuple[tuple[Card, str], ...] = () if past.drawn is None else ((past.drawn, DRAWN),)
        return HandsShow(open_sides(self.look, past, self.me), marks=marks, mine=1)

    def _told(self, past: Deal) -> LinesShow:
        """What has just happened, at the end also how it ended."""
        t, me = self.look.t, self.me
        if self.at == 0:
            said = telling.opening(t, past, me, telling.drawn_for_deal(self.recorder.match, self.hand))
        else:
            before = len(telling.moves(t, self.deal.replayed(self.at - 1), me))
            said = telling.moves(t, past, me)[before:]
        lines = [Line(shows.words_of(sentence)) for sentence in said]
        if past.over:
            lines += [Line(shows.words_of(each), "accent") for each in reckoning.outcome(t, past, me)]
        lines.insert(0 if self.look.roomy else len(lines), piles_line(self.look, past))
        return LinesShow(tuple(lines))

    def _leads(self) -> tuple[float, ...]:
        """After each move the opponent's count less one's own, each at its best."""
        deal = self.deal.replayed(0)
        leads = [self._lead(deal)]
        for move in self.deal.moves:
            deal.apply(move)
            leads.append(self._lead(deal))
        return tuple(leads)

    def _lead(self, deal: Deal) -> float:
        mine, theirs = (_count(deal.hands[seat]) for seat in (self.me, 1 - self.me))
        return float(theirs - mine)

    # Going through it

    def _go(self, hand: int, at: int) -> None:
        if 1 <= hand <= len(self.deals):
            self.hand = hand
            self.at = max(0, min(at, len(self.deal.moves)))
            self.show_all()

    def do_step(self, by: str) -> None:
        """A move on or back; past the end of a hand to the next, before its beginning to the one before."""
        if not self.deals:
            return
        at = self.at + int(by)
        if at < 0:
            self._go(self.hand - 1, 1000)
        elif at > len(self.deal.moves):
            self._go(self.hand + 1, 0)
        else:
            self._go(self.hand, at)

    def do_hand(self, by: str) -> None:
        """The hand before or after, from its beginning."""
        self._go(self.hand + int(by), 0)

    def do_go(self, number: str) -> None:
        """The hand of that number."""
        self._go(int(number), 0)

    def do_first(self) -> None:
        """The beginning of the hand."""
        self._go(self.hand, 0)

    def do_last(self) -> None:
        """The end of the hand."""
        self._go(self.hand, 1000)

    def do_review(self) -> None:
        """The review of this hand."""
        from ginrummy.tui.screens.review import ReviewScreen

        if self.deals and self.deal.over:
            self.game.push_screen(ReviewScreen(self.recorder.match, self.hand, self.me))

    def picked(self, target: Target, times: int) -> None:
        """A column of the chart is a moment of the hand."""
        if isinstance(target, RowSpot):
            self._go(self.hand, target.row)
        else:
            super().picked(target, times)


def _count(hand: int) -> int:
    """The least deadwood of the ten cards that are held, or would be kept of eleven."""
    return melds.after_discard(hand) if hand.bit_count() > 10 else melds.deadwood(hand)
