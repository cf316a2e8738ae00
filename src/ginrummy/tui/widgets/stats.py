"""The page of statistics: figures first and words after them, shares with their intervals, charts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ginrummy.tui.canvas import Canvas
from ginrummy.tui.look import Look, Words
from ginrummy.tui.painted import Painted
from ginrummy.tui.rows import edge_marks, page_left
from ginrummy.tui.text import fit, plain, width, wrap
from ginrummy.tui.widgets.chart import ChartShow, put_chart

SHARE = 20
"""Cells of the scale from no match won to all."""


@dataclass(frozen=True, slots=True)
class Heading:
    """Words above a part of the page; the first is its title."""

    words: Words


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence in a soft voice."""

    words: Words


@dataclass(frozen=True, slots=True)
class Figures:
    """Numbers, as they are written, with what they count; two in a row where there is room."""

    figures: tuple[tuple[str, Words], ...]


@dataclass(frozen=True, slots=True)
class Share:
    """Matches won of those played, where the share probably lies, and whose they are."""

    won: int
    played: int
    low: float
    high: float
    words: Words
    between: Words


@dataclass(frozen=True, slots=True)
class Bars:
    """A chart of so many rows."""

    chart: ChartShow
    rows: int = 4


Part = Heading | Text | Figures | Share | Bars


@dataclass(frozen=True, slots=True)
class StatsShow:
    """The page from row `top` on, counted in painted rows."""

    parts: tuple[Part, ...] = ()
    top: int = 0


class StatsPage(Painted[StatsShow]):
    """The page; `rows_of` says how many rows it has."""

    @staticmethod
    def paint(canvas: Canvas, look: Look, show: StatsShow) -> None:
        """The rows that fit of the whole page, which is painted once for all of them."""
        whole = _whole(look, show.parts, canvas.width)
        top = max(0, min(show.top, whole.height - canvas.height))
        rows = whole.rows[top : top + canvas.height]
        for y, row in enumerate(rows):
            canvas.rows[y][:] = row
        edge_marks(canvas, look, 0, canvas.height - 1, top > 0, top + canvas.height < whole.height)


def rows_of(look: Look, parts: tuple[Part, ...], columns: int) -> int:
    """Rows of the page in a widget of so many columns."""
    return _whole(look, parts, columns).height


@lru_cache(4)
def _whole(look: Look, parts: tuple[Part, ...], columns: int) -> Canvas:
    """The page as one tall picture."""
    palette = look.palette
    x = page_left(look, columns)
    room = columns - 2 * x - 1
    heights = [_height(look, part, room, n == 0) for n, part in enumerate(parts)]
    canvas = Canvas(
        columns, max(1, sum(heights)), palette.text, palette.felt, ascii=look.ascii, bold_on=palette.bold_on
    )
    y = 0
    for n, (part, height) in enumerate(zip(parts, heights, strict=True)):
        match part:
            case Heading(words):
                text = fit(look.words(words), room)
                canvas.put(x, y + height - 1, text, palette.accent if n == 0 else palette.text, bold=True)
            case Text(words):
                for row, line in enumerate(wrap(look.runs(words), room)):
                    canvas.put(x, y + row, plain(line), palette.soft)
            case Figures(figures):
                _put_figures(canvas, look, x, y, room, figures)
            case Share():
                _put_share(canvas, look, x, y, room, part)
            case Bars(chart, rows):
                put_chart(canvas, look, x, y, min(room, 70), rows, chart)
        y += height
    return canvas


def _height(look: Look, part: Part, room: int, first: bool) -> int:
    match part:
        case Heading():
            return 1 if first and look.mode == "pocket" else 2
        case Text(words):
            return len(wrap(look.runs(words), room))
        case Figures(figures):
            return -(-len(figures) // _columns(look))
        case Share():
            return 1 if look.roomy else 2
        case Bars(_, rows):
            return rows


def _columns(look: Look) -> int:
    return 2 if look.roomy else 1


def _put_figures(
    canvas: Canvas, look: Look, x: int, y: int, room: int, figures: Sequence[tuple[str, Words]]
) -> None:
    """Numbers stand right-aligned before their words."""
    columns = _columns(look)
    pitch = room // columns
    for n, (number, words) in enumerate(figures):
        at, row = x + pitch * (n % columns), y + n // columns
        canvas.put(at + 6 - width(number), row, number, look.palette.text, bold=True)
        canvas.put(at + 8, row, fit(look.words(words), pitch - 9), look.palette.soft)


def _put_share(canvas: Canvas, look: Look, x: int, y: int, room: int, part: Share) -> None:
    """Won and played, the share on its scale with the interval around it, then whose it is."""
    palette, t = look.palette, look.t
    canvas.put(x + 3 - width(won := t.number(part.won)), y, won, palette.accent, bold=True)
    played = f"/ {t.number(part.played)}"
    canvas.put(x + 4, y, played, palette.soft)
    at = x + 11
    low, high = round(part.low * (SHARE - 1)), round(part.high * (SHARE - 1))
    here = round((SHARE - 1) * part.won / max(1, part.played))
    canvas.put(at, y, "─" * SHARE, palette.faint)
    canvas.put(at + low, y, "━" * (high - low + 1), palette.soft)
    canvas.put(at + here, y, "●", palette.accent)
    at += SHARE + 2
    if look.roomy:
        words = fit(look.words(part.words), 18)
        canvas.put(at, y, words, palette.text)
        canvas.put(at + 19, y, fit(look.words(part.between), x + room - at - 18), palette.soft)
    else:
        name = fit(look.words(part.words), room - 4)
        end = canvas.put(x + 4, y + 1, name, palette.text) + 2
        between = look.words(part.between)
        if end + width(between) <= x + room:
            canvas.put(end, y + 1, between, palette.soft)
