"""The whole game in model terminals: on every screen, in every language, each cell is as it was laid out.

One run of the program for each width rule and window walks through all screens and, on each, with `l` through
all languages and back.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from ginrummy.engine.rules import HouseRules
from ginrummy.i18n import Translator
from tests.terminal.model import ModelRule, ModelTerminal
from tests.terminal.prepared import at_upcard, can_knock, can_win, write_finished, write_match, write_settings

RULES: tuple[ModelRule, ...] = ("sum", "mc0", "cluster")
SIZES = [(40, 20), (45, 35), (80, 24), (120, 36)]
LANGUAGES = ["ne", "hi", "en"]


SHORT = HouseRules.preset("pagat", target=40)
MOST_ROWS = 60


class Walk:
    """Goes from screen to screen and collects what is wrong on them."""

    def __init__(self, terminal: ModelTerminal) -> None:
        self.terminal = terminal
        self.go = terminal.change
        self.faults: list[str] = []

    def look(self, screen: str) -> None:
        """Compare what is shown with what was laid out."""
        if faults := self.terminal.faults():
            self.faults.append(f"{screen}: {faults[:5]}\n" + "\n".join(self.terminal.text()))

    def languages(self, screen: str, *again: str) -> None:
        """Look at a screen in every language and once more in the first; `again` brings back what a key
        takes away."""
        self.look(screen)
        for _ in LANGUAGES:
            self.go("l", *again)
            self.look(screen)

    def open(self, key: str, screen: str) -> None:
        """Look at what a key opens, and close it."""
        self.go(key)
        self.languages(screen)
        self.go("escape")

    def choose(self, label: str) -> None:
        """Bring the focus of a list to the line with this message."""
        words = Translator("ne")(label)
        line = re.compile(f"▌[ ▸]*{re.escape(words)}(  |$)")
        for _ in range(MOST_ROWS):
            if any(map(line.search, self.terminal.text())):
                return
            self.go("down")
        raise AssertionError(f"no line says {words}:\n" + "\n".join(self.terminal.text()))

    def table(self) -> None:
        """The phases of a hand, and what lies above the table."""
        self.go("enter")
        self.languages("table, upcard")
        self.go("p")
        self.languages("table, draw")
        self.go("d")
        self.languages("table, discard")
        self.go("k")
        self.languages("table, refusal", "k")
        self.go("h")
        self.languages("table, hint")
        self.go("escape")
        self.open("m", "moves")
        self.open("r", "rules")
        self.go("?", "down")
        self.languages("keys")
        self.go("escape")
        self.palette()
        self.go("escape")

    def palette(self) -> None:
        """The command palette in every language, something found and nothing found."""
        for _ in LANGUAGES:
            for keys in ((":",), ("down",), ("थ",), ("ि",), ("म",), ("ज",)):
                self.go(*keys)
                self.look("palette")
            self.go("escape", "l")

    def end_of_hand(self) -> None:
        """A knock: the question before it, what follows, the hand again."""
        self.go("enter", "k")
        self.languages("table, question")
        self.go("k")
        self.languages("showdown")
        self.go("v")
        self.languages("sheet after the hand")
        self.go("w")
        self.terminal.wait_quiet(1.0)
        self.languages("review")
        self.go("right")
        self.look("review, first decision")
        self.go("escape", "escape", "enter")
        self.look("table, next hand")
        self.go("escape")

    def last_hand(self) -> None:
        """The end of a match, and what made up the final score."""
        self.go("enter", "k", "k")
        self.look("showdown, last hand")
        self.go("enter")
        self.languages("sheet after the match")
        self.open("f", "final score")
        self.go("escape")

    def matches(self) -> None:
        """The list of matches, a question there, a finished match watched, others gone on with."""
        self.choose("stats.matches")
        self.go("enter")
        self.languages("matches")
        self.go("x")
        self.languages("matches, question")
        self.go("escape", "up", "enter", "right", "right")
        self.languages("replay")
        self.go("escape", "down", "down")
        self.end_of_hand()
        self.go("enter", "down", "down")
        self.last_hand()
        self.choose("act.stats")
        self.open("enter", "statistics")

    def settings(self, every_row: bool) -> None:
        """Both pages; their rows opened."""
        self.go("o")
        self.languages("settings")
        if every_row:
            self.rows("settings")
        self.choose("set.more")
        self.go("enter")
        self.languages("more house rules")
        if every_row:
            self.rows("more house rules")
        self.go("escape", "escape")

    def rows(self, screen: str) -> None:
        """Every row of a page of settings."""
        first = self.focused()
        for _ in range(MOST_ROWS):
            self.go("down")
            if self.focused() == first:
                return
            self.look(f"{screen}, a row")
        raise AssertionError(f"no way round on {screen}")

    def focused(self) -> list[str]:
        """What the line in focus says."""
        return [row for row in self.terminal.text() if "▌" in row]

    def guide(self) -> None:
        """The first steps of the guide."""
        self.choose("menu.guide")
        self.go("enter")
        self.languages("guide")
        for _ in range(3):
            self.go("enter")
            self.look("guide, further on")
        self.go("escape")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("rule", RULES)
def test_no_cell_is_ever_off(rule: ModelRule, size: tuple[int, int], tmp_path: Path) -> None:
    write_finished(tmp_path, "over", 3)
    write_match(tmp_path, "last", can_win, rules=SHORT)
    write_match(tmp_path, "knock", can_knock)
    write_match(tmp_path, "upcard", at_upcard)
    write_settings(tmp_path, speed="none", guide=False, level="easy", languages=LANGUAGES)
    command = [sys.executable, "-m", "ginrummy", "--data-dir", str(tmp_path), "--lang", "ne"]
    with ModelTerminal(command, rule, size, witness=True, env={"NO_COLOR": "1"}) as terminal:
        walk = Walk(terminal)
        terminal.wait_for("नेपाली")
        walk.languages("menu")
        walk.table()
        walk.settings(every_row=rule == "sum")
        walk.matches()
        walk.guide()
        assert walk.faults == [], "\n".join(walk.faults)
