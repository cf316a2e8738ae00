"""A whole match in a real terminal, by keys alone, killed in the middle and gone on with."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="there is no tmux here")

PATIENCE = 30.0
"""Seconds to wait for something that must come."""


class Terminal:
    """The game in a tmux of its own."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name, self.servers = folder, name, 1

    def tmux(self, *words: str) -> str:
        """Run a tmux command and return what it says."""
        command = ["tmux", "-L", f"{self.name}-{self.servers}", "-f", "/dev/null", *words]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE).stdout

    def start(self, *options: str) -> None:
        """Begin the game in a window of 80x24."""
        game = [sys.executable, "-m", "ginrummy", "--data-dir", str(self.folder), "--lang", "en", *options]
        self.tmux("new-session", "-d", "-x", "80", "-y", "24", *game)

    def screen(self) -> str:
        """What the window shows."""
        return self.tmux("capture-pane", "-p")

    def press(self, key: str) -> None:
        """Type a key and wait until something has come of it."""
        before = self.screen()
        self.tmux("send-keys", key)
        end = time.monotonic() + PATIENCE
        while self.screen() == before and time.monotonic() < end:
            time.sleep(0.02)

    def await_text(self, *texts: str) -> str:
        """The screen once one of the texts is on it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            screen = self.screen()
            if any(text in screen for text in texts):
                return screen
            time.sleep(0.02)
        raise AssertionError(f"none of {texts} on the screen:\n{screen}")

    def kill(self) -> None:
        """End the game as a crash would."""
        pid = int(self.tmux("display-message", "-p", "#{pane_pid}"))
        os.kill(pid, signal.SIGKILL)
        self.servers += 1  # the old one leaves with its only window


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    (tmp_path / "settings.toml").write_text('speed = "none"\nconfirm = false\n', encoding="utf-8")
    made = Terminal(tmp_path, f"ginrummy-test-{os.getpid()}")
    yield made
    for number in range(1, made.servers + 1):
        command = ["tmux", "-L", f"{made.name}-{number}", "kill-server"]
        subprocess.run(command, capture_output=True, check=False, timeout=PATIENCE)


ANSWERS = {
    "Play again": "",
    "That is gin. Knock, or play on?": "Enter",
    "Throw it anyway?": "Escape",
    "k Knock": "k",
    "t Take": "d",
    "p Pass": "p",
    "d Draw": "d",
    "Discard": "Enter",
    "Next hand": "n",
    "Score sheet": "Enter",
}
"""What a simple player does at a sight, the first that is there."""


def test_a_match_is_played_to_its_end_by_keys_alone_through_a_crash(terminal: Terminal) -> None:
    terminal.start("--new", "--level", "easy", "--target", "10", "--deal", "7K3F-9QXM-2AB4")
    crashed = False
    for _ in range(400):
        screen = terminal.await_text(*ANSWERS)
        sight = next(text for text in ANSWERS if text in screen)
        if sight == "Play again":
            break
        if sight == "Discard" and not crashed and screen.splitlines()[8].split()[0] != "31":
            stock = screen.splitlines()[8][3:12]
            terminal.kill()
            terminal.start()
            assert "Continue match" in terminal.await_text("Continue match")
            terminal.press("Enter")
            assert stock in terminal.await_text("Discard").splitlines()[8]
            crashed = True
        else:
            terminal.press("p" if sight == "t Take" and "p Pass" in screen else ANSWERS[sight])
    assert crashed
    assert "match, " in terminal.screen()
    terminal.press("Escape")
    assert "New match" in terminal.await_text("New match")
