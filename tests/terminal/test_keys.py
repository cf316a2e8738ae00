"""Keys on any layout: letters by place, digits of both scripts, and no command that needs more than arrows,
Tab, Enter, Esc and digits."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from textual._xterm_parser import XTermParser
from textual.events import Key
from textual.pilot import Pilot

from ginrummy import guide
from ginrummy.engine.match import Match
from ginrummy.engine.moves import Kind, Move
from ginrummy.engine.view import View
from ginrummy.i18n import LANGUAGES, Translator
from ginrummy.store import Store
from ginrummy.tui import widths
from ginrummy.tui.arrange import Order
from ginrummy.tui.game import Game
from ginrummy.tui.keys import named
from ginrummy.tui.screens.base import Page
from ginrummy.tui.screens.keys import KeysScreen
from ginrummy.tui.screens.menu import MenuScreen
from ginrummy.tui.screens.moves import MovesScreen
from ginrummy.tui.screens.rules import RulesScreen
from ginrummy.tui.screens.settings import SettingsScreen
from ginrummy.tui.screens.sheet import SheetScreen
from ginrummy.tui.screens.showdown import ShowdownScreen
from ginrummy.tui.screens.stats import StatsScreen
from ginrummy.tui.screens.table import TableScreen
from ginrummy.tui.widgets.bars import KeyBar
from tests.terminal.model import ModelTerminal
from tests.terminal.prepared import at_upcard, write_match, write_settings
from tests.tui.playing import QUIET, play_until, playing, press, session_of, to_throw

LATIN = "qwertyuiopasdfghjklzxcvbnm,./"
PLACES = {
    # what the keys of LATIN type, plain and with shift: XKB's `np`, and `in(deva)`
    "nepali": ("टौेरतयुिोपासदउगहजकलषडचवबनम,।्", "ठऔैृथञूीओफआशधऊघअझख॥ऋढछँभणंङ.?"),
    "inscript": (
        "\u094c\u0948\u093e\u0940\u0942\u092c\u0939\u0917\u0926\u091c"
        "\u094b\u0947\u094d\u093f\u0941\u092a\u0930\u0915\u0924\u0946\u0902\u092e\u0928\u0935\u0932\u0938,.\u092f",
        "\u0914\u0910\u0906\u0908\u090a\u092d\u0919\u0918\u0927\u091d"
        "\u0913\u090f\u0905\u0907\u0909\u092b\u0931\u0916\u0925\u090e\u0901\u0923\u0929\u0934\u0933\u0936\u0937\u0964\u095f",
    ),
}
DEVANAGARI_DIGITS = "०१२३४५६७८९"


@pytest.fixture(autouse=True)
def _rule_of_most_terminals() -> Iterator[None]:
    widths.install("sum")
    yield
    widths.uninstall()


def key_event(typed: str) -> Key:
    """What Textual makes of a letter that a terminal sends."""
    [event] = XTermParser().feed(typed)
    assert isinstance(event, Key)
    return event


@pytest.mark.parametrize("layout", PLACES)
@pytest.mark.parametrize("shift", [0, 1])
def test_the_key_under_the_finger_does_what_its_cap_says(layout: str, shift: int) -> None:
    typed = PLACES[layout][shift]
    assert len(typed) == len(LATIN)
    for letter, latin in zip(typed, LATIN, strict=True):
        event = key_event(letter)
        read = named(event.key, event.character, layout)  # type: ignore[arg-type]
        alike = {latin, "?"} if latin == "/" else {latin}
        assert read in alike or (letter in ".,?" and read == letter), (letter, event.key, read)


@pytest.mark.parametrize("layout", PLACES)
def test_a_key_known_by_its_name_alone_is_read_too(layout: str) -> None:
    assert named("devanagari_vowel_sign_aa", None, layout) == {"nepali": "a", "inscript": "e"}[layout]  # type: ignore[arg-type]
    assert named("devanagari_letter_ka", None, layout) == "k"  # type: ignore[arg-type]
    assert named("devanagari_digit_three", None, layout) == "3"  # type: ignore[arg-type]


# arrows, Tab, Enter, Esc and digits


def digit(place: int, language: str) -> str:
    """The digit key for a place in the hand, as the language's keyboard types it."""
    number = place % 10
    return DEVANAGARI_DIGITS[number] if language in ("ne", "hi") else str(number)


async def to_button(pilot: Pilot[int], table: TableScreen, action: str) -> None:
    """The focus to a button, by Tab and arrows."""
    while table.selection.area != "buttons" or table.in_bar:
        await press(pilot, "tab")
    while table._buttons()[table.selection.button].action != action:
        await press(pilot, "right")


async def make(pilot: Pilot[int], table: TableScreen, move: Move, language: str) -> None:
    """Make a move with those keys alone."""
    match move.kind:
        case Kind.DRAW | Kind.TAKE:
            while table.selection.area != "piles" or table.in_bar:
                await press(pilot, "tab")
            if table.selection.pile != ("stock" if move.kind is Kind.DRAW else "pile"):
                await press(pilot, "left")
        case Kind.DISCARD:
            assert move.card is not None
            place = table.cards().index(move.card) + 1
            await press(pilot, digit(min(place, 10), language), *["right"] * (place - 10))
        case Kind.PASS:
            await to_button(pilot, table, "pass")
        case _:
            await to_button(pilot, table, "knock")
    await press(pilot, "enter")


async def play_hand(game: Game, pilot: Pilot[int], language: str) -> None:
    """A whole hand, to the showdown."""
    for _ in range(80):
        table = game.screen
        if not isinstance(table, TableScreen):
            return
        if table.selection.question is not None:
            await press(pilot, "enter")
        else:
            await make(pilot, table, guide.suggest(table.view), language)
    raise AssertionError("the hand did not end")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_whole_hand_needs_no_letter(tmp_path: Path, language: str) -> None:
    settings = replace(QUIET, language=language)
    async with playing(tmp_path, session_of(tmp_path), settings=settings) as (game, pilot):
        await play_hand(game, pilot, language)
        assert isinstance(game.screen, ShowdownScreen)
        await press(pilot, "enter")
        assert isinstance(game.screen, TableScreen)
        assert game.screen.view.deal == 2


async def test_a_setting_is_changed_and_every_page_opened_without_a_letter(tmp_path: Path) -> None:
    async with playing(tmp_path, settings=replace(QUIET, language="hi")) as (game, pilot):
        opened = set()
        for kind, message in ((SettingsScreen, "act.settings"), (RulesScreen, "act.rules")):
            await to_entry(game, pilot, message)
            await press(pilot, "enter")
            assert isinstance(game.screen, kind)
            opened.add(kind)
            if kind is SettingsScreen:
                target = game.settings.rules.target
                await press(pilot, "right")
                assert game.settings.rules.target != target
            await press(pilot, "escape")
        assert isinstance(game.screen, MenuScreen)
        await press(pilot, "tab")
        assert game.screen.in_bar
        await press(pilot, "tab")
        assert not game.screen.in_bar


async def to_entry(game: Game, pilot: Pilot[int], message: str) -> None:
    """The menu's focus to an entry."""
    menu = game.screen
    assert isinstance(menu, MenuScreen)
    while menu.entries()[menu.focus_at].label.key != message:
        await press(pilot, "down")


async def do_by_line(game: Game, pilot: Pilot[int], command: str) -> None:
    """Do a command by its line on the keys page, which the key bar opens."""
    page = game.screen
    assert isinstance(page, Page)
    while not page.in_bar:
        await press(pilot, "tab")
    while page.query_one(KeyBar).action != "keys":
        await press(pilot, "right")
    await press(pilot, "enter")
    keys = game.screen
    assert isinstance(keys, KeysScreen)
    await press(pilot, "down")
    while keys._commands()[keys.at or 0] != command:
        await press(pilot, "down")
    await press(pilot, "enter")


@pytest.mark.parametrize("size", [(40, 20), (80, 24)])
async def test_every_command_of_the_table_can_be_done_by_its_line_on_the_keys_page(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    session = play_until(session_of(tmp_path), to_throw)
    async with playing(tmp_path, session, size, replace(QUIET, language="ne")) as (game, pilot):
        table = game.screen
        assert isinstance(table, TableScreen)
        pages = {
            "moves": MovesScreen,
            "scores": SheetScreen,
            "settings": SettingsScreen,
            "rules": RulesScreen,
        }
        for command, kind in pages.items():
            await do_by_line(game, pilot, command)
            assert isinstance(game.screen, kind)
            await press(pilot, "escape")
        before = table.cards()
        await do_by_line(game, pilot, "shift:-1")
        assert sorted(table.cards()) == sorted(before) != table.cards()
        await do_by_line(game, pilot, "mark")
        assert table.selection.marked is not None
        await do_by_line(game, pilot, "hint")
        assert table.selection.hint
        await do_by_line(game, pilot, "undo")
        assert not to_throw(table.view)
        await do_by_line(game, pilot, "language")
        assert game.translator.language == "hi"
        await do_by_line(game, pilot, "quit")
        assert game.return_value == 0


async def test_enter_on_the_keys_page_only_closes_it_until_a_line_is_chosen(tmp_path: Path) -> None:
    session = play_until(session_of(tmp_path), lambda view: not to_throw(view))
    async with playing(tmp_path, session) as (game, pilot):
        view: View = session.view
        await press(pilot, "?", "enter")
        assert isinstance(game.screen, TableScreen)
        assert session.view == view


async def test_statistics_are_opened_without_a_letter(tmp_path: Path) -> None:
    play_until(session_of(tmp_path), to_throw).close()
    async with playing(tmp_path) as (game, pilot):
        await to_entry(game, pilot, "act.stats")
        await press(pilot, "enter")
        assert isinstance(game.screen, StatsScreen)


# bytes through terminals


@pytest.mark.parametrize(
    ("language", "letters"),
    [("ne", {"o": "ो", "r": "र", "m": "म", "d": "द", "escape": "escape"}),
     ("hi", {"o": "द", "r": "ी", "m": "स", "d": "\u094d", "escape": "escape"})],
)  # fmt: skip
def test_letters_of_the_layout_are_read_by_place(
    tmp_path: Path, language: str, letters: dict[str, str]
) -> None:
    write_match(tmp_path, "upcard", at_upcard)
    write_settings(tmp_path, speed="none", guide=False)
    t = Translator(language)
    command = [sys.executable, "-m", "ginrummy", "--data-dir", str(tmp_path), "--lang", language]
    with ModelTerminal(command) as terminal:
        terminal.wait_for(t("act.newgame"))
        terminal.type(letters["o"])
        terminal.wait_for(t("set.title"))
        terminal.press("escape")
        terminal.change("enter")
        terminal.type(letters["m"])
        terminal.wait_for(t("mov.title"))
        terminal.press("escape")
        terminal.type(letters["r"])
        terminal.wait_for(t("act.rules"))


@pytest.mark.parametrize("size", [(40, 20), (45, 35)])
def test_a_window_of_a_phones_size_plays_a_whole_hand(tmp_path: Path, size: tuple[int, int]) -> None:
    store = Store(tmp_path)
    session = session_of(tmp_path)
    session.close()
    path = session.path
    write_settings(tmp_path, speed="none", guide=False, confirm=False, language="ne")

    def match() -> Match:
        return store.look(path).match

    def mine_after(moves: int) -> bool:
        deal = match().deals[0]
        return len(deal.moves) > moves and (deal.over or match().turn == 0)

    def keys_for(view: View) -> list[str]:
        move = guide.suggest(view)
        if move.kind is not Kind.DISCARD or move.card is None:
            return [{Kind.DRAW: "d", Kind.TAKE: "t", Kind.PASS: "p"}.get(move.kind, "k")]
        cards = [card for group in Order().groups(view.hand, view.drawn) for card in group.cards]
        place = cards.index(move.card) + 1
        return [digit(min(place, 10), "ne"), *["right"] * (place - 10), "enter"]

    command = [sys.executable, "-m", "ginrummy", "--data-dir", str(tmp_path)]
    with ModelTerminal(command, size=size, witness=True) as terminal:
        terminal.wait_for("नेपाली")
        terminal.change("enter")
        while not match().deals[0].over:
            moves = len(match().deals[0].moves)
            terminal.press(*keys_for(match().view(0)), quiet=0.1)
            terminal.wait_until(partial(mine_after, moves))
            assert terminal.faults() == []
        terminal.wait_for(Translator("ne")("act.next"))
        assert terminal.faults() == []


@pytest.mark.skipif(shutil.which("tmux") is None, reason="there is no tmux here")
def test_letters_and_digits_reach_the_game_through_tmux(tmp_path: Path) -> None:
    write_match(tmp_path, "upcard", at_upcard)
    write_settings(tmp_path, speed="none", guide=False)
    name = f"keys-{tmp_path.name}"

    def tmux(*words: str) -> str:
        done = subprocess.run(["tmux", "-L", name, "-f", "/dev/null", *words], capture_output=True, text=True)
        return done.stdout

    def wait_for(text: str) -> None:
        end = time.monotonic() + 30
        while text not in tmux("capture-pane", "-p"):
            assert time.monotonic() < end, tmux("capture-pane", "-p")
            time.sleep(0.05)

    t = Translator("ne")
    try:
        game = [sys.executable, "-m", "ginrummy", "--data-dir", str(tmp_path), "--lang", "ne"]
        tmux("new-session", "-d", "-x", "80", "-y", "24", "env", "LC_ALL=C.UTF-8", *game)
        wait_for(t("act.newgame"))
        tmux("send-keys", "-l", "१")
        wait_for(t("act.pass"))
        tmux("send-keys", "-l", "ो")
        wait_for(t("set.title"))
    finally:
        tmux("kill-server")


def test_a_setting_changed_this_way_is_on_the_disk(tmp_path: Path) -> None:
    write_settings(tmp_path, language="ne", guide=False)
    command = [sys.executable, "-m", "ginrummy", "--data-dir", str(tmp_path)]
    with ModelTerminal(command) as terminal:
        terminal.wait_for(Translator("ne")("act.newgame"))
        terminal.type("ो")
        terminal.wait_for(Translator("ne")("set.title"))
        terminal.type("२५०\r")
        terminal.change("down")
    from ginrummy import settings

    assert settings.load(Store(tmp_path)).rules.target == 250
