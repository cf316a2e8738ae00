"""The rules page stays at what is read."""

from __future__ import annotations

from pathlib import Path

from ginrummy.tui.screens.rules import RulesScreen
from tests.tui.playing import playing, press, settled


def reading(screen: object) -> tuple[int, int]:
    """The row on top, and the chapter that it is in."""
    assert isinstance(screen, RulesScreen)
    return screen.top, sum(row <= screen.top for row, _ in screen.headings())


async def test_in_another_language_and_size_the_same_part_is_shown(tmp_path: Path) -> None:
    async with playing(tmp_path) as (game, pilot):
        await press(pilot, "r", *["right"] * 5)
        top, chapter = reading(game.screen)
        assert top
        for size, keys in (((45, 35), ""), ((45, 35), "l"), ((1, 1), ""), ((120, 36), "l"), ((80, 24), "l")):
            await pilot.resize_terminal(*size)
            await press(pilot, *keys)
            await settled(pilot)
            if size != (1, 1):
                assert reading(game.screen)[1] == chapter
        assert reading(game.screen) == (top, chapter)


async def test_a_page_that_lay_above_does_not_turn_it(tmp_path: Path) -> None:
    async with playing(tmp_path) as (game, pilot):
        await press(pilot, "r", "right", "right", "down", "down")
        before = reading(game.screen)
        await press(pilot, "question_mark", "escape")
        assert reading(game.screen) == before
