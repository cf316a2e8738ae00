"""All levels: legal, the same every time, blind to hidden cards; and each in character."""

from __future__ import annotations

from random import Random

import pytest

from ginrummy import bots
from ginrummy.bots import hard
from ginrummy.engine import melds
from ginrummy.engine.cards import iter_cards, mask_of
from ginrummy.engine.deal import Deal, Phase
from ginrummy.engine.moves import BIG_GIN, Kind
from ginrummy.engine.rules import HouseRules
from tests.bots.table import LEVELS, TABLES, decisions, swapped, view

SOME = {"easy": 1, "medium": 1, "hard": 8}
"""Every so many decisions are asked of a level: Hard takes a hundred times as long as Easy."""


def positions(level: str, rules: HouseRules, seeds: range) -> list[Deal]:
    found = []
    for seed in seeds:
        for n, deal in enumerate(decisions(seed, rules, aimless=0.5 * (seed % 2))):
            if (n + seed) % SOME[level] == 0 or deal.phase in (Phase.UPCARD, Phase.LAST):
                found.append(deal.replayed(len(deal.moves)))
    return found


@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: rules.preset_name() or "own")
@pytest.mark.parametrize("level", LEVELS)
def test_every_move_is_legal_and_the_same_from_the_same_seed(level: str, rules: HouseRules) -> None:
    for deal in positions(level, rules, range(2)):
        legal = deal.legal()
        move = bots.create(level, 7).choose(view(deal), legal)
        assert move in legal
        assert bots.create(level, 7).choose(view(deal), legal) == move


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_peeks(level: str) -> None:
    phases = set()
    for rules in (TABLES[0], HouseRules(last_discard="take", knock="oklahoma")):
        for deal in positions(level, rules, range(10, 14)):
            phases.add(deal.phase)
            twin = swapped(deal, Random(1))
            assert view(twin) == view(deal)
            mine, theirs = (bots.create(level, 3).choose(view(one), one.legal()) for one in (deal, twin))
            assert mine == theirs
    assert {Phase.UPCARD, Phase.DRAW, Phase.DISCARD} <= phases


def test_phase_last_is_played_by_every_level() -> None:
    rules = HouseRules(last_discard="take")
    last = [
        deal.replayed(len(deal.moves))
        for seed in range(60)
        for deal in decisions(seed, rules, aimless=1.0)
        if deal.phase is Phase.LAST
    ]
    assert last
    for level in LEVELS:
        for deal in last[:5]:
            move = bots.create(level, 1).choose(view(deal), deal.legal())
            deal = deal.replayed(len(deal.moves))
            deal.apply(move)
            if move.kind is Kind.TAKE:
                deal.apply(bots.create(level, 1).choose(view(deal), deal.legal()))
            assert deal.over


@pytest.mark.parametrize("level", LEVELS)
def test_gin_is_never_missed(level: str) -> None:
    seen = 0
    for seed in range(40):
        for deal in decisions(seed):
            hand = deal.hands[deal.turn]
            if deal.phase is Phase.DISCARD and deal.taken is None and melds.after_discard(hand) == 0:
                move = bots.create(level, 1).choose(view(deal), deal.legal())
                assert move.kind is Kind.KNOCK
                assert move.card is not None
                assert melds.deadwood(hand ^ move.card.bit) == 0
                seen += 1
    assert seen > 3


def test_big_gin_is_called_where_it_exists() -> None:
    seen = 0
    for seed in range(400):
        for deal in decisions(seed, HouseRules(big_gin=50, knock="gin_only")):
            if BIG_GIN in deal.legal():
                seen += 1
                assert [bots.create(level, 1).choose(view(deal), deal.legal()) for level in LEVELS] == [
                    BIG_GIN
                ] * 3
        if seen:
            return
    raise AssertionError("no big gin in these deals")


def test_easy_never_knocks_above_gin() -> None:
    could = 0
    for seed in range(30):
        for deal in decisions(seed):
            if deal.phase is Phase.DISCARD and any(move.kind is Kind.KNOCK for move in deal.legal()):
                could += 1
                move = bots.create("easy", seed).choose(view(deal), deal.legal())
                gin = melds.after_discard(deal.hands[deal.turn]) == 0
                assert gin or move.kind is Kind.DISCARD
    assert could > 20


def test_easy_does_not_watch_the_pile() -> None:
    """What lies in the pile makes no difference to what Easy throws."""
    for deal in decisions(5):
        if deal.phase is Phase.DISCARD:
            twin = deal.replayed(len(deal.moves))
            twin.pile = twin.pile[-1:] or twin.pile
            easy = bots.create("easy", 2)
            assert easy.choose(view(deal), deal.legal()) == easy.choose(view(twin), deal.legal())


def test_medium_knocks_early_with_anything_and_later_only_when_low() -> None:
    early = late = 0
    for seed in range(25):
        for deal in decisions(seed):
            if deal.phase is not Phase.DISCARD:
                continue
            hand = deal.hands[deal.turn]
            least = min(melds.deadwood(hand ^ card.bit) for card in iter_cards(hand) if card != deal.taken)
            move = bots.create("medium", 1).choose(view(deal), deal.legal())
            if least <= 10 and deal.turns[deal.turn] <= 4:
                early += 1
                assert move.kind is Kind.KNOCK
            if 5 <= least <= 10 and deal.turns[deal.turn] > 4:
                late += 1
                assert move.kind is Kind.DISCARD
    assert early
    assert late


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_nobody_knocks_above_the_limit_and_gin_only_tables_wait_for_gin(level: str) -> None:
    for seed in range(4):
        for deal in decisions(seed, HouseRules(knock="gin_only")):
            if deal.phase is Phase.DISCARD:
                move = bots.create(level, 1).choose(view(deal), deal.legal())
                kept = deal.hands[deal.turn] ^ mask_of([move.card] if move.card is not None else [])
                assert move.kind is Kind.DISCARD or melds.deadwood(kept) == 0


def test_hard_plays_what_it_values_most_and_values_every_move() -> None:
    for deal in positions("hard", TABLES[0], range(20, 23)):
        legal = deal.legal()
        valued = hard.evaluate(view(deal), legal)
        assert sorted(map(str, legal)) == sorted(str(move) for move, _ in valued)
        values = [value for _, value in valued]
        assert values == sorted(values, reverse=True)
        assert hard.Hard(1).choose(view(deal), legal) == valued[0][0]
