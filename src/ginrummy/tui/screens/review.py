"""The review of a hand: each of the player's decisions beside Hard's, with both hands open.

Hard needs a while for it, so the decisions come in one by one, and leaving the screen ends the work.
"""

from __future__ import annotations

import asyncio
from typing import Final

from ginrummy import advice
from ginrummy.advice import Decision, Grade
from ginrummy.engine.cards import Card
from ginrummy.engine.match import Match
from ginrummy.tui.look import say
from ginrummy.tui.painted import RowSpot, Target
from ginrummy.tui.screens import table_show as shows
from ginrummy.tui.screens.base import BACK_HINT, KEYS_HINT, is_last, key_bar
from ginrummy.tui.screens.showdown import sides
from ginrummy.tui.screens.study import StudyPage, open_sides, piles_line
from ginrummy.tui.widgets.bars import KeyBar, TopBar, TopShow
from ginrummy.tui.widgets.chart import Chart, ChartPanel, ChartShow
from ginrummy.tui.widgets.lines import Line, Lines, LinesShow, Voice
from ginrummy.tui.widgets.showdown import Hands, HandsShow

SIGNS: Final[dict[Grade, str]] = {"best": " ", "good": "·", "small": "?", "big": "✕"}
"""What stands under a decision in the chart."""
MADE, BEST = "✕", "▲"
"""The feet of the card that was thrown and of the one that should have been."""


class ReviewScreen(StudyPage):
    """One hand of a match; at first what the review comes to, then decision by decision."""

    KEYS = {  # noqa: RUF012
        "left": "step:-1", "right": "step:1", "space": "step:1", "up": "slip:-1", "down": "slip:1",
        "home": "overview", "end": "last", "enter": "dearest", "w": "back",
        "pageup": "hand:-1", "pagedown": "hand:1", "tab": "hand:1", "shift+tab": "hand:-1",
    }  # fmt: skip
    KEYS_HELP = (
        ("← →", say("rev.key.step")), ("↑ ↓", say("rev.key.slip")), ("Enter", say("rev.key.dearest")),
        ("Home", say("rev.key.overview")), ("Tab", say("rev.key.hand")),
    )  # fmt: skip

    def __init__(self, match: Match, number: int, me: int) -> None:
        super().__init__()
        self.match, self.number, self.me = match, number, me
        self.made: list[Decision] = []
        self.at: int | None = None
        """The decision that is looked at; None for the whole hand."""

    def opened(self) -> None:
        """Begin to judge."""
        super().opened()
        self._begin()

    def _begin(self) -> None:
        """Judge the hand `number` from its first decision on."""
        self.made, self.at = [], None
        self.total = advice.decisions(self.match, self.number, self.me)
        self.show_all()
        self.work(self._judge, "review")

    async def _judge(self) -> None:
        coming = advice.review(self.match, self.number, self.me)
        while decision := await asyncio.to_thread(next, coming, None):
            self.made.append(decision)
            self.show_all()

    # What is shown

    total = 0
    """How many decisions there are to judge."""

    def show_all(self) -> None:
        """The hand at the decision that is looked at."""
        t, number = self.look.t, self.number
        items = [say("rev.title", n=number)]
        if self.at is not None:
            items.append(say("rev.step", n=self.at + 1, m=self.total))
        self.query_one(TopBar).update(TopShow(tuple(items)))
        self.query_one(Hands).update(self._hands())
        self.query_one(Lines).update(self._overview() if self.at is None else self._told(self.made[self.at]))
        values = [decision.value for decision in self.made]
        waiting = [None] * (self.total - len(values))
        signs = "".join(SIGNS[decision.grade] for decision in self.made).ljust(self.total)
        legend = tuple((SIGNS[grade], t(f"rev.grade.{grade}")) for grade in SIGNS if SIGNS[grade] != " ")
        chart = ChartShow((*values, *waiting), signs, self.at)
        self.query_one(Chart).update(ChartPanel(say("rev.chart.value"), chart, legend))
        hints = [
            ("left_right", say("foot.choose"), "step:1"),
            ("up_down", say("foot.slips"), "slip:1"),
            ("enter", say("foot.dearest"), "dearest"),
            KEYS_HINT, BACK_HINT,
        ]  # fmt: skip
        self.query_one(KeyBar).update(key_bar(hints, drop=("up_down", "left_right", "enter")))

    def _hands(self) -> HandsShow:
        deal = self.match.deals[self.number - 1]
        shown = deal.result is not None and deal.result.settlement is not None
        if self.at is None and shown:
            mine = 0 if deal.result is not None and deal.result.knocker_seat == self.me else 1
            return HandsShow(sides(self.look, deal, self.me), mine=mine)
        past = deal.replayed(len(deal.moves) if self.at is None else self.made[self.at].index)
        both = open_sides(self.look, past, self.me, both=shown)
        return HandsShow(both, marks=self._marks(), mine=len(both) - 1)

    def _marks(self) -> tuple[tuple[Card, str], ...]:
        """The card that was thrown, and the better one."""
        if self.at is None:
            return ()
        decision = self.made[self.at]
        made, best = decision.move.card, decision.best.card
        if made == best:
            return () if made is None else ((made, BEST),)
        return tuple((card, sign) for card, sign in ((made, MADE), (best, BEST)) if card is not None)

    def _overview(self) -> LinesShow:
        """How far the work is, then the verdict."""
        if len(self.made) < self.total:
            step = say("rev.step", n=len(self.made) + 1, m=self.total)
            return LinesShow((Line(step, "soft"),), len(self.made) / self.total)
        t, deal = self.look.t, self.match.deals[self.number - 1]
        verdict = advice.verdict(t, deal, self.me, self.made)
        first, *more = (shows.words_of(sentence) for sentence in verdict)
        lines = [Line(first, "accent"), *(Line(each) for each in more)]
        average = advice.average_cost(self.made)
        if average is not None:
            lines.append(Line(f"{t.number(average, 1)}  {t('stats.cost')}", "soft"))
        return LinesShow(tuple(lines))

    def _told(self, decision: Decision) -> LinesShow:
        """The move, the better one, what the difference is and why."""
        t, view = self.look.t, decision.view
        lines = [Line(say("rev.yours", move=tuple(advice.phrase(t, view, decision.move))))]
        if decision.grade == "best":
            lines.append(Line(say("rev.same"), "soft"))
        else:
            lines.append(Line(say("rev.best", move=tuple(advice.phrase(t, view, decision.best))), "accent"))
            cost = t.n("rev.cost", 2, x=t.number(decision.cost, 1))  # with a decimal they are many
            voice: Voice = "bad" if decision.grade == "big" else "text"
            lines.append(Line(f"{cost} · {t(f'rev.grade.{decision.grade}')}", voice))
        lines += [Line(shows.words_of(sentence), "soft") for sentence in advice.why(t, view, decision.best)]
        deal = self.match.deals[self.number - 1].replayed(decision.index)
        lines.insert(0 if self.look.roomy else len(lines), piles_line(self.look, deal))
        return LinesShow(tuple(lines))

    # Going through it

    def _look_at(self, at: int | None) -> None:
        self.at = None if at is None or not self.made else max(0, min(at, len(self.made) - 1))
        self.show_all()

    def do_step(self, by: str) -> None:
        """The decision before or after; before the first is the whole hand."""
        at = (-1 if self.at is None else self.at) + int(by)
        self._look_at(None if at < 0 else at)

    def do_slip(self, by: str) -> None:
        """The slip before or after."""
        here = -1 if self.at is None else self.at
        slips = [n for n, decision in enumerate(self.made) if decision.cost >= advice.SMALL]
        later, earlier = [n for n in slips if n > here], [n for n in slips if n < here]
        if int(by) > 0 and later:
            self._look_at(later[0])
        elif int(by) < 0:
            self._look_at(earlier[-1] if earlier else None)

    def do_dearest(self) -> None:
        """The decision that cost most; from there back to the whole hand."""
        worst = advice.dearest(self.made)
        at = None if worst is None else self.made.index(worst)
        self._look_at(None if at == self.at else at)

    def do_overview(self) -> None:
        """The whole hand."""
        self._look_at(None)

    def do_last(self) -> None:
        """The last decision."""
        self._look_at(len(self.made) - 1)

    def leaves(self, by: int) -> bool:
        """From the last hand on."""
        return is_last(self.number - 1, len(self.match.results), by)

    def do_hand(self, by: str) -> None:
        """The hand before or after, of those that are over."""
        number = self.number + int(by)
        if 1 <= number <= len(self.match.results):
            self.number = number
            self._begin()

    def picked(self, target: Target, times: int) -> None:
        """A column of the chart is a decision."""
        if isinstance(target, RowSpot):
            if target.row < len(self.made):
                self._look_at(target.row)
        else:
            super().picked(target, times)
