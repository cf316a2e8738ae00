"""Looks and hands that the tests of the painted widgets share."""

from __future__ import annotations

from ginrummy.engine.cards import Card, parse_cards
from ginrummy.i18n import Translator
from ginrummy.tui.layout import mode_of
from ginrummy.tui.look import Look
from ginrummy.tui.palette import PALETTES
from ginrummy.tui.widgets.hand import Group

SIZES = [(40, 20), (45, 35), (64, 20), (80, 24), (120, 36), (200, 60)]
"""Windows of every mode, the smallest and a large one among them."""
LANGUAGES = ["en", "ne", "hi"]


def look(
    language: str = "en", size: tuple[int, int] = (80, 24), palette: str = "dark-true", **choices: bool
) -> Look:
    """A look for a window of `size`."""
    return Look(PALETTES[palette], Translator(language), mode_of(*size), **choices)


def cards(text: str) -> tuple[Card, ...]:
    """Cards from text, as a tuple."""
    return tuple(parse_cards(text))


THREE_MELDS = (
    Group(cards("3S 4S 5S"), meld=True),
    Group(cards("9S 9D 9H"), meld=True),
    Group(cards("KC KD KH"), meld=True),
    Group(cards("4H 2D")),
)
ALL_LOOSE = (Group(cards("AC TC 5D TD 7H 8H KH 2S JS QS 9C")),)
HANDS = [
    THREE_MELDS,
    ALL_LOOSE,
    (Group(cards("TS JS QS KS"), meld=True), Group(cards("AC TC 5D TD 7H 8H KH"))),
    (
        Group(cards("2S 3S 4S 5S 6S"), meld=True),
        Group(cards("TC JC QC KC 9C"), meld=True),
        Group(cards("TD")),
    ),
    (Group(cards("2S 3S 4S 5S 6S 7S"), meld=True), Group(cards("TC JC QC KC 9C"), meld=True)),
]
"""Hands of eleven: the tightest layouts, tens at the strips' edges."""
