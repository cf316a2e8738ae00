"""The probe asks without harm, and what is chosen follows from the answers."""

from __future__ import annotations

import json
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.app import App

from ginrummy.tui import terminal as subject
from ginrummy.tui import widths
from ginrummy.tui.terminal import (
    SAMPLES,
    Answers,
    apply_colours,
    can_show_devanagari,
    choose,
    colour_system,
    explain,
    is_utf8_terminal,
    probe,
    read_answers,
    replay_keys,
    set_up,
    width_override,
)
from ginrummy.tui.widths import RULES, Rule, measure
from tests.terminal.model import ModelRule, ModelTerminal

PROBING = Path(__file__).with_name("probing.py")


@pytest.fixture(autouse=True)
def as_they_came(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("GINRUMMY_WIDTH", raising=False)
    yield
    widths.uninstall()


def probing(
    *arguments: str, during: Callable[[ModelTerminal], None] | None = None, **model: Any
) -> dict[str, Any]:
    """Run probing.py in a model terminal; what it reports."""
    with ModelTerminal([sys.executable, str(PROBING), *arguments], size=(200, 24), **model) as terminal:
        if during is not None:
            during(terminal)
        terminal.wait_for("END")
        row = next(row for row in terminal.text() if row.startswith("{"))
        report: dict[str, Any] = json.loads(row)
        report["screen"] = [row for row in terminal.text() if row and not row.startswith("{")]
        return report


# choosing


@pytest.mark.parametrize("rule", RULES)
def test_the_rule_that_explains_every_answer_is_chosen(rule: Rule) -> None:
    got = {sample: measure(sample, rule) for sample in SAMPLES}
    assert choose(got) == rule
    assert explain(Answers(got)) == (rule, "match")


def test_sum_is_chosen_when_no_rule_explains_the_answers() -> None:
    got = {sample: measure(sample, "mc0") for sample in SAMPLES} | {"स्त्री": 7}
    assert choose(got) == "sum"
    assert explain(Answers(got)) == ("sum", "no match")
    assert explain(Answers(None)) == ("sum", "no answer")
    assert explain(None) == ("sum", "no terminal")
    assert choose(None) == choose({}) == "sum"


@pytest.mark.parametrize(
    ("variable", "setting", "rule"),
    [
        ("", "auto", None),
        ("", "mc0", "mc0"),
        ("cluster", "mc0", "cluster"),
        ("auto", "mc0", None),
        ("SUM", "auto", "sum"),
        ("nonsense", "mc0", "mc0"),
        ("nonsense", "nonsense", None),
    ],
)
def test_the_variable_goes_before_the_setting(
    monkeypatch: pytest.MonkeyPatch, variable: str, setting: str, rule: Rule | None
) -> None:
    monkeypatch.setenv("GINRUMMY_WIDTH", variable)
    assert width_override(setting) == rule


def test_an_override_asks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "probe", lambda **_: pytest.fail("asked"))
    choice = set_up("cluster")
    assert (choice.rule, choice.why, choice.in_effect, choice.typed) == ("cluster", "override", True, "")
    assert widths.is_counted()


def test_set_up_puts_the_rule_into_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = Answers({sample: measure(sample, "mc0") for sample in SAMPLES}, typed="q")
    monkeypatch.setattr(subject, "probe", lambda **_: answers)
    choice = set_up()
    assert (choice.rule, choice.why, choice.in_effect, choice.typed) == ("mc0", "match", True, "q")


def test_a_rich_that_lacks_a_name_runs_unpatched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "probe", lambda **_: None)
    monkeypatch.delattr("rich.cells._split_text")
    assert not set_up().in_effect


# asking


@pytest.mark.parametrize("rule", ["sum", "mc0", "cluster"])
def test_the_terminal_tells_its_rule(rule: ModelRule) -> None:
    report = probing(rule=rule)
    assert choose(report["widths"]) == rule
    assert report["typed"] == ""


def test_an_unknown_rule_is_answered_and_not_matched() -> None:
    widths = probing(rule="odd")["widths"]
    assert explain(Answers(widths)) == ("sum", "no match")


def test_the_probe_leaves_nothing_behind() -> None:
    report = probing()
    assert report["tty_as_before"]
    assert report["left_in_input"] == ""
    assert report["screen"] == ["END"]


def test_a_terminal_that_does_not_answer_is_left_alone() -> None:
    report = probing(answers=False)
    assert report["widths"] is None
    assert report["tty_as_before"]
    assert report["screen"] == ["END"]


def test_answers_are_waited_for_while_something_else_is_done() -> None:
    report = probing("meanwhile", delay=0.3)
    assert choose(report["widths"]) == "sum"


def test_a_key_pressed_meanwhile_is_kept() -> None:
    def press(terminal: ModelTerminal) -> None:
        terminal.wait_asked()
        terminal.type("k\x1b[A१")

    report = probing("5", during=press, delay=0.5)
    assert report["typed"] == "k\x1b[A१"
    assert choose(report["widths"]) == "sum"
    assert report["left_in_input"] == ""


def test_ctrl_c_ends_the_program_and_leaves_the_terminal_as_it_was() -> None:
    def press(terminal: ModelTerminal) -> None:
        terminal.wait_asked()
        terminal.type("\x03")

    report = probing("5", during=press, delay=0.5)
    assert report["interrupted"]
    assert report["tty_as_before"]
    assert report["left_in_input"] == ""


def test_the_name_is_asked_for_on_demand() -> None:
    assert probing("5", "name", name="Model(7)")["name"] == "Model(7)"
    assert probing("5", name="Model(7)")["name"] == ""


def test_without_a_terminal_nothing_is_asked() -> None:
    code = "from ginrummy.tui.terminal import probe; print(probe())"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, stdin=subprocess.DEVNULL,
        start_new_session=True, check=True,
    )  # fmt: skip
    assert done.stdout == "None\n"


def test_a_background_job_asks_nothing() -> None:
    assert probing("background") == {"answers": None, "screen": ["END"]}


def test_on_windows_nothing_is_asked_and_nothing_of_unix_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "termios", None)
    monkeypatch.setitem(sys.modules, "tty", None)
    assert probe() is None


def test_waiting_ends_with_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    def waiting(*arguments: Any) -> tuple[list[int], list[int], list[int]]:
        nonlocal now
        now += arguments[3]
        return [], [], []

    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(select, "select", waiting)
    assert subject._listen(0, 0.12, subject._POSITION, len(SAMPLES)) == b""
    assert 0.0 < now <= 0.12


async def heard(*typed: str) -> list[str]:
    """The keys that an app is given when this was typed before it began."""
    keys: list[str] = []

    class Listening(App[None]):
        def on_key(self, event: events.Key) -> None:
            keys.append(event.key)

    app = Listening()
    async with app.run_test() as pilot:
        for text in typed:
            replay_keys(app, text)
        await pilot.pause()
    return keys


async def test_a_late_answer_is_no_key_for_textual() -> None:
    assert await heard("\x1b[1;4R\x1b[1;3Rx") == ["x"]


async def test_typed_keys_reach_the_app() -> None:
    assert await heard("k\x1b[A\r", "") == ["k", "up", "enter"]


@pytest.mark.parametrize(
    ("heard", "typed"),
    [
        (b"", ""),
        (b"ab\x1b[1;3Rc", "abc"),
        (b"\x1b[1;3R\x1b[1;", ""),
        (b"\x1b[?62;22c\x1bP>|VTE(7006)\x1b\\x", "x"),
        (b"\x1bP>|VT", ""),
        ("१".encode(), "१"),
    ],
)
def test_answers_are_told_from_keys(heard: bytes, typed: str) -> None:
    assert read_answers(heard).typed == typed


# colours, UTF-8


@pytest.mark.parametrize(
    ("env", "colours"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "truecolor"),
        ({"TERM": "xterm-256color", "COLORTERM": "24bit"}, "truecolor"),
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "xterm", "XTERM_VERSION": "XTerm(379)"}, "truecolor"),
        ({"TERM": "screen-256color", "XTERM_VERSION": "XTerm(379)", "TMUX": "/tmp/x"}, "256"),
        ({"TERM": "screen", "XTERM_VERSION": "XTerm(379)", "STY": "1.x"}, "16"),
        ({"TERM": "xterm-kitty"}, "truecolor"),
        ({"TERM": "foot"}, "truecolor"),
        ({"TERM": "xterm-256color", "VTE_VERSION": "7006"}, "truecolor"),
        ({"TERM": "xterm"}, "16"),
        ({"TERM": "linux"}, "16"),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, "none"),
        ({"TERM": "xterm-kitty", "NO_COLOR": "1"}, "none"),
        ({"TERM": "xterm-kitty", "NO_COLOR": ""}, "truecolor"),
        ({}, "16"),
    ],
)
def test_colours_follow_from_the_environment(env: Mapping[str, str], colours: str) -> None:
    assert colour_system(env) == colours


@pytest.mark.parametrize(
    ("features", "colours"),
    [("256,RGB,title", "truecolor"), ("clipboard,title", "256"), ("", "truecolor"), (None, "truecolor")],
)
def test_tmux_is_asked_whether_it_hands_colours_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, features: str | None, colours: str
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    if features is not None:
        tmux = tmp_path / "tmux"
        tmux.write_text(f"#!/bin/sh\necho '{features}'\n")
        tmux.chmod(0o755)
    env = {"TERM": "screen", "TMUX": "/tmp/x", "COLORTERM": "truecolor"}
    assert colour_system(env) == colours
    assert colour_system(env, "truecolor") == "truecolor"


def test_a_colour_setting_goes_before_the_environment() -> None:
    for setting in ("truecolor", "256", "16", "none"):
        assert colour_system({"NO_COLOR": "1", "COLORTERM": "truecolor"}, setting) == setting


@pytest.mark.parametrize(
    ("colours", "no_colour", "system"),
    [
        ("none", True, "truecolor"),
        ("16", False, "standard"),
        ("256", False, "256"),
        ("truecolor", False, "truecolor"),
    ],
)
def test_textual_takes_the_colours(colours: subject.Colours, no_colour: bool, system: str) -> None:
    code = (
        f"from ginrummy.tui.terminal import apply_colours; apply_colours({colours!r})\n"
        "from textual.app import App; app = App(); print(app.no_color, app.console.color_system)"
    )
    env = {"COLORTERM": "truecolor", "TERM": "xterm", "NO_COLOR": "1"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True)
    assert done.stdout.split() == [str(no_colour), system]


def test_utf8_is_what_python_writes_and_the_terminal_does_not_deny(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stream:
        encoding = "utf-8"

    monkeypatch.setattr(sys, "__stdout__", Stream)
    as_letters = {sample: measure(sample, "sum") for sample in SAMPLES}
    as_bytes = {sample: len(sample.encode()) - 1 for sample in SAMPLES}
    assert is_utf8_terminal()
    assert is_utf8_terminal(Answers(None))
    assert is_utf8_terminal(Answers(as_letters))
    assert not is_utf8_terminal(Answers(as_bytes))
    Stream.encoding = "iso-8859-1"
    assert not is_utf8_terminal(Answers(as_letters))


def test_the_linux_console_shows_no_devanagari() -> None:
    assert not any(
        can_show_devanagari({"TERM": term}) for term in ("linux", "linux-16color", "dumb", "vt220")
    )
    assert all(can_show_devanagari({"TERM": term}) for term in ("xterm", "foot", "tmux-256color", ""))


def test_colours_leave_no_trace_of_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TEXTUAL_COLOR_SYSTEM", "auto")
    apply_colours("256")
    import os

    assert "NO_COLOR" not in os.environ
    assert os.environ["TEXTUAL_COLOR_SYSTEM"] == "256"
