"""What happened and what can be done, as sentences."""

from __future__ import annotations

from random import Random

import pytest

from ginrummy import telling
from ginrummy.engine import shuffle
from ginrummy.engine.cards import Card, parse_cards
from ginrummy.engine.deal import Deal, Phase, Reason
from ginrummy.engine.moves import BIG_GIN, DISCARDS, DONE, DRAW, KNOCKS, PASS, TAKE, Kind, Move
from ginrummy.engine.rules import HouseRules
from ginrummy.engine.view import view_of
from ginrummy.i18n import LANGUAGES, Translator
from ginrummy.i18n.rules import page
from tests.engine.tables import dealt
from tests.played import play_out

EN = Translator("en")
LOOSE = "AC 3C 5C 7D 9D JD KH 2H 4S 6S"
OTHER = "2C 4C 6C 8D TD QD AH 3H 5D 7S"
NEARLY = "3S 4S 5S 9D 9C 9H KH KC KD 4H"
"""Counts 4: three melds and the four of hearts."""
ELEVEN = "3S 4S 5S 6S 9D 9C 9H KH KC KD"


def said(deal: Deal, me: int = 0) -> list[str]:
    return [telling.text(sentence) for sentence in telling.moves(EN, deal, me)]


def asked(deal: Deal, me: int = 0) -> list[str]:
    return [telling.text(sentence) for sentence in telling.prompt(EN, view_of(deal, me))]


def after(deal: Deal, *moves: Move) -> Deal:
    for move in moves:
        deal.apply(move)
    return deal


def throw(card: str) -> Move:
    return DISCARDS[Card.parse(card)]


def knock(card: str) -> Move:
    return KNOCKS[Card.parse(card)]


def test_a_turn_is_told_from_both_sides() -> None:
    deal = after(dealt(LOOSE, OTHER, "8S", "TC QC"), PASS, PASS, DRAW, throw("KH"), TAKE, throw("QD"))
    assert said(deal, 0) == [
        "You passed",
        "The opponent passed",
        "You drew 10♣ from the stock",
        "You discarded K♥",
        "The opponent took K♥ from the pile",
        "The opponent discarded Q♦",
    ]
    assert said(deal, 1)[2:4] == ["The opponent drew from the stock", "The opponent discarded K♥"]


def test_cards_the_opponent_drew_are_never_named() -> None:
    chance = Random(4)
    for number in range(20):
        deal = Deal(shuffle.deck("7K3F-9QXM-2AB4", number), dealer=number % 2)
        play_out(deal, chance)
        for n in range(len(deal.moves)):
            part = deal.replayed(n + 1)
            if part.moves[-1].kind is Kind.DRAW and part.seats[-1] == 1:
                sentence = telling.moves(EN, part, 0)[-1]
                assert not [run.card for run in sentence if run.card is not None]


def test_telling_more_begins_with_what_was_told() -> None:
    chance = Random(5)
    for number in range(20):
        deal = Deal(shuffle.deck("7K3F-9QXM-2AB4", number), dealer=number % 2)
        play_out(deal, chance)
        before: list[str] = []
        for n in range(len(deal.moves) + 1):
            now = said(deal.replayed(n))
            assert now[: len(before)] == before
            before = now


def test_a_knock_says_what_it_counts_and_every_layoff_is_told() -> None:
    deal = after(dealt(NEARLY, "6S 7S 9S TD QD 2C AH 3H 5D 8C", "8H", "QC"), PASS, PASS, DRAW, knock("QC"))
    assert said(deal)[-4:] == [
        "You knocked with 4",
        "The opponent added 6♠ to 3♠ 4♠ 5♠",
        "The opponent added 7♠ to 3♠ 4♠ 5♠ 6♠",
        "The opponent added 9♠ to 9♣ 9♦ 9♥",
    ]
    assert said(deal, 1)[-4:-2] == ["The opponent knocked with 4", "You added 6♠ to 3♠ 4♠ 5♠"]


def test_when_nothing_fits_that_is_said() -> None:
    deal = after(dealt(NEARLY, "2C TD QD AH 3H 5D 8C 7H JC TC", "8H", "QC"), PASS, PASS, DRAW, knock("QC"))
    assert said(deal)[-1] == "Nothing could be laid off"


def test_gin_is_told_as_gin() -> None:
    deal = after(dealt(NEARLY, OTHER, "8H", "6S"), PASS, PASS, DRAW, knock("4H"))
    assert said(deal)[-1] == "You made gin"
    assert said(deal, 1)[-1] == "The opponent made gin"


def test_big_gin_is_told_as_big_gin() -> None:
    deal = after(dealt(ELEVEN, OTHER, "8H", "2S", rules=HouseRules(big_gin=31)))
    after(deal, PASS, PASS, DRAW, BIG_GIN)
    assert said(deal)[-1] == "You made big gin"


def test_laying_off_by_hand_is_told_card_by_card() -> None:
    rules = HouseRules(layoff="choose")
    deal = dealt("6S 7S 9S TD QD 2C AH 3H 5D 8C", NEARLY, "8H", "QC", dealer=0, rules=rules, choosers=[0])
    after(deal, PASS, PASS, DRAW, knock("QC"))
    assert asked(deal)[0] == "Choose a card, then the meld it joins"
    before = asked(deal)[1]
    after(deal, Move(Kind.LAYOFF, Card.parse("6S"), 0))
    assert said(deal)[-1] == "You added 6♠ to 3♠ 4♠ 5♠"
    assert asked(deal)[1] != before
    told = said(deal)
    after(deal, DONE)
    assert said(deal) == told


def test_the_last_discard_taken_to_knock() -> None:
    deal = dealt(LOOSE, OTHER, "8S", rules=HouseRules(last_discard="take"))
    deal.stock, deal.phase, deal.turn = 2, Phase.LAST, 1
    view = view_of(deal, 1)
    assert telling.text(telling.prompt(EN, view)[0]) == "Take the last discard 8♠ and knock, or pass"
    assert telling.text(telling.move(EN, False, Kind.TAKE, Card.parse("8S"), last=True)) == (
        "The opponent took the last discard to knock"
    )


def test_every_phase_asks_for_what_it_needs() -> None:
    deal = dealt(LOOSE, OTHER, "8S", "TC QC")
    assert asked(deal) == ["Take the upcard 8♠, or pass"]
    assert asked(deal, 1) == ["The opponent is thinking"]
    after(deal, PASS)
    assert asked(deal, 1) == ["Take the upcard 8♠, or pass"]
    after(deal, PASS)
    assert asked(deal) == ["Both passed. Draw from the stock"]
    after(deal, DRAW)
    assert asked(deal) == ["Discard a card"]
    after(deal, throw("KH"))
    assert asked(deal, 1) == ["Take a card from the stock or the pile"]


def test_a_possible_knock_and_gin_are_said() -> None:
    deal = after(dealt(NEARLY, OTHER, "8H", "QC JS 6S"), PASS, PASS, DRAW)
    assert asked(deal) == ["Discard a card, or knock", "You may knock with 4"]
    after(deal, throw("QC"), DRAW, throw("QD"), DRAW)
    assert asked(deal) == ["Discard a card, or knock", "That is gin!"]


def test_the_last_turn_is_announced() -> None:
    deal = after(dealt(LOOSE, OTHER, "8S", "TC"), PASS, PASS, DRAW)
    deal.stock = 2
    assert asked(deal)[-1] == "Last turn: if nobody knocks, the hand is void"


def test_nothing_is_asked_when_the_hand_is_over() -> None:
    deal = after(dealt(NEARLY, OTHER, "8H", "6S"), PASS, PASS, DRAW, knock("4H"))
    assert asked(deal) == []


def test_a_knock_with_the_card_just_taken_is_not_offered() -> None:
    deal = after(dealt(NEARLY, OTHER, "TC"), TAKE)
    counts = telling.counts_of_knocks(view_of(deal, 0))
    assert Card.parse("TC") not in counts
    assert {KNOCKS[card] for card in counts} == {move for move in deal.legal() if move.kind is Kind.KNOCK}


def test_the_least_knock_comes_first() -> None:
    deal = after(dealt(NEARLY, OTHER, "8H", "6S"), PASS, PASS, DRAW)
    assert next(iter(telling.counts_of_knocks(view_of(deal, 0)).items())) == (Card.parse("4H"), 0)


@pytest.mark.parametrize(
    ("upcard", "rules", "expected"),
    [
        ("8S", HouseRules(), ["You deal", "Upcard: 8♠"]),
        ("8S", HouseRules(knock="oklahoma"), ["You deal", "8♠ is up: the knock limit is 8"]),
        ("AD", HouseRules(knock="oklahoma"), ["You deal", "An ace is up: gin only"]),
        (
            "AD",
            HouseRules(knock="oklahoma", oklahoma_ace="one"),
            ["You deal", "A♦ is up: the knock limit is 1"],
        ),
        (
            "QS",
            HouseRules(knock="oklahoma", spades_double=True),
            ["You deal", "Q♠ is up: the knock limit is 10", "A spade is up: points double"],
        ),
    ],
)
def test_the_opening_says_the_limit_in_force(upcard: str, rules: HouseRules, expected: list[str]) -> None:
    deal = dealt(LOOSE, OTHER, upcard, dealer=0, rules=rules)
    assert [telling.text(sentence) for sentence in telling.opening(EN, deal, 0)] == expected


def test_low_cards_are_told_mine_first() -> None:
    cards = parse_cards("4H 9D")
    told = telling.opening(EN, dealt(LOOSE, OTHER, "8S"), 1, (cards[0], cards[1]))
    assert telling.text(told[0]) == "Drawn for the deal: you 9♦, opponent 4♥. The lower one deals."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", list(Reason))
def test_every_refusal_has_its_sentence_and_its_section(language: str, reason: Reason) -> None:
    view = view_of(dealt(LOOSE, OTHER, "8S"), 0)
    assert telling.text(telling.refusal(Translator(language), reason, view))
    assert telling.section_of(reason) in {section.anchor for section in page(language)}


def test_the_section_that_matters_now() -> None:
    anchors = {section.anchor for section in page("en")}
    deal = dealt(NEARLY, OTHER, "8H", "QC JS 6S")
    sections = [telling.section_for(view_of(deal, 0))]
    for move in (PASS, PASS, DRAW, throw("QC"), DRAW, throw("QD"), DRAW, knock("4H")):
        after(deal, move)
        sections.append(telling.section_for(view_of(deal, 0)))
    assert sections == ["deal", "deal", "turn", "knock", "turn", "turn", "turn", "gin", "score"]
    assert set(sections) <= anchors


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_deals_are_told_in_every_language(language: str) -> None:
    t, chance = Translator(language), Random(8)
    for number in range(10):
        deal = Deal(shuffle.deck("7K3F-9QXM-2AB4", number), dealer=number % 2, rules=HouseRules(big_gin=31))
        play_out(deal, chance)
        assert len(telling.moves(t, deal, 0)) >= len(deal.moves)
        for n in range(len(deal.moves)):
            part = deal.replayed(n)
            assert all(telling.text(each) for each in telling.prompt(t, view_of(part, part.turn)))
