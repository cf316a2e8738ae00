"""What `ginrummy solve`, `settle` and `score` answer: JSON objects in, JSON objects out.

Requests and answers are described in the help of each command; every function raises `InputError` for bad
input. `answers` is the batch mode.

    >>> solve({"cards": "3S 4S 5S 9D 9C 9H KH KC KD 4H"})["loose"]
    ['4H']
    >>> score({"rules": {"preset": "hindi_app"}, "hands": [["P", 60], ["O", 20], ["P", 45]]})["totals"]
    {'P': 255, 'O': 45}
    >>> list(answers(solve, ['{"cards": "4X"}']))
    [{'error': 'line 1: cards: not a card: 4X (write rank and suit, like 4H, TC, 10♥ or AS)'}]
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ginrummy.engine import melds, scoring
from ginrummy.engine.cards import Card, CardError
from ginrummy.engine.rules import HouseRules, RuleError
from ginrummy.engine.scoring import OverLimitError, ScoreError, SettleError, texts

if TYPE_CHECKING:
    from ginrummy.i18n import Translator
    from ginrummy.i18n.translator import Value

Json = dict[str, Any]
SIDES = {"P": 0, "O": 1}
"""The two players of a score sheet."""


class InputError(ValueError):
    """Bad input. The text is one line of English that names the thing and the place.

    `key` and `values` are the message of the translator that says the same, where there is one; the field
    `place` then stands before it.
    """

    def __init__(
        self, text: str, key: str | None = None, place: str | None = None, /, **values: Value
    ) -> None:
        super().__init__(text)
        self.key, self.place, self.values = key, place, values

    def said(self, t: Translator) -> str:
        """The error in the language of `t`, in English where it has no message."""
        if self.key is None:
            return str(self)
        said = t(self.key, **self.values)
        return f"{self.place}: {said}" if self.place else said


# The three commands


def solve(request: object) -> Json:
    """The best melds of ten or eleven cards; of eleven also every legal discard, and the knock."""
    given = _fields(request, "cards", "limit", "taken")
    hand = _cards(given, "cards", (10, 11))
    limit = _limit(given.get("limit", 10))
    taken = _card(given, "taken")
    if taken is not None and not hand & taken.bit:
        raise InputError(f"taken: {taken} is not among the cards")
    way = melds.best(hand)
    answer = {
        "deadwood": way.deadwood,
        "melds": [texts(meld) for meld in way.melds],
        "loose": texts(way.loose),
    }
    if hand.bit_count() == 11:
        answer |= _discards(hand, limit, taken)
    return answer


def _discards(hand: int, limit: int, taken: Card | None) -> Json:
    """Every legal discard from the best to the worst, dearer cards first among equals; and the best knock."""
    left = {card: count for card, count in melds.discards(hand).items() if card != taken}
    ranked = sorted(left, key=lambda card: (left[card], -card.value, card))
    best = ranked[0]
    knock = None
    if left[best] <= limit:
        kind = "knock" if left[best] else "gin"
        knock = {"discard": str(best), "deadwood": left[best], "kind": kind}
    return {"discards": {str(card): left[card] for card in ranked}, "knock": knock}


def settle(request: object) -> Json:
    """The lay-offs and the score of a knock."""
    given = _fields(request, "knocker", "defender", "melds", "upcard", "rules")
    knocker = _cards(given, "knocker", (10, 11))
    defender = _cards(given, "defender", (10,))
    rules = _rules(given)
    try:
        return scoring.settle(
            knocker, defender, rules, _card(given, "upcard"), melds=_groups(given.get("melds"))
        ).to_json()
    except OverLimitError as error:
        if not error.limit:
            raise InputError(str(error), "err.ginonly", "knocker") from None
        raise InputError(str(error), "cli.err.limit", "knocker", n=error.deadwood, m=error.limit) from None
    except SettleError as error:
        raise InputError(str(error)) from None


def score(request: object) -> Json:
    """The score sheet of a match from the results of its hands."""
    given = _fields(request, "rules", "hands")
    hands = given.get("hands")
    if not isinstance(hands, list | tuple):
        raise InputError('hands: must be a list such as [["P", 40], [null, 0]]')
    try:
        tally = scoring.tally(_rules(given), [_result(n, hand) for n, hand in enumerate(hands, 1)])
    except ScoreError as error:
        raise InputError(f"hands: {error}") from None
    if tally.single is not None:
        return {"over": tally.over, "hands": tally.hands, **_game(tally.single)}
    answer = {
        "over": tally.over,
        "hands": tally.hands,
        "games": [_counted(game) | {"over": game.over} | _game(game) for game in tally.games],
        "grand": _by_player([_grand(tally.games, side) for side in (0, 1)]),
    }
    if tally.over:
        answer |= {"winner": _player(tally.winner), "margin": tally.margin}
    return answer


def _game(game: scoring.Game) -> Json:
    sheet: Json = {"running": _by_player(game.running), "boxes": _by_player(game.boxes)}
    if game.totals is not None:
        sheet |= {
            "totals": _by_player(game.totals),
            "reached_first": _player(game.reached_first),
            "winner": _player(game.winner),
            "margin": game.margin,
            "shutout": game.shutout,
        }
    return sheet


def _counted(game: scoring.Game) -> Json:
    return {player: list(game.counted[side]) for player, side in SIDES.items()}


def _grand(games: Iterable[scoring.Game], side: int) -> int:
    """The sum over the games, of the running scores where a game has no total yet."""
    return sum((game.totals or game.running)[side] for game in games)


def _by_player(pair: Iterable[int]) -> dict[str, int]:
    return dict(zip(SIDES, pair, strict=True))


def _player(side: int | None) -> str | None:
    return None if side is None else "PO"[side]


# Batch


def answers(command: Callable[[object], Json], lines: Iterable[str | bytes]) -> Iterator[Json]:
    """An answer for each line, in order: `{"error": …}` for one that is bad or empty."""
    for number, line in enumerate(lines, 1):
        try:
            yield command(_read(line))
        except InputError as error:
            yield {"error": f"line {number}: {error}"}


def _read(line: str | bytes) -> object:
    if not line.strip():
        raise InputError("empty (must be a JSON object)")
    try:
        return json.loads(line, object_pairs_hook=_object)
    except InputError:
        raise
    except UnicodeDecodeError:
        raise InputError("not text (must be UTF-8)") from None
    except json.JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg} at column {error.colno}") from None
    except (ValueError, RecursionError):
        raise InputError("not JSON that can be read: a number too long, or nested too deep") from None


def _object(pairs: list[tuple[str, Any]]) -> Json:
    """A JSON object; two fields of one name are an error, as in records."""
    found: Json = {}
    for name, value in pairs:
        if name in found:
            raise InputError(f"a field is there twice: {_short(name)}")
        found[name] = value
    return found


# Reading requests


def _fields(request: object, *names: str) -> Mapping[str, Any]:
    """The request, once it is clear that it is an object with none but these fields."""
    if not isinstance(request, dict):
        raise InputError(f"must be an object with the fields {', '.join(names)}")
    for name in request:
        if name not in names:
            raise InputError(f"unknown field: {_short(name)} (there are {', '.join(names)})")
    return request


def _cards(given: Mapping[str, Any], name: str, sizes: tuple[int, ...]) -> int:
    """The hand in a field, as a mask."""
    if name not in given:
        raise InputError(f"{name} is missing: {_counts(sizes)} cards, such as 4H TC AS")
    hand = _group(given[name], name)
    if (held := hand.bit_count()) not in sizes:
        text = f"{name}: {held} cards (must be {_counts(sizes)})"
        if len(sizes) == 1:
            raise InputError(text, "cli.err.count", name, n=sizes[0], m=held)
        raise InputError(text, "cli.err.counts", name, n=sizes[0], k=sizes[1], m=held)
    return hand


def _group(value: object, place: str) -> int:
    """Cards in text, or a list of them, as a mask."""
    words = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(words, list):
        raise InputError(f"{place}: must be cards, such as 4H TC AS")
    hand = 0
    for word in words:
        card = _one_card(word, place)
        if hand & card.bit:
            raise InputError(f"{place}: {card} is there twice", "cli.err.dup", place, card=str(card))
        hand |= card.bit
    return hand


def _one_card(word: object, place: str) -> Card:
    text = _short(word)
    try:
        return Card.parse(word if isinstance(word, str) else "")
    except CardError:
        raise InputError(
            f"{place}: not a card: {text} (write rank and suit, like 4H, TC, 10♥ or AS)",
            "cli.err.card",
            place,
            text=text,
            example="4H TC 10♥ AS",
        ) from None


def _card(given: Mapping[str, Any], name: str) -> Card | None:
    """The card in an optional field."""
    value = given.get(name)
    return None if value is None else _one_card(value, name)


def _groups(value: object) -> list[int] | None:
    """The knocker's layout: a list of melds, each of them cards."""
    if value is None:
        return None
    if not isinstance(value, list):
        raise InputError('melds: must be a list of melds, such as [["3S", "4S", "5S"]]')
    return [_group(group, f"melds {n}") for n, group in enumerate(value)]


def _limit(value: object) -> int:
    """A knock limit: 0 to 10, or `gin_only`."""
    text = str(value)
    if text == "gin_only":
        return 0
    if not isinstance(value, int | str) or isinstance(value, bool) or text not in map(str, range(11)):
        raise InputError(f"limit: {_short(value)} is not possible (0 to 10, or gin_only)")
    return int(text)


def _rules(given: Mapping[str, Any]) -> HouseRules:
    rules = given.get("rules", {})
    if not isinstance(rules, dict):
        raise InputError('rules: must be an object such as {"preset": "pagat", "target": 250}')
    try:
        return HouseRules.from_json(rules)
    except RuleError as error:
        raise InputError(_printable(f"rules: {error}")) from None


def _result(number: int, hand: object) -> tuple[int | None, int]:
    """One hand's result: who won it, and the points."""
    if not isinstance(hand, list | tuple) or len(hand) != 2:
        raise InputError(f'hands: hand {number}: must be a pair such as ["P", 40] or [null, 0]')
    player, points = hand
    if player is not None and (not isinstance(player, str) or player not in SIDES):
        raise InputError(f"hands: hand {number}: {_short(player)} is no player (P, O or null)")
    if type(points) is not int:
        raise InputError(f"hands: hand {number}: {_short(points)} are no points (a whole number)")
    return (None if player is None else SIDES[player]), points


def _counts(sizes: tuple[int, ...]) -> str:
    return " or ".join({10: "ten", 11: "eleven"}[size] for size in sizes)


def _short(value: object) -> str:
    """A value from outside in one short line."""
    text = value if isinstance(value, str) else json.dumps(value, default=str)
    return _printable(text[:40]) or "nothing"


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text)
