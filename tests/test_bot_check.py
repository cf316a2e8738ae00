"""`ginrummy bot`: a built-in as a program, and trying other people's."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from ginrummy.bot_check import SITUATIONS, check, decisions
from ginrummy.bots.protocol import encode, request, some_view
from ginrummy.cli import main
from ginrummy.engine.deal import Phase
from ginrummy.engine.moves import PASS, TAKE
from ginrummy.engine.rules import PRESETS

HOSTILE = Path(__file__).parent / "bots" / "hostile"
GINRUMMY = [sys.executable, "-c", "import sys; from ginrummy.cli import main; sys.exit(main())"]


def command(name: str) -> str:
    return "cmd:" + shlex.join([sys.executable, "-S", str(HOSTILE / f"{name}.py")])


def test_the_decisions_cover_every_phase_preset_and_kind_of_move():
    tried = decisions()
    presets = {view.rules.preset_name() for _, view, _ in tried}
    past = {result.result for _, view, _ in tried for result in view.past}
    assert len(tried) == len(SITUATIONS)
    assert {view.phase for _, view, _ in tried} == {Phase.UPCARD, Phase.DRAW, Phase.DISCARD, Phase.LAST}
    assert presets >= set(PRESETS)
    assert {move.kind.value for _, _, legal in tried for move in legal} == {
        "take", "pass", "draw", "discard", "knock", "big_gin",
    }  # fmt: skip
    assert past >= {"knock", "gin", "undercut", "void"}


@pytest.mark.parametrize("name", ["easy", "medium", "hard"])
def test_the_built_in_bots_pass(name):
    assert [finding for finding in check(name) if finding.fault] == []


def test_a_good_program_passes():
    findings = list(check(command("polite")))
    assert [finding for finding in findings if finding.fault] == []
    assert len(findings) == len(SITUATIONS) + 2


def test_a_program_that_is_wrong_only_now_and_then_is_found_out(capsys):
    assert main(["bot", "--check", command("illegal")]) == 1
    *lines, last = capsys.readouterr().out.splitlines()
    assert any(line.startswith("ok     the upcard, offered first: pass") for line in lines)
    wrong = [line for line in lines if line.startswith("WRONG")]
    assert any(line.startswith("WRONG  a discard after a draw: answered discard") for line in wrong)
    assert all("which is not legal" in line for line in wrong)
    assert last.endswith(f"{len(SITUATIONS) + 2} tried, {len(wrong)} wrong")


def test_the_command_answers_in_json(capsys):
    assert main(["bot", "--check", "easy", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"bot": "easy", "tried": len(SITUATIONS) + 2, "faults": []}


def test_a_built_in_serves_on_standard_input_and_output():
    lines = encode(request(7, some_view(), [TAKE, PASS])) + b"nonsense\n"
    done = subprocess.run(
        [*GINRUMMY, "bot", "easy", "--seed", "3"], input=lines, capture_output=True, timeout=60, check=True
    )
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        {"id": 7, "action": "pass"},
        {"id": None, "error": "not a line of JSON"},
    ]
    assert done.stderr == b""


@pytest.mark.parametrize(
    "words", [[], ["easy", "--check", "easy"], ["nobody"], ["--check", "cmd:no-such-program"]]
)
def test_wrong_use_is_told_in_one_line(words, capsys):
    assert main(["--lang", "en", "bot", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
