"""A bot from outside has its program's name on every screen, and no screen shows what it is called with."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from pathlib import Path

from ginrummy.tui.screens.menu import MenuScreen
from tests.tui.playing import QUIET, playing, press, settled, text_of

BOT = f"cmd:{shlex.quote(sys.executable)} -m nobody --token secret"
NAME = f"Outside bot: {Path(sys.executable).name}"


async def test_in_the_menu_on_the_table_and_in_the_list(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(120, 36), settings=replace(QUIET, level=BOT)) as (game, pilot):
        assert NAME in text_of(game)
        await press(pilot, "n")
        assert NAME in text_of(game).splitlines()[0]
        assert "secret" not in text_of(game)
        game.to_menu()
        await pilot.pause()
        assert isinstance(game.screen, MenuScreen)
        game.screen.do_matches()
        await settled(pilot)
        assert NAME in text_of(game)
        assert "secret" not in text_of(game)
