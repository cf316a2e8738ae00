"""The window may change its size at any moment: nothing crashes, nothing is lost, nothing overlaps."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from ginrummy.i18n import Translator
from ginrummy.tui import widths
from ginrummy.tui.game import Game
from ginrummy.tui.painted import Painted
from ginrummy.tui.widgets.small import Small
from tests.terminal.model import ModelTerminal
from tests.terminal.prepared import at_upcard, can_knock, write_match, write_settings
from tests.tui.playing import (
    QUIET,
    may_knock,
    play_until,
    playing,
    press,
    session_of,
    settled,
    table_of,
    text_of,
    to_throw,
)

SIZES = [(120, 36), (45, 35), (40, 20), (39, 20), (40, 19), (12, 5), (1, 1), (200, 60), (64, 34), (63, 24)]
HOME = (80, 24)


@pytest.fixture(autouse=True)
def _rule_of_most_terminals() -> Iterator[None]:
    widths.install("sum")
    yield
    widths.uninstall()


def overlaps(game: Game) -> list[str]:
    """Widgets that lie over one another, or reach out of the window."""
    window = game.screen.region
    parts = [widget for widget in game.screen.query(Painted) if widget.region.area and not widget.layers]
    flat = [part for part in parts if part.styles.layer != "fly"]
    found = [f"{part} leaves the window" for part in flat if not window.contains_region(part.region)]
    for n, part in enumerate(flat):
        found += [f"{part} on {other}" for other in flat[:n] if part.region.overlaps(other.region)]
    return found


async def through_all_sizes(game: Game, pilot: Pilot[int]) -> None:
    """Every size, and back: then everything is as it was."""
    await pilot.resize_terminal(*HOME)
    await settled(pilot)
    before = text_of(game)
    for width, height in SIZES:
        await pilot.resize_terminal(width, height)
        await settled(pilot)
        assert game.size == (width, height)
        assert overlaps(game) == [], (width, height)
        small = game.screen.query_one(Small).region.area > 0
        assert small == (width < 40 or height < 20)
    await pilot.resize_terminal(*HOME)
    await settled(pilot)
    assert text_of(game) == before


async def test_on_every_screen(tmp_path: Path) -> None:
    play_until(session_of(tmp_path), to_throw).close()
    async with playing(tmp_path) as (game, pilot):
        await through_all_sizes(game, pilot)
        for way in (["enter"], ["m"], ["v"], ["r"], ["?"], ["o"], ["o", "end"]):
            await press(pilot, *way)
            await through_all_sizes(game, pilot)
            if way != ["enter"]:
                await press(pilot, "escape")


async def test_with_a_question_open_and_after_a_refusal(tmp_path: Path) -> None:
    session = play_until(session_of(tmp_path), may_knock)
    settings = replace(QUIET, confirm=True)
    async with playing(tmp_path, session, settings=settings) as (game, pilot):
        await press(pilot, "d")
        assert table_of(game).selection.refusal is not None
        await through_all_sizes(game, pilot)
        await press(pilot, "k")
        assert table_of(game).selection.question is not None
        await through_all_sizes(game, pilot)
        await press(pilot, "enter")
        await through_all_sizes(game, pilot)  # the showdown


async def test_while_the_opponent_thinks(tmp_path: Path) -> None:
    session = play_until(session_of(tmp_path), to_throw)
    async with playing(tmp_path, session, settings=replace(QUIET, speed="slow")) as (game, pilot):
        hand = set(session.view.hand)
        await pilot.press("enter")
        for width, height in SIZES:
            await pilot.resize_terminal(width, height)
            await pilot.pause()
        table_of(game).turns.skip()
        await settled(pilot)
        await pilot.resize_terminal(*HOME)
        await settled(pilot)
        assert len(hand & set(session.view.hand)) == 10
        assert overlaps(game) == []


async def test_while_a_card_flies(tmp_path: Path) -> None:
    session = play_until(session_of(tmp_path), lambda view: not to_throw(view))
    async with playing(tmp_path, session, settings=replace(QUIET, speed="slow")) as (game, pilot):
        for width, height in SIZES:
            await pilot.press("d", "enter")
            await pilot.resize_terminal(width, height)
        table_of(game).turns.skip()
        await settled(pilot)
        await pilot.resize_terminal(*HOME)
        await settled(pilot)
        assert overlaps(game) == []
        assert len(session.view.hand) in (10, 11)


async def test_keys_stay_alive_in_a_window_that_is_too_small(tmp_path: Path) -> None:
    session = play_until(session_of(tmp_path), to_throw)
    async with playing(tmp_path, session, (30, 10)) as (game, pilot):
        assert Translator("en")("err.small", w=40, h=20).split()[0] in text_of(game)
        moves = len(session.match.deal.moves)
        await press(pilot, "enter")
        assert len(session.match.deal.moves) > moves
        await pilot.resize_terminal(*HOME)
        await settled(pilot)
        assert "Draw" in text_of(game) or "Discard" in text_of(game)


def test_a_terminal_shows_no_debris_after_any_change_of_size(tmp_path: Path) -> None:
    write_match(tmp_path, "knock", can_knock)
    write_match(tmp_path, "upcard", at_upcard)
    write_settings(tmp_path, guide=False)
    command = [sys.executable, "-m", "ginrummy", "--data-dir", str(tmp_path), "--lang", "ne"]
    with ModelTerminal(command, witness=True) as terminal:
        terminal.wait_for("नेपाली")
        for key in ("", "enter", "p", "d", "m"):
            if key:
                terminal.type("\r" if key == "enter" else key)  # at once, the opponent may be thinking
            for size in [(120, 36), (45, 35), (40, 20), (10, 4), (1, 1), (80, 24)]:
                terminal.resize(*size)
                assert terminal.faults() == [], (key, size)
