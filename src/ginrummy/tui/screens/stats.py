"""What the player has played: figures, shares with their intervals, charts over time.

Everything comes from the records. What the decisions cost is judged in the background, match by match, and
kept (see `ginrummy.costs`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from functools import partial

from textual.widget import Widget

from ginrummy.costs import LATEST, Cost, Costs, average
from ginrummy.i18n import Translator
from ginrummy.labels import bot_name
from ginrummy.stats import FEW, Group, Stats, gather
from ginrummy.tui.look import say
from ginrummy.tui.painted import Painted
from ginrummy.tui.screens.base import BACK_HINT, KEYS_HINT, Page, key_bar
from ginrummy.tui.widgets.bars import KeyBar, KeysShow, TopBar, TopShow
from ginrummy.tui.widgets.chart import ChartShow
from ginrummy.tui.widgets.stats import (
    Bars,
    Figures,
    Heading,
    Part,
    Share,
    StatsPage,
    StatsShow,
    Text,
    rows_of,
)


class StatsScreen(Page):
    """The page, which scrolls."""

    KEYS = {  # noqa: RUF012
        "up": "scroll:-1", "down": "scroll:1", "pageup": "page:-1", "pagedown": "page:1", "space": "page:1",
        "home": "first", "end": "last", "enter": "back",
    }  # fmt: skip
    KEYS_HELP = (("↑ ↓", say("foot.scroll")),)

    def __init__(self) -> None:
        super().__init__()
        self.top = 0
        self.stats = Stats()
        self.costs: list[Cost | None] = []

    def parts(self) -> Iterator[Widget]:
        """Bars and the page."""
        yield TopBar(TopShow(), id="topbar")
        yield StatsPage(StatsShow(), id="page")
        yield KeyBar(KeysShow(), id="keybar")

    def opened(self) -> None:
        """Fold the records, then begin to judge what was not judged yet."""
        self.stats = gather(self.game.store.matches())
        known = Costs(self.game.store)
        latest = self.stats.counted[-LATEST:]
        self.costs = [known.known(path) for path, _ in latest]
        super().opened()
        if None in self.costs:
            self.work(partial(self._judge, known), "costs")

    async def _judge(self, known: Costs) -> None:
        """The latest matches first; every match that is done shows at once."""
        latest = self.stats.counted[-LATEST:]
        for n in reversed(range(len(latest))):
            if self.costs[n] is None:
                coming = known.judge(*latest[n])
                while self.costs[n] is None:
                    self.costs[n] = await asyncio.to_thread(next, coming)
                self.show_all()

    def show_all(self) -> None:
        """The page from where it is read."""
        page = self.query_one(StatsPage)
        parts = stats_parts(self.look.t, self.stats, self.costs)
        rows = rows_of(self.look, parts, page.size.width)
        self.top = max(0, min(self.top, rows - page.size.height))
        page.update(StatsShow(parts, self.top))
        hints = [("up_down", say("foot.scroll"), "scroll:1"), KEYS_HINT, BACK_HINT]
        self.query_one(KeyBar).update(key_bar(hints, drop=("up_down",)))

    def do_scroll(self, by: str) -> None:
        """So many rows."""
        self.top += int(by)
        self.show_all()

    def do_page(self, by: str) -> None:
        """A screenful."""
        self.do_scroll(str(int(by) * max(1, self.query_one(StatsPage).size.height - 2)))

    def do_first(self) -> None:
        """To the beginning."""
        self.do_scroll("-100000")

    def do_last(self) -> None:
        """To the end."""
        self.do_scroll("100000")

    def on_painted_scrolled(self, message: Painted.Scrolled) -> None:
        """The wheel scrolls three rows."""
        message.stop()
        self.do_scroll(str(3 * message.by))


def stats_parts(t: Translator, stats: Stats, costs: list[Cost | None]) -> tuple[Part, ...]:
    """The page in parts; what was played with help stands apart at the end."""
    parts: list[Part] = [Heading(say("stats.title"))]
    if stats.all.matches:
        parts += _overall(t, stats)
        parts += _shares("stats.bylevel", {bot_name(t, name): g for name, g in stats.by_level.items()})
        presets = {t(f"preset.{name}"): group for name, group in stats.by_preset.items()}
        parts += _shares("stats.bypreset", presets)
        parts += [Heading(say("stats.margins")), Bars(ChartShow(tuple(map(float, stats.margins[-60:]))), 5)]
        parts += _costs(t, costs)
    elif not stats.helped.matches:
        parts.append(Text(say("stats.none")))
    if stats.helped.matches:
        parts += [Heading(say("stats.helped")), _share(stats.helped, t("stats.won"))]
        parts.append(Figures(_hands(t, stats.helped)))
    if stats.all.matches:
        parts += [Heading(""), Text(say("stats.leftout"))]
    return tuple(parts)


def _overall(t: Translator, stats: Stats) -> list[Part]:
    group = stats.all
    parts: list[Part] = [_share(group, t("stats.won"))]
    if group.matches < FEW:
        parts.append(Text(say("stats.few")))
    lasted = (
        (t.number(stats.streak), say("stats.streak")),
        (t.number(stats.best_streak), say("stats.beststreak")),
        (t.number(stats.longest), say("stats.longest")),
        (t.number(stats.unfinished), say("menu.waiting")),
    )
    return [*parts, Heading(say("stats.hands")), Figures((*_hands(t, group), *lasted))]


def _hands(t: Translator, group: Group) -> tuple[tuple[str, str], ...]:
    """The figures about hands: in two columns one's own to the left, the opponent's to the right."""
    average_knock = "–" if group.knock_average is None else t.number(group.knock_average, 1)
    return (
        (t.number(group.hands), t("stats.hands")),
        (t.number(group.hands_won), t("stats.handswon")),
        (t.number(group.gins), t("stats.gins")),
        (t.number(group.gins_against), t("stats.gins.opp")),
        (t.number(group.knocks), t("stats.knocks")),
        (t.number(group.knocks_against), t("stats.knocks.opp")),
        (t.number(group.undercuts_made), t("stats.undergave")),
        (t.number(group.undercuts_suffered), t("stats.undergot")),
        (average_knock, t("stats.knockavg")),
        (t.number(group.void), t("stats.voids")),
    )


def _share(group: Group, words: str) -> Share:
    low, high = group.interval
    between = say("stats.between", a=round(100 * low), b=round(100 * high))
    return Share(group.won, group.matches, low, high, words, between)


def _shares(title: str, groups: Mapping[str, Group]) -> list[Part]:
    return [Heading(say(title)), *(_share(group, name) for name, group in groups.items())]


def _costs(t: Translator, costs: list[Cost | None]) -> list[Part]:
    """What decisions cost over time, as far as it is judged."""
    judged = [cost for cost in costs if cost is not None]
    parts: list[Part] = [Heading(say("stats.costtime"))]
    mean = average(judged)
    if mean is not None:
        parts.append(Figures(((t.number(mean, 1), say("stats.cost")),)))
    if len(judged) < len(costs):
        parts.append(Text(say("stats.working", n=len(judged), m=len(costs))))
    values = tuple(None if cost is None else cost.average for cost in costs)
    return [*parts, Bars(ChartShow(values, counts=True), 4)]
