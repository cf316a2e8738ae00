"""The race to the target: a bar for each player."""

from __future__ import annotations

from typing import NamedTuple

from ginrummy.tui.canvas import Canvas
from ginrummy.tui.cards import put_runs
from ginrummy.tui.look import Look, Words, say
from ginrummy.tui.painted import ActionSpot, Painted
from ginrummy.tui.text import fit, width, wrap

DEALER = "●"
YOU = say("name.you")
OPPONENT = say("name.opponent")


class RaceShow(NamedTuple):
    """The scores and what they run to; `limit` is the knock limit in words, for modes without it above."""

    mine: int = 0
    theirs: int = 0
    target: int = 100
    opponent: Words = OPPONENT
    limit: Words | None = None
    you_deal: bool = False


class Race(Painted[RaceShow]):
    """Two bars with scores and names, the opponent's above yours as on the table."""

    @staticmethod
    def paint(canvas: Canvas, look: Look, show: RaceShow) -> None:
        """Number and bar stand left, the name last."""
        canvas.spot(0, 0, canvas.width, canvas.height, ActionSpot("scores"))
        room = canvas.width - (0 if look.mode == "pocket" else 2)
        if look.mode == "phone":
            _stacked(canvas, look, show, room)
        else:
            _in_rows(canvas, look, show, room)
        if show.limit is not None and not look.roomy:
            for y, line in enumerate(
                wrap(look.runs(show.limit), room)[:2], 3 if look.mode == "pocket" else 4
            ):
                put_runs(canvas, look, 0, y, line, look.palette.soft)


def bar(
    canvas: Canvas, look: Look, x: int, y: int, columns: int, points: int, target: int, mine: bool
) -> int:
    """One bar of `columns` cells; returns the column behind it."""
    done = min(columns, max(round(columns * points / target), 1 if points > 0 else 0))
    canvas.put(x, y, "━" * done, look.palette.accent if mine else look.palette.soft)
    return canvas.put(x + done, y, "─" * (columns - done), look.palette.faint)


def put_name(canvas: Canvas, look: Look, x: int, y: int, name: Words, room: int, deals: bool = False) -> int:
    """A player's name in soft words, and the dealer's token behind it."""
    x = canvas.put(x, y, fit(look.words(name), room - (2 if deals else 0)), look.palette.soft)
    return canvas.put(x + 1, y, DEALER, look.palette.accent) if deals else x


def _players(show: RaceShow) -> list[tuple[Words, int, bool, bool]]:
    """(name, points, is it you, does this player deal) of both, the opponent's token standing elsewhere."""
    return [(show.opponent, show.theirs, False, False), (YOU, show.mine, True, show.you_deal)]


def _in_rows(canvas: Canvas, look: Look, show: RaceShow, room: int) -> None:
    """Bar, score, name on one row each."""
    digits = max(2 if look.mode == "pocket" else 3, len(str(max(show.mine, show.theirs))))
    names = max(width(look.words(name)) + (2 if deals else 0) for name, _, _, deals in _players(show))
    columns = max(4, min(26, room - digits - 2 - names))
    for y, (name, points, mine, deals) in enumerate(_players(show)):
        x = bar(canvas, look, 0, y, columns, points, show.target, mine) + 1
        number = look.t.number(points)
        ink = look.palette.accent if mine else look.palette.text
        canvas.put(x + digits - width(number), y, number, ink, bold=True)
        put_name(canvas, look, x + digits + 1, y, name, room - x - digits - 1, deals)


def _stacked(canvas: Canvas, look: Look, show: RaceShow, room: int) -> None:
    """Score and name, the bar below."""
    for n, (name, points, mine, deals) in enumerate(_players(show)):
        ink = look.palette.accent if mine else look.palette.text
        x = canvas.put(0, 2 * n, look.t.number(points), ink, bold=True) + 1
        put_name(canvas, look, x, 2 * n, name, room - x, deals)
        bar(canvas, look, 0, 2 * n + 1, room, points, show.target, mine)
