"""`ginrummy score --batch FILE`: the score sheet and bonuses of a match from the hands' results."""

from __future__ import annotations

import argparse

from ginrummy.commands import UsageError, add_batch, run_batch


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`--batch` with `{"rules": {…}, "hands": [["P", 40], [null, 0], …]}` a line."""
    add_batch(parser)


def run(args: argparse.Namespace) -> int:
    """Answer a batch. Raises `UsageError`."""
    from ginrummy.analysis import score

    if args.batch is None:
        raise UsageError('--batch FILE is missing (or - for standard input): {"hands": [["P", 40]]} a line')
    return run_batch(args.batch, score)
