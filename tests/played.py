"""Whole deals and matches for tests: played at random from a seed, or dealt as the test wants them."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from ginrummy.bots.easy import use
from ginrummy.engine.cards import DECK, Card, mask_of, parse_cards
from ginrummy.engine.deal import Deal
from ginrummy.engine.match import Match
from ginrummy.engine.moves import Kind
from ginrummy.engine.rules import STANDARD, HouseRules
from ginrummy.engine.shuffle import seeded_code


def dealt(
    mine: str,
    theirs: str,
    pile: str,
    stock: str = "",
    *,
    dealer: int = 1,
    rules: HouseRules = STANDARD,
    choosers: Collection[int] = (),
) -> Deal:
    """Seat 0 holds `mine` and seat 1 `theirs`, `pile` is the upcard, the stock begins with `stock`."""
    hands = [parse_cards(mine), parse_cards(theirs)]
    first, second = hands[1 - dealer], hands[dealer]
    cards = [card for pair in zip(first, second, strict=True) for card in pair]
    cards += parse_cards(pile) + parse_cards(stock)
    assert len(set(cards)) == len(cards), "a card is dealt twice"
    rest = [card for card in DECK if card not in cards]
    return Deal([*cards, *rest], dealer, rules, choosers)


def play_on(deal: Deal, chance: Random) -> None:
    """Play a deal to its end: throws that make melds, now and then a knock."""
    while not deal.over:
        legal = deal.legal()
        knocks = [move for move in legal if move.kind in (Kind.KNOCK, Kind.BIG_GIN)]
        throws = [move for move in legal if move.kind is Kind.DISCARD]
        if knocks and (not throws or chance.random() < 0.2):
            deal.apply(chance.choice(knocks))
        elif throws:
            hand = deal.hands[deal.turn]
            deal.apply(min(throws, key=lambda move: (use(hand, move), -_card(move.card).value)))
        else:
            deal.apply(chance.choice(legal))


def played_match(rules: HouseRules, seed: int, choosers: Collection[int] = ()) -> Match:
    """A match to its end, the deals played by `play_on`."""
    chance = Random(seed)
    match = Match(seeded_code(seed, 1), rules, choosers)
    while True:
        while not match.deal.over:
            copy = match.deal.replayed(len(match.deal.moves))
            play_on(copy, chance)
            for move in copy.moves[len(match.deal.moves) :]:
                match.apply(move)
        if match.over:
            return match
        match.next_deal()


def _card(card: Card | None) -> Card:
    assert card is not None
    return card


def mask(text: str) -> int:
    """Cards as a mask."""
    return mask_of(parse_cards(text))
