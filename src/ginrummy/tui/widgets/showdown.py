"""The showdown: both hands laid out, and the count that follows from them."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from ginrummy.engine.cards import Card
from ginrummy.tui.canvas import Canvas
from ginrummy.tui.cards import face, put_chips, put_runs
from ginrummy.tui.fan import Fan, Place, Size, TooNarrow, fan
from ginrummy.tui.layout import Mode
from ginrummy.tui.look import Look, Words, say
from ginrummy.tui.painted import CardSpot, Painted, RowSpot
from ginrummy.tui.text import fit, fit_runs, width, wrap
from ginrummy.tui.widgets.hand import Group
from ginrummy.tui.widgets.race import YOU, RaceShow, bar


class SideShow(NamedTuple):
    """One player's hand: what it is called, its groups, which of the cards were laid off on it, what is
    left."""

    title: Words
    groups: tuple[Group, ...]
    laid: frozenset[Card] = frozenset()
    deadwood: int | None = None


class HandsShow(NamedTuple):
    """The knocker's hand above the other; `note` stands alone when there are none to show (a void hand).

    `cursor` is a card in focus, `meld` the number of the upper hand's group in focus, for laying off by hand.
    `marks` are cards with a sign at their foot; `mine` is the hand whose title is marigold.
    """

    sides: tuple[SideShow, ...] = ()
    note: Words | None = None
    cursor: Card | None = None
    meld: int | None = None
    marks: tuple[tuple[Card, str], ...] = ()
    mine: int = 0


_Cut = tuple[Size, tuple[int, int], int]
"""A way to draw both hands: size of the faces, rows of cards of each hand, rows of a face that show."""

_ONE, _TWO_ONE, _TWO = (1, 1), (2, 1), (2, 2)
_WAYS: dict[Mode, tuple[_Cut, ...]] = {
    "pocket": (("S", _ONE, 3), ("S", _ONE, 2), ("S", _TWO_ONE, 2), ("S", _TWO, 2)),
    "phone": (("M", _TWO, 4), ("M", _TWO_ONE, 4), ("M", _ONE, 4), ("S", _TWO, 3), ("S", _TWO, 2)),
    "desk": (("L", _ONE, 5), ("M", _ONE, 4), ("S", _ONE, 3), ("S", _ONE, 2)),
    "hall": (("XL", _ONE, 7), ("L", _ONE, 5), ("M", _ONE, 4), ("S", _ONE, 3)),
}
_WAYS["small"] = _WAYS["pocket"]


class Hands(Painted[HandsShow]):
    """Both hands; a click on a meld of the upper one is a `RowSpot` with its number."""

    @staticmethod
    def paint(canvas: Canvas, look: Look, show: HandsShow) -> None:
        """As large as the window allows; laid-off cards lie in the meld they joined."""
        x = look.margin
        if show.note is not None:
            for y, line in enumerate(wrap(look.runs(show.note), canvas.width - 2 * x), canvas.height // 3):
                put_runs(canvas, look, x, y, line, look.palette.accent, bold=True)
        if not show.sides:
            return
        (_, _, rows), fans = _way(look, show.sides, canvas.width - 2 * x, canvas.height)
        heights = [1 + _rows(laid) * (rows + 1) for laid in fans]
        spare = canvas.height - sum(heights)
        air = min(3, max(spare, 0) // (len(fans) + 1))
        y = air or (1 if spare > 1 else 0)
        for n, (side, laid) in enumerate(zip(show.sides, fans, strict=True)):
            ink = look.palette.accent if n == show.mine else look.palette.text
            room = canvas.width - 2 * x
            end = put_runs(canvas, look, x, y, fit_runs(look.runs(side.title), room), ink, bold=True)
            if side.deadwood is not None and all(group.meld for group in side.groups):
                count = f" · {look.words(say('deadwood.n', n=side.deadwood))}"
                canvas.put(end, y, fit(count, x + room - end), look.palette.soft)
            _side(canvas, look, show, n, laid, y + 1, rows)
            y += heights[n] + max(air, 1 if spare > 0 else 0)


def _way(look: Look, sides: Sequence[SideShow], columns: int, height: int) -> tuple[_Cut, list[Fan]]:
    """The first way of the mode in which both hands fit, if need be without gaps between the groups."""
    for gap, way in ((gap, way) for gap in (1, 0) for way in _WAYS[look.mode]):
        rows = way[2]
        try:
            fans = [_laid_out(side, n, columns, way, gap) for n, side in enumerate(sides)]
        except TooNarrow:
            continue
        air = 2 if way[0] == "L" else 0  # better smaller faces than words that touch them
        if sum(1 + _rows(laid) * (rows + 1) for laid in fans) + air <= height:
            return way, fans
    way = _WAYS[look.mode][-1]
    return way, [_laid_out(side, n, columns, way, 0) for n, side in enumerate(sides)]


def _laid_out(side: SideShow, number: int, columns: int, way: _Cut, least_gap: int) -> Fan:
    size, lines, rows = way
    groups = [group.cards for group in side.groups]
    return fan(groups, columns, (size,), lines[number], 3, rows + 1, least_gap)


def _rows(laid: Fan) -> int:
    return len({place.y for place in laid.places})


def _side(canvas: Canvas, look: Look, show: HandsShow, number: int, laid: Fan, y: int, rows: int) -> None:
    side, palette = show.sides[number], look.palette
    any_meld = any(group.meld for group in side.groups)
    for place in laid.places:
        group = side.groups[place.group]
        ground = palette.card_dim if any_meld and not group.meld else palette.card
        is_laid = place.card in side.laid
        if place.card == show.cursor or is_laid or (number == 0 and place.group == show.meld):
            ground = palette.card_sel
        x, top = look.margin + place.x, y + place.y
        face(
            canvas, look, x, top, place.card, laid.size,
            shown=place.shown, ground=ground, laid=is_laid, rows=rows,
        )  # fmt: skip
        target = RowSpot(place.group) if number == 0 and group.meld else CardSpot(place.card)
        canvas.spot(x, top, place.shown, rows, target)
        if place.card == show.cursor:
            canvas.put(x, top + rows, "▀" * place.shown, palette.accent)
    for n, group in enumerate(side.groups):
        row = [place for place in laid.places if place.group == n]
        if group.meld:
            chosen = number == 0 and n == show.meld
            _bracket(canvas, look, row, y + rows, palette.accent if chosen else palette.good)
    if side.deadwood is not None and not side.groups[-1].meld:
        _count(canvas, look, side, laid, y + rows, {show.cursor, *(card for card, _ in show.marks)})
    for place in laid.places:
        for sign in [sign for card, sign in show.marks if card == place.card]:
            foot = sign.center(place.shown, "▀")
            canvas.put(look.margin + place.x, y + place.y + rows, foot, palette.accent, bold=True)


def _bracket(canvas: Canvas, look: Look, row: list[Place], y: int, ink: str) -> None:
    left, right = row[0].x, row[-1].x + row[-1].shown
    canvas.put(look.margin + left, y + row[0].y, "╰" + "─" * (right - left - 2) + "╯", ink)


def _count(
    canvas: Canvas, look: Look, side: SideShow, laid: Fan, y: int, footed: Container[Card | None]
) -> None:
    """What is left, under the loose cards, beside the foot of one that has a foot; the number alone where
    words are long."""
    end, last = laid.places[-1], len(side.groups) - 1
    row = [place for place in laid.places if place.y == end.y]
    start = look.margin + next(place.x for place in laid.places if place.group == last)
    before = look.margin + max((place.x + place.shown for place in row if place.group != last), default=0)
    lefts = [look.margin + place.x for place in row if place.card in footed]
    rights = [look.margin + place.x + place.shown for place in row if place.card in footed]

    def room(text: str) -> int | None:
        """A column for the text, the nearest to where it belongs."""
        long, most = width(text), canvas.width - width(text)
        for x in (start, *(right + 1 for right in rights), *(left - long - 1 for left in lefts), most):
            apart = all(x + long < left or x > right for left, right in zip(lefts, rights, strict=True))
            if apart and x <= most and (x == start or x > before):
                return x
        return None

    text, number = look.words(say("deadwood.n", n=side.deadwood or 0)), look.t.number(side.deadwood or 0)
    x = room(text)
    if x is None:
        text, x = number, room(number)
    canvas.put(min(start, canvas.width - width(text)) if x is None else x, y + end.y, text, look.palette.soft)


class LedgerLine(NamedTuple):
    """A number that is added (`+`), taken off (`−`) or starts the count (""), in words, and the cards it
    comes from."""

    sign: str
    number: int
    words: Words
    cards: tuple[Card, ...] = ()


class LedgerShow(NamedTuple):
    """The count of a hand. `shown` lines are there already, the `total` once all are (`points` of it counted
    up).

    `race` has the scores with the hand's points in; `gained` are the points, `mine` whether they are yours.
    """

    lines: tuple[LedgerLine, ...] = ()
    total: LedgerLine | None = None
    shown: int = 99
    points: int | None = None
    race: RaceShow | None = None
    gained: int = 0
    mine: bool = True

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to come."""
        return self.shown > len(self.lines) and self.points in (None, self.total and self.total.number)


class Ledger(Painted[LedgerShow]):
    """Numbers in a column, words after them, the sum below a rule."""

    GROUND = "well"

    @staticmethod
    def paint(canvas: Canvas, look: Look, show: LedgerShow) -> None:
        """In the hall with air between the lines and the race below."""
        hall = look.mode == "hall"
        x, pitch = (3 if hall else look.margin), (2 if hall else 1)
        y = 3 if hall else 0
        for line in show.lines[: show.shown]:
            _line(canvas, look, x, y, line, line.number, look.palette.text, look.palette.soft)
            y += pitch
        y = (3 if hall else 0) + pitch * len(show.lines)
        if show.total is None or show.shown <= len(show.lines):
            return
        rule = hall or canvas.height - y >= 2
        if rule:
            y -= 1 if hall else 0
            canvas.put(x, y, "━━━━━", look.palette.accent)
            canvas.put(x + 6, y, "─" * (canvas.width - 2 * x - 6), look.palette.faint)
            y += 1
        points = show.total.number if show.points is None else show.points
        end = _line(canvas, look, x, y, show.total, points, look.palette.accent, look.palette.text)
        if show.race is not None and show.is_done:
            if hall:
                _race(canvas, look, x, y + 3, show, show.race)
            else:
                _running(canvas, look, x, end + 4, y, show, show.race)


def _line(
    canvas: Canvas, look: Look, x: int, y: int, line: LedgerLine, number: int, ink: str, soft: str
) -> int:
    canvas.put(x, y, line.sign, ink, bold=True)
    text = look.t.number(number)
    canvas.put(x + 5 - width(text), y, text, ink, bold=True)
    at = x + 7
    words = fit(look.words(line.words), canvas.width - at - 1)
    at = canvas.put(at, y, words, soft)
    if line.cards and at + 1 + sum(len(card.sign) + 2 for card in line.cards) < canvas.width:
        at = put_chips(canvas, look, at + 1, y, line.cards)
    return at


def _sum(look: Look, show: LedgerShow, race: RaceShow) -> tuple[str, str]:
    """The two scores with the hand's points written out, yours first: `43 + 9 = 52` and `49`."""
    number = look.t.number
    after = race.mine if show.mine else race.theirs
    written = f"{number(after - show.gained)} + {number(show.gained)} = {number(after)}"
    if not show.gained:
        written = number(after)
    return (written, number(race.theirs)) if show.mine else (number(race.mine), written)


def _running(canvas: Canvas, look: Look, x: int, at: int, y: int, show: LedgerShow, race: RaceShow) -> None:
    """Both scores on the row of the sum, or on the one below where that is free."""
    mine, theirs = _sum(look, show, race)
    yours, other = look.words(YOU), look.words(race.opponent)
    needed = width(mine) + width(yours) + width(theirs) + width(other) + 5
    if at + needed >= canvas.width:
        at, y = x + 7 if x + 7 + needed < canvas.width else x, y + 1
    if y >= canvas.height or at + needed >= canvas.width:
        return
    palette = look.palette
    at = canvas.put(at, y, mine, palette.accent, bold=True) + 1
    at = canvas.put(at, y, yours, palette.soft) + 3
    at = canvas.put(at, y, theirs, palette.text, bold=True) + 1
    canvas.put(at, y, other, palette.soft)


def _race(canvas: Canvas, look: Look, x: int, y: int, show: LedgerShow, race: RaceShow) -> None:
    """Both scores with their bars below each other."""
    mine, theirs = _sum(look, show, race)
    room = canvas.width - 2 * x
    players = ((mine, YOU, race.mine, True), (theirs, race.opponent, race.theirs, False))
    for written, name, points, is_me in players:
        ink = look.palette.accent if is_me else look.palette.text
        end = canvas.put(x, y, written, ink, bold=True) + 2
        canvas.put(end, y, fit(look.words(name), canvas.width - end - 1), look.palette.soft)
        bar(canvas, look, x, y + 1, room, points, race.target, is_me)
        y += 3
