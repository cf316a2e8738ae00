"""Card faces in four sizes, backs, and cards in a sentence, all painted in signs of one cell.

A card is solid ground without a border; its only drawn edge is `▏` in the first column, so that overlapping
cards come apart and touching ones cost no column. Strips narrower than four columns stand their index upright
(rank over suit), because `10♥` needs three.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ginrummy.engine.cards import Card
from ginrummy.i18n import Run
from ginrummy.tui.canvas import Canvas
from ginrummy.tui.fan import SIZES, Size
from ginrummy.tui.look import Look
from ginrummy.tui.text import chip_text

DRAWN, MARKED = "▼", "✕"
"""The signs of the card just drawn and of the card marked to be thrown."""

_COURT = {11: "♞", 12: "♛", 13: "♚"}
_SIDE_PIPS = {4: (0, 4), 5: (0, 4), 6: (0, 2, 4), 7: (0, 2, 4), 8: (0, 2, 4), 9: (0, 1, 3, 4), 10: range(5)}
_MIDDLE_PIPS = {1: (2,), 2: (0, 4), 3: (0, 2, 4), 5: (2,), 7: (1,), 8: (1, 3), 9: (2,)}


def face(
    canvas: Canvas,
    look: Look,
    x: int,
    y: int,
    card: Card,
    size: Size,
    *,
    shown: int | None = None,
    ground: str | None = None,
    laid: bool = False,
    rows: int | None = None,
    badge: str = "",
) -> None:
    """Paint `card` with its top left cell at `x`, `y`.

    `shown` columns stay uncovered (all of them by default) and the art is centred in those. `laid` marks a
    card laid off on a meld: thick edge, plus sign, its own ground. `rows` cuts the card off below. `badge` is
    written in the face for a card that stands too high for a cap.
    """
    columns, height = SIZES[size]
    shown = columns if shown is None else min(shown, columns)
    ground = ground or (look.palette.card_sel if laid else look.palette.card)
    canvas.stamp(x, y, _face(look, card, size, shown, min(height, rows or height), ground, laid, badge))


@lru_cache(1024)
def _face(
    look: Look, card: Card, size: Size, shown: int, height: int, ground: str, laid: bool, badge: str
) -> Canvas:
    """The face as a picture of `shown` columns and `height` rows, kept: most are painted again and again."""
    palette = look.palette
    columns, whole = SIZES[size][0], height == SIZES[size][1]
    upright = size in ("S", "M") or shown < 4
    canvas = Canvas(shown, height, palette.text, ground, ascii=look.ascii, bold_on=palette.bold_on)
    for row in range(height):
        canvas.put(0, row, "▌" if laid else "▏", palette.accent if laid else palette.edge)
    _index(canvas, look, 0, 0, card, upright)
    if laid and height > 2:
        canvas.put(1, 2 if upright else 1, "+", palette.ink_s, bold=True)
    if badge:
        _badge(canvas, look, 0, 0, badge, shown, upright)
    if size != "S" and whole and shown >= columns - 1:
        _mirrored_index(canvas, look, columns, height - 1, card, upright)
    if shown >= 5 and not upright and whole:
        _art(canvas, look, 1 + (shown - 4) // 2, 0, card, size)
    return canvas


def _index(canvas: Canvas, look: Look, x: int, y: int, card: Card, upright: bool) -> None:
    rank, suit, ink = card.sign[:-1], card.sign[-1], look.ink(card)
    if upright:
        canvas.put(x + 1, y, rank, ink, bold=True)
        canvas.put(x + 1, y + 1, suit, ink)
    else:
        canvas.put(x + 1, y, rank + suit, ink, bold=True)


def _mirrored_index(canvas: Canvas, look: Look, right: int, y: int, card: Card, upright: bool) -> None:
    rank, suit, ink = card.sign[:-1], card.sign[-1], look.ink(card)
    if upright:
        canvas.put(right - 1 - len(rank), y, rank, ink, bold=True)
        canvas.put(right - 2, y - 1, suit, ink)
    else:
        canvas.put(right - 2 - len(rank), y, rank + suit, ink, bold=True)


def _badge(canvas: Canvas, look: Look, x: int, y: int, badge: str, shown: int, upright: bool) -> None:
    ink = look.palette.ink_s
    if upright:
        canvas.put(x + 2, y + 1, badge[-1], ink, bold=True)
    elif shown < 6:
        canvas.put(x + 1, y + 1, badge, ink, bold=True)
    else:
        canvas.put(x + (6 if shown < 9 else 8) - len(badge), y, badge, ink, bold=True)


def _art(canvas: Canvas, look: Look, x: int, y: int, card: Card, size: Size) -> None:
    """The middle of a card, three columns wide from `x`."""
    court, suit, ink = _COURT.get(card.rank), card.sign[-1], look.ink(card)
    if court:
        panel, last = look.palette.panel, SIZES[size][1] - 2
        canvas.tint(x, y + 1, 3, last, panel)
        canvas.put(x + 1, y + (last + 1) // 2, court, ink, bold=True)
        if size == "XL":
            canvas.put(x, y + 1, suit, ink)
            canvas.put(x + 2, y + last, suit, ink)
    elif size == "XL":
        for column, row in _pips(card.rank):
            canvas.put(x + column, y + 1 + row, suit, ink)
    else:
        canvas.put(x + 1, y + 2, suit, ink, bold=True)


def _pips(rank: int) -> Iterable[tuple[int, int]]:
    """Column 0..2 and row 0..4 of each pip, much as on a printed card."""
    yield from ((column, row) for row in _SIDE_PIPS.get(rank, ()) for column in (0, 2))
    yield from ((1, row) for row in _MIDDLE_PIPS.get(rank, ()))


def back(
    canvas: Canvas,
    look: Look,
    x: int,
    y: int,
    size: Size,
    *,
    shown: int | None = None,
    rows: int | None = None,
) -> None:
    """Paint a card's back, a woven cloth; `shown` and `rows` as for a face."""
    palette = look.palette
    columns, height = SIZES[size]
    with canvas.within(x, x + (shown or columns)):
        canvas.fill(x, y, columns, min(height, rows or height), palette.back)
        for row in range(min(height, rows or height)):
            canvas.put(x, y + row, "▏", palette.card)
            for column in range(1, columns - 1, 2):
                canvas.put(x + column, y + row, "╱╲"[row % 2], palette.back_hi)


def slot(canvas: Canvas, look: Look, x: int, y: int, size: Size) -> None:
    """Paint the empty place of a card."""
    columns, height = SIZES[size]
    for row in range(height):
        left, middle, right = "╭╌╮" if row == 0 else "╰╌╯" if row == height - 1 else "╎ ╎"
        canvas.put(x, y + row, left + middle * (columns - 2) + right, look.palette.faint)


def put_runs(
    canvas: Canvas, look: Look, x: int, y: int, runs: Iterable[Run], ink: str, *, bold: bool = False
) -> int:
    """Write a sentence whose cards are ivory chips; returns the column behind it."""
    for run in runs:
        if run.card is None:
            x = canvas.put(x, y, run.text, ink, bold=bold)
        else:
            x = canvas.put(x, y, chip_text(run), look.ink(run.card), look.palette.card, bold=True)
    return x


def put_chips(canvas: Canvas, look: Look, x: int, y: int, cards: Iterable[Card]) -> int:
    """Write cards as chips that touch; returns the column behind them."""
    return put_runs(canvas, look, x, y, [Run(card.sign, card) for card in cards], look.palette.text)
