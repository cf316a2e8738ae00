"""Words are cut between clusters and broken at spaces, chips count with their margins."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ginrummy.engine.cards import Card
from ginrummy.i18n import Run
from ginrummy.tui.text import fit, fit_runs, plain, width, wrap

QUEEN = Run("Q♠", Card.parse("QS"))


def test_a_cut_text_never_loses_half_a_cluster() -> None:
    assert fit("बाँड्ने", 3) == "बाँ…"
    assert fit("abc", 3) == "abc"


@given(st.text("किताब एa ♠", max_size=40), st.integers(0, 30))
def test_a_fitted_text_takes_at_most_its_room(text: str, room: int) -> None:
    assert width(fit(text, room)) <= room


def test_a_chip_that_does_not_fit_whole_is_left_out() -> None:
    assert plain(fit_runs([Run("take "), QUEEN], 8)) == "take …"
    assert plain(fit_runs([Run("take "), QUEEN], 9)) == "take  Q♠ "


def test_a_full_stop_stays_with_the_chip_before_it() -> None:
    lines = wrap([Run("You may take "), QUEEN, Run(". Or draw.")], 18)
    assert [plain(line) for line in lines] == ["You may take  Q♠ .", "Or draw."]


@given(
    st.lists(st.sampled_from(["take", "the", "पत्ता", "upcard"]), min_size=1, max_size=12), st.integers(8, 40)
)
def test_no_line_is_wider_than_its_room_and_no_word_is_lost(words: list[str], room: int) -> None:
    lines = wrap([Run(" ".join(words))], room)
    assert all(width(line) <= room for line in lines)
    assert " ".join(plain(line) for line in lines).split() == words
