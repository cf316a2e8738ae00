"""The messages and the code: none missing, none unused, each with the values it wants."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

import ginrummy
from ginrummy.advice import Grade
from ginrummy.cli import COMMANDS
from ginrummy.engine.cards import RANKS, SUITS
from ginrummy.engine.deal import Reason
from ginrummy.engine.rules import PRESETS
from ginrummy.i18n.messages import MESSAGES
from ginrummy.plain.commands import SHORT as TYPED
from ginrummy.settings import LEVELS, SCHEMA
from ginrummy.tui.arrange import How
from ginrummy.tui.screens.table_show import SHORT as MOVES
from tests.i18n.catalogs import forms, placeholders

SOURCE = Path(ginrummy.__file__).parent
SPEAKERS = {"t", "tr", "say", "rich", "n"}
"""Names under which the code calls a translator: `t(...)`, `self.t(...)`, `t.rich(...)`, `t.n(...)`."""
PREFIXES = {key.split(".")[0] for key in MESSAGES if "." in key}
NO_KEYS = {"rules.preset"}
"""Texts that only look like keys: a field of the settings file."""
NAMES = ["10" if rank == "T" else rank for rank in RANKS]
BOTH = ["you", "opp"]
RESULTS = ["knock", "gin", "biggin", "undercut"]
CHOICES = [
    f"{item.words}.{choice}"
    for item in SCHEMA.values()
    for choice in item.choices
    if item.words and f"{item.words}.{choice}" in MESSAGES
]
PUT_TOGETHER: dict[str, list[str]] = {
    "arr.{}": list(get_args(How)),
    "ask.{}": ["giveup", "delete"],
    "cli.{}": list(COMMANDS),
    "cmd.{}": list(TYPED),
    "diff.{}": list(LEVELS),
    "diff.{}.why": list(LEVELS),
    "meta.{}": ["name", "digits", "minus", "cards", "feminine"],
    "plain.loose{}": ["", ".opp"],
    "plain.melds{}": ["", ".opp"],
    "preset.{}": [*PRESETS, "own"],
    "preset.{}.why": list(PRESETS),
    "rank.{}": NAMES,
    "rank.obl.{}": [name for name in NAMES if name not in ("2", "3", "Q")],
    "res.biggin.{}": BOTH,
    "res.gin.{}": BOTH,
    "res.knock.{}": BOTH,
    "res.laid.{}": BOTH,
    "res.loose.{}": BOTH,
    "res.undercut.{}": BOTH,
    "rev.grade.{}": list(get_args(Grade)),
    "run.of.{}": list(SUITS),
    "set.of.{}": NAMES,
    "sheet.{}.{}": [f"{result}.{who}" for result in RESULTS for who in BOTH],
    "short.{}.{}": [f"{move}.{who}" for move in MOVES.values() for who in BOTH],
    "suit.{}": list(SUITS),
    "theme.{}": list(SCHEMA["theme"].choices),
    "ver.{}": ["form", "move", "deck"],
    "why.{}": ["run", "set"],
    "{}.why": [f"set.knock.{value}" for value in ("ten", "okl", "gin")],
    "{}.{}": CHOICES,
}
"""Keys that the code puts together: the f-string with `{}` for its parts, and what those can be (several
with a dot between them). The reasons of a refusal are told from the code instead: see `reasons`."""


@cache
def trees() -> dict[str, ast.Module]:
    """Every module of the game but the table itself."""
    return {
        str(path.relative_to(SOURCE)): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(SOURCE.rglob("*.py"))
        if path.name != "messages.py"
    }


@cache
def constants() -> set[str]:
    """Every text in the code."""
    return {
        node.value
        for tree in trees().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def shape(node: ast.JoinedStr) -> str:
    """An f-string with `{}` for what is put in."""
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)


def reasons() -> list[str]:
    """Why a move can be refused: the engine's reasons, and what stands in the code as `err.` wants it."""
    return [*map(str, Reason), *(text for text in constants() if re.fullmatch("[a-z]+", text))]


def filled(template: str, values: list[str]) -> list[str]:
    """The messages that an f-string can mean."""
    start, _, end = template.partition("{}")
    end = end.rpartition("{}")[2]
    return [key for value in values if (key := f"{start}{value}{end}") in MESSAGES]


def keys_of(node: ast.expr) -> list[str]:
    """The messages an expression can mean."""
    match node:
        case ast.IfExp():
            return keys_of(node.body) + keys_of(node.orelse)
        case ast.Constant(value=str(text)):
            return [text] if text in MESSAGES else []
        case ast.JoinedStr():
            template = shape(node)
            return filled(template, reasons() if template == "err.{}" else PUT_TOGETHER.get(template, []))
    return []


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Every call of a translator with a key that stands there."""
    for name, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args:
                func = node.func
                speaker = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
                if speaker in SPEAKERS and is_key(node.args[0]):
                    yield f"{name}:{node.lineno}", node


def is_key(node: ast.expr) -> bool:
    """Whether an expression is written as a key; plain mode's `say` also takes text that is ready."""
    match node:
        case ast.IfExp():
            return is_key(node.body) and is_key(node.orelse)
        case ast.Constant(value=str(text)):
            return bool(text)
        case ast.JoinedStr():
            return shape(node) in PUT_TOGETHER or shape(node).partition(".")[0] in PREFIXES
    return False


def test_no_message_is_missing() -> None:
    """Every key in a call exists, and so does every text in the code that looks like a key."""
    missing = [
        f"{place}: {ast.unparse(call.args[0])}" for place, call in calls() if not keys_of(call.args[0])
    ]
    for text in constants():
        head, dot, rest = text.partition(".")
        looks = dot and head in PREFIXES and re.fullmatch(r"[\w.]*\w", rest)
        if looks and text not in NO_KEYS and text not in MESSAGES and not starts_a_key(text):
            missing.append(text)
    assert missing == []


def starts_a_key(text: str) -> bool:
    """Whether keys are made from `text` and more: `"set.knock"` and `.why`."""
    return any(key.startswith(text + ".") for key in MESSAGES)


def test_every_message_gets_the_values_it_wants() -> None:
    for place, call in calls():
        if any(keyword.arg is None for keyword in call.keywords):
            continue
        given = {str(keyword.arg) for keyword in call.keywords}
        counted = isinstance(call.func, ast.Attribute) and call.func.attr == "n"
        keys = keys_of(call.args[0])
        wants = [placeholders(forms(MESSAGES[key])[-1]) - ({"n"} if counted else set()) for key in keys]
        # A key that is put together may mean messages that this call never asks for.
        enough = any if isinstance(call.args[0], ast.JoinedStr) else all
        assert enough(wanted <= given for wanted in wants), f"{place}: {keys} want {wants}"


def used() -> set[str]:
    """Every message that the code names: a plain word only where it is said, others wherever they stand."""
    found = {text for text in constants() if "." in text and text in MESSAGES}
    for tree in trees().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                found.update(keys_of(node))
    for _, call in calls():
        found.update(keys_of(call.args[0]))
    return found


def test_no_message_is_unused() -> None:
    assert sorted(set(MESSAGES) - used()) == []


def test_all_that_is_put_together_still_is() -> None:
    shapes = {
        shape(node) for tree in trees().values() for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)
    }
    assert sorted(set(PUT_TOGETHER) - shapes) == []
    assert [shape for shape, values in PUT_TOGETHER.items() if len(filled(shape, values)) < len(values)] == []


@pytest.mark.parametrize("key", ["st.draw", "err.taken", "why.ways"])
def test_the_scan_sees_what_is_there(key: str) -> None:
    tree = ast.parse(f't("{key}")').body[0]
    assert isinstance(tree, ast.Expr)
    assert isinstance(tree.value, ast.Call)
    assert keys_of(tree.value.args[0]) == [key]
