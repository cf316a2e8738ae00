"""What one types in plain mode: words of the language, English words, or single letters.

>>> hindi = Translator("hi")
>>> read_command("स्टॉक", hindi), read_command("d", hindi), read_command("Draw", hindi)
(('draw', ''), ('draw', ''), ('draw', ''))
>>> read_command("knock 4h", Translator("en"))
('knock', '4h')
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

from ginrummy.engine.cards import DECK, Card, CardError
from ginrummy.i18n import Translator
from ginrummy.plain.talk import as_number

SHORT: Final = {
    "draw": "d",
    "take": "t",
    "pass": "p",
    "throw": "f",
    "knock": "k",
    "gin": "g",
    "auto": "a",
    "done": "e",
    "hint": "h",
    "undo": "u",
    "cards": "c",
    "moves": "m",
    "score": "v",
    "review": "w",
    "next": "n",
    "rules": "r",
    "settings": "o",
    "lang": "l",
    "menu": "x",
    "quit": "q",
    "help": "?",
    "yes": "y",
    "no": "n",
}
"""Every command with its letter, that of the table where it has one; its word is the message `cmd.*`."""

_MORE: Final = {
    **{command: command for command in SHORT},
    **{"discard": "throw", "exit": "quit", "/": "help"},
}
"""Other English words for the commands."""
_ENGLISH: Final = Translator("en")


def word(t: Translator, command: str) -> str:
    """The command's word in the language."""
    return t(f"cmd.{command}")


def named(t: Translator, command: str) -> str:
    """The command as it is offered: its word and its letter."""
    return t("plain.key", cmd=word(t, command), key=SHORT[command])


def read_command(text: str, t: Translator, allowed: Sequence[str] = tuple(SHORT)) -> tuple[str, str] | None:
    """The command that a line begins with, and what follows it; None when that is none of `allowed`."""
    first, _, rest = _folded(text).partition(" ")
    for command in allowed:
        if first in (_folded(word(t, command)), word(_ENGLISH, command), SHORT[command]):
            return command, rest.strip()
    command = _MORE.get(first, "")
    return (command, rest.strip()) if command in allowed else None


def read_card(text: str, t: Translator, order: Sequence[Card]) -> Card | None:
    """A card by its place in the hand (`0` is the tenth), its sign, or its name in the language.

    >>> hand = [Card.parse("3S"), Card.parse("KD")]
    >>> [str(read_card(text, Translator("ne"), hand)) for text in ("2", "२", "kd", "10♥", "हुकुमको तिरी", "x")]
    ['KD', 'KD', 'KD', 'TH', '3S', 'None']
    """
    text = _folded(text)
    place = as_number(text)
    if place is not None:
        place = 10 if text in ("0", "०") else place
        return order[place - 1] if 1 <= place <= len(order) else None
    try:
        return Card.parse(text)
    except CardError:
        names = t.but(names="words")
        return next((card for card in DECK if _folded(names.card(card)) == text), None)


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())
