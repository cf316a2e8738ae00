"""Charts of small columns above and below a line, drawn in eighths of a cell.

A chart is numbers first: the scale stands left of the columns, and everything said in words stands in rows of
its own, so that no letter can push a column aside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ginrummy.tui.canvas import Canvas
from ginrummy.tui.look import Look, Words
from ginrummy.tui.painted import Painted, RowSpot
from ginrummy.tui.rows import edge_marks, window
from ginrummy.tui.text import fit, width

EIGHTHS = " ▁▂▃▄▅▆▇█"
HERE = "▲"
"""The sign under the column that is looked at."""


@dataclass(frozen=True, slots=True)
class ChartShow:
    """`values` from left to right, None where there is none yet; `signs` below them, one cell each.

    `focus` is the number of the value that is looked at: it has an arrow. `counts` says that values are
    losses, not worth.
    """

    values: tuple[float | None, ...] = ()
    signs: str = ""
    focus: int | None = None
    counts: bool = False


@dataclass(frozen=True, slots=True)
class Scale:
    """Where the columns stand: those of `first` to `last` - 1, `pitch` cells from one to the next; the rows
    above and below the line, and what one row stands for."""

    first: int
    last: int
    pitch: int
    above: int
    below: int
    unit: float

    def wide(self) -> int:
        """Cells that a column is wide."""
        return self.pitch - 1 if self.pitch > 2 else 1


def scale(show: ChartShow, columns: int, rows: int) -> Scale:
    """How `show` fits in so many cells for its columns; rows are shared by the largest gain and loss.

    >>> scale(ChartShow((4.0, -4.0)), 10, 4)
    Scale(first=0, last=2, pitch=4, above=2, below=2, unit=2.0)
    """
    count = max(1, len(show.values))
    pitch = max(1, min(4, columns // count))
    first, last = window(show.focus or 0, count, columns // pitch)
    there = [value for value in show.values if value is not None]
    high, low = max([0.0, *there]), -min([0.0, *there])
    below = 0 if not low else max(1, min(rows - 1, round(rows * low / (high + low))))
    above = rows - below
    unit = max(high / above if above else 0.0, low / below if below else 0.0) or 1.0
    return Scale(first, last, pitch, above, below, unit)


def put_chart(canvas: Canvas, look: Look, x: int, y: int, columns: int, rows: int, show: ChartShow) -> int:
    """Paint the scale, the columns and, when there are any, their signs; returns the row behind them.

    A click on a column is a `RowSpot` with its number.
    """
    signed = bool(show.signs) or show.focus is not None
    room = rows - (1 if signed else 0)
    left = _label_room(look, show)
    if columns <= left or room < 1:
        return y + rows
    fitted = scale(show, columns - left, room)
    drawn = min(columns, left + (fitted.last - fitted.first) * fitted.pitch)
    _put_scale(canvas, look, x, y, left, x + drawn, fitted)
    for n in range(fitted.first, min(fitted.last, len(show.values))):
        at = x + left + (n - fitted.first) * fitted.pitch
        value, focused = show.values[n], n == show.focus
        if value is not None:
            _put_column(canvas, look, at, y, value, fitted, _ink(look, show, value, focused))
        if signed:
            sign = HERE if focused else show.signs[n : n + 1]
            ink = look.palette.accent if focused else look.palette.text
            canvas.put(at + fitted.wide() // 2, y + room, sign, ink, bold=focused)
        canvas.spot(at, y, fitted.pitch, rows, RowSpot(n))
    edge_marks(canvas, look, y, y + room - 1, False, fitted.last < len(show.values))
    return y + rows


def _ink(look: Look, show: ChartShow, value: float, focused: bool) -> str:
    if focused:
        return look.palette.accent
    return look.palette.bad if value < 0 or show.counts else look.palette.good


def _label_room(look: Look, show: ChartShow) -> int:
    values = [value for value in show.values if value is not None] or [0.0]
    return max(width(_number(look, value)) for value in (max(values), min(values), 0.0)) + 1


def _number(look: Look, value: float) -> str:
    """A value of the scale; small ones with a decimal."""
    return look.t.number(round(value)) if abs(value) >= 3 or value == 0 else look.t.number(value, 1)


def _put_scale(canvas: Canvas, look: Look, x: int, y: int, left: int, right: int, fitted: Scale) -> None:
    """The values that the uppermost and the lowest row reach, and the line between gain and loss."""
    palette = look.palette
    sliver = "_" if look.ascii else EIGHTHS[1]
    canvas.put(x + left, y + fitted.above - 1, sliver * (right - x - left), palette.faint)
    labels = [(y, fitted.unit * fitted.above)]
    if fitted.below:
        labels.append((y + fitted.above + fitted.below - 1, -fitted.unit * fitted.below))
    elif fitted.above > 1:
        labels.append((y + fitted.above - 1, 0.0))
    for row, value in labels:
        text = _number(look, value)
        canvas.put(x + left - 1 - width(text), row, text, palette.soft)


def _put_column(canvas: Canvas, look: Look, x: int, y: int, value: float, fitted: Scale, ink: str) -> None:
    """One column from the line up or down; a value too small to see still gets a sliver."""
    cells = fitted.wide()
    steps = max(1, round(8 * abs(value) / fitted.unit))
    ground = canvas.rows[y][x][2] if 0 <= y < canvas.height else look.palette.felt
    for n in range(fitted.above if value >= 0 else fitted.below):
        part = max(0, min(8, steps - 8 * n))
        if part == 0:
            break
        row = y + fitted.above - 1 - n if value >= 0 else y + fitted.above + n
        if look.ascii:
            canvas.put(x, row, ("#" if part >= 4 else ":") * cells, ink)
        elif value >= 0:
            canvas.put(x, row, EIGHTHS[part] * cells, ink)
        elif part == 8:
            canvas.put(x, row, EIGHTHS[8] * cells, ink)
        else:
            canvas.put(x, row, EIGHTHS[8 - part] * cells, ground, ink)


def sparks(look: Look, values: Sequence[float]) -> str:
    """Values as a row of small columns, the middle height being zero.

    Where only ASCII can be drawn: `+`, `-` and `0`.
    """
    if look.ascii:
        return "".join("+" if value > 0 else "-" if value < 0 else "0" for value in values)
    most = max((abs(value) for value in values), default=0) or 1
    return "".join(EIGHTHS[1 + round(3.5 + 3.5 * value / most + 0.01)] for value in values)


@dataclass(frozen=True, slots=True)
class ChartPanel:
    """A chart with what it shows in words above it, and what its signs mean."""

    title: Words
    chart: ChartShow
    legend: tuple[tuple[str, Words], ...] = ()


class Chart(Painted[ChartPanel]):
    """The chart of a page of its own; in the smallest windows without its words."""

    @staticmethod
    def paint(canvas: Canvas, look: Look, show: ChartPanel) -> None:
        """The title, the columns, in large windows the legend."""
        x, y, palette = look.margin, 0, look.palette
        room = canvas.width - 2 * x
        end = x
        if canvas.height > 4:
            end = canvas.put(x, 0, fit(look.words(show.title), room), palette.soft)
            y = 1
        signs = [(sign, look.words(words)) for sign, words in show.legend]
        columns = sum(width(words) + 5 for _, words in signs) - 3
        below = canvas.height > 8 and bool(signs)
        rows = canvas.height - y - (2 if below else 0)
        y = put_chart(canvas, look, x, y, room, rows, show.chart)
        if below:
            at, y = x, y + 1
        else:
            at, y = canvas.width - x - columns, 0
        if below or (canvas.height > 4 and at > end + 2):
            for sign, words in signs:
                at = canvas.put(at, y, f"{sign} ", palette.text)
                at = canvas.put(at, y, fit(words, canvas.width - at), palette.soft) + 3
