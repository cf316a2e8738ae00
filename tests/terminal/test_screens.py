"""The whole game in model terminals: on every screen, in every language, each cell is as it was laid out.

One run of the program for each width rule and window walks through all screens and, on each, with `l` through
all languages and back.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.terminal.model import ModelRule, ModelTerminal
from tests.terminal.prepared import at_upcard, can_knock, write_finished, write_match, write_settings

RULES: tuple[ModelRule, ...] = ("sum", "mc0", "cluster")
SIZES = [(40, 20), (45, 35), (80, 24), (120, 36)]
LANGUAGES = ["ne", "hi", "en"]


class Walk:
    """Goes from screen to screen and collects what is wrong on them."""

    def __init__(self, terminal: ModelTerminal) -> None:
        self.terminal = terminal
        self.faults: list[str] = []
        self.seen: set[str] = set()

    def look(self, screen: str) -> None:
        """Compare what is shown with what was laid out."""
        text = self.terminal.text()
        self.seen.add(screen)
        if faults := self.terminal.faults():
            self.faults.append(f"{screen}: {faults[:5]}\n" + "\n".join(text))

    def languages(self, screen: str, *again: str) -> None:
        """Look at a screen in every language and once more in the first; `again` brings back what a key
        takes away."""
        self.look(screen)
        for _ in LANGUAGES:
            self.terminal.change("l", *again)
            self.look(screen)

    def table(self) -> None:
        """The phases of a hand, and what lies above the table."""
        go = self.terminal.change
        go("enter")
        self.languages("table, upcard")
        go("p")
        self.languages("table, draw")
        go("d")
        self.languages("table, discard")
        go("k")
        self.languages("table, refusal", "k")
        for key, screen in (("m", "moves"), ("v", "sheet"), ("?", "keys"), ("r", "rules")):
            go(key)
            self.languages(screen)
            go("escape")
        go("escape")

    def end_of_hand(self) -> None:
        """A knock: the question before it, what follows."""
        go = self.terminal.change
        go("k")
        self.languages("table, question")
        go("k")
        self.languages("showdown")
        go("v")
        self.languages("sheet after the hand")
        go("escape")
        go("enter")
        self.look("table, next hand")

    def settings(self) -> None:
        """Every row opened, on both pages."""
        go = self.terminal.change
        go("o")
        self.languages("settings")
        for _ in range(22):
            go("down")
            self.look("settings, next row")
        go("escape")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("rule", RULES)
def test_no_cell_is_ever_off(rule: ModelRule, size: tuple[int, int], tmp_path: Path) -> None:
    write_finished(tmp_path, "over", 3)
    write_match(tmp_path, "knock", can_knock)
    write_match(tmp_path, "upcard", at_upcard)
    write_settings(tmp_path, speed="none", guide=False, level="easy", languages=LANGUAGES)
    command = [sys.executable, "-m", "ginrummy", "--data-dir", str(tmp_path), "--lang", "ne"]
    with ModelTerminal(command, rule, size, witness=True) as terminal:
        walk = Walk(terminal)
        terminal.wait_for("नेपाली")
        walk.languages("menu")
        walk.table()
        walk.settings()
        assert walk.faults == [], "\n".join(walk.faults)
