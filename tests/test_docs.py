"""The programs and examples in the documentation work as they stand there."""

from __future__ import annotations

import json
import pkgutil
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest

import ginrummy.engine
from ginrummy.engine import reading
from ginrummy.session import Session
from ginrummy.store import Store
from tests.matches import SHORT, new_session, play_on

DOCS = Path(__file__).parents[1] / "docs"


def programs(page: str) -> list[str]:
    """The Python programs of a page."""
    return re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)


def ran(program: str, *argv: object, alone: bool = False) -> list[str]:
    """The lines that a program prints; `alone`: with the standard library and nothing else."""
    flags = ["-I", "-S"] if alone else []
    command = [sys.executable, *flags, "-W", "error::SyntaxWarning", "-c", program, *map(str, argv)]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=120, check=True
    ).stdout.splitlines()


def lines_of(program: str) -> list[str]:
    return [line for line in program.splitlines() if line.strip()]


@pytest.fixture
def match(tmp_path: Path) -> Session:
    """A match whose bot made its own moves."""
    session = new_session(Store(tmp_path / "data"), SHORT, code=None)
    chance = Random(1)
    while not session.match.over:
        if session.match.deal.over:
            session.next_deal()
        elif session.bot_to_move:
            session.play_bot(*session.think())
        else:
            play_on(session, chance, moves=1)
    session.close()
    return session


def test_the_fairness_program_is_fifteen_lines_that_need_nothing_of_ours(match: Session) -> None:
    program, _ = programs("fairness.md")
    assert len(lines_of(program)) == 15
    printed = ran(program, match.path, alone=True)
    assert printed == [f"hand {number} fits its seal" for number in range(1, match.match.number + 1)]


def test_the_fairness_program_finds_a_deck_that_was_changed(match: Session) -> None:
    program, _ = programs("fairness.md")
    lines = [json.loads(line) for line in match.path.read_text().splitlines()]
    dealt = next(line for line in lines if "deal" in line)
    dealt["seal"] = "0" * 64
    match.path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert ran(program, match.path, alone=True)[0] == "hand 1 DOES NOT FIT"


def test_the_bots_moves_follow_from_its_own_view(match: Session) -> None:
    _, program = programs("fairness.md")
    made = sum(deal.seats.count(1) for deal in match.match.deals)
    assert ran(program, match.path) == [f"{made} of {made} moves follow from the bot's own view"]


def test_the_engines_page_plays_a_deal_in_twenty_lines() -> None:
    (program,) = programs("engine.md")
    assert len(lines_of(program)) <= 20
    *moves, result = ran(program)
    assert len(moves) > 4
    assert result.split()[0] in ("knock", "gin", "undercut", "void")


def test_the_engines_page_names_the_public_surface() -> None:
    page = (DOCS / "engine.md").read_text(encoding="utf-8")
    assert [name for name in ginrummy.engine.__all__ if f"`{name}" not in page] == []


@pytest.mark.parametrize("name", ginrummy.engine.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(ginrummy.engine, name) is not None


def test_there_is_no_other_name() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Joker'"):
        getattr(ginrummy.engine, "Joker")  # noqa: B009


def test_the_architecture_page_names_every_module() -> None:
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    package = Path(ginrummy.__file__).parent
    modules = [*package.glob("*.py"), *package.glob("engine/*.py"), *package.glob("bots/*.py")]
    folders = [f"{folder.parent.name}/" for folder in package.glob("*/__init__.py")]
    names = [path.relative_to(package).as_posix() for path in modules if not path.name.startswith("__")]
    assert [name for name in names + folders if f"`{name}" not in page] == []


def test_every_module_below_the_screen_is_kept_from_textual() -> None:
    """import-linter wants them one by one; those above may print tables with Rich, or are the screen."""
    config = tomllib.loads((DOCS.parent / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = (
        each
        for each in config["tool"]["importlinter"]["contracts"]
        if each.get("forbidden_modules") == ["textual", "rich"]
    )
    there = {f"ginrummy.{module.name}" for module in pkgutil.iter_modules(ginrummy.__path__)}
    above = {
        f"ginrummy.{name}" for name in ("__main__", "cli", "commands", "doctor", "analysis_tables", "tui")
    }
    assert set(contract["source_modules"]) == there - above


def test_the_records_page_shows_every_kind_of_line(match: Session) -> None:
    page = (DOCS / "records.md").read_text(encoding="utf-8")
    shown = [json.loads(text) for text in re.findall(r"(?:`|^)(\{.*?\})(?:`|$)", page, re.MULTILINE)]
    for line in reading.parse(match.path.read_text()):
        assert any(_same_kind(line, example) for example in shown), line


def _same_kind(line: dict[str, Any], example: dict[str, Any]) -> bool:
    return list(line) == list(example) and ("players" in line or line.get("do") in (None, *_kinds(example)))


def _kinds(example: dict[str, Any]) -> list[str]:
    """The moves that a line of this form stands for on the page."""
    if "card" in example and len(example) == 3:
        return ["take", "draw", "discard", "knock"]
    return ["pass", "big_gin", "done", example["do"]] if "do" in example else []
