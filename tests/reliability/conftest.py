"""The width rule of most terminals holds in all tests of the screens."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ginrummy.tui import widths


@pytest.fixture(autouse=True)
def _sum_rule() -> Iterator[None]:
    widths.install("sum")
    yield
    widths.uninstall()
