"""How much is tried: a little in every run of the tests, much more in the long form.

The long form is `python -m tests.reliability --long`, or any run of pytest with GINRUMMY_NIGHTLY=1. What the
counts were is printed by `count`, one line a test, and lands in `docs/reliability.md` by hand.
"""

from __future__ import annotations

import os

LONG = os.environ.get("GINRUMMY_NIGHTLY") == "1"


def size(short: int, long: int) -> int:
    """So many in this run; GINRUMMY_SHARE (like 0.1) takes a part of the long form."""
    return max(1, round(long * float(os.environ.get("GINRUMMY_SHARE", "1")))) if LONG else short


KILLS = size(20, 500)
FILES = size(300, 10_000)
EVENTS = size(3_000, 200_000)
MATCHES = size(20, 2_000)


def count(what: str, **figures: object) -> None:
    """Tell what was done; pytest shows it with -s, as the long form does."""
    print(f"\n[reliability] {what}: " + ", ".join(f"{name} {value}" for name, value in figures.items()))
