"""House rules: ranges, presets, and how they are read and written."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrummy.engine.rules import PRESETS, SPECS, STANDARD, HouseRules, RuleError, Spec, read, written

FACTS: dict[str, dict[str, Any]] = {
    "standard": {},
    "hindi_circle": {"box_bonus": 20, "game_bonus": 100, "shutout": "double_game", "shutout_test": "points"},
    "wikihow": {
        "box_bonus": 25, "game_bonus": 100, "shutout": "flat_100", "winner_by": "total",
        "first_dealer": "low_card", "next_dealer": "loser",
    },
    "hindi_app": {"box_bonus": 25, "game_bonus": 100, "next_dealer": "every_hand"},
    "pagat": {
        "gin_bonus": 20, "undercut_bonus": 10, "box_bonus": 20, "game_bonus": 100, "shutout": "double_game",
        "shutout_test": "points", "first_dealer": "low_card", "next_dealer": "loser", "oklahoma_ace": "one",
    },
    "straight": {"knock": "gin_only"},
    "oklahoma": {"knock": "oklahoma"},
    "hollywood": {"scoring": "hollywood", "box_bonus": 20, "game_bonus": 100},
}  # fmt: skip
"""Each preset's changes to the standard game, as the rules pages of those who play it have them."""

STANDARD_GAME = {
    "target": 100, "knock": "ten", "oklahoma_ace": "gin_only", "spades_double": False, "gin_bonus": 25,
    "undercut_bonus": 25, "tie": "undercut", "big_gin": 0, "box_bonus": 0, "box_timing": "end",
    "game_bonus": 0,
    "shutout": "none", "shutout_test": "hands", "winner_by": "first", "first_dealer": "random",
    "next_dealer": "alternate", "scoring": "single", "layoff": "auto", "last_discard": "none",
}  # fmt: skip


def values_of(spec: Spec) -> st.SearchStrategy[Any]:
    if spec.low is not None and spec.high is not None:
        return st.integers(spec.low, spec.high)
    return st.sampled_from(spec.choices)


house_rules = st.builds(HouseRules, **{name: values_of(spec) for name, spec in SPECS.items()})


def test_the_standard_game() -> None:
    assert {name: getattr(STANDARD, name) for name in SPECS} == STANDARD_GAME


@pytest.mark.parametrize("name", FACTS)
def test_presets_are_the_standard_game_with_a_few_changes(name: str) -> None:
    rules = HouseRules.preset(name)
    assert {field: getattr(rules, field) for field in SPECS} == STANDARD_GAME | FACTS[name]


def test_there_are_no_other_presets() -> None:
    assert list(PRESETS) == list(FACTS)


@pytest.mark.parametrize("name", SPECS)
def test_the_first_choice_of_every_field_is_the_standard(name: str) -> None:
    assert SPECS[name].choices[0] == getattr(STANDARD, name)


@pytest.mark.parametrize("name", SPECS)
def test_every_field_is_checked_when_rules_are_made_and_the_message_says_the_range(name: str) -> None:
    other_kind: Any = 1 if name == "spades_double" else True
    wrong: list[Any] = ["nonsense", -1, 100_000, None, 1.5, [], other_kind]
    for value in wrong:
        with pytest.raises(RuleError) as caught:
            HouseRules(**{name: value})
        assert str(caught.value).startswith(f"{name}: ")
        assert f"({SPECS[name].describe()})" in str(caught.value)


@pytest.mark.parametrize(
    ("name", "low", "high"), [("target", 10, 1000), ("gin_bonus", 0, 100), ("undercut_bonus", 0, 100)]
)
def test_free_numbers_have_a_range(name: str, low: int, high: int) -> None:
    for value in (low, high):
        assert getattr(HouseRules(**{name: value}), name) == value  # type: ignore[arg-type]
    for value in (low - 1, high + 1):
        with pytest.raises(RuleError, match=rf"{name}: {value} is not possible \({low} to {high}\)"):
            HouseRules(**{name: value})  # type: ignore[arg-type]


@given(house_rules)
def test_rules_written_and_read_are_the_same(rules: HouseRules) -> None:
    assert HouseRules.from_json(rules.to_json()) == rules


@given(house_rules)
def test_rules_read_from_text_are_the_same(rules: HouseRules) -> None:
    typed = {name: written(value) for name, value in rules.to_json().items()}
    assert HouseRules.from_json(typed) == rules


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"preset": "nobody"}, "unknown preset: nobody (standard, hindi_circle"),
        ({"targett": 100}, "unknown rule: targett (target, knock"),
        ({"target": "many"}, "target: many is not possible (10 to 1000)"),
        ({"knock": "eleven"}, "knock: eleven is not possible (ten, oklahoma or gin_only)"),
        ({"big_gin": 30}, "big_gin: 30 is not possible (off, 31 or 50)"),
        ({"spades_double": "maybe"}, "spades_double: maybe is not possible (off or on)"),
        ({"target": "1" * 5000}, "target: 1"),
    ],
)
def test_what_cannot_be_read_is_named_with_what_would_be_right(given: dict[str, Any], message: str) -> None:
    with pytest.raises(RuleError) as caught:
        HouseRules.from_json(given)
    assert str(caught.value).startswith(message)


@given(st.sampled_from(sorted(SPECS)), st.text() | st.integers() | st.floats() | st.none() | st.booleans())
def test_reading_a_field_gives_a_possible_value_or_a_rule_error(name: str, value: object) -> None:
    try:
        result = read(name, value)
    except RuleError:
        return
    assert SPECS[name].allows(result)


def test_target_and_knock_stay_free_under_every_preset() -> None:
    for name in PRESETS:
        assert HouseRules.preset(name, target=250).preset_name() == name
    assert HouseRules.preset("pagat", knock="oklahoma").preset_name() == "pagat"
    assert HouseRules(knock="oklahoma").preset_name() == "oklahoma"
    assert HouseRules(undercut_bonus=10).preset_name() is None


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("before", PRESETS)
def test_from_preset_to_preset_only_the_target_is_kept(before: str, name: str) -> None:
    assert HouseRules.preset(before, target=250).by_preset(name) == HouseRules.preset(name, target=250)


@pytest.mark.parametrize("name", [name for name in PRESETS if "knock" not in PRESETS[name]])
def test_a_knock_of_the_players_own_is_kept_under_another_preset(name: str) -> None:
    own = HouseRules(knock="oklahoma", tie="none")
    assert own.by_preset(name) == HouseRules.preset(name, knock="oklahoma")


def test_there_is_no_way_to_a_preset_that_does_not_exist() -> None:
    with pytest.raises(RuleError, match="unknown preset: nobody"):
        HouseRules().by_preset("nobody")
