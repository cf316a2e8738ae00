"""How much room there is, and where on the table everything goes: pure geometry, one function a question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from textual.geometry import Offset, Region, Size, Spacing
from textual.layout import Layout, WidgetPlacement
from textual.widget import Widget

from ginrummy.tui import fan

Mode = Literal["small", "pocket", "phone", "desk", "hall"]

SMALLEST = (40, 20)
"""Columns and rows below which nothing is laid out any more."""
TABLE_WIDTH = 90
"""The table never gets wider."""
PAGE_WIDTH = 96
"""Nor do pages."""
RAIL_WIDTH = 30
LEDGER_WIDTH = 34
LEDGER_ROWS = 6
COUNTS = 2
"""Rows of the count while cards are laid off by hand: the opponent's and your own."""
BOARD_ROWS = 5
"""A row of ranks and one a suit."""
STUDY_WIDTH = 116
CHART_ROWS: dict[Mode, int] = {"pocket": 4, "phone": 5, "desk": 5, "hall": 12}
WORD_ROWS: dict[Mode, int] = {"pocket": 5, "phone": 6, "desk": 5}
"""Rows of a chart and of what is said where a hand is looked at."""


def mode_of(width: int, height: int) -> Mode:
    """How a window of so many cells is laid out.

    >>> mode_of(80, 24), mode_of(120, 36), mode_of(45, 35), mode_of(40, 20), mode_of(39, 20)
    ('desk', 'hall', 'phone', 'pocket', 'small')
    """
    if width < SMALLEST[0] or height < SMALLEST[1]:
        return "small"
    if height < 24 or (width < 64 and height < 34):
        return "pocket"
    if width < 64:
        return "phone"
    return "hall" if width >= 110 and height >= 34 else "desk"


class Plan(NamedTuple):
    """The sizes and counts of a mode; rows and columns in cells."""

    margin: int
    """Columns left free at the left edge."""
    gap: int
    """Columns between the groups of a hand, between buttons."""
    hand_sizes: tuple[fan.Size, ...]
    hand_rows: int
    pile_size: fan.Size
    under: int
    """Cards of the pile that show below its top."""
    under_step: int
    depth: int
    """Edges of the stock that show below its top card."""
    opponent_size: fan.Size
    opponent_step: int
    opponent_rows: int
    talk_rows: int
    """Rows of what happened and what to do; in desk and hall they stand to the right of the piles."""
    button_rows: int

    @property
    def pile_rows(self) -> int:
        """The piles and the foot below them."""
        return fan.SIZES[self.pile_size][1] + 1

    @property
    def piles_width(self) -> int:
        """From the stock's left edge to the pile's right edge."""
        return 2 * fan.SIZES[self.pile_size][0] + self.depth + 2 + self.under * self.under_step

    @property
    def pitch(self) -> int:
        """Rows from one row of the hand to the next: the card, its bracket, a row to rise into."""
        return fan.SIZES[self.hand_sizes[0]][1] + 2

    @property
    def hand_height(self) -> int:
        """A row to rise into, the cards, the bracket; in the pocket one more for the count."""
        return self.hand_rows * self.pitch + (1 if self.margin < 3 else 0)


PLANS: dict[Mode, Plan] = {
    "pocket": Plan(1, 1, ("M",), 1, "M", 1, 3, 0, "S", 2, 2, 2, 1),
    "phone": Plan(2, 3, ("L",), 2, "L", 2, 4, 1, "S", 2, 3, 2, 4),
    "desk": Plan(3, 2, ("L", "M"), 1, "L", 2, 4, 1, "S", 2, 3, 3, 4),
    "hall": Plan(4, 3, ("XL", "L"), 1, "XL", 2, 4, 1, "M", 3, 4, 6, 4),
}
PLANS["small"] = PLANS["pocket"]


def table(width: int, height: int) -> dict[str, Region]:
    """Where the parts of the table go in a window of so many cells, by the widgets' ids.

    `question` is no part of its own: where buttons have four rows, their first is for the question.

    >>> {name: (r.y, r.height) for name, r in table(80, 24).items() if name in ("piles", "hand", "buttons")}
    {'piles': (6, 6), 'hand': (12, 7), 'buttons': (19, 4)}
    """
    mode = mode_of(width, height)
    if mode == "small":
        return {"small": Region(0, 0, width, height)}
    plan = PLANS[mode]
    wide = mode in ("desk", "hall")
    felt = width - (RAIL_WIDTH if mode == "hall" else 0)
    x, inner = max(0, (felt - TABLE_WIDTH) // 2), min(felt, TABLE_WIDTH)
    talk_rows = 0 if wide else plan.talk_rows
    rows = [plan.opponent_rows, plan.pile_rows + talk_rows, plan.hand_height, plan.button_rows]
    tops = _spread(rows, 1, height - 2, wide)
    beside = x + plan.margin + plan.piles_width + (2 if mode == "pocket" else 3)
    race_rows = plan.pile_rows if not wide else 2 if mode == "desk" else 0
    parts = {
        "topbar": Region(0, 0, width, 1),
        "opponent": Region(x, tops[0], inner, plan.opponent_rows),
        "piles": Region(x, tops[1], beside - x, plan.pile_rows),
        "race": Region(beside, tops[1], x + inner - beside, race_rows),
        "hand": Region(x, tops[2], inner, plan.hand_height),
        "buttons": Region(x, tops[3], inner, plan.button_rows),
        "keybar": Region(0, height - 1, width, 1),
    }
    if wide:
        first = 3 if mode == "desk" else 1
        parts["talk"] = Region(beside, tops[1] + first, x + inner - beside, plan.pile_rows - first)
    else:
        parts["talk"] = Region(x, tops[1] + plan.pile_rows, inner, plan.talk_rows)
    if mode == "hall":
        del parts["race"]
        parts["rail"] = Region(width - RAIL_WIDTH, 1, RAIL_WIDTH, height - 2)
    return parts


def table_told(width: int, height: int) -> dict[str, Region]:
    """The table while a hint or the guide speaks: more room for words, nothing of the hand's moved.

    The words take the place of the race, in small windows that of the opponent, whose cards nobody needs to
    see meanwhile.
    """
    parts = table(width, height)
    if "piles" not in parts:
        return parts
    talk, piles = parts["talk"], parts["piles"]
    if "opponent" in parts and talk.y > piles.y and talk.x <= piles.x:
        top = parts.pop("opponent").y
        parts["piles"] = Region(piles.x, top, piles.width, piles.height)
        race = parts["race"]
        parts["race"] = Region(race.x, top, race.width, race.height)
        parts["talk"] = Region(talk.x, top + piles.height, talk.width, parts["hand"].y - top - piles.height)
    else:
        parts.pop("race", None)
        parts["talk"] = Region(talk.x, piles.y, talk.width, parts["hand"].y - piles.y)
    return parts


def page(width: int, height: int) -> dict[str, Region]:
    """A page between the two bars."""
    return {
        "topbar": Region(0, 0, width, 1),
        "page": Region(0, 1, width, height - 2),
        "keybar": Region(0, height - 1, width, 1),
    }


def moves(width: int, height: int) -> dict[str, Region]:
    """A page to read with the board of all cards: beside it, in narrow windows above it."""
    parts = page(width, height)
    whole, mode = parts["page"], mode_of(width, height)
    if mode in ("desk", "hall"):
        x = (width - min(width, PAGE_WIDTH)) // 2
        left = x + RAIL_WIDTH + 2
        parts["board"] = Region(x, whole.y, RAIL_WIDTH + 2, whole.height)
        parts["page"] = Region(left, whole.y, width - left, whole.height)
    else:
        rows = BOARD_ROWS + (2 if mode == "phone" else 1)
        parts["board"] = Region(0, whole.y, width, rows)
        parts["page"] = Region(0, whole.y + rows, width, whole.height - rows)
    return parts


def page_with_buttons(width: int, height: int) -> dict[str, Region]:
    """A page with a row of buttons below it."""
    parts = page(width, height)
    rows = _button_rows(width, height)
    x = page_margin(width, height) - PLANS[mode_of(width, height)].margin
    parts["page"] = Region(0, 1, width, height - 2 - rows)
    parts["buttons"] = Region(x, height - 1 - rows, width - x, rows)
    return parts


def showdown(width: int, height: int, count_rows: int = LEDGER_ROWS) -> dict[str, Region]:
    """Both hands, the count below them or in the hall to the right, buttons."""
    parts = page_with_buttons(width, height)
    whole = parts.pop("page")
    if mode_of(width, height) == "hall":
        left = width - LEDGER_WIDTH
        parts["hands"] = Region(0, 1, left, whole.height)
        parts["ledger"] = Region(left, 1, LEDGER_WIDTH, height - 2)
        parts["buttons"] = Region(0, whole.bottom, left, parts["buttons"].height)
    else:
        rows = min(count_rows + (1 if height > 24 else 0), whole.height - 11)
        parts["hands"] = Region(0, 1, width, whole.height - rows)
        parts["ledger"] = Region(0, 1 + whole.height - rows, width, rows)
    return parts


def showdown_short(width: int, height: int) -> dict[str, Region]:
    """The showdown of a count of few lines: a row less for it is air for the hands."""
    return showdown(width, height, LEDGER_ROWS - 1)


def showdown_void(width: int, height: int) -> dict[str, Region]:
    """A hand without a count: the whole page says why."""
    parts = page_with_buttons(width, height)
    parts["hands"] = parts.pop("page")
    return parts


def showdown_told(width: int, height: int) -> dict[str, Region]:
    """The showdown with a few rows for the guide's words."""
    parts = showdown(width, height)
    if "hands" not in parts:
        return parts
    hands, ledger, rows = parts["hands"], parts["ledger"], 3
    if mode_of(width, height) == "pocket":
        parts["ledger"] = ledger = Region(ledger.x, ledger.y + 1, ledger.width, ledger.height - 1)
        parts["hands"] = Region(hands.x, hands.y, hands.width, hands.height + 1 - rows)
    else:
        parts["hands"] = Region(hands.x, hands.y, hands.width, hands.height - rows)
    x = PLANS[mode_of(width, height)].margin if "talk" in table(width, height) and hands.width >= 64 else 0
    parts["talk"] = Region(x, parts["hands"].bottom, hands.width - x, rows)
    return parts


def laying_off(width: int, height: int) -> dict[str, Region]:
    """As the showdown, with a row above the buttons for what is asked."""
    parts = showdown(width, height, COUNTS + 1)
    return _with_question(parts, "hands" if mode_of(width, height) == "hall" else "ledger")


def page_with_question(width: int, height: int) -> dict[str, Region]:
    """A page with buttons, and a row above them for what is asked."""
    return _with_question(page_with_buttons(width, height), "page")


def _with_question(parts: dict[str, Region], above: str) -> dict[str, Region]:
    """The buttons one row higher, at the cost of the part above them."""
    buttons, part = parts["buttons"], parts[above]
    parts["buttons"] = Region(buttons.x, buttons.y - 1, buttons.width, buttons.height + 1)
    parts[above] = Region(part.x, part.y, part.width, part.height - 1)
    return parts


def study(width: int, height: int) -> dict[str, Region]:
    """Both hands of a deal that is looked at, what is said about it, and a chart; in the hall the two last
    side by side."""
    parts = page(width, height)
    whole, mode = parts.pop("page"), mode_of(width, height)
    if mode == "small":
        return {"small": Region(0, 0, width, height)}
    if mode == "hall":
        x = (width - min(width, STUDY_WIDTH)) // 2
        wide, below = min(width, STUDY_WIDTH), CHART_ROWS[mode]
        words = wide // 2
        parts["hands"] = Region(x, whole.y, wide, whole.height - below)
        parts["words"] = Region(x, whole.bottom - below, words, below)
        parts["chart"] = Region(x + words, whole.bottom - below, wide - words, below)
        return parts
    chart, words = CHART_ROWS[mode], WORD_ROWS[mode]
    parts["hands"] = Region(0, whole.y, width, whole.height - chart - words)
    parts["words"] = Region(0, whole.bottom - chart - words, width, words)
    parts["chart"] = Region(0, whole.bottom - chart, width, chart)
    return parts


def page_margin(width: int, height: int) -> int:
    """Columns left free on both sides of a page, which never gets wider than `PAGE_WIDTH`."""
    return max(PLANS[mode_of(width, height)].margin, (width - PAGE_WIDTH) // 2)


def _button_rows(width: int, height: int) -> int:
    return 1 if mode_of(width, height) in ("pocket", "small") else 3


def _spread(rows: list[int], top: int, height: int, wide: bool) -> list[int]:
    """The first row of each of four parts one below the other; rows to spare become air.

    The first spare row goes between opponent and piles, the second above all, then each gap in turn.
    """
    spare = height - sum(rows)
    gaps = [0, 0, 0, 0, 0]  # above the first part, between them, below the last
    order = [1, 0, 3, 2, 4] if not wide else [1, 0, 2, 3, 4]
    for n in range(spare):
        gaps[order[n % len(order)]] += 1
    tops = []
    for gap, part in zip(gaps, rows, strict=False):
        top += gap
        tops.append(top)
        top += part
    return tops


class Places(Layout):
    """Puts the children of a screen where a function of width and height says, by their ids.

    A child without a place there lies where its own style says.
    """

    name = "places"

    def __init__(self, places: Callable[[int, int], dict[str, Region]]) -> None:
        self.places = places

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> list[WidgetPlacement]:
        """The placements of `children`; where all is too small, of the line that says so."""
        places = self.places(size.width, size.height)
        if mode_of(size.width, size.height) == "small":
            places = {"small": Region(0, 0, size.width, size.height)}
        return [
            WidgetPlacement(places[child.id], Offset(), Spacing(), child)
            if child.id in places
            else _floating(child, size)
            for child in children
        ]


def _floating(child: Widget, size: Size) -> WidgetPlacement:
    """A child that lies where its own width, height and offset in cells put it; without those it takes no
    room."""
    width, height = child.styles.width, child.styles.height
    region = Region(0, 0, int(width.value), int(height.value)) if width and height else Region()
    return WidgetPlacement(region, child.styles.offset.resolve(size, size), Spacing(), child)
