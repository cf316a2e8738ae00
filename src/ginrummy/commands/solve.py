"""`ginrummy solve CARDS…`: best melds and deadwood; of eleven cards also every discard and the knock."""

from __future__ import annotations

import argparse
from typing import Any

from ginrummy.commands import (
    UsageError,
    add_batch,
    find_translator,
    print_json,
    refuse_beside_batch,
    run_batch,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """CARDS, or `--batch` with `{"cards": …, "limit": …, "taken": …}` a line."""
    parser.add_argument("cards", nargs="*", metavar="CARDS", help="ten or eleven, like 3S 4S 5S 10♥")
    parser.add_argument("--limit", help="the knock limit, 0 to 10 or gin_only (10)")
    parser.add_argument("--taken", metavar="CARD", help="the card just taken from the pile")
    add_batch(parser)


def run(args: argparse.Namespace) -> int:
    """Answer one hand or a batch. Raises `UsageError` and `InputError`."""
    from ginrummy import analysis

    refuse_beside_batch(args, "solve", "cards", "limit", "taken")
    if args.batch is not None:
        return run_batch(args.batch, analysis.solve)
    if not args.cards:
        raise UsageError(
            "ten or eleven cards are missing, like 3S 4S 5S 9D 9C 9H KH KC KD 4H (or --batch FILE)"
        )
    given: dict[str, Any] = {"cards": " ".join(args.cards), "limit": args.limit, "taken": args.taken}
    answer = analysis.solve({name: value for name, value in given.items() if value is not None})
    if args.json:
        print_json(answer)
    else:
        from rich.console import Console

        from ginrummy.analysis_tables import solve_table

        Console().print(solve_table(answer, find_translator(args)))
    return 0
