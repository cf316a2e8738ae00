"""`ginrummy stats`: what you have played, as a table with charts."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ginrummy.commands import add_json, find_store, find_translator, one_line, print_json

if TYPE_CHECKING:
    from rich.table import Table

    from ginrummy.i18n import Translator
    from ginrummy.stats import Group, Stats

BAR = 20
"""Cells of a bar that stands for all matches won."""
FEW = 20
"""Matches below which shares say little."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`--json`."""
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the figures."""
    from ginrummy.stats import gather

    stats = gather(find_store(args).matches())
    if args.json:
        print_json(stats.to_json())
        return 0
    from rich.console import Console

    t, console = find_translator(args), Console()
    if not stats.all.matches:
        console.print(t("stats.none"))
        return 0
    console.print(t("stats.title"), style="bold")
    console.print(_figures(stats, t))
    for title, groups in (("stats.bylevel", stats.by_level), ("stats.bypreset", stats.by_preset)):
        console.print()
        console.print(t(title), style="bold")
        console.print(_groups(groups, t, "diff" if title == "stats.bylevel" else "preset"))
    console.print()
    if stats.all.matches < FEW:
        console.print(t("stats.few"), style="dim")
    console.print(t("stats.leftout"), style="dim")
    return 0


def _figures(stats: Stats, t: Translator) -> Table:
    from rich.table import Table

    table, group = Table.grid(padding=(0, 2, 0, 0)), stats.all
    table.add_column()
    table.add_column(justify="right")
    table.add_column(style="dim")
    low, high = group.interval
    average = "–" if group.knock_average is None else t.number(group.knock_average, 1)
    table.add_row(t("stats.matches"), t.number(group.matches), _sparks(stats.margins))
    table.add_row(t("stats.won"), t.number(group.won))
    between = t("stats.between", a=round(100 * low), b=round(100 * high))
    table.add_row(t("stats.rate"), t.number(100 * group.won / group.matches), between)
    table.add_row(t("stats.hands"), t.number(group.hands))
    table.add_row(t("stats.gins"), t.number(group.gins))
    table.add_row(t("stats.knocks"), t.number(group.knocks))
    table.add_row(t("stats.undergave"), t.number(group.undercuts_made))
    table.add_row(t("stats.undergot"), t.number(group.undercuts_suffered))
    table.add_row(t("stats.knockavg"), average)
    table.add_row(t("stats.streak"), t.number(stats.streak))
    table.add_row(t("stats.beststreak"), t.number(stats.best_streak))
    table.add_row(t("stats.longest"), t.number(stats.longest), t("stats.hands"))
    return table


def _groups(groups: dict[str, Group], t: Translator, prefix: str) -> Table:
    """A line a group: matches, matches won, and a bar for the share with its interval."""
    from rich.table import Table

    from ginrummy.engine.rules import PRESETS
    from ginrummy.settings import LEVELS

    table = Table.grid(padding=(0, 2, 0, 0))
    for justify in ("left", "right", "left", "left"):
        table.add_column(justify=justify)
    for name, group in groups.items():
        known = name in LEVELS or name in PRESETS or name == "own"
        low, high = group.interval
        table.add_row(
            t(f"{prefix}.{name}") if known else one_line(name),
            f"{t.number(group.won)}/{t.number(group.matches)}",
            _bar(group.won / group.matches),
            t("stats.between", a=round(100 * low), b=round(100 * high)),
        )
    return table


def _bar(share: float) -> str:
    """A bar of `BAR` cells.

    >>> _bar(0.25)
    '█████░░░░░░░░░░░░░░░'
    """
    full = round(BAR * share)
    return "█" * full + "░" * (BAR - full)


def _sparks(margins: list[int]) -> str:
    """The last margins as a line of small columns, the middle height being level.

    >>> _sparks([-100, 0, 100])
    '▁▅█'
    """
    last = margins[-BAR:]
    most = max((abs(each) for each in last), default=0) or 1
    return "".join("▁▂▃▄▅▆▇█"[round(3.5 + 3.5 * each / most + 0.01)] for each in last)
