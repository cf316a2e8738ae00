"""The match record: a header, then a line for every deal, move and result (`docs/records.md` describes each).

`Recorder` keeps a match and its record together: every method that moves the match on returns the lines to
append. `reading` makes a recorder from lines.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ginrummy.engine import shuffle
from ginrummy.engine.cards import cards_of
from ginrummy.engine.deal import Phase
from ginrummy.engine.match import Match
from ginrummy.engine.moves import Kind, Move
from ginrummy.engine.rules import HouseRules
from ginrummy.engine.view import names, past_json

FORMAT = 1
MODES = ("friendly", "ranked")
KINDS = ("human", "bot")
ENDS = ("gave_up", "illegal", "no_answer")
"""Why a match can end before its target is reached."""

Line = dict[str, Any]


class RecordError(ValueError):
    """A line that cannot stand in a record.

    `line` is its number from 1, `what` is wrong with it one of move, score, deck and form, `why` says it in
    words, and `detail` what of that goes beyond `what`; where a score is wrong, `expected` is the value that
    should stand there.
    """

    def __init__(
        self, line: int, what: str, why: str, expected: object = None, detail: str | None = None
    ) -> None:
        super().__init__(f"line {line}: {why}")
        self.line, self.what, self.why, self.expected = line, what, why, expected
        self.detail = why if detail is None else detail


class NewerFormat(RecordError):
    """A record written by a newer `version`; it is left as it is."""

    def __init__(self, version: object) -> None:
        self.version = brief(version)
        super().__init__(1, "form", f"written by a newer version ({self.version})")


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat: a person, or the bot called `name` with its `seed`."""

    kind: str
    name: str = ""
    seed: int = 0

    def to_json(self) -> Line:
        """The player as the header holds it."""
        return {"kind": self.kind, "name": self.name} | ({"seed": self.seed} if self.kind == "bot" else {})


@dataclass(frozen=True, slots=True)
class Header:
    """What is settled before the first deal. `when` is the time of the start (ISO 8601, UTC)."""

    code: str
    rules: HouseRules
    players: tuple[Player, Player]
    mode: str = "friendly"
    when: str = ""
    version: str = ""

    @property
    def choosers(self) -> tuple[int, ...]:
        """The seats of people, who lay off by hand where the rules say so."""
        return tuple(seat for seat, player in enumerate(self.players) if player.kind == "human")

    @property
    def me(self) -> int:
        """The person's seat, from which a match is told; of two bots, or two people, the first."""
        return next(iter(self.choosers), 0)

    @property
    def opponent(self) -> Player:
        """Who sits across from `me`."""
        return self.players[1 - self.me]

    def to_json(self) -> Line:
        """The first line of the record."""
        return {
            "format": FORMAT,
            "version": self.version,
            "when": self.when,
            "mode": self.mode,
            "players": [player.to_json() for player in self.players],
            "rules": self.rules.to_json(),
            "code": self.code,
        }


@dataclass(slots=True)
class Marks:
    """What was used in a friendly match, by deal number: take-backs and hints of each seat."""

    undone: dict[int, int] = field(default_factory=dict)
    hints: dict[int, int] = field(default_factory=dict)


class Recorder:
    """A match and its record. Methods that move the match on return the lines to append."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.match = Match(header.code, header.rules, header.choosers)
        self.marks = Marks()
        self.ended: str | None = None
        """One of `ENDS` when the match did not go to its end."""
        self._sealed = self._closed = 0  # how many deals have their first line, and their last, in the record

    def opening(self) -> list[Line]:
        """The header and the first deal's line."""
        return [self.header.to_json(), *self.flush()]

    @property
    def awaits(self) -> bool:
        """Whether a deal's first or last line is still missing in the record."""
        number = self.match.number
        return self._sealed < number or (self._closed < number and self.match.deal.over)

    @property
    def hand_open(self) -> bool:
        """Whether the last deal has no result in the record, and so its deck is not revealed."""
        return self._closed < self._sealed

    def flush(self) -> list[Line]:
        """What follows from the moves but is not in the record yet: a deal's first or last line.

        Empty but after a crash between two lines; whoever resumes a match appends it.
        """
        number, lines = self.match.number, []
        if self._sealed < number:
            lines.append(self._deal_line())
            self._sealed = number
        if self._closed < number and self.match.deal.over:
            lines.append(self._result_line())
            self._closed = number
        return lines

    def play(self, move: Move) -> list[Line]:
        """Make `move` for the seat whose turn it is. Raises `IllegalMove`."""
        return [self.make(move), *self.flush()]

    def make(self, move: Move) -> Line:
        """As `play`, without the result of a deal that it ends: readers find that in the next line."""
        deal = self.match.deal
        seat = deal.turn
        self.match.apply(move)
        picked = str(deal.drawn) if move.kind in (Kind.DRAW, Kind.TAKE) else None
        return _move_line(seat, move, picked)

    def next_deal(self) -> list[Line]:
        """Deal again.

        Raises `ValueError` while a deal is on, after the match, or before the result is recorded.
        """
        if self._closed < self.match.number:
            raise ValueError("the result of the hand is missing")
        self.match.next_deal()
        return self.flush()

    def _deal_line(self) -> Line:
        """The seal of the deck on the table, written before its first move."""
        match = self.match
        seal = shuffle.seal(match.deal.deck, shuffle.nonce(match.code, match.number))
        return {"deal": match.number, "dealer": match.deal.dealer, "seal": seal}

    def _result_line(self) -> Line:
        """The result of the deal that is over, with the deck and nonce that open its seal."""
        match = self.match
        return {
            "over": match.number,
            **past_json(match.results[-1]),
            "scores": list(match.tally.running),
            "deck": " ".join(names(match.deal.deck)),
            "nonce": shuffle.nonce(match.code, match.number),
        }

    def may_take_back(self, seat: int) -> str | None:
        """Why `seat` may not take back its last decision; None when it may.

        One of `undohand`, `undonone`, `undoranked`. A card laid off by hand may always be taken up again;
        everything else only in a friendly match.
        """
        deal = self.match.deal
        if self.match.over or deal.over:
            return "undohand"
        if seat not in deal.seats:
            return "undonone"
        laying = deal.phase is Phase.LAYOFF and bool(deal.laid) and deal.turn == seat
        return "undoranked" if self.header.mode == "ranked" and not laying else None

    def take_back(self, seat: int) -> list[Line]:
        """Undo from the last decision of `seat` on.

        Raises `ValueError` where `may_take_back` says why not.
        """
        if why := self.may_take_back(seat):
            raise ValueError(why)
        if self.match.deal.phase is not Phase.LAYOFF or not self.match.deal.laid:
            self.marks.undone[self.match.number] = self.marks.undone.get(self.match.number, 0) + 1
        self.match.take_back(seat)
        return [{"seat": seat, "do": "undo"}]

    def hint(self, seat: int) -> list[Line]:
        """Mark that `seat` asked for a hint. Raises `ValueError` out of turn and in a ranked match."""
        if self.header.mode == "ranked":
            raise ValueError("a ranked match has no hints")
        if seat != self.match.turn:
            raise ValueError("a hint is for the seat whose turn it is")
        self.marks.hints[self.match.number] = self.marks.hints.get(self.match.number, 0) + 1
        return [{"seat": seat, "do": "hint"}]

    def end(self, loser: int, why: str) -> list[Line]:
        """`loser` loses the match here and now; `why` is one of `ENDS`."""
        self.match.forfeit(loser)
        self.ended = why
        return [{"end": why, "seat": loser}]


def _move_line(seat: int, move: Move, picked: str | None) -> Line:
    line: Line = {"seat": seat, "do": str(move.kind)}
    if picked or move.card is not None:
        line["card"] = picked or str(move.card)
    if move.meld is not None:
        line["onto"] = move.meld
    if move.layout is not None:
        line["layout"] = [names(cards_of(meld)) for meld in move.layout]
    return line


def dump(lines: Sequence[Mapping[str, Any]]) -> str:
    """Lines as the text that is appended to the file."""
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


def brief(value: object) -> str:
    """What went wrong, short and without control characters."""
    return "".join(letter if letter.isprintable() else "?" for letter in str(value)[:60])
