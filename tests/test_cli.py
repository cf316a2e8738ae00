"""The command line: what the commands answer, and one clear line for whatever goes wrong."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ginrummy import __version__, cli, report, settings
from ginrummy.engine.record import Recorder
from ginrummy.i18n import LANGUAGES, Translator
from ginrummy.session import Session
from ginrummy.settings import Settings
from ginrummy.start import StartOptions
from ginrummy.store import Store
from tests.matches import SHORT, a_record, finished, new_session, play_on
from tests.worked import rows

HAND = ["3S", "4S", "5S", "9D", "9C", "9H", "KH", "KC", "KD", "4H"]
OTHERS = ["QS", "QD", "QC", "5H", "6H", "7H", "9S", "2D", "6C", "JD"]


class Ran:
    """What a call printed, and its exit code."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "200")

    def run(*argv: object, stdin: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        code = cli.main(["--data-dir", str(tmp_path / "data"), *map(str, argv)])
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "data")


def is_one_line(ran: Ran) -> bool:
    return ran.err.startswith("ginrummy: ") and ran.err.count("\n") == 1 and ran.err[:-1].isprintable()


# Wrong use


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["--bogus"], "No such option: --bogus. See ginrummy --help"),
        (["solve", "--bogus"], "No such option: --bogus. See ginrummy solve --help"),
        (["verify", "a.jsonl", "b.jsonl"], "One too many: b.jsonl. Write it like ginrummy verify FILE"),
        (["replay", "a", "b", "--json"], "One too many: b. Write it like ginrummy replay FILE"),
        (["export", "a", "b"], "One too many: b. Write it like ginrummy export FILE"),
        (["import", "my.zip", "extra"], "One too many: extra. Write it like ginrummy import FILE"),
        (["bot", "hard", "easy"], "One too many: easy. Write it like ginrummy bot NAME"),
        (["stats", "me"], "One too many: me. Write it like ginrummy stats\n"),
        (["soove"], "Unknown command: soove. There are: solve, settle"),
        (["--lang", "xx"], "No such language: xx. There are: en, hi, ne"),
        (["solve", "--lang", "xx", *HAND], "No such language: xx"),
        (["--preset", "nobody"], "No such rule set: nobody. There are: standard, hindi_circle"),
        (["--rule", "gin=3"], "No such rule: gin. There are: target, knock"),
        (["--rule", "tie"], "--rule tie: write FIELD=VALUE"),
        (["--rule", "tie=maybe"], "tie: maybe is not possible (undercut or none)"),
        (["--target", "5"], "target: 5 is not possible (10 to 1000)"),
        (["--target"], "Argument --target: expected one argument"),
        (["--deal", "33"], "No such deal code: 33"),
        (["--level", "nobody"], "No such bot: nobody. There are: easy, medium, hard"),
        (["--level", "cmd:no-such-program"], "No such program: no-such-program"),
        (["solve"], "Ten or eleven cards are missing"),
        (["solve", "4X", "3S"], "No such card: 4X"),
        (["solve", *HAND[:9]], "cards: 10 or 11 cards are needed, not 9"),
        (["solve", *HAND, "2D", "2C"], "cards: 10 or 11 cards are needed, not 12"),
        (["solve", *HAND[:9], "3S"], "This card comes twice: 3S"),
        (["solve", "--batch", "no such file"], "Cannot read no such file"),
        (["solve", "--batch", "."], "Cannot read ."),
        (["settle", "--knocker", *HAND], "--defender and ten cards are missing"),
        (["settle", "--knocker", *HAND, "--defender", *HAND], "is in both hands"),
        (["settle", "--knocker", *HAND, "--defender", "2D"], "defender: 10 cards are needed, not 1"),
        (["settle", "--knocker", *HAND, "--defender", "2D", "2D"], "defender: This card comes twice: 2D"),
        (["settle", "--knocker", *HAND, "--defender", *OTHERS, "--upcard", "4X"], "upcard: No such card: 4X"),
        (
            ["settle", "--knocker", *HAND, "--defender", *OTHERS, "--preset", "straight"],
            "knocker: Only gin ends this hand",
        ),
        (
            ["settle", "--knocker", *HAND, "--defender", *OTHERS, "--preset", "oklahoma", "--upcard", "3C"],
            "knocker: Deadwood 4 is over the knock limit of 3",
        ),
        (
            ["solve", *HAND, "--batch", "b"],
            "One too many: 3S. Write it like ginrummy solve --batch FILE",
        ),
        (["solve", "--batch", "b", "--limit", "0"], "One too many: --limit. Write it like ginrummy solve"),
        (
            ["settle", "--batch", "b", "--knocker", *HAND],
            "One too many: --knocker. Write it like ginrummy settle --batch FILE",
        ),
        (["settle", "--batch", "b", "--rule", "tie=none"], "One too many: --rule. Write it like"),
        (["score"], "--batch FILE is missing"),
        (["verify"], "FILE"),
        (["verify", "no such file"], "Cannot read no such file: No such file or directory"),
        (["verify", "."], "Cannot read ."),
        (["verify", "a\x00b"], "Cannot read a?b"),
        (["replay", "no such file"], "Cannot read no such file"),
        (["import", "no such file"], "Cannot read no such file"),
        (["export", "."], "Cannot write ."),
        (["import", __file__], f"Cannot read {__file__}: not an archive of ginrummy export"),
        (["bot"], "Name a bot to be, or one to try"),
        (["bot", "hard", "--seed", "x"], "--seed: x is not possible (0, 1, 2, ...)"),
        (["arena", "easy", "hard", "--seed", "1.5"], "--seed: 1.5 is not possible (0, 1, 2, ...)"),
        (["arena", "easy", "hard", "--seed", "9" * 5000], "--seed: 999"),
        (["arena", "easy", "hard", "--matches", "0"], "--matches: 0 is not possible (1, 2, 3, ...)"),
        (["arena", "easy", "hard", "--jobs=-1"], "--jobs: -1 is not possible (1, 2, 3, ...)"),
        (["arena", "easy", "hard", "--move-limit", "nan"], "--move-limit: nan is not possible (0.1, 0.5"),
        (["bot", "--check", "easy", "--move-limit", "0"], "--move-limit: 0 is not possible (0.1, 0.5"),
        (["replay", "m.jsonl", "--hand", "two"], "--hand: two is not possible (1, 2, 3, ...)"),
        (["--lang", "ne", "bot", "hard", "--seed", "x"], "--seed: x "),
        (["arena", "hard"], "The arena needs two bots or more"),
        (["--level", "cmd:"], "Which program is missing. Write it like cmd:python3 my_bot.py"),
        (["solve\x1b[2J"], "Unknown command: solve?[2J"),
    ],
)
def test_wrong_use_is_told_in_one_line_and_ends_with_2(run: Any, argv: list[str], says: str) -> None:
    ran = run(*argv)
    assert (ran.code, ran.out) == (2, "")
    assert is_one_line(ran)
    assert says in ran.err
    assert not re.match("ginrummy: [a-z]+ ", ran.err)  # a sentence has its capital, a field its colon


def test_an_unknown_language_is_told_in_the_language_of_the_settings(run: Any, store: Store) -> None:
    settings.save(store, Settings(language="hi"))
    assert run("--lang", "xx", "solve", *HAND).err.startswith("ginrummy: ऐसी कोई भाषा नहीं: xx")
    assert run("--lang", "xx").err.startswith("ginrummy: ऐसी कोई भाषा नहीं: xx")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_goes_wrong_most_is_told_in_every_language(run: Any, language: str) -> None:
    said = {
        run("--lang", language, *argv).err
        for argv in (["--level", "nobody"], ["export", "."], ["solve", *HAND[:9]], ["--bogus"], ["soove"])
    }
    english = ("No such", "Cannot", "are needed", "Unknown")
    assert len(said) == 5
    assert all(any(word in line for word in english) == (language == "en") for line in said)


@pytest.mark.parametrize(
    "argv", [["--level", "{}"], ["bot", "{}"], ["bot", "--check", "{}"], ["arena", "easy", "{}"]]
)
def test_a_bot_that_is_not_there_is_told_in_the_same_words_everywhere(run: Any, argv: list[str]) -> None:
    for lang, bot, says in (
        ("en", "zork", "No such bot: zork. There are: easy, medium, hard\n"),
        ("ne", "zork", "यस्तो बोट छैन: zork। यी छन्: easy, medium, hard\n"),
        ("hi", "cmd:no-such-program -x", "ऐसा कोई प्रोग्राम नहीं: no-such-program\n"),
    ):
        ran = run("--lang", lang, *(word.format(bot) for word in argv))
        assert (ran.code, ran.out, ran.err) == (2, "", f"ginrummy: {says}")


def test_errors_are_told_in_the_language(run: Any) -> None:
    ran = run("--lang", "ne", "solve", "4X")
    assert ran.err.startswith("ginrummy: cards: यस्तो पत्ता हुँदैन: 4X")


def test_an_error_of_ours_is_three_lines_and_a_report_without_personal_paths(
    run: Any, monkeypatch: pytest.MonkeyPatch, store: Store
) -> None:
    def broken(request: object) -> dict[str, Any]:
        raise ZeroDivisionError(f"in {Path.home()}")

    monkeypatch.setattr("ginrummy.analysis.solve", broken)
    ran = run("solve", *HAND)
    assert (ran.code, ran.err.count("\n")) == (report.EXIT, 3)
    (written,) = store.reports_folder.iterdir()
    text = written.read_text()
    assert str(written) in ran.err
    assert f"ginrummy {__version__}" in text
    assert "ZeroDivisionError" in text
    assert str(Path.home()) not in text


# Everywhere


def test_version(run: Any, capsys: pytest.CaptureFixture[str]) -> None:
    for argv in (["--version"], ["solve", "--version"]):
        with pytest.raises(SystemExit) as caught:
            run(*argv)
        assert caught.value.code == 0
        assert capsys.readouterr().out == f"ginrummy {__version__}\n"


@pytest.mark.parametrize("command", ["", *cli.COMMANDS])
def test_every_command_takes_help(run: Any, capsys: pytest.CaptureFixture[str], command: str) -> None:
    with pytest.raises(SystemExit) as caught:
        run(*([command] if command else []), "--help")
    assert caught.value.code == 0
    assert f"ginrummy {command}".strip() in capsys.readouterr().out


def test_where_lists_folders_and_files(run: Any, store: Store) -> None:
    for argv in (["--where"], ["stats", "--where"]):
        ran = run(*argv)
        assert ran.code == 0
        assert all(str(path) in ran.out for path in store.where().values())


@pytest.mark.skipif(os.name == "nt", reason="the reasons are those of Unix")
@pytest.mark.parametrize(
    "argv", [["stats"], ["solve", *HAND], ["doctor", "--json"], ["--where"], ["--plain"], []]
)
def test_a_data_dir_that_cannot_be_is_told_in_one_line(run: Any, tmp_path: Path, argv: list[str]) -> None:
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "astray").symlink_to(tmp_path / "not" / "there")
    for name, why in (
        ("file", "Not a directory"),
        ("file/below", "Not a directory"),
        ("astray", "File exists"),
    ):
        ran = run("--data-dir", tmp_path / name, *argv)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == f"ginrummy: Cannot write {tmp_path / name}: {why}\n"
    assert (tmp_path / "file").read_text() == "in the way"


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="there is no folder in which nothing can be made")
def test_a_data_dir_that_cannot_be_made_is_told_in_the_language(run: Any) -> None:
    ran = run("--data-dir", "/proc/nope", "stats", "--lang", "hi")
    assert (ran.code, ran.out, is_one_line(ran)) == (2, "", True)
    assert ran.err.startswith("ginrummy: लिखा नहीं जा सका: /proc/nope (")


def test_a_data_dir_that_can_be_made_is_made_when_something_is_written(run: Any, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "one"
    assert run("--data-dir", folder, "stats").code == 0
    assert not folder.parent.exists()
    (tmp_path / "closed").mkdir(mode=0o500)
    assert run("--data-dir", tmp_path / "closed", "stats").code == 0


def test_the_home_of_nobody_is_a_folder_of_that_name(run: Any, tmp_path: Path) -> None:
    assert f"{Path.cwd() / '~no-such-user'}" in run("--data-dir", "~no-such-user", "--where").out


# Playing


def test_the_game_needs_a_terminal(run: Any) -> None:
    ran = run()
    assert (ran.code, ran.err) == (
        2,
        "ginrummy: The game needs a terminal. Through a pipe: ginrummy --plain\n",
    )


@pytest.mark.parametrize("term", ["dumb", "", None])
def test_a_terminal_that_cannot_draw_is_none(monkeypatch: pytest.MonkeyPatch, term: str | None) -> None:
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setattr(os, "name", "posix")
    monkeypatch.setenv("TERM", "xterm")
    assert cli.is_terminal()
    if term is None:
        monkeypatch.delenv("TERM")
    else:
        monkeypatch.setenv("TERM", term)
    assert not cli.is_terminal()


def test_options_that_shape_a_match_need_new_when_one_is_unfinished(run: Any, store: Store) -> None:
    new_session(store).close()
    ran = run("--level", "hard", "--target", "50")
    assert (ran.code, is_one_line(ran)) == (2, True)
    assert "A match is unfinished. Add --new for another one" in ran.err
    assert "needs a terminal" in run("--level", "hard", "--new").err
    assert "needs a terminal" in run("--ascii").err


def test_the_options_reach_the_game(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[StartOptions] = []

    def play(store: Store, settings: Settings, start: StartOptions) -> int:
        started.append(start)
        return 0

    monkeypatch.setattr(cli, "is_terminal", lambda: True)
    monkeypatch.setitem(sys.modules, "ginrummy.tui.app", type("App", (), {"run": staticmethod(play)}))
    ran = run(
        "--lang", "ne", "--level", "hard", "--preset", "pagat", "--target", "50", "--rule", "tie=none",
        "--rule", "gin_bonus=20", "--deal", "7k3f9qxm2ab4", "--new", "--ascii",
    )  # fmt: skip
    assert ran.code == 0
    assert started == [
        StartOptions(
            "ne",
            "hard",
            "pagat",
            50,
            {"tie": "none", "gin_bonus": "20"},
            "7K3F-9QXM-2AB4",
            new=True,
            ascii=True,
        )
    ]


# solve, settle, score


def test_solve_answers_as_described(run: Any) -> None:
    expected = {
        "deadwood": 4,
        "melds": [["3S", "4S", "5S"], ["9C", "9D", "9H"], ["KC", "KD", "KH"]],
        "loose": ["4H"],
    }
    assert run("solve", *HAND, "--json").json == expected
    assert run("solve", " ".join(HAND).lower(), "--json").json == expected


def test_solve_of_eleven_cards_with_limit_and_taken_card(run: Any) -> None:
    answer = run("solve", *HAND, "2D", "--json", "--taken", "4H", "--limit", "5").json
    assert "4H" not in answer["discards"]
    assert answer["knock"] == {"discard": "2D", "deadwood": 4, "kind": "knock"}
    assert run("solve", *HAND, "2D", "--json", "--limit", "gin_only").json["knock"] is None


def test_solve_prints_a_table_for_people(run: Any) -> None:
    ran = run("solve", *HAND, "2D")
    assert ran.code == 0
    assert "9♣ 9♦ 9♥" in ran.out
    assert "Knock (leaves 2)" in ran.out


KNOCK = ["--knocker", *["3S", "4S", "5S", "9C", "9D", "9H", "KC", "KD", "KH", "4C"]]
DEFENCE = ["--defender", *["QS", "QD", "QC", "5H", "6H", "7H", "2S", "6S", "9S", "AD"]]


def test_settle_answers_under_the_rules_that_are_asked_for(run: Any) -> None:
    answer = run("settle", *KNOCK, *DEFENCE, "--json").json
    assert (answer["result"], answer["winner"], answer["points"]) == ("undercut", "defender", 28)
    other = run("settle", *KNOCK, *DEFENCE, "--json", "--preset", "pagat", "--rule", "undercut_bonus=20").json
    assert other["points"] == 23
    spades = ["--rule", "knock=oklahoma", "--rule", "spades_double=on", "--upcard", "8S"]
    assert run("settle", *KNOCK, *DEFENCE, "--json", *spades).json["points"] == 56


def test_settle_prints_the_sum_for_people(run: Any) -> None:
    assert "Undercut! 3 + 25 = 28" in run("settle", *KNOCK, *DEFENCE).out


def test_score_answers_a_line_for_a_line(run: Any) -> None:
    cases = [row.values for row in rows("match")]
    ran = run("score", "--batch", "-", stdin="".join(json.dumps(given) + "\n" for given, _ in cases))
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 0
    for answer, (_, expected) in zip(answers, cases, strict=True):
        assert {name: answer[name] for name in expected if name in answer} == {
            name: value for name, value in expected.items() if name in answer
        }


def test_in_a_batch_a_bad_line_is_answered_and_the_rest_still_runs(run: Any, tmp_path: Path) -> None:
    lines = [b'{"cards": "4X"}', b"\xff", json.dumps({"cards": " ".join(HAND)}).encode(), b"[" * 100_000]
    (tmp_path / "batch").write_bytes(b"\n".join(lines) + b"\n")
    ran = run("solve", "--batch", tmp_path / "batch")
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 1
    assert ["error" in answer for answer in answers] == [True, True, False, True]
    assert answers[2]["deadwood"] == 4


# verify, replay, stats, export and import


@pytest.fixture
def match(store: Store) -> Session:
    return finished(store, 1)


def test_verify_of_a_good_record(run: Any, match: Session) -> None:
    assert run("verify", match.path).out == "Every move, every score and every deck is right.\n"
    answer = run("verify", match.path, "--json").json
    assert (answer["ok"], answer["over"]) == (True, True)
    assert answer["deals"] == match.match.number


def test_verify_names_the_first_wrong_line_and_why(run: Any, match: Session) -> None:
    lines = match.path.read_text().splitlines()
    number = next(n for n, line in enumerate(lines) if '"winner_seat"' in line)
    right = json.loads(lines[number])["points"]
    lines[number] = lines[number].replace(f'"points":{right}', f'"points":{right + 1}')
    match.path.write_text("\n".join(lines) + "\n")
    ran = run("verify", match.path)
    assert ran.code == 1
    assert ran.out == f"Line {number + 1}: the points should be {right}\n"
    answer = run("verify", match.path, "--json").json
    assert answer == {"ok": False, "line": number + 1, "what": "score", "why": f"points should be {right}"}


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "Line 2: dealer should be 1\n"), ("ne", "हरफ २: dealer 1 हुनुपर्छ\n")]
)
def test_verify_names_the_value_that_is_wrong(run: Any, tmp_path: Path, lang: str, said: str) -> None:
    (tmp_path / "bad").write_bytes(a_record(9).replace(b'"dealer":1', b'"dealer":0', 1))
    assert run("--lang", lang, "verify", tmp_path / "bad").out == said


def test_verify_says_that_the_deck_of_a_hand_without_result_is_unchecked(
    run: Any, match: Session, tmp_path: Path
) -> None:
    unchecked = "The last hand is not over in this record, so its deck could not be checked."
    (tmp_path / "open").write_bytes(a_record(9))
    lines = match.path.read_text().splitlines(keepends=True)
    assert lines[-1].startswith('{"over"')
    (tmp_path / "cut").write_text("".join(lines[:-1]))
    (tmp_path / "gave up").write_bytes(a_record(9) + b'{"end":"gave_up","seat":0}\n')
    for name in ("open", "cut", "gave up"):
        ran = run("verify", tmp_path / name)
        assert (ran.code, ran.out.splitlines()[1:]) == (0, [unchecked])
    dealt = next(n for n, line in enumerate(lines) if line.startswith('{"deal":2'))
    (tmp_path / "between").write_text("".join(lines[:dealt]))
    assert unchecked not in run("verify", tmp_path / "between").out


def test_verify_says_that_the_last_line_is_torn(run: Any, tmp_path: Path) -> None:
    (tmp_path / "torn").write_bytes(a_record(9)[:-2])
    ran = run("verify", tmp_path / "torn")
    assert (ran.code, ran.out.count("\n")) == (0, 3)
    assert "The last move had not reached the disk" in ran.out
    assert run("verify", tmp_path / "torn", "--json").json["torn"]


def test_verify_of_a_newer_format_says_which_version_wrote_it(run: Any, tmp_path: Path) -> None:
    (tmp_path / "new").write_text('{"format":2,"version":"3.1"}\n')
    ran = run("verify", tmp_path / "new")
    assert (ran.code, ran.out.count("\n")) == (1, 1)
    assert ran.out.startswith("Line 1: This match was saved by a newer version (3.1)")


@pytest.mark.parametrize(
    ("content", "said", "why"),
    [
        (
            a_record(0).replace(b'"seal":"', b'"seal":"0', 1),
            "Line 2: the deck does not fit its seal (seal)",
            "seal: the deck does not fit its seal",
        ),
        (
            a_record(9) + b'{"seat":1,"do":"pass"}\n',
            "Line 12: the move was not allowed (it is not the turn of seat 1)",
            "the move was not allowed: it is not the turn of seat 1",
        ),
        (
            a_record(9) + b'{"seat":0,"do":"pass"}\n',
            "Line 12: the move was not allowed (pass: passonly)",
            "the move was not allowed: pass: passonly",
        ),
        (
            a_record(9) + b'{"seat":0}\n',
            "Line 12: this is not a line of a match record ('do')",
            "not a line of a record ('do')",
        ),
        (b"", "Line 1: this is not a line of a match record", "not a match record"),
    ],
)
def test_verify_says_what_is_wrong_once(
    run: Any, tmp_path: Path, content: bytes, said: str, why: str
) -> None:
    (tmp_path / "bad").write_bytes(content)
    assert run("verify", tmp_path / "bad").out == f"{said}\n"
    assert run("verify", tmp_path / "bad", "--json").json["why"] == why


@pytest.mark.parametrize("content", [b"", b"\x00\xff" * 100, b"[]\n", b'{"format":99}\n'])
def test_verify_of_what_is_no_record(run: Any, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "bad").write_bytes(content)
    ran = run("verify", tmp_path / "bad")
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.startswith("Line 1: ")
    assert ran.out.count("\n") == 1


def test_replay_shows_every_step_with_both_hands(run: Any, match: Session) -> None:
    ran = run("replay", match.path, "--hand", 1)
    steps = ran.out.strip().split("\n\n")
    deal = match.match.deals[0]
    assert len(steps) == len(deal.moves) + 1
    assert steps[0].startswith(f"Hand 1 · 0/{len(deal.moves)}\nYour hand: ")
    assert all("Opponent's hand: " in step for step in steps)


def test_replay_as_json_holds_both_hands_after_every_move(run: Any, match: Session) -> None:
    answer = run("replay", match.path, "--json").json
    assert answer["header"]["code"] == match.header.code
    assert len(answer["deals"]) == match.match.number
    for data, deal in zip(answer["deals"], match.match.deals, strict=True):
        assert [line["do"] for line in data["moves"]] == [str(move) for move in deal.moves]
        assert [len(hand) for hand in data["hands"]] == [10, 10]
    assert answer["scores"] == list(match.match.tally.running)


def test_replay_of_a_hand_that_is_not_there(run: Any, match: Session) -> None:
    ran = run("replay", match.path, "--hand", 99)
    assert (ran.code, is_one_line(ran)) == (2, True)


def test_replay_at_a_terminal_goes_on_back_and_to_a_hand(
    run: Any, match: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = iter(["", "", "b", "2", "what?", "999", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(words))
    monkeypatch.setattr("ginrummy.commands.replay.sys", type("Sys", (), {"stdin": _Tty, "stdout": _Tty}))
    shown = [line for line in run("replay", match.path).out.splitlines() if line.startswith("Hand ")]
    places = [line.split("/")[0] for line in shown]
    assert places == ["Hand 1 · 0", "Hand 1 · 1", "Hand 1 · 2", "Hand 1 · 1", *["Hand 2 · 0"] * 3]


def test_replay_opens_the_screen_where_there_is_one(
    run: Any, match: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched: list[tuple[str, int]] = []

    def watch(store: Store, settings: Settings, start: StartOptions, what: tuple[Recorder, int]) -> int:
        watched.append((what[0].header.code, what[1]))
        return 0

    monkeypatch.setattr("ginrummy.commands.replay.is_terminal", lambda: True)
    monkeypatch.setattr("ginrummy.tui.app.run", watch)
    assert run("replay", match.path, "--hand", 1).code == 0
    assert watched == [(match.header.code, 1)]


class _Tty:
    @staticmethod
    def isatty() -> bool:
        return True


def test_stats_for_people_and_programs(run: Any, store: Store) -> None:
    assert run("stats").out == "No match is finished yet\n"
    finished(store, 1, level="hard")
    play_on(new_session(store, SHORT), Random(1), moves=5)
    ran = run("stats")
    assert "What you have played" in ran.out
    assert "Hard" in ran.out
    answer = run("stats", "--json").json
    assert (answer["matches"], answer["unfinished"]) == (1, 1)
    assert list(answer["by_level"]) == ["hard"]


def test_stats_of_helped_matches_alone_print_the_figures_of_the_json(run: Any, store: Store) -> None:
    session = new_session(store, SHORT)
    session.hint()
    play_on(session, Random(1))
    title, *lines = run("stats").out.splitlines()
    shown = [re.split("  +", line.strip())[:2] for line in lines]
    helped = run("stats", "--json").json["helped"]
    rate, knock = round(100 * helped["win_rate"]), helped["knock_average"]
    assert title == "With a hint or a move taken back"
    assert helped["hands"] > 0
    assert shown == [
        ["Matches", "1"],
        ["Won", str(helped["won"])],
        ["Won, per cent", str(rate)],
        ["Hands", str(helped["hands"])],
        ["Hands won", str(helped["hands_won"])],
        ["Gins", str(helped["gins"])],
        ["Opponent's gins", str(helped["gins_against"])],
        ["Knocks", str(helped["knocks"])],
        ["Opponent's knocks", str(helped["knocks_against"])],
        ["Undercuts made", str(helped["undercuts_made"])],
        ["Undercuts suffered", str(helped["undercuts_suffered"])],
        ["Void hands", str(helped["void"])],
        ["Average count at the knock", "–" if knock is None else f"{knock:.1f}"],
    ]


def test_stats_speak_nepali_with_its_digits(run: Any, store: Store) -> None:
    finished(store, 1)
    ran = run("stats", "--lang", "ne")
    assert "तपाईंको खेलको तथ्यांक" in ran.out
    assert "१" in ran.out


def test_everything_is_exported_and_comes_in_elsewhere(run: Any, match: Session, tmp_path: Path) -> None:
    file = tmp_path / "all.zip"
    assert run("export", file, "--json").json == {"file": str(file), "matches": 1}
    assert run("export", file).code == 2  # it is there already
    other = tmp_path / "other"
    answer = {"came": 1, "there": 0, "unreadable": 0, "settings": None}
    assert run("import", file, "--data-dir", other, "--json").json == answer
    assert run("import", file, "--data-dir", other).out == "Matches brought in: 0, already here: 1\n"
    assert (other / "matches" / match.path.name).read_bytes() == match.path.read_bytes()


@pytest.mark.parametrize("language", LANGUAGES)
def test_import_says_that_settings_were_replaced_and_what_it_could_not_read(
    run: Any, store: Store, tmp_path: Path, language: str
) -> None:
    file = tmp_path / "all.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("matches/junk.jsonl", "junk")
        archive.writestr("settings.toml", 'level = "hard"\n')
    store.config.mkdir(parents=True, exist_ok=True)
    store.settings_file.write_text('level = "easy"\n')
    t, old = Translator(language), store.aside_folder / "settings.toml"
    assert run("import", file, "--lang", language).out.splitlines() == [
        t("save.import", n=0, m=0),
        t("save.import.bad", n=1, path=str(store.aside_folder)),
        t("save.import.set", path=str(old)),
    ]
    assert old.read_text() == 'level = "easy"\n'
    store.settings_file.write_text('level = "medium"\n')
    other = store.aside_folder / "settings-2.toml"
    answer = {"came": 0, "there": 0, "unreadable": 1, "settings": str(other)}
    assert run("import", file, "--json").json == answer


def test_doctor_answers_programs(run: Any, store: Store) -> None:
    answer = run("doctor", "--json").json
    assert answer["folders"]["matches"] == str(store.matches_folder)


# As a program of its own


def start(*argv: str, **how: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "ginrummy", *argv], capture_output=True, timeout=60, **how)


def test_a_reader_that_stops_early_is_no_error(tmp_path: Path) -> None:
    request = json.dumps({"cards": " ".join(HAND)}) + "\n"
    (tmp_path / "batch").write_text(request * 20_000)
    command = f'"{sys.executable}" -m ginrummy solve --batch "{tmp_path / "batch"}" | head -1'
    ran = subprocess.run(command, shell=True, capture_output=True, timeout=60)
    assert ran.stderr == b""
    assert json.loads(ran.stdout)["deadwood"] == 4


def test_each_answer_to_standard_input_comes_before_the_next_request() -> None:
    command = [sys.executable, "-m", "ginrummy", "solve", "--batch", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for limit in (0, 10):
            program.stdin.write(json.dumps({"cards": HAND, "limit": limit}) + "\n")
            program.stdin.flush()
            assert json.loads(program.stdout.readline())["deadwood"] == 4
        program.stdin.close()
        assert program.wait(60) == 0


def test_a_locale_without_utf_8_is_no_error(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONIOENCODING": "latin-1", "LC_ALL": "C"}
    ran = start("--data-dir", str(tmp_path), "solve", "--lang", "ne", *HAND, env=env)
    assert (ran.returncode, ran.stderr) == (0, b"")
    ran = start("--data-dir", str(tmp_path), "solve", "--lang", "ne", "4X", env=env)
    assert ran.returncode == 2
    assert ran.stderr.count(b"\n") == 1


@pytest.mark.parametrize(("encoding", "lang"), [("ascii", "hi"), ("latin-1", "ne"), ("ascii", "ne_Latn")])
def test_a_language_that_the_output_cannot_hold_gives_way_to_english(
    tmp_path: Path, encoding: str, lang: str
) -> None:
    env = {**os.environ, "PYTHONIOENCODING": encoding}
    for argv in (["solve", "2d"], ["solve", *HAND], ["solve", "--help"]):
        told = [start("--data-dir", str(tmp_path), "--lang", code, *argv, env=env) for code in (lang, "en")]
        texts = [ran.stdout + ran.stderr for ran in told]
        assert (texts[0] == texts[1]) == (lang != "ne_Latn")
        assert texts[0].strip()


def test_suit_signs_that_the_output_cannot_hold_become_letters(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    ran = start("--data-dir", str(tmp_path), "--lang", "en", "solve", *HAND[:9], "10♥", env=env)
    assert b"3S 4S 5S   9C 9D 9H   KC KD KH" in ran.stdout
    assert b"10H" in ran.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize(
    "argv",
    [
        ["solve", *HAND], ["solve", *HAND, "--json"], ["--where"], ["--plain"], ["--version"], ["--help"],
        ["solve", "--help"], ["stats", "--version"], ["doctor"], ["doctor", "--json"],
    ],
)  # fmt: skip
def test_output_that_cannot_be_written_is_told_in_one_line(tmp_path: Path, argv: list[str]) -> None:
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "ginrummy", "--data-dir", tmp_path, "--lang", "en", *argv],
            stdout=full, stderr=subprocess.PIPE, text=True, timeout=60,
        )  # fmt: skip
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert ran.stderr.startswith("ginrummy: The answer could not be written: No space left on device")
    assert not list(tmp_path.glob("reports/*"))


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
@pytest.mark.parametrize(
    ("argv", "closed", "code"),
    [
        (["solve", *HAND], ">&-", 0),
        (["--where"], ">&-", 0),
        (["solve", "4X"], "2>&-", 2),
        (["solve", "--batch", "-"], "<&-", 0),
        (["solve", "--batch", "-"], "<&- >&- 2>&-", 0),
        ([], "<&-", 2),
    ],
)
def test_closed_streams_are_no_error(tmp_path: Path, argv: list[str], closed: str, code: int) -> None:
    command = f'"{sys.executable}" -m ginrummy --data-dir "{tmp_path}" {" ".join(argv)} {closed}'
    ran = subprocess.run(command, shell=True, capture_output=True, timeout=60)
    assert (ran.returncode, b"Traceback" in ran.stderr) == (code, False)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("argv", [["solve", *HAND, "--json"], ["--version"], ["verify", "missing"]])
def test_a_command_imports_neither_screens_nor_arena(tmp_path: Path, argv: list[str]) -> None:
    code = (
        "import sys; from ginrummy.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "heavy = ('textual', 'ginrummy.tui', 'ginrummy.arena')\n"
        "print([name for name in sys.modules if name.startswith(heavy)])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, "--data-dir", str(tmp_path), *argv],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.stdout.splitlines()[-1] == "[]"
