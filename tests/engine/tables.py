"""Deals made to measure, and random play, for the tests of the rules."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random

from ginrummy.engine.cards import DECK, parse_cards
from ginrummy.engine.deal import Deal
from ginrummy.engine.melds import deadwood
from ginrummy.engine.moves import BIG_GIN, DISCARDS, DONE, DRAW, KNOCKS, PASS, TAKE, Kind, Move
from ginrummy.engine.rules import STANDARD, HouseRules

NON_DEALER, DEALER = 0, 1

ALL_MOVES: tuple[Move, ...] = (
    TAKE,
    PASS,
    DRAW,
    BIG_GIN,
    DONE,
    *DISCARDS,
    *KNOCKS,
    *(Move(Kind.LAYOFF, card, onto) for card in DECK for onto in range(4)),
)
"""Every move that can be said (the knocker's own layouts apart)."""


def dealt(
    mine: str,
    theirs: str,
    upcard: str,
    stock: str = "",
    rules: HouseRules = STANDARD,
    choosers: Collection[int] = (),
    dealer: int = DEALER,
) -> Deal:
    """Seat 0 holds `mine` and seat 1 `theirs`; upcard and first stock cards; the rest in the deck's order.

    Hands of fewer than ten cards are filled.
    """
    hands = [parse_cards(mine), parse_cards(theirs)]
    up, top = parse_cards(upcard), parse_cards(stock)
    named = {*hands[0], *hands[1], *up, *top}
    assert len(named) == sum(map(len, (*hands, up, top))), "a card is in two places"
    rest = [card for card in DECK if card not in named]
    for hand in hands:
        hand += [rest.pop() for _ in range(10 - len(hand))]
    first, second = hands[1 - dealer], hands[dealer]
    in_turn = [card for pair in zip(first, second, strict=True) for card in pair]
    return Deal([*in_turn, *up, *top, *rest], dealer, rules, choosers)


def play(deal: Deal, *moves: str) -> Deal:
    """Make these moves, written as the protocol writes them, and return the deal."""
    for text in moves:
        deal.apply(Move.parse(text))
    return deal


def run_down(deal: Deal, stock: int) -> Deal:
    """Pass the upcard, then draw and throw what was drawn until so many cards are left in the stock."""
    play(deal, "pass", "pass")
    while deal.stock > stock:
        play(deal, "draw", f"discard {deal.deck[52 - deal.stock]}")
    return deal


def choose(deal: Deal, chance: Random, knocks: float = 0.3) -> Move:
    """A random legal move; `knocks` is how often a knock is called where one is legal."""
    moves = deal.legal()
    ends = [move for move in moves if move.kind in (Kind.KNOCK, Kind.BIG_GIN)]
    others = [move for move in moves if move not in ends]
    return chance.choice(ends if ends and (not others or chance.random() < knocks) else others)


def choose_well(deal: Deal, chance: Random) -> Move:
    """A move as players make them: the throw that leaves least, and a knock as soon as it is legal."""
    moves = deal.legal()
    knocks = [move for move in moves if move.kind is Kind.KNOCK]
    throws = [move for move in moves if move.kind is Kind.DISCARD]
    if not throws:
        return chance.choice(knocks or moves)
    hand = deal.hands[deal.turn]
    return min(knocks or throws, key=lambda move: deadwood(hand & ~(1 << (move.card or 0))))


def wander(deal: Deal, chance: Random, knocks: float = 0.3) -> Iterator[Deal]:
    """Play random legal moves to the end; yields before each."""
    while not deal.over:
        yield deal
        deal.apply(choose(deal, chance, knocks))
