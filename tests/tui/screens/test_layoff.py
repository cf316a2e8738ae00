"""Laying off by hand: the right melds, refusals that name the rule, take-back, the game's help."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ginrummy.engine.deal import Phase
from ginrummy.engine.moves import Kind
from ginrummy.engine.rules import HouseRules
from ginrummy.session import Session
from ginrummy.tui.look import say
from ginrummy.tui.painted import CardSpot, RowSpot
from ginrummy.tui.screens.layoff import LayoffScreen
from ginrummy.tui.screens.showdown import ShowdownScreen
from ginrummy.tui.widgets.showdown import Hands
from tests.tui.playing import QUIET, SIZES, for_gin, play_until, playing, press, session_of, settled, text_of


def knocked(folder: Path, mode: str = "friendly") -> Session:
    """The opponent has knocked, and two cards can be laid off."""
    session = session_of(folder, "FRA3-DZFQ-FYZV", HouseRules(layoff="choose"), "medium", mode)
    play_until(session, lambda view: view.phase is Phase.LAYOFF, for_gin)
    assert session.match.deal.phase is Phase.LAYOFF
    return session


async def test_a_card_joins_the_meld_it_fits_and_the_count_falls(tmp_path: Path) -> None:
    session = knocked(tmp_path)
    async with playing(tmp_path, session) as (game, pilot):
        screen = game.screen
        assert isinstance(screen, LayoffScreen)
        move = next(move for move in session.match.deal.legal() if move.kind is Kind.LAYOFF)
        screen.cursor = move.card
        await press(pilot, "enter")
        assert session.match.deal.laid == [(move.card, move.meld)]
        await press(pilot, "u")
        assert session.match.deal.laid == []


async def test_a_ranked_match_offers_no_take_back(tmp_path: Path) -> None:
    async with playing(tmp_path, knocked(tmp_path, "ranked")) as (game, pilot):
        assert "Undo" not in text_of(game)
        await press(pilot, "question_mark")
        assert "Lay off" in text_of(game)
        assert "Take back" not in text_of(game)


async def test_a_card_that_does_not_fit_is_refused_with_its_rule(tmp_path: Path) -> None:
    session = knocked(tmp_path)
    async with playing(tmp_path, session) as (game, pilot):
        screen = game.screen
        assert isinstance(screen, LayoffScreen)
        fitting = {move.card for move in session.match.deal.legal()}
        screen.cursor = next(card for card in session.view.hand if card not in fitting)
        await press(pilot, "enter")
        assert "fit that meld" in text_of(game) or "missing in between" in text_of(game)
        assert screen.section() == "layoff"


async def test_the_game_lays_off_the_best_way_on_demand(tmp_path: Path) -> None:
    session = knocked(tmp_path)
    async with playing(tmp_path, session) as (game, pilot):
        await press(pilot, "a")
        assert isinstance(game.screen, ShowdownScreen)
        settled_hand = session.match.deal.result.settlement if session.match.deal.result else None
        assert settled_hand is not None
        assert settled_hand.defender.layoffs


async def test_done_counts_what_stays(tmp_path: Path) -> None:
    session = knocked(tmp_path)
    async with playing(tmp_path, session) as (game, pilot):
        await press(pilot, "n")
        assert isinstance(game.screen, ShowdownScreen)
        assert session.match.deal.laid == []


async def test_a_card_is_laid_off_by_two_clicks(tmp_path: Path) -> None:
    session = knocked(tmp_path)
    async with playing(tmp_path, session) as (game, pilot):
        move = next(move for move in session.match.deal.legal() if move.kind is Kind.LAYOFF)
        spots = game.screen.query_one(Hands).canvas.spots
        for target in (CardSpot(move.card) if move.card else None, RowSpot(move.meld or 0)):
            spot = next(spot for spot in spots if spot.target == target)
            await pilot.click(Hands, offset=(spot.x + 1, spot.y))
            await settled(pilot)
        assert session.match.deal.laid == [(move.card, move.meld)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "ne"])
async def test_the_foot_of_the_cursor_and_the_count_beside_it_are_both_whole(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    session = knocked(tmp_path)
    async with playing(tmp_path, session, size, replace(QUIET, language=language)) as (game, pilot):
        screen = game.screen
        assert isinstance(screen, LayoffScreen)
        hands = screen.query_one(Hands)
        own = hands.show.sides[1]
        assert own.deadwood is not None
        count = game.look.words(say("deadwood.n", n=own.deadwood))
        for card in own.groups[-1].cards:
            screen.cursor = card
            screen.show_all()
            rows = hands.canvas.text().splitlines()
            spot = next(spot for spot in hands.canvas.spots if spot.target == CardSpot(card))
            assert any("▀" * spot.width in row for row in rows)
            assert sum(row.count("▀") for row in rows) == spot.width
            assert any(count in row for row in rows)
        await settled(pilot)
