"""`ginrummy doctor`: what was found out about the terminal, and where the data lies."""

from __future__ import annotations

import argparse

from ginrummy.commands import add_json, find_store, find_translator, print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`--json`."""
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Ask the terminal and print what is known."""
    from ginrummy import doctor, settings
    from ginrummy.i18n import romanised

    store = find_store(args)
    chosen = settings.peek(store)
    found = doctor.report(store.where(), chosen.width, chosen.colours)
    if args.json:
        print_json(found)
    else:
        t = find_translator(args)
        if not found["utf8"] and romanised(t.language) != t.language:
            t = t.but("en")
        print(doctor.render(found, t))
    return 0
