"""One match in play: every move saved, gone on with exactly there, whatever happens to the file."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ginrummy import bots, journal
from ginrummy.engine.cards import Card
from ginrummy.engine.deal import IllegalMove, Reason
from ginrummy.engine.moves import DRAW, PASS, TAKE, Kind, Move
from ginrummy.engine.rules import HouseRules, RuleError
from ginrummy.session import Fault, Session, Token, new_header
from ginrummy.settings import Settings
from ginrummy.start import StartOptions
from ginrummy.store import Store, Unopened, load
from tests.matches import CODE, new_session, play_on


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "data")


def moves_of(session: Session) -> list[list[Move]]:
    return [deal.moves for deal in session.match.deals]


# Playing


def test_a_match_goes_on_exactly_where_it_was_left(store: Store) -> None:
    session = play_on(new_session(store), Random(1), moves=70)
    session.close()
    again = Session.resume(session.path, store)
    assert again.view == session.view
    assert moves_of(again) == moves_of(session)
    assert (again.header, again.trouble, again.torn) == (session.header, None, False)


def test_every_move_is_in_the_file_as_soon_as_it_is_made(store: Store) -> None:
    session = new_session(store)
    for _ in range(60):
        play_on(session, Random(1), moves=1)
        saved = load(session.path)
        assert [deal.moves for deal in saved.match.deals] == moves_of(session)


def test_a_whole_match_is_played_to_its_end(store: Store) -> None:
    session = play_on(new_session(store), Random(1))
    assert session.match.over
    assert session.match.tally.over
    assert len(session.deals) == session.match.number
    assert load(session.path).match.tally == session.match.tally


def test_an_illegal_move_is_refused_with_its_reason_and_not_saved(store: Store) -> None:
    session = new_session(store)
    size = session.path.stat().st_size
    assert session.check(DRAW) is Reason.OFFERFIRST
    with pytest.raises(IllegalMove):
        session.play(DRAW)
    assert session.path.stat().st_size == size


def test_the_person_cannot_move_for_the_bot(store: Store) -> None:
    session = new_session(store)
    session.play(PASS)
    assert session.bot_to_move
    assert session.check(PASS) is Reason.TURN


def test_the_log_hides_what_the_bot_drew_until_the_hands_are_shown(store: Store) -> None:
    session = new_session(store)
    session.play(PASS)
    session.play_bot(session.token, PASS)
    session.play(DRAW)
    own = session.match.deal.deck[21]
    assert [(entry.seat, entry.move, entry.card) for entry in session.log] == [
        (0, PASS, None), (1, PASS, None), (0, DRAW, own),
    ]  # fmt: skip
    session.play(Move(Kind.DISCARD, own))
    session.play_bot(session.token, DRAW)
    assert session.log[-1].card is None
    play_on(session, Random(1), moves=1)
    while not session.match.deal.over:
        play_on(session, Random(1), moves=1)
    shown = session.match.deal.result is not None and session.match.deal.result.settlement is not None
    assert (session.log[4].card is not None) == shown


def test_a_take_is_logged_with_the_card_that_both_saw(store: Store) -> None:
    session = new_session(store)
    upcard = session.match.deal.upcard
    session.play(TAKE)
    assert session.log[-1].card == upcard


# Taking back, hints, giving up


def test_taking_back_in_a_friendly_match_is_marked(store: Store) -> None:
    session = new_session(store)
    assert session.may_take_back() == "undonone"
    session.play(PASS)
    session.play_bot(session.token, PASS)
    session.play(DRAW)
    assert session.may_take_back() is None
    session.take_back()
    assert session.match.deal.moves == [PASS, PASS]
    assert session.marks.undone == {1: 1}
    session.close()
    assert Session.resume(session.path, store).marks.undone == {1: 1}


def test_a_ranked_match_has_neither_take_backs_nor_hints(store: Store) -> None:
    session = new_session(store, mode="ranked")
    assert session.may_hint() == "hintranked"
    session.play(PASS)
    assert session.may_take_back() == "undoranked"


def test_hints_come_on_ones_own_turn_and_are_marked(store: Store) -> None:
    session = new_session(store)
    assert session.may_hint() is None
    session.hint()
    assert session.marks.hints == {1: 1}
    session.play(PASS)
    assert session.may_hint() == "hintturn"
    with pytest.raises(ValueError, match="hintturn"):
        session.hint()


def test_giving_up_loses_the_match_and_is_kept(store: Store) -> None:
    session = new_session(store)
    session.give_up()
    assert (session.match.over, session.match.winner, session.ended) == (True, 1, "gave_up")
    with pytest.raises(ValueError, match="the match is over"):
        session.give_up()
    assert load(session.path).ended == "gave_up"


# The bot


def test_the_bot_thinks_and_its_answer_is_played(store: Store) -> None:
    session = new_session(store)
    session.play(PASS)
    token, answer = session.think()
    assert isinstance(answer, Move)
    assert session.play_bot(token, answer)
    assert session.match.deal.moves == [PASS, answer]


def test_thinking_changes_nothing(store: Store) -> None:
    session = new_session(store)
    session.play(PASS)
    size = session.path.stat().st_size
    assert session.think() == session.think()
    assert session.path.stat().st_size == size


def test_a_stale_answer_is_dropped(store: Store) -> None:
    session = new_session(store)
    session.play(PASS)
    token, answer = session.think()
    session.take_back()
    assert not session.play_bot(token, answer)
    session.play(PASS)  # the same position again, but not the same moment
    assert not session.play_bot(token, answer)
    assert session.match.deal.moves == [PASS]
    assert session.fault is None


def test_an_answer_for_another_deal_is_dropped(store: Store) -> None:
    session = new_session(store)
    session.play(PASS)
    assert not session.play_bot(Token(2, 1, session.token.edits), PASS)


class Wrong:
    """A bot that does what it is told to."""

    def __init__(self, act: Callable[[], Move]) -> None:
        self.act = act
        self.heard: list[dict[str, Any]] = []
        self.closed = 0

    def choose(self, view: object, legal: object) -> Move:
        return self.act()

    def hear(self, event: dict[str, Any]) -> None:
        self.heard.append(event)

    def close(self) -> None:
        self.closed += 1


def _raise(error: BaseException) -> Move:
    raise error


@pytest.mark.parametrize(
    ("act", "why"),
    [
        (lambda: DRAW, "illegal"),
        (lambda: Move(Kind.LAYOFF, None, 99), "illegal"),
        (lambda: _raise(RuntimeError("boom")), "no_answer"),
        (lambda: _raise(RecursionError()), "no_answer"),
    ],
)
def test_a_bot_that_fails_loses_the_match(
    store: Store, monkeypatch: pytest.MonkeyPatch, act: Callable[[], Move], why: str
) -> None:
    monkeypatch.setattr(bots, "create", lambda name, seed: Wrong(act))
    session = new_session(store)
    session.play(PASS)
    assert session.play_bot(*session.think())
    assert (session.ended, session.match.winner) == (why, 0)
    assert session.fault is not None
    assert load(session.path).ended == why


def test_a_bot_hears_the_end_of_deals_and_match_and_is_closed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = Wrong(lambda: PASS)
    monkeypatch.setattr(bots, "create", lambda name, seed: bot)
    session = new_session(store)
    session.play(PASS)
    session.play_bot(*session.think())
    play_on(session, Random(1))
    assert [event["event"] for event in bot.heard] == ["deal_over"] * session.match.number + ["match_over"]
    session.close()
    session.close()
    assert bot.closed == 1


def test_a_match_against_a_bot_that_is_not_installed_is_left_as_it_is(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside = {"guest": type("Entry", (), {"load": lambda self: lambda seed: Wrong(lambda: PASS)})()}
    monkeypatch.setattr(bots, "_outside", lambda: outside)
    session = new_session(store, level="guest")
    session.close()
    before = session.path.read_bytes()
    outside.clear()
    with pytest.raises(Unopened) as caught:
        Session.resume(session.path, store)
    assert caught.value.notice == journal.Notice("bot.gone", {"name": "guest"})
    assert session.path.read_bytes() == before
    with pytest.raises(bots.UnknownBot):
        new_session(store, level="guest")


def test_a_fault_may_be_played_like_an_answer(store: Store) -> None:
    session = new_session(store)
    session.play(PASS)
    assert session.play_bot(session.token, Fault("no_answer", "too slow"))
    assert session.ended == "no_answer"


# Bad disks


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Makes writing fail with the error number in `disk["errno"]`, after so many bytes of a write."""
    state = {"errno": 0, "after": 0}
    write = os.write

    def failing_write(file: int, data: bytes) -> int:
        if not state["errno"]:
            return write(file, data)
        if state["after"]:
            written = write(file, data[: state["after"]])
            state["after"] = 0
            return written
        raise OSError(state["errno"], os.strerror(state["errno"]))

    monkeypatch.setattr(os, "write", failing_write)
    return state


@pytest.mark.parametrize(
    ("error", "key"),
    [(errno.ENOSPC, "save.full"), (errno.EIO, "save.readonly"), (errno.EROFS, "save.readonly")],
)
@pytest.mark.parametrize("after", [0, 7])
def test_on_a_bad_disk_the_match_goes_on_and_is_saved_when_it_can_be(
    store: Store, disk: dict[str, int], error: int, key: str, after: int
) -> None:
    session = play_on(new_session(store), Random(1), moves=10)
    disk.update(errno=error, after=after)
    play_on(session, Random(1), moves=10)
    assert session.trouble is not None
    assert session.trouble.key == key
    assert not session.saved
    disk["errno"] = 0
    play_on(session, Random(1), moves=1)
    assert session.trouble is not None
    assert session.trouble.key == "save.again"
    assert [deal.moves for deal in load(session.path).match.deals] == moves_of(session)
    play_on(session, Random(1), moves=1)
    assert session.trouble is None
    assert len(list(store.match_files())) == 1


def test_a_match_may_begin_where_nothing_can_be_written(store: Store, disk: dict[str, int]) -> None:
    disk["errno"] = errno.EROFS
    session = play_on(new_session(store), Random(1), moves=10)
    assert session.trouble is not None
    assert session.trouble.values == {"path": str(store.matches_folder)}
    assert list(store.match_files()) == []
    disk["errno"] = 0
    session.retry()
    assert [deal.moves for deal in load(session.path).match.deals] == moves_of(session)


def test_a_file_in_the_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    session = play_on(new_session(Store(tmp_path / "data")), Random(1), moves=10)
    assert session.trouble is not None
    assert session.trouble.key == "save.readonly"
    (tmp_path / "data").unlink()
    play_on(session, Random(1), moves=1)
    assert session.saved


def test_a_folder_deleted_in_the_middle_is_made_again_with_the_whole_match(store: Store) -> None:
    session = play_on(new_session(store), Random(1), moves=10)
    session.path.unlink()
    store.matches_folder.rmdir()
    play_on(session, Random(1), moves=10)
    assert session.trouble is None
    assert [deal.moves for deal in load(session.path).match.deals] == moves_of(session)


def test_a_file_replaced_by_a_folder_is_left_and_the_match_goes_on_beside_it(store: Store) -> None:
    session = play_on(new_session(store), Random(1), moves=10)
    first = session.path
    first.unlink()
    first.mkdir()
    play_on(session, Random(1), moves=10)
    assert first.is_dir()
    assert session.path == first.with_name(f"{first.stem}-2.jsonl")
    assert [deal.moves for deal in load(session.path).match.deals] == moves_of(session)


def test_what_another_machine_wrote_is_left_and_the_match_goes_on_beside_it(store: Store) -> None:
    session = play_on(new_session(store), Random(1), moves=10)
    first = session.path
    with first.open("a") as other:
        other.write('{"seat":0,"do":"hint"}\n')
    theirs = first.read_bytes()
    play_on(session, Random(1), moves=1)
    assert session.trouble is not None
    assert (session.trouble.key, session.trouble.values) == ("save.elsewhere", {"path": str(session.path)})
    assert first.read_bytes() == theirs
    assert session.path != first
    assert [deal.moves for deal in load(session.path).match.deals] == moves_of(session)


@pytest.mark.skipif(os.name == "nt", reason="symbolic links need a privilege there")
def test_a_match_behind_a_symbolic_link_is_gone_on_with_in_its_place(store: Store, tmp_path: Path) -> None:
    session = play_on(new_session(store), Random(1), moves=10)
    session.close()
    real = tmp_path / "elsewhere.jsonl"
    session.path.rename(real)
    session.path.symlink_to(real)
    again = play_on(Session.resume(session.path, store), Random(1), moves=10)
    assert again.saved
    assert session.path.is_symlink()
    assert [deal.moves for deal in load(real).match.deals] == moves_of(again)


def test_a_read_only_file_is_kept_and_written_again_once_it_may_be(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = play_on(new_session(store), Random(1), moves=10)
    session.close()
    opened = os.open

    def read_only(path: str, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_RDWR and not flags & os.O_CREAT:
            raise PermissionError(errno.EACCES, "read-only")
        return opened(path, flags, mode)

    monkeypatch.setattr(os, "open", read_only)
    again = play_on(Session.resume(session.path, store), Random(1), moves=5)
    assert again.trouble is not None
    assert again.trouble.key == "save.readonly"
    with pytest.raises(Unopened, match=r"save\.two"):
        Session.resume(session.path, store)
    monkeypatch.setattr(os, "open", opened)
    play_on(again, Random(1), moves=1)
    assert again.saved
    assert again.path == session.path
    assert [deal.moves for deal in load(session.path).match.deals] == moves_of(again)


# Torn files, two at once


def test_a_torn_last_line_is_dropped_and_the_match_goes_on_from_the_move_before(store: Store) -> None:
    session = play_on(new_session(store), Random(1), moves=20)
    session.close()
    with session.path.open("ab") as file:
        file.write(b'{"seat":0,"do":"dr')
    again = Session.resume(session.path, store)
    assert again.torn
    assert moves_of(again) == moves_of(session)
    play_on(again, Random(1), moves=10)
    assert again.trouble is None
    assert [deal.moves for deal in load(session.path).match.deals] == moves_of(again)


def test_cut_anywhere_a_match_goes_on(store: Store) -> None:
    """All lengths that a kill in the middle of a write can leave, from the header on."""
    session = play_on(new_session(store), Random(1), moves=40)
    session.close()
    whole = session.path.read_bytes()
    first = whole.index(b"\n") + 1
    for length in range(first, len(whole), 7):
        session.path.write_bytes(whole[:length])
        again = play_on(Session.resume(session.path, store), Random(1), moves=2)
        assert again.saved
        again.close()
        assert [deal.moves for deal in load(session.path).match.deals] == moves_of(again)


def test_a_second_program_on_the_same_match_is_refused_until_the_first_is_gone(store: Store) -> None:
    session = new_session(store)
    with pytest.raises(Unopened) as caught:
        Session.resume(session.path, store)
    assert caught.value.notice.key == "save.two"
    assert store.look(session.path).match.deal.moves == []
    session.close()
    Session.resume(session.path, store).close()


PLAYER = """
import sys
from random import Random
from ginrummy.session import Session
from ginrummy.store import Store
from tests.matches import new_session, play_on
store = Store(sys.argv[1])
session = new_session(store, code=None)
print(session.path, flush=True)
chance, count = Random(int(sys.argv[2])), 0
while True:
    if session.match.over:
        session.close()
        session = new_session(store, code=None)
        print(session.path, flush=True)
        count = 0
    play_on(session, chance, moves=1)
    count += 1
    print(count, flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
@pytest.mark.parametrize("seed", range(4))
def test_killed_at_any_moment_every_finished_move_is_there(store: Store, seed: int) -> None:
    """The player tells each move after it was made, then it is killed: nothing that it told is missing."""
    root = Path(__file__).parents[1]
    player = subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(store.data), str(seed)],
        cwd=root,
        env={**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{root / 'src'}"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert player.stdout is not None
    path, told = "", 0
    for _ in range(Random(seed).randint(1, 150)):
        line = player.stdout.readline().strip()
        path, told = (path, int(line)) if line.isdecimal() else (line, 0)
    player.send_signal(signal.SIGKILL)
    rest = player.stdout.read().split("\n")[:-1]
    player.wait()
    for line in rest:
        path, told = (path, int(line)) if line.isdecimal() else (line, 0)
    session = Session.resume(Path(path), store)  # the lock went with the process
    moves = sum(len(deal.moves) for deal in session.match.deals)
    assert moves in (told, told + 1)
    play_on(session, Random(1), moves=20)
    session.close()
    assert [deal.moves for deal in load(session.path).match.deals] == moves_of(session)


# Starting


def test_a_new_match_follows_the_settings_unless_the_options_say_otherwise() -> None:
    settings = Settings(rules=HouseRules(target=250, undercut_bonus=10), level="hard", mode="ranked")
    header = StartOptions().header(settings)
    assert (header.rules, header.players[1].name, header.mode) == (settings.rules, "hard", "ranked")
    asked = StartOptions(level="easy", preset="pagat", target=50, rules={"tie": "none"}, code=CODE)
    header = asked.header(settings)
    assert header.rules == HouseRules.preset("pagat", target=50, tie="none")
    assert (header.players[1].name, header.code) == ("easy", CODE)
    assert StartOptions(rules={"tie": "none"}).house_rules(settings) == replace(settings.rules, tie="none")


def test_options_that_shape_a_match() -> None:
    assert not StartOptions(lang="ne", plain=True, ascii=True, new=True).shapes_match
    assert all(
        options.shapes_match
        for options in (
            StartOptions(level="easy"), StartOptions(preset="pagat"), StartOptions(target=50),
            StartOptions(rules={"tie": "none"}), StartOptions(code=CODE),
        )
    )  # fmt: skip


def test_impossible_rules_are_refused() -> None:
    with pytest.raises(RuleError, match="unknown preset"):
        StartOptions(preset="nobody").header(Settings())


def test_the_same_code_gives_the_same_deals_against_any_bot(store: Store) -> None:
    decks: list[list[tuple[Card, ...]]] = []
    for level in ("easy", "hard"):
        session = new_session(store, level=level)
        while session.match.number < 3:
            if session.match.deal.over:
                session.next_deal()
            else:
                play_on(session, Random(len(decks)), moves=1)
        decks.append([deal.deck for deal in session.match.deals[:3]])
        session.close()
    assert decks[0] == decks[1]


def test_matches_get_codes_and_seeds_of_their_own() -> None:
    headers = [new_header(HouseRules(), "easy") for _ in range(20)]
    assert len({header.code for header in headers}) == 20
    assert len({header.players[1].seed for header in headers}) == 20
