"""`doctor` tells what it found, in every language, and what to do about it."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from ginrummy import doctor
from ginrummy.i18n import LANGUAGES, Translator
from ginrummy.tui.terminal import SAMPLES, Answers
from ginrummy.tui.widths import RULES, Rule, measure
from tests.terminal.model import ModelRule, ModelTerminal

FOLDERS = {"matches": Path("/data/matches"), "settings": Path("/config/settings.toml")}
RUN = """
import json, sys
from ginrummy import doctor
from ginrummy.i18n import Translator
print(doctor.render(doctor.report({}), Translator(sys.argv[1])))
"""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal with a name, which follows "sum"."""
    answers = Answers({sample: measure(sample, "sum") for sample in SAMPLES}, name="VTE(7006)")
    monkeypatch.setattr(doctor, "probe", lambda *_, **__: answers)
    monkeypatch.delenv("GINRUMMY_WIDTH", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


def found(monkeypatch: pytest.MonkeyPatch, answers: Answers | None, **env: str) -> dict[str, Any]:
    """The report where the terminal gives these answers and the environment is this alone."""
    monkeypatch.setattr(doctor, "probe", lambda *_, **__: answers)
    monkeypatch.setattr(os, "environ", env)
    return doctor.report(FOLDERS)


@pytest.mark.usefixtures("asked")
def test_the_report_is_json_with_everything_in_it() -> None:
    report = json.loads(json.dumps(doctor.report(FOLDERS)))
    assert report["terminal"]["name"] == "VTE(7006)"
    assert report["terminal"]["devanagari"] == "good"
    assert report["width"]["rule"] == "sum"
    assert report["width"]["why"] == "match"
    assert report["width"]["samples"] == report["width"]["expected"]
    assert report["width"]["missing"] == []
    assert report["folders"] == {"matches": "/data/matches", "settings": "/config/settings.toml"}
    assert {"ginrummy", "textual", "rich", "python"} <= set(report["versions"])
    assert report["mouse"]
    assert report["locale"]["encoding"]


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_every_language(language: str) -> None:
    t = Translator(language)
    text = doctor.render(doctor.report(FOLDERS) | {"utf8": True}, t)
    for key in ("doc.title", "doc.width", "doc.sample", "doc.good"):
        assert t(key) in text
    assert "/data/matches" in text


@pytest.mark.parametrize("rule", RULES)
def test_the_frame_is_straight_by_its_rule(rule: Rule) -> None:
    lines = doctor.frame(["जिन रम्मी", "स्त्री", "K"], rule)
    assert len({measure(line, rule) for line in lines}) == 1
    assert [line[-1] for line in lines] == ["╮", "│", "│", "│", "╯"]


@pytest.mark.parametrize("rule", ["sum", "mc0", "cluster"])
def test_the_frame_is_straight_in_the_terminal(rule: ModelRule) -> None:
    with ModelTerminal([sys.executable, "-c", RUN, "ne"], rule, (150, 40)) as terminal:
        assert terminal.wait_exit() == 0
        assert f"{rule} (match)" in "\n".join(terminal.text())
        assert "Model(1)" in "\n".join(terminal.text())
        assert len(terminal.boxes()) > 30
        assert terminal.bent() == []


def doctor_says(*options: str, **model: Any) -> str:
    """What `ginrummy doctor` prints in a model terminal."""
    command = [sys.executable, "-m", "ginrummy", "doctor", "--data-dir", "/tmp/of-nobody", *options]
    with ModelTerminal(command, size=(150, 40), **model) as terminal:
        assert terminal.wait_exit() == 0
        return "\n".join(terminal.text()).strip()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_speaks_every_language(language: str) -> None:
    said = doctor_says("--lang", language)
    assert said.startswith(Translator(language)("doc.title"))
    assert "of-nobody" in said


def test_the_command_gives_json() -> None:
    with ModelTerminal(
        [sys.executable, "-m", "ginrummy", "doctor", "--json"], "cluster", (4000, 5)
    ) as terminal:
        assert terminal.wait_exit() == 0
        report = json.loads("".join(terminal.text()))
    assert (report["width"]["rule"], report["terminal"]["name"]) == ("cluster", "Model(1)")


def test_a_terminal_that_draws_badly_is_offered_the_romanised_languages() -> None:
    assert Translator("hi")("term.roman") in doctor_says("--lang", "hi", name="XTerm(379)")


def test_where_only_ascii_is_written_it_speaks_english() -> None:
    said = doctor_says("--lang", "ne", env={"LC_ALL": "C"})
    assert said.startswith(Translator("en")("doc.title"))
    assert said.isascii()


def test_an_override_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    report = found(monkeypatch, None, GINRUMMY_WIDTH="mc0")
    assert (report["width"]["rule"], report["width"]["why"]) == ("mc0", "override")


def test_a_silent_terminal_gets_the_safe_rule_and_a_line_about_it(monkeypatch: pytest.MonkeyPatch) -> None:
    t = Translator("en")
    report = found(monkeypatch, Answers(None), TERM="xterm")
    assert t("doc.slow") in doctor.advice(report, t)
    assert t("doc.good") not in doctor.advice(report, t)


def test_unknown_widths_get_the_safe_rule_and_a_line_about_it(monkeypatch: pytest.MonkeyPatch) -> None:
    t = Translator("en")
    report = found(monkeypatch, Answers(dict.fromkeys(SAMPLES, 3)), TERM="xterm")
    assert report["width"]["rule"] == "sum"
    assert t("doc.nomatch") in doctor.advice(report, t)
    assert "नक 3≠2" in doctor.render(report | {"utf8": True}, t)


def test_what_rich_lacks_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("rich.cells._split_text")
    t = Translator("en")
    report = found(monkeypatch, None, TERM="xterm")
    assert any("rich.cells._split_text" in line for line in doctor.advice(report, t))


@pytest.mark.parametrize(
    ("name", "env", "drawing"),
    [
        ("VTE(7006)", {"TERM": "xterm-256color"}, "good"),
        ("Konsole 22.12.3", {"TERM": "xterm-256color"}, "good"),
        ("", {"TERM": "foot"}, "good"),
        ("", {"TERM": "alacritty"}, "fair"),
        ("XTerm(379)", {"TERM": "xterm"}, "poor"),
        ("", {"TERM": "xterm", "XTERM_VERSION": "XTerm(379)"}, "poor"),
        ("kitty(0.26.5)", {"TERM": "xterm-kitty"}, "poor"),
        ("kitty(0.42.0)", {"TERM": "xterm-kitty"}, "unknown"),
        ("", {"TERM": "linux"}, "none"),
        ("", {"TERM": "tmux-256color", "TMUX": "/tmp/x", "VTE_VERSION": "7006"}, "unknown"),
        ("", {"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm", "TERM_PROGRAM_VERSION": "1"}, "unknown"),
    ],
)
def test_poor_terminals_are_known_and_better_ones_named(
    monkeypatch: pytest.MonkeyPatch, name: str, env: dict[str, str], drawing: str
) -> None:
    answers = Answers({sample: measure(sample, "sum") for sample in SAMPLES}, name=name)
    t = Translator("en")
    report = found(monkeypatch, answers, **env) | {"utf8": True}
    assert report["terminal"]["devanagari"] == drawing
    advised = "\n".join(doctor.advice(report, t))
    assert (doctor.NARROW_FONT in advised) == (drawing != "none")
    assert ("Konsole" in advised) == (t("term.roman") in advised) == (drawing in ("poor", "none"))


def test_without_utf8_only_ascii_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = Answers({sample: len(sample.encode()) for sample in SAMPLES})
    report = found(monkeypatch, answers, TERM="xterm")
    assert not report["utf8"]
    assert doctor.render(report, Translator("en")).isascii()
