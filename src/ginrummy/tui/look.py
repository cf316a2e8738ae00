"""What every widget needs to know before it paints: colours, language, how much room there is.

A widget paints from two things: the `Look`, which the whole screen shares, and its own small frozen record of
what to show. Messages in those records are `Say`s, not text, so that changing the language only changes the
look.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ginrummy.engine.cards import Card
from ginrummy.i18n import Run, Translator, Value
from ginrummy.tui.layout import PLANS, Mode, Plan
from ginrummy.tui.palette import Palette


class Say(NamedTuple):
    """A message to be said in whatever language is on: its key and what stands for its placeholders.

    `number` asks for the plural form. A value may be a `Say` itself.
    """

    key: str
    values: tuple[tuple[str, Value | Say], ...] = ()
    number: int | None = None


Words = Say | str | tuple[Run, ...]
"""What a widget is given to say: a message, a name or sum as it is, or a sentence in runs."""


def say(key: str, number: int | None = None, /, **values: Value | Say) -> Say:
    """Write a `Say` the way a `Translator` is called.

    >>> say("act.knock", n=7)
    Say(key='act.knock', values=(('n', 7),), number=None)
    """
    return Say(key, tuple(values.items()), number)


class Look(NamedTuple):
    """How to paint: the same for every widget on the screen."""

    palette: Palette
    t: Translator
    mode: Mode = "desk"
    four_colours: bool = True
    """Each suit its own ink, or red and black."""
    ascii: bool = False
    """Plain signs only."""
    devanagari: bool = True
    """Whether the terminal can draw it."""
    tall: bool = True
    """Buttons may be three rows high (needs the width fix: otherwise their ends are ragged)."""
    big_cards: bool = True
    """Cards as large as the window allows."""

    def ink(self, card: Card) -> str:
        """The ink of a card's suit."""
        return self.palette.ink(card, self.four_colours)

    @property
    def margin(self) -> int:
        """Columns left free at the left edge."""
        return self.plan.margin

    @property
    def plan(self) -> Plan:
        """The sizes and counts of this mode."""
        return PLANS[self.mode]

    @property
    def roomy(self) -> bool:
        """Whether there is room for whole words beside numbers (desk and hall)."""
        return self.mode in ("desk", "hall")

    def runs(self, message: Words) -> list[Run]:
        """A message in runs; what is no `Say` stays as it is."""
        runs = self._said(message)
        if not self.ascii:
            return runs
        # Here and not where it is painted, since two signs for one must be measured as two.
        return [run._replace(text=run.text.replace("≤", "<=")) for run in runs]

    def _said(self, message: Words) -> list[Run]:
        if isinstance(message, str):
            return [Run(message)]
        if not isinstance(message, Say):
            return list(message)
        values = {
            name: self.runs(value) if isinstance(value, Say) else value for name, value in message.values
        }
        if message.number is not None:
            return [Run(self.t.n(message.key, message.number, **values))]
        return self.t.rich(message.key, **values)

    def words(self, message: Words) -> str:
        """A message as plain text."""
        return "".join(run.text for run in self.runs(message))

    def sum(self, text: str) -> str:
        """A sum written out, in the digits in use: `24 + 25 = 49`."""
        return re.sub(r"[0-9]+", lambda digits: self.t.number(int(digits[0])), text)
