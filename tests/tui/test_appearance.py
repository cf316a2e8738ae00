"""From settings, window and terminal to one look."""

from __future__ import annotations

import pytest
from textual.geometry import Size
from textual.theme import BUILTIN_THEMES

from ginrummy.i18n import Translator
from ginrummy.settings import Settings
from ginrummy.tui.appearance import Surroundings, drawable, look_of, palette_of
from ginrummy.tui.palette import PALETTES, Depth


@pytest.mark.parametrize("depth", ["true", "256", "16"])
@pytest.mark.parametrize("name", ["dark", "light"])
def test_the_designed_themes_have_their_own_colours_at_every_depth(name: str, depth: Depth) -> None:
    assert palette_of(name, depth, BUILTIN_THEMES) == PALETTES[f"{name}-{depth}"]


@pytest.mark.parametrize("depth", ["256", "16"])
def test_with_fewer_colours_textuals_themes_become_the_designed_one_of_their_kind(depth: Depth) -> None:
    assert palette_of("nord", depth, BUILTIN_THEMES) == PALETTES[f"dark-{depth}"]
    assert palette_of("solarized-light", depth, BUILTIN_THEMES) == PALETTES[f"light-{depth}"]


def test_a_theme_that_is_not_there_is_the_dark_one() -> None:
    assert palette_of("gone", "true", BUILTIN_THEMES) == PALETTES["dark-true"]


def test_textuals_themes_give_the_table_their_colours_and_leave_the_cards_ours() -> None:
    nord, ours = palette_of("nord", "true", BUILTIN_THEMES), PALETTES["dark-true"]
    assert nord.felt != ours.felt
    assert (nord.card, nord.ink_h, nord.back) == (ours.card, ours.ink_h, ours.back)


@pytest.mark.parametrize(("width", "names"), [(59, "signs"), (60, "auto")])
def test_in_narrow_windows_cards_in_sentences_are_signs(width: int, names: str) -> None:
    look = look_of(Settings(), Surroundings(), Translator("ne"), Size(width, 40), BUILTIN_THEMES)
    assert look.t.names == names


def test_without_devanagari_the_language_is_written_in_latin_letters() -> None:
    translator = drawable(Translator("ne"), Settings(), Surroundings(devanagari=False))
    assert translator.language == "ne_Latn"
    assert translator("app.title").isascii()
