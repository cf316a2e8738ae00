"""The score sheet: a row a hand, numbers first, words last."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ginrummy.engine.cards import Card
from ginrummy.tui.canvas import Canvas
from ginrummy.tui.cards import put_chips, put_runs
from ginrummy.tui.look import Look, Words, say
from ginrummy.tui.painted import Painted, RowSpot
from ginrummy.tui.rows import edge_marks, highlight, page_left, window
from ginrummy.tui.text import fit, width, wrap
from ginrummy.tui.widgets.menu import garland
from ginrummy.tui.widgets.race import DEALER, YOU, RaceShow, bar

Who = Literal["me", "them"]
KNOCKED, LAID = "▸", "+"


USED = (("u", "sheet.undo"), ("h", "sheet.hint"))
"""What a friendly match marks: the sign, which is the key that was used, and its message."""


class SheetRow(NamedTuple):
    """One hand: who dealt, who knocked, both counts (None when it was void), how it was won and what that
    gave.

    `sum` is written out with its signs (`24 + 25 = 49`, any digits); `totals` are yours and the opponent's
    after it.
    """

    number: int
    dealer: Who
    result: Words
    totals: tuple[int, int]
    sum: str = "–"
    knocker: Who | None = None
    winner: Who | None = None
    counts: tuple[int, int] | None = None
    laid: tuple[Card, ...] = ()
    used: str = ""
    """The keys of `USED` for what the player used in this hand."""
    games: tuple[tuple[int, int], ...] = ()
    """Under Hollywood the score of each game after this hand."""


class SheetShow(NamedTuple):
    """The sheet of a match; `focus` is the row that is looked at, the last one by default.

    `notes` stand below: what is needed to win, or how the final score comes about.
    """

    title: tuple[Words, ...]
    """Its parts; where room is short the last go first."""
    race: RaceShow
    rows: tuple[SheetRow, ...] = ()
    notes: tuple[Words, ...] = ()
    focus: int | None = None
    won: bool = False
    """The match is over and won: marigolds."""
    game: int | None = None
    """The Hollywood game that the race is of."""
    empty: Words = say("sheet.empty")
    """What stands in the place of rows while there are none."""


class Sheet(Painted[SheetShow]):
    """The sheet; a click on a hand is a `RowSpot`."""

    @staticmethod
    def paint(canvas: Canvas, look: Look, show: SheetShow) -> None:
        """Title and head stay, rows scroll, the race and the notes stay below."""
        x = page_left(look, canvas.width)
        y = {"pocket": 0, "hall": 2}.get(look.mode, 1)
        if show.won and look.mode != "pocket":
            garland(canvas, look)
            y = 4
        end = canvas.put(x, y, _title(look, show, canvas.width - 2 * x), look.palette.accent, bold=True)
        if look.roomy:
            _legend(canvas, look, x, end, y)
        y += 1 if look.mode == "pocket" else 2
        below = _below(canvas, look, show, x)
        if not show.rows:
            canvas.put(x, y, fit(look.words(show.empty), canvas.width - 2 * x), look.palette.soft)
        elif look.roomy:
            _wide(canvas, look, show, x, y, below)
        else:
            _narrow(canvas, look, show, x, y, below)


def _title(look: Look, show: SheetShow, room: int) -> str:
    """As many parts of the title as fit."""
    parts = [look.words(part) for part in show.title]
    while len(parts) > 1 and width(" · ".join(parts)) > room:
        parts.pop()
    return fit(" · ".join(parts), room)


def _legend(canvas: Canvas, look: Look, x: int, left: int, y: int) -> None:
    palette = look.palette
    parts = ((KNOCKED, "sheet.legend.knock", palette.text), (DEALER, "sheet.legend.deal", palette.accent),
             (LAID, "sheet.legend.laid", palette.accent))  # fmt: skip
    words = [(sign, look.words(say(key)), ink) for sign, key, ink in parts]
    at = canvas.width - x - sum(width(text) + 2 for _, text, _ in words) - 3 * (len(words) - 1)
    if at <= left:
        return
    for sign, text, ink in words:
        at = canvas.put(at, y, sign + " ", ink)
        at = canvas.put(at, y, text, palette.soft) + 3


def _below(canvas: Canvas, look: Look, show: SheetShow, x: int) -> int:
    """The race and the notes at the foot of the page; returns the first row that they take."""
    room = canvas.width - 2 * x
    lines = [line for note in show.notes for line in wrap(look.runs(note), room)]
    race = look.mode != "pocket" and bool(show.rows)
    height = len(lines) + (2 if race else 0)
    y = canvas.height - height - (1 if look.mode != "pocket" and height else 0)
    first = y - 1
    if race:
        of = "" if show.game is None else f" · {look.words(say('res.hw.game', n=show.game))}"
        me, them = (look.words(name) + of for name in (YOU, show.race.opponent))
        columns = min(50, room - 6 - max(width(me), width(them)))
        for name, points, mine in ((me, show.race.mine, True), (them, show.race.theirs, False)):
            end = bar(canvas, look, x, y, columns, points, show.race.target, mine) + 1
            ink = look.palette.accent if mine else look.palette.text
            end = canvas.put(end, y, look.t.number(points), ink, bold=True) + 1
            canvas.put(end, y, name, look.palette.soft)
            y += 1
    for line in lines:
        put_runs(canvas, look, x, y, line, look.palette.soft)
        y += 1
    return first if height else canvas.height


class _Columns(NamedTuple):
    """Columns of the wide sheet."""

    number: int
    mine: int
    theirs: int
    sum: int
    total: int
    result: int


def _columns(look: Look, x: int) -> _Columns:
    steps = (5, 7, 9, 18, 13) if look.mode == "desk" else (8, 10, 12, 21, 16)
    at = [x]
    for step in steps:
        at.append(at[-1] + step)
    return _Columns(*at)


def _wide(canvas: Canvas, look: Look, show: SheetShow, x: int, y: int, below: int) -> None:
    """One line a hand; with room between the lines, what was laid off has the line below."""
    c, palette = _columns(look, x), look.palette
    heads = ((c.number, "col.no.s", 4), (c.mine, "col.yours.s", 7), (c.theirs, "col.theirs.s", 8),
             (c.sum, "col.sum", 16), (c.total, "col.total", 12), (c.result, "col.result", 20))  # fmt: skip
    for at, key, room in heads:
        if key == "col.total" and show.rows[0].games:
            continue  # the line of the three games says it
        ink = palette.accent if key == "col.yours.s" else palette.soft
        canvas.put(at, y, fit(look.words(say(key)), room), ink)
    canvas.put(x, y + 1, "─" * (canvas.width - 2 * x), palette.faint)
    y += 2
    room = below - y
    pitch = 2 if len(show.rows) * 2 - 1 <= room or show.rows[0].games else 1
    focus = len(show.rows) - 1 if show.focus is None else show.focus
    first, last = window(focus, len(show.rows), (room + pitch - 1) // pitch)
    edge_marks(canvas, look, y, y + (last - first - 1) * pitch, first > 0, last < len(show.rows))
    for n in range(first, last):
        _wide_row(canvas, look, c, y, show.rows[n], n == focus, pitch)
        y += pitch


def _wide_row(
    canvas: Canvas, look: Look, c: _Columns, y: int, row: SheetRow, focused: bool, pitch: int
) -> None:
    palette = look.palette
    soft = palette.soft
    if focused:
        soft = palette.text
        highlight(canvas, look, 0, y, canvas.width, 2 if row.games else 1)
    canvas.spot(0, y, canvas.width, pitch, RowSpot(row.number - 1))
    canvas.put(c.number, y, look.t.number(row.number), soft)
    canvas.put(c.number + 2, y, row.used, palette.accent)
    for who, at, n in (("me", c.mine, 0), ("them", c.theirs, 1)):
        text = "·" if row.counts is None else look.t.number(row.counts[n])
        knocked = row.knocker == who
        canvas.put(at + 4 - width(text), y, text, palette.text if knocked else soft, bold=knocked)
        if knocked:
            canvas.put(at, y, KNOCKED, palette.text)
        if row.dealer == who:
            canvas.put(at + 5, y, DEALER, palette.accent)
    canvas.put(c.sum, y, look.sum(row.sum), palette.text, bold=focused)
    for n, ink in () if row.games else ((0, palette.accent), (1, palette.text)):
        text = look.t.number(row.totals[n])
        canvas.put(c.total + 4 + 6 * n - width(text), y, text, ink, bold=True)
    end = canvas.put(c.result, y, fit(look.words(row.result), canvas.width - c.result - 1), soft)
    if row.games:
        canvas.put(c.sum, y + 1, _games(look, row, canvas.width - c.sum - 1), soft)
    if row.laid:
        chips = 2 + sum(len(card.sign) + 2 for card in row.laid)
        gap = 2 if end + 2 + chips <= canvas.width - look.margin else 1
        if end + gap + chips < canvas.width:
            end = canvas.put(end + gap, y, LAID + " ", palette.accent)
            put_chips(canvas, look, end, y, row.laid)
        elif pitch > 1 and not row.games:
            at = min(c.result, canvas.width - chips - 1)
            put_chips(canvas, look, canvas.put(at, y + 1, LAID + " ", palette.accent), y + 1, row.laid)


def _games(look: Look, row: SheetRow, room: int) -> str:
    """The score of each Hollywood game; their numbers alone stand for them where room is short."""
    number = look.t.number
    pairs = [f"{number(mine)}–{number(theirs)}" for mine, theirs in row.games]
    named = [f"{look.words(say('res.hw.game', n=n))}: {pair}" for n, pair in enumerate(pairs, 1)]
    full = "   ".join(named)
    return (
        full if width(full) <= room else "   ".join(f"{number(n)}: {pair}" for n, pair in enumerate(pairs, 1))
    )


def _narrow(canvas: Canvas, look: Look, show: SheetShow, x: int, y: int, below: int) -> None:
    """Two lines a hand: the sum and the totals, then the result in words."""
    palette = look.palette
    mine, theirs, words = canvas.width - 17, canvas.width - 8, x + 4
    canvas.put(words, y, fit(look.words(say("col.sum")), 14), palette.soft)
    totals = ((mine, "col.yours.s", palette.accent), (theirs, "col.theirs.s", palette.soft))
    for at, key, ink in () if show.rows[0].games else totals:
        canvas.put(at, y, fit(look.words(say(key)), 8), ink)
    y += 1
    pitch = 3 if look.mode == "phone" and 3 * len(show.rows) <= below - y else 2
    if show.rows[0].games:
        pitch = 3
    focus = len(show.rows) - 1 if show.focus is None else show.focus
    first, last = window(focus, len(show.rows), (below - y + pitch - 2) // pitch)
    edge_marks(canvas, look, y, y + (last - first - 1) * pitch, first > 0, last < len(show.rows))
    for n in range(first, last):
        row, focused = show.rows[n], n == focus
        soft = palette.text if focused else palette.soft
        rows = 3 if row.games else 2
        if focused:
            highlight(canvas, look, 0, y, canvas.width, rows)
        canvas.spot(0, y, canvas.width, rows, RowSpot(row.number - 1))
        canvas.put(x, y, look.t.number(row.number), soft)
        canvas.put(x, y + 1, row.used, palette.accent)
        canvas.put(words, y, fit(look.sum(row.sum), mine - words - 1), palette.text, bold=focused)
        both = ((mine, row.totals[0], palette.accent), (theirs, row.totals[1], palette.text))
        for at, total, ink in () if row.games else both:
            text = look.t.number(total)
            canvas.put(at + 3 - width(text), y, text, ink, bold=True)
        end = canvas.put(words, y + 1, fit(look.words(row.result), canvas.width - words - 1), soft)
        chips = 2 + sum(len(card.sign) + 2 for card in row.laid)
        if row.laid and end + chips + 1 < canvas.width:
            put_chips(canvas, look, canvas.put(end + 1, y + 1, LAID + " ", palette.accent), y + 1, row.laid)
        if row.games:
            canvas.put(words, y + 2, _games(look, row, canvas.width - words - 1), soft)
        y += pitch
