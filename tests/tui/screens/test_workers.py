"""Work that is replaced or given up before it has begun leaves nothing behind."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from ginrummy.store import Store
from ginrummy.tui.game import Game
from ginrummy.tui.screens.review import ReviewScreen
from ginrummy.tui.screens.stats import StatsScreen
from tests.matches import finished
from tests.tui.playing import play_until, playing, session_of, settled, table_of, to_throw


def hint(game: Game) -> None:
    """Ask for a hint."""
    table_of(game).do_hint()


def flight(game: Game) -> None:
    """A card of the hand flies to the pile."""
    table = table_of(game)
    table.flights._launch(table.cards()[0], table.region.offset, table.region.offset, 0.0)


def opponent(game: Game) -> None:
    """The opponent's turn begins."""
    table = table_of(game)
    table.work(table.turns.play, "bot")


@pytest.mark.parametrize("start", [hint, flight, opponent])
@pytest.mark.parametrize("closed", [False, True])
async def test_at_the_table(tmp_path: Path, start: Callable[[Game], None], closed: bool) -> None:
    session = play_until(session_of(tmp_path), to_throw)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        async with playing(tmp_path, session) as (game, pilot):
            for _ in range(3):  # in one go: only the last of them begins
                start(game)
            if closed:
                game.to_menu()
            await settled(pilot)
        gc.collect()
    assert [str(warning.message) for warning in told if warning.category is RuntimeWarning] == []


async def test_on_pages_that_judge(tmp_path: Path) -> None:
    match = finished(Store(tmp_path), 1)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        async with playing(tmp_path) as (game, pilot):
            for page in (StatsScreen(), ReviewScreen(match.match, 1, match.me)):
                game.push_screen(page)
                await pilot.pause()
                for _ in range(3):
                    page.opened()
                game.pop_screen()
            await settled(pilot)
        gc.collect()
    assert [str(warning.message) for warning in told if warning.category is RuntimeWarning] == []
