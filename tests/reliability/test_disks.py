"""Disks that are full, folders that may not be written, and what else stands in the way.

The match goes on in memory, one line says so in the language, and everything is written once it can be. (More
of the same, with faults put in below the journal, is in tests/test_session.py.)
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from ginrummy import settings as settings_file
from ginrummy.i18n import LANGUAGES, Translator
from ginrummy.session import Session
from ginrummy.settings import Settings
from ginrummy.store import Store, load
from tests.matches import new_session, play_on
from tests.tui.playing import QUIET, playing, press, session_of, text_of

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the ways to spoil a disk are those of Unix")
ROOT = Path(__file__).parents[2]
NOBODY = 65534


@pytest.fixture
def tiny(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 kB; for root only."""
    if os.geteuid() != 0:
        pytest.skip("only root may mount")
    folder = tmp_path / "tiny"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)], check=False)
    if mounted.returncode:
        pytest.skip("no file system can be mounted here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def same(session: Session) -> bool:
    """Whether the file holds exactly what was played."""
    saved = load(session.path).match
    return [deal.moves for deal in saved.deals] == [deal.moves for deal in session.match.deals]


def test_a_disk_that_fills_up_and_is_emptied(tiny: Path) -> None:
    session = play_on(new_session(Store(tiny / "data")), Random(1), moves=20)
    ballast = tiny / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 1024)
        except OSError:
            pass
    play_on(session, Random(1), moves=300)
    assert session.trouble is not None
    assert session.trouble.key == "save.full"
    assert settings_file.save(Store(tiny / "data"), Settings()) is not None
    ballast.unlink()
    play_on(session, Random(1), moves=1)
    assert session.trouble is not None
    assert session.trouble.key == "save.again"
    assert same(session)
    session.close()


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    """RLIMIT_FSIZE: the limit of a quota, met in the middle of a write."""
    import signal

    before, soft = signal.signal(signal.SIGXFSZ, signal.SIG_IGN), resource.getrlimit(resource.RLIMIT_FSIZE)
    session = play_on(new_session(Store(tmp_path)), Random(1), moves=5)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (session.path.stat().st_size + 37, soft[1]))
        play_on(session, Random(1), moves=10)
        trouble, whole = session.trouble, session.saved
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, soft)
        signal.signal(signal.SIGXFSZ, before)
    assert trouble is not None
    assert trouble.key == "save.full"
    assert not whole
    play_on(session, Random(1), moves=1)
    assert same(session)


SCRIPT = """
import os, sys
from pathlib import Path
from random import Random
import platformdirs, tomli_w
import platformdirs.unix
from ginrummy import settings
from ginrummy.bots import easy
from ginrummy.store import Store
from tests.matches import new_session, play_on
if os.geteuid() == 0:  # not before: this user may not even read the interpreter's library
    os.setgroups([]); os.setgid({nobody}); os.setuid({nobody})
store = Store({data})
session = play_on(new_session(store), Random(1), moves=10)
told = settings.save(store, settings.Settings())
print(session.trouble.key, told.key, session.saved)
print(len(store.matches()))
session.close()
"""


def as_somebody_else(data: str, **env: str) -> list[str]:
    """What the script prints when an ordinary user runs it."""
    script = SCRIPT.format(nobody=NOBODY, data=data)
    clean = {key: value for key, value in os.environ.items() if not key.startswith("XDG_") and key != "HOME"}
    path = f"{ROOT}{os.pathsep}{ROOT / 'src'}"
    ran = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=clean | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", **env},
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


@pytest.mark.parametrize("mode", [0o500, 0o000])
def test_a_folder_that_may_not_be_written(tmp_path: Path, mode: int) -> None:
    for folder in (tmp_path, *tmp_path.parents):
        if folder.stat().st_uid == os.geteuid() and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o055)
    data = tmp_path / "data"
    data.mkdir()
    data.chmod(mode)
    said = as_somebody_else(repr(str(data / "below")))
    assert said == ["save.readonly save.unset False", "0"]


@pytest.mark.parametrize("home", ["/nonexistent/home", "/", "/dev/null"])
def test_a_home_that_may_not_be_written(home: str) -> None:
    assert as_somebody_else("None", HOME=home) == ["save.readonly save.unset False", "0"]


def test_no_home_at_all(tmp_path: Path) -> None:
    assert as_somebody_else("None")[1] == "0"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_screen_says_in_one_line_that_nothing_is_saved_and_when_it_is_again(
    tmp_path: Path, language: str
) -> None:
    blocked = tmp_path / "data"
    blocked.write_text("in the way")
    from dataclasses import replace

    t = Translator(language)
    said = []
    async with playing(blocked, session_of(blocked), (120, 36), replace(QUIET, language=language)) as (
        game,
        pilot,
    ):
        said += [toast.message for toast in game._notifications]
        assert text_of(game)
        await press(pilot, "p")
        blocked.unlink()
        await press(pilot, "d")
        said += [toast.message for toast in game._notifications]
        session = game.session
        assert session is not None
        assert session.saved
        assert same(session)
    wanted = t("save.readonly", path=str(blocked / "matches"))
    assert wanted in said
    assert t("save.again") in said


def test_a_link_that_leads_to_a_place_that_may_be_written_is_followed(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    (tmp_path / "data").symlink_to(real)
    session = play_on(new_session(Store(tmp_path / "data")), Random(1), moves=10)
    assert session.saved
    assert same(session)
    assert list(real.glob("matches/*.jsonl"))


@pytest.mark.parametrize("what", ["folder", "circle", "nowhere"])
def test_settings_whose_name_is_taken(tmp_path: Path, what: str) -> None:
    store = Store(tmp_path)
    path = store.settings_file
    if what == "folder":
        path.mkdir()
    else:
        path.symlink_to(path if what == "circle" else tmp_path / "not" / "there.toml")
    assert settings_file.load(store) == Settings()
    settings_file.save(store, Settings(level="hard"))
    assert settings_file.load(store).level in ("hard", "medium")
