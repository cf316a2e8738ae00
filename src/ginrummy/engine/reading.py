"""A match record read back: each of its moves is played again, which also verifies it.

Whatever does not follow from the lines before it is found: legality, drawn cards, scores, decks and their
seals.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any, cast

from ginrummy.engine import shuffle
from ginrummy.engine.cards import CardError, mask_of, parse_cards
from ginrummy.engine.deal import IllegalMove
from ginrummy.engine.moves import WITH_CARD, Kind, Move, MoveError
from ginrummy.engine.record import (
    ENDS,
    FORMAT,
    KINDS,
    MODES,
    Header,
    Line,
    NewerFormat,
    Player,
    Recorder,
    RecordError,
    brief,
)
from ginrummy.engine.rules import HouseRules, RuleError


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
            wrong = _not_allowed(str(error))
            raise RecordError(number, "move", str(wrong), detail=wrong.detail) from None
        except _Wrong as error:
            raise RecordError(number, error.what, str(error), error.expected, error.detail) from None
        except (CardError, MoveError, KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            detail = brief(error)
            raise RecordError(number, "form", f"not a line of a record ({detail})", detail=detail) from None
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
        raise RecordError(1, "form", "not a match record", detail="")
    return lines


class _Wrong(ValueError):
    """As `RecordError`, where the number of the line is not known."""

    def __init__(self, what: str, why: str, expected: object = None, detail: str | None = None) -> None:
        super().__init__(why)
        self.what, self.expected, self.detail = what, expected, detail


def _not_allowed(why: str) -> _Wrong:
    return _Wrong("move", f"the move was not allowed: {why}", detail=why)


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
        raise _Wrong("form", f"a field is there twice: {brief(twice)}")
    return found


def read_header(line: Line) -> Header:
    """The header from the first line of a record. Raises `RecordError` and `NewerFormat`."""
    version = line.get("format")
    if type(version) is int and version > FORMAT:
        raise NewerFormat(line.get("version"))
    if type(version) is not int or version != FORMAT:
        raise RecordError(1, "form", "not a match record", detail="")
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
        raise RecordError(1, "form", f"not the header of a record ({brief(error)})") from None
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
        raise _not_allowed("bots take nothing back and get no hints")
    try:
        return (recorder.take_back if line["do"] == "undo" else recorder.hint)(line["seat"])[0]
    except ValueError as error:
        raise _not_allowed(str(error)) from None


def _read_move(recorder: Recorder, line: Line) -> None:
    if type(line["seat"]) is not int or line["seat"] != recorder.match.turn:
        raise _not_allowed(f"it is not the turn of seat {brief(line['seat'])}")
    _same(line, recorder.make(_move_of(line)), {}, "move")


def _move_of(line: Line) -> Move:
    """The move of a line, from the fields that a move of its kind has."""
    kind = Kind(line["do"])
    card = parse_cards(line["card"])[0] if kind in WITH_CARD else None
    if kind is Kind.LAYOFF:
        if type(line["onto"]) is not int:
            raise _Wrong("form", f"onto is not the number of a meld: {brief(line['onto'])}")
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
                raise _Wrong(kind, f"{name}: the deck does not fit its seal", detail=name)
            raise _Wrong(kind, f"{name} should be {value}", value)
    if extra := set(line) - set(expected):
        raise _Wrong("form", f"unknown field: {brief(min(extra))}")


def _alike(given: object, value: object) -> bool:
    """Whether they would be written alike: `True`, 1 and 1.0 are equal to Python, not to other programs."""
    if type(given) is not type(value) or given != value:
        return False
    return not isinstance(value, list) or all(map(_alike, cast("list[object]", given), value))
