"""An error of ours: the three lines that people see, and the report that whoever mends it needs."""

from __future__ import annotations

import os
import platform
import re
import sys
import traceback
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

from ginrummy import __version__
from ginrummy.journal import read_file, write_file

if TYPE_CHECKING:
    from ginrummy.i18n import Translator
    from ginrummy.store import Store

EXIT = 70
"""The exit code of the program after an error of ours."""
PACKAGES = ("textual", "rich", "platformdirs", "tomli-w")


def tell(error: BaseException, t: Translator, store: Store, match: Path | None = None) -> Path | None:
    """Write a report and say so on stderr: what happened, where the report lies, how to go on.

    `match` is the record of the match that was on, which goes into the report. Returns the report's path,
    None when it could not be written.
    """
    path = write(error, store, match)
    print(t("crash.what"), file=sys.stderr)
    if path is None:
        said = _clean(f"{type(error).__name__}: {error}")[:500]
        print("".join(letter if letter.isprintable() else " " for letter in said), file=sys.stderr)
    else:
        print(t("crash.where", path=str(path)), file=sys.stderr)
    print(t("crash.how", cmd="ginrummy"), file=sys.stderr)
    return path


def write(error: BaseException, store: Store, match: Path | None = None) -> Path | None:
    """Write a report without personal paths; None where nothing can be written."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    path = store.reports_folder / f"{stamp}.txt"
    try:
        write_file(path, text(error, match).encode(errors="replace"))
    except OSError:
        return None
    return path


def text(error: BaseException, match: Path | None = None) -> str:
    """Versions, the traceback, and the record of the match that was on."""
    parts = [f"ginrummy {__version__}", f"Python {platform.python_version()} on {platform.system()}"]
    parts += [f"{name} {_version(name)}" for name in PACKAGES]
    parts += ["", *traceback.format_exception(error)]
    if match is not None:
        try:
            parts.append(read_file(match).decode(errors="replace"))
        except OSError as unread:
            parts.append(f"the record could not be read: {unread.strerror}")
    return _clean("\n".join(parts))


def _clean(text: str) -> str:
    """Text without the names of this user and of their folders."""
    package, home = Path(__file__).parents[1], Path(os.path.expanduser("~"))
    for folder, name in ((package, "."), (Path(sys.prefix), "<python>"), (home, "~")):
        if len(folder.parts) > 1:
            text = text.replace(str(folder), name)
    for user in {home.name, os.environ.get("USER", ""), os.environ.get("LOGNAME", "")} - {"", "~", "root"}:
        text = re.sub(rf"\b{re.escape(user)}\b", "<user>", text)
    return text


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "is missing"
