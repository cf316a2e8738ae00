"""The commands solve, settle and score: JSON in, JSON out, one line for every error."""

import io
import json
from random import Random
from typing import Any

import pytest
from rich.console import Console

from ginrummy.analysis import InputError, answers, score, settle, solve
from ginrummy.analysis_tables import settle_table, solve_table
from ginrummy.engine.rules import HouseRules
from ginrummy.i18n import Translator
from tests.engine import slow
from tests.engine.sizes import KNOCKS
from tests.worked import rows

HAND = "3S 4S 5S 9D 9C 9H KH KC KD 4H"
ELEVEN = HAND + " 2D"
DEFENDER = "QS QD QC 5H 6H 7H 9S 2D 6C JD"


def test_solve_answers_as_its_description_shows() -> None:
    assert solve({"cards": HAND}) == {
        "deadwood": 4,
        "melds": [["3S", "4S", "5S"], ["9C", "9D", "9H"], ["KC", "KD", "KH"]],
        "loose": ["4H"],
    }
    answer = solve({"cards": ELEVEN})
    assert answer["deadwood"] == 6
    assert answer["discards"]["4H"] == 2
    assert answer["knock"] == {"discard": "4H", "deadwood": 2, "kind": "knock"}


def test_settle_answers_as_its_description_shows() -> None:
    assert settle({"knocker": HAND, "defender": DEFENDER}) == {
        "result": "knock",
        "winner": "knocker",
        "points": 14,
        "knocker": {
            "melds": [["3S", "4S", "5S"], ["9C", "9D", "9H"], ["KC", "KD", "KH"]],
            "loose": ["4H"],
            "deadwood": 4,
        },
        "defender": {
            "melds": [["5H", "6H", "7H"], ["QC", "QD", "QS"]],
            "layoffs": [{"card": "9S", "onto": 1}],
            "loose": ["6C", "2D", "JD"],
            "deadwood": 18,
        },
    }


def test_score_answers_as_its_description_shows() -> None:
    hands = [["P", 40], ["O", 30], ["P", 35], ["O", 25], ["P", 30]]
    assert score({"rules": {"preset": "hindi_app"}, "hands": hands}) == {
        "over": True,
        "hands": 5,
        "running": {"P": 105, "O": 55},
        "boxes": {"P": 3, "O": 2},
        "totals": {"P": 280, "O": 105},
        "reached_first": "P",
        "winner": "P",
        "margin": 175,
        "shutout": False,
    }
    assert score({"hands": []}) == {
        "over": False,
        "hands": 0,
        "running": {"P": 0, "O": 0},
        "boxes": {"P": 0, "O": 0},
    }


# Worked rows


@pytest.mark.parametrize(("given", "expected"), rows("match"))
def test_worked_matches(given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert score(given) == expected


@pytest.mark.parametrize(("given", "expected"), rows("hollywood"))
def test_worked_hollywood_matches(given: dict[str, Any], expected: dict[str, Any]) -> None:
    answer = score({**given, "rules": {**given["rules"], "scoring": "hollywood"}})
    for game, worked in zip(answer["games"], expected["games"], strict=True):
        assert game | worked == game
    assert answer["grand"] == expected["grand"]
    assert (answer["hands"], answer["over"], answer["winner"]) == (expected["hands"], True, "P")


@pytest.mark.parametrize(("given", "expected"), rows("showdown"))
def test_worked_showdowns(given: dict[str, Any], expected: dict[str, Any]) -> None:
    answer = settle(
        {
            "knocker": given["knocker_kept"],
            "defender": given["defender_hand"],
            "melds": given["knocker_melds"],
            "rules": given["rules"],
        }
    )
    assert (answer["result"], answer["winner"], answer["points"]) == (
        expected["result"],
        expected["winner"],
        expected["points"],
    )
    assert answer["defender"]["deadwood"] == expected["defender_deadwood"]


@pytest.mark.parametrize(("given", "expected"), rows("knock_choice"))
def test_worked_knocks(given: dict[str, Any], expected: dict[str, Any]) -> None:
    request = {"cards": given["hand11"], "limit": given["knock_limit"], "taken": given["taken_from_pile"]}
    knock = solve(request)["knock"]
    if not expected["can_knock"]:
        assert knock is None
        return
    assert knock["discard"] in expected["auto_discard_any_of"]
    assert (knock["deadwood"], knock["kind"]) == (expected["auto_deadwood"], expected["button"])


# The slow second opinion


def mostly_melded(rng: Random, size: int, melded: int, gone: slow.Group) -> slow.Group:
    """A hand of which about `melded` cards are in melds, none of them in `gone`."""
    hand = slow.Group()
    free = slow.Group(slow.DECK) - gone
    while len(hand) < melded:
        meld = rng.choice([(), *slow.melds_with(rng.choice(sorted(free - hand)), free - hand)])
        hand |= slow.Group(meld) if len(hand) + len(meld) <= size else slow.Group()
    return hand | set(rng.sample(sorted(free - hand), size - len(hand)))


def test_solve_and_settle_agree_with_the_slow_search() -> None:
    rng = Random(1)
    results = set()
    for _ in range(KNOCKS):
        eleven = mostly_melded(rng, 11, 8, slow.Group())
        ten = mostly_melded(rng, 10, rng.choice([0, 4, 8]), eleven)
        solved = solve({"cards": slow.write(eleven)})
        assert solved["deadwood"] == slow.deadwood(eleven) == slow.count(slow.read(solved["loose"]))
        if solved["knock"] is None:
            continue
        kept = eleven - slow.read([solved["knock"]["discard"]])
        assert solved["knock"]["deadwood"] == slow.deadwood(kept)
        settled = settle({"knocker": slow.write(kept), "defender": slow.write(ten)})
        laid = [slow.read(meld) for meld in settled["knocker"]["melds"]]
        count = slow.deadwood(ten) if settled["result"] == "gin" else slow.defended(ten, laid)
        assert settled["defender"]["deadwood"] == count
        results.add(settled["result"])
    assert results == {"gin", "knock", "undercut"}


def some_rules(rng: Random) -> HouseRules:
    """House rules of the kind that the score sheet knows."""
    return HouseRules(
        target=rng.choice([50, 100, 200]),
        box_bonus=rng.choice([0, 10, 25]),
        box_timing=rng.choice(["end", "immediate"]),
        game_bonus=rng.choice([0, 100]),
        shutout=rng.choice(["none", "double_game", "double_total", "flat_100"]),
        shutout_test=rng.choice(["hands", "points"]),
        winner_by=rng.choice(["first", "total"]),
        scoring=rng.choice(["single", "hollywood"]),
    )


def test_score_agrees_with_the_slow_sheet_after_every_hand() -> None:
    rng = Random(2)
    over = 0
    for _ in range(KNOCKS):
        rules, hands = some_rules(rng), []
        favourite = rng.choice(["P", "O"])
        while True:
            answer = score({"rules": rules.to_json(), "hands": hands})
            assert answer == slow.score_sheet(rules, hands), (rules, hands)
            if answer["over"] or len(hands) > 30:
                over += answer["over"]
                break
            who = rng.choice(["P", "O", favourite, favourite, None])
            hands.append((who, rng.choice([0, 5, 12, 30, 51]) if who else 0))
    assert over > KNOCKS // 2


# Details


def test_cards_are_read_in_many_spellings() -> None:
    plain = solve({"cards": HAND})
    assert solve({"cards": HAND.lower()}) == plain
    assert solve({"cards": HAND.split()}) == plain
    assert solve({"cards": HAND.replace(" ", ", ").replace("H", "♥")}) == plain
    assert solve({"cards": ELEVEN.replace("9H", "10h")})["loose"].count("TH") == 1


def test_discards_are_ranked_best_first_and_the_taken_card_stays() -> None:
    answer = solve({"cards": ELEVEN, "taken": "2D"})
    assert next(iter(answer["discards"])) == "4H"
    assert list(answer["discards"].values()) == sorted(answer["discards"].values())
    assert "2D" not in answer["discards"]
    assert len(answer["discards"]) == 10


@pytest.mark.parametrize("limit", [1, "1", 0, "0", "gin_only"])
def test_a_lower_limit_forbids_the_knock(limit: object) -> None:
    assert solve({"cards": ELEVEN, "limit": limit})["knock"] is None


def test_gin_is_called_gin() -> None:
    knock = solve({"cards": HAND + " 6S", "limit": "gin_only"})["knock"]
    assert knock == {"discard": "4H", "deadwood": 0, "kind": "gin"}


def test_the_knockers_own_layout_is_kept() -> None:
    laid = [["KH", "KC", "KD"], ["9D", "9C", "9H"], ["3S", "4S", "5S"]]
    answer = settle({"knocker": HAND, "defender": DEFENDER, "melds": laid})
    assert answer["knocker"]["melds"] == [["KC", "KD", "KH"], ["9C", "9D", "9H"], ["3S", "4S", "5S"]]


def test_big_gin_needs_eleven_cards_and_the_rule() -> None:
    eleven = "4S 4H 4D 4C 8S 8H 8D TS JS QS KS"
    answer = settle(
        {"knocker": eleven, "defender": "9S 3H 3D AC 2C KD KH QH 5D 6C", "rules": {"big_gin": 31}}
    )
    assert (answer["result"], answer["points"]) == ("big_gin", 90)


def test_an_unfinished_hollywood_match_shows_its_games_and_no_winner() -> None:
    answer = score({"rules": {"preset": "hollywood"}, "hands": [["P", 90], [None, 0], ["P", 50]]})
    assert (answer["over"], answer["hands"], "winner" in answer) == (False, 3, False)
    assert answer["games"][0]["totals"] == {"P": 280, "O": 0}
    assert answer["games"][1] == {
        "P": [50],
        "O": [],
        "over": False,
        "running": {"P": 50, "O": 0},
        "boxes": {"P": 1, "O": 0},
    }
    assert answer["grand"] == {"P": 330, "O": 0}


# Bad input


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        ({}, "cards is missing: ten or eleven cards"),
        ([], "must be an object with the fields cards, limit, taken"),
        ({"cards": HAND, "card": 1}, "unknown field: card"),
        ({"cards": 7}, "cards: must be cards"),
        ({"cards": "4X"}, "cards: not a card: 4X"),
        ({"cards": ["4S", None]}, "cards: not a card: null"),
        ({"cards": ["4S\n4H"]}, r"cards: not a card: 4S\?4H"),
        ({"cards": HAND + " 4H"}, "cards: 4H is there twice"),
        ({"cards": "4S 5S"}, r"cards: 2 cards \(must be ten or eleven\)"),
        ({"cards": HAND, "limit": 11}, "limit: 11 is not possible"),
        ({"cards": HAND, "limit": -1}, "limit: -1 is not possible"),
        ({"cards": HAND, "limit": True}, "limit: true is not possible"),
        ({"cards": HAND, "limit": 2.5}, "limit: 2.5 is not possible"),
        ({"cards": HAND, "taken": "AC"}, "taken: AC is not among the cards"),
        ({"cards": HAND, "taken": "1"}, "taken: not a card: 1"),
    ],
)
def test_bad_requests_to_solve(request_: object, why: str) -> None:
    with pytest.raises(InputError, match=why) as caught:
        solve(request_)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"knocker": "4H"}, "knocker: 1 cards"),
        ({"defender": ELEVEN}, r"defender: 11 cards \(must be ten\)"),
        ({"defender": HAND}, "in both hands"),
        ({"melds": [["3S", "4S", "6S"]]}, "3S 4S 6S is not a meld"),
        ({"melds": [["3S", "3S", "4S"]]}, "melds 0: 3S is there twice"),
        ({"melds": "3S 4S 5S"}, "melds: must be a list of melds"),
        ({"melds": []}, "count 73, and the limit is 10"),
        ({"rules": {"knock": "oklahoma"}}, "upcard is missing"),
        ({"rules": {"knock": "oklahoma"}, "upcard": "3X"}, "upcard: not a card: 3X"),
        ({"rules": {"knock": "oklahoma"}, "upcard": "3D"}, "count 4, and the limit is 3"),
        ({"rules": {"gin": 25}}, "rules: unknown rule: gin"),
        ({"rules": {"a\nb": 25}}, r"rules: unknown rule: a\?b"),
        ({"rules": {"gin_bonus": 101}}, "rules: gin_bonus: 101 is not possible"),
        ({"rules": {"preset": "poker"}}, "rules: unknown preset: poker"),
        ({"rules": []}, "rules: must be an object"),
        ({"oops": 1}, "unknown field: oops"),
    ],
)
def test_bad_requests_to_settle(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(InputError, match=why) as caught:
        settle({"knocker": HAND, "defender": DEFENDER, **changes})
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        (None, "hands: must be a list"),
        ([["P", 40], "O"], "hands: hand 2: must be a pair"),
        ([["X", 40]], r"hands: hand 1: X is no player \(P, O or null\)"),
        ([[["P"], 40]], "hands: hand 1: .* is no player"),
        ([["P", "40"]], "hands: hand 1: 40 are no points"),
        ([["P", 4.0]], "hands: hand 1: 4.0 are no points"),
        ([["P", True]], "hands: hand 1: true are no points"),
        ([["P", -1]], "hands: hand 1: -1 points"),
        ([[None, 5]], "hands: hand 1: 5 points that nobody won"),
        ([["P", 100], ["O", 1]], "hands: hand 2: the match was over after hand 1"),
    ],
)
def test_bad_requests_to_score(hands: object, why: str) -> None:
    with pytest.raises(InputError, match=why):
        score({"hands": hands})


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ({"cards": "4X"}, "cards: यस्तो पत्ता हुँदैन: 4X। यसरी लेख्नुहोस्: 4H TC 10♥ AS"),
        ({"cards": "4S 4S"}, "cards: यो पत्ता दोहोरियो: 4S"),
        ({"cards": "4S"}, "cards: १ होइन, १० वा ११ पत्ता चाहिन्छ"),
        ({}, "cards is missing: ten or eleven cards, such as 4H TC AS"),
    ],
)
def test_errors_are_said_in_the_language_where_there_is_a_message(request_: object, said: str) -> None:
    with pytest.raises(InputError) as caught:
        solve(request_)
    assert caught.value.said(Translator("ne")) == said


# Batch


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ('{"hands": [["P", 40]], "hands": [["O", 40]]}', "hands"),
        ('{"rules": {"target": 100, "target": 200}, "hands": []}', "target"),
    ],
)
def test_a_field_that_is_there_twice_is_refused(line: str, name: str) -> None:
    assert list(answers(score, [line])) == [{"error": f"line 1: a field is there twice: {name}"}]


def test_a_batch_answers_every_line_in_order_and_goes_on_after_bad_ones() -> None:
    lines = [
        json.dumps({"cards": HAND}),
        "{",
        "",
        "\xff".encode("latin-1"),
        "[" * 100_000,
        '{"cards": ' + "9" * 5000 + "}",
        json.dumps({"cards": "4S 5S"}).encode(),
        json.dumps({"cards": HAND}) + "\n",
    ]
    given = list(answers(solve, lines))
    assert [next(iter(answer)) for answer in given] == ["deadwood", *["error"] * 6, "deadwood"]
    assert given[1]["error"].startswith("line 2: not JSON: ")
    assert given[2]["error"] == "line 3: empty (must be a JSON object)"
    assert given[3]["error"] == "line 4: not text (must be UTF-8)"
    assert given[6]["error"] == "line 7: cards: 2 cards (must be ten or eleven)"
    assert all(answer["error"].isprintable() for answer in given[1:7])


# Tables


def shown(table: Any) -> str:
    console = Console(width=100, file=io.StringIO(), color_system=None)
    console.print(table)
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def test_the_table_of_solve_groups_melds_and_writes_out_the_sum() -> None:
    text = shown(solve_table(solve({"cards": ELEVEN}), Translator("en")))
    assert "3♠ 4♠ 5♠   9♣ 9♦ 9♥   K♣ K♦ K♥" in text
    assert "2 + 4 = 6" in text
    assert "Knock (leaves 2)" in text
    assert len(text.splitlines()) == 3 + 1 + 1 + 11


def test_the_table_of_settle_shows_both_sides_and_the_score() -> None:
    answer = settle({"knocker": HAND, "defender": "QS QD QC 5H 6H 7H 2S 6S 9S AD"})
    text = shown(settle_table(answer, 1, Translator("en")))
    assert "2♠ 6♠ → 3♠ 4♠ 5♠" in text
    assert "Undercut! 3 + 25 = 28" in text
    assert "अन्डरकट! ३ + २५ = २८" in shown(settle_table(answer, 1, Translator("ne")))


@pytest.mark.parametrize(
    ("knocker", "rules", "factor", "said"),
    [
        (HAND, {}, 1, "Knock: 18 − 4 = 14"),
        (HAND, {"knock": "oklahoma", "spades_double": True}, 2, "Spade upcard: 14 × 2 = 28"),
        (HAND.replace("4H", "6S"), {}, 1, "Gin! 27 + 25 = 52"),
    ],
)
def test_the_score_is_written_out(knocker: str, rules: dict[str, Any], factor: int, said: str) -> None:
    answer = settle({"knocker": knocker, "defender": DEFENDER, "upcard": "7S", "rules": rules})
    assert said in shown(settle_table(answer, factor, Translator("en")))


def test_a_tie_that_nobody_wins_is_said() -> None:
    answer = settle({"knocker": HAND, "defender": "QS QD QC 5H 6H 7H 2H 2C 9S 6S", "rules": {"tie": "none"}})
    assert "Equal counts: nobody scores" in shown(settle_table(answer, 1, Translator("en")))
