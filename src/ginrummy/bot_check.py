"""Trying a bot, mostly one from outside: a set of decisions of every kind, then two whole matches.

Each decision goes to a bot that has just been started, as happens when an unfinished match is resumed.

    >>> [finding.fault for finding in check("easy") if finding.fault]
    []
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from ginrummy import arena
from ginrummy.bots.external import LIMIT, ExternalBot
from ginrummy.bots.program import BotError
from ginrummy.engine import melds
from ginrummy.engine.deal import Deal, Phase
from ginrummy.engine.match import Match
from ginrummy.engine.moves import BIG_GIN, DRAW, PASS, TAKE, Kind, Move
from ginrummy.engine.rules import PRESETS, STANDARD, HouseRules
from ginrummy.engine.shuffle import seeded_code
from ginrummy.engine.view import View

MOST_MATCHES = 400
"""Matches that are searched for a situation."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A decision that is looked for: under these rules, where `fits(match, legal)`."""

    name: str
    rules: HouseRules
    fits: Callable[[Match, list[Move]], bool]


@dataclass(frozen=True, slots=True)
class Finding:
    """How one try went: the answer, or the fault in a line. `note` is what is no fault but worth knowing."""

    name: str
    answer: str = ""
    fault: str | None = None
    note: str | None = None
    ms: float = 0.0


def check(name: str, limit: float = LIMIT, logs: Path | None = None) -> Iterator[Finding]:
    """Try the bot `name` on everything. Raises `UnknownBot`, and `ArenaError` when it cannot be made."""
    contest = arena.Contest((name, "easy"), matches=2, move_limit=limit, logs=logs)
    arena.check(contest)
    for situation, view, legal in decisions():
        yield _try(contest, situation, view, legal)
    for seating in ((0, 1), (1, 0)):
        outcome = arena.play_match(contest, (0, 1), 0, seating)
        fault = outcome.fault.why if outcome.fault and outcome.fault.player == 0 else None
        played = f"{outcome.deals} deals" if fault is None else ""
        yield Finding(f"a whole match at seat {seating.index(0)}, with events", played, fault)


def _try(contest: arena.Contest, situation: Situation, view: View, legal: tuple[Move, ...]) -> Finding:
    bot = contest.bot(contest.names[0], seed=1)
    start = time.perf_counter()
    note = None
    try:
        move = bot.choose(view, legal)
        ms = (time.perf_counter() - start) * 1000
    except BotError as error:
        return Finding(situation.name, fault=str(error))
    finally:
        how = bot.close() if isinstance(bot, ExternalBot) else None
        if how and how.startswith("ended by"):
            note = "does not stop when its input ends, and had to be ended"
    if move not in legal:
        return Finding(situation.name, fault=f"chose {move}, which is not legal")
    return Finding(situation.name, str(move), note=note, ms=ms)


@cache
def decisions() -> list[tuple[Situation, View, tuple[Move, ...]]]:
    """Every situation with a view and the legal moves, always the same ones."""
    found = []
    for rules in dict.fromkeys(situation.rules for situation in SITUATIONS):
        wanted = [situation for situation in SITUATIONS if situation.rules == rules]
        for match, legal in _positions(rules):
            for situation in [each for each in wanted if each.fits(match, legal)]:
                wanted.remove(situation)
                found.append((situation, match.view(match.deal.turn), tuple(legal)))
            if not wanted:
                break
        assert not wanted, f"{wanted[0].name} was not found"
    return found


def _positions(rules: HouseRules) -> Iterator[tuple[Match, list[Move]]]:
    """Decisions of many matches under `rules`, played sensibly but for a reluctance to knock."""
    for number in range(MOST_MATCHES):
        match, chance = Match(seeded_code(5, number), rules), Random(number)
        while not match.over:
            if match.deal.over:
                match.next_deal()
            legal = match.deal.legal()
            yield match, legal
            match.apply(_sensible(match.deal, legal, chance))


def _sensible(deal: Deal, legal: list[Move], chance: Random) -> Move:
    hand = deal.hands[deal.turn]
    if deal.phase is not Phase.DISCARD:
        better = TAKE in legal and melds.after_discard(hand | deal.pile[-1].bit) < melds.deadwood(hand) - 2
        return TAKE if better or deal.phase is Phase.LAST else legal[-1] if PASS in legal else legal[0]
    if BIG_GIN in legal:
        return BIG_GIN
    knocks = [move for move in legal if move.kind is Kind.KNOCK]
    if knocks and (deal.must_knock or chance.random() < 0.2):
        return knocks[0]
    discards = [move for move in legal if move.kind is Kind.DISCARD]
    return min(discards, key=lambda move: melds.deadwood(hand & ~(1 << (move.card or 0))))


def _knocks(match: Match, legal: list[Move]) -> list[int]:
    """The deadwood of every knock that is legal."""
    hand = match.deal.hands[match.deal.turn]
    return [melds.deadwood(hand & ~(1 << (move.card or 0))) for move in legal if move.kind is Kind.KNOCK]


def _events(count: int, phase: Phase) -> Callable[[Match, list[Move]], bool]:
    return lambda match, legal: match.deal.phase is phase and len(match.deal.events) == count


def _gin(match: Match, legal: list[Move]) -> bool:
    return 0 in _knocks(match, legal)


def _knock(match: Match, legal: list[Move]) -> bool:
    return max(_knocks(match, legal), default=0) > 0


def _past(*results: str) -> Callable[[Match, list[Move]], bool]:
    return lambda match, legal: {result.result for result in match.results} >= set(results)


_OKLAHOMA = HouseRules.preset("oklahoma")
_STRAIGHT = HouseRules.preset("straight")
_LAST = HouseRules(last_discard="take")

SITUATIONS: tuple[Situation, ...] = (
    Situation("the upcard, offered first", STANDARD, _events(0, Phase.UPCARD)),
    Situation("the upcard, after the other passed", STANDARD, _events(1, Phase.UPCARD)),
    Situation("both passed: only the stock", STANDARD, lambda match, legal: match.deal.must_draw),
    Situation("pile or stock", STANDARD, lambda match, legal: len(legal) == 2 and DRAW in legal),
    Situation("a discard after a draw", STANDARD, lambda match, legal: len(legal) == 11),
    Situation(
        "a discard after taking from the pile", STANDARD, lambda match, legal: match.deal.taken is not None
    ),
    Situation("a knock is legal", STANDARD, _knock),
    Situation("gin is legal", STANDARD, _gin),
    Situation(
        "the other holds cards that are known",
        STANDARD,
        lambda match, legal: bool(match.deal.known[1 - match.deal.turn]),
    ),
    Situation("the end of the stock", STANDARD, lambda match, legal: match.deal.stock <= 4),
    Situation("after deals of several kinds", STANDARD, _past("knock", "gin", "void")),
    Situation("after an undercut", STANDARD, _past("undercut")),
    Situation("gin only: no gin yet", _STRAIGHT, _events(3, Phase.DISCARD)),
    Situation("gin only: gin", _STRAIGHT, _gin),
    Situation(
        "Oklahoma: a low limit",
        _OKLAHOMA,
        lambda match, legal: match.deal.limit < 6 and bool(_knocks(match, legal)),
    ),
    Situation(
        "Oklahoma: an ace, gin only",
        _OKLAHOMA,
        lambda match, legal: match.deal.limit == 0 and match.deal.phase is Phase.DISCARD,
    ),
    Situation("big gin is legal", HouseRules(big_gin=31), lambda match, legal: BIG_GIN in legal),
    Situation("the last discard may be taken", _LAST, lambda match, legal: match.deal.phase is Phase.LAST),
    Situation("the last discard was taken: knock", _LAST, lambda match, legal: match.deal.must_knock),
    *(
        Situation(f"rules of {name}", HouseRules.preset(name, target=200), _past("knock"))
        for name in PRESETS
        if name != "straight"
    ),
)
"""What is tried: every phase, the kinds of rules, and what a view can hold."""
