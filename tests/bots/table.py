"""Deals in play for the tests of the bots."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from random import Random

from ginrummy import bots
from ginrummy.engine.cards import DECK, cards_of, mask_of
from ginrummy.engine.deal import Deal
from ginrummy.engine.rules import PRESETS, STANDARD, HouseRules
from ginrummy.engine.view import View, view_of

LEVELS = ("easy", "medium", "hard")
TABLES = [
    *[HouseRules.preset(name) for name in PRESETS],
    HouseRules(last_discard="take", big_gin=31, tie="none"),
    HouseRules(knock="oklahoma", last_discard="take", spades_double=True, target=1000),
]
"""Every preset, and the house rules that no preset has."""


def decisions(seed: int, rules: HouseRules = STANDARD, aimless: float = 0.0) -> Iterator[Deal]:
    """A deal before every decision of easy against medium; a share of the moves is made at random instead.

    Aimless players seldom knock, so their deals reach the end of the stock and the phase `last`.
    """
    rng = Random(seed)
    deck = list(DECK)
    rng.shuffle(deck)
    deal = Deal(deck, rng.randrange(2), rules)
    players = [bots.create(name, seed) for name in ("easy", "medium")]
    while not deal.over:
        yield deal
        legal = deal.legal()
        if rng.random() < aimless:
            deal.apply(rng.choice([move for move in legal if str(move)[:5] != "knock"] or legal))
        else:
            deal.apply(players[deal.turn].choose(view(deal), legal))


def view(deal: Deal) -> View:
    """What the seat on turn sees."""
    return view_of(deal, deal.turn, (30, 55))


def swapped(deal: Deal, rng: Random) -> Deal:
    """The same deal with the cards that the seat on turn has not seen dealt anew: stock and hidden hand."""
    other = 1 - deal.turn
    known = deal.known[other]
    hidden = list(cards_of(deal.hands[other] & ~known))
    stock = list(deal.deck[52 - deal.stock :])
    unseen = hidden + stock
    rng.shuffle(unseen)
    twin = copy(deal)
    twin.hands = list(deal.hands)
    twin.hands[other] = known | mask_of(unseen[: len(hidden)])
    twin.deck = (*deal.deck[: 52 - deal.stock], *unseen[len(hidden) :])
    return twin
