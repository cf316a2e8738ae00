"""`ginrummy bot NAME`: a bot of ours over standard input and output · `ginrummy bot --check cmd:PROGRAM`."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from ginrummy.commands import Seconds, UsageError, Whole, add_json, find_store, one_line, print_json

if TYPE_CHECKING:
    from ginrummy.bot_check import Finding


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """A bot to be, or one to try."""
    add = parser.add_argument
    add("name", nargs="?", metavar="NAME", help="the bot that answers requests on standard input")
    add("--seed", action=Whole, metavar="S", help="its seed (GINRUMMY_SEED, or 0)")
    add("--check", metavar="BOT", help="try a bot, like cmd:PROGRAM, and say what is wrong")
    add(
        "--move-limit", action=Seconds, default=5.0, metavar="SECONDS", help="with --check: for an answer (5)"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Serve or check. Raises `UsageError` and `UnknownBot`."""
    if (args.name is None) == (args.check is None):
        raise UsageError(
            "name a bot to be, or one to try (ginrummy bot hard, ginrummy bot --check cmd:PROGRAM)"
        )
    return _serve(args) if args.check is None else _check(args)


def _serve(args: argparse.Namespace) -> int:
    from ginrummy import bots
    from ginrummy.bots.external import SEED
    from ginrummy.bots.serving import Serving

    given = os.environ.get(SEED, "0")
    seed = args.seed if args.seed is not None else int(given) if given.isdecimal() else 0
    Serving(lambda: bots.create(args.name, seed)).serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0


def _check(args: argparse.Namespace) -> int:
    from ginrummy.arena import ArenaError
    from ginrummy.bot_check import check

    findings = []
    try:
        for finding in check(args.check, args.move_limit, find_store(args).logs_folder):
            findings.append(finding)
            if not args.json:
                print(_line(finding), flush=True)
    except ArenaError as error:
        raise UsageError(str(error)) from None
    faults = [{"try": finding.name, "fault": finding.fault} for finding in findings if finding.fault]
    if args.json:
        print_json({"bot": args.check, "tried": len(findings), "faults": faults})
    else:
        print(f"{one_line(args.check)}: {len(findings)} tried, {len(faults)} wrong")
    return int(bool(faults))


def _line(finding: Finding) -> str:
    """A finding for people."""
    if finding.fault:
        return f"WRONG  {finding.name}: {finding.fault}"
    note = f" ({finding.note})" if finding.note else ""
    took = f", {finding.ms:.0f} ms" if finding.ms else ""
    return f"ok     {finding.name}: {finding.answer}{took}{note}"
