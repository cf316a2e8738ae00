"""The row of buttons, which a question of the game takes over (no modal box ever covers the table)."""

from __future__ import annotations

from typing import NamedTuple

from ginrummy.i18n import Run
from ginrummy.tui.canvas import Canvas
from ginrummy.tui.cards import put_runs
from ginrummy.tui.look import Look, Words
from ginrummy.tui.painted import ActionSpot, Painted
from ginrummy.tui.text import fit_runs, width
from ginrummy.tui.widgets.bars import cap


class Button(NamedTuple):
    """What pressing does, the key that does the same, the words on it.

    A button that is not `there` leaves its place empty, so that the row stays when it comes. `optional` ones
    go when there is no room, the last first.
    """

    action: str
    key: str
    label: Words
    primary: bool = False
    there: bool = True
    optional: bool = False
    widest: Words | None = None
    """The widest label that may stand here: the button never gets narrower."""


class ButtonsShow(NamedTuple):
    """`focus` is the number of the button in focus, None when the focus is elsewhere.

    `refused` says that what stands in the place of the question is a refusal.
    """

    buttons: tuple[Button, ...] = ()
    focus: int | None = None
    question: Words | None = None
    refused: bool = False


class Buttons(Painted[ButtonsShow]):
    """Buttons from left to right, one row high or three; in four rows a question has the first."""

    @staticmethod
    def paint(canvas: Canvas, look: Look, show: ButtonsShow) -> None:
        """Paint those that fit."""
        top = canvas.height - (3 if canvas.height >= 3 else 1)
        tall = canvas.height >= 3 and look.tall and not look.ascii
        if show.question is not None and top > 0:
            room = canvas.width - look.margin - 1
            runs = look.runs(show.question)
            if show.refused:
                runs = [Run("! "), *runs]
            ink = look.palette.bad if show.refused else look.palette.accent
            put_runs(canvas, look, look.margin, top - 1, fit_runs(runs, room), ink, bold=True)
        x = look.margin
        row, gap = _fitted(look, show.buttons, canvas.width - x - (0 if look.mode == "pocket" else 1))
        for placed in row:
            if placed[0].there:
                focused = show.focus is not None and show.buttons.index(placed[0]) == show.focus
                elsewhere = show.focus is not None and not focused
                _button(canvas, look, x, top, placed, tall, focused, elsewhere)
            x += placed[2] + gap


_Placed = list[tuple[Button, list[Run], int]]


def _fitted(look: Look, buttons: tuple[Button, ...], room: int) -> tuple[_Placed, int]:
    """The buttons with their labels and widths, and the gap between them, so that they fit in `room`."""
    kept = list(buttons)
    while kept:
        for gap, air in ((2, 3), (1, 3), (1, 2)):
            placed = [_measured(look, button, air) for button in kept]
            if sum(columns + gap for _, _, columns in placed) - gap <= room:
                return placed, gap
        extra = next((button for button in reversed(kept) if button.optional), None)
        if extra is None:
            break
        kept.remove(extra)
    if not kept:
        return [], 1
    over = sum(columns + 1 for _, _, columns in placed) - 1 - room
    button, label, columns = placed[-1]
    placed[-1] = (button, fit_runs(label, max(1, width(label) - over)), max(4, columns - over))
    return placed, 1


def _measured(look: Look, button: Button, air: int) -> tuple[Button, list[Run], int]:
    label = look.runs(button.label)
    room = max(width(label), width(look.runs(button.widest)) if button.widest else 0)
    return button, label, width(cap(look, button.key)) + room + air + (1 if button.key else 0)


def _button(
    canvas: Canvas,
    look: Look,
    x: int,
    top: int,
    placed: tuple[Button, list[Run], int],
    tall: bool,
    focused: bool,
    elsewhere: bool,
) -> None:
    """One button; while the focus is `elsewhere` Enter does that, and no other button claims the key."""
    palette = look.palette
    button, label, columns = placed
    ground, ink = (palette.fill, palette.on_accent) if button.primary else (palette.lift, palette.text)
    if focused:
        ground, ink = palette.card, palette.ink_s
    y = top + (1 if canvas.height >= 3 else 0)
    if tall:
        canvas.put(x, y - 1, "▄" * columns, ground)
        canvas.put(x, y + 1, "▀" * columns, ground)
    canvas.fill(x, y, columns, 1, ground)
    if focused:
        canvas.put(x, y, "▸", ink, bold=True)
    at = x + 1
    if button.key:
        sign = cap(look, button.key)
        if elsewhere and button.key == "enter":
            sign = " " * width(sign)
        at = canvas.put(at, y, sign, ink, bold=True) + 1
    with canvas.within(x, x + columns):
        put_runs(canvas, look, at, y, label, ink, bold=button.primary)
    canvas.spot(x, y - 1 if tall else y, columns, 3 if tall else 1, ActionSpot(button.action))
