"""What is shown in a window too small for the game."""

from __future__ import annotations

from ginrummy.tui.canvas import Canvas
from ginrummy.tui.cards import put_runs
from ginrummy.tui.look import Look, Say, say
from ginrummy.tui.painted import Painted
from ginrummy.tui.text import width, wrap

SHORT = say("err.small.s")
"""What is said where there is no room even to say how large the window must be."""


class Small(Painted[Say]):
    """The window is too small for the table: one line says so."""

    @staticmethod
    def paint(canvas: Canvas, look: Look, show: Say) -> None:
        """In the middle, on as many lines as it takes."""
        room = max(1, canvas.width)
        lines = wrap(look.runs(show), room)
        if len(lines) > canvas.height:
            lines = wrap(look.runs(SHORT), room)
        top = max(0, (canvas.height - len(lines)) // 2)
        for y, line in enumerate(lines[: canvas.height], top):
            x = max(0, (canvas.width - width(line)) // 2)
            put_runs(canvas, look, x, y, line, look.palette.text)
