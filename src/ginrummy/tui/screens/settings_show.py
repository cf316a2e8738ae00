"""The lines of the settings screen: the one schema of settings and of house rules, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from ginrummy.engine.rules import FREE_FIELDS, PRESETS, SPECS, HouseRules, Value
from ginrummy.i18n import LANGUAGES, Translator, romanised
from ginrummy.settings import SCHEMA, Item, Settings
from ginrummy.tui.look import Look, Words, say
from ginrummy.tui.widgets.settings import SettingHead, SettingRow

RULE_LABELS: Final = {
    "target": "set.target", "knock": "set.knock", "oklahoma_ace": "rule.okace", "spades_double": "set.spades",
    "gin_bonus": "set.ginbonus", "undercut_bonus": "set.undercut", "tie": "rule.tie", "big_gin": "set.biggin",
    "box_bonus": "set.box", "box_timing": "rule.boxtime", "game_bonus": "set.gamebonus",
    "shutout": "set.shutout", "shutout_test": "rule.shuttest", "winner_by": "rule.winner",
    "first_dealer": "rule.first", "next_dealer": "set.dealer", "scoring": "rule.scoring",
    "layoff": "set.autolayoff", "last_discard": "rule.last",
}  # fmt: skip
"""What each house rule is called; `.why` behind it says what it changes, but for those below."""
_WHY: Final = {"scoring": "set.hollywood.why", "layoff": "rule.layoff.why"}
_RULE_WORDS: Final = {
    "knock": "set.knock", "oklahoma_ace": "rule.okace", "tie": "rule.tie", "box_timing": "rule.boxtime",
    "shutout": "rule.shutout", "shutout_test": "rule.shuttest", "winner_by": "rule.winner",
    "first_dealer": "rule.first", "next_dealer": "rule.next", "scoring": "rule.scoring",
    "layoff": "rule.layoff", "last_discard": "rule.last",
}  # fmt: skip
_SHORT: Final = {
    "oklahoma": "okl", "gin_only": "gin", "immediate": "now", "double_game": "game", "double_total": "total",
    "flat_100": "flat", "random": "random", "low_card": "low", "every_hand": "every", "hollywood": "hw",
}  # fmt: skip
"""Where a value's word in the messages differs from the value."""
FRONT: Final = ("target", "knock", "undercut_bonus")
"""The house rules on the first page, with the opponent's level."""
PLAY: Final = ("mode", "speed", "confirm", "bell", "guide")
LOOKS: Final = (
    "language", "languages", "digits", "names", "theme", "fourcolour", "bigcards", "colours", "width",
    "keyboard",
)  # fmt: skip
_AUTO: Final = {"language": "set.byterm", "colours": "set.byterm", "width": "set.byterm"}
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
    lines += [_rule_line(look.t, settings.rules, name) for name in FRONT]
    lines += [_setting_line(look, settings, "level"), _preset_line(look.t, settings.rules)]
    lines.append(Line("more", "", SettingRow(say("set.more"), why=say("set.nextmatch.why"), value="▸")))
    lines.append(_head("set.group.play"))
    lines += [_setting_line(look, settings, name) for name in PLAY]
    lines.append(_head("set.group.look"))
    lines += [_setting_line(look, settings, name) for name in LOOKS]
    return lines


def rule_lines(look: Look, settings: Settings, standard: int) -> list[Line]:
    """The page of all house rules; `standard` is the choice on the line that sets them back."""
    lines = [_head("set.more"), _preset_line(look.t, settings.rules)]
    lines += [_rule_line(look.t, settings.rules, name) for name in SPECS]
    choices: tuple[Words, ...] = (say("act.no"), say("act.yes"))
    row = SettingRow(say("btn.standard"), choices, standard, say("ask.standard"))
    lines.append(Line("standard", "", row, (0, 1)))
    return lines


def _head(key: str) -> Line:
    return Line("head", "", SettingHead(say(key)))


def rule_word(t: Translator, name: str, value: Value) -> str:
    """A house rule's value in words.

    >>> rule_word(Translator("en"), "shutout", "flat_100"), rule_word(Translator("en"), "big_gin", 0)
    ('100 more points', 'off')
    """
    if isinstance(value, bool):
        return t("on") if value else t("off")
    if isinstance(value, int):
        return t("off") if name == "big_gin" and value == 0 else t.number(value)
    word = _SHORT.get(value, value)
    return t("rule.shutout.flat", n=100) if word == "flat" else t(f"{_RULE_WORDS[name]}.{word}")


def _rule_line(t: Translator, rules: HouseRules, name: str) -> Line:
    spec, value = SPECS[name], getattr(rules, name)
    values = tuple(sorted(spec.choices)) if spec.low is not None else spec.choices
    if value not in values:
        values = tuple(sorted((*values, value)))
    label = RULE_LABELS[name]
    why = f"{label}.{_SHORT.get(value, value)}.why" if name == "knock" else _WHY.get(name, f"{label}.why")
    row = SettingRow(
        say(label),
        tuple(rule_word(t, name, each) for each in values),
        values.index(value),
        say(why),
    )
    return Line("rule", name, row, values)


def _preset_line(t: Translator, rules: HouseRules) -> Line:
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


def with_preset(rules: HouseRules, name: str) -> HouseRules:
    """The rules of a preset, with the target and the knock that are set; a preset's own knock goes before."""
    kept = {field: getattr(rules, field) for field in FREE_FIELDS if field not in PRESETS[name]}
    if "knock" in kept and rules.preset_name() in ("straight", "oklahoma"):
        kept.pop("knock")
    return HouseRules.preset(name, **kept)


def _setting_line(look: Look, settings: Settings, name: str) -> Line:
    item, value = SCHEMA[name], getattr(settings, name)
    values = tuple(each for each in _values(item, value) if each == value or _drawable(look, each))
    words = tuple(_setting_word(look.t, item, each) if _drawable(look, each) else each for each in values)
    why: Words = say(item.why)
    if name == "level" and value in ("easy", "medium", "hard"):
        why = say(f"diff.{value}.why")
    if item.many:
        on = frozenset(n for n, each in enumerate(values) if each in value)
        return Line("setting", name, SettingRow(say(item.label), words, 0, why, on), values)
    return Line("setting", name, SettingRow(say(item.label), words, values.index(value), why), values)


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


def _setting_word(t: Translator, item: Item, value: Any) -> Words:
    if isinstance(value, bool):
        return say("on" if value else "off")
    if value == "auto":
        return say(_AUTO.get(item.name, "set.bylang"))
    if item.name in ("language", "languages"):
        return Translator(value).own_name if value in LANGUAGES else value
    if item.name == "digits":
        return {"latin": "0 1 2 3", "devanagari": "० १ २ ३"}[value]
    if item.name == "colours":
        return say("set.colours.all") if value == "true" else say("set.colours.n", n=int(value))
    return say(f"{item.words}.{value}") if value in item.choices else str(value)


def in_focus(row: SettingRow, typed: str | None, many_at: int) -> SettingRow:
    """A row with what the keys are doing in it."""
    if row.many is not None:
        return row._replace(chosen=many_at)
    return row._replace(typed=typed) if typed is not None else row
