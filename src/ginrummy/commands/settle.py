"""`ginrummy settle --knocker CARDS --defender CARDS`: the lay-offs and the score of a knock."""

from __future__ import annotations

import argparse

from ginrummy.commands import (
    UsageError,
    add_batch,
    add_rules,
    find_translator,
    print_json,
    refuse_beside_batch,
    rules_request,
    run_batch,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Both hands and the rules, or `--batch` with `{"knocker": …, "defender": …, …}` a line."""
    parser.add_argument("--knocker", nargs="+", metavar="CARDS", help="ten cards, or eleven for big gin")
    parser.add_argument("--defender", nargs="+", metavar="CARDS", help="ten cards")
    parser.add_argument("--upcard", metavar="CARD", help="the first upcard, which Oklahoma needs")
    add_rules(parser)
    add_batch(parser)


def run(args: argparse.Namespace) -> int:
    """Answer one knock or a batch. Raises `UsageError` and `InputError`."""
    from ginrummy import analysis

    refuse_beside_batch(args, "settle", "knocker", "defender", "upcard", "preset", "rule")
    if args.batch is not None:
        return run_batch(args.batch, analysis.settle)
    for name in ("knocker", "defender"):
        if getattr(args, name) is None:
            raise UsageError(f"--{name} and ten cards are missing (or --batch FILE)")
    request = {
        "knocker": " ".join(args.knocker),
        "defender": " ".join(args.defender),
        "rules": rules_request(args),
    } | ({} if args.upcard is None else {"upcard": args.upcard})
    answer = analysis.settle(request)
    if args.json:
        print_json(answer)
        return 0
    from rich.console import Console

    from ginrummy.analysis_tables import settle_table
    from ginrummy.engine.cards import Card
    from ginrummy.engine.rules import HouseRules
    from ginrummy.engine.scoring import point_factor

    upcard = None if args.upcard is None else Card.parse(args.upcard)
    factor = point_factor(HouseRules.from_json(request["rules"]), upcard)
    Console().print(settle_table(answer, factor, find_translator(args)))
    return 0
