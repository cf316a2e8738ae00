"""The trainer's compiled features and decisions are those that Hard plays by; skipped without numba."""

from __future__ import annotations

from random import Random

import pytest

from ginrummy.bots.beliefs import Habits, Seen
from ginrummy.bots.features import Situation, cards_in
from ginrummy.bots.net import load
from ginrummy.engine import melds
from ginrummy.engine.deal import VOID, Phase, Result
from tests.bots.table import decisions, view

np = pytest.importorskip("numpy")
pytest.importorskip("numba")


def test_inputs_of_all_networks_are_the_same_compiled() -> None:
    from bench.opponents import row_of
    from bench.train import features as compiled

    habits = np.zeros(compiled.N_HABITS)
    for seed in range(3):
        for deal in decisions(seed):
            if deal.phase is not Phase.DISCARD:
                continue
            row, seen = row_of(view(deal)), Seen(view(deal))
            situation = Situation(seen, nets=load())
            belief = np.array(situation.belief)
            cards = np.array(cards_in(seen.unseen))
            weights = np.array([weight for _, weight in situation.draws])
            shared = np.empty(compiled.N_CONTEXT, np.float32)
            compiled.context(row, habits, belief, cards, len(cards), shared)
            assert shared.tolist() == pytest.approx([*map(float, situation._shared(seen.stock))], abs=1e-5)
            for card in cards_in(seen.hand)[::4]:
                kept = seen.hand ^ 1 << card
                count = melds.deadwood(kept)
                sizes = compiled.N_D, compiled.N_QVAR, compiled.N_KVAR
                want, discard, knock = (np.empty(size, np.float32) for size in sizes)
                compiled.want_inputs(row, habits, card, belief, len(cards), want)
                mine = [*situation._want_inputs(card), *situation._shared_want()]
                assert want.tolist() == pytest.approx(mine, abs=1e-5)
                chance = situation.wanted(card)
                compiled.discard_inputs(row, kept, count, card, cards, weights, len(cards), chance, discard)
                assert discard.tolist() == pytest.approx(
                    situation._discard_inputs(kept, count, card)[: compiled.N_QVAR], abs=1e-5
                )
                compiled.knock_inputs(row, kept, count, belief, knock)
                assert knock.tolist() == pytest.approx(
                    [*map(float, situation._knock_inputs(kept, count))], abs=1e-5
                )


def test_habits_are_the_same_compiled() -> None:
    from bench.train import features as compiled
    from bench.train.export import EXPERTS

    rng = Random(1)
    past, row = [], np.zeros(compiled.N_HABITS)
    for _ in range(60):
        knocker, turn = rng.randrange(-1, 2), rng.randrange(1, 14)
        counts = (rng.choice([0, 3, 8]), rng.choice([0, 5, 9, 20]))
        past.append(VOID if knocker < 0 else Result("knock", knocker, 0, 10, turn, counts))
        side = -1 if knocker < 0 else knocker
        compiled.learn_habits(row, side, counts[1], turn if side >= 0 else 15, 10)
        mine = Habits(tuple(past), 0, 10)
        assert mine.kind == EXPERTS[compiled.expert(row)]
        assert row.tolist() == pytest.approx(
            [
                mine.eager,
                mine.deals,
                mine.gins,
                mine.late_knocks,
                mine.held_back,
                mine.knock_sum,
                mine.late_knocks,
            ]
        )


def test_the_compiled_solver_agrees_with_the_engine() -> None:
    from bench.opponents import kernel

    rng = Random(2)
    for n in range(400):
        deck = list(range(52)) if n % 2 else [*range(0, 52, 2), 1, 3, 5]
        hand = sum(1 << card for card in rng.sample(deck, 11))
        assert kernel.after_discard(hand) == melds.after_discard(hand)
        assert kernel.deadwood(hand) == melds.deadwood(hand)
