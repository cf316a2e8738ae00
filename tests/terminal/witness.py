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


def write_layout(target: Path) -> None:
    """Write (column, cells, letter) of everything on the app's screen, row by row."""
    import rich.cells

    app = running_app()
    rows = []
    for strip in app.screen._compositor.render_strips(app.size):
        row, column = [], 0
        for segment in strip:
            for start, end, cells in rich.cells.split_graphemes(segment.text)[0]:
                row.append((column, cells, segment.text[start:end]))
                column += cells
        rows.append(row)
    half = target.with_suffix(".half")
    half.write_text(json.dumps(rows), "utf-8")
    os.replace(half, target)


def main() -> None:
    target, program, *arguments = sys.argv[1:]
    signal.signal(signal.SIGUSR1, lambda *_: write_layout(Path(target)))
    sys.argv = [program, *arguments]
    if program.endswith(".py"):
        sys.path[0] = str(Path(program).parent)
        runpy.run_path(program, run_name="__main__")
    else:
        runpy.run_module(program, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
