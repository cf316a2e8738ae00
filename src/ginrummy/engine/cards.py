"""Cards, suits and ranks; how they are written and read; hands as 52-bit masks.

A card is a small integer, 13 * suit + rank - 1, with the suits in the order C D H S and the ace as rank 1.
A hand is the `int` whose bit *n* is set when card *n* is in it: the solver and the bots work on these masks,
everything that people or programs read works on `Card`.

    >>> card = Card.parse("10♥")
    >>> card, card.rank, card.suit, card.value
    (Card('TH'), 10, 2, 10)
    >>> [str(c) for c in cards_of(mask_of(parse_cards("KD AS 2c")))]
    ['2C', 'KD', 'AS']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

SUITS = "CDHS"
RANKS = "A23456789TJQK"
SUIT_SIGNS = "♣♦♥♠"
FULL_DECK_MASK = (1 << 52) - 1

_AS_PICTURE = "\ufe0f"
"""What many keyboards write after a suit sign, to have it drawn as a picture."""
_SUIT_OF = {sign: n for signs in (SUITS, SUITS.lower(), SUIT_SIGNS, "♧♢♡♤") for n, sign in enumerate(signs)}
_RANK_OF = {sign: n for signs in (RANKS, RANKS.lower()) for n, sign in enumerate(signs, 1)}
_RANK_OF |= {"10": 10, "1": 1}


class CardError(ValueError):
    """A card, or a list of cards, that cannot be read; the message is one line for people."""


class Card(int):
    """One of the 52 cards; compares and hashes as its number 0..51."""

    __slots__ = ()

    @classmethod
    def of(cls, rank: int, suit: int) -> Card:
        """The card of `rank` 1..13 and `suit` 0..3 (C D H S)."""
        return DECK[13 * suit + rank - 1]

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read `4H`, `4h`, `10h`, `TH`, `10♥`, also with the sign as phones write it.

        Raises `CardError` for anything else.

            >>> Card.parse("q♠")
            Card('QS')
        """
        text = text.removesuffix(_AS_PICTURE)
        rank, suit = _RANK_OF.get(text[:-1]), _SUIT_OF.get(text[-1:])
        if rank is None or suit is None:
            raise CardError(f"not a card: {text!r} (write rank and suit, like 4H, TC, 10♥ or AS)")
        return DECK[13 * suit + rank - 1]

    @property
    def rank(self) -> int:
        """1 (ace) to 13 (king)."""
        return self % 13 + 1

    @property
    def suit(self) -> int:
        """0..3 in the order C D H S."""
        return self // 13

    @property
    def value(self) -> int:
        """What the card counts as deadwood: ace 1, 2 to 10 their number, jack, queen and king 10."""
        return min(self % 13 + 1, 10)

    @property
    def bit(self) -> int:
        """The mask that holds this card alone."""
        return 1 << self

    @property
    def sign(self) -> str:
        """As people see it: `10♥`, `Q♠`."""
        rank = RANKS[self % 13]
        return ("10" if rank == "T" else rank) + SUIT_SIGNS[self // 13]

    def __str__(self) -> str:
        return RANKS[self % 13] + SUITS[self // 13]

    def __repr__(self) -> str:
        return f"Card('{self}')"


DECK: tuple[Card, ...] = tuple(Card(n) for n in range(52))
"""All cards in the order C D H S, ace to king."""


def parse_cards(text: str) -> list[Card]:
    """Read cards separated by spaces or commas, in the order given.

    Raises `CardError` for an unknown card or one named twice.
    """
    cards = [Card.parse(word) for word in text.replace(",", " ").split()]
    for n, card in enumerate(cards):
        if card in cards[:n]:
            raise CardError(f"{card} is there twice (each card of the deck exists once)")
    return cards


def mask_of(cards: Iterable[int]) -> int:
    """The mask of `cards`; a card named twice counts once."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


class _CardsOfSuit(dict[int, tuple[Card, ...]]):
    """The cards of every part of a suit, by its 13 bits; each is worked out when first asked for."""

    def __init__(self, first: int) -> None:
        self.deck = DECK[first : first + 13]

    def __missing__(self, ranks: int) -> tuple[Card, ...]:
        self[ranks] = tuple(card for n, card in enumerate(self.deck) if ranks >> n & 1)
        return self[ranks]


_CLUBS, _DIAMONDS, _HEARTS, _SPADES = (_CardsOfSuit(13 * suit) for suit in range(4))


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of `mask`, lowest number first."""
    return (
        _CLUBS[mask & 8191] + _DIAMONDS[mask >> 13 & 8191] + _HEARTS[mask >> 26 & 8191] + _SPADES[mask >> 39]
    )


def iter_cards(mask: int) -> Iterator[Card]:
    """The cards of `mask` one by one, lowest number first."""
    return iter(cards_of(mask))


def value_of(mask: int) -> int:
    """The sum of the values of the cards of `mask`.

    >>> value_of(mask_of(parse_cards("AS KD 7H")))
    18
    """
    return sum(card.value for card in iter_cards(mask))
