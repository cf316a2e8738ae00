"""Starts the game on a screen in memory and plays a move: does it run with this Python and Textual?"""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import replace

from ginrummy.i18n import Translator
from ginrummy.settings import Settings
from ginrummy.start import StartOptions
from ginrummy.store import Store
from ginrummy.tui import widths
from ginrummy.tui.game import Game


async def play(folder: str) -> None:
    """Start a match, make a move, look at a few screens, leave."""
    settings = replace(Settings(), speed="none", level="easy", guide=False, language="ne")
    game = Game(Store(folder), settings, StartOptions(new=True), Translator("ne"))
    async with game.run_test(size=(80, 24)) as pilot:
        for key in ("p", "t", "d", "h", "m", "escape", "v", "escape", "o", "escape", "r", "escape", "l"):
            await pilot.press(key)
            await pilot.pause(0.05)
        assert game.session is not None
        assert game.session.saved
    game.end_session()


if __name__ == "__main__":
    widths.install("sum")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(play(folder))
    print("the screen starts")
