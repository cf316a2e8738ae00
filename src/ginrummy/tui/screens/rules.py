"""The rules page, open at the section that matters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ginrummy.engine.cards import Card, CardError
from ginrummy.i18n import Run
from ginrummy.i18n.rules import page
from ginrummy.tui.look import Words, say
from ginrummy.tui.screens.base import BACK_HINT, KEYS_HINT
from ginrummy.tui.screens.reading import ReadingScreen
from ginrummy.tui.widgets.reader import Block, Reader

_CARD = re.compile(r"((?:10|[A2-9JQK])[♠♥♦♣])")
_MARKS = re.compile(r"\*\*|__|`|(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)|<a id=\"[\w-]+\"></a>")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")


class RulesScreen(ReadingScreen):
    """How the game is played."""

    KEYS_HELP = (("↑ ↓", say("foot.scroll")), ("← →", say("btn.next")))

    def __init__(self, anchor: str = "game") -> None:
        super().__init__()
        self.opened_at = anchor
        self._chapter: int | None = None
        """The heading that is read under, by its place among them."""
        self._measure: tuple[str, str, int] | None = None
        """The language, its digits and the width in which it was found there."""

    def opened(self) -> None:
        """Open at the section."""
        super().opened()
        self.call_after_refresh(self._go_to_anchor)

    def go_to(self, anchor: str) -> None:
        """To another section."""
        self.opened_at = anchor
        self._go_to_anchor()

    def _go_to_anchor(self) -> None:
        if not self.has_parts:
            return
        anchors = [section.anchor for section in page(self.look.t.language, self.look.t.digits)]
        heads = self.headings()
        at = anchors.index(self.opened_at) if self.opened_at in anchors else 0
        if at < len(heads):
            self.scroll_page_to(heads[at][0] if at else 0)

    def scroll_page_to(self, top: int) -> None:
        """Remember what is read, so that another language or size shows the same part."""
        super().scroll_page_to(top)
        above = [n for n, (row, _) in enumerate(self.headings()) if row <= self.top]
        self._chapter = above[-1] if above and self.top else None
        self._measure = self._measured()

    def _measured(self) -> tuple[str, str, int]:
        return self.look.t.language, self.look.t.digits, self.query_one(Reader).size.width

    def relook(self) -> None:
        """In another language or size the parts begin elsewhere, once all has its place."""
        super().relook()
        self.call_after_refresh(self._read_on)

    def _read_on(self) -> None:
        if not self.has_parts or self._chapter is None or self._measured() == self._measure:
            return
        if heads := self.headings():
            self.top = self._clamped(heads[min(self._chapter, len(heads) - 1)][0])
            self._measure = self._measured()
            self.show_all()

    def blocks(self) -> tuple[Block, ...]:
        """The page of the language, with numbers in its digits."""
        return rules_blocks(self.look.t.language, self.look.t.digits)

    def hints(self) -> list[tuple[str, Words, str]]:
        """Headings by left and right."""
        return [
            ("up_down", say("foot.scroll"), "scroll:1"),
            ("left_right", say("btn.next"), "chapter:1"),
            KEYS_HINT,
            BACK_HINT,
        ]

    def do_rules(self) -> None:
        """The same key closes the page."""
        self.do_back()


@lru_cache(4)
def rules_blocks(language: str, digits: str) -> tuple[Block, ...]:
    """The page as blocks: one heading a section, then its paragraphs, lists and tables."""
    blocks: list[Block] = []
    for section in page(language, digits):
        blocks.append(Block("title" if section.level == 1 else "heading", section.title))
        blocks += _blocks(section.text)
    return tuple(blocks)


def _blocks(text: str) -> Iterator[Block]:
    """Markdown as we write it: paragraphs, `-` and `1.` lists, tables, quoted examples."""
    for paragraph in re.split(r"\n\s*\n", text):
        lines = [line.rstrip() for line in paragraph.splitlines() if line.strip()]
        if not lines:
            continue
        if lines[0].lstrip().startswith("|"):
            yield from _table(lines)
            continue
        items = _joined(lines)
        for item in items:
            if match := re.match(r"\s*(?:[-*]|(\d+|[०-९]+)\.)\s+(.*)", item):
                yield Block("item", _runs(match[2]), f"{match[1]}." if match[1] else "•")
            elif item.startswith(">"):
                yield Block("item", _runs(item.lstrip("> ")), "▏")
            elif lead := re.match(r"\*\*([^*]+)\*\*(.*)", item):
                yield Block("text", _runs(lead[2]), lead[1])
            else:
                yield Block("text", _runs(item))


def _joined(lines: list[str]) -> list[str]:
    """Wrapped lines put together, a new one for each item of a list."""
    items: list[str] = []
    for line in lines:
        if not items or re.match(r"\s*(?:[-*]|\d+\.|[०-९]+\.)\s+", line) or line.startswith(">"):
            items.append(line)
        else:
            items[-1] += " " + line.strip()
    return items


def _table(lines: list[str]) -> Iterator[Block]:
    """A row of a table as a pair: its first cell, then the others."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    for n, row in enumerate(rows):
        if n == 1 and all(set(cell) <= set("-: ") for cell in row):
            continue
        yield Block("row", _runs(" · ".join(cell for cell in row[1:] if cell)), _plain(row[0]))


def _plain(text: str) -> str:
    return _MARKS.sub("", _LINK.sub(r"\1", text)).strip()


def _runs(text: str) -> tuple[Run, ...]:
    """A line with its cards as chips; signs of Markdown go."""
    runs = []
    for part in _CARD.split(_plain(text)):
        try:
            runs.append(Run(part, Card.parse(part)) if _CARD.fullmatch(part) else Run(part))
        except CardError:
            runs.append(Run(part))
    return tuple(run for run in runs if run.text)
