"""The keys of the screen below."""

from __future__ import annotations

from typing import NamedTuple

from ginrummy.tui.look import Words, say
from ginrummy.tui.painted import RowSpot, Target
from ginrummy.tui.screens.base import BACK_HINT, KEYS_HINT, Page
from ginrummy.tui.screens.reading import ReadingScreen
from ginrummy.tui.widgets.bars import listed_cap
from ginrummy.tui.widgets.reader import Block, Reader, rows_of

EVERYWHERE: tuple[tuple[str, Words], ...] = (
    ("l", say("keys.lang")),
    ("o", say("act.settings")),
    ("r", say("act.rules")),
    (":", say("keys.palette")),
    ("?", say("keys.keys")),
    ("Esc", say("keys.esc")),
    ("q", say("act.quit")),
)


CAPS = {"Esc": "escape", "Space": "space", "Enter": "enter"}
"""The keys whose caps are not their names."""


class Entry(NamedTuple):
    """A line: the key's cap, what it does, the command, None where several keys do several things."""

    cap: str
    words: Words
    command: str | None


def entries_of(page: Page) -> list[Entry]:
    """What every key of a screen does, those of all screens last."""
    keys = {**page.COMMON, **page.KEYS}
    if keys.get("space") == "space":
        keys["space"] = "mark"  # what it does beside pressing buttons
    return [
        Entry(cap, words, keys.get(CAPS.get(cap, cap))) for cap, words in (*page.keys_help(), *EVERYWHERE)
    ]


class KeysScreen(ReadingScreen):
    """What every key does; a line can be chosen and done, so that no command needs its letter."""

    KEYS = ReadingScreen.KEYS | {"up": "choose:-1", "down": "choose:1", "enter": "enter"}

    def __init__(self, below: Page) -> None:
        super().__init__()
        self.below = below
        self.at: int | None = None
        """The chosen line, by the number of its block."""

    def head(self) -> tuple[Block, ...]:
        """What stands above the lines."""
        return (Block("title", say("keys.title")),)

    def entries(self) -> list[Entry]:
        """The lines."""
        return entries_of(self.below)

    def blocks(self) -> tuple[Block, ...]:
        """A line a key, those of the screen first."""
        lines = (Block("pair", self._told(each), listed_cap(self.look, each.cap)) for each in self.entries())
        return (*self.head(), *lines)

    def _told(self, entry: Entry) -> Words:
        """What a key does, beginning as a sentence does."""
        first, *rest = self.look.runs(entry.words)
        return (first._replace(text=first.text[:1].upper() + first.text[1:]), *rest)

    def _commands(self) -> dict[int, str]:
        """The commands of the lines that can be done, by the numbers of their blocks."""
        lines = enumerate(self.entries(), len(self.head()))
        return {n: entry.command for n, entry in lines if entry.command is not None}

    def hints(self) -> list[tuple[str, Words, str]]:
        """The key bar."""
        return [("up_down", say("foot.choose"), "choose:1"), KEYS_HINT, BACK_HINT]

    def show_all(self) -> None:
        """The chosen line is marked."""
        super().show_all()
        reader = self.query_one(Reader)
        reader.update(reader.show._replace(focus=self.at))

    def do_choose(self, by: str) -> None:
        """The next line that can be done, in view."""
        lines = list(self._commands())
        if not lines:
            return
        at = lines.index(self.at) if self.at in lines else (-1 if int(by) > 0 else 0)
        self.at = lines[(at + int(by)) % len(lines)]
        reader = self.query_one(Reader)
        rows = [row.block for row in rows_of(self.look, self.blocks(), reader.size.width)]
        first, height = rows.index(self.at), reader.size.height
        self.scroll_page_to(min(first, max(self.top, first - height + 2)) if lines.index(self.at) else 0)

    def do_enter(self) -> None:
        """Do the chosen line on the screen below, or just close the page."""
        command = self._commands().get(self.at or 0)
        self.do_back()
        if command is not None and command != "keys":
            self.below.do(command)

    def do_keys(self) -> None:
        """The same key closes the page."""
        self.do_back()

    def picked(self, target: Target, times: int) -> None:
        """A line that is clicked is done."""
        if isinstance(target, RowSpot) and target.row in self._commands():
            self.at = target.row
            self.do_enter()
        else:
            super().picked(target, times)
