"""Menu, settings, score sheet, pages, lists of matches; languages, sizes, the way from screen to screen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ginrummy import settings as settings_file
from ginrummy.engine.record import Header, Player, Recorder, dump
from ginrummy.engine.rules import HouseRules
from ginrummy.store import Store
from ginrummy.tui.screens.keys import KeysScreen
from ginrummy.tui.screens.matches import MatchesScreen
from ginrummy.tui.screens.menu import MenuScreen
from ginrummy.tui.screens.rules import RulesScreen
from ginrummy.tui.screens.settings import SettingsScreen
from ginrummy.tui.screens.sheet import SheetScreen
from ginrummy.tui.screens.showdown import ShowdownScreen
from ginrummy.tui.screens.table import TableScreen
from ginrummy.tui.widgets.bars import KeyBar, TopBar
from ginrummy.tui.widgets.menu import Menu
from ginrummy.tui.widgets.settings import SettingsList
from ginrummy.tui.widgets.sheet import Sheet
from tests.matches import finished
from tests.tui.playing import (
    GIN,
    KNOCKING,
    QUIET,
    SIZES,
    for_gin,
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

LATIN_LEFT = {"Gin", "Rummy", "English", "Esc", "Enter", "Tab", "Space", "INSCRIPT", "wikiHow", "Pagat"}
"""Latin words that stand in every language: names and key caps."""


class TestMenu:
    async def test_arrows_go_round_and_enter_opens(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as (game, pilot):
            count = len(game.screen.query_one(Menu).show.entries)
            start = game.screen.query_one(Menu).show.focus
            await press(pilot, *["down"] * count)
            assert game.screen.query_one(Menu).show.focus == start
            await press(pilot, "end", "up", "enter")
            assert isinstance(game.screen, SettingsScreen)

    async def test_the_match_played_last_can_be_gone_on_with_at_once(self, tmp_path: Path) -> None:
        play_until(session_of(tmp_path), to_throw).close()
        async with playing(tmp_path) as (game, pilot):
            assert "Continue match" in text_of(game)
            await press(pilot, "enter")
            assert table_of(game).view.deal == 1

    async def test_a_language_can_be_clicked(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as (game, pilot):
            menu = game.screen.query_one(Menu)
            spot = next(
                spot for spot in menu.canvas.spots if getattr(spot.target, "action", "") == "language:ne"
            )
            await pilot.click(Menu, offset=(spot.x + 1, spot.y))
            await settled(pilot)
            assert "नयाँ खेल" in text_of(game)


class TestSettings:
    async def test_a_change_is_saved_at_once_and_in_force(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as (game, pilot):
            await press(pilot, "o", "right")
            assert game.settings.rules.target == 150
            assert settings_file.load(Store(tmp_path)).rules.target == 150

    async def test_a_number_is_typed_and_a_wrong_one_says_the_range(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as (game, pilot):
            await press(pilot, "o", "3", "३", "5", "enter")
            assert game.settings.rules.target == 335
            await press(pilot, "9", "9", "9", "9", "enter")
            assert game.settings.rules.target == 335
            assert "anything from 10 to 1000" in text_of(game)

    async def test_a_preset_brings_its_rules_and_keeps_the_target(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as (game, pilot):
            await press(pilot, "o", "right", "down", "down", "down", "down", "right")
            assert game.settings.rules == HouseRules.preset("hindi_circle", target=150)

    async def test_the_other_rules_are_behind_a_door_and_can_all_be_set_back(self, tmp_path: Path) -> None:
        start = replace(QUIET, rules=HouseRules(tie="none", target=50))
        async with playing(tmp_path, settings=start) as (game, pilot):
            await press(pilot, "o", "down", "down", "down", "down", "down", "enter", "end")
            assert "Standard rules" in text_of(game)
            await press(pilot, "right", "enter")
            assert game.settings.rules == HouseRules()

    @pytest.mark.parametrize("size", SIZES)
    async def test_the_door_opens_with_the_arrow_and_goes_back_with_the_other(
        self, tmp_path: Path, size: tuple[int, int]
    ) -> None:
        async with playing(tmp_path, size=size) as (game, pilot):
            await press(pilot, "o")
            page = game.screen
            assert isinstance(page, SettingsScreen)
            assert "left_right" in [hint.key for hint in page.query_one(KeyBar).show.hints]
            await press(pilot, "down", "down", "down", "down", "down")
            row = next(
                line for line in page.query_one(SettingsList).canvas.text().splitlines() if "▸" in line
            )
            assert "More house rules" in row
            assert row.count("▸") == 1
            keys = {hint.key: hint.action for hint in page.query_one(KeyBar).show.hints}
            assert keys["enter"] == "enter"
            assert "left_right" not in keys
            before = game.settings.rules
            await press(pilot, "left")
            assert game.screen is page
            await press(pilot, "right")
            assert isinstance(game.screen, SettingsScreen)
            assert game.screen.more
            await press(pilot, "left")
            assert game.screen is page
            assert game.settings.rules == before
            await press(pilot, "right", "down", "left")
            assert game.screen is not page
            assert game.settings.rules != before

    async def test_r_opens_the_rule_in_focus(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as (game, pilot):
            await press(pilot, "o", "down", "down", "r")
            assert isinstance(game.screen, RulesScreen)
            assert game.screen.opened_at == "rule-undercut_bonus"

    async def test_languages_of_the_l_key_are_switched_one_by_one_but_never_all_off(
        self, tmp_path: Path
    ) -> None:
        async with playing(tmp_path, size=(80, 60)) as (game, pilot):
            await press(pilot, "o")
            screen = game.screen
            assert isinstance(screen, SettingsScreen)
            screen.row = next(n for n, line in enumerate(screen.lines()) if line.name == "languages")
            for _ in range(8):
                await press(pilot, "enter", "right")
            assert game.settings.languages

    async def test_the_theme_changes_at_once(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as (game, _):
            dark = game.look.palette
            game.change(theme="light")
            assert game.look.palette != dark
            game.change(theme="nord")
            assert game.look.palette.felt == "#2e3440"


class TestSheet:
    @pytest.mark.parametrize("size", SIZES)
    async def test_a_match_that_ended_in_its_first_hand_does_not_say_that_this_goes_on(
        self, tmp_path: Path, size: tuple[int, int]
    ) -> None:
        session = session_of(tmp_path)
        async with playing(tmp_path, session, size) as (game, pilot):
            await press(pilot, "v")
            assert "The first hand is still being played" in text_of(game)
            session.give_up()
            game.screen.relook()  # type: ignore[attr-defined]
            await settled(pilot)
            assert "The first hand is still being played" not in text_of(game)
            assert "No hand was played to its end" in text_of(game)

    async def test_it_says_so_before_the_first_hand_is_over(self, tmp_path: Path) -> None:
        async with playing(tmp_path, session_of(tmp_path)) as (game, pilot):
            await press(pilot, "v")
            assert "The first hand is still being played" in text_of(game)
            await press(pilot, "v")
            table_of(game)

    async def test_at_the_end_it_says_who_won_by_how_much_and_how_it_came_about(self, tmp_path: Path) -> None:
        rules = HouseRules(target=10, box_bonus=20, game_bonus=100, shutout="double_game")
        session = play_until(session_of(tmp_path, GIN, rules), lambda view: False, for_gin)
        assert session.match.over
        async with playing(tmp_path, session) as (game, pilot):
            assert isinstance(game.screen, ShowdownScreen)
            await press(pilot, "enter")
            assert isinstance(game.screen, SheetScreen)
            assert "You win the match" in text_of(game)
            assert "Margin: " in text_of(game)
            assert "Menu" in text_of(game).splitlines()[-1]
            assert session.header.code in text_of(game)
            await press(pilot, "f")
            for line in (
                "Points from the hands",
                "Hands won: 1 × 20 = 20",
                "Match bonus: 100",
                "Shutout: 100",
                "Total:",
            ):
                assert line in text_of(game)
            await press(pilot, "escape", "escape")
            assert "New match" in text_of(game)

    async def test_the_deal_code_is_not_shown_before_the_end(self, tmp_path: Path) -> None:
        session = play_until(session_of(tmp_path, GIN), lambda view: False, for_gin)
        async with playing(tmp_path, session) as (game, pilot):
            await press(pilot, "v")
            assert session.header.code not in text_of(game)

    async def test_n_deals_the_next_hand_from_the_sheet_too(self, tmp_path: Path) -> None:
        session = play_until(session_of(tmp_path, GIN), lambda view: False, for_gin)
        async with playing(tmp_path, session) as (game, pilot):
            await press(pilot, "v", "n")
            assert table_of(game).view.deal == 2

    async def test_v_goes_between_the_last_count_of_a_match_and_its_sheet(self, tmp_path: Path) -> None:
        session = play_until(session_of(tmp_path, rules=HouseRules(target=10)), lambda view: False)
        assert session.match.over
        async with playing(tmp_path, session) as (game, pilot):
            for screen in (SheetScreen, ShowdownScreen, SheetScreen):
                await press(pilot, "v")
                assert isinstance(game.screen, screen)
            await press(pilot, "escape")
            assert isinstance(game.screen, MenuScreen)

    async def test_v_stays_on_the_sheet_of_a_match_that_was_given_up(self, tmp_path: Path) -> None:
        session = play_until(session_of(tmp_path), to_throw)
        session.give_up()
        async with playing(tmp_path, session) as (game, pilot):
            assert isinstance(game.screen, SheetScreen)
            await press(pilot, "v")
            assert isinstance(game.screen, SheetScreen)


class TestShowdown:
    async def test_the_count_comes_step_by_step_and_any_key_skips_it(self, tmp_path: Path) -> None:
        session = play_until(session_of(tmp_path), lambda view: False)
        async with playing(tmp_path, session, settings=replace(QUIET, speed="normal")) as (game, pilot):
            assert isinstance(game.screen, ShowdownScreen)
            points = f"{session.match.deal.result.points if session.match.deal.result else 0}  points to"
            assert points not in text_of(game)
            await press(pilot, "enter")
            assert isinstance(game.screen, ShowdownScreen)
            assert points in text_of(game)

    async def test_the_hand_in_progress_is_saved_and_the_showdown_comes_back(self, tmp_path: Path) -> None:
        session = play_until(session_of(tmp_path), lambda view: False)
        session.close()
        async with playing(tmp_path) as (game, pilot):
            await press(pilot, "enter")
            assert isinstance(game.screen, ShowdownScreen)


class TestMatches:
    async def test_giving_up_and_deleting_ask_first(self, tmp_path: Path) -> None:
        play_until(session_of(tmp_path), to_throw).close()
        async with playing(tmp_path) as (game, pilot):
            game.screen.do("matches")  # type: ignore[attr-defined]
            await settled(pilot)
            await press(pilot, "g")
            assert "Give up? The opponent wins the match." in text_of(game)
            await press(pilot, "escape", "x")
            assert "Delete it? The file stays in deleted/" in text_of(game)
            assert any(match.unfinished for match in game.store.matches())
            await press(pilot, "left", "enter")
            assert not any(match.unfinished for match in game.store.matches())

    async def test_a_match_that_was_given_up_says_so(self, tmp_path: Path) -> None:
        play_until(session_of(tmp_path), to_throw).close()
        async with playing(tmp_path) as (game, pilot):
            game.screen.do("matches")  # type: ignore[attr-defined]
            await settled(pilot)
            assert "given up" not in text_of(game)
            await press(pilot, "g", "left", "enter")
            assert "You 0, opponent 0" in text_of(game)
            assert "given up" in text_of(game)

    @pytest.mark.parametrize("size", SIZES)
    async def test_a_match_that_is_over_shows_its_final_scores_and_who_won(
        self, tmp_path: Path, size: tuple[int, int]
    ) -> None:
        """Seat 1 is ahead in points, and seat 0 wins by the bonus for each hand won."""
        finished(Store(tmp_path), 23, HouseRules(target=30, box_bonus=25, winner_by="total"))
        async with playing(tmp_path, size=size) as (game, pilot):
            game.screen.do("matches")  # type: ignore[attr-defined]
            await settled(pilot)
            assert "You 123, opponent 117" in text_of(game)
            assert " won " in text_of(game)


class TestReading:
    @pytest.mark.parametrize("language", ["en", "ne", "hi"])
    async def test_the_rules_open_at_the_section_that_matters(self, tmp_path: Path, language: str) -> None:
        session = play_until(session_of(tmp_path), may_knock)
        async with playing(tmp_path, session, settings=replace(QUIET, language=language)) as (game, pilot):
            await press(pilot, "r")
            await pilot.pause()
            assert isinstance(game.screen, RulesScreen)
            assert game.screen.opened_at == "knock"
            assert game.screen.top > 0

    async def test_left_and_right_go_from_heading_to_heading(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as (game, pilot):
            await press(pilot, "r", "right", "right")
            screen = game.screen
            assert isinstance(screen, RulesScreen)
            assert screen.top in [row for row, _ in screen.headings()]
            await press(pilot, "home")
            assert screen.top == 0

    async def test_the_keys_page_lists_the_keys_of_the_screen_below(self, tmp_path: Path) -> None:
        async with playing(tmp_path, session_of(tmp_path), (80, 40)) as (game, pilot):
            await press(pilot, "question_mark")
            assert isinstance(game.screen, KeysScreen)
            for words in ("Choose a card", "Knock, or gin", "Next language"):
                assert words in text_of(game)
            await press(pilot, "question_mark")
            table_of(game)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["ne", "hi"])
async def test_nothing_of_the_old_language_is_left_on_any_screen(
    tmp_path: Path, language: str, size: tuple[int, int]
) -> None:
    """Every screen is opened in English and switched: no English word stays but names and key caps."""
    session = play_until(session_of(tmp_path), may_knock)
    order = ("en", language)
    settings = replace(QUIET, languages=order, confirm=True)
    async with playing(tmp_path, session, size, settings) as (game, pilot):
        for keys in (
            ("k",),
            ("escape", "v"),
            ("escape", "m"),
            ("escape", "o"),
            ("escape", "question_mark"),
            ("escape",),
        ):
            await press(pilot, *keys)
            game.do_language("en")
            await pilot.pause()
            before = text_of(game)
            await press(pilot, "l")
            english = {word for word in _words(text_of(game)) if word not in LATIN_LEFT}
            assert english == set(), (type(game.screen).__name__, english)
            assert text_of(game) != before


def _words(text: str) -> list[str]:
    """Latin words of more than two letters; card indices and key caps are shorter."""
    cleaned = "".join(letter if letter.isascii() and letter.isalpha() else " " for letter in text)
    return [word for word in cleaned.split() if len(word) > 2]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_every_screen_is_drawn_in_every_size(tmp_path: Path, size: tuple[int, int], theme: str) -> None:
    session = play_until(session_of(tmp_path), lambda view: False)
    async with playing(tmp_path, None, size, replace(QUIET, theme=theme, language="ne")) as (game, pilot):
        seen = [text_of(game)]
        game.start_session(session)
        await settled(pilot)
        for keys in (
            (),
            ("v",),
            ("escape", "m"),
            ("escape", "o"),
            ("escape", "r"),
            ("escape", "question_mark"),
        ):
            await press(pilot, *keys)
            seen.append(text_of(game))
            bar = game.screen.query_one(TopBar)
            assert bar.canvas.text().endswith(f"{game.look.t.own_name} ")
        assert len(set(seen)) == len(seen)


async def test_settings_opened_above_the_table_lead_back_to_it(tmp_path: Path) -> None:
    async with playing(tmp_path, play_until(session_of(tmp_path), to_throw)) as (game, pilot):
        await press(pilot, "o", "escape")
        assert isinstance(game.screen, TableScreen)


async def test_the_title_of_the_terminal_is_the_score(tmp_path: Path) -> None:
    async with playing(tmp_path, session_of(tmp_path)) as (game, pilot):
        assert game.title == "Gin Rummy 0:0"
        await press(pilot, "escape")
        assert game.title == "Gin Rummy"


async def test_a_record_of_two_people_stands_in_the_list_and_is_told_not_to_go_on(tmp_path: Path) -> None:
    """Nobody plays so here, but such a record can be read, and so may have been brought in."""
    header = Header(KNOCKING, HouseRules(), (Player("human"), Player("human")))
    folder = Store(tmp_path).matches_folder
    folder.mkdir(parents=True)
    (folder / "two.jsonl").write_text(dump(Recorder(header).opening()), encoding="utf-8")
    async with playing(tmp_path) as (game, pilot):
        game.push_screen(MatchesScreen())
        await settled(pilot)
        assert "Hand 1: you 0, opponent 0" in text_of(game)
        await press(pilot, "enter")
        assert isinstance(game.screen, MenuScreen)


async def test_options_that_shape_a_match_begin_it_where_none_is_unfinished(tmp_path: Path) -> None:
    asked = {"level": "hard", "target": 300, "code": "KR9P-DMGA-G92X", "rules": {"big_gin": "31"}}
    async with playing(tmp_path, **asked) as (game, pilot):
        header = table_of(game).session.header
        assert (header.opponent.name, header.code) == ("hard", "KR9P-DMGA-G92X")
        assert (header.rules.target, header.rules.big_gin) == (300, 31)
        await press(pilot, "escape")
        assert isinstance(game.screen, MenuScreen)
        assert game.settings.rules.target == 100, "the settings stay"


async def test_without_such_options_the_menu_comes_first(tmp_path: Path) -> None:
    async with playing(tmp_path, lang="en") as (game, _):
        assert isinstance(game.screen, MenuScreen)
        assert not list(Store(tmp_path).match_files())


@pytest.mark.parametrize("size", SIZES)
async def test_that_hollywood_is_played_stands_on_table_and_sheet_from_the_first_hand_on(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    session = session_of(tmp_path, rules=HouseRules.preset("hollywood"))
    async with playing(tmp_path, session, size) as (game, pilot):
        if size[0] >= 80:
            assert "Hollywood gin" in game.screen.query_one(TopBar).canvas.text()
        await press(pilot, "v")
        seen = " ".join(game.screen.query_one(Sheet).canvas.text().split())
        assert "Hollywood gin" in seen
        assert "Game 1: you need 100 more, the opponent 100" in seen
