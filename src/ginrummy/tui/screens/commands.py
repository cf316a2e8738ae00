"""The command palette: everything that can be done on the screen below, found by typing a part of its name.

Textual's own palette cannot be used: its borders stand right of Devanagari, and are only straight where the
terminal counts as they do. This one is a page like all others.
"""

from __future__ import annotations

from textual import events

from ginrummy.i18n import Translator, romanised
from ginrummy.settings import SCHEMA
from ginrummy.tui.keys import letter_of
from ginrummy.tui.look import Look, Words, say
from ginrummy.tui.screens.base import BACK_HINT, Page
from ginrummy.tui.screens.keys import Entry, KeysScreen, entries_of
from ginrummy.tui.screens.settings_show import other_themes
from ginrummy.tui.widgets.bars import KeyBar, cap
from ginrummy.tui.widgets.buttons import Buttons
from ginrummy.tui.widgets.reader import Block

LONGEST = 30
"""Letters that can be typed."""
_OWN = ("commands", "back")
"""What makes no sense here."""


def commands_of(page: Page) -> list[Entry]:
    """What can be done on a screen now: its buttons first, what all screens have, languages, themes."""
    look = page.look
    found = [Entry("", words, command) for words, command in page.doors()]
    for buttons in page.query(Buttons):
        found += [
            Entry(cap(look, button.key), button.label, button.action)
            for button in buttons.show.buttons
            if button.there and len(button.key) < len("left_right")
        ]
    found += entries_of(page)
    for bar in page.query(KeyBar):
        hints = [hint for hint in bar.show.hints if hint.key in page.KEYS]
        found += [Entry(cap(look, hint.key), hint.label, hint.action) for hint in hints]
    found += [
        Entry("", f"{look.t('lang.label')}: {Translator(code).own_name}", f"language:{code}")
        for code in page.game.languages
    ]
    others = other_themes() if page.game.around.depth == "true" else []
    for theme in (*SCHEMA["theme"].choices, *others):
        name = look.t(f"theme.{theme}") if theme in SCHEMA["theme"].choices else theme
        found.append(Entry("", f"{look.t('tx.theme')}: {name}", f"theme:{theme}"))
    unique: dict[str, Entry] = {}
    for entry in found:
        if entry.command is not None and entry.command not in _OWN:
            unique.setdefault(entry.command, entry)
    return list(unique.values())


def matches(look: Look, words: Words, typed: str) -> bool:
    """Whether every part of what was typed is in the name: in this language, in its Latin letters, or in
    English."""
    codes = dict.fromkeys((look.t.language, romanised(look.t.language), "en"))
    names = " ".join(look._replace(t=look.t.but(language=code)).words(words) for code in codes).casefold()
    return all(part in names for part in typed.casefold().split())


class CommandsScreen(KeysScreen):
    """The palette above the screen `below`. Letters are typed, arrows choose, Enter does it there."""

    def __init__(self, below: Page) -> None:
        super().__init__(below)
        self.typed = ""
        self.at = len(self.head())

    def head(self) -> tuple[Block, ...]:
        """The question, and what was typed."""
        return (Block("title", say("tx.palette")), Block("item", self.typed, ":"))

    def entries(self) -> list[Entry]:
        """Those that what was typed is in."""
        return [entry for entry in commands_of(self.below) if matches(self.look, entry.words, self.typed)]

    def blocks(self) -> tuple[Block, ...]:
        """As on the page of keys; or that there is nothing like it."""
        found = super().blocks()
        return found if len(found) > len(self.head()) else (*found, Block("text", say("tx.nomatch")))

    def hints(self) -> list[tuple[str, Words, str]]:
        """The key bar."""
        return [("up_down", say("foot.choose"), "choose:1"), ("enter", say("foot.open"), "enter"), BACK_HINT]

    def on_key(self, event: events.Key) -> None:
        """A letter is typed, in whatever script; everything else is a key as on other screens."""
        if not self.in_front or not self.has_parts:
            return
        if event.key == "backspace":
            self._type(self.typed[:-1])
        elif (letter := letter_of(event.key, event.character)) and (letter != " " or self.typed):
            self._type((self.typed + letter)[:LONGEST])
        else:
            return
        event.stop()
        event.prevent_default()

    def _type(self, text: str) -> None:
        self.typed, self.at = text, len(self.head())
        self.scroll_page_to(0)
