"""Matches in play for tests of session, store, stats and commands."""

from __future__ import annotations

from random import Random

from ginrummy.engine.moves import Kind
from ginrummy.engine.record import Header, Player, Recorder, dump
from ginrummy.engine.rules import STANDARD, HouseRules
from ginrummy.engine.shuffle import seeded_code
from ginrummy.session import Session, new_header
from ginrummy.store import Store
from tests.engine.tables import choose_well

CODE = "7K3F-9QXM-2AB4"
SHORT = HouseRules(target=30)


def new_session(
    store: Store,
    rules: HouseRules = STANDARD,
    mode: str = "friendly",
    level: str = "easy",
    code: str | None = CODE,
) -> Session:
    """A match that has just begun."""
    return Session.new(new_header(rules, level, mode, code), store)


def play_on(session: Session, chance: Random, moves: int = 100_000, takes: bool = True) -> Session:
    """Play both seats with sensible moves, so many of them or to the end of the match."""
    for _ in range(moves):
        match = session.match
        if match.over:
            break
        if match.deal.over:
            session.next_deal()
        move = choose_well(match.deal, chance)
        if move.kind is Kind.TAKE and not takes:
            move = match.deal.legal()[0]
        if session.bot_to_move:
            assert session.play_bot(session.token, move)
        else:
            session.play(move)
    return session


def finished(
    store: Store, seed: int, rules: HouseRules = SHORT, mode: str = "friendly", level: str = "easy"
) -> Session:
    """A match played to its end and closed; the same for the same seed."""
    session = play_on(new_session(store, rules, mode, level, seeded_code(seed, 0)), Random(seed))
    session.close()
    return session


def a_record(moves: int) -> bytes:
    """The text of a record that is always the same."""
    players = (Player("human"), Player("bot", "easy", 7))
    recorder = Recorder(Header(CODE, STANDARD, players, "friendly", "2026-11-30T06:44:12+00:00", "0.1.0"))
    lines, chance = recorder.opening(), Random(1)
    for _ in range(moves):
        deal = recorder.match.deal
        lines += recorder.next_deal() if deal.over else recorder.play(choose_well(deal, chance))
    return dump(lines).encode()
