"""The repeatable shuffle: a deal code and a number give a deck that any program can work out and check.

The key of deal *n* is SHA-256 of the text `ginrummy/1|CODE|n`. SHA-256 of the key and a counter (8 bytes,
big-endian, from 0) gives a stream, read as 64-bit big-endian words. Starting from the order C D H S, ace to
king, for i = 51 down to 1 card i changes places with card (word mod (i + 1)); words at or above the largest
multiple of i + 1 are thrown away, so that no order is likelier than another. Deal number 0 is never played:
the first dealer follows from it.

    >>> " ".join(str(card) for card in deck("7K3F-9QXM-2AB4", 1)[:4])
    '8S JC KC 7H'
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from hashlib import sha256

from ginrummy.engine.cards import DECK, Card

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L, O or U, which people misread."""
_MISREAD = str.maketrans("ILO", "110")


class CodeError(ValueError):
    """Text that is no deal code; the message is one line."""


def new_code() -> str:
    """A fresh deal code (60 random bits)."""
    return _grouped("".join(secrets.choice(ALPHABET) for _ in range(12)))


def read_code(text: str) -> str:
    """A deal code as people type it, in its written form. Raises `CodeError`.

    >>> read_code("7k3f 9qxm2ab4")
    '7K3F-9QXM-2AB4'
    """
    letters = text.strip().replace("-", "").replace(" ", "").upper().translate(_MISREAD)
    if len(letters) != 12 or any(letter not in ALPHABET for letter in letters):
        raise CodeError(f"not a deal code: {text!r} (12 letters and digits, like 7K3F-9QXM-2AB4)")
    return _grouped(letters)


def seeded_code(seed: int, number: int) -> str:
    """The code of match `number` of a tournament: always the same for the same seed."""
    digest = int.from_bytes(sha256(f"ginrummy/arena|{seed}|{number}".encode()).digest())
    return _grouped("".join(ALPHABET[digest >> 5 * n & 31] for n in range(12)))


def deck(code: str, number: int) -> tuple[Card, ...]:
    """The 52 cards of deal `number`, in the order in which they are dealt."""
    cards, words = list(DECK), _words(_key(code, number))
    for i in range(51, 0, -1):
        limit = (1 << 64) - (1 << 64) % (i + 1)
        word = next(word for word in words if word < limit)
        j = word % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def low_cards(code: str) -> tuple[Card, Card]:
    """The card that each seat draws for the first deal: the first two of deal number 0."""
    first, second, *_ = deck(code, 0)
    return first, second


def first_dealer(code: str) -> int:
    """The seat with the lower of the `low_cards`; of equal ranks the lower suit (C D H S) deals.

    A random first dealer is the same draw, not shown.
    """
    zero, one = low_cards(code)
    return 0 if (zero.rank, zero.suit) < (one.rank, one.suit) else 1


def nonce(code: str, number: int) -> str:
    """What is hashed with the deck, so that nobody can guess the deck from its seal: 32 hex digits."""
    return sha256(_key(code, number) + b"nonce").hexdigest()[:32]


def seal(cards: Sequence[Card], nonce: str) -> str:
    """What fixes a deck before the first move: SHA-256 (hex) of its nonce, a colon, and the cards.

    The cards are written like `TC 4H …`, in the order in which they are dealt.
    """
    return sha256(f"{nonce}:{' '.join(map(str, cards))}".encode()).hexdigest()


def _key(code: str, number: int) -> bytes:
    return sha256(f"ginrummy/1|{code}|{number}".encode()).digest()


def _words(key: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = sha256(key + counter.to_bytes(8)).digest()
        for at in range(0, 32, 8):
            yield int.from_bytes(block[at : at + 8])
        counter += 1


def _grouped(letters: str) -> str:
    return "-".join(letters[at : at + 4] for at in (0, 4, 8))
