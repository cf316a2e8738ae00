"""A grid of cells to paint cards and words on; Textual gets one `Strip` a row.

Everything on the screen is painted on a `Canvas` first. What is painted later lies on top, `within` clips
what is painted (which is how cards overlap), and `spot` remembers what a click on a part of the picture
means, so that painting and hit-testing can never disagree.

    >>> canvas = Canvas(12, 1, ink="#ffffff", ground="#000000")
    >>> canvas.put(1, 0, "Q♠ नक")
    6
    >>> canvas.text()
    ' Q♠ नक      '
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple

import rich.cells
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

Cell = tuple[str, str, str, bool]
"""What a cell shows: a cluster ("" in the cells that a wide cluster covers), ink, ground, bold."""

_PLAIN_SIGNS = {
    **dict.fromkeys("▏▎▌▐│╎", "|"),
    **dict.fromkeys("─╌┄", "-"),
    **dict.fromkeys("╭╮╰╯", "+"),
    **dict.fromkeys("▀▄▁·•", "."),
    "━": "=", "╱": "/", "╲": "\\", "█": "#", "▼": "v", "▲": "^", "▸": ">", "●": "*", "×": "x", "✕": "x",
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "♚": "K", "♛": "Q", "♞": "J",
    "−": "-", "–": "-", "—": "-", "≤": "<", "…": ".", "⏎": "<", "←": "<", "→": ">", "↑": "^", "↓": "v",
    "␣": "_", "“": '"', "”": '"', "’": "'",
}  # fmt: skip
PLAIN_SIGNS = str.maketrans(_PLAIN_SIGNS)
"""What stands for each sign where only ASCII can be drawn; one cell for one cell, so nothing moves.
In messages `Look.runs` has made `<=` of `≤` before."""


def in_ascii(text: str) -> str:
    """`text` in signs of ASCII; a letter that has none becomes a question mark.

    >>> in_ascii("10♥ ≤ 9 · é")
    '10H < 9 . ?'
    """
    return text.translate(PLAIN_SIGNS).encode("ascii", "replace").decode()


class Spot(NamedTuple):
    """A part of the picture that can be clicked, and what it stands for."""

    x: int
    y: int
    width: int
    height: int
    target: object


@lru_cache(4096)
def _style(ink: str, ground: str, bold: bool) -> Style:
    return Style(color=ink, bgcolor=ground, bold=bold or None)


def is_joined(text: str) -> bool:
    """Whether `text` is of a script whose bold runs together in terminals (Devanagari and its relatives)."""
    return any("\u0900" <= letter <= "\u0dff" for letter in text)


def _uncover(row: list[Cell], left: int, right: int) -> None:
    """Blank what would be left of wide clusters when the cells `left` <= x < `right` are written over."""
    start, end = left, right
    while row[start][0] == "":
        start -= 1
    while end < len(row) and row[end][0] == "":
        end += 1
    for n in (*range(start, left), *range(right, end)):
        row[n] = (" ", *row[n][1:])


class Canvas:
    """`width` x `height` cells of `ground`, painted with `put`, `fill` and `tint`.

    `ascii` writes plain signs for ♠, ━ and their like. `bold_on` are the grounds that bear bold ink, None for
    all (terminals of 16 colours draw bold black as grey).
    """

    def __init__(
        self,
        width: int,
        height: int,
        ink: str,
        ground: str,
        *,
        ascii: bool = False,
        bold_on: frozenset[str] | None = None,
    ) -> None:
        self.width, self.height = width, height
        self.ink = ink
        self.ascii = ascii
        self.bold_on = bold_on
        self.spots: list[Spot] = []
        self._left, self._right = 0, width
        self.rows: list[list[Cell]] = [[(" ", ink, ground, False)] * width for _ in range(height)]

    @contextmanager
    def within(self, left: int, right: int) -> Iterator[None]:
        """Paint only in the columns `left` <= x < `right`."""
        before = self._left, self._right
        self._left, self._right = max(before[0], left), min(before[1], right)
        yield
        self._left, self._right = before

    def fill(self, x: int, y: int, width: int, height: int, ground: str) -> None:
        """Blank a rectangle."""
        left, right = max(x, self._left), min(x + width, self._right)
        if left < right:
            blank = [(" ", self.ink, ground, False)] * (right - left)
            for row in self.rows[max(0, y) : max(0, y + height)]:
                _uncover(row, left, right)
                row[left:right] = blank

    def tint(self, x: int, y: int, width: int, height: int, ground: str) -> None:
        """Change the ground of a rectangle and keep what is written on it."""
        for row in self.rows[max(0, y) : max(0, y + height)]:
            for n in range(max(x, self._left), min(x + width, self._right)):
                text, ink, _, bold = row[n]
                row[n] = (text, ink, ground, bold)

    def put(
        self, x: int, y: int, text: str, ink: str | None = None, ground: str | None = None, bold: bool = False
    ) -> int:
        """Write `text` from column `x` of row `y` and return the column behind it.

        Without `ground` the one that is there stays. A cluster that does not fit whole is left out.
        Devanagari is never bold: its letters would run together.
        """
        if self.ascii:
            text = in_ascii(text)
        if not text.isprintable():  # names of files and bots may hold anything
            text = "".join(letter if letter.isprintable() else "?" for letter in text)
        ink = ink or self.ink
        row = self.rows[y] if 0 <= y < self.height else None
        # Asked of the module, because the width rule of the terminal is installed there.
        for start, end, cells in rich.cells.split_graphemes(text)[0]:
            if row is not None and cells > 0 and x >= self._left and x + cells <= self._right:
                cluster = text[start:end]
                under = ground or row[x][2]
                weight = bold and not is_joined(cluster) and (self.bold_on is None or under in self.bold_on)
                _uncover(row, x, x + cells)
                for n in range(x, x + cells):
                    row[n] = (cluster if n == x else "", ink, under, weight)
            x += max(cells, 0)
        return x

    def stamp(self, x: int, y: int, picture: Canvas) -> None:
        """Copy a picture of narrow signs to this place, as far as it fits."""
        left, right = max(x, self._left), min(x + picture.width, self._right)
        if left < right:
            for row, cells in zip(self.rows[max(0, y) :], picture.rows[max(0, -y) :], strict=False):
                _uncover(row, left, right)
                row[left:right] = cells[left - x : right - x]

    def spot(self, x: int, y: int, width: int, height: int, target: object) -> None:
        """A click in this rectangle means `target`, unless something painted later covers it."""
        left, right = max(x, self._left), min(x + width, self._right)
        if left < right:
            self.spots.append(Spot(left, y, right - left, height, target))

    def target_at(self, x: int, y: int) -> object | None:
        """What a click in this cell means, or None."""
        for spot in reversed(self.spots):
            if spot.x <= x < spot.x + spot.width and spot.y <= y < spot.y + spot.height:
                return spot.target
        return None

    def strip(self, y: int) -> Strip:
        """Row `y` for Textual."""
        segments: list[Segment] = []
        buffer, last = "", None
        for text, *look in self.rows[y]:
            if look != last:
                if last is not None:
                    segments.append(Segment(buffer, _style(*last)))
                buffer, last = "", look
            buffer += text
        if last is not None:
            segments.append(Segment(buffer, _style(*last)))
        return Strip(segments, self.width)

    def text(self) -> str:
        """The picture without its colours, for tests."""
        return "\n".join("".join(cell[0] for cell in row) for row in self.rows)
