"""Two programs, one match: the second says so, offers a new match or to look on, and harms nothing."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from ginrummy import journal
from ginrummy.plain import run as run_plain
from ginrummy.session import Onlooker, Session
from ginrummy.settings import Settings
from ginrummy.start import StartOptions
from ginrummy.store import Store, Unopened, load
from ginrummy.tui.screens.lookon import LookOnScreen, OpenElsewhereScreen
from ginrummy.tui.screens.menu import MenuScreen
from ginrummy.tui.screens.table import TableScreen
from tests.matches import SHORT, new_session, play_on
from tests.tui.playing import playing, press, text_of


async def test_the_second_is_asked_and_may_look_on_while_the_first_plays(tmp_path: Path) -> None:
    first = play_on(new_session(Store(tmp_path), SHORT), Random(1), moves=6)
    async with playing(tmp_path) as (game, pilot):
        await press(pilot, "enter")
        assert isinstance(game.screen, OpenElsewhereScreen)
        assert "open in another window" in text_of(game)
        await press(pilot, "enter")
        screen = game.screen
        assert isinstance(screen, LookOnScreen)
        assert "looking on" in text_of(game)
        for _ in range(60):
            play_on(first, Random(1), moves=7)
            screen._follow()
            assert screen.view == first.view
            if first.match.over:
                break
            await press(pilot, *Random(first.token.moves).choices("dtpkhunmvs.1", k=2))
            while game.screen is not screen:
                await press(pilot, "escape")
            assert "looking on" in text_of(game)
        assert "looking on" in text_of(game)
        saved = first.path.read_bytes()
        await press(pilot, "escape")
        assert isinstance(game.screen, MenuScreen)
    assert first.path.read_bytes() == saved
    assert len(list(first.path.parent.iterdir())) == 1


async def test_the_second_may_start_a_match_of_its_own(tmp_path: Path) -> None:
    first = new_session(Store(tmp_path))
    async with playing(tmp_path) as (game, pilot):
        await press(pilot, "enter", "right", "enter")
        assert isinstance(game.screen, TableScreen)
        assert game.session is not None
        assert game.session.path != first.path


async def test_what_is_played_elsewhere_is_seen_without_a_key(tmp_path: Path) -> None:
    first = new_session(Store(tmp_path))
    async with playing(tmp_path) as (game, pilot):
        await press(pilot, "enter", "enter")
        screen = game.screen
        assert isinstance(screen, LookOnScreen)
        play_on(first, Random(1), moves=6)
        for _ in range(1000):
            await pilot.pause(0.02)
            if screen.view == first.view:
                break
        assert screen.view == first.view


def test_who_looks_on_can_do_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first = new_session(store)
    before = first.path.read_bytes()
    onlooker = Onlooker.at(first.path, store)
    assert not onlooker.bot_to_move
    assert all(onlooker.check(move) is not None for move in first.match.deal.legal())
    with pytest.raises(RuntimeError):
        onlooker.give_up()
    onlooker.close()
    assert first.path.read_bytes() == before
    first.path.unlink()
    assert not onlooker.follow()
    with pytest.raises(Unopened):
        Onlooker.at(first.path, store)


def test_in_lines_the_second_is_asked_and_may_look_on(tmp_path: Path) -> None:
    first = play_on(new_session(Store(tmp_path)), Random(1), moves=6)
    before = first.path.read_bytes()
    out = io.StringIO()
    said = io.StringIO("1\n1\n1\n0\nq\n")
    settings = Settings(language="en")
    assert run_plain(Store(tmp_path), settings, StartOptions(), said, out) == 0
    assert "open in another window" in out.getvalue()
    assert out.getvalue().count("looking on") == 2
    assert first.path.read_bytes() == before


def test_in_lines_the_second_may_start_a_match_of_its_own(tmp_path: Path) -> None:
    new_session(Store(tmp_path))
    said = io.StringIO("1\n2\n")
    run_plain(Store(tmp_path), Settings(language="en"), StartOptions(), said, io.StringIO())
    assert len(list(Store(tmp_path).match_files())) == 2


HOLDER = """
import sys
from ginrummy.store import Store
from tests.matches import new_session
session = new_session(Store(sys.argv[1]))
print(session.path, flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_a_lock_goes_with_a_killed_process(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    env = {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{root / 'src'}"}
    argv = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with subprocess.Popen(argv, stdin=-1, stdout=-1, text=True, env=env, cwd=root) as holder:
        assert holder.stdout is not None
        path = Path(holder.stdout.readline().strip())
        with pytest.raises(Unopened) as caught:
            Session.resume(path, Store(tmp_path))
        assert caught.value.notice.key == "save.two"
        holder.send_signal(signal.SIGKILL)
    Session.resume(path, Store(tmp_path)).close()


@pytest.mark.parametrize("seed", range(20))
def test_two_machines_that_do_not_see_each_others_locks_corrupt_no_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Both open the same match, play as they like, and at the end every file is a whole match."""
    monkeypatch.setattr(journal, "_lock", lambda file: None)
    chance = Random(seed)
    store = Store(tmp_path)
    start = play_on(new_session(store), Random(1), moves=10)
    start.close()
    machines = [Session.resume(start.path, Store(tmp_path)) for _ in range(2)]
    told: list[journal.Notice] = []
    for _ in range(40):
        session = chance.choice(machines)
        play_on(session, chance, moves=chance.randint(1, 3))
        told += session.news()
        for each in machines:
            assert [deal.moves for deal in load(each.path).match.deals] == [
                deal.moves for deal in each.match.deals
            ] or each.path == start.path
    assert [notice.key for notice in told] == ["save.elsewhere"]
    assert machines[0].path != machines[1].path
    for each in machines:
        each.close()
        assert [deal.moves for deal in load(each.path).match.deals] == [
            deal.moves for deal in each.match.deals
        ]
    assert all(match.header for match in store.matches())
    assert store.notices == []
