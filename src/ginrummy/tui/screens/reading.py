"""Pages to read: the screen that scrolls them. Rules, keys, moves and the final score are such pages."""

from __future__ import annotations

from collections.abc import Iterator

from textual.widget import Widget

from ginrummy.tui.look import Words, say
from ginrummy.tui.painted import Painted
from ginrummy.tui.screens.base import BACK_HINT, KEYS_HINT, Page, key_bar
from ginrummy.tui.widgets.bars import KeyBar, KeysShow, TopBar, TopShow
from ginrummy.tui.widgets.reader import Block, Reader, ReaderShow, rows_of


class ReadingScreen(Page):
    """A page of blocks; `blocks` says what stands on it."""

    KEYS = {  # noqa: RUF012
        "up": "scroll:-1", "down": "scroll:1", "pageup": "page:-1", "pagedown": "page:1", "space": "page:1",
        "home": "first", "end": "last", "left": "chapter:-1", "right": "chapter:1",
        "enter": "back",
    }  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.top = 0

    def parts(self) -> Iterator[Widget]:
        """Bars and the page."""
        yield TopBar(TopShow(), id="topbar")
        yield Reader(ReaderShow(), id="page")
        yield KeyBar(KeysShow(), id="keybar")

    def blocks(self) -> tuple[Block, ...]:
        """What stands on the page, in the language that is on."""
        raise NotImplementedError

    def hints(self) -> list[tuple[str, Words, str]]:
        """The key bar."""
        return [("up_down", say("foot.scroll"), "scroll:1"), KEYS_HINT, BACK_HINT]

    def show_all(self) -> None:
        """The page from where it is read."""
        self.query_one(Reader).update(ReaderShow(self.blocks(), self._clamped(self.top)))
        self.query_one(KeyBar).update(key_bar(self.hints(), drop=("left_right", "up_down")))

    def _clamped(self, top: int) -> int:
        reader = self.query_one(Reader)
        rows = len(rows_of(self.look, self.blocks(), reader.size.width))
        return max(0, min(top, rows - reader.size.height))

    def scroll_page_to(self, top: int) -> None:
        """Read from this row on."""
        self.top = self._clamped(top)
        self.show_all()

    def do_scroll(self, by: str) -> None:
        """So many rows."""
        self.scroll_page_to(self.top + int(by))

    def do_page(self, by: str) -> None:
        """A screenful."""
        self.scroll_page_to(self.top + int(by) * max(1, self.query_one(Reader).size.height - 2))

    def do_first(self) -> None:
        """To the beginning."""
        self.scroll_page_to(0)

    def do_last(self) -> None:
        """To the end."""
        self.scroll_page_to(100_000)

    def do_chapter(self, by: str) -> None:
        """To the next or the previous heading."""
        heads = [row for row, _ in self.headings()]
        later = [row for row in heads if row > self.top]
        earlier = [row for row in heads if row < self.top]
        if int(by) > 0 and later:
            self.scroll_page_to(later[0])
        elif int(by) < 0:
            self.scroll_page_to(earlier[-1] if earlier else 0)

    def headings(self) -> list[tuple[int, int]]:
        """The row to read from and the number of each block that is a heading: with the air above it where
        there is room."""
        blocks = self.blocks()
        found: dict[int, int] = {}
        for n, row in enumerate(rows_of(self.look, blocks, self.query_one(Reader).size.width)):
            if blocks[row.block].kind in ("title", "heading") and row.line:
                found.setdefault(row.block, n if self.look.mode == "pocket" else n - 1)
        return [(row, block) for block, row in found.items()]

    def on_painted_scrolled(self, message: Painted.Scrolled) -> None:
        """The wheel scrolls three rows."""
        message.stop()
        self.scroll_page_to(self.top + 3 * message.by)
