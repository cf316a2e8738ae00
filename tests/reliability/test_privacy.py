"""Nothing leaves the machine, and files are only in the player's folders, for nobody else to read."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from ginrummy.store import Store
from tests.matches import finished
from tests.reliability.no_network import FORBIDDEN
from tests.terminal.model import ModelTerminal
from tests.terminal.prepared import write_settings

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the folders are those of Unix")
HOOKED = str(Path(__file__).with_name("no_network.py"))
HAND = ["3S", "4S", "5S", "9D", "9C", "9H", "KH", "KC", "KD", "4H"]
OTHER = ["2S", "2D", "7C", "8C", "9S", "10S", "JD", "QD", "AC", "AH"]


def homely(home: Path) -> dict[str, str]:
    """An environment in which `home` is the player's home."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    return kept | {"HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": str(home)}


def hooked(home: Path, *words: str, said: str = "") -> subprocess.CompletedProcess[str]:
    argv = [sys.executable, HOOKED, str(home), *words]
    return subprocess.run(
        argv, input=said, capture_output=True, text=True, env=homely(home), cwd=home, check=False, timeout=120
    )


def test_the_hook_forbids(tmp_path: Path) -> None:
    """Else this file would prove nothing."""
    for what in (
        "import socket; socket.socket()",
        "import socket; socket.getaddrinfo('localhost', 80)",
        "import urllib.request; urllib.request.urlopen('http://localhost')",
        "open('/tmp/../tmp/ginrummy-was-here', 'w')",
    ):
        script = f"from tests.reliability.no_network import forbid; forbid({str(tmp_path)!r}); {what}"
        path = f"{Path(__file__).parents[2]}"
        env = {**os.environ, "PYTHONPATH": path}
        ran = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, check=False)
        assert ran.returncode == FORBIDDEN, what


def test_no_command_opens_a_socket_or_writes_elsewhere(tmp_path: Path) -> None:
    match = finished(Store(tmp_path / ".local/share/ginrummy"), 1).path
    for words, code in [
        (["solve", *HAND], 0),
        (["settle", "--knocker", *HAND, "--defender", *OTHER], 0),
        (["score", "--batch", "-"], 0),
        (["arena", "easy", "easy", "--matches", "2", "--jobs", "1"], 0),
        (["arena", "easy", "medium", "--matches", "2", "--jobs", "2", "--out", "played"], 0),
        (["bot", "easy"], 0),
        (["replay", str(match)], 0),
        (["verify", str(match)], 0),
        (["stats"], 0),
        (["doctor"], 0),
        (["export", "all.zip"], 0),
        (["import", "all.zip"], 0),
        (["--where"], 0),
        (["--help"], 0),
    ]:
        ran = hooked(tmp_path, *words, said='{"hands": [["P", 40]]}\n' if words[0] == "score" else "")
        assert "FORBIDDEN" not in ran.stderr, (words, ran.stderr)
        assert ran.returncode == code, (words, ran.stderr)


def test_a_match_in_lines_opens_no_socket(tmp_path: Path) -> None:
    ran = hooked(tmp_path, "--plain", "--new", "--lang", "ne", said="p\nt\nd\nh\nu\nv\nm\nq\n")
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_match_on_the_screen_opens_no_socket_and_its_files_are_for_the_player_alone(tmp_path: Path) -> None:
    config = tmp_path / ".config/ginrummy"
    write_settings(config, speed="none", language="en", level="easy", guide=False)
    (config / "settings.toml").chmod(0o600)
    argv = [sys.executable, HOOKED, str(tmp_path), "--new"]
    here = {"HOME": str(tmp_path), "TMPDIR": str(tmp_path)}
    env = here | dict.fromkeys(["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"], "")
    with ModelTerminal(argv, env=env) as terminal:
        terminal.wait_for("Hand 1", 40)
        terminal.press("p", "d", "enter", "h", "l", "o", "escape", "v", "escape", "m", "escape", "q")
        assert terminal.wait_exit() == 0
    data = tmp_path / ".local/share/ginrummy"
    written = [data, *data.rglob("*")]
    assert [path.suffix for path in written if path.is_file()] == [".jsonl"]
    for path in (*written, config / "settings.toml"):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
    ours = {".config", ".local", ".cache"}
    assert {path.name for path in tmp_path.iterdir()} <= ours


def test_with_a_data_folder_nothing_is_written_outside_it(tmp_path: Path) -> None:
    home, data = tmp_path / "home", tmp_path / "stick"
    home.mkdir()
    argv = [sys.executable, HOOKED, str(data), "--data-dir", str(data), "--plain", "--new"]
    ran = subprocess.run(
        argv, input="p\nd\no\nq\n", capture_output=True, text=True, env=homely(home), cwd=home, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert list(home.iterdir()) == []
    assert list((data / "matches").iterdir())


def test_where_lists_every_place_that_is_written_to(tmp_path: Path) -> None:
    said = hooked(tmp_path, "--where").stdout
    for path in Store(tmp_path / "x").where():
        assert path in said
    assert all(str(tmp_path) in line for line in said.splitlines())
