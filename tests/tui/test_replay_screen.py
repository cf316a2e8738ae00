"""Replay on the screen: move by move, hand by hand, both hands open, and nothing of a hand still in play."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ginrummy.engine.record import Recorder
from ginrummy.i18n import Translator
from ginrummy.start import StartOptions
from ginrummy.store import Store
from ginrummy.tui.game import Game
from ginrummy.tui.painted import RowSpot
from ginrummy.tui.screens.matches import MatchesScreen
from ginrummy.tui.screens.menu import MenuScreen
from ginrummy.tui.screens.replay import ReplayScreen
from ginrummy.tui.screens.review import ReviewScreen
from ginrummy.tui.text import width
from ginrummy.tui.widgets.bars import TopBar
from ginrummy.tui.widgets.chart import Chart
from ginrummy.tui.widgets.lines import Lines
from ginrummy.tui.widgets.showdown import Hands
from tests.matches import CODE, new_session, play_on
from tests.tui.playing import QUIET, SIZES, playing, press, text_of
from tests.tui.samples import LANGUAGES


@pytest.fixture(scope="module")
def recorder(tmp_path_factory: pytest.TempPathFactory) -> Recorder:
    """A match of several hands, played to its end."""
    store = Store(tmp_path_factory.mktemp("match"))
    session = play_on(new_session(store, code=CODE), Random(5))
    session.close()
    assert len(session.match.results) > 2
    return store.look(session.path)


async def opened(game: Game, recorder: Recorder, hand: int = 1) -> ReplayScreen:
    screen = ReplayScreen(recorder, hand)
    await game.push_screen(screen)
    return screen


def words(screen: ReplayScreen) -> str:
    return " ".join(screen.query_one(Lines).canvas.text().split())


async def test_every_move_is_shown_and_said(tmp_path: Path, recorder: Recorder) -> None:
    async with playing(tmp_path) as (game, pilot):
        screen = await opened(game, recorder)
        await pilot.pause()
        deal = recorder.match.deals[0]
        assert "Upcard:" in words(screen)
        for count in range(1, len(deal.moves) + 1):
            await press(pilot, "right")
            assert (screen.hand, screen.at) == (1, count)
            assert f"{count}/{len(deal.moves)}" in screen.query_one(TopBar).canvas.text()
            past = deal.replayed(count)
            picture = screen.query_one(Hands).canvas.text()
            assert past.over or ("Your hand · deadwood" in picture and "Opponent's hand" in picture)
        assert "points" in words(screen) or "to you" in words(screen) or "opponent" in words(screen)
        await press(pilot, "right")
        assert (screen.hand, screen.at) == (2, 0)
        await press(pilot, "left")
        assert (screen.hand, screen.at) == (1, len(deal.moves))


async def test_one_jumps_to_a_hand_and_to_its_ends(tmp_path: Path, recorder: Recorder) -> None:
    async with playing(tmp_path) as (game, pilot):
        screen = await opened(game, recorder)
        await press(pilot, "3")
        assert (screen.hand, screen.at) == (3, 0)
        await press(pilot, "end")
        assert screen.at == len(recorder.match.deals[2].moves)
        await press(pilot, "home", "up")
        assert (screen.hand, screen.at) == (2, 0)
        await press(pilot, "0")
        assert screen.hand == (10 if len(screen.deals) >= 10 else 2), "there is no tenth hand to go to"


async def test_a_column_of_the_chart_is_a_moment(tmp_path: Path, recorder: Recorder) -> None:
    async with playing(tmp_path) as (game, pilot):
        screen = await opened(game, recorder)
        await pilot.pause()
        spot = next(each for each in screen.query_one(Chart).canvas.spots if each.target == RowSpot(3))
        await pilot.click(Chart, offset=(spot.x, spot.y))
        assert screen.at == 3


async def test_the_review_of_a_hand_is_one_key_away(tmp_path: Path, recorder: Recorder) -> None:
    async with playing(tmp_path) as (game, pilot):
        await opened(game, recorder, hand=2)
        await press(pilot, "w")
        review = game.screen
        assert isinstance(review, ReviewScreen)
        assert review.number == 2


async def test_of_an_unfinished_match_the_hand_in_play_is_left_out(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = play_on(new_session(store), Random(5), moves=3)
    session.close()
    async with playing(tmp_path) as (game, pilot):
        screen = await opened(game, store.look(session.path))
        await press(pilot, "right", "down", "w", "1")
        assert screen.deals == []
        assert "No hand is over yet" in text_of(game)


async def test_it_opens_from_the_list_of_matches(tmp_path: Path) -> None:
    store = Store(tmp_path)
    play_on(new_session(store, code=CODE), Random(5)).close()
    async with playing(tmp_path) as (game, pilot):
        menu = game.screen
        assert isinstance(menu, MenuScreen)
        await press(pilot, str([entry.action for entry in menu.entries()].index("matches") + 1))
        assert isinstance(game.screen, MatchesScreen)
        assert "Past matches" in text_of(game)
        await press(pilot, "enter")
        assert isinstance(game.screen, ReplayScreen)
        await press(pilot, "escape", "escape")
        assert game.screen is menu


async def test_the_command_opens_it_and_escape_ends_the_program(tmp_path: Path, recorder: Recorder) -> None:
    game = Game(Store(tmp_path), QUIET, *_start())
    game.watching = (recorder, 2)
    async with game.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = game.screen
        assert isinstance(screen, ReplayScreen)
        assert screen.hand == 2
        await pilot.press("escape")
        await pilot.pause()
    assert game.return_value == 0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_nothing_is_cut_in_any_window(
    tmp_path: Path, recorder: Recorder, language: str, size: tuple[int, int]
) -> None:
    async with playing(tmp_path, size=size) as (game, pilot):
        game.change(language=language)
        screen = await opened(game, recorder)
        for key in ("home", "right", "end"):
            await press(pilot, key)
            for widget in (screen.query_one(Lines), screen.query_one(Chart), screen.query_one(Hands)):
                picture = widget.canvas.text()
                assert "…" not in picture
                assert all(width(row) == widget.size.width for row in picture.splitlines())


def _start() -> tuple[StartOptions, Translator]:
    return StartOptions(), Translator("en")
