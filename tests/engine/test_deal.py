"""One deal: who may do what, what it leads to, and the laws that every deal keeps."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ginrummy.engine.cards import DECK, FULL_DECK_MASK, Card, mask_of, parse_cards
from ginrummy.engine.deal import MOST_TAKES, VOID, Deal, IllegalMove, Phase, Reason
from ginrummy.engine.moves import DONE, DRAW, PASS, TAKE, Kind, Move
from ginrummy.engine.rules import STANDARD, HouseRules
from ginrummy.engine.shuffle import deck, seeded_code
from tests.engine.tables import ALL_MOVES, DEALER, NON_DEALER, dealt, play, run_down, wander
from tests.worked import rows

NEAR = "2C 3C 4C 6D 7D 8D 9H TH JH"  # three runs; with one more card a hand
FAR = "AC 3D 5H 7S 9C JD KC 6H 8S QS"  # no meld
BY_HAND = HouseRules(layoff="choose")


# Legality: the worked rows


def _drew(stock: str = "", non_dealer: str = FAR) -> Deal:
    return play(dealt(non_dealer, "", "KH", stock), "pass", "pass", "draw")


def _taken_last_turn() -> Deal:
    deal = play(dealt(FAR, "", "8C", "TS 2C"), "take", "discard AC", "draw", "discard TS")
    return play(deal, "draw")


def _knocked(rules: HouseRules = BY_HAND, tenth: str = "KS") -> Deal:
    """The non-dealer has knocked with three runs; the dealer, a person, lays off."""
    deal = dealt(f"{NEAR} AS", "5C 5D QH 9S TS QC KD 7S 7C AH", "KH", tenth, rules, choosers=(DEALER,))
    return play(deal, "pass", "pass", "draw", f"knock {tenth}")


def _gin() -> Deal:
    return play(dealt(f"{NEAR} KS", FAR, "KH", "5C", BY_HAND, (DEALER,)), "pass", "pass", "draw", "knock KS")


SITUATIONS: dict[str, tuple[Callable[[], Deal], int, str, Reason | None]] = {
    "lg-1-discard-taken": (lambda: play(dealt(FAR, "", "8C"), "take"), 0, "discard 8C", Reason.TAKEN),
    "lg-2-discard-drawn-stock": (lambda: _drew("8C"), 0, "discard 8C", None),
    "lg-3-discard-taken-next-turn": (_taken_last_turn, 0, "discard 8C", None),
    "lg-4-knock-with-taken": (
        lambda: play(dealt(f"{NEAR} 3S", "", "KD"), "take"), 0, "knock KD", Reason.TAKENKNOCK,
    ),
    "lg-5-draw-stock-first": (lambda: dealt("", "", "8D"), 0, "draw", Reason.OFFERFIRST),
    "lg-6-pass-first": (lambda: dealt("", "", "8D"), 0, "pass", None),
    "lg-7-dealer-takes": (lambda: play(dealt("", "", "8D"), "pass"), 1, "take", None),
    "lg-8-both-pass-pile": (lambda: play(dealt("", "", "8D"), "pass", "pass"), 0, "take", Reason.STOCKONLY),
    "lg-9-dealer-after-pass-stock": (lambda: play(dealt("", "", "8D"), "pass"), 1, "draw", Reason.OFFERFIRST),
    "lg-10-pass-later": (lambda: run_down(dealt("", "", "8D"), 29), 0, "pass", Reason.PASSONLY),
    "lg-11-knock-before-draw": (
        lambda: run_down(dealt(f"{NEAR} 3S", FAR, "8H"), 29), 0, "knock 3S", Reason.KNOCKDRAW,
    ),
    "lg-12-knock-first-turn": (lambda: play(dealt(f"{NEAR} KS", "", "4S"), "take"), 0, "knock KS", None),
    "lg-13-draw-twice": (_drew, 0, "draw", Reason.ALREADY),
    "lg-14-discard-not-held": (lambda: _drew("8C"), 0, "discard 5C", Reason.NOTHAND),
    "lg-15-spread-partial": (_knocked, 1, "layoff JC 0", Reason.NOTHAND),
    "lg-16-layoff-after-gin": (_gin, 1, "layoff 9S 0", Reason.GINLAYOFF),
    "lg-17-layoff-on-deadwood": (_knocked, 1, "layoff 9S 3", Reason.LAYLOOSE),
    "lg-18-knocker-layoff": (_knocked, 0, "layoff AS 0", Reason.LAYKNOCKER),
    "lg-19-opponent-turn": (lambda: dealt("", "", "8D"), 1, "pass", Reason.TURN),
    "lg-20-knock-at-11": (lambda: _drew("JS", "2C 3C 4C 6D 7D 8D AS 2S 3D 5S"), 0, "knock JS", Reason.HIGH),
}  # fmt: skip
"""For each row the deal, who wants to move, the move, and our reason."""


@pytest.mark.parametrize(("given", "expected"), rows("legality"))
def test_worked_legality(given: Any, expected: dict[str, Any], request: pytest.FixtureRequest) -> None:
    make, seat, move, reason = SITUATIONS[request.node.callspec.id]
    assert make().check(seat, Move.parse(move)) == reason
    assert (reason is None) == expected["legal"]


def test_after_the_dealer_took_the_upcard_the_non_dealer_has_a_normal_turn() -> None:
    deal = play(dealt("", FAR, "8C"), "pass", "take", "discard AC")
    assert (deal.turn, deal.legal()) == (NON_DEALER, [DRAW, TAKE])


# The other refusals


@pytest.mark.parametrize(
    ("make", "seat", "move", "reason"),
    [
        (_gin, 0, "draw", Reason.HANDOVER),
        (_drew, 0, "pass", Reason.PASSONLY),
        (_drew, 0, "knock AC", Reason.HIGH),
        (lambda: dealt("", "", "8D"), 0, "discard 8D", Reason.OFFERFIRST),
        (lambda: run_down(dealt("", "", "8D"), 29), 0, "discard 8D", Reason.DRAWFIRST),
        (lambda: run_down(dealt("", "", "8D"), 29), 0, "big_gin", Reason.KNOCKDRAW),
        (_drew, 0, "big_gin", Reason.BIGGINOFF),
        (_drew, 0, "done", Reason.LAYEARLY),
        (_knocked, 1, "draw", Reason.LAYFIRST),
        (_knocked, 0, "done", Reason.TURN),
        (_knocked, 1, "layoff 9S 0", Reason.NOFIT),
        (lambda: play(_knocked(), "layoff 5C 0"), 1, "layoff 5C 0", Reason.NOTHAND),
        (_knocked, 1, "layoff 7C 0", Reason.GAP),
    ],
)
def test_refusals(make: Callable[[], Deal], seat: int, move: str, reason: Reason) -> None:
    assert make().check(seat, Move.parse(move)) == reason


def test_gin_only_speaks_of_gin_instead_of_a_limit() -> None:
    deal = dealt(f"{NEAR} AS", FAR, "KH", "KS", HouseRules(knock="gin_only"))
    play(deal, "pass", "pass", "draw")
    assert deal.check(0, Move.parse("knock KS")) == Reason.GINONLY


def test_a_full_set_takes_no_fifth_card() -> None:
    deal = dealt(
        "3C 3D 3H 3S 8C 8D 8H AH 2S 4D", "5C 7S 9H JD KC 2H 5D 6H 6S TS", "KD", "KS", BY_HAND, (DEALER,)
    )
    play(deal, "pass", "pass", "draw", "knock KS")
    full = next(n for n, meld in enumerate(deal.spread) if meld.bit_count() == 4)
    assert deal.check(DEALER, Move.parse(f"layoff 5C {full}")) is Reason.SETFULL


def test_an_illegal_move_changes_nothing() -> None:
    deal = _drew()
    before = _state(deal)
    with pytest.raises(IllegalMove) as caught:
        play(deal, "draw")
    assert caught.value.reason is Reason.ALREADY
    assert _state(deal) == before


# The deal and the wall: the worked rows


def test_the_cards_are_dealt_one_at_a_time_the_non_dealer_first() -> None:
    deal = Deal(DECK, DEALER)
    assert deal.hands[NON_DEALER] == mask_of(DECK[0:20:2])
    assert deal.hands[DEALER] == mask_of(DECK[1:20:2])
    assert [hand.bit_count() for hand in deal.hands] == [10, 10]
    assert (deal.pile, deal.stock) == ([DECK[20]], 31)
    assert (deal.turn, deal.phase) == (NON_DEALER, Phase.UPCARD)


def _near_the_end(stock: int, rules: HouseRules = STANDARD) -> Deal:
    """Both hold hands that can knock at once; it is the turn of whoever draws next."""
    return run_down(dealt(f"{NEAR} AS", "8S 9S TS 8C 9C TC 2D 3D 4D KS", "KH", rules=rules), stock)


def test_wall_1_the_last_turn_without_a_knock_makes_the_hand_void() -> None:
    deal = _near_the_end(3)
    play(deal, "draw", f"discard {deal.deck[49]}")
    assert (deal.stock, deal.result) == (2, VOID)


def test_wall_2_the_last_drawer_may_still_knock() -> None:
    deal = _near_the_end(3)
    play(deal, "draw", f"knock {deal.deck[49]}")
    assert deal.result is not None
    assert deal.result.points > 0


def test_wall_3_with_three_cards_left_play_goes_on() -> None:
    deal = _near_the_end(4)
    play(deal, "draw", f"discard {deal.deck[48]}")
    assert (deal.stock, deal.over, deal.phase) == (3, False, Phase.DRAW)


def test_wall_4_taking_from_the_pile_does_not_shrink_the_stock() -> None:
    deal = _near_the_end(3)
    play(deal, "take")
    play(deal, str(next(move for move in deal.legal() if move.kind is Kind.DISCARD)))
    assert (deal.stock, deal.over) == (3, False)


@pytest.mark.parametrize(("last", "reason"), [("none", Reason.HANDOVER), ("take", Reason.LASTONLY)])
def test_wall_6_the_last_two_cards_are_never_drawn(last: str, reason: Reason) -> None:
    deal = _near_the_end(2, HouseRules(last_discard=last))
    assert deal.stock == 2
    assert deal.check(deal.turn, DRAW) == reason


def test_wall_7_there_are_at_most_29_draws() -> None:
    deal = run_down(dealt("", "", "8D"), 2)
    assert deal.over
    assert sum(move == DRAW for move in deal.moves) == 29


def test_wall_8_fifty_takes_in_a_row_make_the_hand_void() -> None:
    deal = dealt(FAR, "", "8C")
    while not deal.over:
        play(deal, "take")
        play(deal, str(next(move for move in deal.legal() if move.kind is Kind.DISCARD)))
    assert deal.result == VOID
    assert sum(move == TAKE for move in deal.moves) == MOST_TAKES
    assert deal.stock == 31


class TestLastDiscard:
    """Wall 5: under `last_discard = take` the last discard may be taken, in order to knock."""

    def end(self, dealer: str = f"{NEAR} AS", rules: HouseRules = STANDARD) -> Deal:
        """The non-dealer has drawn the last card, the three of spades, and thrown it."""
        order = list(dealt(FAR, dealer, "KH", rules=rules).deck)
        at = order.index(Card.parse("3S"))
        order[at], order[49] = order[49], order[at]
        return run_down(Deal(order, DEALER, rules), 2)

    def test_it_does_not_exist_in_the_standard_game(self) -> None:
        assert self.end().result == VOID

    def test_it_is_offered_to_whoever_can_knock_with_it(self) -> None:
        deal = self.end(rules=HouseRules(last_discard="take"))
        assert (deal.phase, deal.legal()) == (Phase.LAST, [TAKE, PASS])

    def test_whoever_takes_it_must_knock(self) -> None:
        deal = play(self.end(rules=HouseRules(last_discard="take")), "take")
        assert {move.kind for move in deal.legal()} == {Kind.KNOCK}
        assert deal.check(deal.turn, Move.parse("discard AS")) == Reason.LASTKNOCK
        assert deal.check(deal.turn, Move.parse("knock 3S")) == Reason.TAKENKNOCK
        play(deal, str(deal.legal()[0]))
        assert deal.result is not None
        assert deal.result.knocker_seat is not None

    def test_passing_makes_the_hand_void(self) -> None:
        assert play(self.end(rules=HouseRules(last_discard="take")), "pass").result == VOID

    def test_it_is_not_offered_to_whoever_cannot_knock_with_it(self) -> None:
        assert self.end("2S 4C 6D 8H TS QC AD 4H 9S KS", HouseRules(last_discard="take")).result == VOID


# Oklahoma: the worked rows


@pytest.mark.parametrize(
    ("given", "expected"), [row for row in rows("oklahoma") if "upcard" in row.values[0]]
)
def test_worked_oklahoma(given: dict[str, Any], expected: dict[str, Any]) -> None:
    rules = HouseRules(knock="oklahoma", oklahoma_ace=given.get("oklahoma_ace", "gin_only"))
    deal = dealt("KS", "", given["upcard"], rules=rules)
    limit = 0 if expected["knock_limit"] == "gin_only" else expected["knock_limit"]
    assert deal.limit == limit
    play(deal, "take", "discard KS")
    assert deal.limit == limit  # the limit follows the first upcard, whatever lies on the pile now


def test_spades_double_the_points_of_a_hand_with_its_bonus() -> None:
    """The rows of `oklahoma_spades`: 14 points are 28, gin against 19 is 88."""
    for stock, knock in (("KS", "knock KS"), ("5C", "knock AH")):
        made = []
        for double in (False, True):
            rules = HouseRules(knock="oklahoma", spades_double=double)
            deal = dealt(f"{NEAR} AH", FAR, "6S", stock, rules)
            play(deal, "pass", "pass", "draw", knock)
            assert deal.result is not None
            made.append(deal.result.points)
        assert made[1] == 2 * made[0] > 0


# Knocking


def test_the_knock_shows_the_best_layout_unless_another_is_asked_for() -> None:
    run, twos, nines = (mask_of(parse_cards(text)) for text in ("2S 3S 4S", "2D 2H 2S", "9C 9D 9H"))
    for layout, shown, count in ((None, {run, nines}, 6), ((twos, nines), {twos, nines}, 9)):
        deal = dealt("2S 3S 4S 2H 2D 9C 9D 9H AC AD", "", "KH", "KS")
        play(deal, "pass", "pass", "draw")
        deal.apply(Move(Kind.KNOCK, Card.parse("KS"), layout=layout))
        assert set(deal.spread) == shown
        assert deal.result is not None
        assert deal.result.settlement is not None
        assert deal.result.settlement.knocker.deadwood == count


@pytest.mark.parametrize(
    "layout",
    [
        ["6D 7D 8D", "7D 8D"],  # a card in two groups, one of them no meld
        ["2C 3C 4C", "2C 3C 4C"],  # twice the same
        ["2C 3C AS"],  # no meld
        ["TS JS QS"],  # not held
    ],
)
def test_an_impossible_layout_is_refused(layout: list[str]) -> None:
    deal = _drew("KS", f"{NEAR} AS")
    masks = tuple(mask_of(parse_cards(text)) for text in layout)
    assert deal.check(0, Move(Kind.KNOCK, Card.parse("KS"), layout=masks)) is Reason.LAYOUT


def test_a_layout_above_the_limit_is_refused() -> None:
    deal = _drew("KS", f"{NEAR} AS")
    only_one = (mask_of(parse_cards("2C 3C 4C")),)
    assert deal.check(0, Move(Kind.KNOCK, Card.parse("KS"), layout=only_one)) is Reason.HIGH


def test_big_gin_needs_the_rule_and_eleven_melded_cards() -> None:
    rules = HouseRules(big_gin=31)
    deal = play(dealt(f"{NEAR} 5C", FAR, "KH", "5D", rules), "pass", "pass", "draw")
    assert Move(Kind.BIG_GIN) in deal.legal()
    play(deal, "big_gin")
    assert deal.result is not None
    assert (deal.result.result, deal.result.knocker_seat) == ("big_gin", 0)
    assert deal.hands[0].bit_count() == 11
    short = play(dealt(f"{NEAR} 5C", FAR, "KH", "KS", rules), "pass", "pass", "draw")
    assert short.check(0, Move(Kind.BIG_GIN)) is Reason.BIGGIN


def test_the_result_counts_the_knockers_own_turns() -> None:
    deal = dealt(f"{NEAR} AS", FAR, "KH")
    run_down(deal, 25)
    play(deal, "draw", f"knock {deal.deck[52 - deal.stock]}")
    assert deal.result is not None
    assert (deal.result.knocker_seat, deal.result.turn) == (NON_DEALER, 4)


# Laying off by hand


def test_only_people_lay_off_by_hand_and_only_where_the_rules_say_so() -> None:
    assert _knocked().phase is Phase.LAYOFF
    assert _knocked(STANDARD).over
    bot = dealt(f"{NEAR} AS", FAR, "KH", "KS", BY_HAND)
    assert play(bot, "pass", "pass", "draw", "knock KS").over


def test_cards_laid_off_by_hand_extend_the_meld_for_the_next() -> None:
    deal = _knocked()
    run = next(n for n, meld in enumerate(deal.spread) if meld & Card.parse("4C").bit)
    play(deal, f"layoff 5C {run}")
    assert deal.grown()[run] & Card.parse("5C").bit
    play(deal, "done")
    assert deal.result is not None
    assert deal.result.settlement is not None
    assert [(str(card), onto) for card, onto in deal.result.settlement.defender.layoffs] == [("5C", run)]


def test_what_is_not_laid_off_by_hand_counts() -> None:
    lazy, best = _knocked(), _knocked(STANDARD)
    play(lazy, "done")
    left = []
    for deal in (lazy, best):
        assert deal.result is not None
        assert deal.result.deadwood is not None
        left.append(deal.result.deadwood[DEALER])
    assert left[0] == left[1] + 20  # 5C, 5D and QH stayed


# Laws

laws = settings(max_examples=40)
seeds = st.integers(0, 1 << 32)
chances = st.randoms(use_true_random=False)
some_rules = st.builds(
    HouseRules,
    knock=st.sampled_from(["ten", "oklahoma", "gin_only"]),
    big_gin=st.sampled_from([0, 31]),
    tie=st.sampled_from(["undercut", "none"]),
    layoff=st.sampled_from(["auto", "choose"]),
    last_discard=st.sampled_from(["none", "take"]),
    spades_double=st.booleans(),
)


def fresh(seed: int, rules: HouseRules) -> Deal:
    return Deal(deck(seeded_code(seed, 0), 1), seed % 2, rules, choosers=(0,))


def _state(deal: Deal) -> dict[str, Any]:
    """Everything a deal holds, in a form that does not change with it."""
    held = {name: getattr(deal, name) for name in Deal.__slots__}
    return {name: tuple(value) if isinstance(value, list) else value for name, value in held.items()}


@laws
@given(seeds, some_rules, chances)
def test_there_are_52_cards_always(seed: int, rules: HouseRules, chance: Random) -> None:
    for deal in wander(fresh(seed, rules), chance):
        stock = mask_of(deal.deck[52 - deal.stock :])
        places = [*deal.hands, mask_of(deal.pile), stock]
        assert sum(places) == FULL_DECK_MASK
        assert sum(place.bit_count() for place in places) == 52


@settings(max_examples=15)
@given(seeds, some_rules, chances)
def test_every_legal_move_applies_and_every_other_is_refused(
    seed: int, rules: HouseRules, chance: Random
) -> None:
    for deal in wander(fresh(seed, rules), chance):
        legal, other = deal.legal(), 1 - deal.turn
        assert legal
        if chance.random() < 0.8:
            continue
        assert {move for move in ALL_MOVES if deal.check(deal.turn, move) is None} == set(legal)
        assert all(deal.check(other, move) is not None for move in legal)
        for move in legal:
            deal.replayed(len(deal.moves)).apply(move)
        before = _state(deal)
        for move in chance.sample(ALL_MOVES, 20):
            if move not in legal:
                with pytest.raises(IllegalMove):
                    deal.apply(move)
        assert _state(deal) == before


@laws
@given(seeds, some_rules, chances)
def test_the_moves_alone_give_the_state(seed: int, rules: HouseRules, chance: Random) -> None:
    states = []
    deal = fresh(seed, rules)
    for _ in wander(deal, chance):
        states.append(_state(deal))
    states.append(_state(deal))
    for count in {0, len(states) // 2, len(states) - 1}:
        assert _state(deal.replayed(count)) == states[count]


@laws
@given(seeds, some_rules, chances)
def test_a_deal_has_31_stock_cards_of_which_at_most_29_are_drawn(
    seed: int, rules: HouseRules, chance: Random
) -> None:
    deal = fresh(seed, rules)
    assert deal.stock == 31
    for _ in wander(deal, chance, knocks=0):
        pass
    assert deal.stock >= 2
    assert sum(move == DRAW for move in deal.moves) == 31 - deal.stock <= 29


@laws
@given(seeds, some_rules, chances)
def test_hands_have_ten_cards_and_eleven_between_draw_and_discard(
    seed: int, rules: HouseRules, chance: Random
) -> None:
    for deal in wander(fresh(seed, rules), chance):
        sizes = [hand.bit_count() for hand in deal.hands]
        assert sizes[1 - deal.turn] == 10
        assert sizes[deal.turn] == (11 if deal.phase is Phase.DISCARD else 10)


@laws
@given(seeds, some_rules, chances)
def test_points_go_to_somebody_or_there_are_none(seed: int, rules: HouseRules, chance: Random) -> None:
    deal = fresh(seed, rules)
    for _ in wander(deal, chance):
        pass
    result = deal.result
    assert result is not None
    assert (result.winner_seat is None) == (result.result in ("void", "tie"))
    assert result.points == 0 or result.winner_seat is not None
    assert DONE not in deal.legal()
