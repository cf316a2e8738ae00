"""From the command to the first picture: the game beside a Textual app that shows one label.

    python bench/startup.py [--json] [--rounds N]

Both run by turns in a pseudo-terminal of 80x24 that answers questions at once, as a terminal does. The
time is from starting the process to the first bytes that hold the words looked for; the median counts.
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

LIMIT = 1.4
ONE_LABEL = """
from textual.app import App
from textual.widgets import Label
class One(App):
    def compose(self):
        yield Label("One label")
One().run()
"""


def seconds_to(words: bytes, command: list[str]) -> float:
    """Start `command` on a terminal of its own; seconds until it has written `words`. Then it is ended."""
    began = time.perf_counter()
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", LANG="C.UTF-8")
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        os.execv(command[0], command)
    heard = b""
    try:
        while words not in heard:
            if not select.select([terminal], [], [], 20)[0]:
                raise TimeoutError(f"{command}: nothing like {words!r} in 20 seconds")
            new = os.read(terminal, 65536)
            for _ in range(new.count(b"\x1b[6n")):
                os.write(terminal, b"\x1b[1;3R")
            heard += new
        return time.perf_counter() - began
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        game = [sys.executable, "-m", "ginrummy", "--data-dir", folder, "--lang", "en"]
        label = [sys.executable, "-c", ONE_LABEL]
        seconds_to(b"match", game), seconds_to(b"One label", label)  # compiled and in the cache from here on
        ours, theirs = [], []
        for _ in range(args.rounds):
            ours.append(seconds_to(b"match", game))
            theirs.append(seconds_to(b"One label", label))
    mine, bare = statistics.median(ours), statistics.median(theirs)
    result = {"game_ms": round(1000 * mine), "label_ms": round(1000 * bare), "ratio": round(mine / bare, 2)}
    if args.json:
        print(json.dumps(result))
    else:
        print(
            f"game {result['game_ms']} ms, one label {result['label_ms']} ms: {result['ratio']} (limit {LIMIT})"
        )
    return 0 if mine / bare <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
