"""`ginrummy verify FILE`: check a match record; exit code 1 and the first wrong line when it is not right."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ginrummy.commands import add_json, find_translator, print_json, unreadable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE and `--json`."""
    parser.add_argument("file", metavar="FILE", help="a match record")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play the record again and compare every line. Raises `UsageError` for a file that cannot be read."""
    from ginrummy.engine.record import RecordError
    from ginrummy.journal import read_file
    from ginrummy.store import load

    try:
        recorder = load(Path(args.file))
        torn = not read_file(Path(args.file)).endswith(b"\n")
    except RecordError as error:
        if args.json:
            print_json({"ok": False, "line": error.line, "what": error.what, "why": error.why})
        else:
            print(_told(error, args))
        return 1
    except (OSError, ValueError) as error:
        raise unreadable(args.file, error) from None
    match = recorder.match
    answer: dict[str, Any] = {
        "ok": True,
        "deals": len(match.results),
        "moves": sum(len(deal.moves) for deal in match.deals),
        "scores": list(match.tally.totals or match.tally.running),
        "over": match.over,
        "torn": torn,
    }
    if args.json:
        print_json(answer)
    else:
        t = find_translator(args)
        print(t("ver.ok"))
        if recorder.hand_open:
            print(t("ver.open"))
        if torn:
            print(t("save.torn"))
    return 0


def _told(error: Any, args: argparse.Namespace) -> str:
    """Line and reason in the language; details as they were found are in English."""
    from ginrummy.engine.record import NewerFormat

    t = find_translator(args)
    if isinstance(error, NewerFormat):
        return t("ver.line", n=error.line, why=t("save.newer", v=error.version))
    if error.what != "score":
        said = t("ver.line", n=error.line, why=t(f"ver.{error.what}"))
        return f"{said} ({error.detail})" if error.detail else said
    name, value = error.why.partition(" ")[0], str(error.expected)
    why = t("ver.score", n=value) if name == "points" else t("ver.value", name=name, text=value)
    return t("ver.line", n=error.line, why=why)
