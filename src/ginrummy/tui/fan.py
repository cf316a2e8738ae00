"""Where the cards of a hand lie: one pure function that serves painting, clicks and tests.

>>> from ginrummy.engine.cards import parse_cards
>>> hand = fan([parse_cards("3S 4S 5S"), parse_cards("4H 2D")], 30, ("L", "M"), gap=2)
>>> hand.size, hand.step, [place.x for place in hand.places]
('L', 5, [0, 5, 10, 18, 23])
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from ginrummy.engine.cards import Card

Size = Literal["S", "M", "L", "XL"]
SIZES: dict[Size, tuple[int, int]] = {"S": (4, 3), "M": (5, 4), "L": (7, 5), "XL": (9, 7)}
"""Columns and rows of a card face."""

LEAST_STEP = 3
"""A strip of a covered card: its edge and room for `10`."""


class Place(NamedTuple):
    """A card's top left cell, counted from that of the first card; `shown` columns of it are not covered."""

    card: Card
    x: int
    y: int
    shown: int
    group: int


class Fan(NamedTuple):
    """A laid out hand: the size of its cards, the columns from card to card, every card left to right."""

    size: Size
    step: int
    places: tuple[Place, ...]

    @property
    def width(self) -> int:
        """Columns from the first card's left edge to the last one's right edge."""
        return max((place.x + place.shown for place in self.places), default=0)


class TooNarrow(ValueError):
    """A hand that does not fit in so few columns."""


_Line = list[tuple[int, Sequence[Card]]]
"""One row of a hand: (number of the group, its cards)."""


def fan(
    groups: Sequence[Sequence[Card]],
    width: int,
    sizes: Sequence[Size],
    rows: int = 1,
    gap: int = 3,
    pitch: int = 0,
    least_gap: int = 0,
) -> Fan:
    """Lay `groups` out in `width` columns: the roomiest of `sizes`, steps and gaps that fits.

    Steps go from the card's width down to 3, for each the gaps from `gap` to 2 (to `least_gap` at the last
    step, so that groups stay apart as long as they can); the last card of a group may be cut to the step
    before the gap. `rows` of 2 splits the hand where it halves best, `pitch` rows apart. Raises `TooNarrow`
    when even the smallest size does not fit.
    """
    lines = _split([(n, group) for n, group in enumerate(groups) if group], rows)
    for size in sizes:
        card = SIZES[size][0]
        for step in range(card, LEAST_STEP - 1, -1):
            tails = sorted({card, min(card, step + 1), step}, reverse=True)
            narrowest = min(gap, 2) if step > LEAST_STEP else least_gap
            for space in range(gap, narrowest - 1, -1):
                for tail in tails:
                    if all(_needed(line, card, step, tail, space) <= width for line in lines):
                        return Fan(size, step, tuple(_places(lines, card, step, tail, space, pitch)))
    raise TooNarrow(f"{width} columns are too few for this hand")


def _split(groups: _Line, rows: int) -> list[_Line]:
    """Two rows as equal as the groups allow; a single group is cut in the middle."""
    if rows < 2 or not groups:
        return [groups]
    if len(groups) == 1:
        number, cards = groups[0]
        half = (len(cards) + 1) // 2
        return [[(number, cards[:half])], [(number, cards[half:])]] if half < len(cards) else [groups]

    def difference(cut: int) -> float:
        first, second = (sum(len(cards) for _, cards in part) for part in (groups[:cut], groups[cut:]))
        return abs(first - second - 0.1)  # of two equal cuts the fuller first row

    cut = min(range(1, len(groups)), key=difference)
    return [groups[:cut], groups[cut:]]


def _needed(line: _Line, card: int, step: int, tail: int, space: int) -> int:
    cards = sum(len(cards) for _, cards in line)
    return (cards - len(line)) * step + (len(line) - 1) * (tail + space) + card


def _places(lines: list[_Line], card: int, step: int, tail: int, space: int, pitch: int) -> Iterator[Place]:
    for row, line in enumerate(lines):
        x = 0
        for n, (group, cards) in enumerate(line):
            end = card if n == len(line) - 1 else tail
            for each in cards:
                shown = end if each == cards[-1] else step
                yield Place(each, x, row * pitch, shown, group)
                x += shown
            x += space
