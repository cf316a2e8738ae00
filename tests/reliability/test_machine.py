"""A match under any order of moves, take-backs, kills, bad disks and other windows (a Hypothesis machine)."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from ginrummy.engine.rules import PRESETS, HouseRules
from ginrummy.engine.shuffle import seeded_code
from ginrummy.session import Onlooker, Session, new_header
from ginrummy.store import Store, Unopened, load
from tests.reliability.sizes import size


class Match(RuleBasedStateMachine):
    """The file is always a match that verifies; when all is saved it is the match in memory."""

    @initialize(
        preset=st.sampled_from(sorted(PRESETS)),
        mode=st.sampled_from(["friendly", "ranked"]),
        seed=st.integers(0, 9999),
    )
    def start(self, preset: str, mode: str, seed: int) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.store = Store(self.folder.name)
        self.patch = pytest.MonkeyPatch()
        self.full = False
        rules = HouseRules.preset(preset, target=30, layoff="choose")
        self.session = Session.new(new_header(rules, "easy", mode, seeded_code(seed, 1)), self.store)

    def teardown(self) -> None:
        if hasattr(self, "session"):
            self.patch.undo()
            self.session.close()
            self.folder.cleanup()

    @property
    def on(self) -> bool:
        """Whether a move can be made."""
        return not self.session.match.over and not self.session.match.deal.over

    @precondition(lambda self: self.on)
    @rule(data=st.data(), times=st.integers(1, 12))
    def move(self, data: st.DataObject, times: int) -> None:
        for _ in range(times):
            if not self.on:
                return
            move = data.draw(st.sampled_from(self.session.match.deal.legal()))
            if self.session.bot_to_move:
                assert self.session.play_bot(self.session.token, move)
            else:
                self.session.play(move)

    @precondition(lambda self: self.session.match.deal.over and not self.session.match.over)
    @rule()
    def deal(self) -> None:
        self.session.next_deal()

    @rule()
    def take_back(self) -> None:
        if self.session.may_take_back() is None:
            self.session.take_back()

    @rule()
    def hint(self) -> None:
        if self.session.may_hint() is None:
            self.session.hint()

    @rule()
    def disk_fills_up(self) -> None:
        def full(file: int, data: bytes) -> int:
            raise OSError(errno.ENOSPC, "full")

        self.full = True
        self.patch.setattr(os, "write", full)

    @rule()
    def disk_is_emptied(self) -> None:
        self.patch.undo()
        self.full = False
        self.session.retry()

    @precondition(lambda self: not self.full)
    @rule(torn=st.binary(max_size=20).filter(lambda data: b"\n" not in data))
    def killed(self, torn: bytes) -> None:
        """The process is gone, perhaps in the middle of a line."""
        if not self.session.path.exists():
            return
        before = [deal.moves for deal in self.session.match.deals]
        self.session._journal.close()
        with self.session.path.open("ab") as file:
            file.write(torn)
        whole = self.session.path.read_bytes().endswith(b"\n")
        self.session = Session.resume(self.session.path, self.store)
        assert self.session.torn != whole
        assert [deal.moves for deal in self.session.match.deals] == before

    @rule()
    def second_window(self) -> None:
        if self.session.path.exists() and self.session.saved:
            with pytest.raises(Unopened):
                Session.resume(self.session.path, self.store)
            onlooker = Onlooker.at(self.session.path, self.store)
            assert onlooker.match.deal.moves == self.session.match.deal.moves

    @precondition(lambda self: self.session.match.number > 1)
    @rule()
    def give_up(self) -> None:
        if not self.session.match.over:
            self.session.give_up()

    @invariant()
    def the_record_verifies(self) -> None:
        if not hasattr(self, "session") or not Path(self.session.path).exists():
            return
        saved = load(self.session.path)
        if self.session.saved:
            assert [deal.moves for deal in saved.match.deals] == [
                deal.moves for deal in self.session.match.deals
            ]
            assert saved.marks == self.session.marks
            assert saved.ended == self.session.ended


TestMatch = Match.TestCase
TestMatch.settings = settings(max_examples=size(5, 300), stateful_step_count=30, deadline=None)
