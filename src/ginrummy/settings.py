"""The player's settings: one schema that gives defaults, types and ranges, the file, and the settings screen.

>>> Settings().speed, SCHEMA["speed"].choices
('normal', ('slow', 'normal', 'fast', 'none'))
>>> settings, wrong = from_toml('speed = "warp"\\nlevel = "hard"\\n[rules]\\ntarget = 250\\n')
>>> settings.level, settings.rules.target, settings.speed, wrong
('hard', 250, 'normal', ['speed'])
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from ginrummy.engine.rules import PRESETS, SPECS, STANDARD, HouseRules, RuleError, read
from ginrummy.i18n import CARD_NAMES, DIGITS, LANGUAGES, CardNames, Digits
from ginrummy.journal import Notice, TooLong, read_file, write_file

if TYPE_CHECKING:
    from ginrummy.store import Store

LEVELS = ("easy", "medium", "hard")


@dataclass(frozen=True, slots=True)
class Item:
    """One setting as file and screen see it.

    `label` and `why` are message keys; the word for a choice is the message `words.choice`, for truth
    values `on` and `off`. `free` settings take other text too (a bot's name), `many` hold several of the
    choices.
    """

    name: str
    default: Any
    label: str
    why: str
    choices: tuple[str, ...] = ()
    words: str = ""
    free: bool = False
    many: bool = False

    def read(self, value: object) -> Any:
        """`value` as the file gives it, checked. Raises `ValueError`."""
        if isinstance(self.default, bool):
            if isinstance(value, bool):
                return value
        elif self.many:
            if isinstance(value, list) and value and all(each in self.choices for each in value):
                return tuple(dict.fromkeys(value))
        elif isinstance(value, str) and (value in self.choices or (self.free and _is_name(value))):
            return value
        raise ValueError(self.name)


def _item(default: Any, label: str, why: str, choices: tuple[str, ...] = (), **more: Any) -> Any:
    return field(default=default, metadata={"item": (label, why, choices, more)})


@dataclass(frozen=True)
class Settings:
    """Everything a player may set. The fields are in the order of the settings screen."""

    rules: HouseRules = STANDARD
    """The house rules of the next match."""
    level: str = _item("medium", "set.difficulty", "set.difficulty.why", LEVELS, words="diff", free=True)
    """The opponent: a level, another bot's name, or `cmd:PROGRAM`."""
    mode: str = _item("friendly", "set.kind", "set.kind.why", ("friendly", "ranked"), words="set.kind")
    language: str = _item("auto", "lang.label", "set.lang.why", ("auto", *LANGUAGES), words="set.lang")
    """`auto` is that of the system."""
    languages: tuple[str, ...] = _item(
        tuple(each for each in ("ne", "hi", "en") if each in LANGUAGES),
        "set.languages",
        "set.languages.why",
        LANGUAGES,
        words="set.lang",
        many=True,
    )
    """Those that the key `l` goes through."""
    digits: Digits = _item("auto", "set.digits", "set.digits.why", DIGITS, words="set.digits")  # noqa: RUF009
    names: CardNames = _item("auto", "set.names", "set.names.why", CARD_NAMES, words="set.names")  # noqa: RUF009
    speed: str = _item(
        "normal", "set.speed", "set.speed.why", ("slow", "normal", "fast", "none"), words="speed"
    )
    confirm: bool = _item(True, "set.confirm", "set.confirm.why")
    theme: str = _item("dark", "set.theme", "set.theme.why", ("dark", "light"), words="theme", free=True)
    """One of the two designed themes, or one of Textual's own by its name."""
    colours: str = _item(
        "auto", "set.colours", "set.colours.why", ("auto", "true", "256", "16"), words="set.colours"
    )
    fourcolour: bool = _item(True, "set.fourcolour", "set.fourcolour.why")
    bigcards: bool = _item(True, "set.bigcards", "set.bigcards.why")
    width: str = _item(
        "auto", "set.width", "set.width.why", ("auto", "sum", "mc0", "cluster"), words="set.width"
    )
    """How wide this terminal draws clusters of letters."""
    keyboard: str = _item(
        "auto",
        "set.keyboard",
        "set.keyboard.why",
        ("auto", "latin", "nepali", "inscript"),
        words="set.keyboard",
    )
    bell: bool = _item(False, "set.bell", "set.bell.why")
    guide: bool = _item(True, "set.guide", "set.guide.why")
    """Whether the first match is accompanied; switched off once it was seen."""
    unknown: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """What the file holds beyond this: settings of a newer version, kept when it is written."""

    def to_toml(self) -> dict[str, Any]:
        """Everything as the file holds it."""
        data = copy.deepcopy(dict(self.unknown))
        for name in SCHEMA:
            value = getattr(self, name)
            data[name] = list(value) if isinstance(value, tuple) else value
        rules = data.pop("rules", {})
        return data | {"rules": rules | self.rules.to_json()}  # tables come last


SCHEMA: dict[str, Item] = {}
"""Every setting but the rules, by its name, in the order of the screen."""
for _field in fields(Settings):
    if "item" in _field.metadata:
        _label, _why, _choices, _more = _field.metadata["item"]
        SCHEMA[_field.name] = Item(_field.name, _field.default, _label, _why, _choices, **_more)


def load(store: Store) -> Settings:
    """The settings of the file, or the defaults.

    A file that cannot be read is set aside, and a value that cannot be is left at its default; both with a
    notice in the store.
    """
    path = store.settings_file
    try:
        text = read_file(path).decode()
        settings, wrong = from_toml(text)
    except FileNotFoundError:
        return Settings()
    except (TooLong, IsADirectoryError, ValueError, RecursionError):
        store.set_aside(path, "save.settings")
        return Settings()
    except OSError:
        return Settings()  # unreadable just now: leave it where it is
    if wrong:
        store.notices.append(Notice("save.values", {"list": ", ".join(wrong)}))
    return settings


def peek(store: Store) -> Settings:
    """The settings of the file, or the defaults, without touching the file or telling anybody."""
    try:
        return from_toml(read_file(store.settings_file).decode())[0]
    except (OSError, ValueError, RecursionError):
        return Settings()


def save(store: Store, settings: Settings) -> Notice | None:
    """Write the settings, all or nothing. Returns what to tell people when that fails."""
    import tomli_w

    try:
        write_file(store.settings_file, tomli_w.dumps(settings.to_toml()).encode())
    except OSError:
        return Notice("save.unset", {"path": str(store.settings_file)})
    return None


def from_toml(text: str) -> tuple[Settings, list[str]]:
    """Settings from the text of the file, and the names of those whose value cannot be.

    Raises `tomllib.TOMLDecodeError` (a `ValueError`) for text that is no TOML.
    """
    data = tomllib.loads(text)
    values, wrong = {}, []
    for name, item in SCHEMA.items():
        if name in data:
            try:
                values[name] = item.read(data[name])
            except ValueError:
                wrong.append(name)
    table = data.get("rules", {})
    rules, wrong_rules = _rules(table) if isinstance(table, dict) else (STANDARD, ["rules"])
    unknown = {name: value for name, value in data.items() if name not in SCHEMA and name != "rules"}
    if isinstance(table, dict) and (strange := {name: table[name] for name in table if not _is_rule(name)}):
        unknown["rules"] = strange
    return Settings(rules=rules, unknown=unknown, **values), wrong + wrong_rules


def _rules(table: Mapping[str, Any]) -> tuple[HouseRules, list[str]]:
    """House rules from a table that may begin with a preset; fields that cannot be are left out and named."""
    wrong = []
    preset = table.get("preset", "standard")
    if not isinstance(preset, str) or preset not in PRESETS:
        preset = "standard"
        wrong.append("rules.preset")
    changes = {}
    for name in SPECS:
        if name in table:
            try:
                changes[name] = read(name, table[name])
            except RuleError:
                wrong.append(f"rules.{name}")
    return HouseRules.preset(preset, **changes), wrong


def _is_rule(name: str) -> bool:
    return name in SPECS or name == "preset"


def _is_name(text: str) -> bool:
    return 0 < len(text) <= 1000 and text.isprintable()
