"""`ginrummy replay FILE`: step through a match record with both hands open."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ginrummy.commands import (
    UsageError,
    Whole,
    add_json,
    find_store,
    find_translator,
    is_terminal,
    print_json,
    unreadable,
)

if TYPE_CHECKING:
    from ginrummy.engine.deal import Deal
    from ginrummy.engine.record import Recorder
    from ginrummy.i18n import Translator


@dataclass(frozen=True, slots=True)
class Step:
    """A deal after some of its moves, as text, and its number in the match."""

    deal: int
    text: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE, `--hand N`, `--json`."""
    parser.add_argument("file", metavar="FILE", help="a match record")
    parser.add_argument("--hand", metavar="N", action=Whole, least=1, help="only this hand, from 1")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Open it on the screen; step through by lines where there is none; print all of it elsewhere.

    Raises `UsageError`.
    """
    from ginrummy.engine.record import RecordError
    from ginrummy.store import load

    try:
        recorder = load(Path(args.file))
    except (RecordError, OSError, ValueError) as error:
        raise unreadable(args.file, error) from None
    deals = recorder.match.deals
    if args.hand is not None:
        if not 1 <= args.hand <= len(deals):
            text = f"this match has no hand {args.hand} (its last one is {len(deals)})"
            raise UsageError(text, "cli.err.hand", n=args.hand, m=len(deals))
        deals = deals[args.hand - 1 : args.hand]
    if args.json:
        print_json(to_json(recorder, deals))
        return 0
    if is_terminal():
        return _watch(args, recorder)
    t = find_translator(args)
    steps = [step for deal in deals for step in steps_of(t, recorder, deal)]
    if sys.stdin.isatty() and sys.stdout.isatty():
        _walk(t, steps)
    else:
        for step in steps:
            print(step.text, end="\n\n")
    return 0


def to_json(recorder: Recorder, deals: Sequence[Deal]) -> dict[str, Any]:
    """The header, and the deals with both hands as dealt and after every move."""
    return {
        "header": recorder.header.to_json(),
        "deals": [_deal_json(recorder, deal) for deal in deals],
        "ended": recorder.ended,
        "scores": list(recorder.match.tally.totals or recorder.match.tally.running),
    }


def _deal_json(recorder: Recorder, deal: Deal) -> dict[str, Any]:
    from ginrummy.engine.view import past_json

    played = deal.replayed(0)
    data: dict[str, Any] = {
        "deal": recorder.match.deals.index(deal) + 1,
        "dealer": deal.dealer,
        "upcard": str(deal.upcard),
        "knock_limit": deal.limit,
        "hands": _hands(played),
        "moves": [],
    }
    for seat, move in zip(deal.seats, deal.moves, strict=True):
        played.apply(move)
        line = {"seat": seat, "do": str(move), "hands": _hands(played), "stock": played.stock}
        data["moves"].append(line)
    if deal.result is not None:
        data["result"] = past_json(deal.result)
        if deal.result.settlement is not None:
            data["settlement"] = deal.result.settlement.to_json()
    return data


def _hands(deal: Deal) -> list[list[str]]:
    from ginrummy.engine.cards import cards_of

    return [[str(card) for card in cards_of(hand)] for hand in deal.hands]


# For people


def _watch(args: argparse.Namespace, recorder: Recorder) -> int:
    """The match on the screen, from its first hand or the one that was asked for."""
    from ginrummy import settings
    from ginrummy.start import StartOptions
    from ginrummy.tui import app

    store = find_store(args)
    return app.run(store, settings.load(store), StartOptions(lang=args.lang), (recorder, args.hand or 1))


def steps_of(t: Translator, recorder: Recorder, deal: Deal) -> Iterator[Step]:
    """The deal as dealt, and after each of its moves; the last step tells the result too."""
    from ginrummy import reckoning, telling

    number, me = recorder.match.deals.index(deal) + 1, recorder.header.me
    played = deal.replayed(0)
    said = telling.opening(t, played, me)
    told = 0
    for count in range(len(deal.moves) + 1):
        if count:
            played.apply(deal.moves[count - 1])
            sentences = telling.moves(t, played, me)
            said, told = sentences[told:], len(sentences)
        if played.over:
            said += reckoning.outcome(t, played, me)
        lines = [_title(t, number, count, deal), *_table(t, played, me), *map(telling.text, said)]
        yield Step(number, "\n".join(lines))


def _title(t: Translator, number: int, count: int, deal: Deal) -> str:
    return f"{t('hud.hand', n=number)} · {t.number(count)}/{t.number(len(deal.moves))}"


def _table(t: Translator, deal: Deal, me: int) -> list[str]:
    """Both hands in their melds, `me` first, then stock and pile."""
    from ginrummy.engine import melds
    from ginrummy.engine.cards import cards_of

    lines = []
    for seat, name in ((me, "hud.yourhand"), (1 - me, "hud.opphand")):
        way = melds.best(deal.hands[seat])
        groups = [t.cards(cards_of(mask)) for mask in (*way.melds, way.loose) if mask]
        lines.append(f"{t(name)}: {'  ·  '.join(groups)}  ({t.number(way.deadwood)})")
    top = deal.pile[-1].sign if deal.pile else "–"
    lines.append(f"{t('stock')}: {t.number(deal.stock)} · {t('pile')}: {top}")
    return lines


def _walk(t: Translator, steps: Sequence[Step]) -> None:
    """Show a step, ask where to go, until the end of input or `q`."""
    at = 0
    while True:
        print(f"\n{steps[at].text}")
        try:
            word = input(f"[{t('rep.prompt')}] ").strip().lower()
        except EOFError:
            print()
            return
        if word == "q":
            return
        at = _next(steps, at, word)


def _next(steps: Sequence[Step], at: int, word: str) -> int:
    """Where a typed word leads: on, back, to the beginning of a hand; nowhere when it is not understood."""
    if word == "b":
        return max(at - 1, 0)
    if word.isdecimal() and len(word) < 6:
        return next((n for n, step in enumerate(steps) if step.deal == int(word)), at)
    return at if word else min(at + 1, len(steps) - 1)
