"""Whatever the terminal can do, the game is there: ASCII alone, no colours, few colours, no Devanagari."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from ginrummy import settings
from ginrummy.engine.rules import HouseRules
from ginrummy.i18n import Translator
from ginrummy.store import Store
from tests.terminal.model import ModelTerminal
from tests.terminal.prepared import at_upcard, can_knock, write_finished, write_match, write_settings

EN = Translator("en")
SGR = re.compile(r"\x1b\[([\d;]*)m")


class Listening(ModelTerminal):
    """Keeps all that the program has written."""

    written = ""

    def _feed(self, data: str) -> None:
        self.written += data
        super()._feed(data)


def started(
    folder: Path,
    *options: str,
    size: tuple[int, int] = (80, 24),
    env: Mapping[str, str] | None = None,
    encoding: str = "utf-8",
) -> Listening:
    """The game over a folder with matches."""
    write_finished(folder, "over", 3)
    write_match(folder, "knock", can_knock, rules=HouseRules.preset("pagat"))
    write_match(folder, "upcard", at_upcard)
    if not (folder / "settings.toml").exists():
        write_settings(folder, speed="none", guide=False)
    command = [sys.executable, "-m", "ginrummy", "--data-dir", str(folder), *options]
    terminal = Listening(command, size=size, env=env, encoding=encoding)
    terminal.wait_for("Gin Rummy")
    terminal.wait_quiet()
    return terminal


def test_every_screen_can_do_with_ascii(tmp_path: Path) -> None:
    with started(tmp_path, "--ascii", "--lang", "en") as terminal:
        go = terminal.change
        for way in ("o", "r", "?", "5"):  # settings, rules, keys, statistics
            go(way, "l", "l", "l", "escape")
        go("4", "x", "escape", "up", "enter", "right", "escape", "down", "down", "enter")  # the matches
        go("m", "l", "l", "l", "escape", "v", "escape", "h", "s", "k", "k", "l", "l", "l", "v", "w")
        assert EN("rev.title", n=3) in terminal.text()[0]
        assert terminal.written.isascii()


@pytest.mark.parametrize(
    ("options", "env"),
    [
        (["--ascii", "--lang", "hi"], {}),
        (["--lang", "ne"], {"LC_ALL": "C"}),
        (["--lang", "ne"], {"LC_ALL": "", "LANG": "C"}),
        (["--lang", "ne"], {"LC_ALL": "POSIX"}),
        (["--lang", "ne"], {"PYTHONIOENCODING": "latin-1"}),
    ],
    ids=["option", "LC_ALL=C", "LANG=C", "POSIX", "latin-1"],
)
def test_not_one_byte_beyond_ascii_is_written(
    tmp_path: Path, options: list[str], env: dict[str, str]
) -> None:
    with started(tmp_path, *options, env=env) as terminal:
        assert EN("term.ascii")[:30] in "\n".join(terminal.text())
        terminal.press("enter", "p")
        terminal.wait_for(EN("act.drawstock"))
        assert terminal.written.isascii()


def test_a_terminal_that_is_not_in_utf8_mode_is_found_out(tmp_path: Path) -> None:
    with started(tmp_path, "--lang", "ne", encoding="latin-1") as terminal:
        screen = "\n".join(terminal.text())
        assert EN("act.newgame") in screen
        assert EN("term.ascii")[:30] in screen
        assert screen.isascii()
        assert not terminal.grid.buffer[0][0].data.strip()


@pytest.mark.parametrize("size", [(40, 20), (45, 35), (120, 36)])
def test_ascii_is_enough_in_any_window(tmp_path: Path, size: tuple[int, int]) -> None:
    with started(tmp_path, "--ascii", size=size) as terminal:
        assert EN("term.ascii")[:12] not in "\n".join(terminal.text())  # nothing was lost
        terminal.change("enter", "p")
        terminal.wait_for(EN("act.drawstock"))
        terminal.change("d")
        terminal.wait_quiet()
        table = "\n".join(terminal.text())
        assert "|K" in table
        assert set("+-|") <= set(table)
        assert terminal.written.isascii()


def test_in_ascii_the_languages_are_romanised(tmp_path: Path) -> None:
    with started(tmp_path, "--ascii", "--lang", "ne_Latn") as terminal:
        names = [Translator(code).own_name for code in ("ne_Latn", "hi_Latn", "en")]
        for name in (*names[1:], names[0]):
            terminal.change("l")
            assert terminal.text()[0].endswith(name)


def test_l_goes_through_the_ticked_languages_romanised_ones_too(tmp_path: Path) -> None:
    write_settings(tmp_path, guide=False, languages=["hi", "ne_Latn"])
    with started(tmp_path, "--lang", "en") as terminal:
        for code in ("hi", "ne_Latn", "hi"):
            terminal.change("l")
            assert terminal.text()[0].endswith(Translator(code).own_name)


def test_a_language_is_ticked_in_the_settings(tmp_path: Path) -> None:
    def line(terminal: ModelTerminal) -> str:
        return next(row for row in terminal.text() if EN("set.languages") in row)

    with started(tmp_path, "--lang", "en") as terminal:
        terminal.change("o")
        while "▌" not in line(terminal):
            terminal.change("down")
        name = Translator("ne_Latn").own_name
        while f"[ {name}" not in line(terminal):
            terminal.change("right")
        terminal.change("enter")
        assert f"[▸{name}" in line(terminal)
    assert "ne_Latn" in settings.load(Store(tmp_path)).languages


def test_the_linux_console_gets_english_and_signs_and_the_romanised_languages(tmp_path: Path) -> None:
    with started(tmp_path, "--lang", "hi", env={"TERM": "linux", "COLORTERM": ""}) as terminal:
        screen = "\n".join(terminal.text())
        assert EN("term.ascii")[:30] in screen
        assert "♠" in screen
        assert not re.search("[\u0900-\u097f]", screen)
        terminal.change("o", "l")
        assert not re.search("[\u0900-\u097f]", "\n".join(terminal.text()))


# colours


def colours(terminal: Listening) -> set[str]:
    """The colour parameters of all SGR sequences, without bold and the like."""
    found: set[str] = set()
    for parameters in SGR.findall(terminal.written):
        if any(
            each.isdigit() and int(each) >= 30 and int(each) not in (39, 49) for each in parameters.split(";")
        ):
            found.add(parameters)
    return found


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(
    ("env", "pattern"),
    [
        ({"COLORTERM": "truecolor"}, r"(1;)?[34]8;2;\d+;\d+;\d+(;48;2;\d+;\d+;\d+)?"),
        (
            {"COLORTERM": "", "TERM": "xterm-256color"},
            r"(1;)?([34]8;5;\d+|[349]\d|10\d)(;(48;5;\d+|4\d|10\d))?",
        ),
        ({"COLORTERM": "", "TERM": "xterm"}, r"(1;)?(3|4|9|10)[0-7](;(4|10)[0-7])?"),
    ],
    ids=["truecolor", "256", "16"],
)
def test_only_colours_that_the_terminal_has_are_used(
    tmp_path: Path, theme: str, env: dict[str, str], pattern: str
) -> None:
    write_settings(tmp_path, speed="none", guide=False, theme=theme)
    with started(tmp_path, "--lang", "en", env=env) as terminal:
        terminal.change("enter", "p", "d", "k")
        used = colours(terminal)
        assert len(used) > 5
        assert [each for each in used if not re.fullmatch(pattern, each)] == []


def test_a_setting_goes_before_what_the_terminal_says(tmp_path: Path) -> None:
    write_settings(tmp_path, speed="none", guide=False, colours="16")
    with started(tmp_path, "--lang", "en", env={"COLORTERM": "truecolor"}) as terminal:
        terminal.change("enter")
        assert all("8;" not in each for each in colours(terminal))


@pytest.mark.parametrize("theme", ["dark", "light", "nord"])
def test_with_no_color_there_is_not_one_colour_code(tmp_path: Path, theme: str) -> None:
    write_settings(tmp_path, speed="none", guide=False, theme=theme)
    with started(tmp_path, "--lang", "en", env={"NO_COLOR": "1"}) as terminal:
        terminal.change("enter", "p", "d", "k", "escape", "o")
        assert colours(terminal) == set()


def test_suits_are_told_apart_by_sign_and_by_four_colours_or_two(tmp_path: Path) -> None:
    inks = {}
    for four in (True, False):
        folder = tmp_path / str(four)
        write_settings(folder, speed="none", guide=False, fourcolour=four)
        with started(folder, "--lang", "en") as terminal:
            terminal.change("enter")
            inks[four] = {
                suit: {
                    terminal.cell(y, x).fg
                    for y in range(12, 19)
                    for x in range(80)
                    if terminal.cell(y, x).data == suit
                }
                for suit in "♠♥♦♣"
            }
    assert len({frozenset(ink) for ink in inks[True].values() if ink}) == sum(map(bool, inks[True].values()))
    assert inks[False]["♠"] == inks[False]["♣"]
    assert inks[False]["♠"].isdisjoint(inks[False]["♦"])
