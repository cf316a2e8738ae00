"""The bot protocol: what is sent holds everything a decision needs, and what is read is checked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ginrummy.bot_check import decisions
from ginrummy.bots.protocol import (
    AnswerError,
    ProtocolError,
    brief,
    deal_over,
    encode,
    match_over,
    read_answer,
    read_request,
    request,
    some_view,
    view_from_json,
)
from ginrummy.engine.match import Match
from ginrummy.engine.moves import DISCARDS, PASS, TAKE, Kind, Move
from ginrummy.engine.rules import PRESETS, HouseRules
from ginrummy.engine.shuffle import seeded_code
from ginrummy.engine.view import View

VIEW_FIELDS = {
    "seat", "dealer", "phase", "hand", "pile", "stock", "opponent", "taken", "knock_limit", "scores", "rules",
    "deal", "past", "events",
}  # fmt: skip


def sent(view: View) -> View:
    """The view without the two things that the protocol leaves out."""
    past = tuple(replace(result, settlement=None) for result in view.past)
    return replace(view, drawn=view.taken, past=past)


def decisions_of(match: Match, deals: int, seed: int) -> Iterator[list[Move]]:
    """Play `deals` deals at random, but knock whenever it is legal; before each move the legal ones."""
    chance = Random(seed)
    while not match.over and match.number <= deals:
        if match.deal.over:
            if match.number == deals:
                break
            match.next_deal()
        legal = match.deal.legal()
        yield legal
        knocks = [move for move in legal if move.kind in (Kind.KNOCK, Kind.BIG_GIN)]
        match.apply(chance.choice(knocks or legal))


def played(rules: HouseRules, deals: int, seed: int) -> Match:
    match = Match(seeded_code(seed, 1), rules)
    assert all(decisions_of(match, deals, seed))
    return match


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10_000), preset=st.sampled_from(list(PRESETS)))
def test_a_request_read_back_is_the_view_and_the_moves_it_was_made_of(seed, preset):
    rules = HouseRules.preset(preset, last_discard="take", big_gin=31)
    match = Match(seeded_code(seed, 1), rules)
    for legal in decisions_of(match, 2, seed):
        if len(match.deal.moves) > 8 and len(match.deal.moves) % 7:
            continue  # long deals of random moves say the same again and again
        view = match.view(match.deal.turn)
        line = json.loads(encode(request(7, view, legal)))
        assert read_request(line) == (sent(view), legal)
        assert view_from_json(line["view"]).to_json() == line["view"]


def test_every_kind_of_decision_survives_the_way_there_and_back():
    for situation, view, legal in decisions():
        line = json.loads(encode(request(1, view, legal)))
        assert read_request(line) == (sent(view), list(legal)), situation.name


def test_a_view_has_exactly_the_fields_of_the_protocol():
    assert set(some_view().to_json()) == VIEW_FIELDS
    hollywood = Match("7K3F-9QXM-2AB4", HouseRules.preset("hollywood")).view(0)
    assert set(hollywood.to_json()) == VIEW_FIELDS | {"games"}


def test_unknown_fields_are_ignored():
    line = request(1, some_view(), [TAKE, PASS])
    line["view"]["weather"] = line["hurry"] = "fine"
    assert read_request(line)[0] == some_view()


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("seat", 2, "view.seat: not a number from 0 to 1"),
        ("seat", True, "view.seat: not a number from 0 to 1"),
        ("phase", "layoff", "view.phase: not a phase (upcard, draw, discard, last)"),
        ("hand", "4H", "view.hand: not a list"),
        ("hand", ["4H", "1X"], "view.hand: not a card: '1X' (write rank and suit, like 4H)"),
        ("hand", ["4H"], "view.hand: 1 cards (in phase upcard there are 10)"),
        ("pile", [], "view.pile: empty, and nobody took the upcard"),
        ("stock", 1.0, "view.stock: not a number from 0 to 31"),
        ("opponent", {"cards": 10}, "view.opponent.known: missing"),
        ("taken", 0, "view.taken: not a card (write rank and suit, like 4H)"),
        ("taken", "2C", "view.taken: 2C is not in the hand"),
        ("scores", [1], "view.scores: not two numbers"),
        ("rules", {"tie": "never"}, "view.rules: tie: never is not possible (undercut or none)"),
        ("past", [{"result": "win"}], "view.past: not a list of results"),
        ("past", [{"result": "gin"}], "view.past: not a number from 0 to 1"),
        ("events", [{"seat": 1}], "view.events: not a list of moves"),
        ("games", [[1, 2], 3], "view.games: not two numbers"),
    ],
)
def test_what_is_wrong_with_a_view_is_said_by_its_field(field, value, message):
    with pytest.raises(ProtocolError) as caught:
        view_from_json(some_view().to_json() | {field: value})
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("field", sorted(VIEW_FIELDS))
def test_a_missing_field_is_named(field):
    data = some_view().to_json()
    del data[field]
    with pytest.raises(ProtocolError, match=f"view.{field}: missing"):
        view_from_json(data)


def test_a_card_in_two_places_is_refused():
    data = some_view().to_json()
    with pytest.raises(ProtocolError, match="is in two places"):
        view_from_json(data | {"pile": [data["hand"][0]]})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(field=st.sampled_from(sorted(VIEW_FIELDS | {"games"})), value=JSON)
def test_no_value_in_a_view_leads_to_anything_but_a_protocol_error(field, value):
    try:
        view_from_json(some_view().to_json() | {field: value})
    except ProtocolError as error:
        assert str(error).isprintable()  # noqa: PT017 - the law is that nothing else is raised


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=60) | JSON.map(lambda value: json.dumps(value).encode()))
def test_no_answer_leads_to_anything_but_a_legal_move_or_an_answer_error(text):
    try:
        assert read_answer(text, 7, [TAKE, PASS]) in (TAKE, PASS)
    except AnswerError as error:
        assert str(error).isprintable()  # noqa: PT017


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ({"id": 7, "action": "draw"}, "answered draw, which is not legal (take, discard 4C)"),
        ({"id": 7, "action": "hit me"}, "answered hit me, which is no move"),
        ({"id": 7, "action": ["take"]}, "answered without an action: "),
        ({"id": 7, "error": "tired"}, "answered without an action: tired"),
        ({"id": 6, "action": "take"}, "answered request 6 when asked 7"),
        ({"action": "take"}, "answered request None when asked 7"),
        (["take"], "answered with what is no JSON object"),
    ],
)
def test_a_wrong_answer_is_described(answer, message):
    with pytest.raises(AnswerError) as caught:
        read_answer(json.dumps(answer).encode(), 7, [TAKE, DISCARDS[3]])
    assert str(caught.value).startswith(message)


def test_the_end_of_a_deal_shows_both_hands_and_how_it_was_settled():
    match = next(
        match
        for match in (played(HouseRules(), 1, seed) for seed in range(100))
        if match.results[0].result == "knock"
    )
    told, knocker = deal_over(match), match.results[0].knocker_seat
    result = told["result"]
    assert set(told) == {"event", "result", "hands", "scores"}
    assert set(result) == {
        "result", "knocker_seat", "winner_seat", "winner", "points", "knocker", "defender",
    }  # fmt: skip
    laid = [card for meld in result["knocker"]["melds"] for card in meld]
    assert sorted(laid + result["knocker"]["loose"]) == sorted(told["hands"][knocker])
    assert len(told["hands"][1 - knocker]) == 10
    assert (result["winner"], result["winner_seat"]) == ("knocker", knocker)
    assert told["scores"][knocker] == result["points"]


def test_a_void_deal_keeps_the_hands_hidden():
    match = Match("7K3F-9QXM-2AB4")
    while not match.deal.over:
        legal = match.deal.legal()
        match.apply(next(move for move in legal if move.kind not in (Kind.KNOCK, Kind.TAKE)))
    assert deal_over(match) == {"event": "deal_over", "result": {"result": "void"}, "scores": [0, 0]}


def test_the_end_of_a_match_tells_the_totals():
    match = played(HouseRules.preset("pagat", target=10), 50, 3)
    assert match.over
    assert match_over(match) == {"event": "match_over", "scores": list(match.tally.totals)}


def test_messages_hold_nothing_that_steers_a_terminal():
    assert brief("\x1b[2J\u202e\ud800\n" + "x" * 100) == "?[2J??\n".replace("\n", "?") + "x" * 53
