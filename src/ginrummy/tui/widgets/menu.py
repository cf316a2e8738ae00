"""The menu: a garland of marigolds, a hand of gin as an arc, the entries, the languages."""

from __future__ import annotations

from typing import NamedTuple

from ginrummy.engine.cards import parse_cards
from ginrummy.tui.canvas import Canvas
from ginrummy.tui.cards import face
from ginrummy.tui.fan import SIZES, Size
from ginrummy.tui.layout import Mode
from ginrummy.tui.look import Look, Say, Words, say
from ginrummy.tui.painted import ActionSpot, Painted
from ginrummy.tui.rows import highlight
from ginrummy.tui.text import fit, width

HERO = tuple(parse_cards("3S 4S 5S 9D 9C 9H TH JH QH KH"))
_WAVE = (0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 1, 1, 1, 0, 0)
_FLAT_WAVE = (0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0)


class MenuEntry(NamedTuple):
    """A line of the menu; `note` says more about it beside the label."""

    action: str
    label: Say
    note: Words | None = None


class MenuShow(NamedTuple):
    """`languages` are (code, own name); `focus` counts the entries."""

    entries: tuple[MenuEntry, ...] = ()
    focus: int = 0
    languages: tuple[tuple[str, str], ...] = ()


class _Arc(NamedTuple):
    """How the hand lies: size, step, how far the ends drop, its first row, whether the entries have air."""

    size: Size
    step: int
    drop: int
    top: int
    pitch: int
    columns: int


_ARCS: dict[Mode, _Arc] = {
    "pocket": _Arc("M", 3, 1, 2, 1, 40),
    "phone": _Arc("M", 4, 2, 4, 2, 45),
    "desk": _Arc("L", 6, 2, 3, 1, 56),
    "hall": _Arc("XL", 8, 3, 4, 2, 64),
}
_ARCS["small"] = _ARCS["pocket"]


class Menu(Painted[MenuShow]):
    """The menu; a click on an entry is an `ActionSpot`, on a language too (`language:ne`)."""

    @staticmethod
    def paint(canvas: Canvas, look: Look, show: MenuShow) -> None:
        """Everything is laid out from the entries up: they never go, the garland and the hand may."""
        arc = _ARCS[look.mode]
        notes_below = not look.roomy
        pitch, rows = _entry_rows(canvas, arc, show, notes_below)
        top = canvas.height - rows - (2 if pitch == 1 else 3)
        title = top - (2 if look.mode in ("pocket", "desk") else 3)
        hand = SIZES[arc.size][1] + arc.drop
        if title >= arc.top + hand:
            garland(canvas, look)
            spare = title - arc.top - hand
            _hand(canvas, look, arc, arc.top + (spare // 2 if spare else -1))  # air above the title
        elif title >= hand - 2:
            _hand(canvas, look, arc, max(0, title - hand))
        elif title >= 3:
            garland(canvas, look)
        columns = min(arc.columns, canvas.width)
        x = (canvas.width - columns) // 2
        _title(canvas, look, x + 4, max(0, title))
        y = top
        for n, entry in enumerate(show.entries):
            y = _entry(canvas, look, x, y, columns, entry, n == show.focus, notes_below) + pitch - 1
        _languages(canvas, look, x + 3, show)


def garland(canvas: Canvas, look: Look) -> None:
    """Marigolds on a string of small leaves, hung in waves along the upper edge."""
    wave = _FLAT_WAVE if look.mode == "pocket" else _WAVE
    for x in range(0, canvas.width, 2):
        bloom = x % 4 == 0
        ink = look.palette.bloom if bloom else look.palette.back_hi
        canvas.put(x, wave[x % 16], "●" if bloom else "•", ink)


def _entry_rows(canvas: Canvas, arc: _Arc, show: MenuShow, notes_below: bool) -> tuple[int, int]:
    """Rows from entry to entry, and those that all of them take."""
    note = 1 if notes_below and any(entry.note for entry in show.entries) else 0
    for pitch in range(arc.pitch, 0, -1):
        rows = (len(show.entries) - 1) * pitch + 1 + note
        if rows + 5 + pitch <= canvas.height:
            return pitch, rows
    return 1, len(show.entries) + note


def _hand(canvas: Canvas, look: Look, arc: _Arc, y: int) -> None:
    columns = SIZES[arc.size][0]
    x = (canvas.width - 9 * arc.step - columns) // 2
    for n, card in enumerate(HERO):
        drop = round((abs(n - 4.5) / 4.5) ** 2 * arc.drop)
        shown = columns if n == 9 else arc.step
        face(canvas, look, x + n * arc.step, y + drop, card, arc.size, shown=shown)


def _title(canvas: Canvas, look: Look, x: int, y: int) -> None:
    palette = look.palette
    end = canvas.put(x, y, look.words(say("app.title")), palette.accent, bold=True) + 2
    tagline = look.words(say("menu.tagline"))
    if end + width(tagline) < canvas.width:
        canvas.put(end, y, tagline, palette.soft)
    elif look.mode == "phone" and x + width(tagline) <= canvas.width:
        canvas.put(x, y + 1, tagline, palette.soft)


def _entry(
    canvas: Canvas,
    look: Look,
    x: int,
    y: int,
    columns: int,
    entry: MenuEntry,
    focused: bool,
    notes_below: bool,
) -> int:
    """One entry; returns the row behind it. A note has its own row only while its entry is in focus."""
    palette = look.palette
    note = look.words(entry.note) if entry.note else ""
    label = look.words(entry.label)
    own_row = bool(note) and notes_below and focused
    beside = bool(note) and not notes_below
    if focused:
        if beside:
            columns = max(columns, 4 + width(label) + 2 + width(note) + 2)
        highlight(canvas, look, x, y, min(columns, canvas.width - x), 2 if own_row else 1)
        canvas.put(x + 2, y, "▸", palette.accent, bold=True)
    ink = palette.accent if focused else palette.text
    end = canvas.put(x + 4, y, fit(label, canvas.width - x - 5), ink, bold=focused)
    if beside:
        room = canvas.width - end - 4
        canvas.put(end + 2, y, fit(note, room), palette.text if focused else palette.soft)
    if own_row:
        canvas.put(x + 4, y + 1, fit(note, canvas.width - x - 5), palette.text)
    canvas.spot(x, y, columns, 2 if own_row else 1, ActionSpot(entry.action))
    return y + (2 if own_row else 1)


def _languages(canvas: Canvas, look: Look, x: int, show: MenuShow) -> None:
    """All languages in their own words, the chosen one on marigold."""
    palette, y = look.palette, canvas.height - 1
    for code, name in show.languages:
        chosen = code == look.t.language
        end = x + width(name) + 2
        if end > canvas.width:
            break
        if chosen:
            canvas.fill(x, y, end - x, 1, palette.fill)
        canvas.put(x + 1, y, name, palette.on_accent if chosen else palette.soft, bold=chosen)
        canvas.spot(x, y, end - x, 1, ActionSpot(f"language:{code}"))
        x = end + 1
