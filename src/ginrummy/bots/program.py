"""A foreign program, spoken to in lines, that can neither block, flood nor outlive us.

Three threads carry the bytes, because a pipe of a foreign program may stall in either direction and Windows
can wait for pipes in no other way: one writes what is queued, one reads lines within limits, one keeps what
comes on standard error in a log. The program runs in a session of its own, so it has no terminal to write to,
and it is ended as a group: first its input ends, then it is asked (SIGTERM), then it is killed. What left the
group is looked for on Linux (see `strays`); on Windows the tree of its children is ended.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import queue
import re
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

from ginrummy.bots import strays

MOST_BYTES = 65_536
"""The longest line that is read from a program."""
MOST_WAITING = 16
"""Lines that a program may be ahead before it counts as flooding."""
MOST_LOGGED = 1 << 20
"""Bytes of standard error that are kept, of one run and in one file."""
GRACE, MERCY = 0.5, 0.3
"""Seconds to leave by itself when its input ended, and again when it was asked to."""


class BotError(Exception):
    """A bot that cannot play on and loses the match; the message is one line, without control characters."""

    kind = "died"


class BotDied(BotError):
    """Its program could not be started, ended, or failed."""


class BotTimeout(BotError):
    """No answer within the limit."""

    kind = "late"


class BotIllegal(BotError):
    """An answer that is no legal move, or more than was asked for."""

    kind = "illegal"


class Program:
    """A running program. Raises `BotDied` when it cannot be started. `log` takes its standard error."""

    def __init__(self, argv: Sequence[str], extra_env: Mapping[str, str], log: Path) -> None:
        self._mark = f"{os.getpid()}-{secrets.token_hex(8)}"
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._lines: queue.SimpleQueue[bytes | BotError] = queue.SimpleQueue()
        self._over, self._ending = False, threading.Lock()
        with _starting:
            if _no_more:
                raise BotDied("was not started: the game is being ended")
            self._process = _start(argv, {**os.environ, **extra_env, strays.MARK: self._mark})
            assert self._process.stdin
            assert self._process.stdout
            assert self._process.stderr
            self._reader = _thread(_read_lines, self._process.stdout, self._lines)
            self._threads = [
                self._reader,
                _thread(_write_all, self._process.stdin, self._outgoing),
                _thread(_keep_log, self._process.stderr, log),
            ]
            _running.add(self)

    @property
    def pid(self) -> int:
        """The number of its first process, which is that of its group too."""
        return self._process.pid

    def send(self, line: bytes) -> None:
        """Queue a line. Never waits: a program that does not read is found out by its silence."""
        self._outgoing.put(line)

    def receive(self, seconds: float) -> bytes:
        """The next line, without its end. Raises `BotTimeout`, `BotDied` or `BotIllegal`."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise BotTimeout(f"did not answer within {seconds:g} s") from None
        if isinstance(line, BotError):
            raise line
        return line

    def end(self, grace: float = GRACE) -> str:
        """End the program and everything it started, after `grace` seconds to leave by itself.

        Returns how it ended, for people: `exit status 3`, or `ended by signal 15`.
        """
        with self._ending:
            if self._over:
                return self._how()
            self._over = True
            # Now, while parents still tell whose children they are.
            others = strays.hold(self.pid, self._mark)
            self._outgoing.put(None)
            self._kill(self._exited(grace))
            strays.kill(others)
            strays.kill_all(self.pid, self._mark)
            self._process.wait()
            for thread in self._threads:
                thread.join(MERCY)
            _running.discard(self)
            return self._how()

    def _how(self) -> str:
        status = self._process.returncode
        return f"exit status {status}" if status >= 0 else f"ended by signal {-status}"

    def _exited(self, seconds: float) -> bool:
        """Wait until the program is gone, but do not collect it: so its number cannot pass to another."""
        if not hasattr(os, "waitid"):
            self._reader.join(seconds)
            return not self._reader.is_alive()
        deadline = time.monotonic() + seconds
        while not os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            if time.monotonic() >= deadline:
                return False
            time.sleep(0.003)
        return True

    def _kill(self, gone: bool) -> None:
        if sys.platform == "win32":
            subprocess.run(["taskkill", "/T", "/F", "/PID", str(self.pid)], capture_output=True, check=False)
            return
        if not gone:
            _signal_group(self.pid, signal.SIGTERM)
            self._exited(MERCY)
        _signal_group(self.pid, signal.SIGKILL)


_running: set[Program] = set()
_starting, _no_more = threading.Lock(), False


@atexit.register
def end_all() -> None:
    """End every program that still runs; none can be started any more."""
    global _no_more
    with _starting:
        _no_more = True
    for program in list(_running):
        program.end(grace=0)


def _start(argv: Sequence[str], env: Mapping[str, str]) -> subprocess.Popen[bytes]:
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
    try:
        return subprocess.Popen(
            argv,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=env,
            start_new_session=True,
            creationflags=flags,
        )
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BotDied(f"cannot be started: {reason}") from None


def _signal_group(group: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):  # all gone, or only dead ones left (macOS)
        os.killpg(group, number)


# The three threads. Each closes its own end of the pipe, so that none is closed under another's hands.


def _thread(target: object, *args: object) -> threading.Thread:
    thread = threading.Thread(target=target, args=args, daemon=True)  # type: ignore[arg-type]
    thread.start()
    return thread


def _write_all(pipe: IO[bytes], outgoing: queue.SimpleQueue[bytes | None]) -> None:
    with pipe:
        try:
            while (line := outgoing.get()) is not None:
                while line:
                    line = line[os.write(pipe.fileno(), line) :]
        except OSError:
            pass  # it reads no more, which is its right until it is asked again


def _read_lines(pipe: IO[bytes], lines: queue.SimpleQueue[bytes | BotError]) -> None:
    with pipe:
        rest = b""
        while chunk := _read(pipe):
            *whole, rest = (rest + chunk).split(b"\n")
            if any(len(line) > MOST_BYTES for line in (*whole, rest)):
                lines.put(BotIllegal(f"wrote a line of more than {MOST_BYTES} bytes"))
                return
            for line in whole[: MOST_WAITING + 1]:
                lines.put(line)
            if lines.qsize() > MOST_WAITING:
                lines.put(BotIllegal("wrote much more than it was asked"))
                return
        lines.put(BotDied("stopped"))


def _read(pipe: IO[bytes]) -> bytes:
    try:
        return os.read(pipe.fileno(), MOST_BYTES)
    except OSError:
        return b""


def _keep_log(pipe: IO[bytes], log: Path) -> None:
    """Standard error as text without control characters; nothing is kept where the log cannot be written."""
    with pipe:
        left = MOST_LOGGED
        while chunk := _read(pipe):
            if left > 0:
                _append(log, chunk[:left])
                left -= len(chunk)


def _append(log: Path, chunk: bytes) -> None:
    text = chunk.decode(errors="replace")
    clean = "".join(sign if sign.isprintable() or sign in "\n\t" else "?" for sign in text)
    with contextlib.suppress(OSError):
        log.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        start_anew = log.exists() and log.stat().st_size > MOST_LOGGED
        flags = os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if start_anew else os.O_APPEND)
        with open(os.open(log, flags, 0o600), "a", encoding="utf-8") as file:
            file.write(clean)


def log_name(argv: Sequence[str]) -> str:
    """The name of the log of a program: that of its file, and of the script it runs.

    >>> log_name(["/usr/bin/python3", "bots/my bot.py", "--fast"])
    'python3-my_bot.py.log'
    """
    words = "-".join(Path(word).name for word in argv[:2])
    return re.sub(r"[^A-Za-z0-9.-]+", "_", words)[:80] + ".log"
