"""A built-in bot as a program: it answers every line, whatever it is, and plays as it plays inside."""

from __future__ import annotations

import io
import json

from ginrummy import bots
from ginrummy.bots.protocol import encode, request, some_view
from ginrummy.bots.serving import MOST_BYTES, Serving
from ginrummy.engine.moves import PASS, TAKE


def answers(*lines: bytes) -> list[dict]:
    out = io.BytesIO()
    Serving(lambda: bots.create("easy", 1)).serve(io.BytesIO(b"\n".join(lines) + b"\n"), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


GOOD = encode(request(9, some_view(), [TAKE, PASS])).strip()


def test_bad_lines_are_answered_with_what_is_wrong_and_the_next_is_played():
    bad = [b"", b"nonsense", b"[]", b"[" * 100_000, b"{}", b'{"id": "7"}', b'{"id": 7}', b"\xff\xfe"]
    *wrong, last = answers(*bad, GOOD)
    assert [answer["error"] for answer in wrong] == [
        "not a line of JSON",
        "not a line of JSON",
        "not a JSON object",
        "not a line of JSON",
        "id: not a number",
        "id: not a number",
        "legal: missing",
        "not a line of JSON",
    ]
    assert last == {"id": 9, "action": "pass"}


def test_a_line_that_is_too_long_is_passed_over():
    wrong, last = answers(b"x" * (2 * MOST_BYTES + 5), GOOD)
    assert wrong == {"id": None, "error": f"a line of more than {MOST_BYTES} bytes"}
    assert last["id"] == 9


def test_events_are_not_answered():
    assert answers(b'{"event": "deal_over"}', b'{"event": "match_over"}', b'{"event": "unheard of"}') == []


def test_a_bot_that_fails_says_so():
    class Broken:
        def choose(self, view, legal):
            raise ZeroDivisionError("by\x1b[2Jzero")

    answer = Serving(Broken).answer(GOOD)
    assert answer == {"id": 9, "error": "the bot failed: ZeroDivisionError: by?[2Jzero"}


def test_every_match_gets_a_bot_of_its_own():
    made = []

    class Counting:
        def __init__(self):
            made.append(self)

    serving = Serving(Counting)
    serving.answer(b'{"event": "deal_over"}')
    assert len(made) == 1
    serving.answer(b'{"event": "match_over"}')
    assert len(made) == 2
