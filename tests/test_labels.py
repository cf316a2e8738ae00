"""House rules, settings and bots have a name in every language."""

from __future__ import annotations

import pytest

from ginrummy import labels
from ginrummy.engine.rules import PRESETS, SPECS, HouseRules
from ginrummy.i18n import LANGUAGES, Translator
from ginrummy.settings import SCHEMA

EN = Translator("en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SPECS)
def test_every_house_rule_and_each_of_its_values_has_words(name: str, language: str) -> None:
    t = Translator(language)
    words = [labels.rule_value(t, name, choice) for choice in SPECS[name].choices]
    assert all(words)
    assert len(set(words)) == len(words)
    assert labels.rule_label(t, name)
    assert labels.rule_why(t, name)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCHEMA)
def test_every_setting_and_each_of_its_choices_has_words(name: str, language: str) -> None:
    t, item = Translator(language), SCHEMA[name]
    words = [labels.setting_value(t, item, choice) for choice in item.choices or (True, False)]
    assert all(words)
    assert len(set(words)) == len(words)
    assert labels.setting_label(t, item)
    assert labels.setting_why(t, item)


def test_several_choices_are_listed() -> None:
    assert labels.setting_value(EN, SCHEMA["languages"], ("ne", "en")) == "नेपाली, English"


def test_labels_of_rules_are_told_apart() -> None:
    assert len({labels.rule_label(EN, name) for name in SPECS}) == len(SPECS)


def test_presets_and_rules_of_ones_own() -> None:
    names = [labels.preset_name(EN, HouseRules.preset(name, target=150)) for name in PRESETS]
    assert len(set(names)) == len(PRESETS)
    assert labels.preset_name(EN, HouseRules(tie="none")) == "Own rules"


def test_bots_by_level_and_from_outside() -> None:
    assert labels.bot_name(EN, "hard") == "Hard"
    assert labels.bot_name(EN, "mine") == "Outside bot: mine"
    assert labels.bot_name(EN, "cmd:python mine.py --token x") == "Outside bot: python"


def test_a_value_of_the_knock_is_explained() -> None:
    told = {labels.rule_why(EN, "knock", value) for value in SPECS["knock"].choices}
    assert len(told | {labels.rule_why(EN, "knock")}) == 4
    assert labels.rule_why(EN, "tie", "none") == labels.rule_why(EN, "tie")


def test_a_language_that_is_gone_and_a_theme_of_textual_keep_their_names() -> None:
    assert labels.setting_value(EN, SCHEMA["language"], "xx") == "xx"
    assert labels.setting_value(EN, SCHEMA["theme"], "nord") == "nord"
