"""Runs ginrummy with an error of ours built in: asking for a hint fails, in the way the first word says."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NoReturn


def fail(*given: object) -> NoReturn:
    """The error; its text holds what a report must not tell."""
    raise ZeroDivisionError(f"in {Path.home()} of somebody")


async def fail_later(*given: object) -> None:
    """The same in a worker."""
    fail()


if __name__ == "__main__":
    way, sys.argv = sys.argv[1], [sys.argv[0], *sys.argv[2:]]
    if way == "start":
        from ginrummy import settings

        settings.load = fail
    elif way == "worker":
        from ginrummy.tui.screens.table import TableScreen

        TableScreen._hint = fail_later  # type: ignore[method-assign]
    elif way == "thread":
        from ginrummy import advice

        advice.hint = fail
    else:
        from ginrummy.session import Session

        Session.hint = fail  # type: ignore[method-assign]
    from ginrummy.cli import main

    sys.exit(main())
