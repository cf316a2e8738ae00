"""Runs a Textual program and, at SIGUSR1, writes down where its layout put every letter.

    python witness.py OUT.json ginrummy --lang ne      (a module, or the path of a script, and its arguments)

The model terminal starts programs through this, so that what a terminal shows can be compared, cell by
cell, with what the program meant.
"""

from __future__ import annotations

import gc
import json
import os
import runpy
import signal
import sys
from functools import cache
from pathlib import Path
from typing import Any


@cache
def running_app() -> Any:
    """The app, however the program keeps it."""
    from textual.app import App

    return next(thing for thing in gc.get_objects() if isinstance(thing, App))


def ask(target: Path) -> None:
    """Have the layout written between two steps of the app, never in the middle of one."""
    loop = running_app()._loop
    if loop is not None and loop.is_running():
        loop.call_soon_threadsafe(write_layout, target)


def write_layout(target: Path) -> None:
    """Write the rows of the app's screen: as text where each letter takes a cell, else as (column, cells,
    letter) of each."""
    app = running_app()
    if not app.screen_stack:
        return  # just ending
    strips = app.screen._compositor.render_strips(app.size)
    rows = [row_of([segment.text for segment in strip]) for strip in strips]
    half = target.with_suffix(".half")
    half.write_text(json.dumps(rows), "utf-8")
    os.replace(half, target)


def row_of(texts: list[str]) -> str | list[tuple[int, int, str]]:
    """A row, drawn in these pieces, as it is written down."""
    import rich.cells

    row: list[tuple[int, int, str]] = []
    column = 0
    for text in texts:
        for start, end, cells in rich.cells.split_graphemes(text)[0]:
            row.append((column, cells, text[start:end]))
            column += cells
    plain = all(cells == len(letter) == 1 for _, cells, letter in row)
    return "".join(texts) if plain else row


def main() -> None:
    target, program, *arguments = sys.argv[1:]
    signal.signal(signal.SIGUSR1, lambda *_: ask(Path(target)))
    sys.argv = [program, *arguments]
    if program.endswith(".py"):
        sys.path[0] = str(Path(program).parent)
        runpy.run_path(program, run_name="__main__")
    else:
        runpy.run_module(program, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
