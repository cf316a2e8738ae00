"""How the player's hand lies: by melds, suit, rank, or in an order of their own that stays.

>>> from ginrummy.engine.cards import parse_cards
>>> hand = Order()
>>> [[str(card) for card in group.cards] for group in hand.groups(parse_cards("4H 3S 5S 4S KD"))]
[['3S', '4S', '5S'], ['KD', '4H']]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, Literal

from ginrummy.engine import melds
from ginrummy.engine.cards import Card, cards_of, mask_of
from ginrummy.tui.widgets.hand import Group

How = Literal["melds", "suit", "rank", "own"]
CYCLE: Final[tuple[How, ...]] = ("melds", "suit", "rank")
"""What the key for arranging goes through."""

_SUIT_PLACE: Final = {3: 0, 2: 1, 0: 2, 1: 3}
"""Spades, hearts, clubs, diamonds: red and black in turn."""


class Order:
    """The arrangement of one player's hand through a match."""

    def __init__(self, how: How = "melds", own: Sequence[Card] = ()) -> None:
        self.how: How = how
        self._own = list(own)

    def groups(self, hand: Iterable[Card], drawn: Card | None = None) -> tuple[Group, ...]:
        """The cards of `hand` in their groups; `drawn`, the newest, comes last where its place is not
        given."""
        held = list(hand)
        if not held:
            return ()
        match self.how:
            case "melds":
                return _by_melds(held, drawn)
            case "suit":
                return _by_suit(held)
            case "rank":
                return (Group(tuple(sorted(held, key=_by_rank))),)
            case _:
                return (Group(tuple(self._in_own_order(held, drawn))),)

    def next(self) -> None:
        """The next way to arrange."""
        self.how = CYCLE[(CYCLE.index(self.how) + 1) % len(CYCLE)] if self.how in CYCLE else CYCLE[0]

    def move(self, hand: Iterable[Card], card: Card, by: int, drawn: Card | None = None) -> None:
        """Move `card` so many places to the right (to the left when negative); the order is one's own
        then."""
        cards = [each for group in self.groups(hand, drawn) for each in group.cards]
        at = cards.index(card)
        cards.insert(max(0, min(len(cards) - 1, at + by)), cards.pop(at))
        self.how, self._own = "own", cards

    def put(self, hand: Iterable[Card], card: Card, onto: Card, drawn: Card | None = None) -> None:
        """Move `card` to the place of the card `onto`."""
        cards = [each for group in self.groups(hand, drawn) for each in group.cards]
        self.move(cards, card, cards.index(onto) - cards.index(card), drawn)

    def _in_own_order(self, held: list[Card], drawn: Card | None) -> list[Card]:
        """Cards keep their places, those that are gone leave none, new ones come last."""
        kept = [card for card in self._own if card in held]
        new = sorted(
            (card for card in held if card not in kept), key=lambda card: (card == drawn, _by_rank(card))
        )
        self._own = kept + new
        return list(self._own)


def _by_melds(held: list[Card], drawn: Card | None) -> tuple[Group, ...]:
    """Melds as the solver lays them, then the rest from high to low, the newest card last."""
    best = melds.best(mask_of(held))
    groups = [Group(cards_of(meld), meld=True) for meld in best.melds]
    loose = sorted(cards_of(best.loose), key=lambda card: (card == drawn, -card.rank, _SUIT_PLACE[card.suit]))
    return (*groups, Group(tuple(loose))) if loose else tuple(groups)


def _by_suit(held: list[Card]) -> tuple[Group, ...]:
    cards = sorted(held, key=lambda card: (_SUIT_PLACE[card.suit], card.rank))
    return tuple(Group(tuple(suit)) for _, suit in groupby(cards, key=lambda card: card.suit))


def _by_rank(card: Card) -> tuple[int, int]:
    return card.rank, _SUIT_PLACE[card.suit]
