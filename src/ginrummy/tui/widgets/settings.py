"""Settings: one line each; the one in focus opens its choices and says what it changes."""

from __future__ import annotations

from typing import NamedTuple

from ginrummy.tui.canvas import Canvas
from ginrummy.tui.look import Look, Words
from ginrummy.tui.painted import Painted, RowSpot
from ginrummy.tui.rows import edge_marks, highlight, page_left
from ginrummy.tui.text import fit, plain, width, wrap

LABEL_ROOM = 27
MARK = "▸"
"""Stands before the choice that is on, and alone for a door to another page."""


class SettingHead(NamedTuple):
    """A word above a group of settings."""

    title: Words


class SettingRow(NamedTuple):
    """A setting: label, choices, which of them is on (several for `many`), and one line about it.

    No choices make it a door: Enter opens something. `typed` is what has been typed into a number so far.
    """

    label: Words
    choices: tuple[Words, ...] = ()
    chosen: int = 0
    why: Words | None = None
    many: frozenset[int] | None = None
    typed: str | None = None
    value: Words | None = None
    told: tuple[Words, ...] = ()
    """What is only said about the row beside its label; where room is short the last go first."""


class SettingsShow(NamedTuple):
    """`focus` counts the lines, heads included; it always stands on a row."""

    title: Words
    lines: tuple[SettingHead | SettingRow, ...] = ()
    focus: int = 0
    notice: Words | None = None


class SettingsList(Painted[SettingsShow]):
    """The list; a click on a line is a `RowSpot`, on one of its choices with the number of that."""

    @staticmethod
    def paint(canvas: Canvas, look: Look, show: SettingsShow) -> None:
        """The title stays, the lines scroll so that the one in focus is whole."""
        x, palette = page_left(look, canvas.width), look.palette
        y = {"pocket": 0, "hall": 2}.get(look.mode, 1)
        end = canvas.put(x, y, fit(look.words(show.title), canvas.width - 2 * x), palette.accent, bold=True)
        if show.notice is not None:
            canvas.put(end + 3, y, fit(look.words(show.notice), canvas.width - end - 4), palette.soft)
        y += 1 if look.mode == "pocket" else 2
        room = canvas.height - y
        heights = [_height(canvas, look, show, n, x) for n in range(len(show.lines))]
        if sum(heights) > room:
            heights = [
                max(1, h - 1) if isinstance(line, SettingHead) else h
                for h, line in zip(heights, show.lines, strict=True)
            ]
        first = _first(heights, show.focus, room)
        top, n = y, first
        while n < len(show.lines) and y + heights[n] <= canvas.height:
            _line(canvas, look, show, n, x, y, heights[n])
            y += heights[n]
            n += 1
        edge_marks(canvas, look, top, y - 1, first > 0, n < len(show.lines))


def _first(heights: list[int], focus: int, room: int) -> int:
    """The first line that shows: as many above the focus as leave a few below it in view."""
    first = 0
    below = min(len(heights), focus + 3)
    while first < focus and sum(heights[first:below]) > room:
        first += 1
    return first


def _value_x(look: Look, x: int) -> int:
    return x + LABEL_ROOM + 2 if look.roomy else x + 19


def _height(canvas: Canvas, look: Look, show: SettingsShow, n: int, x: int) -> int:
    """Rows of a line: heads have air above, the line in focus its explanation below."""
    line = show.lines[n]
    if isinstance(line, SettingHead):
        return 1 if n == 0 else 2
    if n != show.focus:
        return 2 if look.mode == "hall" and canvas.height > 2 * len(show.lines) + 6 else 1
    return _open_rows(canvas, look, line, x) + len(_why(canvas, look, line, x))


def _open_rows(canvas: Canvas, look: Look, line: SettingRow, x: int) -> int:
    """Rows of the label and the choices: in narrow windows these stand below it, if need be in two rows."""
    if look.roomy or not line.choices:
        return 2 if _is_below(canvas, look, line, x) or (line.told and not look.roomy) else 1
    return 1 + max(1, len(_in_rows(look, line, canvas.width - x - 3)))


def _is_below(canvas: Canvas, look: Look, line: SettingRow, x: int) -> bool:
    """Whether the value of a line without choices has no room beside the label."""
    if look.roomy or line.choices or line.value is None:
        return False
    return x + width(look.words(line.label)) + 2 > canvas.width - width(look.words(line.value)) - 4 - x


def _in_rows(look: Look, line: SettingRow, room: int) -> list[range]:
    """The choices that stand in each row where two rows hold all of them, else nothing."""
    rows, used = [0], 0
    for n, choice in enumerate(line.choices):
        cells = width(look.words(choice)) + 4
        if used and used + cells > room:
            rows.append(n)
            used = 0
        used += cells
    ends = [*rows[1:], len(line.choices)]
    return [range(first, last) for first, last in zip(rows, ends, strict=True)] if len(rows) < 3 else []


def _why(canvas: Canvas, look: Look, line: SettingRow, x: int) -> list[str]:
    if line.why is None:
        return []
    at = x + 2
    return [plain(part) for part in wrap(look.runs(line.why), canvas.width - at - max(1, x))]


def _line(canvas: Canvas, look: Look, show: SettingsShow, n: int, x: int, y: int, height: int) -> None:
    line, palette = show.lines[n], look.palette
    at = _value_x(look, x)
    if isinstance(line, SettingHead):
        y += height - 1
        end = canvas.put(x, y, look.words(line.title), palette.soft) + 2
        if look.roomy:
            canvas.put(max(end, at), y, "╌" * (canvas.width - max(end, at) - x), palette.faint)
        return
    focused = n == show.focus
    canvas.spot(0, y, canvas.width, height if line.told else 1, RowSpot(n))
    if focused:
        left = x - 2 if x > 3 else 0
        highlight(canvas, look, left, y, canvas.width - 2 * left if x > 3 else canvas.width, height)
    ink = palette.accent if focused else palette.text
    room = at - x - 1 if look.roomy else canvas.width - 2 * x
    if look.roomy and not line.choices and line.value is not None:
        room = canvas.width - 2 * x - width(look.words(line.value)) - 4
    end = canvas.put(x, y, fit(look.words(line.label), room), ink, bold=focused)
    if line.told:
        _told(canvas, look, line, max(at, end + 2) if look.roomy else end + 2, x, y, focused)
    elif not focused:
        _closed(canvas, look, line, max(at, end + 2) if look.roomy else end + 2, y)
    elif line.choices and not look.roomy:
        parts = _in_rows(look, line, canvas.width - x - 3)
        for part in parts or (None,):
            y += 1
            _open(canvas, look, n, line, x, y, part)
    elif _is_below(canvas, look, line, x):
        y += 1
        canvas.spot(0, y, canvas.width, 1, RowSpot(n))
        _open(canvas, look, n, line, x, y)
    elif not look.roomy and line.value is not None:
        _open(canvas, look, n, line, canvas.width - width(look.words(line.value)) - 4 - look.margin, y)
    else:
        _open(canvas, look, n, line, max(at - 1, end + 1), y)
    for why in _why(canvas, look, line, x) if focused else ():
        y += 1
        canvas.put(x + 2, y, why, palette.text)


def _told(canvas: Canvas, look: Look, line: SettingRow, at: int, x: int, y: int, focused: bool) -> None:
    """What is said about a row: as much of it as fits; in narrow windows all of it once it is in focus."""
    if focused and not look.roomy:
        at, y = x + 2, y + 1
    parts = [look.words(part) for part in line.told]
    while parts and at + width(" · ".join(parts)) >= canvas.width:
        parts.pop()
    if not look.roomy and not focused:
        at = canvas.width - width(" · ".join(parts)) - look.margin
    canvas.put(at, y, " · ".join(parts), look.palette.text if focused else look.palette.soft)


def _closed(canvas: Canvas, look: Look, line: SettingRow, x: int, y: int) -> None:
    """The value alone; in narrow windows at the right edge."""
    if line.value is not None:
        text = look.words(line.value)
    elif line.many is not None:
        text = " · ".join(look.words(line.choices[n]) for n in sorted(line.many))
    else:
        text = look.words(line.choices[line.chosen]) if line.choices else ""
    text = fit(text, canvas.width - x - 1)
    if not look.roomy:
        x = canvas.width - width(text) - look.margin
    canvas.put(x, y, text, look.palette.text, bold=True)


def _open(
    canvas: Canvas, look: Look, number: int, line: SettingRow, x: int, y: int, part: range | None = None
) -> None:
    """All choices, or those of `part`, the chosen on marigold; more than fit scroll round it."""
    palette = look.palette
    if line.typed is not None or (line.value is not None and not line.choices):
        text = line.typed + "▏" if line.typed is not None else look.words(line.value or "")
        _choice(canvas, look, x, y, text, True, mark=text != MARK)  # a door that is told by the mark alone
        return
    words = [look.words(choice) for choice in line.choices]
    first, last = _visible(words, line.chosen, canvas.width - x - 3)
    if part is not None:
        first, last = part.start, part.stop
    if first > 0 and part is None:
        x = canvas.put(x, y, "…", palette.text)
    for n in range(first, last):
        on = n in line.many if line.many is not None else n == line.chosen
        end = _choice(canvas, look, x, y, words[n], on, cursor=line.many is not None and n == line.chosen)
        canvas.spot(x, y, end - x, 1, RowSpot(number, n))
        x = end + 1
    if last < len(words) and part is None:
        canvas.put(x, y, "…", palette.text)


def _choice(
    canvas: Canvas, look: Look, x: int, y: int, text: str, on: bool, cursor: bool = False, mark: bool = True
) -> int:
    """One choice; `mark` puts a sign before the one that is on. Returns the column after it."""
    palette = look.palette
    end = x + 3 + width(text)
    if on:
        canvas.fill(x + 1, y, end - x - 1, 1, palette.fill)
        if cursor:
            canvas.put(x + 1, y, MARK, palette.on_accent, bold=True)
        elif mark:
            canvas.put(x, y, MARK, palette.accent, bold=True)
    canvas.put(x + 2, y, text, palette.on_accent if on else palette.text, bold=on)
    if cursor:
        canvas.put(x, y, "[", palette.accent, bold=True)
        end = canvas.put(end, y, "]", palette.accent, bold=True)
    return end


def _visible(words: list[str], chosen: int, room: int) -> tuple[int, int]:
    """The choices first..last-1 that fit in `room` with the chosen one among them."""
    widths = [width(word) + 4 for word in words]
    first, last = chosen, chosen + 1
    while True:
        grown = False
        if last < len(words) and sum(widths[first : last + 1]) <= room:
            last += 1
            grown = True
        if first > 0 and sum(widths[first - 1 : last]) <= room:
            first -= 1
            grown = True
        if not grown:
            return first, last
