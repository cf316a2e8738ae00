"""The table's parts lie inside the window and never on one another."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Region

from ginrummy.tui.layout import (
    PLANS,
    laying_off,
    mode_of,
    page,
    page_with_buttons,
    page_with_question,
    showdown,
    table,
)

Places = Callable[[int, int], dict[str, Region]]


@given(
    st.sampled_from([table, showdown, laying_off, page, page_with_buttons, page_with_question]),
    st.integers(40, 220),
    st.integers(20, 80),
)
def test_parts_lie_inside_the_window_and_apart(places: Places, width: int, height: int) -> None:
    window = Region(0, 0, width, height)
    parts = places(width, height)
    assert all(window.contains_region(part) for part in parts.values())
    assert not any(one.overlaps(other) for one, other in combinations(parts.values(), 2))


@given(st.integers(40, 220), st.integers(20, 80))
def test_every_part_has_the_rows_it_needs(width: int, height: int) -> None:
    plan, parts = PLANS[mode_of(width, height)], table(width, height)
    assert parts["hand"].height == plan.hand_height
    assert parts["piles"].height == plan.pile_rows
    assert parts["opponent"].height == plan.opponent_rows
    assert parts["talk"].height >= 2


def test_the_rows_of_the_desk_are_as_designed() -> None:
    parts = table(80, 24)
    rows = {name: (part.y, part.height) for name, part in parts.items()}
    assert rows == {
        "topbar": (0, 1),
        "opponent": (2, 3),
        "piles": (6, 6),
        "race": (6, 2),
        "talk": (9, 3),
        "hand": (12, 7),
        "buttons": (19, 4),
        "keybar": (23, 1),
    }


@pytest.mark.parametrize(("size", "mode"), [
    ((39, 40), "small"), ((80, 19), "small"), ((40, 20), "pocket"), ((200, 23), "pocket"),
    ((63, 33), "pocket"),
    ((63, 34), "phone"), ((64, 24), "desk"), ((109, 50), "desk"), ((110, 33), "desk"), ((110, 34), "hall"),
])  # fmt: skip
def test_the_mode_follows_columns_and_rows(size: tuple[int, int], mode: str) -> None:
    assert mode_of(*size) == mode


def test_a_wide_table_is_ninety_columns_in_the_middle_of_its_felt() -> None:
    parts = table(200, 60)
    assert (parts["hand"].x, parts["hand"].width) == (40, 90)
    assert parts["rail"].right == 200
