"""A terminal that goes away takes the game with it, also where the system sends no signal."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import time
from pathlib import Path

from ginrummy.tui.leaving import GONE


def test_the_game_ends_when_its_terminal_hangs_up_without_a_signal(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    # Not its session's terminal (no TIOCSCTTY), so the system does not send SIGHUP.
    command = [sys.executable, "-m", "ginrummy", "--data-dir", str(tmp_path)]
    environ = {**os.environ, "TERM": "xterm"}
    program = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True, env=environ
    )
    os.close(theirs)
    shown = b""
    end = time.monotonic() + 60
    while b"\x1b[?1049h" not in shown and time.monotonic() < end:
        shown += os.read(ours, 65536)
    time.sleep(0.5)
    os.close(ours)
    try:
        assert program.wait(60) == GONE
    finally:
        program.kill()
        program.wait()
