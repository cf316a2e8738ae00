"""In every terminal, whatever its width rule, each cell shows what the layout put there."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from tests.terminal.model import MODEL_RULES, ModelRule, ModelTerminal

SAMPLE = [sys.executable, str(Path(__file__).with_name("sample.py"))]


def walk(terminal: ModelTerminal) -> int:
    """Go through all languages and back; how many cells and frame lines were wrong."""
    terminal.wait_for("palette")
    terminal.wait_quiet()
    wrong = len(terminal.wrong_cells())
    for _ in range(4):
        terminal.press("l")
        wrong += len(terminal.wrong_cells()) + len(terminal.bent())
    return wrong


@pytest.mark.parametrize("rule", MODEL_RULES)
def test_frames_are_straight_after_every_change_of_language(rule: ModelRule) -> None:
    with ModelTerminal(SAMPLE, rule=rule, witness=True) as terminal:
        assert walk(terminal) == 0


@pytest.mark.parametrize("size", [(40, 20), (45, 35), (120, 36), (13, 9)])
def test_frames_are_straight_at_any_size(size: tuple[int, int]) -> None:
    with ModelTerminal(SAMPLE, size=(80, 24), witness=True) as terminal:
        terminal.wait_for("palette")
        terminal.resize(*size)
        assert terminal.wrong_cells() == []
        terminal.press("l")
        assert terminal.wrong_cells() == []


def test_the_model_shows_the_fault_when_nothing_is_patched() -> None:
    with ModelTerminal([*SAMPLE, "plain"], rule="sum", witness=True) as terminal:
        assert walk(terminal) > 100


@pytest.mark.parametrize("rule", MODEL_RULES)
def test_frames_are_straight_in_a_terminal_that_does_not_answer(rule: ModelRule) -> None:
    with ModelTerminal(SAMPLE, rule=rule, answers=False) as terminal:
        terminal.wait_for("palette")
        terminal.press("l", "l", "l")
        assert terminal.bent() == []


def test_the_shell_is_as_it_was_afterwards() -> None:
    command = f"stty -g; {shlex.join(SAMPLE)}; stty -g; echo end; cat -v"
    with ModelTerminal(["sh", "-c", command], size=(120, 24)) as terminal:
        terminal.wait_for("palette")
        terminal.press("q")
        terminal.wait_for("end")
        before, after, *rest = [row for row in terminal.text() if row]
        assert before == after
        assert rest == ["end"]
