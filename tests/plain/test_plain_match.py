"""Whole matches in plain mode, played by a script that only types what the mode says can be typed."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from ginrummy import guide
from ginrummy.engine.moves import TAKE, Kind, Move
from ginrummy.engine.rules import HouseRules
from ginrummy.engine.view import View
from ginrummy.i18n import LANGUAGES, Translator
from ginrummy.settings import Settings
from ginrummy.start import StartOptions
from ginrummy.store import Store
from tests.plain.script import CODE, MOST_LINES, hammering, only_match, played


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_match_in_every_language(language: str, tmp_path: Path) -> None:
    start = StartOptions(lang=language, level="easy", target=50, new=True, code=CODE, plain=True)
    text = played(tmp_path, hammering(language), start=start)
    match = only_match(tmp_path).match
    assert match.over
    t = Translator(language)
    me, them = match.tally.running
    assert t(f"res.match.{'you' if match.winner == 0 else 'opp'}", a=me, b=them) in text
    assert match.code in text


@pytest.mark.parametrize("preset", ["hindi_circle", "hollywood", "oklahoma", "wikihow"])
def test_a_match_by_other_rules_says_every_bonus(preset: str, tmp_path: Path) -> None:
    start = StartOptions(lang="en", level="easy", preset=preset, target=40, new=True, code=CODE, plain=True)
    text = played(tmp_path, hammering("en"), start=start)
    match = only_match(tmp_path).match
    assert match.over
    assert match.tally.totals is not None
    if preset == "hindi_circle":
        assert f"= {max(match.tally.totals)}" in text
        assert "Match bonus: 100" in text
    if preset == "hollywood":
        assert "All three together" in text
    if preset == "wikihow":
        assert "Drawn for the deal" in text


class Knocker:
    """Knocks as soon as it may, and never looks at the pile."""

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        knocks = [move for move in legal if move.kind is Kind.KNOCK]
        throws = [move for move in legal if move.kind is Kind.DISCARD]
        return (knocks or throws[-1:] or legal)[0] if TAKE not in legal else legal[legal[0] == TAKE]


def by_hand(folder: Path, lines: Iterable[str], code: str = CODE) -> str:
    rules = {"layoff": "choose"}
    start = StartOptions(lang="en", level="easy", target=60, rules=rules, new=True, code=code, plain=True)
    return played(folder, lines, start=start)


def test_laying_off_by_hand_is_part_of_a_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ginrummy.bots.create", lambda name, seed: Knocker())
    cycle = ["p", "d", "4h", "99", "k", "y", "1", "11", "y", "4h 1", "a", "n"]
    text = by_hand(tmp_path, itertools.islice(itertools.cycle(cycle), MOST_LINES))
    assert "Choose a card, then the meld it joins" in text
    assert "Meld 1:" in text
    match = only_match(tmp_path).match
    assert match.over
    assert {Kind.DONE} <= {move.kind for deal in match.deals for move in deal.moves}


@pytest.mark.parametrize("count", range(1, 60, 7))
def test_what_was_left_goes_on_where_it_was(count: int, tmp_path: Path) -> None:
    start = StartOptions(lang="en", level="easy", new=True, code=CODE, plain=True)
    played(tmp_path, itertools.islice(hammering("en"), count), start=start)
    before = only_match(tmp_path).match
    text = played(tmp_path, ["1"], start=StartOptions(lang="en"))
    after = only_match(tmp_path).match
    assert [deal.moves for deal in after.deals] == [deal.moves for deal in before.deals]
    if before.deal.moves:
        assert "The match goes on: hand" in text


def test_a_match_goes_on_to_its_end_over_many_sessions(tmp_path: Path) -> None:
    lines = hammering("en")
    first = StartOptions(lang="en", level="easy", target=30, new=True, code=CODE, plain=True)
    played(tmp_path, itertools.islice(lines, 25), start=first)
    for _ in range(200):
        if only_match(tmp_path).match.over:
            break
        played(tmp_path, itertools.chain(["1"], itertools.islice(lines, 25)), start=StartOptions(lang="en"))
    assert only_match(tmp_path).match.over


def command(folder: Path, *options: str) -> list[str]:
    return [sys.executable, "-m", "ginrummy", "--plain", "--data-dir", str(folder), *options]


@pytest.mark.parametrize("language", ["ne", "hi", "en"])
def test_through_a_pipe(language: str, tmp_path: Path) -> None:
    typed = "\n".join(hammering(language)) + "\n"
    done = subprocess.run(
        command(tmp_path, "--lang", language, "--level", "easy", "--target", "20", "--new", "--deal", CODE),
        input=typed.encode(),
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "utf-8", "PYTHONUTF8": "1"},
        timeout=120,
        check=True,
    )
    assert done.stderr == b""
    assert b"\x1b" not in done.stdout
    assert only_match(tmp_path).match.over


@pytest.mark.skipif(os.name == "nt", reason="SIGKILL")
def test_killed_in_the_middle_it_goes_on(tmp_path: Path) -> None:
    options = ("--lang", "en", "--level", "easy", "--new", "--deal", CODE)
    program = subprocess.Popen(command(tmp_path, *options), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert program.stdin is not None
    assert program.stdout is not None
    program.stdin.write(b"p\nd\nks\n")
    program.stdin.flush()
    while b"You discarded" not in program.stdout.readline():
        pass
    os.kill(program.pid, signal.SIGKILL)
    program.wait()
    program.stdin.close()
    program.stdout.close()
    made = [str(move) for move in only_match(tmp_path).match.deal.moves]
    assert made[:4] == ["pass", "pass", "draw", "discard KS"]
    text = played(tmp_path, ["1"], start=StartOptions(lang="en"))
    assert "You discarded K♠" in text or "The opponent discarded" in text
    assert [str(move) for move in only_match(tmp_path).match.deal.moves][: len(made)] == made


def test_who_follows_the_guide_in_plain_mode_wins_the_hand(tmp_path: Path) -> None:
    guided = ["2", "p", "d", "h", "5h", "t", "jd", "t", "9d", "d", "k", "y"]
    text = played(tmp_path, guided, start=StartOptions(lang="en"))
    match = only_match(tmp_path).match
    assert match.code == guide.CODE
    assert match.results[0].winner_seat == 0
    assert "That is the whole game." in text
    assert text.count("Throw 5♥.") == 2, "the hint says something else than the guide"
    for key in ("guide.start", "guide.melds", "guide.upcard", "guide.discard", "guide.layoff", "guide.end"):
        assert text.count(Translator("en")(key)) == 1


def test_an_unfinished_match_can_be_given_up_or_deleted(tmp_path: Path) -> None:
    played(tmp_path, ["p", "x", "4", "1", "2", "1", "q"])
    assert only_match(tmp_path).ended == "gave_up"
    text = played(tmp_path, ["p", "x", "4", "1", "3", "1", "q"])
    assert "Delete it? The file stays in deleted/" in text
    assert [path.parent.name for path in tmp_path.rglob("*.jsonl")].count("deleted") == 1
    assert len(Store(tmp_path).matches()) == 1


def test_a_match_open_elsewhere_says_so(tmp_path: Path) -> None:
    played(tmp_path, ["p"])
    (match,) = Store(tmp_path).matches()
    opened = Store(tmp_path).open(match.path)
    try:
        text = played(tmp_path, ["1", "q"], start=StartOptions(lang="en"))
    finally:
        opened.journal.close()
    assert "open in another window" in text


def test_an_opponent_that_is_gone_is_named(tmp_path: Path) -> None:
    text = played(tmp_path, ["1", "q"], start=StartOptions(lang="en"), settings=Settings(level="nobody"))
    assert "There is no bot called nobody here" in text
    assert Store(tmp_path).matches() == []


def test_reading_the_record_back_gives_the_rules_asked_for(tmp_path: Path) -> None:
    played(tmp_path, ["q"], settings=Settings(rules=HouseRules(target=250)))
    assert only_match(tmp_path).match.rules.target == 250
