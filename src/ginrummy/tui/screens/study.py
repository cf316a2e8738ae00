"""What review and replay share: a deal at some moment with both hands open, and where its piles stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.widget import Widget

from ginrummy.engine import melds
from ginrummy.engine.cards import cards_of
from ginrummy.engine.deal import Deal
from ginrummy.tui import layout
from ginrummy.tui.look import Look
from ginrummy.tui.painted import Painted
from ginrummy.tui.screens.base import Page, PlacesOf
from ginrummy.tui.screens.showdown import loose_group
from ginrummy.tui.widgets.bars import KeyBar, KeysShow, TopBar, TopShow
from ginrummy.tui.widgets.chart import Chart, ChartPanel, ChartShow
from ginrummy.tui.widgets.hand import Group
from ginrummy.tui.widgets.lines import Line, Lines, LinesShow
from ginrummy.tui.widgets.showdown import Hands, HandsShow, SideShow


class StudyPage(Page):
    """A hand that is over, gone through step by step."""

    PLACES: ClassVar[PlacesOf] = staticmethod(layout.study)

    def parts(self) -> Iterator[Widget]:
        """Both hands, what is said, the chart."""
        yield TopBar(TopShow(), id="topbar")
        yield Hands(HandsShow(), id="hands")
        yield Lines(LinesShow(), id="words")
        yield Chart(ChartPanel("", ChartShow()), id="chart")
        yield KeyBar(KeysShow(), id="keybar")

    def section(self) -> str:
        """How a hand is counted."""
        return "score"

    def do_step(self, by: str) -> None:
        """So many steps on or back."""
        raise NotImplementedError

    def on_painted_scrolled(self, message: Painted.Scrolled) -> None:
        """The wheel goes from step to step."""
        message.stop()
        self.do_step(str(message.by))


def open_sides(look: Look, deal: Deal, me: int, both: bool = True) -> tuple[SideShow, ...]:
    """The hands as they are held, arranged in their melds: the opponent's above, one's own below it.

    The counts stand in the titles, so that the row below the cards is free for marks.
    """
    seats = (1 - me, me) if both else (me,)
    return tuple(_side(look, deal, seat, seat == me) for seat in seats)


def _side(look: Look, deal: Deal, seat: int, mine: bool) -> SideShow:
    best, t = melds.best(deal.hands[seat]), look.t
    groups = tuple(Group(cards_of(meld), meld=True) for meld in best.melds)
    title = t("hud.yourhand" if mine else "hud.opphand")
    return SideShow(f"{title} · {t('deadwood.n', n=best.deadwood)}", groups + loose_group(best.loose))


def piles_line(look: Look, deal: Deal) -> Line:
    """The top of the pile and how many cards the stock has."""
    t = look.t
    cards = tuple(reversed(deal.pile[-3:]))
    return Line(f"{t('pile')} · {t('stock')} {t.number(deal.stock)}", "soft", cards)
