"""Matches in these tests repeat themselves: the bot's seed is always the same."""

import pytest


@pytest.fixture(autouse=True)
def same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every new match gives its bot seed 2."""
    monkeypatch.setattr("ginrummy.session.secrets.randbelow", lambda below: 2)
