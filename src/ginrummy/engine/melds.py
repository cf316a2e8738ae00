"""The solver: least deadwood, best discards, and every way to lay a hand out.

A hand is a mask (see `cards`). Only sets tie the suits together: once it is settled which cards lie in sets,
the best runs of a suit are simply its blocks of three or more neighbouring cards, since a whole block can
always be melded. So the least deadwood is one table look-up a suit (8,192 entries for its 13 bits), and a
choice is needed only over the ranks that are held three or four times.

    >>> from ginrummy.engine.cards import cards_of, mask_of, parse_cards
    >>> hand = mask_of(parse_cards("3S 4S 5S 9D 9C 9H KH KC KD 4H"))
    >>> deadwood(hand)
    4
    >>> [" ".join(map(str, cards_of(meld))) for meld in best(hand).melds]
    ['3S 4S 5S', '9C 9D 9H', 'KC KD KH']
    >>> after_discard(hand | mask_of(parse_cards("2D")))
    2
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

from ginrummy.engine.cards import FULL_DECK_MASK, Card, iter_cards, value_of

_ACES = 1 | 1 << 13 | 1 << 26 | 1 << 39  # shifted by n: the four cards of rank n + 1
_ABOVE_KINGS = _ACES << 13  # what an addition to a king carries into
_RUN_STARTS = _ACES * 0x7FF  # ace to jack


def _tables() -> tuple[list[int], list[int]]:
    """For every hand of one suit: the deadwood beside its runs, and what the best discard adds to that."""
    values = [0]
    for rank in range(1, 14):
        values += [value + min(rank, 10) for value in values]
    loose: list[int] = []
    shed: list[int] = []
    for mask in range(1 << 13):
        starts = mask & mask >> 1 & mask >> 2
        rest = mask & ~(starts | starts << 1 | starts << 2)
        loose.append(values[rest])
        if rest:
            shed.append(-min(rest.bit_length(), 10))  # the dearest loose card
        elif starts & starts >> 1:
            shed.append(0)  # the end of a run of four or more
        elif mask:
            shed.append(loose[mask ^ (mask & -mask) << 2])  # the top of the lowest run breaks the cheapest
        else:
            shed.append(99)  # nothing to discard
    return loose, shed


_LOOSE, _SHED = _tables()  # 4 ms, paid where the solver is first imported


def deadwood(mask: int) -> int:
    """The least deadwood of a hand of any size: the lowest value that its best melds leave."""
    a, b, c, d = mask & 8191, mask >> 13 & 8191, mask >> 26 & 8191, mask >> 39
    if triples := a & b & (c | d) | c & d & (a | b):
        return _with_sets(_after_runs, triples, a, b, c, d)
    return _LOOSE[a] + _LOOSE[b] + _LOOSE[c] + _LOOSE[d]


def after_discard(mask: int) -> int:
    """The least deadwood after the best discard: of eleven cards, that of the ten kept.

    The mask must hold a card.
    """
    a, b, c, d = mask & 8191, mask >> 13 & 8191, mask >> 26 & 8191, mask >> 39
    if triples := a & b & (c | d) | c & d & (a | b):
        return _with_sets(_after_runs_and_discard, triples, a, b, c, d)
    return _after_runs_and_discard(a, b, c, d)


def _after_runs(a: int, b: int, c: int, d: int) -> int:
    """The deadwood of four suits with runs alone."""
    return _LOOSE[a] + _LOOSE[b] + _LOOSE[c] + _LOOSE[d]


def _after_runs_and_discard(a: int, b: int, c: int, d: int) -> int:
    """The deadwood of four suits with runs alone, the best card thrown."""
    shed = _SHED[a]
    if (other := _SHED[b]) < shed:
        shed = other
    if (other := _SHED[c]) < shed:
        shed = other
    if (other := _SHED[d]) < shed:
        shed = other
    return _LOOSE[a] + _LOOSE[b] + _LOOSE[c] + _LOOSE[d] + shed


def _with_sets(
    count: Callable[[int, int, int, int], int], triples: int, a: int, b: int, c: int, d: int
) -> int:
    """The least of `count` over the four suits, with or without a set of each rank in `triples`."""
    if not triples:
        return count(a, b, c, d)
    rank = triples & -triples
    triples ^= rank
    least = _with_sets(count, triples, a, b, c, d)
    a0, b0, c0, d0 = a & ~rank, b & ~rank, c & ~rank, d & ~rank
    if (other := _with_sets(count, triples, a0, b0, c0, d0)) < least:
        least = other
    if a & b & c & d & rank:  # four of the rank: one of them may stay out of the set
        least = min(
            least,
            _with_sets(count, triples, a, b0, c0, d0),
            _with_sets(count, triples, a0, b, c0, d0),
            _with_sets(count, triples, a0, b0, c, d0),
            _with_sets(count, triples, a0, b0, c0, d),
        )
    return least


def deadwood_of_runs(mask: int) -> int:
    """The least deadwood of a hand whose sets, if any, are already laid aside: runs only."""
    return _after_runs(mask & 8191, mask >> 13 & 8191, mask >> 26 & 8191, mask >> 39)


def discards(mask: int) -> dict[Card, int]:
    """For every card of a hand of eleven, the least deadwood of the ten kept when it is thrown.

    >>> from ginrummy.engine.cards import mask_of, parse_cards
    >>> thrown = discards(mask_of(parse_cards("AS 2S 3S 6H 7H 8H QC QD QH 5C 4D")))
    >>> [str(card) for card, left in thrown.items() if left <= 5]
    ['5C', '4D']
    """
    return {card: deadwood(mask ^ 1 << card) for card in iter_cards(mask)}


def meld_kind(mask: int) -> Literal["run", "set"] | None:
    """Whether exactly these cards make a run (3 or more of a suit, ace low) or a set (3 or 4 of a rank).

    >>> from ginrummy.engine.cards import mask_of, parse_cards
    >>> [meld_kind(mask_of(parse_cards(text))) for text in ("AS 2S 3S", "TC TH TS", "QS KS AS")]
    ['run', 'set', None]
    """
    if mask.bit_count() < 3:
        return None
    low = mask & -mask
    lowest = low.bit_length() - 1
    if mask & ~(_ACES << lowest % 13) == 0:
        return "set"
    # A block of ones: adding its lowest bit carries through it and leaves nothing of the mask.
    if mask & (mask + low) == 0 and lowest // 13 == (mask.bit_length() - 1) // 13:
        return "run"
    return None


def is_meld(mask: int) -> bool:
    """Whether exactly these cards make one meld."""
    return meld_kind(mask) is not None


def extensions(meld: int) -> int:
    """The cards, as a mask, that fit a meld as it lies: the ends of a run, the fourth card of a set.

    >>> from ginrummy.engine.cards import cards_of, mask_of, parse_cards
    >>> [[str(card) for card in cards_of(extensions(mask_of(parse_cards(text))))]
    ...  for text in ("3S 4S 5S", "JD QD KD", "9C 9D 9H")]
    [['2S', '6S'], ['TD'], ['9S']]
    """
    low = meld & -meld
    if meld & low << 1:
        return (low & ~_ACES) >> 1 | meld + low & ~_ABOVE_KINGS
    return _ACES << (low.bit_length() - 1) % 13 & ~meld


@dataclass(frozen=True, slots=True)
class Arrangement:
    """One way to lay a hand out.

    The melds are masks, ordered by the rank of their lowest card, then by suit; neighbouring runs of a suit
    are one run. `cards_of(meld)` lists a run from low to high and a set in the order C D H S.
    """

    melds: tuple[int, ...]
    loose: int
    """The cards in no meld."""
    deadwood: int
    """The value of the loose cards."""


def arrangements(mask: int) -> list[Arrangement]:
    """Every way to lay the hand out with least deadwood, in a fixed order: runs before sets."""
    ways = []
    least = deadwood(mask)
    for sets in set_choices(mask):
        rest = mask & ~sum(sets)
        if deadwood_of_runs(rest) == least:
            blocks = runs(rest)
            melds = tuple(sorted([*sets, *blocks], key=place))
            ways.append(Arrangement(melds, rest & ~sum(blocks), least))
    return ways


def best(mask: int, unseen: int | None = None) -> Arrangement:
    """The least-deadwood arrangement on which unseen cards could lay off the fewest points.

    Every unseen card that fits a meld as it lies counts once, without chains; the first of `arrangements` if
    still equal. `unseen` is a mask, by default all cards outside the hand.
    """
    ways = arrangements(mask)
    if len(ways) == 1:
        return ways[0]
    hidden = FULL_DECK_MASK & ~mask if unseen is None else unseen
    return min(ways, key=lambda way: exposure(way.melds, hidden))


def exposure(melds: Sequence[int], unseen: int) -> int:
    """The points that the cards of `unseen` could lay off on these melds, each counted once, no chains."""
    open_to = 0
    for meld in melds:
        open_to |= extensions(meld)
    return value_of(open_to & unseen)


def laid_out(mask: int, melds: Sequence[int]) -> int | None:
    """What the hand counts with exactly these melds laid; None when they are not separate melds of it.

    >>> from ginrummy.engine.cards import mask_of, parse_cards
    >>> hand, sevens = mask_of(parse_cards("7C 7D 7H 8H 9H")), mask_of(parse_cards("7C 7D 7H"))
    >>> laid_out(hand, [sevens]), laid_out(hand, [sevens, mask_of(parse_cards("7H 8H 9H"))])
    (17, None)
    """
    loose = mask
    for meld in melds:
        if meld & ~loose or not is_meld(meld):
            return None
        loose ^= meld
    return value_of(loose)


def place(meld: int) -> tuple[int, int]:
    """The sorting key of a meld: its lowest card's rank, then that card."""
    lowest = (meld & -meld).bit_length() - 1
    return lowest % 13, lowest


def runs(mask: int) -> list[int]:
    """The blocks of three or more neighbouring cards of a suit, as masks."""
    blocks = []
    starts = mask & mask >> 1 & mask >> 2 & _RUN_STARTS
    while starts:
        low = starts & -starts
        suit = mask & 8191 << (low.bit_length() - 1) // 13 * 13
        blocks.append(suit & ~(suit + low))
        starts &= ~blocks[-1]
    return blocks


def set_choices(mask: int) -> Iterator[tuple[int, ...]]:
    """Every choice of sets: of each rank held three or four times none, all of it, or three of the four."""
    options: list[list[tuple[int, ...]]] = []
    a, b, c, d = mask & 8191, mask >> 13 & 8191, mask >> 26 & 8191, mask >> 39
    triples = a & b & (c | d) | c & d & (a | b)
    while triples:
        rank = triples & -triples
        triples ^= rank
        held = mask & rank * _ACES
        threes = [(held ^ card.bit,) for card in iter_cards(held)] if held.bit_count() == 4 else []
        options.append([(), (held,), *threes])
    for choice in product(*options):
        yield tuple(meld for part in choice for meld in part)
