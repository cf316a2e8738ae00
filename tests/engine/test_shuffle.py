"""The repeatable shuffle, against a second program written from its description alone."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrummy.engine import shuffle
from ginrummy.engine.cards import DECK
from ginrummy.engine.shuffle import ALPHABET, CodeError

CODE = "7K3F-9QXM-2AB4"
codes = st.text(ALPHABET, min_size=12, max_size=12).map(shuffle.read_code)


def by_the_book(code: str, number: int) -> str:
    """The deck as the description of the shuffle gives it, in the plainest way."""
    key = sha256(f"ginrummy/1|{code}|{number}".encode()).digest()
    stream = b"".join(sha256(key + counter.to_bytes(8, "big")).digest() for counter in range(40))
    words = iter(int.from_bytes(stream[at : at + 8], "big") for at in range(0, len(stream), 8))
    cards = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
    for i in range(51, 0, -1):
        word = next(words)
        while word >= 2**64 // (i + 1) * (i + 1):
            word = next(words)
        j = word % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return " ".join(cards)


@given(codes, st.integers(0, 1000))
def test_the_deck_follows_from_code_and_number_as_described(code: str, number: int) -> None:
    assert " ".join(map(str, shuffle.deck(code, number))) == by_the_book(code, number)


@given(codes, st.integers(0, 1000))
def test_a_deck_holds_every_card_once(code: str, number: int) -> None:
    assert sorted(shuffle.deck(code, number)) == list(DECK)


def test_a_known_deck_so_that_old_codes_keep_their_deals() -> None:
    assert " ".join(map(str, shuffle.deck(CODE, 1)[:10])) == "8S JC KC 7H QD 9C 6C 7C 7S 2H"


def test_words_beyond_the_last_multiple_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """The largest word would make card 0 likelier; it is skipped."""
    largest = (1 << 64) - 1

    def stream(key: bytes) -> object:
        yield largest
        yield from [0] * 51

    monkeypatch.setattr(shuffle, "_words", stream)
    rotated = shuffle.deck(CODE, 1)
    monkeypatch.setattr(shuffle, "_words", lambda key: iter([0] * 51))
    assert rotated == shuffle.deck(CODE, 1)


def test_every_place_is_equally_likely_for_a_card() -> None:
    """Where the ace of clubs lies in 5,200 decks: chi-square on 51 degrees of freedom, with room to spare."""
    counts = [0] * 52
    for number in range(5200):
        counts[shuffle.deck(CODE, number).index(DECK[0])] += 1
    assert sum((count - 100) ** 2 / 100 for count in counts) < 100


def test_the_seal_is_the_hash_of_nonce_and_cards() -> None:
    cards, nonce = shuffle.deck(CODE, 3), shuffle.nonce(CODE, 3)
    text = nonce + ":" + by_the_book(CODE, 3)
    assert shuffle.seal(cards, nonce) == sha256(text.encode()).hexdigest()
    key = sha256(f"ginrummy/1|{CODE}|3".encode()).digest()
    assert nonce == sha256(key + b"nonce").digest()[:16].hex()


@given(codes, st.integers(1, 100), st.integers(0, 51), st.integers(0, 51))
def test_two_decks_never_have_the_same_seal(code: str, number: int, a: int, b: int) -> None:
    cards, nonce = list(shuffle.deck(code, number)), shuffle.nonce(code, number)
    seal = shuffle.seal(tuple(cards), nonce)
    cards[a], cards[b] = cards[b], cards[a]
    assert (shuffle.seal(tuple(cards), nonce) == seal) == (a == b)


@given(codes)
def test_the_lower_card_deals(code: str) -> None:
    zero, one = shuffle.low_cards(code)
    lower = min((zero, one), key=lambda card: (card.rank, card.suit))
    assert (zero, one)[shuffle.first_dealer(code)] == lower


@given(codes, st.sampled_from(["-", " ", ""]), st.booleans())
def test_a_code_is_read_however_people_write_it(code: str, between: str, lower: bool) -> None:
    typed = code.replace("-", between)
    assert shuffle.read_code(f" {typed.lower() if lower else typed} ") == code


def test_letters_that_people_misread_are_understood() -> None:
    assert shuffle.read_code("oOiIlL000111") == "0011-1100-0111"


@pytest.mark.parametrize(
    "text", ["", "7K3F", "7K3F-9QXM-2AB4-1", "7K3F-9QXM-2ABU", "७K3F-9QXM-2AB4", "ß" * 12]
)
def test_what_is_no_code_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(CodeError, match=r"not a deal code.*like 7K3F-9QXM-2AB4"):
        shuffle.read_code(text)


def test_new_codes_are_codes_and_differ() -> None:
    made = {shuffle.new_code() for _ in range(200)}
    assert len(made) == 200
    assert all(shuffle.read_code(code) == code for code in made)


def test_a_tournaments_codes_follow_from_its_seed() -> None:
    assert shuffle.seeded_code(1, 1) == shuffle.seeded_code(1, 1)
    assert len({shuffle.seeded_code(seed, n) for seed in range(20) for n in range(20)}) == 400
