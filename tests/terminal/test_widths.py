"""Rich and Textual count and cut Devanagari as the terminal does."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
import rich.cells
import wcwidth
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from textual.content import Content
from textual.strip import Strip

from ginrummy.tui import widths
from ginrummy.tui.widths import RULES, Rule, clusters, measure

# word: cells under sum, mc0, cluster; as measured in real terminals
MEASURED = {
    "नक": (2, 2, 2),
    "जिन": (3, 2, 3),
    "रम्मी": (4, 3, 3),
    "सिक्वेन्स": (6, 5, 6),
    "पत्ता": (4, 3, 3),
    "बादशाह": (6, 4, 6),
    "स्त्री": (4, 3, 2),
    "नमिलेका": (6, 4, 6),
    "हिन्दी": (5, 3, 4),
    "नेपाली": (5, 3, 5),
    "ज़्यादा": (5, 3, 4),
}

LETTERS = [*"कखगघचजटडतदनपबमयरलवशसहक्षअआइउएओ"]
SIGNS = [*"ािीुूेैोौंःँ", "", "", ""]
SYLLABLES = st.builds(
    lambda first, second, sign: first + second + sign,
    st.sampled_from([*(f"{letter}्" for letter in LETTERS[:21]), ""]),
    st.sampled_from(LETTERS[:21]),
    st.sampled_from(SIGNS),
)
TEXTS = st.lists(st.one_of(SYLLABLES, st.sampled_from([*" aZ9१│♠:"])), max_size=12).map("".join)


@pytest.fixture(autouse=True)
def as_they_came() -> Iterator[None]:
    yield
    widths.uninstall()


@pytest.fixture(params=RULES)
def rule(request: pytest.FixtureRequest) -> Rule:
    chosen: Rule = request.param
    assert widths.install(chosen)
    return chosen


@pytest.mark.parametrize("word", MEASURED)
def test_rich_counts_what_was_measured(word: str) -> None:
    for rule, cells in zip(RULES, MEASURED[word], strict=True):
        widths.install(rule)
        assert rich.cells.cell_len(word) == measure(word, rule) == cells


def test_widths_stay_patched() -> None:
    """The guard: fails when a later Rich or Textual no longer counts through the names that are patched."""
    unpatched = rich.cells.cell_len("नेपाली")
    assert widths.missing_names() == []
    assert widths.install("sum")
    assert widths.is_counted()
    assert unpatched == 3
    assert rich.cells.cell_len("नेपाली") == 5
    assert Content("नेपाली").cell_length == 5
    assert Segment("नेपाली").cell_length == 5
    assert "\x1b[5C" in Strip([Segment("नेपाली")]).render(Console())


def test_uninstall_puts_all_back() -> None:
    places = [(place, name, vars(place)[name]) for place, name, _ in widths._patches(anchor=True)]
    for rule in RULES:
        widths.install(rule)
    widths.uninstall()
    assert all(vars(place)[name] is original for place, name, original in places)
    assert rich.cells.cell_len("नेपाली") == 3


@pytest.mark.parametrize("imports", ["textual.app, ginrummy.tui.widths", "ginrummy.tui.widths, textual.app"])
def test_it_works_before_and_after_the_import_of_textual(imports: str) -> None:
    first, second = imports.split(", ")
    installing = "ginrummy.tui.widths.install('sum')"
    steps = [f"import {first}", f"import {second}"]
    steps.insert(1 if first.startswith("ginrummy") else 2, installing)
    steps.append("from textual.content import Content; print(Content('बादशाह').cell_length)")
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(steps)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "6\n"


@pytest.mark.parametrize("name", ["load_cell_table", "_cell_len", "split_graphemes", "_split_text"])
def test_a_rich_without_a_name_is_left_alone(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.delattr(rich.cells, name)
    assert widths.missing_names() == [f"rich.cells.{name}"]
    render = Strip.render
    assert not widths.install("sum")
    assert Strip.render is render


def test_a_rich_that_counts_otherwise_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rich.cells, "cell_len", len)
    split = vars(Segment)["_split_cells"]
    assert not widths.install("sum")
    assert vars(Segment)["_split_cells"] is split


@given(TEXTS)
def test_clusters_joined_are_the_text(text: str) -> None:
    assert "".join(clusters(text)) == text


@given(st.lists(SYLLABLES, max_size=6).map("".join))
def test_clusters_and_cells_agree_with_wcwidth(text: str) -> None:
    assert list(clusters(text)) == list(wcwidth.iter_graphemes(text))
    assert measure(text, "cluster") == wcwidth.wcswidth(text)


@given(TEXTS)
def test_no_rule_exceeds_sum(text: str) -> None:
    assert max(measure(text, rule) for rule in RULES) == measure(text, "sum")


@given(TEXTS, st.integers(0, 30), st.sampled_from(RULES))
def test_cut_parts_have_the_cells_asked_for(text: str, cut: int, rule: Rule) -> None:
    widths.install(rule)
    segment = Segment(text)
    before, after = segment.split_cells(cut)
    assert before.cell_length == min(cut, segment.cell_length)
    assert before.cell_length + after.cell_length == segment.cell_length
    assert rich.cells.cell_len(rich.cells.set_cell_size(text, cut)) == cut


@given(TEXTS, st.integers(0, 30), st.sampled_from(RULES))
def test_a_cut_leaves_clusters_whole(text: str, cut: int, rule: Rule) -> None:
    widths.install(rule)
    kept = clusters(rich.cells.split_text(text, cut)[0].rstrip(" "))
    assert kept == clusters(text)[: len(kept)]


@given(TEXTS, st.integers(4, 12), st.sampled_from(RULES))
def test_folded_lines_fit_and_lose_nothing(text: str, width: int, rule: Rule) -> None:
    widths.install(rule)
    lines = rich.cells.chop_cells(text, width)
    assert all(rich.cells.cell_len(line) <= width for line in lines)
    assert "".join(lines) == text


@pytest.mark.parametrize("width", range(4, 8))
def test_a_narrow_widget_loses_nothing(rule: Rule, width: int) -> None:
    lines = Content("स्त्रीलाई दुःखाः भयो").wrap(width)
    assert "".join(line.plain for line in lines).replace(" ", "") == "स्त्रीलाईदुःखाःभयो"


def test_a_cluster_of_three_cells_cropped_at_two_becomes_blanks() -> None:
    widths.install("sum")
    assert rich.cells.set_cell_size("खाः", 2) == "  "
    assert [part.text for part in Segment("कखाः").split_cells(3)] == ["क  ", " "]
    assert Strip([Segment("कखाः")]).crop(0, 3).text == "क  "


def test_text_without_devanagari_is_counted_as_rich_does() -> None:
    texts = ["", "abc", "日本語", "é│♠", "👨\u200d👩\u200d👧", "x" * 600]
    plain = [(rich.cells.cell_len(text), rich.cells.split_graphemes(text)) for text in texts]
    widths.install("sum")
    assert [(rich.cells.cell_len(text), rich.cells.split_graphemes(text)) for text in texts] == plain


def test_a_drawn_line_steps_over_the_cells_of_the_layout(rule: Rule) -> None:
    strip = Strip([Segment("│जिन रम्मी│"), Segment("ok")])
    drawn = strip.render(Console())
    assert re.findall(r"\x1b\[(\d+)C", drawn) == [str(measure(word, rule)) for word in ("जिन", "रम्मी")]
    assert re.sub(r"\x1b7 *\x1b8|\x1b8\x1b\[\d+C", "", drawn) == "│जिन रम्मी│ok"
    assert strip.render(Console()) is drawn


def test_a_line_without_devanagari_is_drawn_as_textual_does() -> None:
    plain = Strip([Segment("│♠ K│")]).render(Console())
    widths.install("sum")
    assert Strip([Segment("│♠ K│")]).render(Console()) == plain
