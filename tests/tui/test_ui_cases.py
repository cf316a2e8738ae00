"""Each `ui` row of the shared cases, tested on the running game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ginrummy import settings as settings_file
from ginrummy.engine.cards import DECK, SUIT_SIGNS
from ginrummy.engine.deal import Phase
from ginrummy.engine.rules import HouseRules
from ginrummy.session import Session
from ginrummy.store import Store
from ginrummy.tui.painted import ActionSpot, CardSpot, Painted, PileSpot
from ginrummy.tui.screens.base import Page
from ginrummy.tui.screens.keys import KeysScreen
from ginrummy.tui.screens.moves import MovesScreen
from ginrummy.tui.screens.showdown import ShowdownScreen
from ginrummy.tui.screens.table import TableScreen
from ginrummy.tui.text import width
from ginrummy.tui.widgets.bars import KeyBar
from ginrummy.tui.widgets.hand import Hand
from ginrummy.tui.widgets.sheet import Sheet
from tests.tui.playing import (
    GIN,
    QUIET,
    VOID,
    for_gin,
    has_gin,
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

HERE = Path(__file__).resolve()
CASES = [json.loads(line) for line in (HERE.parents[1] / "cases" / "ui.jsonl").read_text().splitlines()]
SOURCES = HERE.parents[2] / "src" / "ginrummy"


def test_every_case_has_its_test() -> None:
    names = {name for name in globals() if name.startswith("test_ui_")}
    assert {"test_" + case["id"].replace("-", "_") for case in CASES} == names


async def test_ui_width_conjunct(tmp_path: Path) -> None:
    """The columns of the score sheet stand straight: no word stands left of a number on its row."""
    session = play_until(session_of(tmp_path, GIN), lambda view: False, for_gin)
    assert session.match.deal.over
    async with playing(tmp_path, None, settings=replace(QUIET, language="ne")) as (game, pilot):
        game.start_session(session)
        await settled(pilot)
        await press(pilot, "v")
        rows = [row for row in game.screen.query_one(Sheet).canvas.rows if row[0][0] == "▌"]
        assert rows
        for row in rows:
            letters = "".join(cell[0] or " " for cell in row)
            words = [
                n for n, cell in enumerate(row) if any("\u0904" <= letter <= "\u0939" for letter in cell[0])
            ]
            digits = [n for n, cell in enumerate(row) if cell[0] in set("०१२३४५६७८९")]
            assert max(digits) < min(words), letters


@pytest.mark.parametrize("rules", [HouseRules(), HouseRules(knock="oklahoma"), HouseRules(knock="gin_only")])
async def test_ui_variant_text(tmp_path: Path, rules: HouseRules) -> None:
    """The limit that is in force stands on the table and in the refusal, never another one."""
    session = play_until(session_of(tmp_path, "0WSJ-TQQP-FA4X", rules), to_throw)
    async with playing(tmp_path, session, (120, 36)) as (game, pilot):
        view = session.view
        limit = game.look.t("hud.limit", n=view.limit) if view.limit else "Gin only"
        assert limit in text_of(game)
        assert rules.knock != "oklahoma" or view.limit != 10 or view.upcard.value == 10
        if not may_knock(view):
            await press(pilot, "k")
            told = f"Deadwood must be {view.limit} or less" if view.limit else "Only gin ends this hand"
            assert told in text_of(game)


async def test_ui_auto_gin(tmp_path: Path) -> None:
    """A hand that becomes gin is announced and offered, and goes on until the player says so."""
    session = play_until(session_of(tmp_path, GIN), has_gin, for_gin)
    async with playing(tmp_path, session) as (game, _):
        assert "That is gin. Knock, or play on?" in text_of(game)
        assert not session.match.deal.over


async def test_ui_cancel_knock(tmp_path: Path) -> None:
    """A knock that is called off leaves hand, order and marks as they were."""
    session = play_until(session_of(tmp_path), may_knock)
    async with playing(tmp_path, session) as (game, pilot):
        await press(pilot, "s", "3", "space")
        table, before = table_of(game), text_of(game)
        held, marked = table.cards(), table.selection.marked
        await press(pilot, "k")
        if table.selection.question is None:  # the marked card allows no knock
            await press(pilot, "3", "space", "k")
            marked, before = None, ""
        await press(pilot, "escape")
        assert (table.cards(), table.selection.marked) == (held, marked)
        assert before in ("", text_of(game))


async def test_ui_mouse_less(tmp_path: Path) -> None:
    """Whatever can be clicked on the table has a key."""
    session = play_until(session_of(tmp_path), may_knock)
    async with playing(tmp_path, session, (120, 36)) as (game, _):
        keys = set(TableScreen.KEYS.values()) | set(Page.COMMON.values())
        targets = [spot.target for widget in game.screen.query(Painted) for spot in widget.canvas.spots]
        assert {type(target) for target in targets} == {ActionSpot, CardSpot, PileSpot}
        actions = {target.action for target in targets if isinstance(target, ActionSpot)}
        assert actions <= keys | {"discard", "mark"}  # Enter discards, Space marks


async def test_ui_resize_mid_anim(tmp_path: Path) -> None:
    """Another size while the opponent moves, a card flies or a question is open breaks nothing."""
    session = play_until(session_of(tmp_path), may_knock)
    settings = replace(QUIET, speed="normal", confirm=True)
    async with playing(tmp_path, session, settings=settings) as (game, pilot):
        await press(pilot, "k")
        await pilot.resize_terminal(45, 35)
        await pilot.pause()
        assert "Knock with" in text_of(game)
        await pilot.resize_terminal(120, 36)
        await press(pilot, "escape")
        await pilot.press("enter")  # the card is in the air, then the opponent thinks
        for size in ((40, 20), (30, 10), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause(0.03)
        await pilot.press("space")
        await settled(pilot)
        assert session.match.turn == session.me or session.match.deal.over


def test_ui_ctrl_space() -> None:
    """No command hangs on a key that terminals do not deliver."""
    assert not any("ctrl" in key for page in _pages() for key in page.KEYS)


def test_ui_shift_enter() -> None:
    """Nor on one that they deliver as another."""
    assert not any(key in ("shift+enter", "ctrl+enter") for page in _pages() for key in page.KEYS)


def _pages() -> Iterator[type[Page]]:
    waiting = [Page]
    while waiting:
        page = waiting.pop()
        yield page
        waiting += page.__subclasses__()


async def test_ui_group_before_first_turn(tmp_path: Path) -> None:
    """The hand can be arranged before anybody has moved."""
    async with playing(tmp_path, session_of(tmp_path)) as (game, pilot):
        table = table_of(game)
        orders = [table.cards()]
        for _ in range(3):
            await press(pilot, "s")
            orders.append(table.cards())
        assert len({frozenset(cards) for cards in orders}) == 1
        assert len({tuple(cards) for cards in orders}) == 3
        assert orders[3] == orders[0]


async def test_ui_small(tmp_path: Path) -> None:
    """A window too small says so in one sentence; grown again, it shows the game as it was."""
    session = play_until(session_of(tmp_path), to_throw)
    async with playing(tmp_path, session) as (game, pilot):
        before = text_of(game)
        await pilot.resize_terminal(20, 5)
        await pilot.pause()
        assert " ".join(text_of(game).split()) == "The terminal is too small: at least 40×20"
        await pilot.resize_terminal(1, 1)
        await pilot.pause()
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert text_of(game) == before


def test_ui_suit_vs16() -> None:
    """Suits are the bare signs, one cell each, without a variation selector anywhere."""
    assert [width(sign) for sign in SUIT_SIGNS] == [1, 1, 1, 1]
    for path in SOURCES.rglob("*.py"):
        assert not set(path.read_text(encoding="utf-8")) & {"\ufe0e", "\ufe0f", "\u200d", "\u200c"}, path


@pytest.mark.parametrize(("language", "key"), [("ne", "क"), ("hi", "क"), ("ne", "devanagari_letter_ka")])
async def test_ui_nonlatin_keys(tmp_path: Path, language: str, key: str) -> None:
    """Under a Devanagari layout the physical key of `k` knocks."""
    session = play_until(session_of(tmp_path), may_knock)
    settings = replace(QUIET, language=language, confirm=False)
    async with playing(tmp_path, session, settings=settings) as (_, pilot):
        await press(pilot, key)
        assert session.match.deal.over


async def test_ui_two_colours(tmp_path: Path) -> None:
    """Suits are told apart by sign, and in ASCII by letter, whatever the colours."""
    session = play_until(session_of(tmp_path), to_throw)
    async with playing(tmp_path, session, settings=replace(QUIET, fourcolour=False)) as (game, _):
        hand = game.screen.query_one(Hand)
        for card in session.view.hand:
            assert card.sign in text_of(game)
        game.around = game.around._replace(ascii=True)
        game.relook()
        assert hand.canvas.text().isascii()
        assert all(
            card.sign.translate(str.maketrans("♠♥♦♣", "SHDC")) in hand.canvas.text()
            for card in session.view.hand
        )


async def test_ui_small_keys(tmp_path: Path) -> None:
    """Help and leaving work in a window that is too small."""
    async with playing(tmp_path, session_of(tmp_path), (46, 19)) as (game, pilot):
        await press(pilot, "question_mark")
        assert isinstance(game.screen, KeysScreen)
        await press(pilot, "escape")
        await pilot.press("q")
        assert game.return_code == 0 or game.return_value == 0


async def test_ui_score_sum(tmp_path: Path) -> None:
    """Gin is written out as a sum, and the score grows by it."""
    session = play_until(session_of(tmp_path, GIN), has_gin, for_gin)
    async with playing(tmp_path, session) as (game, pilot):
        await press(pilot, "enter", "v")
        result = session.match.deal.result
        assert result is not None
        assert f"{result.points - 25} + 25 = {result.points}" in text_of(game)
        assert session.match.tally.running[0] == result.points


async def test_ui_footer_focus(tmp_path: Path) -> None:
    """The key bar lists its keys without a touch of the mouse, and a click on one does what the key does."""
    session = play_until(session_of(tmp_path), to_throw)
    async with playing(tmp_path, session) as (game, pilot):
        bar = game.screen.query_one(KeyBar)
        x = bar.canvas.text().index(" m ")
        await pilot.click(KeyBar, offset=(x + 1, 0))
        await settled(pilot)
        assert isinstance(game.screen, MovesScreen)


async def test_ui_state_between_games(tmp_path: Path) -> None:
    """Every deal of two matches in a row begins with 10 + 10 + 1 + 31 different cards."""
    async with playing(tmp_path) as (game, pilot):
        for _ in range(2):
            await press(pilot, "n")
            session = table_of(game).session
            deal = session.match.deal.replayed(0)
            assert [hand.bit_count() for hand in deal.hands] == [10, 10]
            assert (len(deal.pile), deal.stock) == (1, 31)
            assert sorted(deal.deck) == sorted(DECK)
            await press(pilot, "escape")


def test_ui_save_atomic(tmp_path: Path) -> None:
    """A torn last line is dropped, a broken settings file set aside with a message."""
    session = play_until(session_of(tmp_path), to_throw)
    session.close()
    whole = session.path.read_bytes()
    session.path.write_bytes(whole[:-7])
    store = Store(tmp_path)
    again = Session.resume(session.path, store)
    assert again.torn
    assert len(again.match.deal.moves) == len(session.match.deal.moves) - 1
    store.settings_file.write_text("speed = [", encoding="utf-8")
    assert settings_file.load(store) == settings_file.Settings()
    assert [notice.key for notice in store.notices] == ["save.settings"]


async def test_ui_hidden_hand(tmp_path: Path) -> None:
    """The cards of a void hand are never shown."""
    session = play_until(session_of(tmp_path, VOID), lambda view: False, for_gin)
    assert session.match.deal.result is not None
    assert session.match.deal.result.result == "void"
    async with playing(tmp_path, session) as (game, _):
        assert isinstance(game.screen, ShowdownScreen)
        assert "Two cards left: hand void" in text_of(game)
        assert not any(sign in text_of(game).split("\n", 1)[1] for sign in SUIT_SIGNS)


async def test_ui_misclick(tmp_path: Path) -> None:
    """One slip on the knock does nothing yet, and its key is far from the one that discards."""
    session = play_until(session_of(tmp_path), may_knock)
    async with playing(tmp_path, session) as (_, pilot):
        await press(pilot, "k")
        assert session.match.deal.phase is Phase.DISCARD
        assert "k" not in ("enter", "j", "l")


async def test_ui_11th_card(tmp_path: Path) -> None:
    """Eleven cards are seen, the new one marked; after the opponent's throw the pile shows that card."""
    session = play_until(session_of(tmp_path), to_throw)
    async with playing(tmp_path, session) as (game, pilot):
        hand = game.screen.query_one(Hand)
        assert len([spot for spot in hand.canvas.spots if isinstance(spot.target, CardSpot)]) == 11
        assert "▼" in hand.canvas.text()
        await press(pilot, "enter")
        assert session.view.pile[-1].sign in text_of(game)
        assert len(session.view.hand) == 10


@pytest.mark.parametrize("size", [(40, 20), (45, 35)])
async def test_in_ascii_no_sign_takes_the_meaning_of_another(tmp_path: Path, size: tuple[int, int]) -> None:
    """A limit of ten is not less than ten; arrows are not the keys `<`, `>` and `v`."""
    session = play_until(session_of(tmp_path), to_throw)
    async with playing(tmp_path, session, size) as (game, pilot):
        game.around = game.around._replace(ascii=True)
        game.relook()
        await settled(pilot)
        assert "Knock <= 10" in text_of(game)
        await press(pilot, "?")
        page = text_of(game)
        assert page.isascii()
        for cap in ("Left Right", "1-9 0", "Tab Up Down"):
            assert f" {cap} " in page
