"""What `ginrummy doctor` finds out about this terminal: as data (`report`), as text for people (`render`)."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final, Literal

from ginrummy.i18n import Translator
from ginrummy.tui import widths
from ginrummy.tui.terminal import (
    SAMPLES,
    can_show_devanagari,
    colour_system,
    explain,
    is_utf8_terminal,
    probe,
    width_override,
)
from ginrummy.tui.widths import Rule, measure

Drawing = Literal["good", "fair", "poor", "none", "unknown"]
"""How a terminal draws Devanagari: shaped; legible; hard to read; not at all."""

NARROW_FONT: Final = "Noto Sans Devanagari ExtraCondensed"
"""Its letters fit the cells of a terminal, where those of the usual Devanagari fonts lie over each other."""

GOOD_TERMINALS: Final = ("GNOME Terminal", "Xfce Terminal", "Konsole", "foot")

_DRAWINGS: Final[tuple[tuple[str, Drawing], ...]] = (
    # the beginning of the name the terminal tells, or of TERM; as seen in pictures of each
    ("vte", "good"),
    ("konsole", "good"),
    ("foot", "good"),
    ("alacritty", "fair"),
    ("rxvt", "fair"),
    ("kitty(0.2", "poor"),
    ("xterm(", "poor"),
    ("st-", "poor"),
)
_PATIENCE: Final = 1.0  # seconds; no app is waiting, so a slow line may take its time
_IDENTITY: Final = (
    *("TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "VTE_VERSION", "XTERM_VERSION"),
    *("KONSOLE_VERSION", "KITTY_WINDOW_ID", "WT_SESSION", "TMUX", "STY", "SSH_TTY", "NO_COLOR"),
)
_NAMING: Final = (("VTE_VERSION", "VTE({})"), ("KONSOLE_VERSION", "Konsole {}"), ("XTERM_VERSION", "{}"))
_LOCALE: Final = ("LC_ALL", "LC_CTYPE", "LANG", "LANGUAGE")
_FRAME_WORDS: Final = ("जिन रम्मी", "नमिलेका पत्ता", "स्त्री र बादशाह", "ज़्यादा हिंदी", "नेपाली १२३")


def report(folders: Mapping[str, Path], width: str = "auto", colours: str = "auto") -> dict[str, Any]:
    """Find everything out; a dict that `json.dumps` takes.

    `folders` are the store's, by what they are for; `width` and `colours` are the settings of those names.
    Asks the terminal and so takes up to a second where it does not answer.
    """
    env = os.environ
    answers = probe(_PATIENCE, ask_name=True)
    override = width_override(width)
    rule, why = explain(answers)
    name = (answers.name if answers else "") or _name_from(env)
    columns, rows = shutil.get_terminal_size()
    return {
        "terminal": {
            "name": name or None,
            "columns": columns,
            "rows": rows,
            "variables": {key: env[key] for key in _IDENTITY if key in env},
            "devanagari": _drawing(name, env),
        },
        "width": {
            "rule": override or rule,
            "why": "override" if override else why,
            "samples": answers.widths if answers else None,
            "expected": {sample: measure(sample, override or rule) for sample in SAMPLES},
            "missing": widths.missing_names(),
        },
        "colours": colour_system(env, colours),
        "utf8": is_utf8_terminal(answers),
        "mouse": can_show_devanagari(env),  # the same terminals lack both
        "locale": {key: env[key] for key in _LOCALE if key in env} | {"encoding": _encoding()},
        "folders": {what: str(path) for what, path in folders.items()},
        "versions": _versions(),
    }


def _name_from(env: Mapping[str, str]) -> str:
    """The terminal's name where only the environment tells it; empty inside tmux, which hides it."""
    if env.get("TMUX") or env.get("STY"):
        return ""
    if env.get("TERM_PROGRAM"):
        return f"{env['TERM_PROGRAM']} {env.get('TERM_PROGRAM_VERSION', '')}".strip()
    for variable, name in _NAMING:
        if env.get(variable):
            return name.format(env[variable])
    term = env.get("TERM", "")
    return term if term.startswith(("alacritty", "rxvt", "st-", "linux", "foot", "xterm-kitty")) else ""


def _drawing(name: str, env: Mapping[str, str]) -> Drawing:
    if not can_show_devanagari(env):
        return "none"
    for beginning, drawing in _DRAWINGS:
        if name.lower().startswith(beginning):
            return drawing
    return "unknown"


def _encoding() -> str:
    return str(getattr(sys.__stdout__, "encoding", None))


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version(), "system": platform.platform(terse=True)}
    for package in ("ginrummy", "textual", "rich"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "?"
    return found


# --- for people ---------------------------------------------------------------------------------------------


def render(report: Mapping[str, Any], t: Translator) -> str:
    """The report as lines for people, in the language of `t`.

    Where the terminal is not in UTF-8 give it an English translator: then nothing beyond ASCII is written.
    """
    yes_no = {True: t("doc.yes"), False: t("doc.no")}
    rule: Rule = report["width"]["rule"]
    facts = [
        (t("doc.terminal"), _terminal(report["terminal"], t)),
        (t("doc.width"), _width(report["width"], report["utf8"])),
        (t("doc.colours"), str(report["colours"])),
        ("UTF-8", yes_no[report["utf8"]]),
        (t("doc.mouse"), yes_no[report["mouse"]]),
        (t("doc.locale"), _pairs(report["locale"])),
        (t("doc.versions"), ", ".join(f"{what} {number}" for what, number in report["versions"].items())),
    ]
    facts += [(t("doc.folders") if not n else "", path) for n, path in enumerate(report["folders"].values())]
    column = max(measure(label, rule) for label, _ in facts) + 2
    lines = [t("doc.title"), ""]
    lines += [label + " " * (column - measure(label, rule)) + value for label, value in facts]
    if report["utf8"]:
        lines += ["", t("doc.sample"), *frame(_FRAME_WORDS, rule)]
    return "\n".join([*lines, "", *advice(report, t), ""])


def frame(words: Iterable[str], rule: Rule) -> list[str]:
    """The words in a box, each padded by the rule alone: a wrong rule shows as a crooked right edge."""
    words = list(words)
    inner = max(measure(word, rule) for word in words)
    return [
        f"╭{'─' * (inner + 2)}╮",
        *(f"│ {word}{' ' * (inner - measure(word, rule))} │" for word in words),
        f"╰{'─' * (inner + 2)}╯",
    ]


def advice(report: Mapping[str, Any], t: Translator) -> list[str]:
    """What is wrong and what can be done, a line each; one line that says all is well where nothing is."""
    width, drawing = report["width"], report["terminal"]["devanagari"]
    lines = []
    if width["missing"]:
        lines.append(t("doc.unpatched", names=", ".join(width["missing"])))
    if width["why"] in ("no answer", "no match"):
        lines.append(t("doc.slow" if width["why"] == "no answer" else "doc.nomatch"))
    if drawing in ("poor", "none") or not report["utf8"]:
        lines += [t("doc.bad", list=", ".join(GOOD_TERMINALS)), t("term.roman")]
    lines = lines or [t("doc.good")]
    if report["utf8"] and drawing != "none":
        lines.append(t("doc.font", font=NARROW_FONT))
    return [*lines, t("doc.override", cmd="GINRUMMY_WIDTH=sum|mc0|cluster")]


def _terminal(terminal: Mapping[str, Any], t: Translator) -> str:
    name = terminal["name"] or t("doc.unknown")
    variables = {key: value for key, value in terminal["variables"].items() if key not in ("TMUX", "STY")}
    return f"{name}, {terminal['columns']}x{terminal['rows']} ({_pairs(variables)})"


def _width(width: Mapping[str, Any], utf8: bool) -> str:
    """The rule, and the cells the terminal took for each sample, with those of the rule where they differ."""
    if not width["samples"] or not utf8:
        return f"{width['rule']} ({width['why']})"
    cells = [
        f"{sample} {got}" + (f"≠{width['expected'][sample]}" if got != width["expected"][sample] else "")
        for sample, got in width["samples"].items()
    ]
    return f"{width['rule']} ({width['why']}): {', '.join(cells)}"


def _pairs(values: Mapping[str, str]) -> str:
    return ", ".join(f"{key}={value}" for key, value in values.items())
