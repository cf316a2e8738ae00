"""The worked positions of `tests/cases`, as parameters for tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

CASES = Path(__file__).parent / "cases"


def rows(kind: str) -> list[Any]:
    """Every row of `tests/cases/KIND.jsonl` as `(input, expected)`, named by its id."""
    text = (CASES / f"{kind}.jsonl").read_text(encoding="utf-8")
    cases: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines()]
    return [pytest.param(case["input"], case["expected"], id=case["id"]) for case in cases]
