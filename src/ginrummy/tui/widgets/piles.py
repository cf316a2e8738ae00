"""The stock and the discard pile."""

from __future__ import annotations

from typing import NamedTuple

from ginrummy.engine.cards import Card
from ginrummy.tui.canvas import Canvas
from ginrummy.tui.cards import back, face, slot
from ginrummy.tui.fan import SIZES
from ginrummy.tui.look import Look
from ginrummy.tui.painted import Painted, PileName, PileSpot


class PilesShow(NamedTuple):
    """`stock` is a count; `pile` are the discards, bottom to top; `focus` has the foot under it."""

    stock: int = 0
    pile: tuple[Card, ...] = ()
    focus: PileName | None = None


class Piles(Painted[PilesShow]):
    """The stock with its count to the left, the pile with its top card whole to the right."""

    @staticmethod
    def paint(canvas: Canvas, look: Look, show: PilesShow) -> None:
        """Paint both, and the foot under the one in focus."""
        plan, palette = look.plan, look.palette
        columns, rows = SIZES[plan.pile_size]
        x = look.margin
        _stock(canvas, look, x, show.stock)
        stock_width = columns + plan.depth
        canvas.spot(x, 0, stock_width, rows, PileSpot("stock"))
        left = x + stock_width + 2
        visible = show.pile[-1 - plan.under :]
        top = left + (len(visible) - 1) * plan.under_step
        for n, card in enumerate(visible):
            at, on_top = left + n * plan.under_step, n == len(visible) - 1
            ground, shown = (palette.card, columns) if on_top else (palette.card_dim, plan.under_step)
            face(canvas, look, at, 0, card, plan.pile_size, shown=shown, ground=ground)
        if not visible:
            top = left
            slot(canvas, look, left, 0, plan.pile_size)
        canvas.spot(left, 0, top - left + columns, rows, PileSpot("pile"))
        if show.focus == "stock":
            canvas.put(x, rows, "▀" * stock_width, palette.accent)
        elif show.focus == "pile":
            canvas.put(top, rows, "▀" * columns, palette.accent)

    @staticmethod
    def place(look: Look, pile: PileName, cards: int) -> tuple[int, int]:
        """The top left cell of the stock's top card, or of that of a pile of so many cards."""
        plan = look.plan
        if pile == "stock":
            return look.margin + plan.depth, 0
        under = max(0, min(plan.under, cards - 1))
        return look.margin + plan.depth + SIZES[plan.pile_size][0] + 2 + under * plan.under_step, 0


def _stock(canvas: Canvas, look: Look, x: int, count: int) -> None:
    plan, palette = look.plan, look.palette
    columns, rows = SIZES[plan.pile_size]
    if count == 0:
        slot(canvas, look, x + plan.depth, 0, plan.pile_size)
        return
    for edge in range(plan.depth if count > 1 else 0):
        back(canvas, look, x + edge, 0, plan.pile_size)
    x += plan.depth
    back(canvas, look, x, 0, plan.pile_size)
    label = look.t.number(count).center(columns - 1)
    canvas.put(x + 1, rows // 2, label, palette.card, palette.back, bold=True)
