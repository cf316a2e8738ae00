"""The other side of the table: the opponent's backs, and the cards known to be among them."""

from __future__ import annotations

from typing import NamedTuple

from ginrummy.engine.cards import Card
from ginrummy.tui.canvas import Canvas
from ginrummy.tui.cards import back, face
from ginrummy.tui.fan import SIZES
from ginrummy.tui.look import Look, Words, say
from ginrummy.tui.painted import Painted
from ginrummy.tui.text import fit, width
from ginrummy.tui.widgets.race import DEALER, OPPONENT


class OpponentShow(NamedTuple):
    """`cards` held in all, `known` among them; `doing` is a word or two, such as that they are thinking."""

    cards: int = 10
    known: tuple[Card, ...] = ()
    name: Words = OPPONENT
    deals: bool = False
    doing: Words | None = None
    away: Card | None = None
    """A known card still in the air."""


class Opponent(Painted[OpponentShow]):
    """Backs that overlap, known cards open to the right of them, then the name."""

    @staticmethod
    def paint(canvas: Canvas, look: Look, show: OpponentShow) -> None:
        """Words stand last, so that nothing lies behind them."""
        size, rows = look.plan.opponent_size, canvas.height
        columns = SIZES[size][0]
        words = _words(look, show)
        room = canvas.width - look.margin - max(width(text) for _, text in words) - 1
        hidden = show.cards - len(show.known)
        back_step, step = _steps(look, hidden, len(show.known), room)
        x = look.margin
        for n in range(hidden):
            shown = columns if n == hidden - 1 else back_step
            back(canvas, look, x, 0, size, shown=shown, rows=rows)
            x += shown
        x += 1 if hidden else 0
        for n, card in enumerate(show.known):
            shown = columns if n == len(show.known) - 1 else step
            if card != show.away:
                face(canvas, look, x, 0, card, size, shown=min(shown, columns), rows=rows)
            x += shown
        x += 2
        for y, (ink, text) in enumerate(words[:rows]):
            canvas.put(x, y, fit(text, canvas.width - x), ink, bold=y == 0)
        if show.deals:
            canvas.put(x, 1, DEALER, look.palette.accent)


def _steps(look: Look, hidden: int, known: int, room: int) -> tuple[int, int]:
    """Columns from back to back and from known card to known card, as many as leave the words their room."""
    columns, back_step = SIZES[look.plan.opponent_size][0], look.plan.opponent_step
    roomiest = columns + (1 if look.mode == "hall" else 0)
    for pair in ((back_step, roomiest), (back_step, 4), (1, 4), (back_step, 3)):
        backs = (hidden - 1) * pair[0] + columns + 1 if hidden else 0
        faces = (known - 1) * pair[1] + columns if known else 0
        if backs + faces + 2 <= room:
            return pair
    return 1, 3


def _words(look: Look, show: OpponentShow) -> list[tuple[str, str]]:
    """Ink and text of each line: the name, whether they deal, what they are doing."""
    lines = [(look.palette.text, look.words(show.name))]
    if show.deals:
        lines.append((look.palette.soft, f"{DEALER} {look.words(say('dealer'))}"))
    if show.doing is not None:
        lines.append((look.palette.soft, look.words(show.doing)))
    return lines
