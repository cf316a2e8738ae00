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


def seconds_to(words: bytes, command: list[str]) -> tuple[float, float]:
    """Start `command` on a terminal of its own; seconds until it has written `words`, then it is ended.

    The second number is the processor time it took so far, which a busy machine hardly changes.
    """
    began = time.perf_counter()
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", LANG="C.UTF-8")
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        os.execv(command[0], command)
    heard = b""
    while words not in heard:
        if not select.select([terminal], [], [], 20)[0]:
            raise TimeoutError(f"{command}: nothing like {words!r} in 20 seconds")
        new = os.read(terminal, 65536)
        for _ in range(new.count(b"\x1b[6n")):
            os.write(terminal, b"\x1b[1;3R")
        heard += new
    took = time.perf_counter() - began
    os.kill(child, signal.SIGKILL)
    used = os.wait4(child, 0)[2]
    os.close(terminal)
    return took, used.ru_utime + used.ru_stime


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        game = [sys.executable, "-m", "ginrummy", "--data-dir", folder, "--lang", "en"]
        label = [sys.executable, "-c", ONE_LABEL]
        seconds_to(b"match", game)  # compiled and in the cache from here on
        seconds_to(b"One label", label)
        rounds = [(seconds_to(b"match", game), seconds_to(b"One label", label)) for _ in range(args.rounds)]
    result: dict[str, float] = {}
    for n, what in enumerate(("ms", "cpu_ms")):
        ours, theirs = (
            statistics.median(times[n] for times in column) for column in zip(*rounds, strict=True)
        )
        ratio = what.replace("ms", "ratio")
        result |= {f"game_{what}": round(1000 * ours), f"label_{what}": round(1000 * theirs)}
        result[ratio] = round(ours / theirs, 2)
    if args.json:
        print(json.dumps(result))
    else:
        print("game {game_ms} ms, one label {label_ms} ms: {ratio}".format(**result), f"(limit {LIMIT})")
        print("of the processor {game_cpu_ms} ms and {label_cpu_ms} ms: {cpu_ratio}".format(**result))
    return 0 if result["ratio"] <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
