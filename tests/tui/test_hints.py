"""A hint with its reasons, and the page of moves, in every window."""

from __future__ import annotations

from pathlib import Path

import pytest

from ginrummy import advice, telling
from ginrummy.engine.moves import Kind
from ginrummy.tui import layout
from ginrummy.tui.screens.moves import MovesScreen
from ginrummy.tui.text import plain
from ginrummy.tui.widgets.rail import BoardPanel
from ginrummy.tui.widgets.reader import Reader
from ginrummy.tui.widgets.talk import Talk
from tests.tui.playing import GIN, SIZES, for_gin, play_until, playing, press, session_of, table_of, to_throw
from tests.tui.samples import LANGUAGES


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_hint_says_what_to_do_and_why_and_points_at_it(
    tmp_path: Path, language: str, size: tuple[int, int]
) -> None:
    session = play_until(session_of(tmp_path), to_throw)
    async with playing(tmp_path, session, size) as (game, pilot):
        game.change(language=language)
        await press(pilot, "h")
        table = table_of(game)
        hint = advice.hint(session.view, session.match.deal.legal())
        seen = table.query_one(Talk).canvas.text().split()
        what, *reasons = hint.sentences(table.look.t)
        assert all(word in seen for word in plain(what).split())
        assert reasons
        assert all(word in seen for word in plain(reasons[0]).split())
        assert hint.move.kind is Kind.DISCARD
        assert table.selection.cursor == hint.move.card
        await press(pilot, "escape")
        assert table_of(game).selection.hint is None
        assert table.query_one(Talk).canvas.text().split() != seen


async def test_a_hint_on_the_screen_is_told_anew_in_every_language(tmp_path: Path) -> None:
    session = play_until(session_of(tmp_path), to_throw)
    async with playing(tmp_path, session, (120, 36)) as (game, pilot):
        await press(pilot, "h")
        hint = table_of(game).selection.hint
        assert hint is not None
        pictures = set()
        for _ in LANGUAGES:
            await press(pilot, "l")
            table = table_of(game)
            picture = table.query_one(Talk).canvas.text()
            first, *reasons = (plain(sentence) for sentence in hint.sentences(table.look.t))
            assert reasons
            assert all(word in picture.split() for word in [*first.split(), *reasons[0].split()])
            assert table.selection.hint is hint
            pictures.add(picture)
        assert len(pictures) == len(LANGUAGES)


@pytest.mark.parametrize("size", SIZES)
def test_the_hand_does_not_move_when_a_hint_needs_room(size: tuple[int, int]) -> None:
    before, after = layout.table(*size), layout.table_told(*size)
    assert [before[part] for part in ("hand", "buttons", "keybar")] == [
        after[part] for part in ("hand", "buttons", "keybar")
    ]
    assert after["talk"].height >= 5
    assert after["talk"].bottom <= after["hand"].y
    assert not after["talk"].overlaps(after["piles"])


@pytest.mark.parametrize("size", SIZES)
async def test_every_move_and_the_board_of_all_cards_are_on_the_page(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    session = play_until(
        session_of(tmp_path, GIN), lambda view: to_throw(view) and len(view.events) > 8, for_gin
    )
    async with playing(tmp_path, session, size) as (game, pilot):
        if table_of(game).selection.question is not None:
            await press(pilot, "escape")
        await press(pilot, "m")
        page = game.screen
        assert isinstance(page, MovesScreen)
        board = page.query_one(BoardPanel).canvas.text()
        assert "A 2 3 4 5 6 7 8 9 T J Q K" in board
        suits = [row for row in board.splitlines() if row.strip()[:1] in tuple("♠♥♦♣")]
        assert [len(row.split()) for row in suits] == [14] * 4
        assert sum(row.count("●") for row in suits) == len(session.view.hand)
        told = telling.moves(page.look.t, session.match.deal, session.me)
        heads = [str(block.head) for block in page.blocks() if block.kind == "item"]
        assert heads[: len(told)] == [str(n) for n in range(len(told), 0, -1)]
        assert str(len(told)) in page.query_one(Reader).canvas.text()
        await press(pilot, "end")
        assert " 1 " in page.query_one(Reader).canvas.text()
