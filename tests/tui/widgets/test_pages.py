"""The parts of the other screens: menu, showdown, score sheet, settings, pages to read, rail."""

from __future__ import annotations

import pytest

from ginrummy.engine.cards import Card
from ginrummy.tui.canvas import Canvas
from ginrummy.tui.layout import page, page_with_buttons, showdown
from ginrummy.tui.look import say
from ginrummy.tui.painted import ActionSpot, RowSpot
from ginrummy.tui.text import width
from ginrummy.tui.widgets.hand import Group
from ginrummy.tui.widgets.menu import Menu, MenuEntry, MenuShow
from ginrummy.tui.widgets.race import RaceShow
from ginrummy.tui.widgets.rail import Board, MoveLine, Rail, RailShow
from ginrummy.tui.widgets.reader import Block, Reader, ReaderShow, rows_of
from ginrummy.tui.widgets.settings import SettingHead, SettingRow, SettingsList, SettingsShow
from ginrummy.tui.widgets.sheet import Sheet, SheetRow, SheetShow
from ginrummy.tui.widgets.showdown import Hands, HandsShow, Ledger, LedgerLine, LedgerShow, SideShow
from tests.tui.samples import LANGUAGES, SIZES, cards, look

ENTRIES = tuple(
    MenuEntry(action, say(key), say("menu.resume", n=5, a=43, b=49) if action == "continue" else None)
    for action, key in (
        ("continue", "act.resume"),
        ("new", "act.newgame"),
        ("guide", "menu.guide"),
        ("matches", "menu.waiting"),
        ("stats", "act.stats"),
        ("rules", "act.rules"),
        ("settings", "act.settings"),
        ("quit", "act.quit"),
    )
)
NAMES = (("ne", "नेपाली"), ("hi", "हिंदी"), ("en", "English"))
ROWS = tuple(
    SheetRow(
        n, "me" if n % 2 else "them", say("sheet.knock.you"), (9 * n, 0), "23 − 14 = 9", "me", "me", (14, 23)
    )
    for n in range(1, 30)
)


def rows(canvas: Canvas) -> list[str]:
    return canvas.text().splitlines()


class TestMenu:
    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_all_entries_and_languages_are_there_and_can_be_clicked(
        self, language: str, size: tuple[int, int]
    ) -> None:
        seen, part = look(language, size), page(*size)["page"]
        grid = Menu.picture(seen, MenuShow(ENTRIES, 0, NAMES), part.width, part.height)
        for entry in ENTRIES:
            assert seen.words(entry.label) in grid.text()
        targets = {spot.target for spot in grid.spots}
        assert {ActionSpot(entry.action) for entry in ENTRIES} <= targets
        assert {ActionSpot(f"language:{code}") for code, _ in NAMES} <= targets

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_highlight_reaches_past_the_note(self, language: str) -> None:
        seen = look(language)
        grid = Menu.picture(seen, MenuShow(ENTRIES, 0, NAMES), 80, 22)
        row = next(row for row in grid.rows if row[0][0] == " " and any(cell[0] == "▌" for cell in row))
        lifted = [n for n, cell in enumerate(row) if cell[2] == seen.palette.lift]
        written = [n for n, cell in enumerate(row) if cell[0].strip()]
        assert max(written) < max(lifted)

    def test_focus_has_a_sign_of_its_own(self) -> None:
        grid = Menu.picture(look(), MenuShow(ENTRIES, 2, NAMES), 80, 22)
        assert any("▌ ▸ Learn in one hand" in row for row in rows(grid))


KNOCKER = SideShow(
    say("ev.knock.you", n=2),
    (
        Group(cards("3S 4S 5S 6S 7S"), meld=True),
        Group(cards("9S 9D 9H"), meld=True),
        Group(cards("KC KD KH"), meld=True),
        Group(cards("2D")),
    ),
    frozenset(cards("6S 7S")),
    2,
)
DEFENDER = SideShow(
    say("hud.opphand"),
    (Group(cards("6H 7H 8H"), meld=True), Group(cards("JC QD KS AC 2C 4D 9C"))),
    deadwood=46,
)


class TestShowdown:
    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_card_of_both_hands_shows_its_index_and_the_counts_are_there(
        self, language: str, size: tuple[int, int]
    ) -> None:
        seen, part = look(language, size), showdown(*size)["hands"]
        grid = Hands.picture(seen, HandsShow((KNOCKER, DEFENDER)), part.width, part.height)
        spots = [(spot.x, spot.y) for spot in grid.spots]
        assert len(spots) == 22
        for x, y in spots:
            assert rows(grid)[y][x + 1] in "A234567891JQK"
        assert seen.t.number(46) in grid.text()

    def test_cards_laid_off_have_a_thick_edge_and_a_plus(self) -> None:
        grid = Hands.picture(look(), HandsShow((KNOCKER, DEFENDER)), 80, 14)
        assert rows(grid)[2].count("▌") == 2
        assert sum(row.count("+") for row in rows(grid)) == 2

    def test_a_void_hand_shows_no_cards(self) -> None:
        grid = Hands.picture(look(), HandsShow((), say("res.void")), 80, 14)
        assert "hand void" in grid.text()
        assert not set(grid.text()) & set("♠♥♦♣▏")

    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_count_is_written_line_by_line_with_its_sum(
        self, language: str, size: tuple[int, int]
    ) -> None:
        seen, part = look(language, size), showdown(*size)["ledger"]
        lines = (
            LedgerLine("", 24, say("led.count.opp"), cards("6S 7S AC QH")),
            LedgerLine("−", 13, say("led.laid"), cards("6S 7S")),
            LedgerLine("−", 2, say("led.count.you"), cards("2D")),
            LedgerLine("×", 2, say("led.double")),
        )
        show = LedgerShow(lines, LedgerLine("", 18, say("led.points.you")), race=RaceShow(61, 49), gained=18)
        text = Ledger.picture(seen, show, part.width, part.height).text()
        for number in (24, 13, 2, 18):
            assert seen.t.number(number) in text
        assert seen.t("led.points.you") in text

    def test_lines_come_one_by_one_and_the_sum_last(self) -> None:
        lines = (LedgerLine("", 24, "a"), LedgerLine("−", 2, "b"))
        show = LedgerShow(lines, LedgerLine("", 22, "c"), shown=1)
        assert [len(row.strip()) > 0 for row in rows(Ledger.picture(look(), show, 80, 6))] == [True] + [
            False
        ] * 5
        counted = show._replace(shown=3, points=7)
        assert "7  c" in Ledger.picture(look(), counted, 80, 6).text()


class TestSheet:
    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("count", [1, 5, 29])
    def test_the_hand_in_focus_is_always_in_view(
        self, language: str, size: tuple[int, int], count: int
    ) -> None:
        seen, part = look(language, size), page_with_buttons(*size)["page"]
        for focus in {0, count // 2, count - 1}:
            show = SheetShow(
                (say("sheet.title", n=100),),
                RaceShow(43, 49),
                ROWS[:count],
                (say("sheet.need", a=1, b=2),),
                focus,
            )
            grid = Sheet.picture(seen, show, part.width, part.height)
            marked = next(row for row in rows(grid) if row.startswith("▌"))
            assert marked[1:].split()[0] == seen.t.number(focus + 1)
            assert seen.sum("23 − 14 = 9") in marked

    def test_columns_of_all_rows_stand_under_each_other(self) -> None:
        grid = Sheet.picture(look(), SheetShow((say("sheet.title", n=100),), RaceShow(), ROWS[:5]), 80, 19)
        sums = [row.index("23 −") for row in rows(grid) if "23 −" in row]
        assert len(sums) == 5
        assert len(set(sums)) == 1

    def test_a_title_loses_whole_parts_where_room_is_short(self) -> None:
        show = SheetShow((say("res.match.you", a=241, b=55), "Margin: 186 points"), RaceShow(), ROWS[:5])
        assert rows(Sheet.picture(look(), show, 80, 19))[1].strip().endswith("! · Margin: 186 points")
        grid = Sheet.picture(look(size=(45, 35)), show, 45, 30)
        assert "241 to 55!" in grid.text()
        assert "Margin" not in grid.text()
        assert "…" not in grid.text()

    def test_a_click_on_a_hand_is_its_row(self) -> None:
        grid = Sheet.picture(look(), SheetShow((say("sheet.title", n=100),), RaceShow(), ROWS[:5]), 80, 19)
        assert [spot.target for spot in grid.spots] == [RowSpot(n) for n in range(5)]

    def test_under_hollywood_all_three_games_stand_below_the_hand(self) -> None:
        row = ROWS[0]._replace(games=((9, 0), (0, 0), (0, 0)))
        grid = Sheet.picture(look(), SheetShow((say("sheet.title", n=100),), RaceShow(), (row,)), 80, 19)
        assert "Game 1: 9–0   Game 2: 0–0   Game 3: 0–0" in grid.text()
        short = ROWS[0]._replace(games=((20, 34), (19, 23), (100, 110)))
        grid = Sheet.picture(
            look(size=(40, 20)), SheetShow((say("sheet.title", n=100),), RaceShow(), (short,)), 40, 17
        )
        assert "1: 20–34   2: 19–23   3: 100–110" in grid.text()

    @pytest.mark.parametrize("size", [(45, 35), (80, 24), (120, 36)])
    def test_under_hollywood_the_race_names_its_game(self, size: tuple[int, int]) -> None:
        row = ROWS[0]._replace(games=((9, 0), (0, 0), (0, 0)))
        show = SheetShow((say("sheet.title", n=100),), RaceShow(9, 0, 100), (row,), game=1)
        grid = Sheet.picture(look(size=size), show, size[0], size[1] - 5)
        assert "You · Game 1" in grid.text()
        assert "Opponent · Game 1" in grid.text()
        assert "…" not in grid.text()


LINES: tuple[SettingHead | SettingRow, ...] = (
    SettingHead(say("set.houserules")),
    SettingRow(say("set.target"), ("50", "100", "250"), 1, say("set.target.why")),
    SettingRow(
        say("set.knock"),
        (say("set.knock.ten"), say("set.knock.okl"), say("set.knock.gin")),
        0,
        say("set.knock.why"),
    ),
    *(SettingRow(say("set.confirm"), (say("on"), say("off")), 0, say("set.confirm.why")) for _ in range(30)),
)


class TestSettings:
    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("focus", [1, 2, 20, 32])
    def test_the_row_in_focus_is_whole_with_its_choices_and_its_line(
        self, language: str, size: tuple[int, int], focus: int
    ) -> None:
        seen, part = look(language, size), page(*size)["page"]
        grid = SettingsList.picture(
            seen, SettingsShow(say("set.title"), LINES, focus), part.width, part.height
        )
        line = LINES[focus]
        assert isinstance(line, SettingRow)
        assert line.why is not None
        assert all(seen.words(choice) in grid.text() for choice in line.choices)
        assert all(word in grid.text() for word in seen.words(line.why).split())

    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_row_that_opens_something_shows_its_whole_label_and_value(
        self, language: str, size: tuple[int, int]
    ) -> None:
        seen, part = look(language, size), page(*size)["page"]
        row = SettingRow(say("menu.resume", n=12, a=143, b=149), value=say("set.byterm"))
        show = SettingsShow(say("set.title"), (LINES[0], row, LINES[1]), 1)
        text = SettingsList.picture(seen, show, part.width, part.height).text()
        assert seen.words(row.label) in text
        assert f"▸ {seen.words(say('set.byterm'))}" in text

    def test_only_the_row_in_focus_shows_its_other_choices(self) -> None:
        grid = SettingsList.picture(look(), SettingsShow(say("set.title"), LINES, 1), 80, 22)
        assert "Oklahoma" not in grid.text()
        assert "ten or less" in grid.text()

    def test_a_choice_can_be_clicked(self) -> None:
        grid = SettingsList.picture(look(), SettingsShow(say("set.title"), LINES, 2), 80, 22)
        y = next(n for n, row in enumerate(rows(grid)) if "Oklahoma" in row)
        assert grid.target_at(rows(grid)[y].index("Oklahoma"), y) == RowSpot(2, 1)

    def test_more_choices_than_fit_scroll_round_the_chosen_one(self) -> None:
        names = tuple(f"choice number {n}" for n in range(12))
        show = SettingsShow(say("set.title"), (LINES[0], SettingRow("label", names, 6)), 1)
        text = SettingsList.picture(look(), show, 80, 22).text()
        assert "choice number 6" in text
        assert text.count("…") == 2

    def test_what_is_being_typed_stands_in_the_row(self) -> None:
        show = SettingsShow(
            say("set.title"), (LINES[0], SettingRow("label", ("50", "100"), 0, typed="12")), 1
        )
        assert "12▏" in SettingsList.picture(look(), show, 80, 22).text()


class TestReader:
    BLOCKS = (
        Block("title", "Title"),
        Block("text", "word " * 60, "First."),
        Block("item", "short", "•"),
        Block("pair", "what it does", "Esc"),
        Block("row", "cell", "head"),
        Block("line", "  A 2 3"),
    )

    @pytest.mark.parametrize("columns", [40, 45, 80, 120])
    def test_no_row_is_wider_than_the_page_and_nothing_is_lost(self, columns: int) -> None:
        found = rows_of(look(size=(columns, 24)), self.BLOCKS, columns)
        assert all(width(row.line) + row.indent <= columns for row in found)
        assert sum("word" in run.text for row in found for run in row.line) == 60

    def test_it_shows_the_page_from_a_row_on_but_never_past_its_end(self) -> None:
        grid = Reader.picture(look(), ReaderShow(self.BLOCKS, 1000), 80, 5)
        assert "A 2 3" in rows(grid)[-1]

    def test_a_key_is_drawn_as_its_cap(self) -> None:
        grid = Reader.picture(look(), ReaderShow(self.BLOCKS), 80, 20)
        y = next(n for n, row in enumerate(rows(grid)) if "Esc" in row)
        assert grid.rows[y][4][2] == look().palette.wood_hi


class TestRail:
    BOARD = Board(frozenset(cards("3S KC")), frozenset(cards("7H")), frozenset(cards("QS")))

    def test_the_board_has_a_sign_for_each_of_the_52_cards(self) -> None:
        grid = Rail.picture(look(size=(120, 36)), RailShow(RaceShow(), self.BOARD), 30, 34)
        board = "".join(row[4:] for row in rows(grid) if row.strip()[:1] in set("♠♥♦♣"))
        counts = {sign: board.count(sign) for sign in "●▲×·"}
        assert counts == {"●": 2, "▲": 1, "×": 1, "·": 48}

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_moves_fill_what_is_left_the_newest_first(self, language: str) -> None:
        moves = (
            MoveLine(say("short.disc.opp"), Card.parse("TD")),
            MoveLine(say("short.draw.opp"), hidden=True),
        )
        seen = look(language, (120, 36))
        text = Rail.picture(seen, RailShow(RaceShow(), self.BOARD, moves * 20), 30, 34).text()
        assert "10♦" in text
        assert "╱╲╱╲╱" in text
        assert seen.t("short.draw.opp") in text
