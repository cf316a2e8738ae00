"""What a player has played: folds over the records, nothing kept beside them.

A match in which a move was taken back or a hint asked for is counted apart (`helped`), as is one that is not
finished. A person gives up a match by losing it.

    >>> low, high = wilson(7, 10)
    >>> round(low, 2), round(high, 2)
    (0.4, 0.89)
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ginrummy.engine.record import Header, Line
from ginrummy.store import Summary

Z95 = 1.959964
"""Standard deviations on each side that hold 95% of a normal distribution."""
FEW = 20
"""Matches below which shares say little."""
OWN_RULES = "own"
"""The name under which matches by rules that are no preset are counted."""


@dataclass
class Group:
    """The figures of some matches, from the person's side. Undercuts suffered are the person's own knocks."""

    matches: int = 0
    won: int = 0
    level: int = 0
    """Matches that nobody won."""
    hands: int = 0
    hands_won: int = 0
    void: int = 0
    gins: int = 0
    gins_against: int = 0
    knocks: int = 0
    """Own knocks, gin not among them."""
    knocks_against: int = 0
    undercuts_made: int = 0
    undercuts_suffered: int = 0
    knock_total: int = 0
    """The sum of what the own knocks counted."""

    @property
    def interval(self) -> tuple[float, float]:
        """Where the share of matches won probably lies (95%)."""
        return wilson(self.won, self.matches)

    @property
    def knock_average(self) -> float | None:
        """What an own knock counted on average."""
        return self.knock_total / self.knocks if self.knocks else None

    def add(self, match: Summary, me: int) -> None:
        """Count a finished match."""
        self.matches += 1
        self.won += match.winner == me
        self.level += match.winner is None
        for line in match.results:
            self._add_hand(line, me)

    def _add_hand(self, line: Line, me: int) -> None:
        self.hands += 1
        result, mine = line.get("result"), line.get("knocker_seat") == me
        self.hands_won += line.get("winner_seat") == me
        if result == "void":
            self.void += 1
        elif result in ("gin", "big_gin"):
            self.gins += mine
            self.gins_against += not mine
        else:
            self.knocks += mine
            self.knocks_against += not mine
            self.knock_total += line["deadwood"][me] if mine else 0
            self.undercuts_suffered += mine and result == "undercut"
            self.undercuts_made += not mine and result == "undercut"

    def to_json(self) -> dict[str, Any]:
        """The figures for programs."""
        low, high = self.interval
        return {
            "matches": self.matches,
            "won": self.won,
            "lost": self.matches - self.won - self.level,
            "level": self.level,
            "win_rate": round(self.won / self.matches, 4) if self.matches else None,
            "ci95": [round(low, 4), round(high, 4)] if self.matches else None,
            "hands": self.hands,
            "hands_won": self.hands_won,
            "void": self.void,
            "gins": self.gins,
            "gins_against": self.gins_against,
            "knocks": self.knocks,
            "knocks_against": self.knocks_against,
            "undercuts_made": self.undercuts_made,
            "undercuts_suffered": self.undercuts_suffered,
            "knock_average": None if self.knock_average is None else round(self.knock_average, 2),
        }


@dataclass
class Stats:
    """Everything: all counted matches, the same by bot and by preset, and what is counted apart."""

    all: Group = field(default_factory=Group)
    by_level: dict[str, Group] = field(default_factory=dict)
    by_preset: dict[str, Group] = field(default_factory=dict)
    helped: Group = field(default_factory=Group)
    unfinished: int = 0
    streak: int = 0
    """Matches won in a row up to now."""
    best_streak: int = 0
    longest: int = 0
    """Hands of the longest match."""
    longest_when: str = ""
    margins: list[int] = field(default_factory=list)
    """My final score less theirs, match by match in the order played; for a chart."""
    counted: list[tuple[Path, int]] = field(default_factory=list)
    """The file of each match counted and the person's seat in it, in the same order."""

    def to_json(self) -> dict[str, Any]:
        """The figures for programs."""
        return self.all.to_json() | {
            "streak": self.streak,
            "best_streak": self.best_streak,
            "longest": {"hands": self.longest, "when": self.longest_when} if self.longest else None,
            "by_level": {name: group.to_json() for name, group in self.by_level.items()},
            "by_preset": {name: group.to_json() for name, group in self.by_preset.items()},
            "helped": self.helped.to_json(),
            "unfinished": self.unfinished,
        }


def gather(matches: Iterable[Summary]) -> Stats:
    """Fold the list of matches, in any order."""
    stats = Stats()
    known = [(match.header, match) for match in matches if match.header is not None]
    for header, match in sorted(known, key=lambda pair: (pair[0].when, pair[1].path.name)):
        if not match.over:
            stats.unfinished += 1
        elif match.helped:
            stats.helped.add(match, header.me)
        else:
            _add(stats, header, match)
    return stats


def _add(stats: Stats, header: Header, match: Summary) -> None:
    me = header.me
    stats.all.add(match, me)
    stats.by_level.setdefault(header.opponent.name, Group()).add(match, me)
    stats.by_preset.setdefault(header.rules.preset_name() or OWN_RULES, Group()).add(match, me)
    stats.streak = stats.streak + 1 if match.winner == me else 0
    stats.best_streak = max(stats.best_streak, stats.streak)
    stats.margins.append(match.scores[me] - match.scores[1 - me])
    stats.counted.append((match.path, me))
    if match.hands > stats.longest:
        stats.longest, stats.longest_when = match.hands, header.when


def wilson(won: int, played: int) -> tuple[float, float]:
    """Wilson's interval (95%) for the share that `won` of `played` stand for; (0, 1) for nothing played."""
    if not played:
        return 0.0, 1.0
    share, z = won / played, Z95 * Z95 / played
    middle = (share + z / 2) / (1 + z)
    spread = Z95 / (1 + z) * math.sqrt(share * (1 - share) / played + z / played / 4)
    return max(0.0, middle - spread), min(1.0, middle + spread)
