"""A page that is open already comes to the front: it never lies over itself."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ginrummy.tui.screens.keys import KeysScreen
from ginrummy.tui.screens.menu import MenuScreen
from ginrummy.tui.screens.rules import RulesScreen
from ginrummy.tui.screens.settings import SettingsScreen
from tests.tui.playing import play_until, playing, press, session_of, table_of, text_of, to_throw


@pytest.mark.parametrize("keys", ["ororo", "rorro", "o?o?r?o", "r?r?o:r", "oo?r?r"])
async def test_settings_rules_and_keys_are_never_open_twice(tmp_path: Path, keys: str) -> None:
    session = play_until(session_of(tmp_path), to_throw)
    async with playing(tmp_path, session) as (game, pilot):
        for key in keys:
            await press(pilot, {"?": "question_mark", ":": "colon"}.get(key, key))
            assert max(Counter(map(type, game.screen_stack)).values()) == 1
        for _ in range(4):
            await press(pilot, "escape")
            if len(game.screen_stack) == 3:
                break
        table_of(game)


async def test_the_settings_come_back_where_they_were(tmp_path: Path) -> None:
    async with playing(tmp_path) as (game, pilot):
        await press(pilot, "o", "down", "down", "r")
        assert isinstance(game.screen, RulesScreen)
        await press(pilot, "o")
        assert isinstance(game.screen, SettingsScreen)
        assert game.screen.row == 3
        await press(pilot, "escape")
        assert isinstance(game.screen, MenuScreen)


async def test_the_rules_come_back_at_the_rule_in_focus(tmp_path: Path) -> None:
    async with playing(tmp_path) as (game, pilot):
        await press(pilot, "r")
        rules = game.screen
        assert isinstance(rules, RulesScreen)
        await press(pilot, "o", "down", "r")
        assert game.screen is rules
        assert "Ten or less: the standard." in text_of(game)
        top = rules.top
        assert top > 0
        await press(pilot, "o", "up", "r")
        assert game.screen is rules
        assert 0 < rules.top < top


async def test_a_number_being_typed_is_taken_before_its_rule_is_looked_up(tmp_path: Path) -> None:
    async with playing(tmp_path) as (game, pilot):
        await press(pilot, "r", "o", "2", "5", "0", "r")
        assert isinstance(game.screen, RulesScreen)
        assert game.settings.rules.target == 250


async def test_what_is_opened_from_the_page_of_keys_takes_its_place(tmp_path: Path) -> None:
    async with playing(tmp_path) as (game, pilot):
        await press(pilot, "question_mark", "o")
        assert isinstance(game.screen, SettingsScreen)
        assert not any(isinstance(screen, KeysScreen) for screen in game.screen_stack)
        await press(pilot, "escape")
        assert isinstance(game.screen, MenuScreen)
