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

    store = find_store(args)
    chosen = settings.peek(store)
    found = doctor.report(store.where(), chosen.width, chosen.colours)
    if args.json:
        print_json(found)
    else:
        print(doctor.render(found, find_translator(args)))
    return 0
