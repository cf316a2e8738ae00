"""A view holds what its seat may know, and nothing else."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from ginrummy.engine.cards import FULL_DECK_MASK, Card, iter_cards, mask_of, parse_cards
from ginrummy.engine.deal import Deal, Phase
from ginrummy.engine.match import Match
from ginrummy.engine.moves import Kind
from ginrummy.engine.rules import STANDARD, HouseRules
from ginrummy.engine.shuffle import deck, seeded_code
from ginrummy.engine.view import View, view_of
from tests.engine.tables import dealt, play, wander

laws = settings(max_examples=40)
seeds = st.integers(0, 1 << 32)
chances = st.randoms(use_true_random=False)
rules_of_some_kind = st.sampled_from(
    [STANDARD, HouseRules(knock="oklahoma"), HouseRules(last_discard="take"), HouseRules(layoff="choose")]
)


def fresh(seed: int, rules: HouseRules) -> Deal:
    return Deal(deck(seeded_code(seed, 0), 1), seed % 2, rules, choosers=(0, 1))


def seen_by(deal: Deal, seat: int) -> int:
    """Every card that the seat has seen so far: own cards, the pile, what the opponent took from it."""
    shown = deal.hands[1 - seat] if deal.spread or deal.over else deal.known[1 - seat]
    return deal.hands[seat] | mask_of(deal.pile) | shown


@laws
@given(seeds, rules_of_some_kind, chances)
def test_a_view_does_not_change_when_hidden_cards_change_places(
    seed: int, rules: HouseRules, chance: Random
) -> None:
    """Any two cards that the seat has not seen may lie the other way round: same moves, same view."""
    for deal in wander(fresh(seed, rules), chance, knocks=0):
        if chance.random() < 0.8 or deal.phase in (Phase.LAST, Phase.LAYOFF):
            continue
        for seat in (0, 1):
            hidden = list(iter_cards(FULL_DECK_MASK & ~seen_by(deal, seat)))
            a, b = chance.sample(hidden, 2)
            order = list(deal.deck)
            at, to = order.index(a), order.index(b)
            order[at], order[to] = b, a
            other = Deal(order, deal.dealer, rules, deal.choosers)
            for move in deal.moves:
                other.apply(move)
            assert view_of(other, seat) == view_of(deal, seat)
            if deal.turn == seat:
                assert other.legal() == deal.legal()


@laws
@given(seeds, rules_of_some_kind, chances)
def test_a_view_names_no_card_that_its_seat_has_not_seen(
    seed: int, rules: HouseRules, chance: Random
) -> None:
    for deal in wander(fresh(seed, rules), chance):
        for seat in (0, 1):
            named = _cards_in(view_of(deal, seat).to_json())
            assert not mask_of(named) & ~seen_by(deal, seat)


def _cards_in(data: Any) -> list[Card]:
    """Every card named anywhere in JSON data."""
    if isinstance(data, dict):
        return [card for value in data.values() for card in _cards_in(value)]
    if isinstance(data, list):
        return [card for value in data for card in _cards_in(value)]
    if isinstance(data, str) and len(data) == 2 and data[0] in "A23456789TJQK" and data[1] in "CDHS":
        return [Card.parse(data)]
    return []


@laws
@given(seeds, chances)
def test_known_cards_are_those_taken_and_not_thrown_since(seed: int, chance: Random) -> None:
    for deal in wander(fresh(seed, STANDARD), chance):
        known: tuple[set[Card], set[Card]] = (set(), set())
        for event in deal.events:
            if event.card is not None and event.do == Kind.TAKE:
                known[event.seat].add(event.card)
            elif event.card is not None:
                known[event.seat].discard(event.card)
        for seat in (0, 1):
            view = view_of(deal, seat)
            assert set(view.known) == known[1 - seat]
            assert set(view.mine_known) == known[seat]


def test_the_fields_of_a_view_as_bots_get_it() -> None:
    view = Match("7K3F-9QXM-2AB4").view(0)
    data = view.to_json()
    assert list(data) == [
        "seat", "dealer", "phase", "hand", "pile", "stock", "opponent", "taken", "knock_limit", "scores",
        "rules", "deal", "past", "events",
    ]  # fmt: skip
    assert data["opponent"] == {"cards": 10, "known": []}
    assert data["rules"] == STANDARD.to_json()
    assert (data["phase"], data["stock"], data["taken"], data["knock_limit"]) == ("upcard", 31, None, 10)
    assert json.loads(json.dumps(data)) == data


def _after(*moves: str) -> Deal:
    return play(dealt("", "", "8D", "KS"), *moves)


def test_the_card_drawn_is_shown_to_whoever_drew_it_alone() -> None:
    deal = _after("pass", "pass", "draw")
    assert view_of(deal, 0).drawn == Card.parse("KS")
    assert view_of(deal, 1).drawn is None
    assert view_of(deal, 0).to_json()["events"][-1] == {"seat": 0, "do": "draw"}


def test_the_card_taken_is_known_to_both_and_cannot_be_discarded_by_its_holder() -> None:
    deal = _after("take")
    mine, theirs = view_of(deal, 0), view_of(deal, 1)
    assert (mine.taken, theirs.taken) == (Card.parse("8D"), None)
    assert theirs.known == (Card.parse("8D"),)
    assert theirs.to_json()["opponent"] == {"cards": 11, "known": ["8D"]}


def test_a_void_hand_of_the_past_shows_nothing_but_that_it_was_void() -> None:
    match = Match("7K3F-9QXM-2AB4")
    while not match.deal.over:
        match.apply(match.deal.legal()[0])
    match.next_deal()
    assert match.view(0).to_json()["past"] == [{"result": "void"}]


def test_a_scored_hand_of_the_past_shows_turn_and_counts_by_seat() -> None:
    chance = Random(1)
    match = Match("7K3F-9QXM-2AB4")
    while not any(result.settlement for result in match.results):
        if match.deal.over:
            match.next_deal()
        moves = match.deal.legal()
        match.apply(next((move for move in moves if move.kind is Kind.KNOCK), None) or chance.choice(moves))
    if match.over:
        return
    match.next_deal()
    last = match.view(0).to_json()["past"][-1]
    assert list(last) == ["result", "knocker_seat", "winner_seat", "points", "turn", "deadwood"]
    knocker = match.results[-1].knocker_seat
    assert knocker is not None
    assert last["deadwood"][knocker] <= 10


def test_views_are_values() -> None:
    first, second = Match("7K3F-9QXM-2AB4"), Match("7K3F-9QXM-2AB4")
    assert first.view(0) == second.view(0)
    assert isinstance(hash(first.view(0)), int)
    assert isinstance(first.view(0), View)


def test_what_was_laid_off_by_hand_is_on_the_melds_and_no_longer_stays() -> None:
    rules = HouseRules(layoff="choose")
    deal = dealt("3S 4S 5S 9D 9C 9H KH KC KD 4H", "QS QD QC 5H 6H 7H 9S 2D 6S JD", "8D", "2H", rules, (1,))
    play(deal, "pass", "pass", "draw", "knock 2H", "layoff 6S 0", "layoff 9S 1")
    for seat, laid in ((0, ""), (1, "6S 9S")):
        view = view_of(deal, seat)
        assert mask_of(view.hand) - view.stays() == mask_of(parse_cards(laid))
        assert view.grown() == [
            mask_of(parse_cards(meld)) for meld in ("3S 4S 5S 6S", "9C 9D 9H 9S", "KC KD KH")
        ]
