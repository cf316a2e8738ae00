"""`ginrummy import FILE`: bring in what `ginrummy export` wrote, here or on another machine."""

from __future__ import annotations

import argparse
from pathlib import Path

from ginrummy.commands import add_json, find_store, find_translator, print_json, unreadable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE and `--json`."""
    parser.add_argument("file", metavar="FILE", help="what ginrummy export wrote")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Add the archive's matches. Raises `UsageError` when it cannot be read."""
    from ginrummy.archive import ArchiveError, bring_in

    store = find_store(args)
    try:
        brought = bring_in(store, Path(args.file))
    except (ArchiveError, OSError) as error:
        raise unreadable(args.file, error) from None
    if args.json:
        aside = None if brought.settings is None else str(brought.settings)
        print_json(brought._asdict() | {"settings": aside})
        return 0
    t = find_translator(args)
    print(t("save.import", n=brought.came, m=brought.there))
    if brought.unreadable:
        print(t("save.import.bad", n=brought.unreadable, path=str(store.aside_folder)))
    if brought.settings is not None:
        print(t("save.import.set", path=str(brought.settings)))
    return 0
