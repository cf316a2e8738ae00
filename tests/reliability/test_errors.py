"""An error of ours: the terminal is given back, the match is saved, three lines say how to go on."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from random import Random

import pytest

from ginrummy import __version__, report
from ginrummy.i18n import LANGUAGES, Translator
from ginrummy.session import Session
from ginrummy.store import Store, load
from tests.matches import new_session, play_on
from tests.terminal.model import ModelTerminal
from tests.terminal.prepared import write_settings

BROKEN = str(Path(__file__).with_name("broken.py"))
pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no pty")


def start(folder: Path, way: str, *options: str, lang: str = "en", **env: str) -> ModelTerminal:
    write_settings(folder, speed="none", level="easy", guide=False)
    argv = [sys.executable, BROKEN, way, "--data-dir", str(folder), "--lang", lang, *options]
    return ModelTerminal(argv, size=(100, 30), env=env)


def three_lines(terminal: ModelTerminal, folder: Path, lang: str = "en") -> str:
    """The exit code and what was said; returns the report."""
    t = Translator(lang)
    assert terminal.wait_exit() == report.EXIT
    assert terminal.grid._shell is None, "the terminal was not given back"
    shown = " ".join("".join(terminal.text()).split())
    (path,) = Store(folder).reports_folder.iterdir()
    for sentence in (t("crash.what"), t("crash.where", path=str(path)), t("crash.how", cmd="ginrummy")):
        assert "".join(sentence.split()) in "".join(shown.split())
    assert "Traceback" not in shown
    assert path.stat().st_mode & 0o077 == 0
    return path.read_text()


@pytest.mark.parametrize("way", ["key", "worker", "thread"])
def test_on_the_screen(tmp_path: Path, way: str) -> None:
    home = tmp_path / "home" / "bishnu"
    home.mkdir(parents=True)
    folder = home / "data"
    with start(folder, way, "--new", HOME=str(home), USER="bishnu") as terminal:
        terminal.wait_for("Hand 1", 40)
        terminal.wait_quiet(0.5)
        terminal.type("p")
        terminal.wait_quiet(0.5)
        terminal.type("h")
        text = three_lines(terminal, folder)
    (match,) = Store(folder).match_files()
    assert load(match).match.deal.moves, "the match is saved"
    assert f"ginrummy {__version__}" in text
    assert "textual 8" in text
    assert "ZeroDivisionError" in text
    assert "broken.py" in text, "where it happened"
    assert match.read_text() in text, "the record is in the report"
    assert "bishnu" not in text
    assert str(home) not in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_in_lines_in_every_language(tmp_path: Path, lang: str) -> None:
    with start(tmp_path, "key", "--plain", "--new", lang=lang) as terminal:
        terminal.wait_quiet(1.0, 40)
        terminal.type("h\n")
        text = three_lines(terminal, tmp_path, lang)
    (match,) = Store(tmp_path).match_files()
    assert match.read_text() in text


def test_before_anything_is_shown(tmp_path: Path) -> None:
    with start(tmp_path, "start") as terminal:
        three_lines(terminal, tmp_path)


def test_where_no_report_can_be_written_the_error_itself_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "data").write_text("in the way")
    store = Store(tmp_path / "data")
    assert report.tell(ValueError("one\ntwo\x1b[2J"), Translator("en"), store) is None
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3
    assert "\x1b" not in lines[1]


def test_a_match_that_could_not_be_saved_is_saved_when_an_error_ends_the_game(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    session = play_on(new_session(Store(tmp_path / "data")), Random(1), moves=5)
    assert not session.saved
    (tmp_path / "data").unlink()
    session.close()
    assert isinstance(Session.resume(session.path, Store(tmp_path / "data")), Session)
