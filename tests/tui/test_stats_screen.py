"""The statistics on the screen: every figure, the charts, what is counted apart."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ginrummy.costs import Cost
from ginrummy.i18n import Translator
from ginrummy.stats import Group, Stats, gather
from ginrummy.store import Store
from ginrummy.tui.screens.menu import MenuScreen
from ginrummy.tui.screens.stats import StatsScreen, stats_parts
from ginrummy.tui.text import width
from ginrummy.tui.widgets.chart import EIGHTHS
from ginrummy.tui.widgets.stats import StatsPage, StatsShow, rows_of
from tests.matches import SHORT, finished, new_session, play_on
from tests.tui.playing import SIZES, playing, press
from tests.tui.samples import LANGUAGES, look

GROUP = Group(
    matches=17, won=9, hands=81, hands_won=44, void=3, gins=5, gins_against=6, knocks=38, knocks_against=29,
    undercuts_made=7, undercuts_suffered=8, knock_total=190,
)  # fmt: skip
STATS = Stats(
    all=GROUP,
    by_level={"easy": GROUP, "hard": Group(matches=1)},
    by_preset={"standard": GROUP, "own": Group(matches=2, won=1)},
    helped=Group(matches=3, won=2, hands=14),
    unfinished=2,
    streak=4,
    best_streak=6,
    longest=11,
    margins=[12, -40, 55, -3],
)
COSTS = [Cost(10, 12.0), None, Cost(20, 10.0)]


def page(language: str = "en", size: tuple[int, int] = (80, 24)) -> str:
    seen = look(language, size)
    parts = stats_parts(seen.t, STATS, COSTS)
    return StatsPage.picture(seen, StatsShow(parts), size[0], rows_of(seen, parts, size[0])).text()


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (81, "Hands"), (44, "Hands won"), (3, "Void hands"), (5, "Gins"), (6, "Opponent's gins"),
        (38, "Knocks"), (29, "Opponent's knocks"), (7, "Undercuts made"), (8, "Undercuts suffered"),
        ("5.0", "Average count at the knock"), (4, "Wins in a row"), (6, "Longest winning run"),
        (11, "Hands in the longest match"), (2, "Unfinished matches"), ("0.7", "Average cost of a decision"),
    ],
)  # fmt: skip
def test_each_figure_stands_before_its_words(number: object, words: str) -> None:
    assert f" {number}  {words}" in page()


def test_a_share_has_its_interval_on_the_scale_and_in_words() -> None:
    row = next(row for row in page().splitlines() if "Easy" in row)
    assert " 9 / 17 " in row
    scale = row.split()[3]
    assert (len(scale), scale.count("●")) == (20, 1)
    low, high = GROUP.interval
    assert f"probably {100 * low:.0f} to {100 * high:.0f} %" in row


def test_what_was_played_with_help_stands_apart() -> None:
    before, after = page().split("With a hint or a move taken back")
    assert " 2 / 3 " in after
    assert " 2 / 3 " not in before
    assert "14  Hands" in after


def test_the_charts_show_margins_and_costs_and_how_far_the_judging_is() -> None:
    margins, costs = page().split("Margin, match by match")[1].split("Cost of decisions, match by match")
    assert any(sign in margins for sign in EIGHTHS[1:])
    assert "60" in margins, "the value that the rows reach"
    assert "−40" in margins
    assert "Judging your decisions: 2 of 3 matches" in costs


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_in_any_window(language: str, size: tuple[int, int]) -> None:
    picture = page(language, size)
    assert "…" not in picture
    assert {width(row) for row in picture.splitlines()} == {size[0]}


def test_without_a_match_it_says_so() -> None:
    seen = look()
    parts = stats_parts(Translator("en"), Stats(), [])
    assert "No match is finished yet" in StatsPage.picture(seen, StatsShow(parts), 80, 22).text()


def test_with_helped_matches_alone_it_does_not_say_that_there_are_none() -> None:
    parts = stats_parts(Translator("en"), Stats(helped=Group(matches=1)), [])
    text = StatsPage.picture(look(), StatsShow(parts), 80, 22).text()
    assert "No match" not in text
    assert "With a hint or a move taken back" in text


async def test_it_opens_from_the_menu_judges_and_scrolls(tmp_path: Path) -> None:
    store = Store(tmp_path)
    play_on(new_session(store, SHORT), Random(1)).close()
    async with playing(tmp_path) as (game, pilot):
        menu = game.screen
        assert isinstance(menu, MenuScreen)
        place = [entry.action for entry in menu.entries()].index("stats") + 1
        await press(pilot, str(place))
        screen = game.screen
        assert isinstance(screen, StatsScreen)
        await game.workers.wait_for_complete([each for each in game.workers if each.group == "costs"])
        assert [cost for cost in screen.costs if cost is None] == []
        assert len(screen.costs) == 1
        await press(pilot, "end")
        assert screen.top > 0
        assert "not in these figures" in screen.query_one(StatsPage).canvas.text()
        await press(pilot, "home")
        assert screen.top == 0
        await press(pilot, "escape")
        assert game.screen is menu


def test_the_matches_counted_are_those_of_the_margins(tmp_path: Path) -> None:
    store = Store(tmp_path)
    files = [finished(store, seed).path for seed in range(3)]
    stats = gather(store.matches())
    assert len(stats.counted) == len(stats.margins) == 3
    assert {path for path, _ in stats.counted} == set(files)
