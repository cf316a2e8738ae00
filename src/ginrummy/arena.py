"""The arena: bots against each other over mirrored pairs of matches.

Pair *n* of a contest is played on the deal code that the shuffle derives from the seed and *n*, twice, with
the seats swapped; bots get seeds derived from the seed, the pair and the seat. So every figure but the
timings depends on the seed alone, however the pairs are spread over processes or machines.

    >>> report = run(Contest(("easy", "easy"), matches=2, seed=1))
    >>> report.pairings[0, 1][0][0].winner == 1 - report.pairings[0, 1][0][1].winner
    True
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import combinations
from multiprocessing.synchronize import Event as StopEvent
from pathlib import Path
from typing import Any

from ginrummy import __version__, bots
from ginrummy.bots.external import LIMIT, ExternalBot
from ginrummy.bots.program import BotDied, BotError, BotIllegal, BotTimeout, end_all
from ginrummy.bots.protocol import brief, deal_over, match_over
from ginrummy.engine.moves import Move
from ginrummy.engine.record import Header, Line, Player, Recorder, dump
from ginrummy.engine.rules import STANDARD, HouseRules
from ginrummy.engine.shuffle import seeded_code
from ginrummy.figures import Fault, Outcome, Pair, ratings, summary, timings

MOST_DEALS = 500
"""Deals after which a match that nobody wins ends level: bots that never knock would go on for ever."""
MOST_PAIRS_AT_ONCE = 8
"""Pairs that are handed to a worker in one piece."""


class ArenaError(Exception):
    """A contest that cannot be played; the message is one line."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Who plays whom, and how. More than two bots play a round robin; `matches` is for each pairing.

    An odd number of matches is rounded up. `move_limit` is in seconds. `create` makes a bot from its name
    and seed; it has to be importable where the matches are played. `logs` is the folder for what programs
    write to standard error, and `when` the time for the records' headers; records are kept only with
    `records`."""

    names: tuple[str, ...]
    matches: int = 1000
    seed: int = 1
    rules: HouseRules = STANDARD
    move_limit: float = LIMIT
    create: Callable[[str, int], bots.Bot] = bots.create
    logs: Path | None = None
    records: bool = False
    when: str = ""

    @property
    def pairs(self) -> int:
        """The pairs of matches in each pairing."""
        return (self.matches + 1) // 2

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """Who meets whom, as places in `names`."""
        return list(combinations(range(len(self.names)), 2))

    def bot(self, name: str, seed: int) -> bots.Bot:
        """A new player for one match."""
        made = self.create(name, seed)
        if isinstance(made, ExternalBot):
            made.limit = self.move_limit
            made.logs = self.logs or made.logs
        return made


@dataclass(slots=True)
class Report:
    """What was played: for each pairing the pairs from the first on. `interrupted` when not all were."""

    contest: Contest
    pairings: dict[tuple[int, int], list[Pair]]
    interrupted: bool = False

    def to_json(self) -> dict[str, Any]:
        """The figures of two bots, or of a round robin: every pairing's, and the table of ratings."""
        contest = self.contest
        big_gin = bool(contest.rules.big_gin)
        extra = {"interrupted": True} if self.interrupted else {}
        figures = [
            summary((contest.names[a], contest.names[b]), contest.seed, pairs, big_gin)
            for (a, b), pairs in self.pairings.items()
        ]
        if len(figures) == 1:
            return figures[0] | extra
        return {"ratings": self.table(), "pairings": figures} | extra

    def table(self) -> list[dict[str, Any]]:
        """The bots of a round robin, the strongest first."""
        rates = {
            pairing: [(first.score + second.score) / 2 for first, second in pairs]
            for pairing, pairs in self.pairings.items()
        }
        rows = []
        for player, (rating, low, high) in enumerate(ratings(len(self.contest.names), rates)):
            ms = timings([outcome.times[at] for at, outcome in self._outcomes_of(player)])
            ends = [round(low), round(high)]
            name = self.contest.names[player]
            rows.append({"bot": name, "rating": round(rating), "ci95": ends, "ms_per_decision": ms})
        return sorted(rows, key=lambda row: -row["rating"])

    def _outcomes_of(self, player: int) -> Iterator[tuple[int, Outcome]]:
        """The player's matches, each with its place (0 or 1) in them."""
        for pairing, pairs in self.pairings.items():
            if player in pairing:
                yield from ((pairing.index(player), outcome) for pair in pairs for outcome in pair)


@dataclass(frozen=True, slots=True)
class Task:
    """Some pairs of a pairing, in one piece."""

    pairing: tuple[int, int]
    first: int
    count: int


Played = Generator[tuple[Task, list[Pair]], None, None]
"""Tasks with their pairs, as they are finished."""


def run(
    contest: Contest,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
    finished: Callable[[tuple[int, int], int, Pair], None] = lambda pairing, number, pair: None,
) -> Report:
    """Play a contest: here, in `jobs` processes, or through an `executor` of the caller's.

    `progress` hears how many of how many pairs are done, `finished` gets every pair (pairing, number from
    0, the two matches). Ctrl-C (`KeyboardInterrupt`) ends the contest early: the report holds the pairs
    that were done, without gaps, so its figures are those of a shorter contest. Raises `ArenaError`, also
    for a bot that cannot be made, and `UnknownBot`.
    """
    check(contest)
    done: dict[tuple[int, int], dict[int, Pair]] = {pairing: {} for pairing in contest.pairings}
    total, played, interrupted = contest.pairs * len(done), 0, False
    progress(0, total)
    try:
        with closing(_played(contest, jobs, executor)) as tasks:
            for task, pairs in tasks:
                for number, pair in enumerate(pairs, task.first):
                    finished(task.pairing, number, pair)
                    pair[0].record = pair[1].record = ""
                    done[task.pairing][number] = pair
                played += len(pairs)
                progress(played, total)
    except KeyboardInterrupt:
        interrupted = True
    return Report(contest, {pairing: _unbroken(pairs) for pairing, pairs in done.items()}, interrupted)


def check(contest: Contest) -> None:
    """Every bot can be made. Raises `ArenaError` and `UnknownBot`."""
    for name in dict.fromkeys(contest.names):
        try:
            close(contest.bot(name, 0))
        except bots.UnknownBot:
            raise
        except Exception as error:
            raise ArenaError(
                f"{name}: cannot be made ({type(error).__name__}: {brief(error, 200)})"
            ) from None


def _unbroken(pairs: dict[int, Pair]) -> list[Pair]:
    kept: list[Pair] = []
    while len(kept) in pairs:
        kept.append(pairs[len(kept)])
    return kept


# Where the pairs are played


def _played(contest: Contest, jobs: int, executor: Executor | None) -> Played:
    if executor is not None:
        return _spread(executor, contest, _tasks(contest, MOST_PAIRS_AT_ONCE))
    size = min(MOST_PAIRS_AT_ONCE, 1 + contest.pairs * len(contest.pairings) // (8 * jobs))
    if jobs > 1:
        return _in_processes(contest, jobs, _tasks(contest, size))
    return ((task, play_pairs(contest, task)) for task in _tasks(contest, 1))


def _tasks(contest: Contest, size: int) -> list[Task]:
    """All tasks, the pairings in turn, so that all get on evenly."""
    return [
        Task(pairing, first, min(size, contest.pairs - first))
        for first in range(0, contest.pairs, size)
        for pairing in contest.pairings
    ]


def _in_processes(contest: Contest, jobs: int, tasks: list[Task]) -> Played:
    # A fresh interpreter for each worker: forking a process with threads (a progress bar's) may deadlock.
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    try:
        with ProcessPoolExecutor(jobs, context, _prepare_worker, (stop,)) as executor:
            try:
                yield from _spread(executor, contest, tasks)
            finally:
                stop.set()
    except BrokenProcessPool:
        raise ArenaError("a worker process ended unexpectedly (did a bot end it?)") from None


def _spread(executor: Executor, contest: Contest, tasks: Iterable[Task]) -> Played:
    with _interrupts_held():
        futures = {executor.submit(play_pairs, contest, task): task for task in tasks}
    try:
        for future in as_completed(futures):
            yield futures.pop(future), future.result()
    finally:
        for future in futures:
            future.cancel()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C waits, here and in processes that are started meanwhile, until they are ready for it."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_stop: StopEvent | None = None


class _Stopped(Exception):
    """The contest was given up while this worker played for it."""


def _prepare_worker(stop: StopEvent) -> None:
    """Workers leave Ctrl-C to their parent, which sets `stop`, and do not outlive it."""
    global _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    end_all()
    os._exit(1)


# Playing


def play_pairs(contest: Contest, task: Task) -> list[Pair]:
    """Play the pairs of a task; the records are in the outcomes."""
    numbers = range(task.first, task.first + task.count)
    return [
        (play_match(contest, task.pairing, number, (0, 1)), play_match(contest, task.pairing, number, (1, 0)))
        for number in numbers
    ]


def play_match(contest: Contest, pairing: tuple[int, int], number: int, seating: tuple[int, int]) -> Outcome:
    """One match of pair `number`; `seating` says which of the pairing's two players sits at seat 0 and 1."""
    names = [contest.names[pairing[player]] for player in seating]
    seeds = [bot_seed(contest.seed, number, seat) for seat in (0, 1)]
    first, second = (Player("bot", name, seed) for name, seed in zip(names, seeds, strict=True))
    code = seeded_code(contest.seed, number)
    recorder = Recorder(Header(code, contest.rules, (first, second), when=contest.when, version=__version__))
    table = _Table(recorder, seating, contest.move_limit)
    try:
        for name, seed in zip(names, seeds, strict=True):
            table.bots.append(contest.bot(name, seed))
        return table.play(keep=contest.records)
    finally:
        for bot in table.bots:
            close(bot)


def bot_seed(seed: int, number: int, seat: int) -> int:
    """The seed of the bot at `seat` in both matches of pair `number`."""
    return int.from_bytes(sha256(f"ginrummy/bot|{seed}|{number}|{seat}".encode()).digest()[:4])


def close(bot: bots.Bot) -> None:
    """Let go of what a bot holds, if it holds anything."""
    if (closing := getattr(bot, "close", None)) is not None:
        closing()


@dataclass(slots=True)
class _Table:
    """One match in play between bots."""

    recorder: Recorder
    seating: tuple[int, int]
    move_limit: float
    bots: list[bots.Bot] = field(default_factory=list)
    outcome: Outcome = field(default_factory=Outcome)
    failed: dict[int, BotError] = field(default_factory=dict)
    """Seats whose bot failed while it heard of the end of a deal."""

    def play(self, keep: bool) -> Outcome:
        """Play to the end, and keep the record if it is wanted."""
        match, outcome = self.recorder.match, self.outcome
        lines = self.recorder.opening()
        while True:
            if _stop is not None and _stop.is_set():
                raise _Stopped
            lines += self._deal()
            if match.over or match.number == MOST_DEALS:
                break
            lines += self.recorder.next_deal()
        self._tell(match_over(match))
        outcome.winner = None if match.winner is None else self.seating[match.winner]
        outcome.record = dump(lines) if keep else ""
        return outcome

    def _deal(self) -> list[Line]:
        """Play the deal on the table. A bot that cannot go on loses the match."""
        recorder, lines = self.recorder, []
        deal = recorder.match.deal
        while not deal.over:
            seat = deal.turn
            try:
                lines += recorder.play(self._decide(seat))
            except BotError as error:
                self.outcome.fault = Fault(self.seating[seat], error.kind, str(error))
                lines += recorder.end(seat, "illegal" if isinstance(error, BotIllegal) else "no_answer")
                return lines
        self._count()
        self._tell(deal_over(recorder.match))
        return lines

    def _decide(self, seat: int) -> Move:
        """The move of the bot at `seat`, a legal one. Raises `BotError`."""
        if seat in self.failed:
            raise self.failed[seat]
        match = self.recorder.match
        view, legal = match.view(seat), tuple(match.deal.legal())
        start = time.perf_counter()
        try:
            move = self.bots[seat].choose(view, legal)
        except BotError:
            raise
        except Exception as error:
            raise _failure(error) from None
        finally:
            took = time.perf_counter() - start
            self.outcome.times[self.seating[seat]].append(took)
        if took > self.move_limit:
            raise BotTimeout(f"took more than {self.move_limit:g} s")
        if not isinstance(move, Move) or move not in legal:
            raise BotIllegal(f"chose {brief(move)}, which is not legal ({', '.join(map(str, legal))})")
        return move

    def _count(self) -> None:
        """Add the deal that is over to the outcome."""
        result, outcome = self.recorder.match.results[-1], self.outcome
        outcome.deals += 1
        outcome.void += result.result == "void"
        if result.winner_seat is not None:
            winner = self.seating[result.winner_seat]
            outcome.points[winner] += result.points
            outcome.ends[winner, result.result] += 1

    def _tell(self, event: Line) -> None:
        for seat, bot in enumerate(self.bots):
            if (hear := getattr(bot, "hear", None)) is not None:
                try:
                    hear(event)
                except Exception as error:
                    self.failed[seat] = _failure(error)


def _failure(error: Exception) -> BotDied:
    return BotDied(f"failed with {type(error).__name__}: {brief(error)}")
