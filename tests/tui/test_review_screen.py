"""The review of a hand: what it says, how one goes through it, what it costs to leave it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ginrummy import advice
from ginrummy.engine.match import Match
from ginrummy.engine.rules import STANDARD
from ginrummy.i18n import Translator
from ginrummy.settings import Settings
from ginrummy.start import StartOptions
from ginrummy.store import Store
from ginrummy.tui.game import Game
from ginrummy.tui.painted import RowSpot
from ginrummy.tui.screens.review import BEST, MADE, ReviewScreen
from ginrummy.tui.text import width
from ginrummy.tui.widgets.bars import KeyBar, TopBar
from ginrummy.tui.widgets.chart import Chart
from ginrummy.tui.widgets.lines import Lines
from ginrummy.tui.widgets.showdown import Hands
from tests.played import played_match
from tests.tui.samples import LANGUAGES

WINDOWS = [(40, 20), (45, 35), (80, 24), (120, 36)]
HAND = 1


@pytest.fixture(scope="module")
def match() -> Match:
    return played_match(STANDARD, 3)


def new_game(folder: Path, language: str = "en") -> Game:
    return Game(Store(folder), replace(Settings(), speed="none"), StartOptions(), Translator(language))


async def opened(game: Game, match: Match, number: int = HAND) -> ReviewScreen:
    """The review on the screen, every decision judged."""
    review = ReviewScreen(match, number, 0)
    await game.push_screen(review)
    await game.workers.wait_for_complete([each for each in game.workers if each.group == "review"])
    return review


def words(review: ReviewScreen) -> str:
    return " ".join(review.query_one(Lines).canvas.text().split())


async def test_it_begins_with_the_verdict_and_the_hands_as_they_were_shown(
    tmp_path: Path, match: Match
) -> None:
    game = new_game(tmp_path)
    async with game.run_test(size=(80, 24)):
        review = await opened(game, match)
        made = list(advice.review(match, HAND, 0))
        assert review.made == made
        sentence = advice.verdict(Translator("en"), match.deals[HAND - 1], 0, made)[0]
        assert "".join(run.text for run in sentence if run.card is None).split()[0] in words(review)
        assert "Average cost of a decision" in words(review)
        assert "knocked with" in review.query_one(Hands).canvas.text()


async def test_each_decision_stands_beside_the_best_with_what_it_cost(tmp_path: Path, match: Match) -> None:
    game = new_game(tmp_path)
    async with game.run_test(size=(80, 24)) as pilot:
        review = await opened(game, match)
        for n, decision in enumerate(review.made):
            await pilot.press("right")
            await pilot.pause()
            assert review.at == n
            assert f"Move {n + 1} of {len(review.made)}" in review.query_one(TopBar).canvas.text()
            assert "Your move: " in words(review)
            if decision.grade == "best":
                assert "Hard would do the same" in words(review)
            else:
                assert "Better: " in words(review)
                assert f"Cost: {decision.cost:.1f} point" in words(review)
        await pilot.press("home")
        assert review.at is None


async def test_the_thrown_card_and_the_better_one_are_marked_in_the_hand(
    tmp_path: Path, match: Match
) -> None:
    game = new_game(tmp_path)
    async with game.run_test(size=(80, 24)) as pilot:
        review = await opened(game, match)
        await pilot.press("enter")
        await pilot.pause()
        worst = advice.dearest(review.made)
        assert worst is not None
        assert review.at == review.made.index(worst)
        picture = review.query_one(Hands).canvas.text()
        assert f"▀{MADE}▀" in picture
        assert f"▀{BEST}▀" in picture


async def test_up_and_down_go_from_slip_to_slip(tmp_path: Path, match: Match) -> None:
    game = new_game(tmp_path)
    async with game.run_test(size=(80, 24)) as pilot:
        review = await opened(game, match)
        slips = [n for n, decision in enumerate(review.made) if decision.cost >= advice.SMALL]
        seen = []
        for _ in slips:
            await pilot.press("down")
            seen.append(review.at)
        assert seen == slips
        await pilot.press("up")
        assert review.at == slips[-2]


async def test_a_column_of_the_chart_is_a_decision(tmp_path: Path, match: Match) -> None:
    game = new_game(tmp_path)
    async with game.run_test(size=(80, 24)) as pilot:
        review = await opened(game, match)
        chart = review.query_one(Chart)
        spot = next(each for each in chart.canvas.spots if each.target == RowSpot(4))
        await pilot.click(Chart, offset=(spot.x, spot.y + 1))
        assert review.at == 4
        assert chart.canvas.text().splitlines()[-1].count("▲") == 1


async def test_tab_goes_to_another_hand_and_no_further_than_the_last(tmp_path: Path, match: Match) -> None:
    game = new_game(tmp_path)
    async with game.run_test(size=(80, 24)) as pilot:
        review = await opened(game, match)
        await pilot.press("shift+tab")
        assert review.number == 1
        await pilot.press("tab")
        assert (review.number, review.at) == (2, None)


async def test_leaving_ends_the_work(tmp_path: Path, match: Match) -> None:
    game = new_game(tmp_path)
    async with game.run_test(size=(80, 24)) as pilot:
        review = ReviewScreen(match, 3, 0)
        await game.push_screen(review)
        await pilot.press("escape")
        await pilot.pause()
        assert [
            worker for worker in game.workers if worker.group == "review" and not worker.is_finished
        ] == []
        assert len(review.made) < review.total


async def test_a_void_hand_does_not_show_what_the_opponent_held(tmp_path: Path) -> None:
    seed, match = next(
        (seed, match)
        for seed in range(100)
        for match in [played_match(STANDARD, seed)]
        if any(result.settlement is None for result in match.results)
    )
    number = next(n for n, result in enumerate(match.results, 1) if result.settlement is None)
    game = new_game(tmp_path)
    async with game.run_test(size=(80, 24)):
        review = await opened(game, match, number)
        picture = review.query_one(Hands).canvas.text()
        assert "Your hand" in picture
        assert "Opponent" not in picture, seed


@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_nothing_is_cut_in_any_window(
    tmp_path: Path, match: Match, language: str, size: tuple[int, int]
) -> None:
    game = new_game(tmp_path, language)
    async with game.run_test(size=size) as pilot:
        review = await opened(game, match)
        for key in ("home", "enter", "right"):
            await pilot.press(key)
            await pilot.pause()
            for widget in (review.query_one(Lines), review.query_one(Chart), review.query_one(Hands)):
                picture = widget.canvas.text()
                assert "…" not in picture
                assert all(width(row) == widget.size.width for row in picture.splitlines())
            assert "Esc" in review.query_one(KeyBar).canvas.text()
