"""Bots by name."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ginrummy import bots


def test_the_levels_come_first_from_weak_to_strong() -> None:
    assert bots.names()[:3] == ["easy", "medium", "hard"]


def test_a_bot_by_name_plays() -> None:
    for name in ("easy", "medium", "hard"):
        assert callable(bots.create(name, seed=1).choose)


def test_an_unknown_bot_is_refused_in_one_line_that_lists_them() -> None:
    with pytest.raises(bots.UnknownBot, match=r"^unknown bot: nobody \(easy, medium, hard.*\)$"):
        bots.create("nobody", seed=1)


def test_importing_the_registry_loads_neither_bots_nor_metadata() -> None:
    code = "import ginrummy.bots, sys; print([m for m in sys.modules if 'metadata' in m or 'bots.' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
