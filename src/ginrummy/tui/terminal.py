"""What the terminal can do, found out before the app starts: width rule, colours, UTF-8.

`set_up` is what the program calls. It asks the terminal how far the cursor moves for a few Devanagari
samples, takes the rule that explains every answer (`ginrummy.tui.widths`), and has Rich and Textual count by
it.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from ginrummy.tui import widths
from ginrummy.tui.widths import RULES, Rule, measure

if TYPE_CHECKING:
    from textual.app import App

SAMPLES: Final = ("नक", "जिन", "रम्मी", "बादशाह", "क्ष", "स्त्री")
"""Each rule gives at least two of these a width of its own."""

Colours = Literal["truecolor", "256", "16", "none"]

_POSITION: Final = re.compile(rb"\x1b\[\d+;(\d+)R")
_NAME: Final = re.compile(rb"\x1bP>\|([^\x1b]*)\x1b\\")
_DEVICE: Final = re.compile(rb"\x1b\[\?[\d;]*c")
_CUT_OFF: Final = re.compile(rb"\x1b(?:\[[\d;?]*|P[^\x1b]*\x1b?)$")
_TRUE_COLOUR_TERMS: Final = ("alacritty", "foot", "ghostty", "kitty", "wezterm", "direct")
_TRUE_COLOUR_SIGNS: Final = (
    "VTE_VERSION",
    "KONSOLE_VERSION",
    "KITTY_WINDOW_ID",
    "WT_SESSION",
    "ITERM_SESSION_ID",
)


@dataclass(frozen=True)
class Answers:
    """What the terminal said to the questions of `probe`."""

    widths: dict[str, int] | None
    """Cells for each of `SAMPLES`; None when it did not answer them all in time."""
    name: str = ""
    """Its name and version; empty when it was not asked or does not tell."""
    typed: str = ""
    """What the user typed meanwhile."""


@dataclass(frozen=True)
class WidthChoice:
    """The width rule taken, and why."""

    rule: Rule
    why: Literal["override", "match", "no match", "no answer", "no terminal"]
    answers: Answers | None
    """None when the terminal was not asked."""
    in_effect: bool
    """False when this Rich or Textual lacks what the rule needs; the game then runs with their own widths."""

    @property
    def typed(self) -> str:
        """What the user typed while the terminal was asked; for `replay_keys`."""
        return self.answers.typed if self.answers else ""


def set_up(setting: str = "auto", ask: bool = True) -> WidthChoice:
    """Choose the width rule and put it into effect; to be called once, before the app runs.

    `setting` is "auto" or a rule; the environment variable GINRUMMY_WIDTH goes before it. Anything else is
    "auto". `ask` False leaves the terminal alone, for one that takes nothing but ASCII. Raises
    KeyboardInterrupt when Ctrl-C is pressed meanwhile.
    """
    override = width_override(setting)
    if override is not None:
        return WidthChoice(override, "override", None, widths.install(override))
    answers = probe(meanwhile=_import_textual) if ask else None
    rule, why = explain(answers)
    return WidthChoice(rule, why, answers, widths.install(rule))


def width_override(setting: str = "auto") -> Rule | None:
    """The rule that GINRUMMY_WIDTH or the setting names, None for "auto"."""
    for value in (os.environ.get("GINRUMMY_WIDTH", "").lower(), setting):
        if value == "auto":
            return None
        for rule in RULES:
            if value == rule:
                return rule
    return None


def choose(got: Mapping[str, int] | None) -> Rule:
    """The rule that explains every answer; "sum", which no terminal exceeds, when there is none.

    >>> choose({"जिन": 2, "रम्मी": 3})
    'mc0'
    >>> choose({"जिन": 9})
    'sum'
    """
    matching = (rule for rule in RULES if got and _explains(rule, got))
    return next(matching, "sum")


def _explains(rule: Rule, got: Mapping[str, int]) -> bool:
    return all(measure(text, rule) == cells for text, cells in got.items())


def explain(
    answers: Answers | None,
) -> tuple[Rule, Literal["match", "no match", "no answer", "no terminal"]]:
    """The rule for these answers, and why it was taken."""
    if answers is None:
        return "sum", "no terminal"
    if answers.widths is None:
        return "sum", "no answer"
    rule = choose(answers.widths)
    return rule, "match" if _explains(rule, answers.widths) else "no match"


def _import_textual() -> None:
    """The slow part of the start, which is done while the terminal answers."""
    import textual.app
    import textual.strip  # noqa: F401


# --- asking ---------------------------------------------------------------------------------------


def probe(
    timeout: float = 0.12, meanwhile: Callable[[], object] | None = None, ask_name: bool = False
) -> Answers | None:
    """Ask the terminal how many cells each of `SAMPLES` takes, and with `ask_name` what it is called.

    Waits at most `timeout` seconds, counted from when `meanwhile` has returned. None where there is no
    terminal to ask (none at all, a background job, Windows). The terminal is left as it was, and what the
    user types meanwhile is in the answer. Raises KeyboardInterrupt if that includes Ctrl-C.

    An answer that is later than that reaches Textual, which takes a cursor position for one and passes over
    it. The other two questions have answers it would take for keys; they are for callers that start no app.
    """
    if sys.platform == "win32":
        return None
    import termios
    import tty

    try:
        fd = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
    except OSError:
        return None
    try:
        if os.tcgetpgrp(fd) != os.getpgrp():
            return None  # in the background, where touching the terminal would stop us
        before = termios.tcgetattr(fd)
        try:
            tty.setraw(fd, termios.TCSANOW)
            os.write(fd, _questions(ask_name))
            if meanwhile is not None:
                meanwhile()
            heard = _listen(fd, timeout, _DEVICE if ask_name else _POSITION, 1 if ask_name else len(SAMPLES))
        finally:
            termios.tcsetattr(fd, termios.TCSANOW, before)
    except (OSError, termios.error):
        return None  # the terminal has gone
    finally:
        os.close(fd)
    answers = read_answers(heard)
    if "\x03" in answers.typed:
        raise KeyboardInterrupt
    return answers


def _questions(ask_name: bool) -> bytes:
    """Each sample at the start of the line, and where the cursor is then; after it the line is cleared."""
    samples = "".join(f"\r{sample}\x1b[6n\x1b8\x1b[2K" for sample in SAMPLES)
    return ("\x1b7" + samples + ("\x1b[>0q\x1b[c" if ask_name else "")).encode()


def _listen(fd: int, timeout: float, last: re.Pattern[bytes], count: int) -> bytes:
    """Read until the `count`-th answer of the kind `last`; the end of `timeout` is for a half-read one."""
    import select

    heard = b""
    end = time.monotonic() + timeout
    while len(last.findall(heard)) < count:
        spare = 0.0 if _CUT_OFF.search(heard) else timeout / 6
        if not select.select([fd], [], [], max(0.0, end - spare - time.monotonic()))[0]:
            break
        if not (more := os.read(fd, 4096)):
            break
        heard += more
    return heard


def read_answers(heard: bytes) -> Answers:
    r"""Tell the terminal's answers from what was typed between them.

    >>> read_answers(b"\x1b[1;3Rq\x1b[1;")
    Answers(widths=None, name='', typed='q')
    """
    columns = [int(column) - 1 for column in _POSITION.findall(heard)]
    name = _NAME.search(heard)
    typed = heard
    for answer in (_POSITION, _NAME, _DEVICE, _CUT_OFF):
        typed = answer.sub(b"", typed)
    return Answers(
        dict(zip(SAMPLES, columns, strict=False)) if len(columns) >= len(SAMPLES) else None,
        name[1].decode("utf-8", "replace") if name else "",
        typed.decode("utf-8", "replace"),
    )


def replay_keys(app: App[Any], typed: str) -> None:
    """Give the app the keys that were typed before it ran (`WidthChoice.typed`)."""
    from textual._xterm_parser import XTermParser

    for event in XTermParser().feed(typed) if typed else ():
        app.post_message(event)


# --- colours and UTF-8 ----------------------------------------------------------------------------


def colour_system(env: Mapping[str, str], setting: str = "auto") -> Colours:
    """How many colours to use: `setting` if it names one, else what the environment tells.

    >>> colour_system({"TERM": "screen-256color"})
    '256'
    >>> colour_system({"TERM": "xterm", "XTERM_VERSION": "XTerm(379)"})
    'truecolor'
    """
    for colours in get_args(Colours):
        if setting == colours:
            return colours  # type: ignore[no-any-return]
    term = env.get("TERM", "").lower()
    inside_another = bool(env.get("TMUX") or env.get("STY"))
    if env.get("NO_COLOR") or term == "dumb":
        return "none"
    if env.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return "256" if env.get("TMUX") and _tmux_rounds() else "truecolor"
    if not inside_another and (
        any(sign in term for sign in _TRUE_COLOUR_TERMS)
        or any(env.get(sign) for sign in _TRUE_COLOUR_SIGNS)
        or env.get("XTERM_VERSION")  # it says TERM=xterm and drops COLORTERM, but can do it
    ):
        return "truecolor"
    return "256" if "256" in term else "16"


def _tmux_rounds() -> bool:
    """Whether tmux, which hands COLORTERM on, will not hand on the colours themselves but round them."""
    import subprocess

    ask = ["tmux", "display-message", "-p", "#{client_termfeatures}"]
    try:
        answer = subprocess.run(
            ask, stdin=subprocess.DEVNULL, capture_output=True, timeout=0.2
        ).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return False
    return bool(answer) and b"RGB" not in answer.split(b",")


def apply_colours(colours: Colours) -> None:
    """Tell Textual, through its environment variables; to be called before Textual is imported."""
    if colours == "none":
        os.environ["NO_COLOR"] = "1"
    else:
        os.environ.pop("NO_COLOR", None)
        names = {"truecolor": "truecolor", "256": "256", "16": "standard"}
        os.environ["TEXTUAL_COLOR_SYSTEM"] = names[colours]


def is_utf8_terminal(answers: Answers | None = None) -> bool:
    """Whether UTF-8 can be written: the locale and Python's output say so, and no answer denies it.

    A terminal that is not in UTF-8 mode moves once for each byte that is not a control character.
    """
    if _locale_is_ascii(os.environ):
        return False
    encoding = (getattr(sys.__stdout__, "encoding", None) or "").lower().replace("-", "")
    if encoding != "utf8":
        return False
    if answers is None or answers.widths is None:
        return True
    return answers.widths["नक"] < 5


def _locale_is_ascii(env: Mapping[str, str]) -> bool:
    """Whether the locale in effect is C or POSIX, which Python itself takes for one of UTF-8."""
    ctype = "" if sys.flags.utf8_mode else env.get("LC_CTYPE", "")  # then Python has set it
    return (env.get("LC_ALL") or ctype or env.get("LANG", "")) in ("C", "POSIX")


def can_show_devanagari(env: Mapping[str, str]) -> bool:
    """False where the terminal's font can have no Devanagari: the Linux console, old hardware, dumb ones."""
    term = env.get("TERM", "")
    return not re.match(r"(linux|dumb|cons25|sun|vt\d+|ansi)\b", term)
