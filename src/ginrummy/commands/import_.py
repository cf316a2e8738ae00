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

    try:
        came, there = bring_in(find_store(args), Path(args.file))
    except (ArchiveError, OSError) as error:
        raise unreadable(args.file, error) from None
    if args.json:
        print_json({"came": came, "there": there})
    else:
        print(find_translator(args)("save.import", n=came, m=there))
    return 0
