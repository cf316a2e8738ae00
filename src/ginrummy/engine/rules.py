"""House rules: every field with its values, and the presets.

The standard game is `HouseRules()`. A preset is the standard game with a few changes; `target` and `knock`
stay free under every preset.

    >>> HouseRules.preset("pagat").undercut_bonus
    10
    >>> HouseRules.from_json({"preset": "oklahoma", "target": "250"}).target
    250
    >>> HouseRules(target=5)
    Traceback (most recent call last):
    ginrummy.engine.rules.RuleError: target: 5 is not possible (10 to 1000)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

Value = str | int | bool


class RuleError(ValueError):
    """A rule, value or preset that does not exist; the message is one line that says what would be right."""


@dataclass(frozen=True, slots=True)
class Spec:
    """What a field may hold.

    `choices` in the order screens list them; for free numbers the range `low`..`high`; `zero` is how people
    write 0.
    """

    choices: tuple[Value, ...]
    low: int | None = None
    high: int | None = None
    zero: str = "0"

    def describe(self) -> str:
        """The values in words: `10 to 1000`, or `ten, oklahoma or gin_only`."""
        if self.low is not None:
            return f"{self.low} to {self.high}"
        words = [self.zero if str(choice) == "0" else written(choice) for choice in self.choices]
        return f"{', '.join(words[:-1])} or {words[-1]}"

    def allows(self, value: object) -> bool:
        """Whether a field of this kind may hold `value`."""
        if self.low is not None and self.high is not None:
            return type(value) is int and self.low <= value <= self.high
        return any(type(value) is type(choice) and value == choice for choice in self.choices)


SPECS: dict[str, Spec] = {
    "target": Spec((100, 50, 150, 200, 250), 10, 1000),
    "knock": Spec(("ten", "oklahoma", "gin_only")),
    "oklahoma_ace": Spec(("gin_only", "one")),
    "spades_double": Spec((False, True)),
    "gin_bonus": Spec((25, 20, 10), 0, 100),
    "undercut_bonus": Spec((25, 20, 10, 0), 0, 100),
    "tie": Spec(("undercut", "none")),
    "big_gin": Spec((0, 31, 50), zero="off"),
    "box_bonus": Spec((0, 10, 20, 25)),
    "box_timing": Spec(("end", "immediate")),
    "game_bonus": Spec((0, 100)),
    "shutout": Spec(("none", "double_game", "double_total", "flat_100")),
    "shutout_test": Spec(("hands", "points")),
    "winner_by": Spec(("first", "total")),
    "first_dealer": Spec(("random", "low_card")),
    "next_dealer": Spec(("alternate", "every_hand", "loser", "winner")),
    "scoring": Spec(("single", "hollywood")),
    "layoff": Spec(("auto", "choose")),
    "last_discard": Spec(("none", "take")),
}
"""The fields of `HouseRules` in the order of the rules page; the first choice of each is the standard."""

FREE_FIELDS = ("target", "knock")
"""Fields that a preset leaves to the players."""

PRESETS: dict[str, dict[str, Value]] = {
    "standard": {},
    "hindi_circle": {"box_bonus": 20, "game_bonus": 100, "shutout": "double_game", "shutout_test": "points"},
    "wikihow": {
        "box_bonus": 25,
        "game_bonus": 100,
        "shutout": "flat_100",
        "winner_by": "total",
        "first_dealer": "low_card",
        "next_dealer": "loser",
    },
    "hindi_app": {"box_bonus": 25, "game_bonus": 100, "next_dealer": "every_hand"},
    "pagat": {
        "gin_bonus": 20,
        "undercut_bonus": 10,
        "box_bonus": 20,
        "game_bonus": 100,
        "shutout": "double_game",
        "shutout_test": "points",
        "first_dealer": "low_card",
        "next_dealer": "loser",
        "oklahoma_ace": "one",
    },
    "straight": {"knock": "gin_only"},
    "oklahoma": {"knock": "oklahoma"},
    "hollywood": {"scoring": "hollywood", "box_bonus": 20, "game_bonus": 100},
}


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The rules of one match. Raises `RuleError` when a value is outside its field's `SPECS`."""

    target: int = 100
    """The match goes to the first who reaches this many points."""
    knock: str = "ten"
    """The knock limit: 10, the first upcard's value, or gin only."""
    oklahoma_ace: str = "gin_only"
    """Under Oklahoma, what an ace as upcard means."""
    spades_double: bool = False
    """Under Oklahoma, a spade as upcard doubles the hand's points."""
    gin_bonus: int = 25
    """Added to the defender's deadwood on gin."""
    undercut_bonus: int = 25
    """Added to the difference when the defender undercuts."""
    tie: str = "undercut"
    """What equal counts are: an undercut, or a hand that nobody wins."""
    big_gin: int = 0
    """The bonus for eleven melded cards in place of the gin bonus; 0 where the call does not exist."""
    box_bonus: int = 0
    """Points for each hand won."""
    box_timing: str = "end"
    """When boxes count: at the end of the match, or at once and towards the target."""
    game_bonus: int = 0
    """Points for the winner at the end of the match."""
    shutout: str = "none"
    """What a winner gets on top when the loser has nothing."""
    shutout_test: str = "hands"
    """What nothing means: no hand won, or no points."""
    winner_by: str = "first"
    """Who wins: the first at the target, or the higher total after the bonuses."""
    first_dealer: str = "random"
    """Who deals first: drawn with the deck, or the lower of two cards."""
    next_dealer: str = "alternate"
    """Who deals next."""
    scoring: str = "single"
    """One game, or Hollywood's three at once."""
    layoff: str = "auto"
    """Whether the game lays off for people, or they do it themselves."""
    last_discard: str = "none"
    """Whether the last discard may be taken in order to knock."""

    def __post_init__(self) -> None:
        for name, spec in SPECS.items():
            if not spec.allows(value := getattr(self, name)):
                raise RuleError(f"{name}: {written(value)} is not possible ({spec.describe()})")

    @classmethod
    def preset(cls, name: str, **changes: Value) -> HouseRules:
        """The rules called `name`, with `changes` on top. Raises `RuleError` for an unknown name."""
        if name not in PRESETS:
            raise RuleError(f"unknown preset: {name} ({', '.join(PRESETS)})")
        return cls(**{**PRESETS[name], **changes})  # type: ignore[arg-type]

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> HouseRules:
        """Rules from a mapping of fields, which may name a `preset` to start from.

        Values may be text, as they are typed on the command line or written in a settings file.
        Raises `RuleError` for a field that does not exist or a value it cannot hold.
        """
        changes = {name: read(name, value) for name, value in given.items() if name != "preset"}
        return cls.preset(str(given.get("preset", "standard")), **changes)

    def to_json(self) -> dict[str, Value]:
        """Every field with its value, as `from_json` reads it; a big gin that does not exist is `off`."""
        values = {name: getattr(self, name) for name in SPECS}
        return values | {"big_gin": self.big_gin or SPECS["big_gin"].zero}

    def by_preset(self, name: str) -> HouseRules:
        """The rules called `name`, with the target and knock of these where that preset leaves them free.

        A knock that these rules have from their own preset goes with it. Raises `RuleError` for an unknown
        name.

            >>> HouseRules(target=150, knock="oklahoma", tie="none").by_preset("pagat").knock
            'oklahoma'
            >>> HouseRules.preset("oklahoma", target=150).by_preset("standard") == HouseRules(target=150)
            True
        """
        own = PRESETS.get(self.preset_name() or "", {})
        free = [field for field in FREE_FIELDS if field not in own and field not in PRESETS.get(name, {})]
        return HouseRules.preset(name, **{field: getattr(self, field) for field in free})

    def with_(self, **changes: Value) -> HouseRules:
        """These rules with some fields changed."""
        return replace(self, **changes)  # type: ignore[arg-type]

    def preset_name(self) -> str | None:
        """The preset these rules are, whatever their target and knock; None for rules of the players' own.

        >>> HouseRules.preset("pagat", target=250).preset_name(), HouseRules(tie="none").preset_name()
        ('pagat', None)
        """
        return _preset_name(self)


@lru_cache  # lists of matches ask it for every line
def _preset_name(rules: HouseRules) -> str | None:
    for freed in range(len(FREE_FIELDS) + 1):
        free = {name: getattr(rules, name) for name in FREE_FIELDS[:freed]}
        for name in PRESETS:
            if HouseRules.preset(name, **free) == rules:
                return name
    return None


STANDARD = HouseRules()


def read(name: str, value: object) -> Value:
    """The value of field `name` from text, a number or a truth value.

    Raises `RuleError` where the field does not exist or cannot hold it.

        >>> read("big_gin", "off"), read("spades_double", "on"), read("undercut_bonus", "10")
        (0, True, 10)
    """
    spec = SPECS.get(name)
    if spec is None:
        raise RuleError(f"unknown rule: {name} ({', '.join(SPECS)})")
    result = _typed(spec, value)
    if not spec.allows(result):
        raise RuleError(f"{name}: {written(value)} is not possible ({spec.describe()})")
    return result  # type: ignore[return-value]


def written(value: object) -> str:
    """A value as people type it: truth values are `on` and `off`."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def _typed(spec: Spec, value: object) -> object:
    text = str(value).strip().lower()
    if isinstance(spec.choices[0], bool):
        return {"on": True, "true": True, "off": False, "false": False}.get(text, value)
    if isinstance(spec.choices[0], int) and not isinstance(value, bool | float):
        if text == spec.zero:
            return 0
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else value
    return text if isinstance(value, str) else value
