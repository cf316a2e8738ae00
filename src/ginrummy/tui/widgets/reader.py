"""Pages of text: the rules, the keys, the moves; headings, paragraphs, lists and small tables."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from ginrummy.i18n import Run
from ginrummy.tui.canvas import Canvas
from ginrummy.tui.cards import put_runs
from ginrummy.tui.look import Look, Words
from ginrummy.tui.painted import Painted, RowSpot
from ginrummy.tui.rows import edge_marks, page_left
from ginrummy.tui.text import fit, width, wrap

Kind = Literal["title", "heading", "text", "item", "pair", "row", "line"]
"""A pair has a key cap in front, a row of a table its first cell, an item its sign; a line is never
wrapped."""


class Block(NamedTuple):
    """A piece of a page: its kind, what it says, what stands in front."""

    kind: Kind
    words: Words
    head: Words = ""


class ReaderShow(NamedTuple):
    """The page from row `top` on, counted in painted rows."""

    blocks: tuple[Block, ...] = ()
    top: int = 0
    focus: int | None = None
    """The block that is chosen, by its number."""


class Row(NamedTuple):
    """A painted row: the block it belongs to, what stands in front, the line."""

    block: int
    head: str
    line: tuple[Run, ...]
    indent: int


class Reader(Painted[ReaderShow]):
    """The page; `rows_of` says how many rows it has and where each block begins.

    A click on a pair is a `RowSpot` with the number of its block.
    """

    @staticmethod
    def paint(canvas: Canvas, look: Look, show: ReaderShow) -> None:
        """The rows that fit, with signs where there is more."""
        x, palette = page_left(look, canvas.width), look.palette
        rows = rows_of(look, show.blocks, canvas.width)
        top = max(0, min(show.top, len(rows) - canvas.height))
        for y, row in enumerate(rows[top : top + canvas.height]):
            kind = show.blocks[row.block].kind
            ink = palette.accent if kind in ("title", "heading") else palette.text
            if kind == "pair" and row.line:
                canvas.spot(0, y, canvas.width, 1, RowSpot(row.block))
            if row.block == show.focus and row.line:
                canvas.fill(x - 1, y, canvas.width - 2 * (x - 1), 1, palette.lift)
                above = rows[top + y - 1]
                begins = above.block != row.block or not above.line
                canvas.put(x - 1, y, "▸" if begins else " ", palette.accent, bold=True)
            put_runs(canvas, look, x + row.indent, y, row.line, ink, bold=kind in ("title", "heading"))
            if row.head:
                head_ink = palette.on_wood if kind == "pair" else palette.accent
                ground = palette.wood_hi if kind == "pair" else None
                canvas.put(x, y, row.head, head_ink, ground)
        edge_marks(canvas, look, 0, canvas.height - 1, top > 0, top + canvas.height < len(rows))


@lru_cache(8)
def rows_of(look: Look, blocks: tuple[Block, ...], columns: int) -> tuple[Row, ...]:
    """Every row of the page in a widget of so many columns."""
    x = page_left(look, columns)
    room = columns - 2 * x - 1
    indents = {kind: _indent(look, blocks, kind, room) for kind in ("pair", "row")} | {"item": 4}
    rows = [] if look.mode == "pocket" else [Row(0, "", (), 0)]  # air below the top bar
    for n, block in enumerate(blocks):
        if n and (block.kind in ("title", "heading", "text") or block.kind != blocks[n - 1].kind):
            rows.append(Row(n, "", (), 0))
        head = look.words(block.head)
        indent = indents.get(block.kind, 0)
        if block.kind == "pair":
            head = f" {fit(head, indent - 4)} " if head else ""
        elif block.kind == "row":
            head = fit(head, indent - 2)
        if block.kind == "line":
            rows.append(Row(n, head, tuple(look.runs(block.words)), indent))
            continue
        runs = look.runs(block.words)
        if block.kind == "text" and head:
            runs = [Run(head + " "), *runs]  # painted over once more, in its own ink
        for k, line in enumerate(wrap(runs, room - indent)):
            rows.append(Row(n, head if k == 0 else "", tuple(line), indent))
    return tuple(rows)


def _indent(look: Look, blocks: tuple[Block, ...], kind: Kind, room: int) -> int:
    """Columns for what stands in front of the blocks of a kind."""
    heads = [width(look.words(block.head)) for block in blocks if block.kind == kind]
    return min(max(heads, default=0) + (4 if kind == "pair" else 2), room // 2)
