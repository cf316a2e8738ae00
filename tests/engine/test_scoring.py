"""What a knock is worth, and what the hands of a match add up to."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrummy.engine.cards import Card, cards_of, mask_of, parse_cards
from ginrummy.engine.layoffs import by_hand
from ginrummy.engine.rules import HouseRules
from ginrummy.engine.scoring import ScoreError, SettleError, Tally, hand_points, knock_limit, settle, tally
from tests.worked import rows

STANDARD = HouseRules()
OKLAHOMA = HouseRules.preset("oklahoma")
SIDES = {"P": 0, "O": 1, None: None}

KNOCKER = "3S 4S 5S 9D 9C 9H KH KC KD 4H"
GIN = "3S 4S 5S 6S 9D 9C 9H KH KC KD"
BIG_GIN = "4S 4H 4D 4C 8S 8H 8D TS JS QS KS"
DEFENDER = "QS QD QC 5H 6H 7H 9S 2D 6C JD"

Hands = list[tuple[int | None, int]]


def hand_of(text: str) -> int:
    return mask_of(parse_cards(text))


def mask(cards: list[str]) -> int:
    return hand_of(" ".join(cards))


# One hand


@pytest.mark.parametrize(("given", "expected"), rows("showdown"))
def test_worked_showdowns(given: dict[str, Any], expected: dict[str, Any]) -> None:
    rules = HouseRules.from_json(given["rules"])
    melds = [mask(meld) for meld in given["knocker_melds"]]
    settled = settle(mask(given["knocker_kept"]), mask(given["defender_hand"]), rules, melds=melds)
    assert settled.knocker.deadwood == expected["knocker_deadwood"]
    assert settled.defender.deadwood == expected["defender_deadwood"]
    assert (settled.result, settled.winner, settled.points) == (
        expected["result"],
        expected["winner"],
        expected["points"],
    )


@pytest.mark.parametrize(("given", "expected"), rows("showdown_arrangement"))
def test_the_layout_decides_the_hand(given: dict[str, Any], expected: dict[str, Any]) -> None:
    rules = HouseRules.from_json(given["rules"])
    for layout in expected["by_arrangement"]:
        melds = [mask(meld) for meld in layout["knocker_melds"]]
        settled = settle(mask(given["knocker_kept"]), mask(given["defender_hand"]), rules, melds=melds)
        assert settled.knocker.deadwood == expected["knocker_deadwood"]
        assert (settled.result, settled.winner, settled.points) == (
            layout["result"],
            layout["winner"],
            layout["points"],
        )


@pytest.mark.parametrize(("given", "expected"), rows("score"))
def test_worked_hand_scores(given: dict[str, Any], expected: dict[str, Any]) -> None:
    rules = HouseRules(undercut_bonus=given.get("undercut_bonus", 25))
    counted = hand_points(rules, given.get("knocker_deadwood", 0), given["defender_deadwood"])
    assert counted == (expected["result"], expected["winner"], expected["points"])


@pytest.mark.parametrize(("given", "expected"), rows("oklahoma"))
def test_the_first_upcard_sets_the_knock_limit(given: dict[str, Any], expected: dict[str, Any]) -> None:
    rules = OKLAHOMA.with_(oklahoma_ace=given.get("oklahoma_ace", "gin_only"))
    upcard = Card.parse(given.get("upcard") or given["hand2_upcard"])
    limit = expected.get("knock_limit", expected.get("hand2_limit"))
    assert knock_limit(rules, upcard) == (0 if limit == "gin_only" else limit)


@pytest.mark.parametrize(("given", "expected"), rows("oklahoma_spades"))
def test_a_spade_upcard_doubles_the_hand(given: dict[str, Any], expected: dict[str, Any]) -> None:
    rules = OKLAHOMA.with_(spades_double=given["spades_double"])
    knocker, defender = (
        (0, given["defender_deadwood"]) if given.get("gin") else (4, 4 + given["points_before"])
    )
    assert hand_points(rules, knocker, defender, upcard=Card.parse(given["upcard"]))[2] == expected["points"]


@pytest.mark.parametrize(
    ("rules", "upcard"),
    [
        (OKLAHOMA, "6S"),
        (OKLAHOMA.with_(spades_double=True), "6H"),
        (STANDARD.with_(spades_double=True), "6S"),
    ],
)
def test_nothing_else_doubles(rules: HouseRules, upcard: str) -> None:
    assert hand_points(rules, 4, 18, upcard=Card.parse(upcard)) == ("knock", "knocker", 14)


def test_an_undercut_is_doubled_too() -> None:
    rules = OKLAHOMA.with_(spades_double=True)
    assert hand_points(rules, 6, 4, upcard=Card.parse("6S")) == ("undercut", "defender", 54)


def test_a_tie_that_nobody_wins() -> None:
    assert hand_points(STANDARD.with_(tie="none"), 7, 7) == ("tie", None, 0)
    assert hand_points(STANDARD.with_(tie="none"), 7, 6) == ("undercut", "defender", 26)


def test_big_gin_pays_its_own_bonus_and_allows_no_lay_offs() -> None:
    settled = settle(hand_of(BIG_GIN), hand_of("9S 3H 3D AC 2C KD KH QH 5D 6C"), STANDARD.with_(big_gin=31))
    assert (settled.result, settled.winner) == ("big_gin", "knocker")
    assert settled.defender.layoffs == ()
    assert settled.points == 31 + settled.defender.deadwood == 31 + 59


def test_gin_allows_no_lay_offs() -> None:
    settled = settle(hand_of(GIN), hand_of("QS QD QC 5H 6H 7H 2S 7S 9S AD"), STANDARD)
    assert (settled.result, settled.points, settled.defender.layoffs) == ("gin", 44, ())


def test_a_gin_hand_laid_out_worse_is_an_ordinary_knock() -> None:
    melds = [hand_of("4S 5S 6S"), hand_of("9D 9C 9H"), hand_of("KH KC KD")]
    settled = settle(hand_of(GIN), hand_of("QS QD QC 5H 6H 7H 2S 7S 9S AD"), STANDARD, melds=melds)
    assert (settled.result, settled.knocker.deadwood, settled.defender.deadwood) == ("undercut", 3, 3)


def test_without_a_layout_the_knocker_shows_the_least_open_one() -> None:
    settled = settle(
        hand_of("4S 5S 6S 4H 5H 6H 4D 5D 6D 9C"), hand_of("3S 7S 7H 3D KS KH KD 8C TC 2C"), STANDARD
    )
    assert (settled.result, settled.points) == ("knock", 31)


def test_cards_laid_off_by_hand_count_as_laid() -> None:
    melds = [hand_of("3S 4S 5S"), hand_of("9D 9C 9H"), hand_of("KH KC KD")]
    none = by_hand(hand_of(DEFENDER), melds, [])
    settled = settle(hand_of(KNOCKER), hand_of(DEFENDER), STANDARD, melds=melds, defence=none)
    assert (settled.result, settled.points) == ("knock", 23)


def test_melds_keep_the_order_in_which_the_knocker_lays_them() -> None:
    melds = [hand_of("KH KC KD"), hand_of("9D 9C 9H"), hand_of("3S 4S 5S")]
    settled = settle(hand_of(KNOCKER), hand_of(DEFENDER), STANDARD, melds=melds)
    assert settled.knocker.melds == tuple(melds)
    assert settled.defender.layoffs == ((Card.parse("9S"), 1),)


@pytest.mark.parametrize(
    ("knocker", "defender", "rules", "upcard", "melds", "why"),
    [
        ("3S 4S 5S", DEFENDER, {}, None, None, "the knocker has 3 cards"),
        (KNOCKER, "QS QD QC", {}, None, None, "the defender has 3 cards"),
        (KNOCKER, DEFENDER.replace("JD", "KD"), {}, None, None, "KD is in both hands"),
        (KNOCKER.replace("4H", "AH AC"), DEFENDER, {}, None, None, "eleven cards, and big gin is off"),
        (KNOCKER.replace("4H", "AH AC"), DEFENDER, {"big_gin": 31}, None, None, "no big gin: .* AC is in no"),
        (KNOCKER.replace("KD", "QH"), DEFENDER, {}, None, None, "count 34, and the limit is 10"),
        (KNOCKER, DEFENDER, {"knock": "gin_only"}, None, None, "count 4, and only gin is allowed"),
        (KNOCKER, DEFENDER, {"knock": "oklahoma"}, None, None, "upcard is missing"),
        (KNOCKER, DEFENDER, {"knock": "oklahoma"}, "3C", None, "count 4, and the limit is 3"),
        (KNOCKER, DEFENDER, {"knock": "oklahoma"}, "AC", None, "count 4, and only gin is allowed"),
        (KNOCKER, DEFENDER, {}, None, ["3S 4S 5S", "9D 9C 9H"], "count 34, and the limit is 10"),
        (KNOCKER, DEFENDER, {}, None, ["3S 4S"], "3S 4S is not a meld"),
        (KNOCKER, DEFENDER, {}, None, [""], "an empty group is not a meld"),
        (KNOCKER, DEFENDER, {}, None, ["4S 5S 6S"], "does not hold 6S of the meld 4S 5S 6S"),
        (GIN, DEFENDER, {}, None, ["3S 4S 5S", "4S 5S 6S"], "4S is in two of the knocker's melds"),
    ],
)
def test_impossible_knocks_are_refused(
    knocker: str, defender: str, rules: dict[str, Any], upcard: str | None, melds: list[str] | None, why: str
) -> None:
    with pytest.raises(SettleError, match=why) as caught:
        settle(
            hand_of(knocker),
            hand_of(defender),
            HouseRules.from_json(rules),
            Card.parse(upcard) if upcard else None,
            melds=None if melds is None else [hand_of(meld) for meld in melds],
        )
    assert "\n" not in str(caught.value)


# A match


@pytest.mark.parametrize(("given", "expected"), [*rows("match"), *rows("hollywood")])
def test_worked_matches(given: dict[str, Any], expected: dict[str, Any]) -> None:
    rules = HouseRules.from_json(given["rules"])
    if "games" in expected:
        rules = rules.with_(scoring="hollywood")
    score = tally(rules, [(SIDES[side], points) for side, points in given["hands"]])
    assert score.hands == expected["hands"]
    if "games" in expected:
        assert [as_row(game) for game in score.games] == expected["games"]
        assert score.totals == pair(expected["grand"])
        return
    assert score.single is not None
    assert (score.over, score.running, score.boxes) == (
        expected["over"],
        pair(expected["running"]),
        pair(expected["boxes"]),
    )
    if score.over:
        assert score.totals == pair(expected["totals"])
        assert score.winner == SIDES[expected["winner"]]
        assert score.margin == expected["margin"]
        assert score.single.reached_first == SIDES[expected["reached_first"]]
        assert score.single.shutout == expected["shutout"]
    else:
        assert (score.totals, score.winner, score.margin) == (None, None, None)


def pair(by_name: dict[str, int]) -> tuple[int, int]:
    return by_name["P"], by_name["O"]


def as_row(game: Any) -> dict[str, Any]:
    """A finished game as the worked rows write it."""
    return {
        "P": list(game.counted[0]),
        "O": list(game.counted[1]),
        "running": dict(zip("PO", game.running, strict=True)),
        "over": game.over,
        "reached_first": "PO"[game.reached_first],
        "totals": dict(zip("PO", game.totals, strict=True)),
        "shutout": game.shutout,
    }


def test_immediate_boxes_count_towards_the_target_and_only_once() -> None:
    rules = HouseRules(box_bonus=25, box_timing="immediate")
    assert tally(rules, [(0, 20), (1, 10)]).running == (45, 35)
    score = tally(rules, [(0, 20), (1, 10), (0, 30)])
    assert (score.over, score.running, score.totals) == (True, (100, 35), (100, 35))


def test_equal_totals_are_won_by_nobody_where_totals_decide() -> None:
    rules = HouseRules(box_bonus=25, winner_by="total")
    score = tally(rules, [(1, 20), (1, 30), (1, 25), (0, 125)])
    assert (score.totals, score.winner, score.margin) == ((150, 150), None, 0)


def test_a_shutout_by_points_is_none_once_immediate_boxes_score() -> None:
    rules = HouseRules(box_bonus=20, box_timing="immediate", shutout="flat_100", shutout_test="points")
    assert tally(rules, [(1, 0), (0, 80)]).totals == (100, 20)


def test_hollywood_counts_the_first_win_once_the_second_twice_the_rest_three_times() -> None:
    score = tally(HouseRules(scoring="hollywood"), [(0, 10), (1, 20), (0, 15), (0, 5), (1, 30)])
    assert [game.counted for game in score.games] == [
        ((10, 15, 5), (20, 30)),
        ((15, 5), (30,)),
        ((5,), ()),
    ]
    assert (score.over, score.running, score.totals) == (False, (30, 50), None)


def test_a_finished_hollywood_game_takes_no_more_and_the_next_is_shown() -> None:
    score = tally(HouseRules(scoring="hollywood"), [(0, 90), (0, 50), (1, 7)])
    assert [game.running for game in score.games] == [(140, 0), (50, 0), (0, 0)]
    assert score.games[0].shutout
    assert score.running == (50, 0)


def test_the_higher_grand_total_wins_hollywood() -> None:
    rules = HouseRules.preset("hollywood")
    score = tally(rules, [(0, 100), (1, 90), (1, 99), (1, 99), (1, 1)])
    assert [game.reached_first for game in score.games] == [0, 1, 1]
    assert (score.over, score.winner) == (True, 1)
    assert score.totals == (100 + 20 + 100, 198 + 40 + 100 + 100 + 40 + 100)
    assert score.margin == score.totals[1] - score.totals[0]


@pytest.mark.parametrize("scoring", ["single", "hollywood"])
def test_a_hand_after_the_end_is_an_error(scoring: str) -> None:
    hands: Hands = [(0, 100), (0, 100), (0, 100)]
    rules = HouseRules(scoring=scoring)
    first_too_many = {"single": 2, "hollywood": 4}[scoring]
    with pytest.raises(ScoreError, match=f"hand {first_too_many}: the match was over after hand"):
        tally(rules, [*hands, (None, 0)])


@pytest.mark.parametrize(
    ("hand", "why"), [((0, -5), "hand 1: -5 points"), ((None, 5), "hand 1: 5 points that")]
)
def test_points_that_cannot_be_are_refused(hand: tuple[int | None, int], why: str) -> None:
    with pytest.raises(ScoreError, match=why):
        tally(STANDARD, [hand])


some_rules = st.builds(
    HouseRules,
    target=st.sampled_from([50, 100, 250]),
    box_bonus=st.sampled_from([0, 20, 25]),
    box_timing=st.sampled_from(["end", "immediate"]),
    game_bonus=st.sampled_from([0, 100]),
    shutout=st.sampled_from(["none", "double_game", "double_total", "flat_100"]),
    shutout_test=st.sampled_from(["hands", "points"]),
    winner_by=st.sampled_from(["first", "total"]),
    scoring=st.sampled_from(["single", "hollywood"]),
)
some_hands = st.lists(
    st.one_of(st.tuples(st.integers(0, 1), st.integers(0, 90)), st.just((None, 0))), max_size=25
)


def until_over(rules: HouseRules, hands: Hands) -> tuple[Hands, Tally]:
    """The hands up to the end of the match, and their score."""
    played: Hands = []
    for hand in hands:
        if tally(rules, played).over:
            break
        played.append(hand)
    return played, tally(rules, played)


@given(some_rules, some_hands)
def test_a_match_is_over_when_and_only_when_every_game_reached_the_target(
    rules: HouseRules, hands: Hands
) -> None:
    _, score = until_over(rules, hands)
    games = score.games or (score.single,)
    assert score.over == all(game is not None and max(game.running) >= rules.target for game in games)


@given(some_rules, some_hands)
def test_who_sits_where_changes_nothing(rules: HouseRules, hands: Hands) -> None:
    played, score = until_over(rules, hands)
    swapped = tally(rules, [(side if side is None else 1 - side, points) for side, points in played])
    assert swapped.running == score.running[::-1]
    assert swapped.totals == (score.totals and score.totals[::-1])
    assert swapped.winner == (None if score.winner is None else 1 - score.winner)
    assert swapped.margin == score.margin


@given(some_rules, some_hands)
def test_without_bonuses_the_total_is_what_was_won(rules: HouseRules, hands: Hands) -> None:
    plain = rules.with_(box_bonus=0, game_bonus=0, shutout="none", scoring="single")
    played, score = until_over(plain, hands)
    won = tuple(sum(points for side, points in played if side == mine) for mine in (0, 1))
    assert score.running == won
    assert score.totals in (None, won)


@given(st.integers(0, 10), st.integers(0, 98))
def test_the_difference_is_what_the_points_hold_beside_the_bonus(knocker: int, defender: int) -> None:
    result, winner, points = hand_points(STANDARD, knocker, defender)
    bonus = {"knock": 0, "gin": 25, "undercut": 25}[result]
    assert points - bonus == abs(knocker - defender)
    assert winner == ("defender" if result == "undercut" else "knocker")


def test_the_loose_cards_are_those_that_count() -> None:
    settled = settle(hand_of(KNOCKER), hand_of(DEFENDER), STANDARD)
    assert [str(card) for card in cards_of(settled.defender.loose)] == ["6C", "2D", "JD"]
