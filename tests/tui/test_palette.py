"""Every ink can be read on every ground it stands on, at every depth and under Textual's own themes."""

from __future__ import annotations

import pytest
from textual.theme import BUILTIN_THEMES

from ginrummy.engine.cards import Card
from ginrummy.tui.palette import PALETTES, READABLE, Palette, contrast, designed, from_theme, textual_theme

LEAST = 4.5
STANDARD_16 = {
    "#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa",
    "#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff",
}  # fmt: skip
CUBE = ["00", "5f", "87", "af", "d7", "ff"]
XTERM_256 = {f"#{r}{g}{b}" for r in CUBE for g in CUBE for b in CUBE} | {
    f"#{n:02x}{n:02x}{n:02x}" for n in range(8, 239, 10)
}


def too_close(palette: Palette) -> list[tuple[str, str]]:
    return [
        (ink, ground)
        for ink, ground in READABLE
        if contrast(getattr(palette, ink), getattr(palette, ground)) < LEAST
    ]


@pytest.mark.parametrize("name", PALETTES)
def test_words_can_be_read_in_the_designed_palettes(name: str) -> None:
    assert too_close(PALETTES[name]) == []


@pytest.mark.parametrize("name", BUILTIN_THEMES)
def test_words_can_be_read_under_textuals_own_themes(name: str) -> None:
    theme = BUILTIN_THEMES[name]
    assert too_close(from_theme(theme.to_color_system().generate(), theme.dark)) == []


@pytest.mark.parametrize(("depth", "allowed"), [("16", STANDARD_16), ("256", XTERM_256)])
@pytest.mark.parametrize("light", [False, True])
def test_fewer_colours_are_exact_ones_so_that_nothing_is_rounded(
    light: bool, depth: str, allowed: set[str]
) -> None:
    palette = designed(light, depth)  # type: ignore[arg-type]
    colours = {value for value in palette if isinstance(value, str)}
    assert colours <= allowed


@pytest.mark.parametrize("name", PALETTES)
def test_textuals_own_widgets_get_the_palettes_colours(name: str) -> None:
    theme = textual_theme(name)
    assert (theme.name, theme.background) == (f"ginrummy-{name}", PALETTES[name].felt)


def test_two_colours_make_diamonds_red_and_clubs_black() -> None:
    palette = PALETTES["dark-true"]
    inks = [palette.ink(Card.parse(card), four_colours=False) for card in ("2C", "2D", "2H", "2S")]
    assert inks == [palette.ink_s, palette.ink_h, palette.ink_h, palette.ink_s]


def test_four_colours_tell_all_suits_apart() -> None:
    palette = PALETTES["dark-true"]
    assert len({palette.ink(Card.parse(card)) for card in ("2C", "2D", "2H", "2S")}) == 4
