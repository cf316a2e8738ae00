"""`ginrummy export FILE`: all matches and settings in one zip archive."""

from __future__ import annotations

import argparse
from pathlib import Path

from ginrummy.commands import add_json, find_store, find_translator, print_json, unwritable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE and `--json`."""
    parser.add_argument("file", metavar="FILE", help="a new file, like ginrummy.zip")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Write the archive. Raises `UsageError` when that cannot be."""
    from ginrummy.archive import export

    path = Path(args.file)
    try:
        count = export(find_store(args), path)
    except OSError as error:
        raise unwritable(args.file, error) from None
    if args.json:
        print_json({"file": str(path), "matches": count})
    else:
        print(find_translator(args)("save.export", path=str(path)))
    return 0
