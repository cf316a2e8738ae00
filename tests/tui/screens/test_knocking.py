"""The knock under `layoff = choose`: of layouts of equal deadwood the player takes one, the safest first."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from ginrummy.engine import melds
from ginrummy.engine.cards import DECK, mask_of
from ginrummy.engine.rules import HouseRules
from ginrummy.engine.view import View
from ginrummy.session import Session
from ginrummy.tui.game import Game
from ginrummy.tui.painted import ActionSpot
from ginrummy.tui.screens.selection import knock_card
from ginrummy.tui.widgets.buttons import Buttons
from ginrummy.tui.widgets.hand import Hand
from tests.tui.playing import (
    GIN,
    QUIET,
    SIZES,
    for_gin,
    has_gin,
    play_until,
    playing,
    press,
    session_of,
    settled,
    table_of,
    text_of,
)

TWO_WAYS = "Q09S-617H-JADV"
"""Simple play against Easy comes to a knock with threes and fours that make runs or sets; runs, which the
solver lists first, are the less safe."""
CHOOSE = HouseRules(layoff="choose")
ASKED = "Choose how to lay out your melds"


def ways(view: View) -> list[melds.Arrangement]:
    """The layouts of the knock that is possible now."""
    choice = knock_card(view, None)
    if choice is None or not choice[1]:
        return []
    return melds.arrangements(mask_of(view.hand) & ~choice[0].bit)


def two_ways(folder: Path, rules: HouseRules = CHOOSE) -> Session:
    """The person may knock, with two layouts of equal deadwood."""
    session = play_until(session_of(folder, TWO_WAYS, rules), lambda view: len(ways(view)) == 2)
    assert not session.match.deal.over
    return session


def shown(game: Game) -> set[int]:
    """The melds that the hand on the screen has brackets under, as masks."""
    return {mask_of(group.cards) for group in game.screen.query_one(Hand).show.groups if group.meld}


def exposed(view: View, way: melds.Arrangement) -> int:
    """The points of cards that could be laid off on a layout and may be in the opponent's hand."""
    seen = {*view.hand, *view.pile}
    return melds.exposure(way.melds, mask_of(card for card in DECK if card not in seen))


async def click(pilot: Pilot[int], action: str) -> None:
    """Click the button that does this."""
    spots = pilot.app.screen.query_one(Buttons).canvas.spots
    spot = next(spot for spot in spots if spot.target == ActionSpot(action))
    await pilot.click(Buttons, offset=(spot.x + 1, spot.y))
    await settled(pilot)


async def test_the_safest_layout_is_proposed_first(tmp_path: Path) -> None:
    session = two_ways(tmp_path)
    safe, other = sorted(ways(session.view), key=lambda way: exposed(session.view, way))
    assert exposed(session.view, safe) < exposed(session.view, other)
    async with playing(tmp_path, session) as (game, pilot):
        await press(pilot, "k")
        assert ASKED in text_of(game)
        assert shown(game) == set(safe.melds)
        await press(pilot, "enter")
        assert session.match.deal.spread == safe.melds


async def test_arrows_go_through_the_layouts_and_enter_knocks_with_the_one_shown(tmp_path: Path) -> None:
    session = two_ways(tmp_path)
    async with playing(tmp_path, session) as (game, pilot):
        await press(pilot, "k")
        first = shown(game)
        assert "1 / 2" in text_of(game)
        await press(pilot, "right")
        second = shown(game)
        assert "2 / 2" in text_of(game)
        assert second != first
        await press(pilot, "right")
        assert shown(game) == first
        await press(pilot, "left", "enter")
        assert set(session.match.deal.spread) == second
        assert session.match.deal.moves[-1].layout is not None


async def test_the_layout_is_chosen_by_mouse_too(tmp_path: Path) -> None:
    session = two_ways(tmp_path)
    async with playing(tmp_path, session) as (game, pilot):
        await click(pilot, "knock")
        first = shown(game)
        await click(pilot, "layout:1")
        second = shown(game)
        assert second != first
        await click(pilot, "yes")
        assert set(session.match.deal.spread) == second


@pytest.mark.parametrize("arranged", [(), ("s",), ("1", "greater_than_sign")])
async def test_escape_leaves_hand_order_and_mark_as_they_were(
    tmp_path: Path, arranged: tuple[str, ...]
) -> None:
    session = two_ways(tmp_path)
    async with playing(tmp_path, session) as (game, pilot):
        table = table_of(game)
        choice = knock_card(table.view, None)
        assert choice is not None
        await press(pilot, *arranged)
        table.point(choice[0])
        await press(pilot, "space", "left", "right")
        before, cards = text_of(game), table.cards()
        await press(pilot, "k", "right", "s", "h", "greater_than_sign", "escape")
        assert text_of(game) == before
        assert table.cards() == cards
        assert table.selection.marked == choice[0]
        assert not session.match.deal.over


async def test_where_the_game_lays_off_it_does_not_ask(tmp_path: Path) -> None:
    session = two_ways(tmp_path, HouseRules())
    async with playing(tmp_path, session, settings=replace(QUIET, confirm=False)) as (game, pilot):
        await press(pilot, "k")
        assert ASKED not in text_of(game)
        assert session.match.deal.over


async def test_gin_is_never_asked_how_to_lay_out(tmp_path: Path) -> None:
    session = play_until(session_of(tmp_path, GIN, CHOOSE), has_gin, for_gin)
    async with playing(tmp_path, session) as (game, pilot):
        await press(pilot, "escape", "k")
        assert ASKED not in text_of(game)
        assert session.match.deal.result is not None


@pytest.mark.parametrize("language", ["en", "ne", "hi"])
@pytest.mark.parametrize("size", SIZES)
async def test_question_and_answers_fit_every_window(
    tmp_path: Path, language: str, size: tuple[int, int]
) -> None:
    async with playing(tmp_path, two_ways(tmp_path), size, replace(QUIET, language=language)) as (
        game,
        pilot,
    ):
        await press(pilot, "k")
        text = text_of(game)
        for key in ("st.layout", "btn.knock", "act.cancel"):
            assert game.look.t(key) in text


async def test_the_question_marks_the_card_that_would_go_and_silences_the_request(tmp_path: Path) -> None:
    session = play_until(session_of(tmp_path), lambda view: bool(knock_card(view, None)))
    async with playing(tmp_path, session, settings=replace(QUIET, confirm=True)) as (game, pilot):
        hand, choice = game.screen.query_one(Hand), knock_card(session.view, None)
        assert choice is not None
        assert hand.show.marked is None
        assert "Discard a card, or knock" in text_of(game)
        await press(pilot, "k")
        assert hand.show.marked == choice[0]
        assert "Discard a card, or knock" not in text_of(game)
        await press(pilot, "escape")
        assert hand.show.marked is None
