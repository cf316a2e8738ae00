"""The first-match guide: it teaches what it should, its advice wins, and it copes with every learner."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from ginrummy import advice, bots, guide
from ginrummy.engine.cards import mask_of, parse_cards
from ginrummy.engine.deal import Deal
from ginrummy.engine.match import Match
from ginrummy.engine.moves import DRAW, Kind, Move
from ginrummy.engine.shuffle import seeded_code
from ginrummy.engine.view import View, view_of
from ginrummy.guide import Guide, Step
from ginrummy.i18n import LANGUAGES, Translator
from ginrummy.telling import text

EN = Translator("en")
Learner = Callable[[Deal, Step], Move]


def lesson(learner: Learner, code: str = guide.CODE, begin: Guide | None = None) -> tuple[Match, list[Step]]:
    """A guided hand to its end: the match, and every step the learner saw."""
    match, teacher, easy = Match(code), begin or Guide(), bots.create(guide.TEACHER.name, guide.TEACHER.seed)
    steps: list[Step] = []
    while not (match.deal.over and teacher.over):
        step = teacher.step(match.view(0), match.deal.result)
        if step is None:
            match.apply(easy.choose(match.view(1), match.deal.legal()))
            continue
        assert step == teacher.step(match.view(0), match.deal.result), "asked again, another answer"
        steps.append(step)
        if step.waits:
            assert step.move in match.deal.legal()
            match.apply(learner(match.deal, step))
        teacher.go_on(step)
    return match, steps


def obedient(deal: Deal, step: Step) -> Move:
    assert step.move is not None
    return step.move


def by_lot(seed: int, wild: float) -> Learner:
    chance = Random(seed)
    return lambda deal, step: chance.choice(deal.legal()) if chance.random() < wild else obedient(deal, step)


def never_knocks(deal: Deal, step: Step) -> Move:
    move = obedient(deal, step)
    if move.kind is not Kind.KNOCK:
        return move
    throws = [each for each in deal.legal() if each.kind is Kind.DISCARD]
    return next((each for each in throws if each.card == move.card), throws[0])


def test_who_follows_the_guide_wins_the_hand_by_a_knock() -> None:
    match, _ = lesson(obedient)
    result = match.results[0]
    assert (result.winner_seat, result.result) == (0, "knock")
    assert result.settlement is not None
    assert result.settlement.defender.layoffs, "the learner sees no lay-off"


def test_what_the_guide_teaches_costs_nothing_by_hards_reckoning_and_the_hint_says_the_same() -> None:
    match, _ = lesson(obedient)
    made = list(advice.review(match, 1, 0))
    assert len(made) == advice.decisions(match, 1, 0) > 6
    assert [decision.grade for decision in made] == ["best"] * len(made)
    for decision in made:
        hint = advice.hint(decision.view, [move for move, _ in decision.values])
        assert hint.move == guide.hint(decision.view).move == decision.move


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_in_the_guided_hand_is_the_guides_advice_with_a_reason(language: str) -> None:
    t = Translator(language)

    def asks(deal: Deal, step: Step) -> Move:
        hint = guide.hint(view_of(deal, 0))
        assert hint.move == step.move
        said = [message for message in step.messages if not message[0].startswith("guide.")]
        assert list(hint.messages[: len(said)]) == said
        assert len(hint.messages) > 1 or hint.move == DRAW
        assert all(text(sentence) for sentence in hint.sentences(t))
        return obedient(deal, step)

    lesson(asks)


def test_every_lesson_comes_up_in_order() -> None:
    _, steps = lesson(obedient)
    met = list(dict.fromkeys(step.name for step in steps if step.name in guide.ORDER))
    assert met == list(guide.ORDER)
    assert [step.number for step in steps] == sorted(step.number for step in steps)
    assert steps[-1].number == len(guide.ORDER)


def test_nothing_but_advice_is_said_twice() -> None:
    _, steps = lesson(obedient)
    lessons = [key for step in steps for key, _ in step.messages if key.startswith("guide.")]
    assert len(lessons) == len(set(lessons)) == len(guide.ORDER)


def test_the_learner_takes_from_both_piles() -> None:
    match, _ = lesson(obedient)
    assert {Kind.TAKE, Kind.DRAW} <= {event.do for event in match.deal.events if event.seat == 0}


@pytest.mark.parametrize("wild", [0.2, 0.6, 1.0])
def test_whatever_the_learner_does_the_guide_goes_on_to_its_end(wild: float) -> None:
    for seed in range(60):
        match, steps = lesson(by_lot(seed, wild))
        assert match.deal.over
        assert steps[-1].name == "end"
        assert len([step for step in steps if ("guide.free", {}) in step.messages]) <= 1


def test_it_copes_with_any_deal_and_dealer() -> None:
    for seed in range(60):
        _, steps = lesson(by_lot(seed, 0.5), code=seeded_code(7, seed))
        assert steps[-1].name == "end"


def test_who_never_knocks_hears_about_gin_or_the_end_all_the_same() -> None:
    match, steps = lesson(never_knocks)
    assert steps[-1].name == "end"
    assert match.results[0].knocker_seat != 0
    assert "guide.free" in {key for step in steps for key, _ in step.messages}


def test_a_free_choice_is_noticed_and_allowed() -> None:
    match = Match(guide.CODE)
    teacher = Guide()
    while not (step := teacher.step(match.view(0))) or not step.waits:
        assert step is not None
        teacher.go_on(step)
    match.apply(next(move for move in match.deal.legal() if move != step.move))
    teacher.go_on(step)
    following = teacher.step(match.view(0))
    assert following is not None
    assert following.messages[0] == ("guide.free", {})


def test_a_lesson_left_in_the_middle_goes_on_without_its_introduction() -> None:
    match = Match(guide.CODE)
    easy = bots.create(guide.TEACHER.name, guide.TEACHER.seed)
    for _ in range(4):
        view = match.view(match.deal.turn)
        match.apply(guide.suggest(view) if view.seat == 0 else easy.choose(view, match.deal.legal()))
    while match.deal.turn != 0:
        match.apply(easy.choose(match.view(1), match.deal.legal()))
    step = Guide().step(match.view(0))
    assert step is not None
    assert step.name not in ("start", "melds", "loose")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_speaks_every_language(language: str) -> None:
    t = Translator(language)
    for seed in range(15):
        _, steps = lesson(by_lot(seed, 0.5))
        assert all(all(step.told(t)) for step in steps)


def test_the_guided_match_is_known_by_its_header() -> None:
    match = Match(guide.CODE)
    header = guide.header()
    assert guide.guided(header, match.view(0))
    assert (header.mode, header.players[1].name) == ("friendly", "easy")
    assert not guide.guided(header, dealt_later(match))


def dealt_later(match: Match) -> View:
    """The view of the second deal."""
    while not match.deal.over:
        match.apply(match.deal.legal()[0])
    match.next_deal()
    return match.view(0)


def test_friends_are_what_could_make_a_meld() -> None:
    hand = parse_cards("3S 4S 6S 9D 9C KH 2H AC JD 7C")
    assert [str(card) for card in hand if not guide.friends(mask_of(hand), card)] == ["KH", "2H", "AC"]
