"""`python -m tests.reliability [--long] [what pytest takes]`: this folder's tests, and what they counted."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

if __name__ == "__main__":
    words = sys.argv[1:]
    if "--long" in words:
        words.remove("--long")
        os.environ["GINRUMMY_NIGHTLY"] = "1"
    chosen = (
        words if any(not word.startswith("-") for word in words) else [*words, str(Path(__file__).parent)]
    )
    sys.exit(pytest.main(["-s", "--durations=10", *chosen]))
