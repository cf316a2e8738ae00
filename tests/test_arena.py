"""The arena: the figures follow from the seed, pairs are mirrored, and whoever cannot play on loses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from ginrummy import arena
from ginrummy.arena import ArenaError, Contest, bot_seed, play_match, run
from ginrummy.bots import UnknownBot
from ginrummy.cli import main
from ginrummy.engine.moves import BIG_GIN, DISCARDS, DRAW, PASS, Kind
from ginrummy.engine.reading import parse, read
from ginrummy.engine.rules import HouseRules

HOSTILE = Path(__file__).parent / "bots" / "hostile"
GINRUMMY = [sys.executable, "-c", "import sys; from ginrummy.cli import main; sys.exit(main())"]


def figures(report):
    """The report without its timings."""
    data = report.to_json()
    for part in (data, *data.get("pairings", ()), *data.get("ratings", ())):
        part.pop("ms_per_decision", None)
    return data


# The same seed, the same figures


def test_the_figures_do_not_depend_on_the_number_of_processes():
    contest = Contest(("easy", "medium"), matches=8, seed=3)
    assert figures(run(contest, jobs=2)) == figures(run(contest))


def test_an_executor_of_the_callers_gives_the_same_figures():
    contest = Contest(("easy", "medium"), matches=6, seed=3)
    with ThreadPoolExecutor(2) as executor:
        assert figures(run(contest, executor=executor)) == figures(run(contest))


def test_another_seed_gives_other_figures():
    assert figures(run(Contest(("easy", "medium"), 6, seed=1))) != figures(
        run(Contest(("easy", "medium"), 6, seed=2))
    )


def test_a_shorter_contest_is_the_beginning_of_a_longer_one():
    short, long = (run(Contest(("easy", "medium"), matches, seed=1)) for matches in (4, 6))
    outcomes = [
        [
            (outcome.winner, outcome.deals, outcome.points)
            for pair in report.pairings[0, 1]
            for outcome in pair
        ]
        for report in (short, long)
    ]
    assert outcomes[0] == outcomes[1][:4]


# Mirrored pairs


def test_a_bot_against_itself_wins_exactly_half():
    """Each wins with the cards the other won with, so every pair is split."""
    report = run(Contest(("easy", "easy"), matches=10, seed=1))
    assert all(first.winner == 1 - second.winner for first, second in report.pairings[0, 1])
    assert report.to_json()["a_win_rate"] == 0.5


def test_the_matches_of_a_pair_have_the_same_deals_with_the_seats_swapped():
    contest = Contest(("easy", "medium"), matches=2, seed=9, records=True)
    first, second = (read(parse(play_match(contest, (0, 1), 0, seats).record)) for seats in ((0, 1), (1, 0)))
    assert first.header.code == second.header.code
    assert [player.name for player in first.header.players] == ["easy", "medium"]
    assert [player.name for player in second.header.players] == ["medium", "easy"]
    assert [player.seed for player in first.header.players] == [
        player.seed for player in second.header.players
    ]
    assert first.match.deals[0].deck == second.match.deals[0].deck


def test_an_odd_number_of_matches_is_rounded_up():
    assert run(Contest(("easy", "easy"), matches=3)).to_json()["matches"] == 4


def test_seeds_of_bots_differ_by_pair_and_seat():
    assert len({bot_seed(1, number, seat) for number in range(50) for seat in (0, 1)}) == 100


# What is counted


def test_every_deal_is_counted_once():
    data = run(Contest(("easy", "medium"), matches=10, seed=1)).to_json()
    won = sum(sum(data["ends"][side].values()) for side in "ab")
    assert won + data["void"] == data["deals"]
    assert data["a_wins"] + data["b_wins"] + data["ties"] == data["matches"]
    assert data["ci95"][0] <= data["a_win_rate"] <= data["ci95"][1]
    assert all(
        0 < data["ms_per_decision"][side]["p50"] <= data["ms_per_decision"][side]["max"] for side in "ab"
    )


def test_house_rules_are_played():
    straight = run(Contest(("easy", "medium"), 4, rules=HouseRules.preset("straight"))).to_json()
    assert all(straight["ends"][side]["knock"] == 0 for side in "ab")
    big = run(Contest(("easy", "easy"), 2, rules=HouseRules(big_gin=31))).to_json()
    assert "big_gin" in big["ends"]["a"]


def test_three_bots_play_a_round_robin_with_a_table_of_ratings():
    data = run(Contest(("easy", "medium", "easy"), matches=4, seed=1)).to_json()
    assert [(pairing["a"], pairing["b"]) for pairing in data["pairings"]] == [
        ("easy", "medium"), ("easy", "easy"), ("medium", "easy"),
    ]  # fmt: skip
    assert sorted(row["bot"] for row in data["ratings"]) == ["easy", "easy", "medium"]
    assert [row["rating"] for row in data["ratings"]] == sorted(
        (row["rating"] for row in data["ratings"]), reverse=True
    )


class Waiting:
    """Never knocks."""

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, view, legal):
        return next(move for move in legal if move.kind not in (Kind.TAKE, Kind.KNOCK))


def test_a_match_that_nobody_can_win_ends_level(monkeypatch):
    monkeypatch.setattr(arena, "MOST_DEALS", 20)
    contest = Contest(("x", "y"), matches=1, create=lambda name, seed: Waiting(seed))
    outcome = play_match(contest, (0, 1), 0, (0, 1))
    assert (outcome.winner, outcome.deals, outcome.void) == (None, 20, 20)


# Who cannot play on loses


class Bad(Waiting):
    """Plays on until its fifth decision, then does what `fault` says."""

    fault = ""

    def __init__(self, seed: int) -> None:
        self.decisions = 0

    def choose(self, view, legal):
        self.decisions += 1
        if self.decisions < 5:
            return super().choose(view, legal)
        if self.fault == "raises":
            raise RuntimeError("no \x1b[31midea")
        if self.fault == "late":
            time.sleep(1.2)
        return {"late": legal[0], "unheld": DISCARDS[view.pile[-1]], "big": BIG_GIN, "text": "pass"}[
            self.fault
        ]


@pytest.mark.parametrize(
    ("fault", "kind", "why"),
    [
        ("raises", "died", "failed with RuntimeError: no ?[31midea"),
        ("late", "late", "took more than 1 s"),
        ("unheld", "illegal", "which is not legal"),
        ("big", "illegal", "chose big_gin, which is not legal"),
        ("text", "illegal", "chose pass, which is not legal"),
    ],
)
def test_a_python_bot_that_fails_loses_the_match_and_the_record_says_so(fault, kind, why):
    class Failing(Bad):
        pass

    Failing.fault = fault
    contest = Contest(
        ("bad", "good"),
        create=lambda name, seed: Failing(seed) if name == "bad" else Waiting(seed),
        move_limit=1 if fault == "late" else 30,
        records=True,
    )
    for seating in ((0, 1), (1, 0)):
        outcome = play_match(contest, (0, 1), 0, seating)
        assert outcome.winner == 1
        assert (outcome.fault.player, outcome.fault.kind) == (0, kind)
        assert why in outcome.fault.why
        recorder = read(parse(outcome.record))
        assert recorder.ended == ("illegal" if kind == "illegal" else "no_answer")
        assert recorder.match.winner == seating.index(1)


def test_a_bot_that_fails_while_it_hears_of_a_deal_loses():
    class Deaf(Waiting):
        def hear(self, event):
            raise OSError("gone")

    contest = Contest(
        ("deaf", "good"), create=lambda name, seed: Deaf(seed) if name == "deaf" else Waiting(seed)
    )
    outcome = play_match(contest, (0, 1), 0, (0, 1))
    assert (outcome.winner, outcome.fault.why) == (1, "failed with OSError: gone")


def test_bots_that_change_their_list_of_moves_gain_nothing():
    class Cheating(Waiting):
        def choose(self, view, legal):
            assert not hasattr(legal, "append")
            return DRAW if PASS in legal else super().choose(view, legal)

    contest = Contest(
        ("cheat", "y"), create=lambda name, seed: (Cheating if name == "cheat" else Waiting)(seed)
    )
    assert play_match(contest, (0, 1), 0, (0, 1)).winner == 1


def test_a_bot_that_cannot_be_made_is_an_error_before_anything_is_played():
    def create(name: str, seed: int):
        raise ImportError("no module named brain")

    with pytest.raises(ArenaError, match="x: cannot be made"):
        run(Contest(("x", "y"), create=create))
    with pytest.raises(UnknownBot, match="unknown bot: nobody"):
        run(Contest(("easy", "nobody")))


# A built-in as an outside program


def test_a_built_in_bot_plays_the_same_match_as_a_program():
    outside = f"cmd:{sys.executable} -c 'from ginrummy.cli import main; main()' bot medium"
    inside, through = (
        play_match(Contest((name, "easy"), 2, seed=4), (0, 1), 0, (0, 1)) for name in ("medium", outside)
    )
    assert through.fault is None
    assert (through.winner, through.points, through.ends) == (inside.winner, inside.points, inside.ends)


# Ctrl-C


def test_ctrl_c_reports_the_pairs_that_are_finished():
    def stop_after_two(done: int, total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    report = run(Contest(("easy", "easy"), matches=10, seed=1), progress=stop_after_two)
    assert report.interrupted
    assert figures(report) == figures(run(Contest(("easy", "easy"), matches=4, seed=1))) | {
        "interrupted": True
    }


def living(mark: str) -> list[int]:
    found = []
    for name in os.listdir("/proc"):
        try:
            if name.isdecimal() and mark.encode() in Path(f"/proc/{name}/environ").read_bytes():
                state = Path(f"/proc/{name}/stat").read_bytes().rpartition(b")")[2].split()[0]
                found += [] if state in b"ZX" else [int(name)]
        except OSError:
            pass
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_contest_that_is_ended_leaves_no_process(number, tmp_path):
    mark = f"GINRUMMY_TEST={os.getpid()}-{time.monotonic_ns()}"
    bot = f"cmd:{sys.executable} {HOSTILE / 'ignores_the_end.py'}"
    words = [
        "--data-dir",
        str(tmp_path),
        "arena",
        "easy",
        bot,
        "--matches",
        "1000",
        "--jobs",
        "2",
        "--json",
    ]
    process = subprocess.Popen(
        [*GINRUMMY, *words],
        env={**os.environ, **dict([mark.split("=")])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # tests in the background ignore it
    )
    deadline = time.monotonic() + 60
    while len(living(mark)) < 5 and time.monotonic() < deadline:  # the arena, two workers, and their bots
        time.sleep(0.05)
    os.killpg(process.pid, number) if number == signal.SIGINT else process.send_signal(number)
    out, error = process.communicate(timeout=60)
    if number != signal.SIGKILL:
        assert (process.returncode, error) == (130, b"")
        assert json.loads(out)["interrupted"] is True
    deadline = time.monotonic() + 20
    while living(mark) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert living(mark) == []


# The command


def test_the_command_prints_only_json(capsys):
    assert main(["arena", "easy", "medium", "--matches", "3", "--seed", "5", "--json"]) == 0
    out, error = capsys.readouterr()
    data = json.loads(out)
    assert (data["matches"], data["seed"], error) == (4, 5, "")
    assert list(data)[:10] == [
        "a", "b", "matches", "seed", "a_wins", "b_wins", "ties", "a_win_rate", "ci95", "deals",
    ]  # fmt: skip


def test_the_command_prints_tables_for_people(capsys):
    assert main(["--lang", "en", "arena", "easy", "medium", "--matches", "2"]) == 0
    out = capsys.readouterr().out
    assert "easy – medium: easy won" in out
    assert "ms a decision, p99" in out
    assert main(["--lang", "en", "arena", "easy", "medium", "easy", "--matches", "2"]) == 0
    assert "95% interval" in capsys.readouterr().out


def test_a_bot_that_loses_by_default_is_named_with_its_reason(capsys):
    bot = f"cmd:{sys.executable} {HOSTILE / 'other_id.py'}"
    assert main(["--lang", "en", "arena", "easy", bot, "--matches", "2"]) == 0
    lines = " ".join(capsys.readouterr().out.split())
    assert "lost 2 by default: answered request 2 when asked 1" in lines


def test_records_of_all_matches_are_written_and_pass_verification(tmp_path, capsys):
    folder = tmp_path / "new" / "folder"
    assert main(["arena", "easy", "medium", "--matches", "4", "--out", str(folder), "--json"]) == 0
    names = sorted(path.name for path in folder.iterdir())
    assert [name[:6] for name in names] == ["00001a", "00001b", "00002a", "00002b"]
    for path in folder.iterdir():
        assert main(["verify", str(path)]) == 0
    capsys.readouterr()
    assert main(["arena", "easy", "medium", "--matches", "4", "--out", str(folder)]) == 2
    assert "the folder is not empty" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["easy"],
        ["easy", "nobody"],
        ["easy", "cmd:no-such-program"],
        ["easy", "medium", "--matches", "0"],
        ["easy", "medium", "--matches", "some"],
        ["easy", "medium", "--seed", "x"],
        ["easy", "medium", "--move-limit", "nan"],
        ["easy", "medium", "--preset", "mine"],
        ["easy", "medium", "--rule", "tie=never"],
        ["easy", "medium", "--out", os.devnull],
    ],
)
def test_wrong_use_is_told_in_one_line(words, capsys):
    assert main(["--lang", "en", "arena", *words]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.count("\n") == 1


# A cluster


def test_a_local_dask_cluster_gives_the_same_figures(capsys):
    distributed = pytest.importorskip("distributed")
    words = ["arena", "easy", "medium", "--matches", "4", "--seed", "2", "--json"]
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
    ) as cluster:
        assert main([*words, "--scheduler", cluster.scheduler_address]) == 0
    spread = json.loads(capsys.readouterr().out)
    assert main(words) == 0
    alone = json.loads(capsys.readouterr().out)
    for data in (spread, alone):
        del data["ms_per_decision"]
    assert spread == alone


def test_a_cluster_that_is_not_there_is_told_in_one_line(capsys):
    pytest.importorskip("distributed")
    assert main(["--lang", "en", "arena", "easy", "easy", "--scheduler", "nonsense://nowhere"]) == 2
    assert "nothing answers at nonsense://nowhere" in capsys.readouterr().err
