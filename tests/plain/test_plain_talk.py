"""What plain mode says and understands, line by line."""

from __future__ import annotations

import io
import shlex
import sys
from pathlib import Path

import pytest

from ginrummy import plain
from ginrummy import settings as settings_file
from ginrummy.engine.cards import DECK
from ginrummy.engine.rules import STANDARD
from ginrummy.i18n import LANGUAGES, Translator
from ginrummy.plain.commands import SHORT, read_card, read_command, word
from ginrummy.plain.pages import as_lines
from ginrummy.plain.talk import Left, Talk
from ginrummy.settings import Settings
from ginrummy.start import StartOptions
from ginrummy.store import Store
from tests.plain.script import CODE, only_match, played, typed
from tests.tui.screens.test_knocking import two_ways

HAND = [DECK[n] for n in (1, 14, 27, 40, 5, 6, 7, 30, 31, 32, 51)]
IN_PLAY = [each for each in SHORT if each not in ("next", "review", "yes", "no")]


# Commands


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_goes_by_its_word_english_and_letter(language: str) -> None:
    t, english = Translator(language), Translator("en")
    for allowed in (IN_PLAY, ["yes", "no"], ["next", "review", "score", "menu", "quit"]):
        for command in allowed:
            for text in (word(t, command), word(english, command), SHORT[command], SHORT[command].upper()):
                assert read_command(text, t, allowed) == (command, ""), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_commands_share_a_word(language: str) -> None:
    t = Translator(language)
    assert len({word(t, command) for command in SHORT}) == len(SHORT)
    assert all(" " not in word(t, command) for command in SHORT)


def test_what_follows_a_command_is_kept() -> None:
    assert read_command("  knock   4H ", Translator("en")) == ("knock", "4h")
    assert read_command("फाल्ने 4♥", Translator("ne")) == ("throw", "4♥")


def test_a_command_that_is_not_possible_now_is_not_understood() -> None:
    assert read_command("knock", Translator("en"), ["draw"]) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_goes_by_its_name_its_sign_and_letters(language: str) -> None:
    t = Translator(language)
    for card in DECK:
        for text in (t.card(card, names="words"), card.sign, str(card), str(card).lower()):
            assert read_card(text, t, HAND) == card, text


def test_a_card_goes_by_its_place_in_either_digits() -> None:
    t = Translator("ne")
    for place, card in enumerate(HAND, 1):
        assert read_card(str(place), t, HAND) == card
        assert read_card(t.number(place), t, HAND) == card
    assert read_card("0", t, HAND) == read_card("०", t, HAND) == HAND[9]
    assert read_card("12", t, HAND) is None


# What is said


def test_every_turn_says_all_there_is_to_know(tmp_path: Path) -> None:
    text = played(tmp_path, ["p", "d"])
    assert text.splitlines()[-10:] == [
        "You drew 6♠ from the stock",
        "Your melds: 5♠ 6♠ 7♠ 8♠ 9♠",
        "Unmatched: 3♦ 8♦ 3♥ 5♥ 7♥ K♠, count 36",
        "On the pile: A♥",
        "stock: 30 left",
        "Knock limit this hand: 10",
        "Score: you 0, opponent 0",
        "Discard a card",
        "Your move:",
        "",
    ]


def test_unknown_words_are_answered_by_what_is_possible(tmp_path: Path) -> None:
    text = played(tmp_path, ["sing"])
    assert "Not understood: sing" in text
    assert "You can type: pile or t, pass or p" in text


def test_an_illegal_move_says_which_rule_and_the_rules_show_it(tmp_path: Path) -> None:
    text = played(tmp_path, ["d", "r", "p", "k", "d", "k"])
    assert "The upcard comes first: take it or pass" in text
    assert "Take a card first, then knock" in text
    assert "Deadwood must be 10 or less to knock" in text
    assert "The deal" in text.splitlines()


def test_a_card_just_taken_cannot_be_thrown(tmp_path: Path) -> None:
    text = played(tmp_path, ["t", "ah"])
    assert "The card just taken from the pile cannot be discarded this turn" in text


def test_a_melded_card_is_asked_for_once(tmp_path: Path) -> None:
    text = played(tmp_path, ["p", "d", "7s", "n", "7s", "perhaps", "y"])
    assert text.count("7♠ is part of a meld. Throw it anyway?") == 3
    assert only_match(tmp_path).match.deal.moves[3].card == DECK[45]


@pytest.mark.parametrize(("word", "to_menu"), [("q", False), ("leave", False), ("x", True), ("menu", True)])
def test_a_question_can_be_left(tmp_path: Path, word: str, to_menu: bool) -> None:
    text = played(tmp_path, ["p", "d", "7s", word, "perhaps"])
    assert text.count("Throw it anyway?") == 1
    assert text.count("Type a number:") == (2 if to_menu else 0)
    assert [str(move) for move in only_match(tmp_path).match.deal.moves] == ["pass", "pass", "draw"]


def test_a_question_gives_help_and_says_what_it_did_not_understand(tmp_path: Path) -> None:
    text = played(tmp_path, ["p", "d", "7s", "undo", "help", "n"])
    asked = "7♠ is part of a meld. Throw it anyway?\nYou can type: yes or y, no or n\n"
    helped = "You can type: yes or y, no or n, menu or x, leave or q, help or ?\n"
    assert f"{asked}Not understood: undo\n{asked}{helped}{asked}Your move:" in text


def test_help_shows_a_list_again_and_leave_goes_back(tmp_path: Path) -> None:
    text = menu(tmp_path, "help", "settings", "help", "leave", "oops")
    assert text.count("Play to: 100\n") == 2
    assert text.count("Not understood: ") == 1


GUIDED = ["2", "p", "d", "5h", "t", "jd", "t", "9d", "d"]
"""Up to the knock of the guided match, which leaves one."""


def test_a_knock_is_asked_for_when_the_setting_says_so(tmp_path: Path) -> None:
    text = menu(tmp_path, *GUIDED, "k", "n")
    assert "Knock with 1? You throw: 5♣" in text
    assert not only_match(tmp_path).match.deal.over


def test_without_that_setting_a_knock_is_a_knock(tmp_path: Path) -> None:
    lines = [*GUIDED, "k"]
    text = played(tmp_path, lines, start=StartOptions(lang="en"), settings=Settings(confirm=False))
    assert "You throw: " not in text
    assert only_match(tmp_path).match.deal.over


def test_a_knock_may_throw_another_card(tmp_path: Path) -> None:
    menu(tmp_path, *GUIDED, "k ah", "y")
    settled = only_match(tmp_path).match.results[0].settlement
    assert settled is not None
    assert settled.knocker.deadwood == 5


def test_going_back_from_the_layouts_of_a_knock_is_no_knock(tmp_path: Path) -> None:
    two_ways(tmp_path).close()
    text = menu(tmp_path, "1", "k", "y", "help", "0", "oops")
    assert text.count("Choose how to lay out your melds") == 1
    assert text.count("0: back") == 2
    assert "Not understood: oops" in text
    assert not only_match(tmp_path).match.deal.over


def test_after_a_hand_the_count_is_told_step_by_step(tmp_path: Path) -> None:
    lines = menu(tmp_path, *GUIDED, "k", "y", "w", "v", "m").splitlines()
    at = lines.index("Both hands are on the table")
    counted = lines.index("Your knock holds: 43 − 1 = 42 to you")
    figures = [line.rpartition(" points")[0] or line.split(" ", 2)[:2] for line in lines[at:counted][-4:]]
    assert figures[1:] == [["−", "6"], ["−", "1"], "42"]
    assert "Review of hand 1" in lines
    assert any(line.startswith("Hand 1; You: knock; 43 − 1 = 42;") for line in lines)


def test_taking_back_is_marked_and_the_position_shown_again(tmp_path: Path) -> None:
    text = played(tmp_path, ["p", "d", "ks", "u"])
    assert "You took a move back" in text
    record = only_match(tmp_path)
    assert record.marks.undone == {1: 1}
    assert [str(move) for move in record.match.deal.moves] == ["pass", "pass", "draw"]


def test_a_hint_is_one_and_is_marked(tmp_path: Path) -> None:
    text = played(tmp_path, ["h"])
    assert {"Take the upcard.", "Pass the upcard."} & set(text.splitlines())
    assert only_match(tmp_path).marks.hints == {1: 1}


def test_a_ranked_match_has_neither(tmp_path: Path) -> None:
    text = played(tmp_path, ["p", "h", "d", "ks", "u"], settings=Settings(mode="ranked"))
    assert "No hints in a ranked match" in text
    assert "so no move is taken back" in text
    assert "hint or h" not in text


def test_the_moves_and_the_sheet_can_be_asked_for(tmp_path: Path) -> None:
    text = played(tmp_path, ["m", "p", "d", "m", "v"])
    assert "No move yet" in text
    assert text.count("You drew 6♠ from the stock") == 2
    assert "The first hand is still being played" in text


# Language, letters, settings


def test_the_language_changes_at_once_and_for_good(tmp_path: Path) -> None:
    text = played(tmp_path, ["p", "l hi", "q"])
    assert Translator("hi")("st.mustdraw") in text
    assert settings_file.load(Store(tmp_path)).language == "hi"


def test_the_language_goes_round_those_of_the_player(tmp_path: Path) -> None:
    text = played(tmp_path, ["l", "l"], settings=Settings(languages=("en", "ne")))
    lines = text.splitlines()
    assert [line for line in lines if line in ("नेपाली", "English", "हिन्दी")] == ["नेपाली", "English"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_ascii_alone_goes_out_where_nothing_else_can(language: str, tmp_path: Path) -> None:
    start = StartOptions(lang=language, level="easy", new=True, code=CODE, plain=True, ascii=True)
    text = played(tmp_path, ["p", "d", "ks", "h", "v", "r", "l", "?", "x", "5", "0", "q"], start=start)
    assert text.isascii()
    assert " 3D 8D 3H 5H 7H KS, " in text


def test_an_output_that_cannot_hold_the_letters_is_no_error(tmp_path: Path) -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="latin-1")
    start = StartOptions(lang="ne", level="easy", new=True, code=CODE, plain=True)
    assert plain.run(Store(tmp_path), Settings(), start, typed(["p", "q"]), out) == 0
    assert b"This terminal cannot show Devanagari" in raw.getvalue()


def test_what_others_wrote_brings_no_control_sequences(tmp_path: Path) -> None:
    out = io.StringIO()
    Talk(typed([]), out, Translator("en")).say("a\x1b[2Jb\x07\u202ec")
    assert out.getvalue() == "a?[2Jb??c\n"


def test_the_end_of_the_input_leaves() -> None:
    with pytest.raises(Left):
        Talk(typed([]), io.StringIO(), Translator("en")).ask("?")


def menu(tmp_path: Path, *lines: str) -> str:
    return played(tmp_path, lines, start=StartOptions(lang="en"))


def test_every_house_rule_can_be_set(tmp_path: Path) -> None:
    menu(tmp_path, "5", "1", "250", "2", "3", "3", "10", "7", *["1", "2"], *["3", "50"], "0", "0", "7")
    rules = settings_file.load(Store(tmp_path)).rules
    assert (rules.target, rules.knock, rules.undercut_bonus) == (250, "gin_only", 10)
    assert (rules.oklahoma_ace, rules.gin_bonus) == ("one", 50)


def test_a_number_out_of_range_changes_nothing(tmp_path: Path) -> None:
    text = menu(tmp_path, "5", "1", "5", "0", "7")
    assert "Play to: anything from 10 to 1000" in text
    assert settings_file.load(Store(tmp_path)).rules.target == 100


def test_a_preset_leaves_target_and_knock(tmp_path: Path) -> None:
    menu(tmp_path, "5", "1", "150", "6", "5", "0", "7")
    rules = settings_file.load(Store(tmp_path)).rules
    assert (rules.preset_name(), rules.target) == ("pagat", 150)


def test_a_knock_that_came_with_a_preset_goes_with_it(tmp_path: Path) -> None:
    menu(tmp_path, "5", "6", "6", "6", "1", "0", "7")
    assert settings_file.load(Store(tmp_path)).rules == STANDARD


def test_back_to_standard(tmp_path: Path) -> None:
    menu(tmp_path, "5", "6", "5", "8", "1", "0", "7")
    assert settings_file.load(Store(tmp_path)).rules.preset_name() == "standard"


def test_opponent_and_kind_of_match(tmp_path: Path) -> None:
    menu(tmp_path, "5", "4", "3", "5", "2", "0", "1", "q")
    header = only_match(tmp_path).header
    assert (header.players[1].name, header.mode) == ("hard", "ranked")


def test_the_rules_can_be_read_from_the_menu(tmp_path: Path) -> None:
    text = menu(tmp_path, "3", "6", "0", "7")
    assert "An example." in text
    assert "**" not in text


def test_statistics_of_nothing_and_of_something(tmp_path: Path) -> None:
    assert "No match is finished yet" in menu(tmp_path, "4", "7")
    start = StartOptions(lang="en", level="easy", target=10, new=True, code=CODE, plain=True)
    played(tmp_path, ["p", "d", "k", "y", "11", "y", "n"] * 300, start=start)
    assert "Matches: 1" in menu(tmp_path, "4", "7")


def test_statistics_of_a_helped_match_alone(tmp_path: Path) -> None:
    start = StartOptions(lang="en", level="easy", target=10, new=True, code=CODE, plain=True)
    played(tmp_path, ["h", *["p", "d", "k", "y", "11", "y", "n"] * 300], start=start)
    text = menu(tmp_path, "4", "7")
    assert "No match" not in text
    assert "With a hint or a move taken back" in text


def test_a_table_is_read_row_by_row() -> None:
    assert as_lines("**Two**:\n\n| a | b |\n|---|:-:|\n| `1` | 2 |\n\n- x") == ["Two:", "a; b", "1; 2", "- x"]


def test_the_sheet_of_a_match_lost_in_its_first_hand_does_not_say_that_this_goes_on(tmp_path: Path) -> None:
    start = StartOptions(lang="en", level=f"cmd:{shlex.quote(sys.executable)} -c pass", code=CODE, plain=True)
    said = played(tmp_path, ["v", "p", "v"], start=start)
    assert only_match(tmp_path).ended == "no_answer"
    assert said.count("The first hand is still being played") == 1
    assert said.count("No hand was played to its end") == 1
