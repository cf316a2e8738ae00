"""The command palette: every command of the screen in the language, found by typing, done by key or mouse."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ginrummy.tui.painted import RowSpot
from ginrummy.tui.screens.commands import CommandsScreen, commands_of
from ginrummy.tui.screens.keys import KeysScreen
from ginrummy.tui.screens.menu import MenuScreen
from ginrummy.tui.screens.moves import MovesScreen
from ginrummy.tui.screens.rules import RulesScreen
from ginrummy.tui.screens.settings import SettingsScreen
from ginrummy.tui.widgets.reader import Reader
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

LANGUAGES = ["en", "ne", "hi"]


@pytest.mark.parametrize("key", ["ctrl+p", "colon"])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_it_opens_with_and_without_ctrl_and_speaks_the_language(
    tmp_path: Path, language: str, key: str
) -> None:
    session = play_until(session_of(tmp_path), may_knock)
    async with playing(tmp_path, session, (80, 60), replace(QUIET, language=language)) as (game, pilot):
        t = game.look.t
        await press(pilot, key)
        assert isinstance(game.screen, CommandsScreen)
        text = text_of(game)
        for message in ("tx.palette", "act.arrange", "act.scoresheet", "act.rules", "tx.theme", "lang.label"):
            assert t(message) in text
        await press(pilot, "escape")
        table_of(game)


async def test_typing_finds_and_enter_does(tmp_path: Path) -> None:
    session = play_until(session_of(tmp_path), to_throw)
    async with playing(tmp_path, session) as (game, pilot):
        await press(pilot, "colon", *"moves", "enter")
        assert isinstance(game.screen, MovesScreen)


@pytest.mark.parametrize(("language", "typed"), [
    ("ne", "चाल"), ("ne", "moves"), ("hi", "चालें"), ("hi", "chaalein"),
])  # fmt: skip
async def test_names_are_found_in_the_language_in_latin_letters_and_in_english(
    tmp_path: Path, language: str, typed: str
) -> None:
    session = play_until(session_of(tmp_path), to_throw)
    async with playing(tmp_path, session, settings=replace(QUIET, language=language)) as (game, pilot):
        await press(pilot, "colon", *typed)
        screen = game.screen
        assert isinstance(screen, CommandsScreen)
        assert screen.typed == typed
        assert "moves" in [entry.command for entry in screen.entries()]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_is_not_there_is_said_in_the_language(tmp_path: Path, language: str) -> None:
    async with playing(tmp_path, settings=replace(QUIET, language=language)) as (game, pilot):
        await press(pilot, "colon", *"xyzzy")
        assert game.look.t("tx.nomatch") in text_of(game)
        await press(pilot, *["backspace"] * 5)
        assert game.look.t("tx.nomatch") not in text_of(game)
        await press(pilot, *"xyzzy", "down", "enter")
        assert isinstance(game.screen, MenuScreen)


async def test_every_command_of_the_menu_is_there_and_each_once(tmp_path: Path) -> None:
    async with playing(tmp_path) as (game, _):
        screen = game.screen
        assert isinstance(screen, MenuScreen)
        commands = [entry.command for entry in commands_of(screen)]
        assert {entry.action for entry in screen.entries()} <= set(commands)
        assert len(commands) == len(set(commands))


async def test_a_theme_is_chosen_by_name(tmp_path: Path) -> None:
    async with playing(tmp_path) as (game, pilot):
        await press(pilot, "colon", *"theme nord", "enter")
        assert game.settings.theme == "nord"
        await press(pilot, "colon", *"theme light", "down", "enter")
        assert game.settings.theme != "nord"


async def test_arrows_choose_and_a_click_does(tmp_path: Path) -> None:
    async with playing(tmp_path) as (game, pilot):
        await press(pilot, "colon", *"settings", "enter")
        assert isinstance(game.screen, SettingsScreen)
        await press(pilot, "escape", "colon")
        screen = game.screen
        assert isinstance(screen, CommandsScreen)
        wanted = next(n for n, command in screen._commands().items() if command == "rules")
        spot = next(spot for spot in screen.query_one(Reader).canvas.spots if spot.target == RowSpot(wanted))
        await pilot.click(Reader, offset=(spot.x + 5, spot.y))
        await settled(pilot)
        assert isinstance(game.screen, RulesScreen)


async def test_while_something_is_asked_nothing_else_is_done(tmp_path: Path) -> None:
    session = play_until(session_of(tmp_path), may_knock)
    async with playing(tmp_path, session) as (game, pilot):
        await press(pilot, "k", "colon", *"arrange", "enter")
        assert table_of(game).order.how == "melds"
        assert table_of(game).selection.question is not None


async def test_the_page_of_keys_leads_there(tmp_path: Path) -> None:
    async with playing(tmp_path) as (game, pilot):
        await press(pilot, "question_mark")
        assert isinstance(game.screen, KeysScreen)
        await press(pilot, "colon")
        assert isinstance(game.screen, CommandsScreen)
        assert isinstance(game.screen.below, MenuScreen)
