"""From a key to its painted effect, and the memory: the table beside a bare Textual app of as many widgets.

    python bench/keys.py [--json] [--keys N]

Both run at the same time, each in a pseudo-terminal of 80x24 that answers questions at once, and get their
keys by turns. The time is from writing the key to the first bytes of what it changes; the median counts. The
bare app has a `Static` for each widget of the table and changes two of them, as an arrow key does there.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import pty
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path

LIMIT, MEMORY_LIMIT = 1.3, 30.0
WIDGETS = 11
"""On the table in play: nine parts, the card that flies, the line for small windows."""
QUIET = 0.06
"""Seconds without output after which an app is taken to have drawn all it had to."""
BARE = f"""
from textual.app import App
from textual.widgets import Static
TEXTS = ("\\n".join(["one " * 18] * 7), "\\n".join(["two " * 18] * 7))
class Bare(App):
    CSS = "Static {{ height: 2; }} #a {{ height: 7; }}"
    at = 0
    def compose(self):
        yield Static(TEXTS[0], id="a")
        yield Static("one", id="b")
        for _ in range({WIDGETS - 2}):
            yield Static("a part")
    def on_key(self, event):
        self.at = 1 - self.at
        self.query_one("#a").update(TEXTS[self.at])
        self.query_one("#b").update(TEXTS[self.at][:3])
Bare().run()
"""


class Program:
    """A program on a terminal of its own."""

    def __init__(self, command: list[str]) -> None:
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", LANG="C.UTF-8")
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            os.execv(command[0], command)

    def read(self, seconds: float) -> bytes:
        """What it writes next, b"" when it writes nothing for so long."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return b""
        heard = os.read(self.terminal, 65536)
        for _ in range(heard.count(b"\x1b[6n")):
            os.write(self.terminal, b"\x1b[1;3R")
        return heard

    def settle(self, quiet: float = QUIET) -> None:
        """Wait until it is quiet."""
        while self.read(quiet):
            pass

    def key(self, key: bytes) -> float:
        """Seconds from a key to the first bytes that it changes."""
        began = time.perf_counter()
        os.write(self.terminal, key)
        if not self.read(5.0):
            raise TimeoutError(f"{key!r} changed nothing")
        took = time.perf_counter() - began
        self.settle()
        return took

    @property
    def megabytes(self) -> float:
        """The memory it holds now (VmRSS, Linux)."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def end(self) -> None:
        """End it."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.terminal)


def measure(keys: int) -> dict[str, float]:
    """Medians in milliseconds, memory in megabytes, and both compared."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "settings.toml").write_text('speed = "none"\nlevel = "easy"\nguide = false\n')
        command = [sys.executable, "-m", "ginrummy", "--data-dir", folder, "--lang", "en", "--new"]
        game, bare = Program(command), Program([sys.executable, "-c", BARE])
        try:
            for program in (game, bare):
                program.settle(3.0)
            for key in (b"t", b"1"):  # take the pile's top card, then to the first card of the hand
                os.write(game.terminal, key)
                game.settle(1.0)
            arrows = (b"\x1b[C", b"\x1b[D")
            times = [(game.key(arrows[n % 2]), bare.key(arrows[n % 2])) for n in range(keys + 10)][10:]
            ours, theirs = (statistics.median(column) * 1000 for column in zip(*times, strict=True))
            memory = game.megabytes, bare.megabytes
        finally:
            game.end()
            bare.end()
    return {
        "game_ms": round(ours, 2),
        "bare_ms": round(theirs, 2),
        "ratio": round(ours / theirs, 2),
        "game_mb": round(memory[0], 1),
        "bare_mb": round(memory[1], 1),
        "more_mb": round(memory[0] - memory[1], 1),
    }


def main() -> int:
    """Measure and print; 1 when a limit is passed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keys", type=int, default=200)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    result = measure(args.keys)
    if args.json:
        print(json.dumps(result))
    else:
        print("a key: {game_ms} ms, bare {bare_ms} ms: {ratio}".format(**result), f"(limit {LIMIT})")
        print(
            "memory: {game_mb} MB, bare {bare_mb} MB: {more_mb} MB more".format(**result),
            f"(limit {MEMORY_LIMIT:.0f})",
        )
    return 0 if result["ratio"] <= LIMIT and result["more_mb"] <= MEMORY_LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
