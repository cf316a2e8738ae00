"""Moves as data: what a player, a bot or a record says.

>>> Move.parse("knock 4H")
Move(kind=<Kind.KNOCK: 'knock'>, card=Card('4H'), meld=None, layout=None)
>>> str(Move.parse("layoff 9s 1"))
'layoff 9S 1'
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ginrummy.engine.cards import DECK, Card, CardError, cards_of


class Kind(StrEnum):
    """What kinds of moves there are."""

    TAKE = "take"
    """Take the top of the pile (the upcard at first)."""
    PASS = "pass"
    """Leave the first upcard, or under `last_discard` the last discard."""
    DRAW = "draw"
    """Draw the top of the stock."""
    DISCARD = "discard"
    KNOCK = "knock"
    BIG_GIN = "big_gin"
    LAYOFF = "layoff"
    """Lay a card off on the knocker's meld of that number, by hand."""
    DONE = "done"
    """End laying off by hand; what stays is grouped best."""


WITH_CARD = {Kind.DISCARD, Kind.KNOCK, Kind.LAYOFF}
"""The kinds of moves that name a card."""


class MoveError(ValueError):
    """Text that is no move; the message is one line that says what would be."""


@dataclass(frozen=True, slots=True)
class Move:
    """One move: `card` for discard, knock and layoff, `meld` (an index) for layoff.

    `layout` is the knocker's own choice of melds as masks; None is the layout of `melds.best`.
    """

    kind: Kind
    card: Card | None = None
    meld: int | None = None
    layout: tuple[int, ...] | None = None

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read a move as the protocol writes it. Raises `MoveError`."""
        words = text.split()
        kind = next((kind for kind in Kind if words and words[0] == kind), None)
        if kind is None:
            raise MoveError(f"not a move: {text!r} ({', '.join(Kind)})")
        given = len(words) - 1
        wanted = 2 if kind is Kind.LAYOFF else int(kind in WITH_CARD)
        if given != wanted:
            example = {0: kind.value, 1: f"{kind} 4H", 2: "layoff 9S 1"}[wanted]
            raise MoveError(f"not a move: {text!r} (write {example})")
        try:
            card = Card.parse(words[1]) if wanted else None
        except CardError as error:
            raise MoveError(str(error)) from None
        if wanted < 2:
            return cls(kind, card)
        if not (words[2].isascii() and words[2].isdecimal() and len(words[2]) < 3):
            raise MoveError(f"not a move: {text!r} (the meld is a number from 0)")
        return cls(kind, card, int(words[2]))

    def __str__(self) -> str:
        return " ".join(str(part) for part in (self.kind, self.card, self.meld) if part is not None)


TAKE, PASS, DRAW = Move(Kind.TAKE), Move(Kind.PASS), Move(Kind.DRAW)
BIG_GIN, DONE = Move(Kind.BIG_GIN), Move(Kind.DONE)
DISCARDS = tuple(Move(Kind.DISCARD, card) for card in DECK)
"""The discard of each card, by the card's number."""
KNOCKS = tuple(Move(Kind.KNOCK, card) for card in DECK)
"""The knock with each card as discard, by the card's number."""


class _DiscardsOfSuit(dict[int, list[Move]]):
    """The discards of every part of a suit, by its 13 bits; each is worked out when first asked for."""

    def __init__(self, first: int) -> None:
        self.first = first

    def __missing__(self, ranks: int) -> list[Move]:
        self[ranks] = [DISCARDS[card] for card in cards_of(ranks << self.first)]
        return self[ranks]


_CLUBS, _DIAMONDS, _HEARTS, _SPADES = (_DiscardsOfSuit(13 * suit) for suit in range(4))


def discards_of(mask: int) -> list[Move]:
    """The discard of every card of `mask`, lowest number first, in a new list."""
    return (
        _CLUBS[mask & 8191] + _DIAMONDS[mask >> 13 & 8191] + _HEARTS[mask >> 26 & 8191] + _SPADES[mask >> 39]
    )
