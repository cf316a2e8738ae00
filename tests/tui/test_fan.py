"""Where a hand lies: inside, no strip too narrow for `10`, groups apart as long as there is room."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrummy.engine.cards import DECK
from ginrummy.tui.fan import LEAST_STEP, SIZES, Fan, fan

DIVISIONS = [(3, 3, 3, 2), (4, 7), (11,), (5, 5, 1), (3, 8), (3, 4, 3, 1)]


def laid(division: tuple[int, ...], width: int, sizes: str, rows: int = 1, gap: int = 3) -> Fan:
    deck = iter(DECK)
    groups = [[next(deck) for _ in range(count)] for count in division]
    return fan(groups, width, sizes.split(), rows, gap, pitch=7)  # type: ignore[arg-type]


@pytest.mark.parametrize("division", DIVISIONS)
@pytest.mark.parametrize(
    ("width", "sizes", "rows", "gap", "least"),
    [
        (38, "M", 1, 1, 3),
        (42, "L", 2, 3, 3),
        (60, "L M", 1, 2, 4),
        (76, "L M", 1, 2, 6),
        (83, "XL L", 1, 3, 6),
    ],
)
def test_every_division_fits_in_every_mode(
    division: tuple[int, ...], width: int, sizes: str, rows: int, gap: int, least: int
) -> None:
    hand = laid(division, width, sizes, rows, gap)
    assert hand.size == sizes.split()[0]
    assert hand.step >= least
    assert hand.width <= width


@given(
    st.lists(st.integers(1, 11), min_size=1, max_size=4).filter(lambda counts: sum(counts) <= 11),
    st.integers(38, 90),
    st.sampled_from([1, 2]),
)
def test_cards_lie_left_to_right_inside_and_no_strip_is_under_three(
    counts: list[int], width: int, rows: int
) -> None:
    hand = laid(tuple(counts), width, "XL L M", rows)
    assert hand.width <= width
    assert all(place.shown >= LEAST_STEP for place in hand.places)
    for one, other in pairwise(hand.places):
        if one.y == other.y:
            assert other.x >= one.x + one.shown
        else:
            assert (other.x, other.y) == (0, one.y + 7)
    assert hand.places[-1].shown == SIZES[hand.size][0]


def test_two_rows_part_between_groups_where_they_halve_best() -> None:
    hand = laid((3, 3, 3, 2), 42, "L", rows=2)
    assert [place.y for place in hand.places] == [0] * 6 + [7] * 5


def test_two_rows_of_a_single_group_part_in_its_middle() -> None:
    hand = laid((11,), 42, "L", rows=2)
    assert [place.y for place in hand.places] == [0] * 6 + [7] * 5


def test_too_few_columns_are_an_error() -> None:
    with pytest.raises(ValueError, match="too few"):
        laid((11,), 20, "M")
