"""The match record: a header, then a line for every deal, move and result (`docs/records.md` describes each).

`Recorder` keeps a match and its record together: every method that moves the match on returns the lines to
append. `read` makes a recorder from lines by playing each of them again, which also verifies them:
legality, drawn cards, scores, decks and their seals.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast

from ginrummy.engine import shuffle
from ginrummy.engine.cards import CardError, cards_of, mask_of, parse_cards
from ginrummy.engine.deal import IllegalMove, Phase
from ginrummy.engine.match import Match
from ginrummy.engine.moves import WITH_CARD, Kind, Move, MoveError
from ginrummy.engine.rules import HouseRules, RuleError
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
    words; where a score is wrong, `expected` is the value that should stand there.
    """

    def __init__(self, line: int, what: str, why: str, expected: object = None) -> None:
        super().__init__(f"line {line}: {why}")
        self.line, self.what, self.why, self.expected = line, what, why, expected


class NewerFormat(RecordError):
    """A record written by a newer `version`; it is left as it is."""

    def __init__(self, version: object) -> None:
        self.version = _brief(version)
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
        salt = shuffle.nonce(match.code, match.number)
        seal = shuffle.commitment(match.deal.deck, salt)
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


def read(lines: Iterable[Line]) -> Recorder:
    """Play a record again, line by line.

    Raises `RecordError` at the first line that is wrong, `NewerFormat`.
    """
    numbered = enumerate(lines, 1)
    recorder = Recorder(read_header(next(numbered, (1, {}))[1]))
    for number, line in numbered:
        try:
            _read_line(recorder, line)
        except IllegalMove as error:
            raise RecordError(number, "move", f"the move was not allowed: {error}") from None
        except _Wrong as error:
            raise RecordError(number, error.what, str(error), error.expected) from None
        except (CardError, MoveError, KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise RecordError(number, "form", f"not a line of a record ({_brief(error)})") from None
    return recorder


def parse(text: str) -> list[Line]:
    """The lines of a record's text; a torn last line (no line end after it) is dropped.

    Raises `RecordError` for a line that is not a JSON object.
    """
    rows = text.split("\n")
    torn = rows.pop()
    lines = []
    for number, row in enumerate(rows, 1):
        lines.append(parse_row(number, row))
    if torn and not lines:
        raise RecordError(1, "form", "not a match record")
    return lines


def dump(lines: Sequence[Mapping[str, Any]]) -> str:
    """Lines as the text that is appended to the file."""
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


class _Wrong(ValueError):
    def __init__(self, what: str, why: str, expected: object = None) -> None:
        super().__init__(why)
        self.what, self.expected = what, expected


def parse_row(number: int, row: str | bytes) -> Line:
    """One line of a record. Raises `RecordError` with its `number` when it is no JSON object."""
    try:
        line = json.loads(row, object_pairs_hook=_object)
    except _Wrong as error:
        raise RecordError(number, "form", str(error)) from None
    except (ValueError, RecursionError):
        raise RecordError(number, "form", "not a line of JSON") from None
    if not isinstance(line, dict):
        raise RecordError(number, "form", "not a JSON object")
    return line


def _object(pairs: list[tuple[str, Any]]) -> Line:
    """A JSON object; two fields of one name are an error, for programs differ in which of them they take."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _Wrong("form", f"a field is there twice: {_brief(twice)}")
    return found


def read_header(line: Line) -> Header:
    """The header from the first line of a record. Raises `RecordError` and `NewerFormat`."""
    version = line.get("format")
    if type(version) is int and version > FORMAT:
        raise NewerFormat(line.get("version"))
    if type(version) is not int or version != FORMAT:
        raise RecordError(1, "form", "not a match record")
    try:
        first, second = (_read_player(player) for player in line["players"])
        header = Header(
            shuffle.read_code(line["code"]),
            HouseRules.from_json(line["rules"]),
            (first, second),
            line["mode"],
            str(line["when"]),
            str(line["version"]),
        )
    except RuleError as error:
        raise RecordError(1, "form", str(error)) from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise RecordError(1, "form", f"not the header of a record ({_brief(error)})") from None
    if not header.version.isprintable():
        raise RecordError(1, "form", "a version with control characters")
    if header.mode not in MODES or not _is_time(header.when) or header.to_json() != line:
        raise RecordError(1, "form", "not the header of a record (a field is missing, unknown or wrong)")
    return header


def _is_time(text: str) -> bool:
    """Whether this is a time, or nothing, where whoever began the match noted none."""
    try:
        return not text or bool(datetime.fromisoformat(text))
    except ValueError:
        return False


def _read_player(data: Line) -> Player:
    player = Player(**data)
    if player.kind not in KINDS or not isinstance(player.name, str) or type(player.seed) is not int:
        raise ValueError("unknown player")
    if not player.name.isprintable():
        raise ValueError("a name with control characters")
    return player


def _read_line(recorder: Recorder, line: Line) -> None:
    if recorder.ended:
        raise _Wrong("form", "a line after the end of the match")
    if "deal" in line or "over" in line:
        _read_flushed(recorder, line)
    elif recorder.awaits:
        raise _Wrong("form", "a line that opens or closes the hand is missing")
    elif "end" in line:
        _check_end(recorder, line)
        _same(line, recorder.end(line["seat"], line["end"])[0], {}, "form")
    elif line["do"] in ("undo", "hint"):
        _same(line, _mark(recorder, line), {}, "form")
    else:
        _read_move(recorder, line)


def _read_flushed(recorder: Recorder, line: Line) -> None:
    """A deal's first or last line."""
    what = "deal" if "deal" in line else "over"
    if what == "deal" and not recorder.awaits:
        expected = recorder.next_deal()[0]
    else:
        expected = next(iter(recorder.flush()), {})
    if what not in expected:
        why = "a result before the hand is over" if what == "over" else "the result is missing"
        raise _Wrong("form", why)
    _same(line, expected, {"seal": "deck", "deck": "deck", "nonce": "deck"}, "score")


def _check_end(recorder: Recorder, line: Line) -> None:
    """People give up; bots make illegal moves or do not answer."""
    possible = not recorder.match.over and line["end"] in ENDS and _is_seat(line["seat"])
    if not possible or (line["end"] == "gave_up") != (_kind_at(recorder, line) == "human"):
        raise _Wrong("form", "the match cannot end like this")


def _mark(recorder: Recorder, line: Line) -> Line:
    if not _is_seat(line["seat"]):
        raise _Wrong("form", "no such seat")
    if _kind_at(recorder, line) != "human":
        raise _Wrong("move", "the move was not allowed: bots take nothing back and get no hints")
    try:
        return (recorder.take_back if line["do"] == "undo" else recorder.hint)(line["seat"])[0]
    except ValueError as error:
        raise _Wrong("move", f"the move was not allowed: {error}") from None


def _read_move(recorder: Recorder, line: Line) -> None:
    if type(line["seat"]) is not int or line["seat"] != recorder.match.turn:
        raise _Wrong("move", f"the move was not allowed: it is not the turn of seat {_brief(line['seat'])}")
    _same(line, recorder.make(_move_of(line)), {}, "move")


def _move_of(line: Line) -> Move:
    """The move of a line, from the fields that a move of its kind has."""
    kind = Kind(line["do"])
    card = parse_cards(line["card"])[0] if kind in WITH_CARD else None
    if kind is Kind.LAYOFF:
        if type(line["onto"]) is not int:
            raise _Wrong("form", f"onto is not the number of a meld: {_brief(line['onto'])}")
        return Move(kind, card, line["onto"])
    if kind is Kind.KNOCK and "layout" in line:
        return Move(kind, card, layout=tuple(mask_of(parse_cards(" ".join(meld))) for meld in line["layout"]))
    return Move(kind, card)


def _is_seat(value: object) -> bool:
    return type(value) is int and value in (0, 1)


def _kind_at(recorder: Recorder, line: Line) -> str:
    return recorder.header.players[line["seat"]].kind


def _same(line: Line, expected: Line, kinds: dict[str, str], what: str) -> None:
    """Raise unless the line is exactly as it must be; the first field that is not says what is wrong."""
    for name, value in expected.items():
        if name not in line or not _alike(line[name], value):
            kind = kinds.get(name, what)
            if kind == "deck":
                raise _Wrong(kind, f"{name}: the deck does not fit its seal")
            raise _Wrong(kind, f"{name} should be {value}", value)
    if extra := set(line) - set(expected):
        raise _Wrong("form", f"unknown field: {_brief(min(extra))}")


def _alike(given: object, value: object) -> bool:
    """Whether they would be written alike: `True`, 1 and 1.0 are equal to Python, not to other programs."""
    if type(given) is not type(value) or given != value:
        return False
    return not isinstance(value, list) or all(map(_alike, cast("list[object]", given), value))


def _move_line(seat: int, move: Move, picked: str | None) -> Line:
    line: Line = {"seat": seat, "do": str(move.kind)}
    if picked or move.card is not None:
        line["card"] = picked or str(move.card)
    if move.meld is not None:
        line["onto"] = move.meld
    if move.layout is not None:
        line["layout"] = [names(cards_of(meld)) for meld in move.layout]
    return line


def _brief(value: object) -> str:
    """What went wrong, short and without control characters."""
    return "".join(letter if letter.isprintable() else "?" for letter in str(value)[:60])
