"""What is said at the edge of the screen is read and gone, and leaves the table in sight."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets._toast import Toast

from ginrummy.i18n import LANGUAGES, Translator
from ginrummy.journal import Notice
from ginrummy.start import StartOptions
from ginrummy.store import Store
from ginrummy.tui.game import Game
from ginrummy.tui.widgets.opponent import Opponent
from ginrummy.tui.widgets.piles import Piles
from tests.tui.playing import QUIET, play_until, session_of, settled, to_throw

NOTICES = [
    Notice("save.again"),
    Notice("save.torn"),
    Notice("save.full"),
    Notice("save.readonly", {"path": "/srv/a/rather/long/way/to/share/ginrummy/matches"}),
]


@pytest.mark.parametrize("size", [(40, 20), (45, 35), (64, 20), (80, 24), (120, 36)])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("notice", NOTICES, ids=lambda notice: notice.key)
async def test_it_lies_on_the_bar_and_not_on_the_table(
    tmp_path: Path, notice: Notice, language: str, size: tuple[int, int]
) -> None:
    session = play_until(session_of(tmp_path), to_throw)
    game = Game(Store(tmp_path), replace(QUIET, language=language), StartOptions(), Translator(language))
    async with game.run_test(size=size, notifications=True) as pilot:
        game.start_session(session)
        await settled(pilot)
        game.tell(notice)
        await settled(pilot)
        (toast,) = game.screen.query(Toast)
        assert (toast.region.y, toast.region.right) == (0, size[0])
        assert not toast.region.overlaps(game.screen.query_one(Piles).region)
        if size[0] >= 80 and not notice.values:  # a long path takes a third line
            assert not toast.region.overlaps(game.screen.query_one(Opponent).region)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_short_one_goes_sooner_and_none_stays_long(tmp_path: Path, language: str) -> None:
    game = Game(Store(tmp_path), replace(QUIET, language=language), StartOptions(), Translator(language))
    async with game.run_test(notifications=True) as pilot:
        for notice in NOTICES:
            game.tell(notice)
        await pilot.pause()
        stays = [each.timeout for each in game._notifications]
    assert stays[0] == min(stays) < max(stays)
    assert min(stays) > 2
    assert max(stays) <= 6
