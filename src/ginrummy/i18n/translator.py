"""Messages in a language: numbers in its digits, cards by their names, plurals, runs for the screen.

>>> from ginrummy.engine.cards import Card, parse_cards
>>> ne, hi, en = Translator("ne"), Translator("hi"), Translator("en")
>>> ne("act.knock", n=7), hi("act.knock", n=7), en("act.knock", n=7)
('नक (७ बाँकी)', 'नॉक (बाकी 7)', 'Knock (leaves 7)')
>>> hi("st.bottook", card=Card.parse("QH"))
'विरोधी ने ढेर से पत्ता उठाया: पान की बेगम'
>>> en("st.bottook", card=Card.parse("QH"))
'The opponent took Q♥ from the pile'
>>> ne("ev.lay.opp", meld=parse_cards("6C 7C 8C"), card=Card.parse("9C"))
'विपक्षीले 6♣ 7♣ 8♣ मा चिडीको नहल जोड्यो'
>>> hi.n("why.stocklow", 1), hi.n("why.stocklow", 5)
('अब 1 पत्ता ही उठ सकता है।', 'अब 5 पत्ते ही उठ सकते हैं।')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple, get_args

from ginrummy.engine.cards import RANKS, SUITS, Card
from ginrummy.i18n.languages import load

Digits = Literal["auto", "latin", "devanagari"]
"""Which digits numbers are printed in; `auto` is the language's own custom."""
CardNames = Literal["auto", "words", "signs"]
"""How sentences name a card; `auto` is the language's own custom."""

DIGITS: Final[tuple[Digits, ...]] = get_args(Digits)
CARD_NAMES: Final[tuple[CardNames, ...]] = get_args(CardNames)

_DIGIT_SETS = {"latin": "0123456789", "devanagari": "०१२३४५६७८९"}
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_SENTENCE_END = (". ", "? ", "! ")


class Run(NamedTuple):
    """A piece of a message: plain text, or a card written as a sign, which the screen paints as a chip."""

    text: str
    card: Card | None = None


Value = str | int | float | Card | Sequence[Card] | Sequence[Run]
"""What may stand for a placeholder. Numbers get digits, cards their names (several: signs with spaces), text
stays as it is: paths, codes and names keep their own digits."""


class Translator:
    """The messages of one language. Cheap to make; the catalog is read once for each language.

    Raises `UnknownLanguageError`. The objects do not change: another choice is another translator (`but`).
    """

    def __init__(self, language: str = "en", digits: Digits = "auto", names: CardNames = "auto") -> None:
        self._language = load(language)
        self.language = language
        self.digits: Digits = digits
        self.names: CardNames = names
        own = _DIGIT_SETS.get(digits, self._language.digits)
        self._table = str.maketrans("0123456789-", own + self._language.minus)
        self._words = self._language.cards_in_words if names == "auto" else names == "words"

    def but(
        self, language: str | None = None, digits: Digits | None = None, names: CardNames | None = None
    ) -> Translator:
        """The same with something else, such as signs where there is no room for words."""
        return Translator(language or self.language, digits or self.digits, names or self.names)

    @property
    def own_name(self) -> str:
        """The language in its own words: `नेपाली`."""
        return self._language.name

    def __call__(self, key: str, /, **values: Value) -> str:
        """The message `key` with its placeholders filled.

        Raises `KeyError` for an unknown key and for a placeholder without a value.
        """
        return "".join(run.text for run in self.rich(key, **values))

    def n(self, key: str, count: int, /, **values: Value) -> str:
        """The plural form of `key` for `count`, which also fills `{n}` unless a value for it is given."""
        template = self._language.plural(key, count)
        return "".join(run.text for run in self._fill(template, {"n": count, **values}))

    def rich(self, key: str, /, **values: Value) -> list[Run]:
        """The message as runs: where cards are written as signs each card is a run of its own.

        >>> Translator("en").rich("st.botdisc", card=Card.parse("2D"))
        [Run(text='The opponent discarded ', card=None), Run(text='2♦', card=Card('2D'))]
        """
        return self._fill(self._language.text(key), values)

    def number(self, value: int | float, decimals: int = 0) -> str:
        """A number in the chosen digits, with a true minus sign.

        >>> Translator("ne").number(-108), Translator("en").number(2.25, 1)
        ('−१०८', '2.2')
        """
        text = str(value) if isinstance(value, int) and not decimals else f"{value:.{decimals}f}"
        return text.translate(self._table)

    def sum(self, values: Iterable[int]) -> str:
        """Numbers to be added: `९ + १० + ५`."""
        return " + ".join(self.number(value) for value in values)

    def card(self, card: Card, names: CardNames | None = None, oblique: bool = False) -> str:
        """A card by its name or sign; `oblique` for the form that Hindi wants before में, पर, से.

        >>> t = Translator("hi")
        >>> t.card(Card.parse("7H")), t.card(Card.parse("7H"), oblique=True), t.card(Card.parse("QD"))
        ('पान का सत्ता', 'पान के सत्ते', 'ईंट की बेगम')
        """
        if not self._in_words(names):
            return card.sign
        rank = _rank_key(card)
        suit = self(f"suit.{SUITS[card.suit]}")
        if rank in self._language.feminine:
            return self("card.of.f", rank=self(f"rank.{rank}"), suit=suit)
        if oblique and f"rank.obl.{rank}" in _OBLIQUE:
            return self("card.of.obl", rank=self(f"rank.obl.{rank}"), suit=suit)
        return self("card.of", rank=self(f"rank.{rank}"), suit=suit)

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards in a row, always as signs: `6♣ 7♣ 8♣`."""
        return " ".join(card.sign for card in cards)

    def meld(self, cards: Sequence[Card]) -> str:
        """A meld by its name: `set of sevens`, `run of clubs`."""
        if len({card.rank for card in cards}) == 1:
            return self(f"set.of.{_rank_key(cards[0])}")
        return self(f"run.of.{SUITS[cards[0].suit]}")

    def _in_words(self, names: CardNames | None) -> bool:
        if names is None or names == "auto":
            return self._words
        return names == "words"

    def _fill(self, template: str, values: dict[str, Value]) -> list[Run]:
        """The template in runs, neighbouring plain text joined."""
        runs: list[Run] = []
        for index, piece in enumerate(_PLACEHOLDER.split(template)):
            for run in self._runs(values[piece], runs) if index % 2 else [Run(piece)]:
                if run.card is None and runs and runs[-1].card is None:
                    runs[-1] = Run(runs[-1].text + run.text)
                elif run.text:
                    runs.append(run)
        return runs

    def _runs(self, value: Value, before: list[Run]) -> Iterable[Run]:
        """One value as runs; `before` is what stands in front of it."""
        if isinstance(value, str):
            return [Run(value)]
        if isinstance(value, Card):
            return [self._named(value, before)]
        if isinstance(value, int):
            return [Run(self.number(value))]
        if isinstance(value, float):
            return [Run(self.number(value, 1))]
        return _spliced(value)

    def _named(self, card: Card, before: list[Run]) -> Run:
        """A card in a sentence; the first word of a sentence is a capital where the script has them."""
        if not self._words:
            return Run(card.sign, card)
        name = self.card(card)
        text = "".join(run.text for run in before)
        if not text or text.endswith(_SENTENCE_END):
            name = name[0].upper() + name[1:]
        return Run(name)


_OBLIQUE = frozenset(f"rank.obl.{rank}" for rank in ("A", "4", "5", "6", "7", "8", "9", "10", "J", "K"))


def _rank_key(card: Card) -> str:
    rank = RANKS[card.rank - 1]
    return "10" if rank == "T" else rank


def _spliced(items: Sequence[Card] | Sequence[Run]) -> Iterable[Run]:
    """Several cards with spaces between, or the runs of another message as they are."""
    for index, item in enumerate(items):
        if isinstance(item, Card):
            if index:
                yield Run(" ")
            yield Run(item.sign, item)
        elif isinstance(item, Run):
            yield item
