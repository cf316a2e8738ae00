"""What a window says that is too small for the game."""

from __future__ import annotations

import pytest

from ginrummy.tui.screens.base import SMALL
from ginrummy.tui.widgets.small import SHORT, Small
from tests.tui.samples import LANGUAGES, look


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_how_large_it_must_be_where_there_is_room(language: str) -> None:
    said = Small.picture(look(language), SMALL, 39, 19).text()
    assert look(language).words(SMALL).split()[0] in said
    assert look(language).t.number(40) in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_the_tiniest_windows_it_only_asks_for_more(language: str) -> None:
    said = Small.picture(look(language), SMALL, 14, 2).text()
    assert said.split() == look(language).words(SHORT).split()
    Small.picture(look(language), SMALL, 1, 1)
