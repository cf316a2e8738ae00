"""Everything in one file: export and import of matches and settings, as a zip archive.

It holds `matches/`, `aside/` and `deleted/` with their files, and `settings.toml`. Coming in, nothing that
is there is lost: a match that both sides have is kept in its longer form, one that differs comes in under
another name, one that cannot be read is set aside, and settings that differ from ours take their place while
ours are set aside.
"""

from __future__ import annotations

import os
import re
import zipfile
from pathlib import Path
from typing import NamedTuple

from ginrummy.journal import MOST_BYTES, Busy, Journal, free_name, read_file, write_file
from ginrummy.store import Store, is_match

FOLDERS = ("matches", "aside", "deleted")
SETTINGS = "settings.toml"
_NAME = re.compile(r"(matches|aside|deleted)/([\w][\w.-]{0,150}\.jsonl)", re.ASCII)


class ArchiveError(ValueError):
    """A file that is no archive of ours; the message is one line."""


class Brought(NamedTuple):
    """What came of an import: matches that are new here, and those that were here already."""

    came: int = 0
    there: int = 0
    unreadable: int = 0
    """Matches of the archive that cannot be read; they lie in `aside`."""
    settings: Path | None = None
    """Where our settings lie now, if those of the archive took their place."""


def export(store: Store, path: Path) -> int:
    """Write everything to `path`, a new file; how many matches. Raises `OSError`, also when it is there."""
    count = 0
    with open(path, "xb") as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for folder in FOLDERS:
            for each in sorted((store.data / folder).glob("*.jsonl")):
                try:
                    archive.writestr(f"{folder}/{each.name}", read_file(each))
                except OSError:
                    continue  # what cannot be read cannot come along
                count += folder == "matches"
        if store.settings_file.is_file():
            archive.writestr(SETTINGS, read_file(store.settings_file))
    return count


def bring_in(store: Store, path: Path) -> Brought:
    """Add what `export` wrote.

    Raises `ArchiveError` for anything else, and `OSError` when a file cannot be read or written.
    """
    came = there = unreadable = 0
    settings = None
    try:
        with zipfile.ZipFile(path) as archive:
            for info in archive.infolist():
                if fits := _NAME.fullmatch(info.filename):
                    data = _content(archive, info)
                    listed = fits[1] == "matches"
                    good = not listed or is_match(data)
                    new = _bring(store.data / (fits[1] if good else "aside") / fits[2], data)
                    came += listed and good and new
                    there += listed and good and not new
                    unreadable += not good
                elif info.filename == SETTINGS:
                    settings = _bring_settings(store, _content(archive, info))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError) as error:
        raise ArchiveError(f"not an archive of ginrummy export ({error})") from None
    return Brought(came, there, unreadable, settings)


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """A file of the archive; never more than a match may hold, whatever the archive claims."""
    with archive.open(info) as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ArchiveError(f"{info.filename!r} is over eight megabytes")
    return data


def _bring(path: Path, data: bytes) -> bool:
    """Put a match at `path`, or under a free name where another one lies; False when it is there already."""
    try:
        ours = read_file(path)
    except FileNotFoundError:
        write_file(path, data)
        return True
    except OSError:
        ours = b""
    if ours.startswith(data):
        return False
    if ours and data.startswith(ours):
        return _lengthen(path, data)
    write_file(free_name(path), data)
    return True


def _lengthen(path: Path, data: bytes) -> bool:
    """Replace a match by one that went on from it, unless it is being played: then it comes in beside it."""
    try:
        journal, _ = Journal.open(path)
    except Busy:
        write_file(free_name(path), data)
        return True
    journal.close()
    write_file(path, data)
    return True


def _bring_settings(store: Store, data: bytes) -> Path | None:
    """Let these settings take the place of ours; where ours lie now, None when none had to make way."""
    aside = None
    try:
        if read_file(store.settings_file) == data:
            return None
    except OSError:
        pass  # there are none, or none that can be read
    if os.path.lexists(store.settings_file):
        aside = Path(str(store.set_aside(store.settings_file, "save.aside").values["path"]))
    write_file(store.settings_file, data)
    return aside
