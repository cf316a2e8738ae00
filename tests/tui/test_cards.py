"""Faces as they are drawn, in four sizes."""

from __future__ import annotations

import pytest

from ginrummy.engine.cards import Card
from ginrummy.tui.canvas import Canvas
from ginrummy.tui.cards import back, face, put_chips
from ginrummy.tui.fan import SIZES, Size
from tests.tui.samples import look


def drawn(card: str, size: Size, **choices: object) -> list[str]:
    width, height = SIZES[size]
    grid = Canvas(width, height, "#ffffff", "#000000")
    face(grid, look(), 0, 0, Card.parse(card), size, **choices)  # type: ignore[arg-type]
    return grid.text().splitlines()


@pytest.mark.parametrize(("card", "size", "picture"), [
    ("7H", "S", ["▏7  ", "▏♥  ", "▏   "]),
    ("TH", "M", ["▏10  ", "▏♥   ", "▏  ♥ ", "▏ 10 "]),
    ("7H", "L", ["▏7♥    ", "▏      ", "▏  ♥   ", "▏      ", "▏   7♥ "]),
    ("KS", "L", ["▏K♠    ", "▏      ", "▏  ♚   ", "▏      ", "▏   K♠ "]),
    ("TH", "XL", ["▏10♥     ", "▏  ♥ ♥   ", "▏  ♥ ♥   ", "▏  ♥ ♥   ", "▏  ♥ ♥   ", "▏  ♥ ♥   ", "▏    10♥ "]),
    ("QD", "XL", ["▏Q♦      ", "▏  ♦     ", "▏        ", "▏   ♛    ", "▏        ", "▏    ♦   ", "▏     Q♦ "]),
])  # fmt: skip
def test_a_whole_face(card: str, size: Size, picture: list[str]) -> None:
    assert drawn(card, size) == picture


def test_a_narrow_strip_stands_its_index_upright_and_keeps_both_digits_of_a_ten() -> None:
    assert drawn("TH", "L", shown=3)[:2] == ["▏10    ", "▏♥     "]


def test_the_art_is_centred_in_what_shows() -> None:
    assert drawn("KS", "L", shown=6)[2] == "▏  ♚   "
    assert drawn("2H", "XL", shown=6)[1] == "▏  ♥     "


def test_only_an_uncovered_card_has_its_second_index() -> None:
    assert drawn("7H", "L", shown=6)[4] == "▏   7♥ "
    assert drawn("7H", "L", shown=5)[4] == "▏      "


def test_a_laid_off_card_has_a_thick_edge_and_a_plus() -> None:
    assert drawn("6S", "M", laid=True) == ["▌6   ", "▌♠   ", "▌+ ♠ ", "▌  6 "]


def test_the_badge_of_a_raised_card_stands_beside_its_index() -> None:
    assert drawn("TH", "M", shown=3, badge="▼")[1] == "▏♥▼  "
    assert drawn("TH", "L", badge="▼✕")[0] == "▏10♥▼✕ "


def test_a_back_says_nothing_and_covers_the_whole_card() -> None:
    grid = Canvas(7, 5, "#ffffff", "#000000")
    back(grid, look(), 0, 0, "L")
    assert {cell[2] for row in grid.rows for cell in row} == {look().palette.back}
    assert set(grid.text()) == set("▏╱╲ \n")


def test_chips_touch() -> None:
    grid = Canvas(10, 1, "#ffffff", "#000000")
    assert put_chips(grid, look(), 0, 0, [Card.parse("6S"), Card.parse("TC")]) == 9
    assert grid.text() == " 6♠  10♣  "


def test_every_pip_count_is_the_rank() -> None:
    for rank in "A23456789T":
        card = Card.parse(f"{rank}D")
        middle = "".join(drawn(str(card), "XL")[1:6])
        assert middle.count("♦") == card.rank
