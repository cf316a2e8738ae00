"""Hints and the review after a hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from ginrummy import advice, bots, telling
from ginrummy.bots import hard
from ginrummy.engine.cards import Card, parse_cards
from ginrummy.engine.deal import Deal, Phase
from ginrummy.engine.match import Match
from ginrummy.engine.moves import BIG_GIN, DISCARDS, DRAW, KNOCKS, PASS, TAKE, Kind, Move
from ginrummy.engine.rules import HouseRules
from ginrummy.engine.shuffle import seeded_code
from ginrummy.engine.view import View, view_of
from ginrummy.i18n import LANGUAGES, Translator
from tests.engine.tables import dealt

EN = Translator("en")
Why = tuple[str, Mapping[str, Any]]
OTHER = "2C 4C 6C 8D TD QD AH 3H 5D 7S"
NEARLY = "3S 4S 5S 9D 9C 9H KH KC KD 4H"
"""Counts 4."""


class Opinion:
    """A judge who holds the moves named first for the best, each a point better than the next."""

    def __init__(self, *best: Move, reasons: Sequence[Why] = (), step: float = 1.0) -> None:
        self.best, self.told, self.step = best, reasons, step

    def evaluate(self, view: View, legal: Sequence[Move]) -> list[tuple[Move, float]]:
        return [(move, -self.step * self._place(move)) for move in legal]

    def _place(self, move: Move) -> int:
        return self.best.index(move) if move in self.best else len(self.best)

    def reasons(self, view: View, move: Move) -> Sequence[Why]:
        return self.told


def throw(card: str) -> Move:
    return DISCARDS[Card.parse(card)]


def knock(card: str) -> Move:
    return KNOCKS[Card.parse(card)]


def hinted(deal: Deal, judge: Opinion | None = None) -> list[str]:
    hint = advice.hint(view_of(deal, deal.turn), deal.legal(), judge)
    return [telling.text(sentence) for sentence in hint.sentences(EN)]


def after(deal: Deal, *moves: Move) -> Deal:
    for move in moves:
        deal.apply(move)
    return deal


def test_a_hint_is_the_move_and_its_reasons() -> None:
    deal = after(dealt(NEARLY, OTHER, "8H", "QC"), PASS, PASS, DRAW, throw("KH"))
    reasons = [("why.count", {"a": 31, "b": 17}), ("why.run", {})]
    assert hinted(deal, Opinion(TAKE, reasons=reasons)) == [
        "Take K♥ from the pile.",
        "Your count falls from 31 to 17.",
        "It completes a run.",
    ]


def test_a_hint_gives_at_most_three_reasons() -> None:
    deal = after(dealt(NEARLY, OTHER, "8H", "QC"), PASS, PASS, DRAW)
    reasons = [("why.highloose", {"n": 10}), ("why.gone", {"n": 2}), ("why.notook", {}), ("why.norun", {})]
    assert hinted(deal, Opinion(knock("QC"), reasons=reasons)) == [
        "Knock with 4.",
        "It counts 10 and joins nothing of yours.",
        "2 cards of its rank are gone, so no set will come.",
        "The opponent does not seem to want it.",
    ]


def test_a_meld_in_a_reason_is_called_by_its_name() -> None:
    deal = after(dealt(NEARLY, OTHER, "6S"))
    reasons = [("why.longer", {"meld": parse_cards("3S 4S 5S")})]
    assert hinted(deal, Opinion(TAKE, reasons=reasons)) == [
        "Take the upcard.",
        "It lengthens your run of spades.",
    ]


def test_the_upcard_may_be_passed() -> None:
    assert hinted(dealt(NEARLY, OTHER, "8H"), Opinion(PASS)) == ["Pass the upcard."]


def test_leaving_the_pile_names_the_card_that_the_reason_is_about() -> None:
    deal = after(dealt(OTHER, NEARLY, "8H", "QC", dealer=0), PASS, PASS, DRAW, throw("QC"))
    assert hinted(deal, Opinion(DRAW, reasons=[("why.nofit", {})])) == [
        "Leave Q♣ and draw from stock.",
        "It fits none of your melds.",
    ]


def test_a_forced_move_needs_no_reason() -> None:
    deal = after(dealt(NEARLY, OTHER, "8H", "QC"), PASS, PASS)
    assert hinted(deal, Opinion(DRAW, reasons=[("why.nofit", {})])) == ["Draw from the stock."]


def test_waiting_with_a_knock_in_hand_is_said() -> None:
    deal = after(dealt(NEARLY, OTHER, "8H", "QC"), PASS, PASS, DRAW)
    assert hinted(deal, Opinion(throw("QC"))) == ["You could knock, but wait.", "Throw Q♣."]


def test_gin_is_to_be_knocked_with() -> None:
    deal = after(dealt(NEARLY, OTHER, "8H", "6S"), PASS, PASS, DRAW)
    assert hinted(deal, Opinion(knock("4H"))) == ["You have gin. Knock."]


def test_a_knock_that_throws_another_card_than_the_button_names_it() -> None:
    deal = after(dealt(NEARLY, OTHER, "8H", "2H"), PASS, PASS, DRAW)
    assert hinted(deal, Opinion(knock("2H"))) == ["Knock with 4.", "Throw 2♥."]


def test_a_close_second_is_mentioned() -> None:
    deal = after(dealt(NEARLY, OTHER, "8H", "QC"), PASS, PASS, DRAW)
    close = Opinion(throw("QC"), throw("4H"), step=0.2)
    assert hinted(deal, close)[-1] == "It is close: throwing 4♥ is nearly as good."


def test_laying_off_by_hand_is_hinted_card_by_card_to_the_best_count() -> None:
    rules = HouseRules(layoff="choose")
    deal = dealt("6S 7S 9S TD QD 2C AH 3H 5D 8C", NEARLY, "8H", "QC", dealer=0, rules=rules, choosers=[0])
    after(deal, PASS, PASS, DRAW, knock("QC"))
    assert deal.phase is Phase.LAYOFF
    told = []
    while not deal.over:
        hint = advice.hint(view_of(deal, 0), deal.legal())
        told.append(telling.text(hint.sentences(EN)[0]))
        after(deal, hint.move)
    assert told[0] == "Lay 6♠ off on 3♠ 4♠ 5♠."
    assert told[-1] == "Nothing more fits: end laying off."
    assert deal.result is not None
    assert deal.result.deadwood == (39, 4)


def test_hard_hints_for_every_phase_in_every_language() -> None:
    match = Match(seeded_code(3, 1))
    easy = bots.create("easy", 1)
    while not match.deal.over:
        legal, view = match.deal.legal(), match.view(match.deal.turn)
        hint = advice.hint(view, legal)
        assert hint.move == hard.evaluate(view, legal)[0][0]
        for language in LANGUAGES:
            sentences = hint.sentences(Translator(language))
            assert 1 <= len(sentences) <= 5
            assert all(telling.text(sentence) for sentence in sentences)
        match.apply(easy.choose(view, legal))


@pytest.fixture(scope="module")
def match() -> Match:
    """Medium at seat 0 against easy, to the end."""
    match = Match(seeded_code(5, 1), HouseRules(target=50))
    players = bots.create("medium", 1), bots.create("easy", 1)
    while True:
        while not match.deal.over:
            match.apply(players[match.deal.turn].choose(match.view(match.deal.turn), match.deal.legal()))
        if match.over:
            return match
        match.next_deal()


def numbers(match: Match) -> Iterator[int]:
    return iter(range(1, match.number + 1))


def test_a_review_judges_each_decision_by_what_was_known_then(match: Match) -> None:
    replayed = Match(match.code, match.rules)
    for number in numbers(match):
        made = {decision.index: decision for decision in advice.review(match, number, 0, Opinion())}
        assert len(made) == advice.decisions(match, number, 0)
        for index, move in enumerate(match.deals[number - 1].moves):
            if index in made:
                assert made[index].view == replayed.view(0)
                assert made[index].move == move
                assert len(made[index].values) > 1
            replayed.apply(move)
        if number < match.number:
            replayed.next_deal()


def test_the_best_move_costs_nothing_and_no_cost_is_negative(match: Match) -> None:
    for decision in advice.review(match, 1, 0):
        assert decision.cost >= 0
        assert decision.value == max(value for _, value in decision.values)
        if decision.move == decision.values[0][0]:
            assert (decision.cost, decision.grade, decision.best) == (0, "best", decision.move)


def test_a_review_repeats_itself(match: Match) -> None:
    assert list(advice.review(match, 1, 0)) == list(advice.review(match, 1, 0))


def test_turns_are_counted_as_the_player_counts_them(match: Match) -> None:
    made = list(advice.review(match, 1, 0, Opinion()))
    turns = [decision.turn for decision in made if decision.move.kind is Kind.DISCARD]
    assert turns == list(range(1, len(turns) + 1))


def test_the_opponents_count_stays_hidden_after_a_void_hand() -> None:
    match = Match(seeded_code(1, 1))
    for move in (PASS, PASS):
        match.apply(move)
    while not match.deal.over:
        match.apply(DRAW)
        match.apply(next(move for move in match.deal.legal() if move.kind is Kind.DISCARD))
    assert {decision.counts[1] for decision in advice.review(match, 1, 0, Opinion())} == {None}


def decision(deal: Deal, me: int, judge: Opinion, move: Move) -> advice.Decision:
    """The decision for `move` at the end of `deal`, as a review would have it."""
    values = tuple(sorted(judge.evaluate(view_of(deal, me), deal.legal()), key=lambda item: -item[1]))
    made = next(value for each, value in values if each == move)
    turn = deal.turns[me] + (deal.phase is not Phase.DISCARD)
    return advice.Decision(
        len(deal.moves), turn, view_of(deal, me), move, values, values[0][1] - made, (0, None)
    )


def verdict(deal: Deal, *made: advice.Decision) -> list[str]:
    return [telling.text(sentence) for sentence in advice.verdict(EN, deal, 0, made)]


def test_the_dearest_decision_is_told_with_what_came_of_it() -> None:
    deal = after(dealt(NEARLY, "2C 4C 6C 8D TD JD AH 3H 5D 7S", "8H", "QD"), PASS, PASS, DRAW)
    dear = decision(deal, 0, Opinion(throw("4H"), step=11), throw("QD"))
    after(deal, throw("QD"), TAKE)
    assert verdict(deal, dear) == [
        "Your dearest decision came on turn 1: throwing Q♦. Better: throwing 4♥. It cost about 11 points.",
        "Q♦ was just what the opponent was waiting for.",
    ]


def test_a_late_knock_is_told_as_one() -> None:
    deal = after(dealt(NEARLY, OTHER, "8H", "QC"), PASS, PASS, DRAW)
    dear = decision(deal, 0, Opinion(knock("QC"), step=14), throw("QC"))
    assert verdict(deal, dear) == ["You could knock on turn 1 already; waiting cost 14 points."]


def test_small_slips_are_no_mistakes() -> None:
    deal = after(dealt(NEARLY, OTHER, "8H", "QC"), PASS, PASS, DRAW)
    slip = decision(deal, 0, Opinion(throw("4H"), step=0.42), throw("QC"))
    after(deal, throw("QC"))
    assert verdict(deal, slip) == ["No decision cost more than 0.5 points: well played."]


def test_of_a_faultless_hand_it_is_said_that_nothing_was_lost() -> None:
    deal = after(dealt(NEARLY, OTHER, "8H", "QC"), PASS, PASS, DRAW)
    best = decision(deal, 0, Opinion(throw("QC")), throw("QC"))
    after(deal, throw("QC"))
    assert verdict(deal, best) == ["Nothing was lost: every decision was the best one."]


def test_a_hand_lost_without_a_mistake_was_bad_luck() -> None:
    deal = after(dealt(OTHER, NEARLY, "8H", "QC", dealer=0))
    fine = decision(after(deal, PASS), 0, Opinion(PASS), PASS)
    after(deal, PASS, DRAW, knock("QC"))
    assert verdict(deal, fine) == ["You played well; the cards went the other way."]


def test_a_hand_without_a_decision_says_so() -> None:
    assert verdict(dealt(NEARLY, OTHER, "8H")) == ["There was nothing for you to decide in this hand."]


@pytest.mark.parametrize(("cost", "grade"), [(0.0, "best"), (0.3, "good"), (1.5, "small"), (7.0, "big")])
def test_grades(cost: float, grade: str) -> None:
    deal = after(dealt(NEARLY, OTHER, "8H", "QC"), PASS, PASS, DRAW)
    assert decision(deal, 0, Opinion(throw("4H"), step=cost), throw("QC")).grade == grade
    assert EN(f"rev.grade.{grade}")


def test_the_average_cost() -> None:
    deal = after(dealt(NEARLY, OTHER, "8H", "QC"), PASS, PASS, DRAW)
    made = [decision(deal, 0, Opinion(throw("4H"), step=cost), throw("QC")) for cost in (1, 2)]
    assert advice.average_cost(made) == 1.5
    assert advice.average_cost([]) is None


def test_big_gin_is_hinted_and_phrased() -> None:
    deal = dealt("3S 4S 5S 9D 9C 9H KH KC KD KS", OTHER, "8H", "2S", rules=HouseRules(big_gin=31))
    after(deal, PASS, PASS, DRAW)
    assert hinted(deal, Opinion(BIG_GIN)) == ["All eleven cards match. Call big gin."]
    assert telling.text(advice.phrase(EN, view_of(deal, 0), BIG_GIN)) == "big gin"
