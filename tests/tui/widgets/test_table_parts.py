"""The parts of the table round the hand: piles, opponent, race, talk, buttons, bars."""

from __future__ import annotations

import pytest
import rich.cells

from ginrummy.engine.cards import Card
from ginrummy.tui.canvas import is_joined
from ginrummy.tui.layout import table
from ginrummy.tui.look import Say, say
from ginrummy.tui.painted import ActionSpot, PileSpot
from ginrummy.tui.widgets.bars import KeyBar, KeyHint, KeysShow, TopBar, TopShow
from ginrummy.tui.widgets.buttons import Button, Buttons, ButtonsShow
from ginrummy.tui.widgets.opponent import Opponent, OpponentShow
from ginrummy.tui.widgets.piles import Piles, PilesShow
from ginrummy.tui.widgets.race import Race, RaceShow
from ginrummy.tui.widgets.talk import Talk, TalkShow
from tests.tui.samples import LANGUAGES, SIZES, cards, look

PILE = cards("KS 2C 6D QS")
HINTS = KeysShow(
    (
        KeyHint("left_right", say("keys.choose"), "choose"),
        KeyHint("u", say("foot.undo"), "undo"),
        KeyHint("r", say("foot.rules"), "rules"),
        KeyHint("?", say("foot.keys"), "keys"),
        KeyHint("escape", say("foot.menu"), "menu"),
    ),
    drop=("left_right", "r", "u"),
)
ROW = (
    Button("knock", "k", say("act.knock", n=2), primary=True),
    Button("discard", "enter", say("act.discard")),
    Button("arrange", "s", say("foot.arrange"), optional=True),
    Button("hint", "h", say("foot.hint"), optional=True),
)


class TestPiles:
    def test_stock_and_pile_can_be_clicked(self) -> None:
        grid = Piles.picture(look(), PilesShow(17, PILE), 32, 6)
        assert grid.target_at(4, 2) == PileSpot("stock")
        assert grid.target_at(15, 0) == PileSpot("pile")
        assert grid.target_at(26, 4) == PileSpot("pile")
        assert grid.target_at(12, 2) is None

    def test_the_stock_says_how_many_are_left_in_the_languages_digits(self) -> None:
        assert " 17 " in Piles.picture(look(), PilesShow(17, PILE), 32, 6).text()
        assert " १७ " in Piles.picture(look("ne"), PilesShow(17, PILE), 32, 6).text()

    def test_the_top_of_the_pile_is_whole_and_two_cards_look_out_below_it(self) -> None:
        first = Piles.picture(look(), PilesShow(17, PILE), 32, 6).text().splitlines()[0]
        assert first.rstrip().endswith("▏2♣ ▏6♦ ▏Q♠")

    def test_an_empty_pile_shows_its_place(self) -> None:
        assert "╭╌╌╌╌╌╮" in Piles.picture(look(), PilesShow(17, ()), 32, 6).text()

    @pytest.mark.parametrize(
        ("focus", "columns"), [("stock", range(3, 11)), ("pile", range(21, 28)), (None, range(0))]
    )
    def test_the_foot_stands_under_the_pile_in_focus(self, focus: str | None, columns: range) -> None:
        grid = Piles.picture(look(), PilesShow(17, PILE, focus), 32, 6)  # type: ignore[arg-type]
        assert [x for x in range(32) if grid.rows[5][x][0] == "▀"] == list(columns)


class TestOpponent:
    def test_shows_a_back_for_each_hidden_card_and_the_known_ones_open(self) -> None:
        rows = Opponent.picture(look(), OpponentShow(10, cards("7H JD")), 80, 3).text().splitlines()
        assert rows[0].count("▏╱") == 8
        assert "▏7  ▏J" in rows[0]

    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_name_has_room_even_when_all_cards_are_known(
        self, language: str, size: tuple[int, int]
    ) -> None:
        seen, part = look(language, size), table(*size)["opponent"]
        known = cards("7H JD 2C 3C 4C 5C")
        grid = Opponent.picture(seen, OpponentShow(10, known, deals=True), part.width, part.height)
        assert seen.t("name.opponent") in grid.text()


class TestRace:
    @pytest.mark.parametrize("size", [size for size in SIZES if "race" in table(*size)])
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_scores_and_names_are_whole_in_every_mode(self, language: str, size: tuple[int, int]) -> None:
        seen, part = look(language, size), table(*size)["race"]
        grid = Race.picture(seen, RaceShow(143, 249, 250), part.width, part.height)
        for text in (seen.t.number(143), seen.t.number(249), seen.t("name.opponent")):
            assert text in grid.text()

    def test_the_bar_is_the_share_of_the_target(self) -> None:
        rows = Race.picture(look(), RaceShow(50, 100, 100), 48, 2).text().splitlines()
        assert (rows[0].count("━"), rows[1].count("━")) == (26, 13)

    def test_a_first_point_shows_and_a_score_past_the_target_stays_inside(self) -> None:
        rows = Race.picture(look(), RaceShow(1, 130, 100), 48, 2).text().splitlines()
        assert (rows[0].count("━"), rows[1].count("━")) == (26, 1)


class TestTalk:
    def test_a_request_always_has_its_line_and_the_newest_sentences_come_before_it(self) -> None:
        show = TalkShow((say("st.botdrew"), say("ev.draw.you", card=Card.parse("2D"))), say("st.discard"))
        small = Talk.picture(look(size=(40, 20)), show, 40, 2).text().splitlines()
        assert [row.strip() for row in small] == ["You drew  2♦  from the stock", "Discard a card, or knock"]
        large = Talk.picture(look(), show, 47, 3).text().splitlines()
        assert large[0].startswith("The opponent drew from the stock")

    def test_a_refusal_begins_with_a_mark_so_that_colour_is_not_all(self) -> None:
        grid = Talk.picture(look(), TalkShow((), say("err.drawfirst"), "refusal"), 47, 3)
        assert grid.text().startswith("! Take a card first")
        assert grid.rows[0][0][1] == look().palette.bad

    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_longest_refusal_is_never_cut(self, language: str, size: tuple[int, int]) -> None:
        seen, part = look(language, size), table(*size)["talk"]
        for message in (
            say("err.taken"),
            say("err.takenknock"),
            say("st.last", card=Card.parse("QS")),
        ):
            grid = Talk.picture(seen, TalkShow((), message, "refusal"), part.width, part.height)
            assert "".join(grid.text().split()) == "!" + "".join(seen.words(message).split())


class TestButtons:
    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_knock_and_discard_are_there_whole_in_every_mode(
        self, language: str, size: tuple[int, int]
    ) -> None:
        seen, part = look(language, size), table(*size)["buttons"]
        grid = Buttons.picture(seen, ButtonsShow(ROW), part.width, part.height)
        assert seen.t("act.knock", n=2) in grid.text()
        assert seen.t("act.discard") in grid.text()

    def test_buttons_can_be_clicked_in_all_their_rows(self) -> None:
        grid = Buttons.picture(look(), ButtonsShow(ROW), 80, 4)
        assert [grid.target_at(5, y) for y in range(4)] == [None, *[ActionSpot("knock")] * 3]

    def test_the_row_does_not_move_when_the_knock_appears(self) -> None:
        absent = Button("knock", "k", say("act.knock", n=2), primary=True, there=False)
        with_knock = Buttons.picture(look(), ButtonsShow(ROW), 80, 4).text().splitlines()[2]
        without = Buttons.picture(look(), ButtonsShow((absent, *ROW[1:])), 80, 4).text().splitlines()[2]
        assert "Knock" not in without
        assert without.index("Discard") == with_knock.index("Discard")

    def test_a_button_that_is_not_there_cannot_be_pressed(self) -> None:
        absent = Button("knock", "k", say("act.knock", n=2), primary=True, there=False)
        assert Buttons.picture(look(), ButtonsShow((absent,)), 80, 4).target_at(5, 2) is None

    def test_only_what_enter_does_now_claims_the_key(self) -> None:
        for focus, claims in ((None, True), (1, True), (0, False)):
            words = Buttons.picture(look(), ButtonsShow(ROW, focus=focus), 80, 4).text().splitlines()[2]
            assert ("⏎" in words) == claims
            assert "Discard" in words

    def test_a_button_in_focus_has_a_sign_and_another_ground(self) -> None:
        grid = Buttons.picture(look(), ButtonsShow(ROW, focus=0), 80, 4)
        assert grid.text().splitlines()[2].startswith("   ▸k Knock")
        assert grid.rows[2][4][2] == look().palette.card

    def test_a_question_stands_above_its_answers(self) -> None:
        question = say("ask.knock", n=2, card=Card.parse("4H"))
        rows = Buttons.picture(look(), ButtonsShow(ROW[:2], 0, question), 80, 4).text().splitlines()
        assert rows[0].strip() == "Knock with 2? You throw:  4♥"

    def test_what_is_optional_goes_first_when_there_is_no_room(self) -> None:
        text = Buttons.picture(look(size=(40, 20)), ButtonsShow(ROW), 40, 1).text()
        assert "Discard" in text
        assert "Hint" not in text


class TestBars:
    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("language", ["en", "ne", "hi", "ne_Latn", "hi_Latn"])
    def test_no_entry_of_the_key_bar_is_cut_and_the_last_two_always_stay(
        self, language: str, size: tuple[int, int]
    ) -> None:
        seen = look(language, size)
        grid = KeyBar.picture(seen, HINTS, size[0], 1)
        rest = grid.text()
        for hint in HINTS.hints:
            rest = rest.replace(seen.words(hint.label), "")
        assert not any(is_joined(letter) for letter in rest)
        assert " ? " in grid.text()
        assert " Esc " in grid.text()

    def test_entries_go_by_their_rank(self) -> None:
        texts = [KeyBar.picture(look(), HINTS, columns, 1).text() for columns in (80, 52, 40, 30)]
        kept = [[hint.key for hint in HINTS.hints if f" {hint.key} " in text] for text in texts]
        assert kept == [["u", "r", "?"], ["u", "r", "?"], ["u", "?"], ["?"]]

    def test_key_caps_can_be_clicked(self) -> None:
        grid = KeyBar.picture(look(), HINTS, 80, 1)
        x = grid.text().index(" ? ")
        assert grid.target_at(x + 1, 0) == ActionSpot("keys")

    @pytest.mark.parametrize(("action", "back"), [("step:1", "step:-1"), ("right", "left"), ("down", "up")])
    def test_of_two_arrows_on_a_cap_the_first_goes_back(self, action: str, back: str) -> None:
        key = "up_down" if action == "down" else "left_right"
        grid = KeyBar.picture(look(), KeysShow((KeyHint(key, say("foot.choose"), action),)), 40, 1)
        row = grid.text()
        first = row.index("↑" if key == "up_down" else "←")
        assert grid.target_at(first, 0) == ActionSpot(back)
        assert grid.target_at(first + 1, 0) == ActionSpot(action)

    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("language", ["en", "ne", "hi", "ne_Latn", "hi_Latn"])
    def test_the_language_stands_whole_at_the_right_end(self, language: str, size: tuple[int, int]) -> None:
        seen = look(language, size)
        items: tuple[Say, ...] = (say("hud.hand", n=5), say("hud.target", n=100), say("hud.limit", n=10))
        grid = TopBar.picture(seen, TopShow(items), size[0], 1)
        assert grid.text().endswith(f" l  {seen.t.own_name} ")
        assert seen.words(items[0]) in grid.text()
        assert grid.target_at(size[0] - 3, 0) == ActionSpot("language")


def test_widths_are_those_of_the_rule_in_force() -> None:
    assert rich.cells.cell_len("नेपाली") == 5
