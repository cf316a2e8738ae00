"""Compile catalogs (.po, what translators edit) into .mo (what the game reads). Needs Babel.

Used by the package build (hatch_build.py), by scripts/messages.py, and by a checkout whose .mo files are
missing or older than its .po files. An installed game holds no .po files and never comes here.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def compiled(po: Path) -> Path:
    """The .mo file beside `po`, written anew when it is missing or older.

    Raises `ImportError` when it must be written and Babel is not there, `OSError` when it cannot be written.
    """
    mo = po.with_suffix(".mo")
    if not mo.exists() or mo.stat().st_mtime_ns < po.stat().st_mtime_ns:
        _write(po, mo)
    return mo


def _write(po: Path, mo: Path) -> None:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with po.open("rb") as source:
        catalog = read_po(source)
    # A reader never meets half a file: write beside it, then rename.
    handle, name = tempfile.mkstemp(dir=mo.parent, suffix=".mo.new")
    try:
        with os.fdopen(handle, "wb") as target:
            write_mo(target, catalog)
        os.chmod(name, 0o644)
        os.replace(name, mo)
    except BaseException:
        os.unlink(name)
        raise
