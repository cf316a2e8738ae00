"""Whole deals and matches for tests, played at random from a seed."""

from __future__ import annotations

from random import Random

from ginrummy.bots.easy import use
from ginrummy.engine.cards import Card
from ginrummy.engine.deal import Deal
from ginrummy.engine.match import Match
from ginrummy.engine.moves import Kind
from ginrummy.engine.rules import HouseRules
from ginrummy.engine.shuffle import seeded_code


def play_out(deal: Deal, chance: Random) -> None:
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


def played_match(rules: HouseRules, seed: int) -> Match:
    """A match to its end, the deals played by `play_out`."""
    chance = Random(seed)
    match = Match(seeded_code(seed, 1), rules)
    while True:
        while not match.deal.over:
            copy = match.deal.replayed(len(match.deal.moves))
            play_out(copy, chance)
            for move in copy.moves[len(match.deal.moves) :]:
                match.apply(move)
        if match.over:
            return match
        match.next_deal()


def _card(card: Card | None) -> Card:
    assert card is not None
    return card
