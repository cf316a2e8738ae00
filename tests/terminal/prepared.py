"""Data folders with matches at moments that tests want to begin at."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

from ginrummy.engine.deal import Phase
from ginrummy.engine.match import Match
from ginrummy.engine.record import Header, Player, Recorder, dump
from ginrummy.engine.rules import STANDARD, HouseRules
from ginrummy.engine.shuffle import seeded_code
from ginrummy.engine.view import View
from ginrummy.telling import counts_of_knocks
from tests.engine.tables import choose_well

ME = 0
Wanted = Callable[[View], bool]


def at_upcard(view: View) -> bool:
    """The player may take the first upcard, and has nothing to knock with for a while."""
    return view.phase is Phase.UPCARD


def can_knock(view: View) -> bool:
    """The player may knock, short of gin."""
    counts = counts_of_knocks(view)
    return bool(counts) and 0 not in counts.values()


def can_win(view: View) -> bool:
    """The player may knock, and wins the match if that wins the hand."""
    return can_knock(view) and view.scores[ME] > view.rules.target - 5


def write_match(
    folder: Path,
    name: str,
    wanted: Wanted,
    hands: int = 2,
    rules: HouseRules = STANDARD,
    mode: str = "friendly",
) -> Path:
    """A match of at least `hands` finished hands that waits for the player at a moment that is `wanted`."""
    for seed in range(1000):
        players = (Player("human"), Player("bot", "easy", 7))
        header = Header(seeded_code(seed, 1), rules, players, mode, "2026-11-30T06:44:12+00:00", "0.1.0")
        recorder = Recorder(header)
        lines = recorder.opening()
        chance = Random(seed)
        while not recorder.match.over:
            match = recorder.match
            if match.deal.over:
                lines += recorder.next_deal()
            elif _is_there(match, hands) and wanted(match.view(ME)):
                return _written(folder, name, dump(lines))
            else:
                lines += recorder.play(choose_well(match.deal, chance))
    raise LookupError("no such moment")


def write_finished(folder: Path, name: str, seed: int, rules: HouseRules = STANDARD) -> Path:
    """A match played to its end."""
    players = (Player("human"), Player("bot", "easy", 7))
    header = Header(seeded_code(seed, 1), rules, players, "friendly", "2026-11-30T06:44:12+00:00", "0.1.0")
    recorder = Recorder(header)
    lines, chance = recorder.opening(), Random(seed)
    while not recorder.match.over:
        deal = recorder.match.deal
        lines += recorder.next_deal() if deal.over else recorder.play(choose_well(deal, chance))
    return _written(folder, name, dump(lines))


def write_settings(folder: Path, **values: object) -> None:
    """The player's settings; strings, truth values and lists of strings."""
    folder.mkdir(parents=True, exist_ok=True)
    shown = {True: "true", False: "false"}
    lines = [
        f"{name} = {shown[value] if isinstance(value, bool) else repr(value)}"
        for name, value in values.items()
    ]
    (folder / "settings.toml").write_text("\n".join([*lines, ""]), "utf-8")


def _is_there(match: Match, hands: int) -> bool:
    return match.turn == ME and len([deal for deal in match.deals if deal.over]) >= hands


def _written(folder: Path, name: str, text: str) -> Path:
    """The file, older than those written later."""
    matches = folder / "matches"
    matches.mkdir(parents=True, exist_ok=True)
    path = matches / f"{name}.jsonl"
    path.write_text(text, "utf-8")
    os.utime(path, (1_700_000_000 + len(list(matches.iterdir())),) * 2)
    return path
