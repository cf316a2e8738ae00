"""The bot protocol: the JSON lines between the game and a bot that is a program of its own (docs/bots.md).

A request holds everything a decision needs, so a bot may forget all it was told. This module writes and reads
the lines; `external` speaks to a program, the command `ginrummy bot` lets a built-in bot be one.

    >>> from ginrummy.engine.moves import PASS, TAKE
    >>> encode(request(7, some_view(), [PASS]))[:21]
    b'{"id":7,"view":{"seat'
    >>> read_answer(b'{"id": 7, "action": "pass"}', 7, [TAKE, PASS])
    Move(kind=<Kind.PASS: 'pass'>, card=None, meld=None, layout=None)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from ginrummy.engine.cards import Card, CardError, cards_of, mask_of
from ginrummy.engine.deal import VOID, Deal, Event, Phase, Result
from ginrummy.engine.match import Match
from ginrummy.engine.moves import Kind, Move, MoveError
from ginrummy.engine.rules import HouseRules, RuleError
from ginrummy.engine.shuffle import deck
from ginrummy.engine.view import View, names, view_of

Line = dict[str, Any]
MOST_BYTES = 65_536
"""The longest line that is read from a bot."""
PHASES = (Phase.UPCARD, Phase.DRAW, Phase.DISCARD, Phase.LAST)
"""What a bot is asked for; laying off is done for it."""
RESULTS = ("knock", "gin", "undercut", "big_gin", "tie", "void")

_T = TypeVar("_T")


class ProtocolError(ValueError):
    """A request that cannot be read; the message is one line that names the field."""


class AnswerError(ValueError):
    """An answer that is none, or no legal move; the message is one line without control characters."""


# What the game says


def encode(line: Mapping[str, Any]) -> bytes:
    """A line as it is sent, with its line end."""
    return json.dumps(line, separators=(",", ":")).encode() + b"\n"


def request(number: int, view: View, legal: Sequence[Move]) -> Line:
    """The request number `number` for a decision."""
    return {"id": number, "view": view.to_json(), "legal": [str(move) for move in legal]}


def deal_over(match: Match) -> Line:
    """What both bots hear when a deal is over: how it was settled, and both hands unless it was void."""
    result, scores = match.results[-1], list(match.tally.running)
    if result.settlement is None:
        return {"event": "deal_over", "result": {"result": result.result}, "scores": scores}
    told = {
        "result": result.result,
        "knocker_seat": result.knocker_seat,
        "winner_seat": result.winner_seat,
        "points": result.points,
        **result.settlement.to_json(),
    }
    hands = [names(cards_of(hand)) for hand in match.deal.hands]
    return {"event": "deal_over", "result": told, "hands": hands, "scores": scores}


def match_over(match: Match) -> Line:
    """What both bots hear at the end of a match."""
    return {"event": "match_over", "scores": list(match.tally.totals or match.tally.running)}


# What a bot says


def read_answer(text: bytes, number: int, legal: Sequence[Move]) -> Move:
    """The move in a bot's answer to the request `number`. Raises `AnswerError`."""
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        raise AnswerError(f"answered with what is no line of JSON: {brief(text)}") from None
    if not isinstance(answer, dict):
        raise AnswerError(f"answered with what is no JSON object: {brief(text)}")
    if type(answer.get("id")) is not int or answer["id"] != number:
        raise AnswerError(f"answered request {brief(answer.get('id'))} when asked {number}")
    action = answer.get("action")
    if not isinstance(action, str):
        raise AnswerError(f"answered without an action: {brief(answer.get('error', text))}")
    try:
        move = Move.parse(action)
    except MoveError:
        raise AnswerError(f"answered {brief(action)}, which is no move") from None
    if move not in legal:
        raise AnswerError(f"answered {brief(action)}, which is not legal ({', '.join(map(str, legal))})")
    return move


def brief(value: object, length: int = 60) -> str:
    """A foreign value as it may stand in a message: at most `length` characters, none that steers a terminal.

    >>> brief(b"x" + bytes([27]) + b"[2J")
    'x?[2J'
    """
    text = value.decode(errors="replace") if isinstance(value, bytes) else str(value)
    return "".join(letter if letter.isprintable() else "?" for letter in text.strip()[:length])


# What a bot hears, read again


def read_request(line: object) -> tuple[View, list[Move]]:
    """View and legal moves of a request. Raises `ProtocolError`; unknown fields are ignored."""
    data = _object(line, "request")
    moves = _field(data, "legal", _list_of(_move), "")
    if not moves:
        raise ProtocolError("legal: empty (there is always a legal move)")
    return view_from_json(data.get("view")), moves


def view_from_json(line: object) -> View:
    """The view that `View.to_json` wrote; unknown fields are ignored.

    Raises `ProtocolError`, which names the field. What the protocol leaves out is worked out again from the
    events. Two things cannot be: the card just drawn from the stock (`drawn` is then None) and the melds
    shown in earlier deals (`past` without `settlement`).

        >>> view = some_view()
        >>> view_from_json(view.to_json()) == view
        True
        >>> view_from_json(view.to_json() | {"stock": "many"})
        Traceback (most recent call last):
        ginrummy.bots.protocol.ProtocolError: view.stock: not a number from 0 to 31
    """
    data = _object(line, "view")

    def get(name: str, read: Callable[[object], _T]) -> _T:
        return _field(data, name, read)

    seat, phase = get("seat", _int(0, 1)), get("phase", _phase)
    events, pile = get("events", _list_of(_event)), get("pile", _cards)
    taken, opponent = get("taken", _maybe(_card)), get("opponent", lambda value: _object(value, "an object"))
    view = View(
        seat=seat,
        dealer=get("dealer", _int(0, 1)),
        phase=phase,
        turn=seat,
        hand=cards_of(mask_of(get("hand", _cards))),
        pile=tuple(pile),
        stock=get("stock", _int(0, 31)),
        opponent_cards=_field(opponent, "cards", _int(10, 11), "view.opponent."),
        known=cards_of(mask_of(_field(opponent, "known", _cards, "view.opponent."))),
        mine_known=_still_held(events, seat),
        taken=taken,
        drawn=taken,
        upcard=_upcard(events, pile),
        limit=get("knock_limit", _int(0, 10)),
        must_draw=phase is Phase.DRAW and [event.do for event in events] == [Kind.PASS, Kind.PASS],
        scores=get("scores", _pair),
        games=tuple(get("games", _list_of(_pair))) if "games" in data else (),
        rules=get("rules", _rules),
        deal=get("deal", _int(1, 100_000)),
        past=tuple(get("past", _list_of(_past))),
        events=tuple(events),
        spread=(),
        laid=(),
    )
    _check_hand(view)
    return view


def some_view() -> View:
    """A view for examples: the first decision of a deal."""
    deal = Deal(deck("7K3F-9QXM-2AB4", 1), dealer=0)
    return view_of(deal, deal.turn)


def _check_hand(view: View) -> None:
    """The hand fits the phase, and no card is in two places."""
    wanted = 11 if view.phase is Phase.DISCARD else 10
    if len(view.hand) != wanted:
        raise ProtocolError(f"view.hand: {len(view.hand)} cards (in phase {view.phase} there are {wanted})")
    places = [*view.hand, *view.pile, *view.known]
    if twice := next((card for n, card in enumerate(places) if card in places[:n]), None):
        raise ProtocolError(f"view.hand: {twice} is in two places")
    if view.taken is not None and view.taken not in view.hand:
        raise ProtocolError(f"view.taken: {view.taken} is not in the hand")


def _still_held(events: Sequence[Event], seat: int) -> tuple[Card, ...]:
    """What `seat` took from the pile and has not thrown since."""
    held = 0
    for event in events:
        if event.seat == seat and event.card is not None:
            held = held | event.card.bit if event.do == Kind.TAKE else held & ~event.card.bit
    return cards_of(held)


def _upcard(events: Sequence[Event], pile: Sequence[Card]) -> Card:
    """The deal's first upcard: the card of a take before anything else but passes, else it lies undermost."""
    offered = next((event for event in events[:2] if event.do != Kind.PASS), None)
    if offered is not None and offered.do == Kind.TAKE and offered.card is not None:
        return offered.card
    if not pile:
        raise ProtocolError("view.pile: empty, and nobody took the upcard")
    return pile[0]


# Readers of single values: each raises `ValueError` with the end of the message


def _field(data: Line, name: str, read: Callable[[object], _T], prefix: str = "view.") -> _T:
    if name not in data:
        raise ProtocolError(f"{prefix}{name}: missing")
    try:
        return read(data[name])
    except ValueError as error:
        raise ProtocolError(f"{prefix}{name}: {error}") from None


def _object(value: object, what: str) -> Line:
    if not isinstance(value, dict):
        raise ProtocolError(f"{what}: not a JSON object")
    return value


def _int(low: int, high: int) -> Callable[[object], int]:
    def read(value: object) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError(f"not a number from {low} to {high}")
        return value

    return read


def _maybe(read: Callable[[object], _T]) -> Callable[[object], _T | None]:
    return lambda value: None if value is None else read(value)


def _list_of(read: Callable[[object], _T]) -> Callable[[object], list[_T]]:
    def read_all(value: object) -> list[_T]:
        if not isinstance(value, list):
            raise ValueError("not a list")
        return [read(item) for item in value]

    return read_all


def _card(value: object) -> Card:
    if not isinstance(value, str):
        raise ValueError("not a card (write rank and suit, like 4H)")
    try:
        return Card.parse(value)
    except CardError:
        raise ValueError(f"not a card: {brief(value)!r} (write rank and suit, like 4H)") from None


def _cards(value: object) -> list[Card]:
    return _list_of(_card)(value)


def _move(value: object) -> Move:
    try:
        return Move.parse(value if isinstance(value, str) else "")
    except MoveError:
        raise ValueError(f"not a move: {brief(value)!r}") from None


def _phase(value: object) -> Phase:
    for phase in PHASES:
        if value == phase:
            return phase
    raise ValueError(f"not a phase ({', '.join(PHASES)})")


def _pair(value: object) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2 or any(type(item) is not int for item in value):
        raise ValueError("not two numbers")
    return value[0], value[1]


def _rules(value: object) -> HouseRules:
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")
    try:
        return HouseRules.from_json(value)
    except RuleError as error:
        raise ValueError(brief(error, 200)) from None


def _event(value: object) -> Event:
    if not isinstance(value, dict) or value.get("do") not in list(Kind):
        raise ValueError('not a list of moves (each like {"seat": 1, "do": "take", "card": "7H"})')
    return Event(_SEAT(value.get("seat")), Kind(value["do"]), _maybe(_card)(value.get("card")))


def _past(value: object) -> Result:
    if not isinstance(value, dict) or value.get("result") not in RESULTS:
        raise ValueError(f"not a list of results (each {', '.join(RESULTS)})")
    if value["result"] == "void":
        return VOID
    return Result(
        value["result"],
        knocker_seat=_SEAT(value.get("knocker_seat")),
        winner_seat=_maybe(_SEAT)(value.get("winner_seat")),
        points=_int(0, 10_000)(value.get("points")),
        turn=_int(1, 1_000)(value.get("turn")),
        deadwood=_pair(value.get("deadwood")),
    )


_SEAT = _int(0, 1)
