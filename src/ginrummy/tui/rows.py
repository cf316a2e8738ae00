"""Lists on a page: which rows show, how the one in focus looks."""

from __future__ import annotations

from ginrummy.tui.canvas import Canvas
from ginrummy.tui.layout import PAGE_WIDTH
from ginrummy.tui.look import Look


def page_left(look: Look, columns: int) -> int:
    """The left edge of a page in a widget of so many columns; the right edge is as far from the right."""
    return max(look.margin, (columns - PAGE_WIDTH) // 2)


def window(focus: int, count: int, room: int) -> tuple[int, int]:
    """The rows first..last-1 of `count` that show in `room` rows, with `focus` among them.

    >>> window(0, 5, 9), window(9, 10, 4), window(5, 10, 4)
    ((0, 5), (6, 10), (4, 8))
    """
    room = max(1, min(room, count))
    first = min(max(0, focus - (room - 1) // 2), count - room)
    return first, first + room


def edge_marks(canvas: Canvas, look: Look, top: int, bottom: int, above: bool, below: bool) -> None:
    """Signs at the right edge of the first and last row that there is more."""
    if above:
        canvas.put(canvas.width - 1, top, "▲", look.palette.faint)
    if below:
        canvas.put(canvas.width - 1, bottom, "▼", look.palette.faint)


def highlight(canvas: Canvas, look: Look, x: int, y: int, width: int, height: int = 1) -> None:
    """The ground of the row in focus and the bar at its left end."""
    canvas.fill(x, y, width, height, look.palette.lift)
    for row in range(height):
        canvas.put(x, y + row, "▌", look.palette.accent)
