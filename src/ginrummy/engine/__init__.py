"""The rules of gin rummy: cards, solver, deal, match, record. Standard library only.

What is listed in `__all__` is the public surface; `docs/engine.md` plays a deal with it in twenty lines. A
part is imported when it is first asked for: whoever needs a card's name only does not pay for the solver.

    >>> from ginrummy.engine import Match, Move
    >>> match = Match("7K3F-9QXM-2AB4")
    >>> match.apply(Move.parse("pass"))
    >>> [str(move) for move in match.deal.legal()], str(match.deal.upcard)
    (['take', 'pass'], '8H')
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ginrummy.engine.cards import Card, CardError, cards_of, mask_of, parse_cards
    from ginrummy.engine.deal import Deal, Event, IllegalMove, Phase, Reason, Result
    from ginrummy.engine.match import Match
    from ginrummy.engine.melds import after_discard, best, deadwood, discards
    from ginrummy.engine.moves import BIG_GIN, DONE, DRAW, PASS, TAKE, Kind, Move, MoveError
    from ginrummy.engine.record import Header, NewerFormat, Player, Recorder, RecordError
    from ginrummy.engine.rules import PRESETS, STANDARD, HouseRules, RuleError
    from ginrummy.engine.scoring import settle, tally
    from ginrummy.engine.shuffle import deck, new_code
    from ginrummy.engine.view import View, view_of

__all__ = [
    "BIG_GIN",
    "DONE",
    "DRAW",
    "PASS",
    "PRESETS",
    "STANDARD",
    "TAKE",
    "Card",
    "CardError",
    "Deal",
    "Event",
    "Header",
    "HouseRules",
    "IllegalMove",
    "Kind",
    "Match",
    "Move",
    "MoveError",
    "NewerFormat",
    "Phase",
    "Player",
    "Reason",
    "RecordError",
    "Recorder",
    "Result",
    "RuleError",
    "View",
    "after_discard",
    "best",
    "cards_of",
    "deadwood",
    "deck",
    "discards",
    "mask_of",
    "new_code",
    "parse_cards",
    "settle",
    "tally",
    "view_of",
]

_PARTS = {
    "cards": ("Card", "CardError", "cards_of", "mask_of", "parse_cards"),
    "deal": ("Deal", "Event", "IllegalMove", "Phase", "Reason", "Result"),
    "match": ("Match",),
    "melds": ("after_discard", "best", "deadwood", "discards"),
    "moves": ("BIG_GIN", "DONE", "DRAW", "PASS", "TAKE", "Kind", "Move", "MoveError"),
    "record": ("Header", "NewerFormat", "Player", "RecordError", "Recorder"),
    "rules": ("PRESETS", "STANDARD", "HouseRules", "RuleError"),
    "scoring": ("settle", "tally"),
    "shuffle": ("deck", "new_code"),
    "view": ("View", "view_of"),
}
_HOME = {name: part for part, names in _PARTS.items() for name in names}


def __getattr__(name: str) -> Any:
    """A name of `__all__`, from the part that holds it."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
