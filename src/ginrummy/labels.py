"""What house rules, settings and bots are called, for every place that lists them.

>>> from ginrummy.settings import SCHEMA
>>> t = Translator("en")
>>> rule_label(t, "knock"), rule_value(t, "knock", "ten"), rule_value(t, "big_gin", 0)
('Knock', 'ten or less', 'off')
>>> setting_value(t, SCHEMA["language"], "ne"), bot_name(t, "cmd:./mine --fast")
('नेपाली', 'Outside bot: mine')
"""

from __future__ import annotations

from typing import Any, Final

from ginrummy.engine.rules import HouseRules, Value
from ginrummy.i18n import LANGUAGES, Translator
from ginrummy.settings import LEVELS, Item

FRONT: Final = ("target", "knock", "undercut_bonus")
"""The house rules that stand in front (with the difficulty); the others come under `set.more`."""

_RULES: Final = {
    "target": ("set.target", "set.target.why"),
    "knock": ("set.knock", "set.knock.why"),
    "oklahoma_ace": ("rule.okace", "rule.okace.why"),
    "spades_double": ("set.spades", "set.spades.why"),
    "gin_bonus": ("set.ginbonus", "set.ginbonus.why"),
    "undercut_bonus": ("set.undercut", "set.undercut.why"),
    "tie": ("rule.tie", "rule.tie.why"),
    "big_gin": ("set.biggin", "set.biggin.why"),
    "box_bonus": ("set.box", "set.box.why"),
    "box_timing": ("rule.boxtime", "rule.boxtime.why"),
    "game_bonus": ("set.gamebonus", "set.gamebonus.why"),
    "shutout": ("set.shutout", "set.shutout.why"),
    "shutout_test": ("rule.shuttest", "rule.shuttest.why"),
    "winner_by": ("rule.winner", "rule.winner.why"),
    "first_dealer": ("rule.first", "rule.first.why"),
    "next_dealer": ("set.dealer", "set.dealer.why"),
    "scoring": ("rule.scoring", "set.hollywood.why"),
    "layoff": ("set.autolayoff", "rule.layoff.why"),
    "last_discard": ("rule.last", "rule.last.why"),
}
_VALUES: Final[dict[tuple[str, Value], str]] = {
    ("knock", "ten"): "set.knock.ten",
    ("knock", "oklahoma"): "set.knock.okl",
    ("knock", "gin_only"): "set.knock.gin",
    ("oklahoma_ace", "gin_only"): "rule.okace.gin",
    ("oklahoma_ace", "one"): "rule.okace.one",
    ("tie", "undercut"): "rule.tie.undercut",
    ("tie", "none"): "rule.tie.none",
    ("box_timing", "end"): "rule.boxtime.end",
    ("box_timing", "immediate"): "rule.boxtime.now",
    ("shutout", "none"): "rule.shutout.none",
    ("shutout", "double_game"): "rule.shutout.game",
    ("shutout", "double_total"): "rule.shutout.total",
    ("shutout_test", "hands"): "rule.shuttest.hands",
    ("shutout_test", "points"): "rule.shuttest.points",
    ("winner_by", "first"): "rule.winner.first",
    ("winner_by", "total"): "rule.winner.total",
    ("first_dealer", "random"): "rule.first.random",
    ("first_dealer", "low_card"): "rule.first.low",
    ("next_dealer", "alternate"): "rule.next.alternate",
    ("next_dealer", "every_hand"): "rule.next.every",
    ("next_dealer", "loser"): "rule.next.loser",
    ("next_dealer", "winner"): "rule.next.winner",
    ("scoring", "single"): "rule.scoring.single",
    ("scoring", "hollywood"): "rule.scoring.hw",
    ("layoff", "auto"): "rule.layoff.auto",
    ("layoff", "choose"): "rule.layoff.choose",
    ("last_discard", "none"): "rule.last.none",
    ("last_discard", "take"): "rule.last.take",
}
_AUTO: Final = {"language": "set.byterm", "colours": "set.byterm", "width": "set.byterm"}
"""Who decides a setting that is left to itself; for the others the language does."""


def rule_label(t: Translator, name: str) -> str:
    """What a field of `HouseRules` is called."""
    return t(_RULES[name][0])


def rule_why(t: Translator, name: str, value: Value | None = None) -> str:
    """The line under it: what it changes, or what this value of it means where that is told."""
    if name == "knock" and value is not None:
        return t(f"{_VALUES[name, value]}.why")
    return t(_RULES[name][1])


def rule_value(t: Translator, name: str, value: Value) -> str:
    """A value of a field in words."""
    if isinstance(value, bool) or (name == "big_gin" and value == 0):
        return t("on" if value else "off")
    if isinstance(value, int):
        return t.number(value)
    if value == "flat_100":
        return t("rule.shutout.flat", n=100)
    return t(_VALUES[name, value])


def preset_name(t: Translator, rules: HouseRules) -> str:
    """The name of the preset that these rules are, or that they are the players' own."""
    return t(f"preset.{rules.preset_name() or 'own'}")


def setting_label(t: Translator, item: Item) -> str:
    """What a setting is called."""
    return t(item.label)


def setting_why(t: Translator, item: Item) -> str:
    """The line under it: what it changes."""
    return t(item.why)


def setting_value(t: Translator, item: Item, value: Any) -> str:
    """A value of a setting in words; several in a row.

    >>> from ginrummy.settings import SCHEMA
    >>> t = Translator("en")
    >>> setting_value(t, SCHEMA["digits"], "devanagari"), setting_value(t, SCHEMA["theme"], "nord")
    ('० १ २ ३', 'nord')
    """
    if isinstance(value, tuple):
        return ", ".join(setting_value(t, item, each) for each in value)
    if isinstance(value, bool):
        return t("on" if value else "off")
    if value == "auto":
        return t(_AUTO.get(item.name, "set.bylang"))
    if item.name in ("language", "languages"):
        return Translator(value).own_name if value in LANGUAGES else str(value)
    if item.name == "level":
        return bot_name(t, value)
    if item.name == "digits":
        own = t.but(digits=value)
        return " ".join(own.number(n) for n in range(4))
    if item.name == "colours":
        return t("set.colours.all") if value == "true" else t("set.colours.n", n=int(value))
    return t(f"{item.words}.{value}") if value in item.choices else str(value)


def bot_name(t: Translator, name: str) -> str:
    """A level in words, or an outside bot by its name; of a program's command line only its first word."""
    return t(f"diff.{name}") if name in LEVELS else t("bot.other", name=bot_program(name))


def bot_program(name: str) -> str:
    """The name of an outside bot; of a command line the program alone, without folder and arguments."""
    program = name.removeprefix("cmd:").split(" ")[0].strip("'\"")
    return program.replace("\\", "/").rsplit("/", 1)[-1]
