"""The keys of the screen below."""

from __future__ import annotations

from ginrummy.tui.look import Words, say
from ginrummy.tui.screens.base import Page
from ginrummy.tui.screens.reading import ReadingScreen
from ginrummy.tui.widgets.reader import Block

EVERYWHERE: tuple[tuple[str, Words], ...] = (
    ("l", say("keys.lang")),
    ("o", say("act.settings")),
    ("r", say("act.rules")),
    ("?", say("keys.keys")),
    ("Esc", say("keys.esc")),
    ("q", say("act.quit")),
)


class KeysScreen(ReadingScreen):
    """What every key does."""

    def __init__(self, below: Page) -> None:
        super().__init__()
        self.below = below

    def blocks(self) -> tuple[Block, ...]:
        """A line a key, those of the screen first."""
        pairs = (*self.below.KEYS_HELP, *EVERYWHERE)
        return (Block("title", say("keys.title")), *(Block("pair", words, cap) for cap, words in pairs))

    def do_keys(self) -> None:
        """The same key closes the page."""
        self.do_back()
