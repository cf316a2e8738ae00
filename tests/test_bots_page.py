"""The bots of docs/bots.md work as they stand there."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from ginrummy import bots
from ginrummy.arena import Contest, run
from ginrummy.bot_check import decisions
from ginrummy.bots.external import ExternalBot
from ginrummy.bots.protocol import some_view, view_from_json

PAGE = Path(__file__).parents[1] / "docs" / "bots.md"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize(
    ("language", "program"), [("python", sys.executable), ("perl", "perl"), ("javascript", "node")]
)
def test_the_example_in_this_language_answers_every_kind_of_decision(language, program, tmp_path):
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    file = tmp_path / "my_bot"
    file.write_text(blocks(language)[0], encoding="utf-8")
    bot = ExternalBot("cmd:" + shlex.join([program, str(file)]), limit=30)
    for _, view, legal in decisions():
        bot.choose(view, legal)
        bot.hear({"event": "match_over", "scores": [0, 0]})
    bot.close()


def test_the_program_has_ten_lines():
    assert len(blocks("python")[0].splitlines()) == 10


def test_the_python_class_plays_without_a_fault():
    names: dict = {}
    exec(blocks("python")[1], names)

    def create(name: str, seed: int) -> bots.Bot:
        return names["MyBot"](seed) if name == "mine" else bots.create(name, seed)

    data = run(Contest(("mine", "easy"), matches=6, create=create)).to_json()
    assert data["a_wins"] + data["b_wins"] == 6
    assert data["forfeits"]["a"]["reasons"] == []


def test_the_example_of_a_view_is_one():
    line = json.loads(blocks("json")[0])
    view = view_from_json(line)
    assert view.to_json() == line | {"rules": view.rules.to_json()}


def test_the_page_lists_every_field_of_a_view():
    rows = re.findall(r"^\| (`.*?`) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    listed = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert set(some_view().to_json()) <= listed
