"""All matches: go on with those that wait to be finished, watch those that are over, delete."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.widget import Widget

from ginrummy.session import Session
from ginrummy.store import Summary, Unopened
from ginrummy.tui import layout
from ginrummy.tui.look import Words, say
from ginrummy.tui.painted import RowSpot, Target
from ginrummy.tui.screens.base import BACK_HINT, KEYS_HINT, ButtonsPage, PlacesOf, key_bar
from ginrummy.tui.screens.table_show import level_words
from ginrummy.tui.widgets.bars import KeyBar, KeysShow, TopBar, TopShow
from ginrummy.tui.widgets.buttons import Button, Buttons, ButtonsShow
from ginrummy.tui.widgets.settings import SettingHead, SettingRow, SettingsList, SettingsShow


class MatchesScreen(ButtonsPage):
    """The list, one match in focus; the buttons act on it."""

    PLACES: ClassVar[PlacesOf] = staticmethod(layout.page_with_question)
    KEYS = {  # noqa: RUF012
        "up": "up", "down": "down", "left": "left", "right": "right", "tab": "right", "shift+tab": "left",
        "enter": "enter", "space": "enter", "g": "giveup", "w": "watch", "x": "delete",
        "delete": "delete", "backspace": "delete",
    }  # fmt: skip
    KEYS_HELP = (
        ("↑ ↓", say("foot.choose")), ("Enter", say("btn.goon")), ("g", say("btn.giveup")),
        ("w", say("foot.watch")), ("x", say("btn.delete")),
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.matches: list[Summary] = []
        self.waiting = 0
        """How many of them, the first, wait to be finished."""
        self.row = 0
        self._rows: list[int] = []
        """The line of the list that each match stands on."""
        self.question: str | None = None

    def parts(self) -> Iterator[Widget]:
        """The list and its buttons."""
        yield TopBar(TopShow(), id="topbar")
        yield SettingsList(SettingsShow(say("stats.matches")), id="page")
        yield Buttons(ButtonsShow(), id="buttons")
        yield KeyBar(KeysShow(), id="keybar")

    def opened(self) -> None:
        """Read the list."""
        self._read()
        super().opened()

    def _read(self) -> None:
        there = [match for match in self.game.store.matches() if match.header is not None]
        self.matches = [match for match in there if match.unfinished]
        self.waiting = len(self.matches)
        self.matches += [match for match in there if not match.unfinished]
        self.row = max(0, min(self.row, len(self.matches) - 1))

    def show_all(self) -> None:
        """A line a match: where it stands, against whom, by which rules."""
        lines: list[SettingHead | SettingRow] = []
        self._rows = []
        for n, match in enumerate(self.matches):
            if n in (0, self.waiting):
                lines.append(SettingHead(say("menu.waiting" if n < self.waiting else "menu.records")))
            self._rows.append(len(lines))
            lines.append(SettingRow(self._standing(match), told=self._kind(match)))
        focus = self._rows[self.row] if self._rows else 0
        self.query_one(SettingsList).update(SettingsShow(say("stats.matches"), tuple(lines), focus))
        folder = self.game.store.deleted_folder.name
        question = say(f"ask.{self.question}", folder=folder) if self.question else None
        self.query_one(Buttons).update(ButtonsShow(self.buttons(), self.button or None, question))
        hints = [("up_down", say("foot.choose"), "down"), KEYS_HINT, BACK_HINT]
        self.query_one(KeyBar).update(key_bar(hints, drop=("up_down",)))

    def _standing(self, match: Summary) -> Words:
        mine, theirs = match.scores[match.me], match.scores[1 - match.me]
        if match.unfinished:
            return say("menu.resume", n=match.hand, a=mine, b=theirs)
        return say("menu.past", a=mine, b=theirs)

    def _kind(self, match: Summary) -> tuple[Words, ...]:
        """Where it is over how it ended and the day it was begun; the opponent, the rules."""
        if match.header is None:
            return ()
        rules = match.header.rules
        kind = (
            level_words(match.header.opponent.name),
            say(f"preset.{rules.preset_name() or 'own'}"),
            say("hud.target", n=rules.target),
        )
        if match.unfinished:
            return kind
        return (say(_end_of(match)), self.look.sum(match.header.when[:10]), *kind)

    def buttons(self) -> tuple[Button, ...]:
        """What can be done with the match in focus, or the answers to a question."""
        if self.question == "giveup":
            return (
                Button("yes", "enter", say("btn.giveup"), primary=True),
                Button("no", "escape", say("act.cancel")),
            )
        if self.question == "delete":
            return (
                Button("yes", "enter", say("btn.delete"), primary=True),
                Button("no", "escape", say("act.cancel")),
            )
        if self.row >= self.waiting:
            return (
                Button("watch", "enter", say("foot.watch"), primary=True),
                Button("delete", "x", say("btn.delete")),
            )
        return (
            Button("goon", "enter", say("btn.goon"), primary=True),
            Button("giveup", "g", say("btn.giveup")),
            Button("delete", "x", say("btn.delete")),
        )

    def _move(self, by: int) -> None:
        if self.matches and self.question is None:
            self.row, self.button = (self.row + by) % len(self.matches), 0
        self.show_all()

    def do_up(self) -> None:
        """The match above."""
        self._move(-1)

    def do_down(self) -> None:
        """The match below."""
        self._move(1)

    def do_goon(self) -> None:
        """Go on with the match in focus."""
        if self.row < self.waiting:
            path = self.matches[self.row].path
            self.game.pop_screen()
            self.game.resume(path)

    def do_watch(self) -> None:
        """Watch the hands of the match in focus that are over."""
        from ginrummy.tui.screens.replay import ReplayScreen

        if self.matches and self.question is None:
            try:
                recorder = self.game.store.look(self.matches[self.row].path)
            except Unopened as error:
                self.game.tell(error.notice)
            else:
                self.game.push_screen(ReplayScreen(recorder))

    def do_giveup(self) -> None:
        """Ask before the match is lost."""
        if self.row < self.waiting:
            self._ask("giveup")

    def do_delete(self) -> None:
        """Ask before the match is gone."""
        self._ask("delete")

    def _ask(self, what: str) -> None:
        if self.matches:
            self.question, self.button = what, 1
            self.show_all()

    def do_yes(self) -> None:
        """Give up or delete."""
        what, self.question, self.button = self.question, None, 0
        path = self.matches[self.row].path
        try:
            if what == "giveup":
                session = Session.resume(path, self.game.store)
                session.give_up()
                session.close()
            else:
                self.game.store.delete(path)
        except Unopened as error:
            self.game.tell(error.notice)
        self._read()
        if self.matches:
            self.show_all()
        else:
            self.game.go_back()

    def do_no(self) -> None:
        """Everything as it was."""
        self.question, self.button = None, 0
        self.show_all()

    def do_back(self) -> None:
        """Out of the question, or back."""
        if self.question is not None:
            self.do_no()
        else:
            super().do_back()

    def picked(self, target: Target, times: int) -> None:
        """A match is chosen by a click, gone on with by two."""
        if isinstance(target, RowSpot):
            if target.row in self._rows and self.question is None:
                self.row, self.button = self._rows.index(target.row), 0
                self.show_all()
                if times == 2:
                    self.do_enter()
        else:
            super().picked(target, times)


def _end_of(match: Summary) -> str:
    """The key of the word for how a match ended for the person: the scores alone need not say who won."""
    if match.ended == "gave_up":
        return "menu.gaveup"
    if match.winner is None:
        return "menu.level"
    return "menu.won" if match.winner == match.me else "menu.lost"
