"""Outside bots: what they hear and answer, and that none of them can harm the game or outlive its match."""

from __future__ import annotations

import os
import shlex
import sys
import threading
import time
from pathlib import Path

import pytest

from ginrummy import bots
from ginrummy.arena import Contest, play_match
from ginrummy.bots import external
from ginrummy.bots.external import BotDied, BotIllegal, BotTimeout, ExternalBot
from ginrummy.engine.match import Match
from ginrummy.figures import Outcome

HOSTILE = Path(__file__).parent / "hostile"
ENOUGH, SHORT = 30.0, 1.5
"""Seconds for an answer: more than any needs, and few where the wait itself is what is tried."""
linux = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")


@pytest.fixture(autouse=True)
def logs(tmp_path, monkeypatch) -> Path:
    monkeypatch.setattr(external, "log_folder", tmp_path)
    return tmp_path


@pytest.fixture
def remaining(monkeypatch):
    """The processes that were started since and still live, whatever group they are in."""
    mark = f"GINRUMMY_TEST={os.getpid()}-{time.monotonic_ns()}"
    monkeypatch.setenv(*mark.split("="))
    before = set(_living())

    def living() -> set[int]:
        marked = {pid for pid in _living() if mark.encode() in _read(pid, "environ")}
        orphans = {pid for pid in set(_living()) - before if b"time.sleep(1000)" in _read(pid, "cmdline")}
        return marked | orphans

    return living


def _read(pid: int, name: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:
        return b""


def _living() -> list[int]:
    pids = [int(name) for name in os.listdir("/proc") if name.isdecimal()]
    return [
        pid for pid in pids if _read(pid, "stat").rpartition(b")")[2].split()[:1] not in ([], [b"Z"], [b"X"])
    ]


def command(name: str, *args: str) -> str:
    return "cmd:" + shlex.join([sys.executable, str(HOSTILE / f"{name}.py"), *args])


def played(name: str, *args: str, limit: float = ENOUGH) -> Outcome:
    """A match of the program, at seat 0, against Easy."""
    return play_match(Contest((command(name, *args), "easy"), move_limit=limit), (0, 1), 0, (0, 1))


@linux
@pytest.mark.parametrize(
    ("name", "kind", "why", "limit"),
    [
        ("flood", "illegal", "answered request", ENOUGH),
        ("flood_unasked", "illegal", "answered pass, which is not legal", ENOUGH),
        ("huge_line", "illegal", "more than 65536 bytes", ENOUGH),
        ("hang", "late", "within 1.5 s", SHORT),
        ("deaf", "late", "within 1.5 s", SHORT),
        ("drip", "late", "within 1.5 s", SHORT),
        ("frozen", "late", "within 1.5 s", SHORT),
        ("dies", "died", "exit status 3", ENOUGH),
        ("silent", "died", "stopped", ENOUGH),
        ("other_id", "illegal", "when asked 1", ENOUGH),
        ("no_id", "illegal", "request True when asked 1", ENOUGH),
        ("event_answerer", "illegal", "answered request 0", ENOUGH),
        ("garbage", "illegal", "no line of JSON", ENOUGH),
        ("deep", "illegal", "no line of JSON", ENOUGH),
        ("big_number", "illegal", "no line of JSON", ENOUGH),
        ("surrogates", "illegal", "which is no move", ENOUGH),
        ("escapes", "illegal", "no line of JSON", ENOUGH),
        ("illegal", "illegal", "which is not legal", ENOUGH),
    ],
)
def test_a_hostile_bot_loses_says_why_in_one_clean_line_and_leaves_no_process(
    name, kind, why, limit, remaining, capfd
):
    outcome = played(name, limit=limit)
    assert outcome.winner == 1
    assert outcome.fault is not None
    assert (outcome.fault.player, outcome.fault.kind) == (0, kind)
    assert why in outcome.fault.why
    assert outcome.fault.why.isprintable()
    assert len(outcome.fault.why) < 300
    assert capfd.readouterr() == ("", "")
    assert remaining() == set()


@linux
@pytest.mark.parametrize("args", [(), ("stay",)])
def test_children_of_a_bot_end_with_it_wherever_they_went(args, remaining):
    bot = ExternalBot(command("strays", *args), limit=ENOUGH)
    match = Match("7K3F-9QXM-2AB4")
    bot.choose(match.view(match.deal.turn), match.deal.legal())
    assert len(remaining()) == 5
    bot.close()
    assert remaining() == set()


@linux
def test_a_bot_that_ignores_the_end_is_ended(remaining):
    outcome = played("ignores_the_end")
    assert outcome.fault is None
    assert outcome.deals > 0
    assert remaining() == set()


@linux
def test_standard_error_goes_into_a_log_of_limited_size_without_control_characters(logs, remaining, capfd):
    outcome = played("noisy")
    assert outcome.fault is None
    (log,) = logs.iterdir()
    text = log.read_text()
    assert text.startswith("all is well ?[2J\n")
    assert 0 < len(text) <= 1 << 20
    assert capfd.readouterr() == ("", "")
    assert remaining() == set()


def test_what_a_dying_bot_said_is_in_its_log(logs):
    outcome = played("dies")
    (log,) = logs.iterdir()
    assert outcome.fault is not None
    assert log.name in outcome.fault.why
    assert log.read_text() == "out of ?[31mideas\n"


def test_a_log_that_cannot_be_written_harms_nobody(logs, monkeypatch):
    blocked = logs / "file"
    blocked.write_text("")
    monkeypatch.setattr(external, "log_folder", blocked)
    assert played("dies").fault.kind == "died"


def test_a_bot_that_failed_stays_failed():
    match = Match("7K3F-9QXM-2AB4")
    view, legal = match.view(match.deal.turn), match.deal.legal()
    for name, error, limit in (
        ("other_id", BotIllegal, 30),
        ("dies", BotDied, 30),
        ("deaf", BotTimeout, 0.2),
    ):
        bot = ExternalBot(command(name), limit=limit)
        if name == "dies":
            bot.choose(view, legal)
        for _ in range(2):
            with pytest.raises(error):
                bot.choose(view, legal)
        bot.close()


def test_a_program_that_is_not_there_is_an_unknown_bot():
    with pytest.raises(bots.UnknownBot, match="there is no program no-such-program"):
        bots.create("cmd:no-such-program --fast", 1)
    with pytest.raises(bots.UnknownBot, match="names no program"):
        bots.create("cmd:", 1)
    with pytest.raises(bots.UnknownBot, match="no closing quotation"):
        bots.create("cmd:python3 'x", 1)


def test_a_program_that_cannot_be_started_loses(tmp_path):
    broken = tmp_path / "broken"
    broken.write_text("#!/no/such/interpreter\n")
    broken.chmod(0o755)
    outcome = play_match(Contest((f"cmd:{broken}", "easy")), (0, 1), 0, (0, 1))
    assert outcome.fault is not None
    assert outcome.fault.why.startswith("cannot be started")


def test_a_bot_can_be_closed_while_it_thinks():
    bot = ExternalBot(command("hang"), limit=ENOUGH)
    match = Match("7K3F-9QXM-2AB4")
    caught: list[Exception] = []

    def think() -> None:
        try:
            bot.choose(match.view(match.deal.turn), match.deal.legal())
        except bots.external.BotError as error:
            caught.append(error)

    thread = threading.Thread(target=think)
    thread.start()
    while bot._program is None:
        time.sleep(0.01)
    bot.close()
    thread.join(10)
    assert [type(error) for error in caught] == [BotDied]
