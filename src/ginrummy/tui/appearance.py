"""How the game looks: from the settings, the window and what the terminal can do to one `Look`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from textual.geometry import Size
from textual.theme import Theme

from ginrummy.i18n import Translator, romanised
from ginrummy.settings import Settings
from ginrummy.tui.layout import mode_of
from ginrummy.tui.look import Look
from ginrummy.tui.palette import Depth, Palette, designed, from_theme

SIGNS_BELOW: Final = 60
"""Columns below which cards in sentences are signs in every language."""

Themes = Mapping[str, Theme]
"""Textual's themes by their names."""


class Surroundings(NamedTuple):
    """What the terminal can do."""

    depth: Depth = "true"
    ascii: bool = False
    tall: bool = True
    devanagari: bool = True
    colours: bool = True


def look_of(
    settings: Settings, around: Surroundings, translator: Translator, window: Size, themes: Themes
) -> Look:
    """The look in a window of so many cells; `translator` is one that the terminal can draw."""
    if settings.names == "auto" and window.width < SIGNS_BELOW:
        translator = translator.but(names="signs")
    return Look(
        palette=palette_of(settings.theme, around.depth, themes),
        t=translator,
        mode=mode_of(*window),
        four_colours=settings.fourcolour,
        ascii=around.ascii,
        devanagari=around.devanagari,
        tall=around.tall,
        big_cards=settings.bigcards,
    )


def is_designed(name: str, depth: Depth, themes: Themes) -> bool:
    """Whether a theme is one of ours: also one that is not there, or has more colours than the terminal."""
    return name in ("dark", "light") or name not in themes or depth != "true"


def is_light(name: str, themes: Themes) -> bool:
    """Whether a theme is a light one."""
    return name == "light" or (name in themes and not themes[name].dark)


def palette_of(name: str, depth: Depth, themes: Themes) -> Palette:
    """The palette of a theme; with fewer colours the designed one that is as light or dark."""
    if is_designed(name, depth, themes):
        return designed(is_light(name, themes), depth)
    theme = themes[name]
    return from_theme(theme.to_color_system().generate(), theme.dark)


def drawable(translator: Translator, settings: Settings, around: Surroundings) -> Translator:
    """The translator with digits and names by the settings, in what the terminal can draw."""
    if around.devanagari:
        return translator.but(digits=settings.digits, names=settings.names)
    return Translator(romanised(translator.language), "latin", settings.names)
