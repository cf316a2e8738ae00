"""The lines of the settings screen: the one schema of settings and of house rules, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from ginrummy import labels
from ginrummy.engine.rules import PRESETS, SPECS, HouseRules
from ginrummy.i18n import LANGUAGES, Translator, romanised
from ginrummy.settings import LEVELS, SCHEMA, Item, Settings
from ginrummy.tui.look import Look, Words, say
from ginrummy.tui.widgets.settings import SettingHead, SettingRow

PLAY: Final = ("mode", "speed", "confirm", "bell", "guide")
LOOKS: Final = (
    "language", "languages", "digits", "names", "theme", "fourcolour", "bigcards", "colours", "width",
    "keyboard",
)  # fmt: skip
OWN = "own"


class Line(NamedTuple):
    """A line of the screen: what it sets, and what it shows. `kind` is `rule`, `setting`, `preset` or a
    door."""

    kind: str
    name: str
    shown: SettingHead | SettingRow
    values: tuple[Any, ...] = ()


def front_lines(look: Look, settings: Settings) -> list[Line]:
    """The first page: house rules in front, playing, look."""
    lines = [_head("set.houserules")]
    lines += [_rule_line(look.t, settings.rules, name) for name in labels.FRONT]
    lines += [_setting_line(look, settings, "level"), _preset_line(settings.rules)]
    lines.append(Line("more", "", SettingRow(say("set.more"), why=say("set.nextmatch.why"), value="▸")))
    lines.append(_head("set.group.play"))
    lines += [_setting_line(look, settings, name) for name in PLAY]
    lines.append(_head("set.group.look"))
    lines += [_setting_line(look, settings, name) for name in LOOKS]
    return lines


def rule_lines(look: Look, settings: Settings, standard: int) -> list[Line]:
    """The page of all house rules; `standard` is the choice on the line that sets them back."""
    lines = [_head("set.more"), _preset_line(settings.rules)]
    lines += [_rule_line(look.t, settings.rules, name) for name in SPECS]
    choices: tuple[Words, ...] = (say("act.no"), say("act.yes"))
    row = SettingRow(say("btn.standard"), choices, standard, say("ask.standard"))
    lines.append(Line("standard", "", row, (0, 1)))
    return lines


def _head(key: str) -> Line:
    return Line("head", "", SettingHead(say(key)))


def _rule_line(t: Translator, rules: HouseRules, name: str) -> Line:
    spec, value = SPECS[name], getattr(rules, name)
    values = tuple(sorted(spec.choices)) if spec.low is not None else spec.choices
    if value not in values:
        values = tuple(sorted((*values, value)))
    row = SettingRow(
        labels.rule_label(t, name),
        tuple(labels.rule_value(t, name, each) for each in values),
        values.index(value),
        labels.rule_why(t, name, value),
    )
    return Line("rule", name, row, values)


def _preset_line(rules: HouseRules) -> Line:
    names = tuple(PRESETS)
    chosen = rules.preset_name() or OWN
    values = names if chosen in names else (*names, OWN)
    why = say("set.preset.why")
    if chosen in names:
        preset = HouseRules.preset(chosen)
        why = say(
            f"preset.{chosen}.why",
            target=rules.target, box=preset.box_bonus, game=preset.game_bonus,
            gin=preset.gin_bonus, under=preset.undercut_bonus,
        )  # fmt: skip
    words = tuple(say(f"preset.{name}") for name in values)
    return Line("preset", "", SettingRow(say("set.preset"), words, values.index(chosen), why), values)


def _setting_line(look: Look, settings: Settings, name: str) -> Line:
    item, value = SCHEMA[name], getattr(settings, name)
    values = tuple(each for each in _values(item, value) if each == value or _drawable(look, each))
    t = look.t
    words = tuple(labels.setting_value(t, item, each) if _drawable(look, each) else each for each in values)
    label, why = labels.setting_label(t, item), labels.setting_why(t, item)
    if name == "level" and value in LEVELS:
        why = t(f"diff.{value}.why")
    if item.many:
        on = frozenset(n for n, each in enumerate(values) if each in value)
        return Line("setting", name, SettingRow(label, words, 0, why, on), values)
    return Line("setting", name, SettingRow(label, words, values.index(value), why), values)


def _drawable(look: Look, value: Any) -> bool:
    """False for a language or digits that the terminal cannot draw."""
    if look.devanagari or not isinstance(value, str):
        return True
    return value != "devanagari" and (value not in LANGUAGES or romanised(value) == value)


def _values(item: Item, value: Any) -> Iterator[Any]:
    """The choices, and what is set where that is none of them."""
    if isinstance(item.default, bool):
        yield from (True, False)
        return
    yield from item.choices
    if item.name == "theme":
        yield from other_themes()
    elif not item.many and value not in item.choices:
        yield value


def other_themes() -> list[str]:
    """Textual's own themes that have colours of their own."""
    from textual.theme import BUILTIN_THEMES

    return [name for name in BUILTIN_THEMES if not name.startswith("ansi")]


def in_focus(row: SettingRow, typed: str | None, many_at: int) -> SettingRow:
    """A row with what the keys are doing in it."""
    if row.many is not None:
        return row._replace(chosen=many_at)
    return row._replace(typed=typed) if typed is not None else row
