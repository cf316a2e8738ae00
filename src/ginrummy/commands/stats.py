"""`ginrummy stats`: what you have played, as a table with charts."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ginrummy.commands import add_json, find_store, find_translator, one_line, print_json

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ginrummy.costs import Cost
    from ginrummy.i18n import Translator
    from ginrummy.stats import Group, Stats
    from ginrummy.store import Store

BAR = 20
"""Cells of a bar that stands for all matches won."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`--json`."""
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the figures."""
    from ginrummy.stats import FEW, gather

    store, t = find_store(args), find_translator(args)
    stats = gather(store.matches())
    costs = _judged(store, stats, t)
    if args.json:
        print_json(stats.to_json() | {"margins": stats.margins, "costs": _costs_json(stats, costs)})
        return 0
    from rich.console import Console

    console = Console()
    if not stats.all.matches:
        if not stats.helped.matches:
            console.print(t("stats.none"))
        _print_helped(console, stats.helped, t)
        return 0
    console.print(t("stats.title"), style="bold")
    console.print(_figures(stats, costs, t))
    for title, groups in (("stats.bylevel", stats.by_level), ("stats.bypreset", stats.by_preset)):
        console.print()
        console.print(t(title), style="bold")
        console.print(_groups(groups, t, "diff" if title == "stats.bylevel" else "preset"))
    if stats.helped.matches:
        console.print()
    _print_helped(console, stats.helped, t)
    console.print()
    if stats.all.matches < FEW:
        console.print(t("stats.few"), style="dim")
    console.print(t("stats.leftout"), style="dim")
    return 0


def _judged(store: Store, stats: Stats, t: Translator) -> list[Cost]:
    """What the decisions of the latest matches cost; those not judged yet take a second or two each."""
    from ginrummy.costs import LATEST, Costs

    known, costs = Costs(store), []
    latest = stats.counted[-LATEST:]
    shown = sys.stderr.isatty()
    for n, (path, me) in enumerate(latest):
        cost = known.known(path)
        if cost is None:
            if shown:
                print("\r" + t("stats.working", n=n, m=len(latest)), end="", file=sys.stderr, flush=True)
            cost = next(each for each in known.judge(path, me) if each is not None)
        costs.append(cost)
    if shown:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    return costs


def _costs_json(stats: Stats, costs: list[Cost]) -> dict[str, Any]:
    """The average cost of a decision in points: of all looked at, and match by match."""
    from ginrummy.costs import average

    mean, latest = average(costs), stats.counted[-len(costs) :] if costs else []
    return {
        "average": None if mean is None else round(mean, 3),
        "matches": [
            {"file": path.name, "decisions": cost.decisions, "average": round(cost.average, 3)}
            for (path, _), cost in zip(latest, costs, strict=True)
        ],
    }


def _print_helped(console: Console, group: Group, t: Translator) -> None:
    """What was played with help, counted apart."""
    if group.matches:
        console.print(t("stats.helped"), style="bold")
        console.print(_group(group, t))


def _group(group: Group, t: Translator, margins: str = "") -> Table:
    """The figures of some matches: what, how many, and what goes with it."""
    from rich.table import Table

    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column(justify="right")
    table.add_column(style="dim")
    low, high = group.interval
    knock = "–" if group.knock_average is None else t.number(group.knock_average, 1)
    table.add_row(t("stats.matches"), t.number(group.matches), margins)
    table.add_row(t("stats.won"), t.number(group.won))
    between = t("stats.between", a=round(100 * low), b=round(100 * high))
    table.add_row(t("stats.rate"), t.number(100 * group.won / group.matches), between)
    table.add_row(t("stats.hands"), t.number(group.hands))
    table.add_row(t("stats.handswon"), t.number(group.hands_won))
    table.add_row(t("stats.gins"), t.number(group.gins))
    table.add_row(t("stats.gins.opp"), t.number(group.gins_against))
    table.add_row(t("stats.knocks"), t.number(group.knocks))
    table.add_row(t("stats.knocks.opp"), t.number(group.knocks_against))
    table.add_row(t("stats.undergave"), t.number(group.undercuts_made))
    table.add_row(t("stats.undergot"), t.number(group.undercuts_suffered))
    table.add_row(t("stats.voids"), t.number(group.void))
    table.add_row(t("stats.knockavg"), knock)
    return table


def _figures(stats: Stats, costs: list[Cost], t: Translator) -> Table:
    from ginrummy.costs import average

    table, mean = _group(stats.all, t, _sparks(stats.margins)), average(costs)
    sparks = _sparks([cost.average for cost in costs], centred=False)
    table.add_row(t("stats.cost"), "–" if mean is None else t.number(mean, 1), sparks)
    table.add_row(t("stats.streak"), t.number(stats.streak))
    table.add_row(t("stats.beststreak"), t.number(stats.best_streak))
    table.add_row(t("stats.longest"), t.number(stats.longest))
    table.add_row(t("menu.waiting"), t.number(stats.unfinished))
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


def _sparks(values: Sequence[float], centred: bool = True) -> str:
    """The last values as a line of small columns, the middle height being zero, or the lowest.

    >>> _sparks([-100, 0, 100]), _sparks([0.0, 2.0], centred=False)
    ('▁▅█', '▁█')
    """
    last = values[-BAR:]
    most = max((abs(each) for each in last), default=0) or 1
    low, half = (3.5, 3.5) if centred else (0.0, 7.0)
    return "".join("▁▂▃▄▅▆▇█"[round(low + half * each / most + 0.01)] for each in last)
