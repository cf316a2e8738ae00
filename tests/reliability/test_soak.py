"""Many matches in one process: memory and open files stay as they are."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from random import Random

import pytest

from ginrummy.engine.moves import discards_of
from ginrummy.engine.rules import PRESETS, HouseRules
from ginrummy.session import Session, new_header
from ginrummy.settings import load, save
from ginrummy.stats import gather
from ginrummy.store import Store
from tests.matches import play_on
from tests.reliability.sizes import MATCHES, count


def open_files() -> int:
    """How many files this process has open."""
    return len(os.listdir("/proc/self/fd"))


def in_memory() -> int:
    """Bytes of this process that are in memory (RSS)."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def slope(values: list[int]) -> float:
    """How much a value grows from one measurement to the next, by least squares."""
    middle = (len(values) - 1) / 2
    mean = sum(values) / len(values)
    above = sum((n - middle) * (value - mean) for n, value in enumerate(values))
    return above / sum((n - middle) ** 2 for n in range(len(values)))


def fill_tables() -> None:
    """Work out what the engine keeps for good, 8,192 parts of each suit; else that fills up all the while."""
    for suit in range(4):
        for ranks in range(8192):
            discards_of(ranks << 13 * suit)


def a_match(store: Store, seed: int) -> None:
    """Start, stop in the middle, go on, finish, look at everything, delete."""
    chance = Random(seed)
    rules = HouseRules.preset(chance.choice(list(PRESETS)), target=30)
    session = play_on(Session.new(new_header(rules, "easy"), store), chance, moves=15)
    token, answer = session.think() if session.bot_to_move else (session.token, None)
    if answer is not None:
        session.play_bot(token, answer)
    session.close()
    session = play_on(Session.resume(session.path, store), chance)
    assert session.match.over
    assert session.log is not None
    session.close()
    gather(store.matches())
    save(store, load(store))
    store.delete(session.path).unlink()


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="open files are counted in /proc")
def test_memory_and_open_files_stay_flat(tmp_path: Path) -> None:
    fill_tables()
    store = Store(tmp_path)
    for seed in range(5):
        a_match(store, seed)
    files, step = open_files(), max(1, MATCHES // 20)
    blocks, highest, resident = [], files, 0
    for seed in range(MATCHES):
        a_match(store, 1000 + seed)
        if seed == MATCHES // 4:
            resident = in_memory()
        if seed % step == step - 1:
            gc.collect()
            blocks.append(sys.getallocatedblocks())
            highest = max(highest, open_files())
    grown = (in_memory() - resident) / (MATCHES - MATCHES // 4)
    per_match = slope(blocks[len(blocks) // 4 :]) / step  # caches fill at first
    count(
        "soak",
        matches=MATCHES,
        blocks_per_match=round(per_match, 2),
        resident_bytes_per_match=round(grown),
        files_at_start=files,
        files_most=highest,
    )
    assert highest == files
    assert per_match < (1000 if MATCHES < 100 else 10)
