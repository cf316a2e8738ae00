"""The grid: clusters stay whole, clips clip, the topmost spot wins."""

from __future__ import annotations

import pytest
import rich.cells

from ginrummy.tui.canvas import Canvas, in_ascii


def canvas(width: int = 10, height: int = 2, **choices: object) -> Canvas:
    return Canvas(width, height, "#ffffff", "#000000", **choices)  # type: ignore[arg-type]


def test_writing_returns_the_column_behind_the_text() -> None:
    grid = canvas()
    assert grid.put(2, 0, "10♥") == 5
    assert grid.text().splitlines()[0] == "  10♥     "


def test_a_cluster_sits_in_its_first_cell_by_the_width_rule_in_force(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rich.cells, "split_graphemes", lambda text: ([(0, 2, 2), (2, 3, 1)], 3))
    grid = canvas()
    assert grid.put(0, 0, "किम") == 3
    assert [cell[0] for cell in grid.rows[0][:4]] == ["कि", "", "म", " "]


def test_a_wide_cluster_that_does_not_fit_whole_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rich.cells, "split_graphemes", lambda text: ([(0, 2, 2)], 2))
    grid = canvas(3)
    with grid.within(0, 2):
        grid.put(1, 0, "कि")
    assert grid.text().splitlines()[0] == "   "


def test_devanagari_is_never_bold() -> None:
    grid = canvas()
    grid.put(0, 0, "k नक ५", bold=True)
    assert {cell[0]: cell[3] for cell in grid.rows[0]} == {
        "k": True,
        " ": False,
        "न": False,
        "क": False,
        "५": False,
    }


def test_bold_is_kept_off_light_grounds_where_it_would_turn_grey() -> None:
    grid = canvas(bold_on=frozenset({"#000000"}))
    grid.put(0, 0, "A", bold=True)
    grid.put(1, 0, "B", ground="#ffffff", bold=True)
    assert [cell[3] for cell in grid.rows[0][:2]] == [True, False]


def test_what_lies_outside_the_clip_stays() -> None:
    grid = canvas()
    with grid.within(2, 5), grid.within(0, 4):
        grid.put(0, 0, "abcdefgh")
        grid.fill(0, 1, 10, 1, "#111111")
    assert grid.text().splitlines()[0] == "  cd      "
    assert [cell[2] for cell in grid.rows[1]].count("#111111") == 2


@pytest.mark.parametrize("x", [1, 2])
def test_nothing_is_left_of_a_wide_letter_of_which_a_part_is_written_over(x: int) -> None:
    grid = canvas(5, 1)
    grid.put(1, 0, "का")
    grid.put(x, 0, "-")
    assert grid.text() == "     "[:x] + "-" + "     "[x + 1 :]
    grid.put(1, 0, "का")
    grid.fill(x, 0, 1, 1, "#111111")
    assert grid.text() == "     "


def test_a_click_means_what_was_painted_last() -> None:
    grid = canvas()
    grid.spot(0, 0, 5, 2, "below")
    grid.spot(3, 0, 5, 1, "above")
    assert [grid.target_at(x, 0) for x in (0, 3, 7, 8)] == ["below", "above", "above", None]
    assert grid.target_at(3, 1) == "below"


def test_in_ascii_every_sign_becomes_one_plain_letter() -> None:
    grid = canvas(20, 1, ascii=True)
    grid.put(0, 0, "▏10♥▼ ╰──╯ ━─ ⏎ 9 − 6…")
    assert grid.text() == "|10Hv +--+ =- < 9 - "
    assert grid.text().isascii()
    assert in_ascii("— 108–61") == "- 108-61", "a void hand's sum is a dash"


def test_a_row_becomes_one_strip_with_a_segment_for_each_change_of_look() -> None:
    grid = canvas(6, 1)
    grid.put(1, 0, "ab", "#ff0000")
    strip = grid.strip(0)
    assert [segment.text for segment in strip] == [" ", "ab", "   "]
    assert strip.cell_length == 6
