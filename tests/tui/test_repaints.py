"""Nothing is painted or redrawn that did not change: counted, not timed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from textual.geometry import Region

from ginrummy.tui.game import Game
from ginrummy.tui.painted import Painted
from ginrummy.tui.widgets.hand import Hand
from tests.tui.playing import play_until, playing, press, session_of, to_throw


def paints(game: Game) -> Counter[str]:
    """How often each widget of the screen has made a picture."""
    return Counter({str(widget.id): widget.paints for widget in game.screen.query(Painted)})


async def test_an_arrow_paints_the_hand_and_the_button_that_names_the_card(tmp_path: Path) -> None:
    async with playing(tmp_path, play_until(session_of(tmp_path), to_throw)) as (game, pilot):
        await press(pilot, "1")
        before = paints(game)
        await press(pilot, "right")
        assert paints(game) - before == Counter({"hand": 1, "buttons": 1})


@pytest.mark.parametrize("key", ["x", "f5", "j"])
async def test_a_key_that_means_nothing_paints_nothing(tmp_path: Path, key: str) -> None:
    async with playing(tmp_path, play_until(session_of(tmp_path), to_throw)) as (game, pilot):
        before = paints(game)
        await press(pilot, key)
        assert paints(game) == before


async def test_showing_everything_again_paints_nothing(tmp_path: Path) -> None:
    async with playing(tmp_path, play_until(session_of(tmp_path), to_throw), (120, 36)) as (game, pilot):
        before = paints(game)
        for _ in range(5):
            game.relook()
        await pilot.pause()
        assert paints(game) == before


async def test_only_rows_of_the_hand_that_differ_are_redrawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(tmp_path, play_until(session_of(tmp_path), to_throw)) as (game, pilot):
        await press(pilot, "1")
        hand = game.screen.query_one(Hand)
        before = [list(row) for row in hand.canvas.rows]
        asked: list[Region] = []

        def refresh(*regions: Region, **_: Any) -> Hand:
            asked.extend(regions)
            return hand

        monkeypatch.setattr(hand, "refresh", refresh)
        await press(pilot, "right")
        differ = [y for y, row in enumerate(hand.canvas.rows) if list(row) != before[y]]
        assert differ
        assert [region.y for region in asked] == differ
