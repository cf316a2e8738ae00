"""`ginrummy arena A B [C…]`: bots against each other over mirrored deals, with intervals and timings."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from ginrummy.commands import (
    Seconds,
    UsageError,
    Whole,
    add_json,
    add_rules,
    find_store,
    find_translator,
    one_line,
    print_json,
    rules_request,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from rich.table import Table

    from ginrummy.arena import Report
    from ginrummy.figures import Pair
    from ginrummy.i18n import Translator

INTERRUPTED = 130


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The bots and how they meet."""
    add = parser.add_argument
    add("bots", nargs="+", metavar="BOT", help="easy, medium, hard, another, or cmd:PROGRAM")
    add("--matches", action=Whole, least=1, default=1000, metavar="N", help="matches of each pairing (1000)")
    add("--seed", action=Whole, default=1, metavar="S", help="what deals and bots follow from (1)")
    add("--jobs", action=Whole, least=1, default=1, metavar="J", help="processes that play (1)")
    add("--move-limit", action=Seconds, default=5.0, metavar="SECONDS", help="for a decision (5)")
    add("--out", metavar="FOLDER", help="write the match records into this folder, new or empty")
    add("--scheduler", metavar="ADDRESS", help="play on a Dask cluster, like tcp://host:8786")
    add_rules(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play and print the figures. Raises `UsageError`, `UnknownBot` and `RuleError`."""
    from ginrummy import arena
    from ginrummy.engine.rules import HouseRules

    if len(args.bots) < 2:
        raise UsageError("the arena needs two bots or more (like: ginrummy arena hard medium)")
    contest = arena.Contest(
        tuple(args.bots),
        matches=args.matches,
        seed=args.seed,
        rules=HouseRules.from_json(rules_request(args)),
        move_limit=args.move_limit,
        logs=find_store(args).logs_folder,
        records=args.out is not None,
        when=_now(),
    )
    with ExitStack() as stack:
        stack.enter_context(_terminated_like_interrupted())
        executor = stack.enter_context(_cluster(args.scheduler)) if args.scheduler else None
        finished = _record_writer(Path(args.out), len(contest.names)) if args.out else _ignore
        progress = stack.enter_context(_progress_bar())
        try:
            report = arena.run(
                contest, jobs=args.jobs, executor=executor, progress=progress, finished=finished
            )
        except arena.ArenaError as error:
            raise UsageError(str(error)) from None
    if args.json:
        print_json(report.to_json())
    else:
        _show(report, find_translator(args))
    return INTERRUPTED if report.interrupted else 0


def _now() -> str:
    from datetime import UTC, datetime

    return datetime.now(UTC).isoformat(timespec="seconds")


@contextmanager
def _terminated_like_interrupted() -> Iterator[None]:
    """SIGTERM ends a contest as Ctrl-C does, so that the programs of outside bots are ended too."""

    def interrupt(number: int, frame: object) -> NoReturn:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    """The Dask cluster at `address` as an executor."""
    try:
        connect = import_module("distributed").Client
    except ImportError:
        raise UsageError("--scheduler needs the extra cluster: pip install 'ginrummy[cluster]'") from None
    try:
        client = connect(address, timeout="10s")
    except (OSError, ValueError) as error:
        why = type(error).__name__
        raise UsageError(f"--scheduler: nothing answers at {one_line(address)} ({why})") from None
    with client:
        yield client.get_executor()


def _ignore(pairing: tuple[int, int], number: int, pair: Pair) -> None:
    pass


def _record_writer(folder: Path, players: int) -> Callable[[tuple[int, int], int, Pair], None]:
    """What writes the two records of a pair: `00001a` and `00001b`, in a round robin `1-3-00001a`."""
    from ginrummy.store import SUFFIX

    try:
        folder.mkdir(parents=True, exist_ok=True)
        taken = any(folder.iterdir())
    except OSError as error:
        raise UsageError(f"--out {one_line(str(folder))}: {error.strerror}") from None
    if taken:
        raise UsageError(f"--out {one_line(str(folder))}: the folder is not empty")

    def write(pairing: tuple[int, int], number: int, pair: Pair) -> None:
        meeting = "" if players == 2 else f"{pairing[0] + 1}-{pairing[1] + 1}-"
        for match, outcome in zip("ab", pair, strict=True):
            name = f"{meeting}{number + 1:05}{match}{SUFFIX}"
            try:
                (folder / name).write_text(outcome.record, encoding="utf-8")
            except OSError as error:
                raise UsageError(f"--out {one_line(str(folder / name))}: {error.strerror}") from None

    return write


@contextmanager
def _progress_bar() -> Iterator[Callable[[int, int], None]]:
    """A bar with an estimate on standard error, when that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


# For people


def _show(report: Report, t: Translator) -> None:
    from rich.console import Console

    console = Console(markup=False, highlight=False, emoji=False)
    figures = report.to_json()
    if report.interrupted:
        console.print(t("arena.stopped"))
    if "ratings" in figures and any(pairing["matches"] for pairing in figures["pairings"]):
        console.print(_ratings(figures["ratings"]))
    for pairing in figures.get("pairings", [figures]):
        if pairing["matches"]:
            console.print(_result(pairing, t))
    if figures.get("matches"):
        console.print(_details(figures))
    for pairing in figures.get("pairings", [figures]):
        for line in _forfeits(pairing):
            console.print(line)


def _result(figures: dict[str, Any], t: Translator) -> str:
    """A pairing's result in a sentence."""
    rate, low, high = (t.number(100 * share, 1) for share in (figures["a_win_rate"], *figures["ci95"]))
    a, b = one_line(figures["a"]), one_line(figures["b"])
    won, played = t.number(figures["a_wins"]), t.number(figures["matches"])
    return f"{a} – {b}: " + t("arena.result", a=a, n=won, m=played, p=rate, lo=low, hi=high)


def _details(figures: dict[str, Any]) -> Table:
    points, ends, ms = figures["points_per_deal"], figures["ends"], figures["ms_per_decision"]
    table = _table("", one_line(figures["a"]), one_line(figures["b"]))
    table.add_row("matches won", *(str(figures[f"{side}_wins"]) for side in "ab"))
    table.add_row("points per deal", *(f"{points[side]:.2f}" for side in "ab"))
    for kind in ends["a"]:
        table.add_row(f"deals won by {kind.replace('_', ' ')}", *(str(ends[side][kind]) for side in "ab"))
    for share in ms["a"]:
        table.add_row(f"ms a decision, {share}", *(f"{ms[side][share]:.2f}" for side in "ab"))
    table.caption = f"{figures['ties']} ties, {figures['deals']} deals, {figures['void']} of them void"
    table.caption_justify = "left"
    return table


def _ratings(rows: list[dict[str, Any]]) -> Table:
    table = _table("", "rating", "95% interval", "ms p50", "ms p99")
    for row in rows:
        low, high = row["ci95"]
        ms = row["ms_per_decision"]
        cells = (str(row["rating"]), f"{low} to {high}", f"{ms['p50']:.2f}", f"{ms['p99']:.2f}")
        table.add_row(one_line(row["bot"]), *cells)
    return table


def _table(*headings: str) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for at, heading in enumerate(headings):
        table.add_column(heading, justify="right" if at else "left")
    return table


def _forfeits(figures: dict[str, Any]) -> Iterator[str]:
    """Who lost matches otherwise than by the cards, and why."""
    for side in "ab":
        lost = figures["forfeits"][side]
        if count := sum(lost[kind] for kind in ("illegal", "died", "late")):
            reasons = "; ".join(lost["reasons"])
            yield f"{one_line(figures[side])} lost {count} by default: {reasons}"
