"""The defender's answer to a knock: own melds and lay-offs, chosen together for the least count.

Which cards go into sets, one's own or the knocker's, is tried in every way. For the rest the suits are
independent, and a suit's best is again a matter of blocks: laid beside the knocker's run, every card that
touches it, directly or through others, can be laid off. So the count is that of the hand and the knocker's
runs taken as one hand of runs, and the search is exact.

    >>> from ginrummy.engine.cards import mask_of, parse_cards
    >>> melds = [mask_of(parse_cards(text)) for text in ("3S 4S 5S", "9C 9D 9H", "KC KD KH")]
    >>> defence = defend(mask_of(parse_cards("QS QD QC 5H 6H 7H 2S 6S 9S AD")), melds)
    >>> defence.deadwood, [(str(card), onto) for card, onto in defence.layoffs]
    (1, [('2S', 0), ('6S', 0), ('9S', 1)])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ginrummy.engine.cards import DECK, Card
from ginrummy.engine.melds import best, deadwood_of_runs, extensions, meld_kind, place, runs, set_choices

Layoff = tuple[Card, int]
"""A card, and the index of the knocker's meld that it goes onto."""


class LayoffError(ValueError):
    """A card that cannot be laid off there; the message is one line for people."""


@dataclass(frozen=True, slots=True)
class Defence:
    """What the defender shows. Played one by one in their order, all lay-offs are legal."""

    melds: tuple[int, ...]
    """The defender's own melds, as masks in the order of `Arrangement.melds`."""
    layoffs: tuple[Layoff, ...]
    loose: int
    """The cards that count."""
    deadwood: int
    """The value of the loose cards."""


def fits(card: int, meld: int) -> bool:
    """Whether `card` can be laid off on `meld` as it lies.

    >>> from ginrummy.engine.cards import mask_of, parse_cards
    >>> run = mask_of(parse_cards("JD QD KD"))
    >>> fits(Card.parse("TD"), run), fits(Card.parse("9D"), run), fits(Card.parse("AD"), run)
    (True, False, False)
    """
    return bool(extensions(meld) >> card & 1)


def extend(melds: Sequence[int], card: int, onto: int) -> tuple[int, ...]:
    """The melds with `card` laid off on the meld number `onto`.

    Raises `LayoffError` when there is no such meld or the card does not fit it.
    """
    if not 0 <= onto < len(melds):
        raise LayoffError(f"there is no meld {onto} to lay {DECK[card]} on (0 to {len(melds) - 1})")
    if not fits(card, melds[onto]):
        raise LayoffError(f"{DECK[card]} does not fit the meld {onto}")
    return (*melds[:onto], melds[onto] | 1 << card, *melds[onto + 1 :])


def grown(melds: Sequence[int], layoffs: Iterable[tuple[int, int]]) -> list[int]:
    """The melds with these cards laid off on them; whether they fit is not looked at."""
    spread = list(melds)
    for card, onto in layoffs:
        spread[onto] |= 1 << card
    return spread


def defend(hand: int, melds: Sequence[int]) -> Defence:
    """The defence that leaves `hand` the least deadwood against the knocker's `melds`.

    Own melds are broken where that leaves less. Among equal counts the defence with the fewest lay-offs is
    chosen, then the first in a fixed order. Against gin nothing may be laid off: pass no melds.
    """
    knocker_runs = sum(meld for meld in melds if meld_kind(meld) == "run")
    fourths = hand & sum(extensions(meld) for meld in melds if meld_kind(meld) == "set")
    least, fewest = 1000, 0
    for sets in set_choices(hand):
        for on_sets in _subsets(fourths):
            rest = hand & ~sum(sets) & ~on_sets
            count = deadwood_of_runs(rest | knocker_runs)
            if count > least:
                continue
            own_runs = runs(rest)
            covered = sum(runs(rest | knocker_runs))
            on_runs = rest & covered & ~sum(own_runs)
            layoffs = (on_sets | on_runs).bit_count()
            if count < least or layoffs < fewest:
                least, fewest = count, layoffs
                own_melds = tuple(sorted([*sets, *own_runs], key=place))
                chosen = own_melds, on_sets, on_runs, rest & ~covered
    own_melds, on_sets, on_runs, loose = chosen
    return Defence(own_melds, tuple(_in_order(melds, on_sets, on_runs)), loose, least)


def by_hand(hand: int, melds: Sequence[int], layoffs: Iterable[tuple[int, int]]) -> Defence:
    """The defence with exactly these lay-offs, made one by one; what stays in the hand is grouped best.

    Raises `LayoffError` for a card that the hand lacks or that does not fit when its turn comes.
    """
    stays = hand
    made = []
    for card, onto in layoffs:
        if not stays >> card & 1:
            raise LayoffError(f"{DECK[card]} is not in the defender's hand to lay off")
        melds = extend(melds, card, onto)
        stays ^= 1 << card
        made.append((DECK[card], onto))
    kept = best(stays)
    return Defence(kept.melds, tuple(made), kept.loose, kept.deadwood)


def _in_order(melds: Sequence[int], on_sets: int, on_runs: int) -> Iterator[Layoff]:
    """The lay-offs meld by meld, on a run from its ends outwards."""
    for onto, meld in enumerate(melds):
        waiting = on_runs if meld_kind(meld) == "run" else on_sets
        while fitting := extensions(meld) & waiting:
            card = fitting & -fitting
            meld |= card
            waiting ^= card
            on_runs &= ~card
            yield DECK[card.bit_length() - 1], onto


def _subsets(mask: int) -> Iterator[int]:
    """Every subset of `mask`, the empty one first."""
    subset = 0
    while True:
        yield subset
        if subset == mask:
            return
        subset = subset - mask & mask
