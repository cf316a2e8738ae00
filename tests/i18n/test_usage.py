"""The messages and the code: none missing, none unused, each with the values it wants."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import ginrummy
from ginrummy.i18n.messages import MESSAGES
from tests.i18n.catalogs import forms, placeholders

SOURCE = Path(ginrummy.__file__).parent
SPEAKERS = {"t", "tr", "say", "rich", "n"}
"""Names under which the code calls a translator: `t(...)`, `self.t(...)`, `t.rich(...)`, `t.n(...)`."""
PREFIXES = {key.split(".")[0] for key in MESSAGES if "." in key}
NO_KEYS = {"rules.preset"}
"""Texts that only look like keys: a field of the settings file."""
BY_PREFIX = ("speed.", "theme.")
"""Messages whose prefix comes from a table too: the words for a setting's choices (`Item.words`)."""
AWAITED = Path(__file__).with_name("awaited.txt")
"""Messages that no screen asks for yet, one key a line; empty when all screens are there."""


@cache
def trees() -> dict[str, ast.Module]:
    """Every module of the game but the table itself."""
    return {
        str(path.relative_to(SOURCE)): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(SOURCE.rglob("*.py"))
        if path.name != "messages.py"
    }


def pattern(node: ast.expr) -> str | None:
    """A regular expression for the keys an expression can be: a text, or an f-string with parts left open."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.escape(node.value)
    if isinstance(node, ast.JoinedStr):
        # After a dot, what is put in is one part of a key; elsewhere none or several: f"{label}.why".
        parts: list[str] = []
        for value in node.values:
            after_dot = bool(parts) and parts[-1].endswith(".")
            parts.append(pattern(value) or (r"\w+" if after_dot else r"[\w.]*"))
        return "".join(parts)
    return None


def keys_of(node: ast.expr) -> list[str]:
    """The messages an expression can mean."""
    if isinstance(node, ast.IfExp):
        return keys_of(node.body) + keys_of(node.orelse)
    wanted = pattern(node)
    if not wanted or wanted.startswith("["):
        return []
    return [key for key in MESSAGES if re.fullmatch(wanted, key)]


def calls() -> list[tuple[str, ast.Call]]:
    """Every call of a translator with a key."""
    found = []
    for name, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args:
                speaker = (
                    node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                )
                wanted = pattern(node.args[0])
                if speaker in SPEAKERS and wanted and not wanted.startswith("["):
                    found.append((f"{name}:{node.lineno}", node))
    return found


def test_no_message_is_missing() -> None:
    """Every key in a call exists, and so does every text in the code that looks like a key."""
    missing = [
        f"{place}: {ast.unparse(call.args[0])}" for place, call in calls() if not keys_of(call.args[0])
    ]
    for name, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                head, dot, rest = node.value.partition(".")
                looks = dot and head in PREFIXES and re.fullmatch(r"[\w.]*\w", rest)
                if (
                    looks
                    and node.value not in NO_KEYS
                    and node.value not in MESSAGES
                    and not starts_a_key(node.value)
                ):
                    missing.append(f"{name}:{node.lineno}: {node.value}")
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
    """Every message that some text in the code names."""
    found: set[str] = set()
    for tree in trees().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr) or (
                isinstance(node, ast.Constant) and isinstance(node.value, str)
            ):
                wanted = pattern(node) or ""
                if wanted.split(".")[0].removesuffix("\\") in PREFIXES or "." not in wanted:
                    found.update(key for key in MESSAGES if re.fullmatch(wanted, key))
    zeros = {key for key in MESSAGES if key.endswith(".zero") and key.removesuffix(".zero") in found}
    return found | zeros | {key for key in MESSAGES if key.startswith(BY_PREFIX)}


def test_no_message_is_unused() -> None:
    awaited = set(AWAITED.read_text(encoding="utf-8").split())
    assert awaited <= set(MESSAGES)
    assert sorted(set(MESSAGES) - used() - awaited) == []


@pytest.mark.parametrize("key", ["st.draw", "err.taken", "n.card"])
def test_the_scan_sees_what_is_there(key: str) -> None:
    tree = ast.parse(f't("{key}")').body[0]
    assert isinstance(tree, ast.Expr)
    assert isinstance(tree.value, ast.Call)
    assert keys_of(tree.value.args[0]) == [key]
