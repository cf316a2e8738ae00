"""A few lines of words on a page, each in its own voice: what is said about a hand that is looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ginrummy.engine.cards import Card
from ginrummy.i18n import Run
from ginrummy.tui.canvas import Canvas
from ginrummy.tui.cards import put_chips, put_runs
from ginrummy.tui.look import Look, Words
from ginrummy.tui.painted import Painted
from ginrummy.tui.text import fit_runs, wrap

Voice = Literal["text", "soft", "accent", "bad"]


@dataclass(frozen=True, slots=True)
class Line:
    """Words, how they are said, and cards that stand in front of them as chips."""

    words: Words
    voice: Voice = "text"
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class LinesShow:
    """The lines from above; `done` of 0 to 1 paints a bar of progress over them."""

    lines: tuple[Line, ...] = ()
    done: float | None = None


class Lines(Painted[LinesShow]):
    """The lines, wrapped. Where there is no room for all, soft ones are left out whole, others cut with a
    sign."""

    @staticmethod
    def paint(canvas: Canvas, look: Look, show: LinesShow) -> None:
        """From above, one after the other."""
        palette, x, y = look.palette, look.margin, 0
        room = canvas.width - x - 1
        inks = {"text": palette.text, "soft": palette.soft, "accent": palette.accent, "bad": palette.bad}
        if show.done is not None:
            columns = min(40, room - 1)
            done = round(columns * show.done)
            canvas.put(canvas.put(x, y, "━" * done, palette.accent), y, "─" * (columns - done), palette.faint)
            y += 1
        for line in show.lines:
            left = x + sum(len(card.sign) + 2 for card in line.cards) + 1 if line.cards else x
            rows = canvas.height - y
            if line.voice == "soft" and len(wrap(look.runs(line.words), canvas.width - left - 1)) > rows:
                continue
            put_chips(canvas, look, x, y, line.cards)
            for part in _parts(look, line, canvas.width - left - 1, rows):
                put_runs(canvas, look, left, y, part, inks[line.voice], bold=line.voice != "soft")
                y += 1


def _parts(look: Look, line: Line, room: int, rows: int) -> list[list[Run]]:
    """The words in at most `rows` lines."""
    parts = wrap(look.runs(line.words), room)
    if len(parts) <= rows or rows < 1:
        return parts[: max(0, rows)]
    rest = [run for part in parts[rows - 1 :] for run in [*part, Run(" ")]]
    return [*parts[: rows - 1], fit_runs(rest, room)]
