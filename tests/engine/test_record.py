"""The match record: written, read, resumed, and what `verify` finds in one that was tampered with."""

from __future__ import annotations

import contextlib
import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ginrummy.engine import reading, record, shuffle
from ginrummy.engine.cards import parse_cards
from ginrummy.engine.deal import Phase
from ginrummy.engine.moves import DRAW, PASS, Kind, Move
from ginrummy.engine.record import Header, Line, NewerFormat, Player, Recorder, RecordError
from ginrummy.engine.rules import STANDARD, HouseRules
from tests.engine.tables import choose, choose_well

HUMAN, BOT = Player("human"), Player("bot", "easy", 7)
CODE = "7K3F-9QXM-2AB4"


def header(rules: HouseRules = STANDARD, mode: str = "friendly", code: str = CODE) -> Header:
    return Header(code, rules, (HUMAN, BOT), mode, "2026-11-30T06:44:12+00:00", "0.1.0")


def played(
    chance: Random,
    rules: HouseRules = STANDARD,
    mode: str = "friendly",
    moves: int = 10_000,
    code: str = CODE,
) -> tuple[Recorder, list[Line]]:
    """A recorder after random play, now and then a hint or a move taken back, and the lines of its record."""
    recorder = Recorder(header(rules, mode, code))
    lines = recorder.opening()
    for _ in range(moves):
        match = recorder.match
        if match.over:
            break
        if match.deal.over:
            lines += recorder.next_deal()
        elif mode == "friendly" and chance.random() < 0.02 and match.turn == 0:
            lines += recorder.hint(0)
        elif recorder.may_take_back(0) is None and chance.random() < 0.02:
            lines += recorder.take_back(0)
        else:
            lines += recorder.play(choose(match.deal, chance, knocks=0.8))
    return recorder, lines


def state(recorder: Recorder) -> dict[str, Any]:
    match = recorder.match
    return {
        "views": [match.view(0), match.view(1)],
        "moves": [deal.moves for deal in match.deals],
        "results": match.results,
        "tally": match.tally,
        "loser": match.loser,
        "marks": recorder.marks,
        "ended": recorder.ended,
        "awaits": recorder.awaits,
    }


@pytest.mark.parametrize(
    ("players", "me"), [((HUMAN, BOT), 0), ((BOT, HUMAN), 1), ((BOT, BOT), 0), ((HUMAN, HUMAN), 0)]
)
def test_a_match_is_told_from_the_persons_seat(players: tuple[Player, Player], me: int) -> None:
    made = Header(CODE, STANDARD, players)
    assert (made.me, made.opponent) == (me, players[1 - me])


# Written and read


@settings(max_examples=25)
@given(
    st.integers(0, 1 << 32),
    st.sampled_from(
        [STANDARD, HouseRules(last_discard="take", layoff="choose"), HouseRules.preset("hollywood")]
    ),
    st.sampled_from(["friendly", "ranked"]),
    st.integers(0, 400),
)
def test_replaying_a_record_gives_the_state(seed: int, rules: HouseRules, mode: str, moves: int) -> None:
    code = shuffle.seeded_code(seed, 0)
    recorder, lines = played(Random(seed), rules, mode, moves, code)
    again = reading.read(reading.parse(record.dump(lines)))
    assert again.header == recorder.header
    assert state(again) == state(recorder)


@settings(max_examples=25)
@given(st.integers(0, 1 << 32), st.data())
def test_a_record_cut_anywhere_goes_on_from_its_last_whole_line(seed: int, data: st.DataObject) -> None:
    """As after a crash in the middle of a write: the rest is read, what follows from it can be appended."""
    _, lines = played(Random(seed), moves=60, code=shuffle.seeded_code(seed, 0))
    text = record.dump(lines)
    first = len(record.dump(lines[:1]))
    cut = text[: data.draw(st.integers(first, len(text)))]
    whole = reading.parse(cut)
    assert whole == lines[: cut.count("\n")]
    recorder = reading.read(whole)
    whole += recorder.flush()
    assert not recorder.awaits
    assert state(reading.read(whole)) == state(recorder)


def test_the_lines_of_a_record() -> None:
    recorder = Recorder(header())
    first, deal = recorder.opening()
    assert first == {
        "format": 1,
        "version": "0.1.0",
        "when": "2026-11-30T06:44:12+00:00",
        "mode": "friendly",
        "players": [{"kind": "human", "name": ""}, {"kind": "bot", "name": "easy", "seed": 7}],
        "rules": STANDARD.to_json(),
        "code": CODE,
    }
    nonce = shuffle.nonce(CODE, 1)
    assert deal == {"deal": 1, "dealer": 1, "seal": shuffle.seal(shuffle.deck(CODE, 1), nonce)}
    assert recorder.play(PASS) == [{"seat": 0, "do": "pass"}]
    assert recorder.play(PASS) == [{"seat": 1, "do": "pass"}]
    assert recorder.play(DRAW) == [{"seat": 0, "do": "draw", "card": str(shuffle.deck(CODE, 1)[21])}]
    assert recorder.hint(0) == [{"seat": 0, "do": "hint"}]
    assert recorder.take_back(0) == [{"seat": 0, "do": "undo"}]
    assert recorder.marks.undone == {1: 1}
    assert recorder.marks.hints == {1: 1}


def test_a_deals_last_line_opens_its_seal() -> None:
    _, lines = played(Random(1))
    deals = [line for line in lines if "deal" in line]
    overs = [line for line in lines if "over" in line]
    assert [line["deal"] for line in deals] == [line["over"] for line in overs]
    for deal, over in zip(deals, overs, strict=True):
        cards = tuple(parse_cards(over["deck"]))
        assert shuffle.seal(cards, over["nonce"]) == deal["seal"]


def test_no_card_stands_in_the_record_before_it_was_seen_by_its_player() -> None:
    """Before the end of a deal a record holds the code, but no deck and no nonce."""
    _, lines = played(Random(1), moves=12)
    assert not any("deck" in line or "nonce" in line for line in lines)


@pytest.mark.parametrize("why", record.ENDS)
def test_a_match_that_ends_early(why: str) -> None:
    recorder, lines = played(Random(1), moves=20)
    loser = 0 if why == "gave_up" else 1
    lines += recorder.end(loser, why)
    again = reading.read(lines)
    assert (again.ended, again.match.loser, again.match.winner) == (why, loser, 1 - loser)


def test_a_knockers_own_layout_is_recorded_and_read() -> None:
    for seed in range(200):
        recorder, lines = played(Random(seed), moves=41, code=shuffle.seeded_code(seed, 1))
        deal = recorder.match.deal
        if deal.over or deal.phase is not Phase.DISCARD:
            continue
        knock = next((move for move in deal.legal() if move.kind is Kind.KNOCK), None)
        if knock is None:
            continue
        copied = deal.replayed(len(deal.moves))
        copied.apply(knock)
        layout = copied.spread[::-1]
        if layout == copied.spread:
            continue  # one meld: no layout but the game's
        lines += recorder.play(Move(Kind.KNOCK, knock.card, layout=layout))
        again = reading.read(reading.parse(record.dump(lines)))
        assert again.match.deal.spread == layout
        return
    raise AssertionError("no knock in 200 deals")


# Taking back, hints


def test_a_ranked_match_has_no_hints_and_takes_nothing_back() -> None:
    recorder = Recorder(header(mode="ranked"))
    recorder.play(PASS)
    assert recorder.may_take_back(0) == "undoranked"
    with pytest.raises(ValueError, match="undoranked"):
        recorder.take_back(0)
    with pytest.raises(ValueError, match="no hints"):
        recorder.hint(0)


def test_nothing_is_taken_back_before_a_move_nor_once_hands_are_shown() -> None:
    recorder = Recorder(header())
    assert recorder.may_take_back(0) == "undonone"
    while not recorder.match.deal.over:
        recorder.play(choose(recorder.match.deal, Random(1)))
    assert recorder.may_take_back(0) == "undohand"


# Tampering

Tamper = Callable[[list[Line]], None]


def _line(lines: list[Line], **fields: Any) -> Line:
    """The first line with these fields."""
    return next(line for line in lines if fields.items() <= line.items())


def _over(lines: list[Line]) -> Line:
    return next(line for line in lines if "winner_seat" in line)


def _set(line: Line, **fields: Any) -> None:
    line.update(fields)


def _swap_two_cards(line: Line) -> None:
    cards = line["deck"].split()
    cards[0], cards[51] = cards[51], cards[0]
    line["deck"] = " ".join(cards)


def _drop(lines: list[Line], line: Line) -> None:
    lines.remove(line)


def _another_code() -> str:
    """A code whose first dealer is the same, so that only the cards differ."""
    codes = (shuffle.seeded_code(1, n) for n in range(100))
    return next(code for code in codes if shuffle.first_dealer(code) == shuffle.first_dealer(CODE))


def _other_card(lines: list[Line]) -> None:
    """A discard of a card that is in the other hand."""
    thrown = _line(lines, do="discard")
    cards = shuffle.deck(CODE, 1)
    thrown["card"] = str(next(card for card in cards[:20] if str(card) != thrown["card"] and _foreign(card)))


def _foreign(card: object) -> bool:
    return card in shuffle.deck(CODE, 1)[1:20:2]


def _earlier_knock(lines: list[Line]) -> None:
    thrown = _line(lines, do="discard")
    thrown["do"] = "knock"


TAMPERINGS: dict[str, tuple[Tamper, str]] = {
    "points changed": (lambda lines: _set(_over(lines), points=99), "score"),
    "winner changed": (
        lambda lines: _set(_over(lines), winner_seat=1 - _over(lines)["winner_seat"]), "score",
    ),
    "knocker changed": (
        lambda lines: _set(_over(lines), knocker_seat=1 - _over(lines)["knocker_seat"]), "score",
    ),
    "result changed": (lambda lines: _set(_over(lines), result="gin+"), "score"),
    "deadwood changed": (lambda lines: _set(_over(lines), deadwood=[0, 0]), "score"),
    "turn changed": (lambda lines: _set(_over(lines), turn=99), "score"),
    "running score changed": (lambda lines: _set(_over(lines), scores=[100, 0]), "score"),
    "dealer changed": (lambda lines: _set(_line(lines, deal=1), dealer=0), "score"),
    "seal changed": (lambda lines: _set(_line(lines, deal=1), seal="0" * 64), "deck"),
    "deck changed": (lambda lines: _swap_two_cards(_over(lines)), "deck"),
    "nonce changed": (lambda lines: _set(_over(lines), nonce="0" * 32), "deck"),
    "code changed": (lambda lines: _set(lines[0], code=_another_code()), "deck"),
    "drawn card changed": (lambda lines: _set(_line(lines, do="draw"), card="AS"), "move"),
    "a card thrown that is not held": (_other_card, "move"),
    "a knock above the limit": (_earlier_knock, "move"),
    "seat changed": (
        lambda lines: _set(_line(lines, do="draw"), seat=1 - _line(lines, do="draw")["seat"]), "move",
    ),
    "a move left out": (lambda lines: _drop(lines, _line(lines, do="discard")), "move"),
    "a move twice": (lambda lines: lines.insert(3, copy.deepcopy(lines[2])), "move"),
    "a result left out": (lambda lines: _drop(lines, _over(lines)), "form"),
    "a deal left out": (lambda lines: _drop(lines, _line(lines, deal=2)), "move"),
    "a result too early": (lambda lines: lines.insert(4, copy.deepcopy(_over(lines))), "form"),
    "a line after the end": (lambda lines: lines.append({"seat": 0, "do": "draw", "card": "AS"}), "move"),
    "rules changed": (lambda lines: _set(lines[0]["rules"], gin_bonus=20, undercut_bonus=20), "score"),
    "a rule out of range": (lambda lines: _set(lines[0]["rules"], target=5), "form"),
    "mode unknown": (lambda lines: _set(lines[0], mode="training"), "form"),
    "a hint in a ranked match": (lambda lines: lines.insert(3, {"seat": 0, "do": "hint"}), "move"),
    "a field more": (lambda lines: _set(_line(lines, do="draw"), note="hi"), "form"),
    "a field less": (lambda lines: lines[2].__delitem__("do"), "form"),
    "a card where a move has none": (lambda lines: _set(_line(lines, do="pass"), card="AS"), "form"),
    "a meld where a move has none": (lambda lines: _set(_line(lines, do="draw"), onto=0), "form"),
    "a layout where a move has none": (lambda lines: _set(_line(lines, do="discard"), layout=[]), "form"),
    "a score written as another kind of number": (
        lambda lines: _set(_over(lines), scores=[float(score) for score in _over(lines)["scores"]]), "score",
    ),
    "deadwood written as a truth value": (
        lambda lines: _set(_over(lines), deadwood=[n if n else False for n in _over(lines)["deadwood"]]),
        "score",
    ),
    "a time that is none": (lambda lines: _set(lines[0], when="yesterday"), "form"),
    "a hint by nobody": (lambda lines: lines.insert(3, {"seat": 7, "do": "hint"}), "form"),
    "an undo of nothing": (lambda lines: lines.insert(2, {"seat": 0, "do": "undo"}), "move"),
    "an end of another kind": (lambda lines: lines.append({"end": "tired", "seat": 0}), "form"),
}  # fmt: skip
"""What was done to a good record, and what `verify` calls it."""


def a_good_record() -> list[Line]:
    """A ranked match to its end, of a few hands, with an undercut in it."""
    for seed in range(200):
        chance = Random(seed)
        recorder = Recorder(header(HouseRules(target=50), "ranked"))
        lines = recorder.opening()
        while not recorder.match.over:
            deal = recorder.match.deal
            lines += recorder.next_deal() if deal.over else recorder.play(choose_well(deal, chance))
        overs = [line["result"] for line in lines if "over" in line]
        if "undercut" in overs and 2 < len(overs) < 6:
            return lines
    raise AssertionError("no such match among 200")


GOOD = a_good_record()


def test_the_record_before_it_is_tampered_with_is_good() -> None:
    assert reading.read(copy.deepcopy(GOOD)).match.over


@pytest.mark.parametrize("name", TAMPERINGS)
def test_tampering_is_found_with_line_and_reason(name: str) -> None:
    tamper, what = TAMPERINGS[name]
    lines = copy.deepcopy(GOOD)
    tamper(lines)
    with pytest.raises(RecordError) as caught:
        reading.read(lines)
    assert caught.value.what == what
    rows = zip(map(json.dumps, lines), map(json.dumps, GOOD), strict=False)
    first_changed = next((n for n, (bad, good) in enumerate(rows, 1) if bad != good), len(GOOD) + 1)
    assert caught.value.line >= first_changed or what == "deck"
    assert str(caught.value).startswith(f"line {caught.value.line}: ")
    assert str(caught.value).isprintable()


def test_the_first_wrong_line_is_named() -> None:
    lines = copy.deepcopy(GOOD)
    number = next(n for n, line in enumerate(lines, 1) if "winner_seat" in line)
    lines[number - 1]["points"] += 1
    with pytest.raises(RecordError) as caught:
        reading.read(lines)
    assert (caught.value.line, caught.value.expected) == (number, lines[number - 1]["points"] - 1)


@settings(max_examples=300)
@given(st.data())
def test_no_change_of_any_value_goes_unnoticed(data: st.DataObject) -> None:
    """Whatever is put in the place of any value of any line: found, and never another error."""
    lines = copy.deepcopy(GOOD)
    number = data.draw(st.integers(0, len(lines) - 1))
    name = data.draw(st.sampled_from(sorted(lines[number])))
    if number == 0 and name in ("when", "version", "players"):
        return  # what nothing else follows from
    anything = (
        st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.integers(0, 60))
    )
    value = data.draw(anything)
    if lines[number][name] == value and type(lines[number][name]) is type(value):
        return
    lines[number][name] = value
    with pytest.raises(RecordError):
        reading.read(lines)


@pytest.mark.parametrize("line", [{"do": "hint"}, {"do": "undo"}, {"end": "gave_up"}])
@pytest.mark.parametrize("seat", [True, 2, -1, "0", None, 0.0])
def test_only_the_seats_0_and_1_ask_for_hints_or_end_a_match(line: Line, seat: object) -> None:
    recorder = Recorder(header())
    lines = [*recorder.opening(), *recorder.play(PASS), {**line, "seat": seat}]
    with pytest.raises(RecordError):
        reading.read(lines)


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ({"seat": 1, "do": "hint"}, "move"),
        ({"seat": 1, "do": "undo"}, "move"),
        ({"end": "gave_up", "seat": 1}, "form"),
        ({"end": "illegal", "seat": 0}, "form"),
        ({"end": "no_answer", "seat": 0}, "form"),
    ],
)
def test_people_take_back_and_give_up_and_bots_fail(line: Line, what: str) -> None:
    recorder = Recorder(header())
    lines = [*recorder.opening(), *recorder.play(PASS), *recorder.play(PASS), line]
    with pytest.raises(RecordError) as caught:
        reading.read(lines)
    assert (caught.value.line, caught.value.what) == (5, what)


def test_a_hint_is_asked_for_in_ones_own_turn() -> None:
    recorder = Recorder(header())
    lines = [*recorder.opening(), *recorder.play(PASS)]
    assert recorder.match.turn == 1
    with pytest.raises(ValueError, match="turn"):
        recorder.hint(0)
    with pytest.raises(RecordError, match=r"line 4: .*turn"):
        reading.read([*lines, {"seat": 0, "do": "hint"}])


def test_no_hint_stands_after_a_hand_or_the_match() -> None:
    recorder, lines = played(Random(3), HouseRules(target=10))
    assert recorder.match.over
    hand = next(number for number, line in enumerate(lines, 1) if "over" in line)
    for at in (hand, len(lines)):
        with pytest.raises(RecordError) as caught:
            reading.read([*lines[:at], {"seat": 0, "do": "hint"}, *lines[at:]])
        assert caught.value.line == at + 1


@pytest.mark.parametrize("onto", [False, True, 0.0, None, "0"])
def test_the_meld_of_a_lay_off_is_a_number(onto: object) -> None:
    rules = HouseRules(layoff="choose")
    found = (played(Random(n), rules, "ranked", code=shuffle.seeded_code(n, 2))[1] for n in range(50))
    lines = next(lines for lines in found if any("onto" in line for line in lines))
    number = next(number for number, line in enumerate(lines, 1) if "onto" in line)
    lines[number - 1]["onto"] = onto
    with pytest.raises(RecordError) as caught:
        reading.read(lines)
    assert (caught.value.line, caught.value.what) == (number, "form")


def test_a_field_that_is_there_twice_is_found() -> None:
    """Programs differ in which of the two they take, so a record with both says two things."""
    text = record.dump(GOOD)
    twice = text.replace('"points":', '"points":99,"points":', 1)
    number = next(number for number, line in enumerate(GOOD, 1) if "points" in line)
    with pytest.raises(RecordError, match=f"line {number}: a field is there twice: points"):
        reading.read(reading.parse(twice))


# Bad files


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("", 1, "not a match record"),
        ("nothing like it", 1, "not a match record"),
        ("nothing like it\n", 1, "not a line of JSON"),
        ("[]\n", 1, "not a JSON object"),
        ("{}\n", 1, "not a match record"),
        ('{"format": 0}\n', 1, "not a match record"),
        ('{"format": true}\n', 1, "not a match record"),
        ('{"format": 1}\n', 1, "not the header"),
        ("[" * 100_000 + "\n", 1, "not a line of JSON"),
        (record.dump(GOOD[:2]) + "\x00\x00\n", 3, "not a line of JSON"),
        (record.dump(GOOD[:2]) + "{}\n", 3, "not a line of a record"),
        (record.dump(GOOD[:2]) + '{"seat": 0, "do": "\\u001b[2J"}\n', 3, "not a line of a record"),
    ],
)
def test_what_is_no_record_is_refused_with_line_and_reason(text: str, line: int, why: str) -> None:
    with pytest.raises(RecordError) as caught:
        reading.read(reading.parse(text))
    assert caught.value.line == line
    assert why in caught.value.why
    assert str(caught.value).isprintable()


def test_a_record_of_a_newer_format_is_told_from_a_bad_one() -> None:
    with pytest.raises(NewerFormat) as caught:
        reading.read([{"format": record.FORMAT + 1, "version": "9.9\x1b[2J", "anything": "else"}])
    assert caught.value.version == "9.9?[2J"


@settings(max_examples=200)
@given(st.data())
def test_damaged_text_never_leads_to_another_error(data: st.DataObject) -> None:
    raw = bytearray(record.dump(GOOD[:40]).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 30))] = data.draw(st.binary(max_size=8))
    with contextlib.suppress(RecordError):
        reading.read(reading.parse(raw.decode(errors="replace")))


def test_lines_are_written_without_spaces_one_json_object_each() -> None:
    assert record.dump([{"seat": 0, "do": "draw"}]) == '{"seat":0,"do":"draw"}\n'
    assert json.loads(record.dump(GOOD[:1])) == GOOD[0]
