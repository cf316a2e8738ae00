"""House rules and settings: every change is in force and saved at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from textual.widget import Widget

from ginrummy.engine.rules import SPECS, STANDARD
from ginrummy.labels import rule_label
from ginrummy.settings import SCHEMA
from ginrummy.tui.look import Words, say
from ginrummy.tui.painted import Painted, RowSpot, Target
from ginrummy.tui.screens import settings_show as shows
from ginrummy.tui.screens.base import BACK_HINT, KEYS_HINT, RULES_HINT, Page, key_bar
from ginrummy.tui.widgets.bars import KeyBar, KeysShow, TopBar, TopShow
from ginrummy.tui.widgets.settings import SettingHead, SettingsList, SettingsShow

MOST_DIGITS = 4


class SettingsScreen(Page):
    """The first page, and with `more` that of all house rules."""

    KEYS = {  # noqa: RUF012
        "up": "up", "down": "down", "home": "first", "end": "last",
        "left": "change:-1", "right": "change:1", "enter": "enter", "space": "enter", "backspace": "erase",
        "pageup": "page:-1", "pagedown": "page:1",
    }  # fmt: skip
    KEYS_HELP = (("↑ ↓", say("foot.choose")), ("← →", say("foot.change")), ("Enter", say("keys.enter")))

    def __init__(self, more: bool = False, by_arrow: bool = False) -> None:
        super().__init__()
        self.more = more
        self.just_opened = by_arrow
        """The key before was the one to the right that opened this page: the one to the left goes back."""
        self.row = 1
        self.many_at = 0
        """The choice in focus in a row of which several may be on."""
        self.typed: str | None = None
        self.standard = 0
        self.notice: Words | None = None

    def parts(self) -> Iterator[Widget]:
        """Bars and the list."""
        yield TopBar(TopShow(), id="topbar")
        yield SettingsList(SettingsShow(say("set.title")), id="page")
        yield KeyBar(KeysShow(), id="keybar")

    def section(self) -> str:
        """The rule in focus."""
        line = self.lines()[self.row]
        if line.kind == "rule":
            return f"rule-{line.name}"
        return "presets" if line.kind == "preset" else "house"

    def lines(self) -> list[shows.Line]:
        """What stands on the page."""
        settings = self.game.settings
        if self.more:
            return shows.rule_lines(self.look, settings, self.standard)
        return shows.front_lines(self.look, settings)

    def show_all(self) -> None:
        """The lines; what is being typed stands in its row."""
        lines = self.lines()
        self.row = max(1, min(self.row, len(lines) - 1))
        shown = [line.shown for line in lines]
        row = shown[self.row]
        if not isinstance(row, SettingHead):
            shown[self.row] = shows.in_focus(row, self.typed, self.many_at)
        title = say("set.more" if self.more else "set.title")
        self.query_one(SettingsList).update(SettingsShow(title, tuple(shown), self.row, self.notice))
        is_door = lines[self.row].kind == "more"
        change = ("left_right", say("foot.change"), "change:1")
        hints = [
            ("up_down", say("foot.choose"), "down"),
            ("enter", say("foot.open"), "enter") if is_door else change,
            RULES_HINT, KEYS_HINT, BACK_HINT,
        ]  # fmt: skip
        self.query_one(KeyBar).update(key_bar(hints, drop=("r", "up_down", "left_right", "enter")))

    def press(self, key: str) -> None:
        """Digits are typed into a number."""
        was_just_opened, self.just_opened = self.just_opened, False
        if was_just_opened and key == "left":
            self.do_back()
            return
        line = self.lines()[self.row]
        if key.isdigit() and line.kind == "rule" and SPECS[line.name].low is not None:
            self.typed = ((self.typed or "") + key).lstrip("0")[:MOST_DIGITS] or "0"
            self.show_all()
        else:
            super().press(key)

    def _go(self, row: int, by: int) -> None:
        """To the next row that is no head."""
        self._take_typed()
        lines = self.lines()
        row %= len(lines)
        while lines[row].kind == "head":
            row = (row + by) % len(lines)
        self.row, self.many_at = row, 0
        self.show_all()

    def do_up(self) -> None:
        """The row above."""
        self._go(self.row - 1, -1)

    def do_down(self) -> None:
        """The row below."""
        self._go(self.row + 1, 1)

    def do_first(self) -> None:
        """The first row."""
        self._go(1, 1)

    def do_last(self) -> None:
        """The last row."""
        self._go(-1, -1)

    def do_page(self, by: str) -> None:
        """Several rows."""
        self._go(max(1, min(len(self.lines()) - 1, self.row + 8 * int(by))), int(by))

    def do_erase(self) -> None:
        """Take the last digit back."""
        if self.typed is not None:
            self.typed = self.typed[:-1] or None
            self.show_all()

    def do_change(self, by: str) -> None:
        """The next choice, or the one before."""
        self.typed = None
        line = self.lines()[self.row]
        if line.kind == "more" and int(by) > 0:
            self.game.push_screen(SettingsScreen(more=True, by_arrow=True))
        if isinstance(line.shown, SettingHead) or not line.values:
            return
        if line.shown.many is not None:
            self.many_at = (self.many_at + int(by)) % len(line.values)
            self.show_all()
            return
        self._choose(line, (line.shown.chosen + int(by)) % len(line.values))

    def do_enter(self) -> None:
        """Take what was typed, open a door, switch a choice, or go to the next one."""
        line = self.lines()[self.row]
        if self.typed is not None:
            self._take_typed()
            self.show_all()
        elif line.kind == "more":
            self.game.push_screen(SettingsScreen(more=True))
        elif line.kind == "standard":
            if self.standard:
                self.game.change(rules=STANDARD)
            self.standard = 0
            self.show_all()
        elif not isinstance(line.shown, SettingHead) and line.shown.many is not None:
            self._choose(line, self.many_at)
        else:
            self.do_change("1")

    def _take_typed(self) -> None:
        """A typed number becomes the rule's value; one out of range is refused with the range."""
        typed, self.typed = self.typed, None
        self.notice = None
        line = self.lines()[self.row]
        if typed is None or line.kind != "rule":
            return
        spec, value = SPECS[line.name], int(typed)
        if spec.allows(value):
            self._set_rule(line.name, value)
        else:
            name = rule_label(self.look.t, line.name)
            self.notice = say("err.range", name=name, a=spec.low or 0, b=spec.high or 0)

    def _set_rule(self, name: str, value: Any) -> None:
        self.game.change(rules=self.game.settings.rules.with_(**{name: value}))

    def _choose(self, line: shows.Line, at: int) -> None:
        """Make the choice number `at` of a row."""
        value, self.notice = line.values[at], None
        match line.kind:
            case "rule":
                self._set_rule(line.name, value)
            case "preset":
                if value != shows.OWN:
                    self.game.change(rules=self.game.settings.rules.by_preset(value))
            case "standard":
                self.standard = at
                self.show_all()
            case _:
                self._set(line.name, value)

    def _set(self, name: str, value: Any) -> None:
        """Change a setting; of several choices at least one stays on."""
        if SCHEMA[name].many:
            before = getattr(self.game.settings, name)
            after = tuple(each for each in before if each != value) if value in before else (*before, value)
            value = after or before
        self.game.change(**{name: value})

    def picked(self, target: Target, times: int) -> None:
        """A row is chosen by a click, a choice made."""
        self.just_opened = False
        match target:
            case RowSpot(row, choice):
                self._take_typed()
                changed = self.row != row
                self.row = row
                line = self.lines()[row]
                if choice is not None:
                    self.many_at = choice
                    self._choose(line, choice)
                elif not changed:
                    self.do_enter()
                self.show_all()
            case _:
                super().picked(target, times)

    def on_painted_scrolled(self, message: Painted.Scrolled) -> None:
        """The wheel goes through the rows."""
        message.stop()
        self.do("down" if message.by > 0 else "up")

    def do_rules(self) -> None:
        """Take what was typed, and look it up."""
        self._take_typed()
        self.game.do_rules()

    def do_back(self) -> None:
        """Take what was typed, and leave."""
        self._take_typed()
        super().do_back()
