"""A hostile bot from outside at the table: the screen lives, one can leave, the bot loses, and that is said.

What such a bot can do to the protocol is tried in tests/bots/test_external.py.
"""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from ginrummy.bots import external
from ginrummy.i18n import Translator
from ginrummy.session import Session
from ginrummy.start import StartOptions
from ginrummy.store import Store, load
from ginrummy.tui.game import Game
from ginrummy.tui.screens.keys import KeysScreen
from ginrummy.tui.screens.menu import MenuScreen
from ginrummy.tui.screens.sheet import SheetScreen
from tests.tui.playing import QUIET, playing, session_of, settled, text_of

HOSTILE = Path(__file__).parents[1] / "bots" / "hostile"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")


def bot(name: str) -> str:
    return f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(HOSTILE / name))}"


def running(name: str) -> list[int]:
    """Processes that run this bot."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdecimal():
            try:
                if name in Path("/proc", entry, "cmdline").read_bytes().decode():
                    found.append(int(entry))
            except OSError:
                continue
    return found


def at_its_turn(folder: Path, name: str) -> Session:
    session = session_of(folder, level=bot(name))
    if not session.bot_to_move:
        session.play(session.match.deal.legal()[-1])
    assert session.bot_to_move
    return session


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("hang.py", "no_answer"), ("garbage.py", "illegal"), ("escapes.py", "illegal"),
        ("huge_line.py", "illegal"),
    ],
)  # fmt: skip
async def test_it_loses_and_the_screen_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, why: str
) -> None:
    monkeypatch.setattr(external.ExternalBot.__init__, "__defaults__", (0, 1.5))
    session = at_its_turn(tmp_path, name)
    async with playing(tmp_path, session) as (game, pilot):
        for _ in range(400):
            if session.match.over:
                break
            await pilot.pause(0.02)
        for _ in range(200):
            await settled(pilot)
            if isinstance(game.screen, SheetScreen):
                break
        await settled(pilot)
        assert "loses the match" in text_of(game)
        assert "\x1b" not in text_of(game)
    assert (session.ended, session.match.winner) == (why, session.me)
    assert load(session.path).ended == why
    assert running(name) == []


@asynccontextmanager
async def playing_at_once(folder: Path, session: Session) -> AsyncIterator[tuple[Game, Pilot[int]]]:
    """As `playing`, without waiting for the bot."""
    game = Game(Store(folder), QUIET, StartOptions(), Translator("en"))
    async with game.run_test(size=(80, 24)) as pilot:
        game.start_session(session)
        await pilot.pause()
        yield game, pilot


async def test_while_it_hangs_the_screen_lives_and_one_can_leave(tmp_path: Path) -> None:
    session = at_its_turn(tmp_path, "frozen.py")
    async with playing_at_once(tmp_path, session) as (game, pilot):
        for _ in range(100):
            if running("frozen.py"):
                break
            await pilot.pause(0.02)
        start = time.monotonic()
        await pilot.press("?")
        await pilot.pause()
        assert isinstance(game.screen, KeysScreen)
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(game.screen, MenuScreen)
        assert time.monotonic() - start < 4, "the limit for an answer was waited for"
    assert running("frozen.py") == []
    again = Session.resume(session.path, Store(tmp_path))
    assert again.ended is None, "leaving loses nothing, for nobody"
    again.close()
