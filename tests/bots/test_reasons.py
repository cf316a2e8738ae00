"""Every reason that Hard gives for a move is true of the view."""

from __future__ import annotations

import pytest

from ginrummy.bots import hard
from ginrummy.bots.beliefs import NEAR1, SAME_RANK
from ginrummy.engine import melds
from ginrummy.engine.cards import mask_of, parse_cards
from ginrummy.engine.deal import Deal, Phase
from ginrummy.engine.moves import DISCARDS, DRAW, PASS, TAKE, Kind
from ginrummy.i18n import LANGUAGES, Translator
from tests.bots.table import decisions, view
from tests.engine.tables import dealt


def given(deal: Deal) -> list[tuple[str, dict[str, object], object]]:
    return [
        (key, dict(values), move) for move in deal.legal() for key, values in hard.reasons(view(deal), move)
    ]


def test_reasons_are_true_of_the_view() -> None:
    keys = set()
    for seed in range(5):
        for deal in decisions(seed, aimless=0.3):
            seat, hand = deal.turn, deal.hands[deal.turn]
            gone = mask_of(deal.pile)
            thrown = {card for who, do, card in deal.events if who != seat and do == Kind.DISCARD}
            for key, values, move in given(deal):
                keys.add(key)
                card = getattr(move, "card", None)
                if key == "why.highloose":
                    assert values["n"] == card.value
                    assert melds.best(hand).loose & card.bit
                elif key == "why.gone":
                    assert values["n"] == (gone & SAME_RANK[card]).bit_count()
                elif key == "why.norun":
                    assert gone & NEAR1[card] == NEAR1[card]
                elif key == "why.safe":
                    assert values["card"] in thrown
                elif key == "why.danger":
                    took, dear = values["taken"], values["card"]
                    assert deal.known[1 - seat] & took.bit & (SAME_RANK[dear] | NEAR1[dear])
                    assert melds.best(hand).loose & dear.bit
                    assert dear.value >= card.value
                    assert not deal.known[1 - seat] & (SAME_RANK[card] | NEAR1[card])
                elif key == "why.livepair":
                    one, other = values["pair"]
                    assert card not in (one, other)
                    assert one.rank == other.rank
                    assert melds.best(hand).loose & (one.bit | other.bit)
                    assert (hand & SAME_RANK[one]) == other.bit
                    assert SAME_RANK[one] & ~hand & ~gone & ~deal.known[1 - seat]
                elif key == "why.layopen":
                    run = mask_of(values["meld"])
                    ends = melds.extensions(run) & ~hand & ~gone
                    assert melds.meld_kind(run) == "run"
                    assert ends.bit_count() == 2
                    assert 0 < melds.after_discard(hand) <= deal.limit
                elif key == "why.count":
                    assert values["a"] == melds.deadwood(hand)
                    assert values["b"] == melds.after_discard(hand | deal.pile[-1].bit) < values["a"]
                elif key == "why.ginways":
                    unseen = [1 << n for n in range(52) if not 1 << n & (hand | gone | deal.known[1 - seat])]
                    assert values["n"] == sum(
                        melds.after_discard(hand ^ card.bit | bit) == 0 for bit in unseen
                    )
                elif key == "why.stocklow":
                    assert values["n"] == deal.stock - 2
    assert {"why.highloose", "why.gone", "why.safe", "why.count", "why.nofit", "why.ways"} <= keys
    assert {"why.danger", "why.livepair", "why.layopen"} <= keys


def test_a_card_that_lengthens_a_run_says_which() -> None:
    deal = dealt("4S 5S 6S KH KD 2C 9D JC 8H QD", "AC AD AH TC TD 3C 3D 6C 6D 8C", "7S", dealer=1)
    assert deal.phase is Phase.UPCARD
    taking = dict(hard.reasons(view(deal), TAKE))
    assert taking["why.longer"] == {"meld": tuple(parse_cards("4S 5S 6S"))}
    assert "why.nofit" not in dict(hard.reasons(view(deal), PASS))
    deal.apply(TAKE)
    assert dict(hard.reasons(view(deal), DISCARDS[parse_cards("JC")[0]]))["why.livepair"] == {
        "pair": tuple(parse_cards("KD KH"))
    }


def test_leaving_a_card_that_fits_nothing_says_so() -> None:
    for deal in decisions(3):
        if deal.phase is Phase.DRAW and DRAW in deal.legal():
            fits = melds.best(deal.hands[deal.turn] | deal.pile[-1].bit).loose & deal.pile[-1].bit == 0
            assert ("why.nofit" in dict(hard.reasons(view(deal), DRAW))) is not fits


def test_a_card_that_fits_what_the_opponent_took_is_named_with_it() -> None:
    """Easy to throw by its count, but the opponent has taken its neighbour."""
    theirs, mine = "TC TD 3C 3D 6C 6D 8C 2H 4D AC", "4S 5S 6S 9H 9D 9C KH QD JC 2C"
    deal = dealt(theirs, mine, "KS", "AS", dealer=1)
    deal.apply(TAKE)
    deal.apply(DISCARDS[parse_cards("AC")[0]])
    deal.apply(DRAW)
    king, queen = parse_cards("KH QD")
    told = dict(hard.reasons(view(deal), DISCARDS[queen]))
    assert told["why.danger"] == {"taken": parse_cards("KS")[0], "card": king}
    assert "why.danger" not in dict(hard.reasons(view(deal), DISCARDS[king]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_hint_says_of_danger_names_both_cards(language: str) -> None:
    t = Translator(language, names="signs")
    taken, card = parse_cards("KS KH")
    for said in (t("why.danger", taken=taken, card=card), t("why.livepair", pair=[taken, card])):
        assert taken.sign in said
        assert card.sign in said
