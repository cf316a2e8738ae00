"""How the program is to start; apart from the session, so that the menu comes without the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ginrummy.engine.rules import HouseRules, Value
from ginrummy.settings import Settings

if TYPE_CHECKING:
    from ginrummy.engine.record import Header


@dataclass(frozen=True)
class StartOptions:
    """What the command line says about how to start; None leaves it to the settings."""

    lang: str | None = None
    level: str | None = None
    preset: str | None = None
    target: int | None = None
    rules: Mapping[str, str] = field(default_factory=dict)
    code: str | None = None
    new: bool = False
    plain: bool = False
    ascii: bool = False

    @property
    def shapes_match(self) -> bool:
        """Whether an option says what match to play."""
        return bool(self.level or self.preset or self.target or self.rules or self.code)

    def house_rules(self, settings: Settings) -> HouseRules:
        """The rules of a new match: the preset, or the settings' rules, with the single options on top.

        Raises `RuleError`.
        """
        start: Mapping[str, Value] = (
            settings.rules.to_json() if self.preset is None else {"preset": self.preset}
        )
        target = {} if self.target is None else {"target": self.target}
        return HouseRules.from_json({**start, **target, **self.rules})

    def header(self, settings: Settings) -> Header:
        """The header of the new match that settings and options ask for. Raises `RuleError`."""
        from ginrummy.session import new_header

        level = self.level or settings.level
        return new_header(self.house_rules(settings), level, settings.mode, self.code)
