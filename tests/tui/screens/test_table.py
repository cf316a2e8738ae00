"""The table by keys and mouse: every command, every refusal, nothing by accident."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from ginrummy import guide, telling
from ginrummy.engine.cards import Card
from ginrummy.engine.deal import Phase
from ginrummy.engine.moves import DISCARDS
from ginrummy.engine.rules import HouseRules
from ginrummy.i18n import LANGUAGES
from ginrummy.tui.screens.moves import MovesScreen
from ginrummy.tui.screens.rules import RulesScreen
from ginrummy.tui.screens.selection import breaks_meld
from ginrummy.tui.screens.sheet import SheetScreen
from ginrummy.tui.screens.showdown import ShowdownScreen
from ginrummy.tui.screens.table import TableScreen
from ginrummy.tui.widgets.bars import KeyBar
from ginrummy.tui.widgets.buttons import Buttons
from ginrummy.tui.widgets.hand import Hand
from ginrummy.tui.widgets.piles import Piles
from ginrummy.tui.widgets.sheet import Sheet
from ginrummy.tui.widgets.talk import Talk
from tests.tui.playing import (
    GIN,
    QUIET,
    SIZES,
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

CAREFUL = replace(QUIET, confirm=True)
QUICK = replace(QUIET, confirm=False)
KEYS = {"take": "t", "draw": "d", "pass": "p", "knock": "k", "discard": "enter"}


async def test_a_hand_is_played_to_its_end_by_keys_alone(tmp_path: Path) -> None:
    async with playing(tmp_path, session_of(tmp_path), settings=QUICK) as (game, pilot):
        for _ in range(60):
            if isinstance(game.screen, ShowdownScreen):
                break
            move = guide.suggest(table_of(game).view)
            if move.card is not None and move.kind == "discard":
                table_of(game).point(move.card)
            await press(
                pilot, {"take": "t", "draw": "d", "pass": "p", "knock": "k", "discard": "enter"}[move.kind]
            )
        assert isinstance(game.screen, ShowdownScreen)
        assert "You knocked" in text_of(game)
        await press(pilot, "n")
        assert table_of(game).view.deal == 2


async def test_a_match_left_at_its_showdown_goes_on_from_there(tmp_path: Path) -> None:
    left = play_until(session_of(tmp_path), lambda view: False)
    left.close()
    async with playing(tmp_path) as (game, pilot):
        mine, theirs = left.view.scores
        assert f"Hand 1: you {mine}, opponent {theirs}" in text_of(game)
        await press(pilot, "c")
        assert [type(screen) for screen in game.screen_stack[-2:]] == [TableScreen, ShowdownScreen]
        await press(pilot, "enter")
        assert table_of(game).view.deal == 2
        await press(pilot, "escape")
        assert "Hand 2: you" in text_of(game)


async def test_after_a_void_hand_the_cards_are_dealt_again(tmp_path: Path) -> None:
    session = play_until(session_of(tmp_path, VOID), lambda view: False, for_gin)
    async with playing(tmp_path, session) as (game, pilot):
        assert "Deal again" in text_of(game)
        await press(pilot, "v")
        assert isinstance(game.screen, SheetScreen)
        assert "Deal again" in text_of(game)
        await press(pilot, "enter")
        assert table_of(game).view.deal == 2


async def test_nothing_is_shown_on_a_table_that_is_being_closed(tmp_path: Path) -> None:
    async with playing(tmp_path, play_until(session_of(tmp_path), to_throw)) as (game, _):
        table = table_of(game)
        assert table.is_open
        game.pop_screen()
        seen = set()
        while table.is_attached:
            assert not table.is_open
            seen.add(bool(table.children))
            await asyncio.sleep(0)
        assert seen == {True, False}  # Textual calls it attached even without widgets


async def test_arrows_tab_and_enter_alone_play_a_turn(tmp_path: Path) -> None:
    session = play_until(session_of(tmp_path), lambda view: view.phase is Phase.DRAW)
    async with playing(tmp_path, session) as (game, pilot):
        table = table_of(game)
        await press(pilot, "left", "right", "enter")
        assert table.view.phase is Phase.DISCARD
        thrown = table.selection.cursor
        await press(pilot, "enter")
        assert thrown in table.view.pile


async def test_digits_of_both_scripts_choose_a_card_by_its_place(tmp_path: Path) -> None:
    async with playing(tmp_path, play_until(session_of(tmp_path), to_throw)) as (game, pilot):
        table = table_of(game)
        for key, place in (("1", 0), ("3", 2), ("0", 9), ("५", 4)):
            await press(pilot, key)
            assert table.selection.cursor == table.cards()[place]


@pytest.mark.parametrize(("key", "says"), [
    ("k", "Take a card first, then knock"), ("p", "Only the first upcard can be passed"),
])  # fmt: skip
async def test_a_move_too_early_is_refused_with_its_rule_until_the_next_key(
    tmp_path: Path, key: str, says: str
) -> None:
    session = play_until(session_of(tmp_path), lambda view: view.phase is Phase.DRAW)
    async with playing(tmp_path, session) as (game, pilot):
        await press(pilot, key)
        assert f"! {says}" in text_of(game)
        assert "r  The rule" in text_of(game)
        await press(pilot, "left")
        assert says not in text_of(game)
        assert "The rule" not in text_of(game)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_after_a_refusal_the_way_to_its_rule_is_on_the_key_bar(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    session = play_until(session_of(tmp_path), lambda view: view.phase is Phase.DRAW)
    settings = replace(QUIET, language=language)
    async with playing(tmp_path, session, size, settings) as (game, pilot):
        await press(pilot, "k")
        assert game.look.t("btn.whatrule") in text_of(game)
        await press(pilot, "r")
        assert isinstance(game.screen, RulesScreen)


async def test_a_second_card_is_refused(tmp_path: Path) -> None:
    async with playing(tmp_path, play_until(session_of(tmp_path), to_throw)) as (game, pilot):
        await press(pilot, "d")
        assert "! You already took a card; throw one now" in text_of(game)


async def test_the_card_just_taken_is_not_thrown_and_the_refusal_opens_its_rule(tmp_path: Path) -> None:
    async with playing(tmp_path, session_of(tmp_path)) as (game, pilot):
        await press(pilot, "t")
        table = table_of(game)
        assert table.view.taken is not None
        table.point(table.view.taken)
        await press(pilot, "enter")
        assert "cannot be" in text_of(game)
        assert table.section() == "turn"


class TestKnock:
    async def test_the_button_is_there_only_when_a_knock_is_legal_and_nothing_moves_when_it_comes(
        self, tmp_path: Path
    ) -> None:
        session = play_until(session_of(tmp_path), to_throw)
        async with playing(tmp_path, session) as (game, _):
            before = text_of(game)
        async with playing(tmp_path, play_until(session, may_knock)) as (game, _):
            after = text_of(game)
        assert "Knock (leaves" not in before
        assert "Knock (leaves" in after
        assert before.splitlines()[21].index("Discard") == after.splitlines()[21].index("Discard")

    async def test_it_asks_once_more_and_no_leaves_everything_as_it_was(self, tmp_path: Path) -> None:
        session = play_until(session_of(tmp_path), may_knock)
        async with playing(tmp_path, session, settings=CAREFUL) as (game, pilot):
            before = text_of(game)
            await press(pilot, "k")
            assert "Knock with" in text_of(game)
            assert not session.match.deal.over
            await press(pilot, "escape")
            assert text_of(game) == before
            await press(pilot, "k", "k")
            assert session.match.deal.over

    async def test_the_marked_card_is_the_one_that_is_thrown(self, tmp_path: Path) -> None:
        session = play_until(session_of(tmp_path), may_knock)
        async with playing(tmp_path, session, settings=QUICK) as (game, pilot):
            table = table_of(game)
            counts = telling.counts_of_knocks(table.view)
            other = list(counts)[-1]
            assert len(counts) > 1
            table.point(other)
            await press(pilot, "space")
            assert f"leaves {counts[other]}" in text_of(game)
            assert f"Marked to throw:  {other.sign}" in text_of(game)
            await press(pilot, "left")
            assert "Marked to throw" not in text_of(game)
            await press(pilot, "k")
            assert session.match.deal.pile[-1] == other

    async def test_taking_the_mark_away_says_nothing(self, tmp_path: Path) -> None:
        async with playing(tmp_path, play_until(session_of(tmp_path), may_knock)) as (game, pilot):
            await press(pilot, "space", "space")
            assert table_of(game).selection.marked is None
            assert "Marked to throw" not in text_of(game)

    async def test_with_a_mark_that_allows_no_knock_it_says_so(self, tmp_path: Path) -> None:
        session = play_until(session_of(tmp_path), may_knock)
        async with playing(tmp_path, session, settings=QUICK) as (game, pilot):
            table = table_of(game)
            counts = telling.counts_of_knocks(table.view)
            table.point(next(card for card in table.cards() if card not in counts))
            await press(pilot, "space")
            assert f"leaves {min(counts.values())}" in text_of(game)
            await press(pilot, "k")
            assert "With the marked card the knock is not allowed" in text_of(game)
            assert not session.match.deal.over


async def test_gin_is_offered_and_may_be_played_on(tmp_path: Path) -> None:
    session = play_until(session_of(tmp_path, GIN), has_gin, for_gin)
    async with playing(tmp_path, session) as (game, pilot):
        assert "That is gin. Knock, or play on?" in text_of(game)
        await press(pilot, "escape")
        assert not session.match.deal.over
        assert "That is gin" in text_of(game)  # it is still said, but not asked
        await press(pilot, "k")
        assert session.match.deal.result is not None
        assert session.match.deal.result.result == "gin"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("asked", ["gin", "knock", "discard"])
async def test_while_something_is_asked_every_key_of_the_bar_does_something(
    tmp_path: Path, size: tuple[int, int], asked: str
) -> None:
    if asked == "gin":
        session = play_until(session_of(tmp_path, GIN), has_gin, for_gin)
    else:
        session = play_until(session_of(tmp_path), may_knock)
    async with playing(tmp_path, session, size) as (game, pilot):
        table = table_of(game)
        if asked == "discard":
            table.point(next(card for card in table.cards() if breaks_meld(table.view, card)))
        if asked != "gin":
            await press(pilot, "k" if asked == "knock" else "enter")
        assert table.selection.question is not None
        hints = table.query_one(KeyBar).show.hints
        assert {"m", "v", "r", "?"} <= {hint.key for hint in hints} <= {"left_right", "m", "v", "r", "?"}
        before = text_of(game)
        for hint in hints:
            button = table.selection.button
            table.do(hint.action)
            await settled(pilot)
            assert (text_of(game), table.selection.button) != (before, button)
            if game.screen is not table:
                await press(pilot, "escape")
            assert table.selection.question is not None
        await press(pilot, "escape")
        assert "u" in {hint.key for hint in table.query_one(KeyBar).show.hints}


async def test_throwing_a_melded_card_asks_once(tmp_path: Path) -> None:
    session = play_until(session_of(tmp_path), may_knock)
    async with playing(tmp_path, session) as (game, pilot):
        table = table_of(game)
        melded = next(
            card for card in table.cards() if breaks_meld(table.view, card) and card != table.view.taken
        )
        table.point(melded)
        await press(pilot, "enter")
        assert "is part of a meld. Throw it anyway?" in text_of(game)
        await press(pilot, "enter")  # the focus is on keeping it
        assert melded in table.view.hand
        await press(pilot, "enter")
        assert melded not in table.view.hand


class TestHand:
    async def test_it_is_arranged_by_melds_by_suit_and_by_rank(self, tmp_path: Path) -> None:
        async with playing(tmp_path, play_until(session_of(tmp_path), to_throw)) as (game, pilot):
            table = table_of(game)
            await press(pilot, "s")
            assert [card.suit for card in table.cards()] == sorted(
                (card.suit for card in table.cards()), key=[3, 2, 0, 1].index
            )
            await press(pilot, "s")
            assert [card.rank for card in table.cards()] == sorted(card.rank for card in table.cards())
            await press(pilot, "s")
            assert table.order.how == "melds"

    async def test_ones_own_order_is_kept_when_cards_come_and_go(self, tmp_path: Path) -> None:
        async with playing(tmp_path, play_until(session_of(tmp_path), to_throw)) as (game, pilot):
            table = table_of(game)
            await press(pilot, "1", "greater_than_sign", "full_stop")
            before = table.cards()
            assert table.order.how == "own"
            thrown = before[5]
            table.point(thrown)
            table.selection.asked.add(thrown)
            await press(pilot, "enter", "d")
            kept = [card for card in before if card != thrown]
            assert table.cards() == [*kept, table.view.drawn]

    async def test_the_eleventh_card_is_seen_and_marked(self, tmp_path: Path) -> None:
        async with playing(tmp_path, play_until(session_of(tmp_path), to_throw)) as (game, _pilot):
            show = game.screen.query_one(Hand).show
            assert sum(len(group.cards) for group in show.groups) == 11
            assert show.drawn is not None
            assert "▼" in text_of(game)


class TestTakeBack:
    async def test_it_undoes_the_last_decision(self, tmp_path: Path) -> None:
        session = play_until(session_of(tmp_path), to_throw)
        async with playing(tmp_path, session) as (_game, pilot):
            hand = session.view.hand
            await press(pilot, "enter", "u")
            assert session.view.hand == hand
            assert session.marks.undone == {1: 1}

    @pytest.mark.parametrize("size", [(40, 20), (80, 24)])
    async def test_the_sheet_marks_the_hand_in_which_it_or_a_hint_was_used(
        self, tmp_path: Path, size: tuple[int, int]
    ) -> None:
        session = play_until(session_of(tmp_path), to_throw)
        async with playing(tmp_path, session, size, settings=QUICK) as (game, pilot):
            await press(pilot, "enter", "u", "h", "v")
            assert "with a move taken back" not in text_of(game)  # only hands that are over stand there
            play_until(session, lambda view: False)
            await press(pilot, "escape", "v")
            assert game.screen.query_one(Sheet).show.rows[0].used == "uh"
            words = " ".join(text_of(game).split())
            assert "uh " in words
            assert "u: with a move taken back · h: with a hint" in words

    async def test_a_ranked_match_has_neither_take_back_nor_hints(self, tmp_path: Path) -> None:
        session = play_until(session_of(tmp_path, mode="ranked"), to_throw)
        async with playing(tmp_path, session) as (game, pilot):
            await press(pilot, "u")
            assert "! This match counts in the statistics" in text_of(game)
            await press(pilot, "h")
            assert "! No hints in a ranked match" in text_of(game)
            assert "Hint" not in text_of(game)
            assert "Take back" not in text_of(game)

    @pytest.mark.parametrize("mode", ["friendly", "ranked"])
    async def test_the_keys_page_lists_both_in_friendly_matches_alone(
        self, tmp_path: Path, mode: str
    ) -> None:
        session = play_until(session_of(tmp_path, mode=mode), to_throw)
        async with playing(tmp_path, session, (80, 60)) as (game, pilot):
            for key in ("question_mark", "colon"):
                await press(pilot, key)
                assert "Score sheet" in text_of(game)
                for words in ("Hint", "Take back"):
                    assert (words in text_of(game)) == (mode == "friendly")


class TestMouse:
    async def test_piles_cards_and_buttons_can_be_clicked(self, tmp_path: Path) -> None:
        session = play_until(session_of(tmp_path), lambda view: view.phase is Phase.DRAW)
        async with playing(tmp_path, session) as (game, pilot):
            table = table_of(game)
            await pilot.click(Piles, offset=(5, 2))
            await settled(pilot)
            assert table.view.phase is Phase.DISCARD
            first = table.cards()[0]
            await pilot.click(Hand, offset=(4, 2))
            assert table.selection.cursor == first
            x = text_of(game).splitlines()[21].index("Arrange")
            await pilot.click(Buttons, offset=(x, 2))
            assert table.order.how == "suit"

    async def test_two_clicks_throw_a_card(self, tmp_path: Path) -> None:
        session = play_until(session_of(tmp_path), to_throw)
        async with playing(tmp_path, session) as (game, pilot):
            table = table_of(game)
            card = table.selection.cursor
            place = game.screen.query_one(Hand).place_of(card) if card is not None else None
            assert place is not None
            await pilot.click(Hand, offset=(place.x + 1, place.y + 1), times=2)
            await settled(pilot)
            assert DISCARDS[card] in session.match.deal.moves

    async def test_a_card_dragged_to_the_pile_is_thrown(self, tmp_path: Path) -> None:
        session = play_until(session_of(tmp_path), to_throw)
        async with playing(tmp_path, session) as (game, pilot):
            card = table_of(game).selection.cursor
            place = game.screen.query_one(Hand).place_of(card) if card is not None else None
            assert place is not None
            await pilot.mouse_down(Hand, offset=(place.x + 1, place.y + 1))
            await pilot.mouse_up(Piles, offset=(14, 2))
            await settled(pilot)
            assert DISCARDS[card] in session.match.deal.moves

    async def test_a_card_dragged_onto_another_takes_its_place(self, tmp_path: Path) -> None:
        session = play_until(session_of(tmp_path), to_throw)
        async with playing(tmp_path, session) as (game, pilot):
            table, hand = table_of(game), game.screen.query_one(Hand)
            cards = table.cards()
            start, end = hand.place_of(cards[7]), hand.place_of(cards[1])
            assert start is not None
            assert end is not None
            await pilot.mouse_down(Hand, offset=(start.x + 1, start.y + 2))
            await pilot.mouse_up(Hand, offset=(end.x + 1, end.y + 2))
            await settled(pilot)
            assert table.cards()[1] == cards[7]


class TestOtherScreens:
    @pytest.mark.parametrize(("key", "kind"), [("m", MovesScreen), ("v", SheetScreen)])
    async def test_open_from_the_table_and_close_again(self, tmp_path: Path, key: str, kind: type) -> None:
        async with playing(tmp_path, play_until(session_of(tmp_path), to_throw)) as (game, pilot):
            await press(pilot, key)
            assert isinstance(game.screen, kind)
            await press(pilot, "escape")
            table_of(game)

    async def test_moves_tell_both_players_moves_and_the_board(self, tmp_path: Path) -> None:
        async with playing(tmp_path, play_until(session_of(tmp_path), may_knock), (80, 50)) as (game, pilot):
            await press(pilot, "m")
            assert "The opponent discarded" in text_of(game)
            assert "You drew" in text_of(game)
            assert "A 2 3 4 5 6 7 8 9 T J Q K" in text_of(game)

    async def test_escape_leads_to_the_menu_and_the_match_waits_there(self, tmp_path: Path) -> None:
        async with playing(tmp_path, play_until(session_of(tmp_path), to_throw)) as (game, pilot):
            hand = table_of(game).view.hand
            await press(pilot, "escape")
            assert "Continue match" in text_of(game)
            await press(pilot, "enter")
            assert table_of(game).view.hand == hand


@pytest.mark.parametrize("bell", [True, False])
async def test_the_bell_is_rung_when_the_turn_comes_and_not_after_ones_own_moves(
    tmp_path: Path, bell: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = play_until(session_of(tmp_path), to_throw)
    async with playing(tmp_path, session, settings=replace(QUIET, bell=bell)) as (game, pilot):
        rung: list[int] = []
        monkeypatch.setattr(game, "bell", lambda: rung.append(len(session.match.deal.moves)))
        await press(pilot, "enter")
        turn_came = len(session.match.deal.moves)
        await press(pilot, "d")
        assert len(session.match.deal.moves) > turn_came
        assert rung == ([turn_came] if bell else [])


@pytest.mark.parametrize("language", ["en", "ne", "hi"])
@pytest.mark.parametrize("size", [(40, 20), (45, 35), (80, 24), (120, 36)])
async def test_the_limit_in_force_is_always_on_the_table(
    tmp_path: Path, language: str, size: tuple[int, int]
) -> None:
    session = session_of(tmp_path, "0WSJ-TQQP-FA4X", HouseRules(knock="oklahoma"))
    async with playing(tmp_path, session, size, replace(QUIET, language=language)) as (game, _):
        view = session.view
        key = "hud.limit" if game.look.roomy else "hud.limit.s"
        words = game.look.t(key, n=view.limit) if view.limit else game.look.t("hud.limit.gin")
        assert " ".join(words.split()) in " ".join(text_of(game).split()) or _in_two_rows(
            text_of(game), words
        )


def _in_two_rows(text: str, words: str) -> bool:
    """The small windows break the limit into two lines."""
    return all(word in text for word in words.split())


async def test_a_hint_says_what_to_do_and_why_and_is_noted(tmp_path: Path) -> None:
    session = play_until(session_of(tmp_path), to_throw)
    async with playing(tmp_path, session) as (game, pilot):
        await press(pilot, "h")
        assert game.screen.query_one(Talk).show.tone == "question"
        assert session.marks.hints == {1: 1}
        assert isinstance(table_of(game).selection.cursor, Card)


LOW = HouseRules(first_dealer="low_card")
LOW_CARDS = {"KDNR-Y5S0-0ZND": ("A♦", "5♣"), "BVQF-E3TA-E50Z": ("7♠", "2♥")}
"""Codes with the cards that person and opponent draw: in the first the person deals, in the other not."""


@pytest.mark.parametrize("size", SIZES)
async def test_the_cards_drawn_for_the_deal_are_shown_at_the_first_hand(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    code = "BVQF-E3TA-E50Z"
    session = session_of(tmp_path, code, LOW)
    async with playing(tmp_path, session, size) as (game, pilot):
        shown = game.screen.query_one(Talk).canvas.text()
        assert all(f" {sign} " in shown for sign in LOW_CARDS[code])
        await press(pilot, "p")
        await press(pilot, "m", "end")
        assert all(f" {sign} " in text_of(game) for sign in LOW_CARDS[code])
        assert "The lower" in text_of(game)


@pytest.mark.parametrize("size", SIZES)
async def test_the_cards_drawn_stay_up_while_the_opponent_moves_first(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    code = "KDNR-Y5S0-0ZND"
    async with playing(tmp_path, session_of(tmp_path, code, LOW), size) as (game, pilot):
        session = table_of(game).session
        assert session.match.deal.moves, "the opponent has moved"
        first = game.screen.query_one(Talk).canvas.text()
        assert all(f" {sign} " in first for sign in LOW_CARDS[code])
        await press(pilot, "p" if session.view.phase is Phase.UPCARD else "d")
        assert not all(f" {sign} " in game.screen.query_one(Talk).canvas.text() for sign in LOW_CARDS[code])


async def test_nothing_is_drawn_for_the_deal_by_other_rules(tmp_path: Path) -> None:
    async with playing(tmp_path, session_of(tmp_path, "BVQF-E3TA-E50Z")) as (game, pilot):
        assert "for the deal" not in text_of(game).lower()
        await press(pilot, "m")
        assert "for the deal" not in text_of(game).lower()
