"""Whatever ends the program, and whenever: every finished move is there, and the match goes on."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from random import Random

import pytest

from ginrummy.cli import main
from ginrummy.session import Session
from ginrummy.stats import gather
from ginrummy.store import Store, load
from tests.matches import play_on
from tests.reliability.players import LinePlayer, Player, ScreenPlayer
from tests.reliability.sizes import KILLS, LONG, count
from tests.terminal.prepared import write_settings

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are no pty and no signals")
SCREENS = 3
"""Every so manieth kill hits the game on the screen, the others that in lines."""


def whole_lines(path: Path | None) -> bytes:
    """What a file holds, without a line that is not finished."""
    data = b"" if path is None else path.read_bytes()
    return data[: data.rfind(b"\n") + 1]


def has_unfinished(folder: Path) -> bool:
    return any(match.unfinished for match in Store(folder).matches())


def check_everything(folder: Path) -> None:
    """Nothing set aside; for every match the list, the replay, the sheet and the statistics agree."""
    store = Store(folder)
    summaries = store.matches()
    assert store.notices == []
    assert not store.aside_folder.exists()
    results = []
    for summary in summaries:
        match = load(summary.path).match
        assert main(["verify", str(summary.path), "--data-dir", str(folder)]) == 0
        assert summary.tally == match.tally
        assert (summary.over, summary.winner) == (match.over, match.winner)
        if match.over:
            results.append((match.winner == 0, len(match.results)))
    stats = gather(summaries)
    assert (stats.all.matches, stats.all.won) == (len(results), sum(won for won, _ in results))
    assert stats.all.hands == sum(hands for _, hands in results)


def kill_once(folder: Path, chance: Random, on_screen: bool) -> tuple[bool, int]:
    """Start, play, pull the plug; whether a move was torn, and how many moves were on the disk."""
    kind: type[LinePlayer] | type[ScreenPlayer] = ScreenPlayer if on_screen else LinePlayer
    new = not has_unfinished(folder)
    with kind(folder, chance, new, slow=chance.random() < 0.6) as player:
        finished = b""
        if chance.random() < 0.1:
            player.wait_until(chance.uniform(0, 1.2))  # while it starts
        else:
            player.sit_down()
            for _ in range(chance.randrange(5)):
                player.move()
            finished = whole_lines(player.newest())  # all that was told is in here
            player.send()
            player.wait_until(chance.uniform(0, 0.35))
        player.pull_the_plug()
        path = player.newest()
    if path is None:
        return False, 0
    data = path.read_bytes()
    assert data.startswith(finished) or not finished
    torn = not data.endswith(b"\n")
    if data.count(b"\n") < 1:
        return torn, 0  # it had not even begun
    session = Session.resume(path, Store(folder))
    assert session.torn == torn
    moves = sum(len(deal.moves) for deal in session.match.deals)
    session.close()
    return torn, moves


def test_killed_at_any_moment_no_finished_move_is_lost(tmp_path: Path) -> None:
    write_settings(tmp_path, speed="none", language="en", level="easy", confirm=False, guide=False)
    chance = Random(7)
    torn = moves = 0
    for n in range(KILLS):
        was_torn, there = kill_once(tmp_path, chance, on_screen=n % SCREENS == 0)
        torn, moves = torn + was_torn, moves + there
        if n % 20 == 19 or n == KILLS - 1:
            check_everything(tmp_path)
    for summary in Store(tmp_path).matches():
        if summary.unfinished:
            session = play_on(Session.resume(summary.path, Store(tmp_path)), chance)
            assert session.match.over
            session.close()
    check_everything(tmp_path)
    count("kills", survived=KILLS, on_screen=(KILLS + SCREENS - 1) // SCREENS, torn=torn, moves_found=moves)
    assert not LONG or torn > 0


CODES = {"SIGTERM": 143, "SIGHUP": 129, "SIGINT": 130}


def seated(folder: Path, on_screen: bool) -> Player:
    write_settings(folder, speed="none", language="en", level="easy", guide=False)
    kind: type[LinePlayer] | type[ScreenPlayer] = ScreenPlayer if on_screen else LinePlayer
    player = kind(folder, Random(1), new=True)
    player.sit_down()
    player.move()
    return player


@pytest.mark.parametrize("on_screen", [False, True])
@pytest.mark.parametrize("name", CODES)
def test_a_signal_ends_the_game_in_order(tmp_path: Path, name: str, on_screen: bool) -> None:
    with seated(tmp_path, on_screen) as player:
        before = whole_lines(player.newest())
        os.kill(player.pid, getattr(signal, name))
        assert player.wait_exit() == CODES[name]
        assert player.grid._shell is None, "the terminal was not given back"
        assert "Traceback" not in player.heard
    assert whole_lines(player.newest()) == before
    check_everything(tmp_path)


def test_sigquit_gives_the_terminal_back(tmp_path: Path) -> None:
    with seated(tmp_path, on_screen=True) as player:
        os.kill(player.pid, signal.SIGQUIT)
        assert player.wait_exit() == 131
        assert player.grid._shell is None
    check_everything(tmp_path)


def test_ctrl_c_leaves_the_screen(tmp_path: Path) -> None:
    with seated(tmp_path, on_screen=True) as player:
        player.type("\x03")
        assert player.wait_exit() == 0
        assert player.grid._shell is None
    check_everything(tmp_path)


def test_ctrl_c_leaves_the_plain_mode(tmp_path: Path) -> None:
    with seated(tmp_path, on_screen=False) as player:
        player.type("\x03")
        assert player.wait_exit() == 130
        assert "Traceback" not in player.heard
    check_everything(tmp_path)


@pytest.mark.parametrize("on_screen", [False, True])
def test_a_terminal_that_is_lost_leaves_no_process_and_no_lock(tmp_path: Path, on_screen: bool) -> None:
    with seated(tmp_path, on_screen) as player:
        os.close(player._fd)
        player._fd = os.open(os.devnull, os.O_RDWR)
        assert player.wait_exit() == 129
        path = player.newest()
    assert path is not None
    Session.resume(path, Store(tmp_path)).close()
    check_everything(tmp_path)


def is_stopped(pid: int) -> bool:
    """Whether the process stands still (before that, SIGCONT would come too early and be lost)."""
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "T"


def test_stopped_and_continued_the_screen_comes_back(tmp_path: Path) -> None:
    with seated(tmp_path, on_screen=True) as player:
        before = player.text()
        os.kill(player.pid, signal.SIGTSTP)
        player._wait(lambda: player.grid._shell is None, 20, "the shell's screen")
        player._wait(lambda: is_stopped(player.pid), 20, "the program to stand still")
        os.kill(player.pid, signal.SIGCONT)
        player.wait_for(lambda rows: rows == before)
        player.type("?")
        player.wait_for(lambda rows: rows != before)
        player.type("q")
        assert player.wait_exit() == 0
