"""People at a model terminal who play sensibly, in lines or on the screen, until somebody pulls the plug."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from ginrummy.engine.deal import Phase
from ginrummy.engine.moves import Kind, Move
from ginrummy.engine.view import View
from ginrummy.guide import suggest
from ginrummy.store import Store, load
from ginrummy.tui.arrange import Order
from tests.terminal.model import ModelTerminal

SLOW_DISK = str(Path(__file__).with_name("slow_disk.py"))
LETTERS = {Kind.DRAW: "d", Kind.TAKE: "t", Kind.PASS: "p", Kind.DONE: "e", Kind.BIG_GIN: "k"}


class Player(ModelTerminal):
    """A program in a terminal and a person who plays at it. `heard` is all it has written."""

    def __init__(self, folder: Path, options: Sequence[str], chance: Random, slow: bool = False) -> None:
        self.heard = ""
        self.folder, self.chance = folder, chance
        program = [SLOW_DISK] if slow else ["-m", "ginrummy"]
        super().__init__([sys.executable, *program, "--data-dir", str(folder), "--lang", "en", *options])

    def _feed(self, data: str) -> None:
        self.heard += data
        super()._feed(data)

    def newest(self) -> Path | None:
        """The file of the match on the table: the one that was written last."""
        files = list(Store(self.folder).match_files())
        return max(files, key=lambda path: (path.stat().st_mtime_ns, path.name), default=None)

    def wait_until(self, seconds: float) -> None:
        """Let time pass, and take in what is written."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.running():
            self._pump(min(0.02, seconds))

    def pull_the_plug(self, number: int = signal.SIGKILL) -> None:
        """End the program by a signal, whatever it is doing."""
        if self.running():
            os.kill(self.pid, number)
        self.wait_exit()


class LinePlayer(Player):
    """Plays in plain mode. `prompts` is how often the program has asked for a move."""

    def __init__(self, folder: Path, chance: Random, new: bool, slow: bool = False) -> None:
        super().__init__(folder, ["--plain", *(["--new"] if new else [])], chance, slow)
        self.new = new

    @property
    def prompts(self) -> int:
        """How often a move, or what comes next, was asked for."""
        return self.heard.count("Your move:")

    def sit_down(self) -> None:
        """To the table."""
        if not self.new:
            self._wait(lambda: "Type a number:" in self.heard, 30, "the menu")
            self.type("1\n")
        self._wait(lambda: self.prompts > 0, 30, "the table")

    def send(self) -> None:
        """Type the next move, whatever it does."""
        path = self.newest()
        assert path is not None
        match = load(path).match
        self.type(("n" if match.deal.over else _line(suggest(match.view(0)))) + "\n")

    def move(self) -> None:
        """Type the next move and wait until the next one is asked for."""
        asked = self.prompts
        self.send()
        self._wait(lambda: self.prompts > asked or not self.running(), 30, "the answer to a move")


class ScreenPlayer(Player):
    """Plays on the screen."""

    def __init__(self, folder: Path, chance: Random, new: bool, slow: bool = False) -> None:
        super().__init__(folder, ["--new"] if new else [], chance, slow)
        self.new = new
        self._same: tuple[bytes, int] = (b"", 0)

    def sit_down(self) -> None:
        """To the table."""
        if not self.new:
            self.wait_for("Continue match", 60)
            self.wait_quiet(0.25, 60)
            self.type("\r")
        self.wait_for(lambda rows: "Hand " in rows[0], 60)
        self.wait_quiet(0.25, 60)

    def send(self) -> None:
        """Press the keys of the next move, whatever they do."""
        path = self.newest()
        assert path is not None
        data = path.read_bytes()
        self._same = (data, self._same[1] + 1) if data == self._same[0] else (data, 0)
        match = load(path).match
        if self._same[1] > 2:  # a question or a page is open: any key that leads on
            keys = self.chance.choice([["\r"], ["n"], ["\x1b"], ["\t", "\r"]])
        elif match.deal.over or match.deal.phase is Phase.LAYOFF:
            keys = ["n"] if match.deal.over else ["\r"]
        else:
            keys = _keys(match.view(0))
        for key in keys:
            self.type(key)

    def move(self) -> None:
        """Press the keys of the next move and wait until nothing moves any more."""
        self.send()
        self.wait_quiet(0.25, 30)


def _line(move: Move) -> str:
    """A move as it is typed."""
    if move.kind in (Kind.KNOCK, Kind.DISCARD):
        return f"{'knock' if move.kind is Kind.KNOCK else 'throw'} {move.card}"
    return "gin" if move.kind is Kind.BIG_GIN else LETTERS[move.kind]


def _keys(view: View) -> list[str]:
    """The keys of a move at the table."""
    move = suggest(view)
    if move.kind is Kind.KNOCK:
        return ["k"]
    if move.kind is not Kind.DISCARD:
        return [LETTERS[move.kind]]
    cards = [card for group in Order().groups(view.hand, view.drawn) for card in group.cards]
    return ["\x1b[H", *["\x1b[C"] * cards.index(move.card), "\r"]  # type: ignore[arg-type]
