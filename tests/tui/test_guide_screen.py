"""The first-match guide on the screen: it is offered, it is played through, it can be left."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from ginrummy import advice, guide
from ginrummy.engine.moves import Kind
from ginrummy.guide import Guide, Step
from ginrummy.i18n import Translator
from ginrummy.settings import Settings
from ginrummy.start import StartOptions
from ginrummy.store import Store
from ginrummy.tui.game import Game
from ginrummy.tui.screens.guiding import GuidedShowdown, GuidedTable, told
from ginrummy.tui.screens.menu import MenuScreen
from ginrummy.tui.text import plain, width
from ginrummy.tui.widgets.talk import Talk
from tests.tui.samples import LANGUAGES

WINDOWS = [(40, 20), (45, 35), (80, 24), (120, 36)]


def new_game(folder: Path, language: str = "en", **settings: object) -> Game:
    settings = {"speed": "none", "confirm": False} | settings
    return Game(Store(folder), replace(Settings(), **settings), StartOptions(), Translator(language))  # type: ignore[arg-type]


async def begin(pilot: Pilot[int]) -> GuidedTable:
    """From the menu of a first start into the guided hand."""
    await pilot.pause()
    await pilot.press("enter")
    await pilot.pause()
    table = pilot.app.screen
    assert isinstance(table, GuidedTable)
    return table


async def follow(pilot: Pilot[int], table: GuidedTable) -> list[Step]:
    """Do what the guide says until the hand is over; every step that was seen, once."""
    steps: list[Step] = []
    while pilot.app.screen is table:
        step = table.step
        if step is None:
            await pilot.pause(0.01)
            continue
        if not steps or steps[-1] != step:
            steps.append(step)
            assert_is_all_said(table, step)
        await pilot.press(*keys_of(table, step))
        await pilot.pause()
    return steps


def keys_of(table: GuidedTable, step: Step) -> list[str]:
    """What does the advised move; any key where the guide waits to be read."""
    if table.selection.question is not None:
        return ["enter"]
    if step.move is None:
        return ["space"]
    if step.focus == "knock":
        selection = table.selection
        assert (selection.area, table._buttons()[selection.button].action) == ("buttons", "knock")
    letters = {Kind.DRAW: "d", Kind.TAKE: "t", Kind.PASS: "p", Kind.KNOCK: "k", Kind.BIG_GIN: "k"}
    if step.move.kind is Kind.DISCARD:
        assert table.selection.cursor == step.card, "the guide does not point at the card it speaks of"
        return ["enter"]
    return [letters[step.move.kind]]


def assert_is_all_said(screen: GuidedTable | GuidedShowdown, step: Step) -> None:
    """Every word of the step stands on the screen: nothing is left out or cut."""
    picture = screen.query_one(Talk).canvas.text()
    seen = picture.split()
    show = told(screen.look.t, step)
    for sentence in (*show.happened, show.now, *show.why):
        assert sentence is not None
        assert all(word in seen for word in plain(screen.look.runs(sentence)).split()), picture
    assert "…" not in picture
    assert max(map(width, picture.splitlines())) <= screen.size.width


@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_who_follows_the_guide_wins_a_hand_and_reads_every_word(
    tmp_path: Path, language: str, size: tuple[int, int]
) -> None:
    game = new_game(tmp_path, language)
    async with game.run_test(size=size) as pilot:
        table = await begin(pilot)
        steps = await follow(pilot, table)
        showdown = game.screen
        assert isinstance(showdown, GuidedShowdown)
        assert table.session.match.results[0].winner_seat == table.session.me
        while showdown.step is not None and not showdown.guide.over:
            steps.append(showdown.step)
            assert_is_all_said(showdown, showdown.step)
            await pilot.press("space")
            await pilot.pause()
        assert [step.name for step in steps if step.name in guide.ORDER][-1] == "end"
        assert {step.name for step in steps} >= set(guide.ORDER)
        assert not game.settings.guide


async def test_the_guide_is_offered_at_the_first_start_and_stays_in_the_menu(tmp_path: Path) -> None:
    game = new_game(tmp_path)
    async with game.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        menu = game.screen
        assert isinstance(menu, MenuScreen)
        assert menu.entries()[menu.focus_at].action == "guide"
        game.change(guide=False)
        assert "guide" in [entry.action for entry in menu.entries()]


async def test_escape_leaves_the_guide_and_the_hand_goes_on(tmp_path: Path) -> None:
    game = new_game(tmp_path)
    async with game.run_test(size=(80, 24)) as pilot:
        table = await begin(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert (game.screen, table.step, game.settings.guide) == (table, None, False)
        assert "Take the upcard" in table.query_one(Talk).canvas.text()
        await pilot.press("p")
        await pilot.pause()
        assert table.session.match.deal.moves


async def test_any_other_move_goes_too(tmp_path: Path) -> None:
    game = new_game(tmp_path)
    async with game.run_test(size=(80, 24)) as pilot:
        table = await begin(pilot)
        await pilot.press("space", "space", "space")
        await pilot.pause()
        assert table.step is not None
        assert table.step.move is not None
        assert table.step.move.kind is Kind.PASS
        await pilot.press("t")
        await pilot.pause()
        assert table.session.match.deal.moves[0].kind is Kind.TAKE
        assert "That is your choice to make" in table.query_one(Talk).canvas.text()


async def test_a_hint_in_the_guide_says_and_points_at_what_the_guide_says(tmp_path: Path) -> None:
    game = new_game(tmp_path)
    async with game.run_test(size=(120, 36)) as pilot:
        table = await begin(pilot)
        asked = 0
        while game.screen is table:
            step = table.step
            if step is None:
                await pilot.pause(0.01)
                continue
            if step.waits:
                table.do("hint")
                await pilot.app.workers.wait_for_complete()
                await pilot.pause()
                assert table.selection.hint is not None
                assert table.selection.hint.move == step.move
                asked += 1
                await pilot.press("escape")
            await pilot.press(*keys_of(table, step))
            await pilot.pause()
        assert asked > 5
        review = list(advice.review(table.session.match, 1, table.session.me))
        assert {decision.grade for decision in review} == {"best"}


async def test_a_guided_hand_that_was_left_goes_on_guided(tmp_path: Path) -> None:
    game = new_game(tmp_path)
    async with game.run_test(size=(80, 24)) as pilot:
        table = await begin(pilot)
        await pilot.press("space", "space", "space", "p")
        await pilot.pause()
        path = table.session.path
        game.to_menu()
        await pilot.pause()
        game.resume(path)
        await pilot.pause()
        assert isinstance(game.screen, GuidedTable)


async def test_the_count_waits_until_it_is_said_what_to_watch(tmp_path: Path) -> None:
    game = new_game(tmp_path)
    async with game.run_test(size=(80, 24)) as pilot:
        table = await begin(pilot)
        await follow(pilot, table)
        game.change(speed="fast")
        showdown = GuidedShowdown(table.session, Guide())
        await game.push_screen(showdown)
        await pilot.pause(0.2)
        assert showdown.step is not None
        assert (showdown.step.name, showdown._ticks) == ("layoff", 0)
        await pilot.press("space")
        await pilot.pause(0.2)
        assert showdown._ticks
        await pilot.press("x")
        await pilot.pause()
        assert showdown._ticks is None
        assert showdown.step is not None
        assert showdown.step.name == "score"
