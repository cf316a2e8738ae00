"""What the player points at on the table, and what a knock or a throw would be from there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from ginrummy import telling
from ginrummy.engine import melds
from ginrummy.engine.cards import Card, cards_of, mask_of
from ginrummy.engine.deal import Phase
from ginrummy.engine.moves import Kind, Move
from ginrummy.engine.view import View
from ginrummy.tui.look import Words
from ginrummy.tui.painted import PileName
from ginrummy.tui.widgets.buttons import Button

if TYPE_CHECKING:
    from ginrummy.advice import Hint

Area = Literal["piles", "hand", "buttons"]
AREAS: Final[tuple[Area, ...]] = ("piles", "hand", "buttons")


class Layouts(NamedTuple):
    """The ways to lay out what a knock keeps, of equal deadwood, and which of them is shown."""

    card: Card
    """The card that the knock throws."""
    ways: tuple[melds.Arrangement, ...]
    at: int = 0

    @property
    def way(self) -> melds.Arrangement:
        """The one that is shown."""
        return self.ways[self.at]

    def turned(self, by: int) -> Layouts:
        """With another one shown, counted round."""
        return self._replace(at=(self.at + by) % len(self.ways))


class Question(NamedTuple):
    """A question in the button row.

    `yes` is the command that the first of the `buttons` stands for; the last leaves all as it was.
    """

    words: Words
    yes: str
    buttons: tuple[Button, ...]
    layouts: Layouts | None = None
    """What is asked about, where it is how to lay out the melds."""
    card: Card | None = None
    """The card that would be thrown: it wears the mark meanwhile."""


def question(
    words: Words, yes: str, key: str, yes_label: Words, no_label: Words, card: Card | None = None
) -> Question:
    """A question with two answers; `key` is another key for the first one, `card` the one it throws."""
    answers = (Button("yes", key, yes_label, primary=True), Button("no", "escape", no_label))
    return Question(words, yes, answers, card=card)


@dataclass(slots=True)
class Selection:
    """Where the keys are, and what the table says about it."""

    area: Area = "piles"
    pile: PileName = "stock"
    cursor: Card | None = None
    marked: Card | None = None
    button: int = 0
    """The button in focus; with a question the answer."""
    question: Question | None = None
    refusal: Words | None = None
    remark: Words | None = None
    """What a key has just changed, where the cards alone do not say it."""
    hint: Hint | None = None
    """The hint that was asked for; it is told in the language that is on."""
    away: Card | None = None
    """A card in the air; where it lands its place is free."""
    to_pile: bool = False
    """The card in the air flies to the pile."""
    asked: set[Card] = field(default_factory=set)
    """Melded cards that the player has already said may go."""

    @classmethod
    def at_start(cls, view: View, cards: Sequence[Card]) -> Selection:
        """Where the keys are when the player's decision begins; `cards` are the hand as it lies."""
        if view.turn == view.seat and view.phase is Phase.DISCARD:
            return cls("hand", cursor=_first_cursor(view, cards))
        return cls(pile="pile" if view.phase in (Phase.UPCARD, Phase.LAST) else "stock")

    def step(self, by: int, cards: Sequence[Card], buttons: Sequence[int]) -> None:
        """Left or right in the area that has the focus; `buttons` are the numbers of those that are there."""
        if self.question is not None:
            self.button = (self.button + by) % len(self.question.buttons)
        elif self.area == "piles":
            self.pile = "pile" if self.pile == "stock" else "stock"
        elif self.area == "buttons":
            at = buttons.index(self.button) if self.button in buttons else 0
            self.button = buttons[(at + by) % len(buttons)]
        else:
            at = cards.index(self.cursor) if self.cursor in cards else (-1 if by > 0 else 0)
            self.cursor = cards[(at + by) % len(cards)]

    def change_area(self, by: int, cards: Sequence[Card], buttons: Sequence[int]) -> None:
        """From piles to hand to buttons and round, or the other way."""
        if self.question is not None:
            self.button = (self.button + by) % len(self.question.buttons)
            return
        self.area = AREAS[(AREAS.index(self.area) + by) % len(AREAS)]
        if self.area == "hand" and self.cursor is None:
            self.cursor = cards[-1]
        if self.area == "buttons":
            self.button = buttons[0]

    def point(self, card: Card) -> None:
        """To a card of the hand."""
        if self.question is None:
            self.area, self.cursor = "hand", card

    def point_at(self, move: Move, buttons: Sequence[Button]) -> None:
        """To what makes this move: the pile, the card, or one of the `buttons`."""
        if move.kind in (Kind.DRAW, Kind.TAKE):
            self.area, self.pile = "piles", "stock" if move.kind is Kind.DRAW else "pile"
        elif move.kind is Kind.DISCARD:
            self.area, self.cursor = "hand", move.card
        else:
            self.point_at_button("pass" if move.kind is Kind.PASS else "knock", buttons)

    def point_at_button(self, action: str, buttons: Sequence[Button]) -> None:
        """To the button that does this, where it is there."""
        for n, button in enumerate(buttons):
            if button.action == action and button.there:
                self.area, self.button = "buttons", n

    def toggle_mark(self) -> None:
        """Mark the card under the cursor as the one to throw, or take the mark away."""
        self.marked = None if self.marked == self.cursor else self.cursor


def _first_cursor(view: View, cards: Sequence[Card]) -> Card:
    """The card just drawn, unless it must stay or lies in a meld: then the dearest that does not."""
    free = sorted((card for card in cards if card != view.taken), key=lambda card: -card.value)
    loose = cards_of(melds.best(mask_of(view.hand)).loose)
    spare = [card for card in free if card in loose] or [card for card in free if not breaks_meld(view, card)]
    return view.drawn if view.drawn in spare else (spare or free)[0]


def knock_card(view: View, marked: Card | None) -> tuple[Card, int] | None:
    """What a knock would throw and leave: the marked card where that is legal, else the best one."""
    counts = telling.counts_of_knocks(view)
    if marked in counts:
        return marked, counts[marked]
    return next(iter(counts.items()), None)


def breaks_meld(view: View, card: Card) -> bool:
    """Whether throwing `card` takes apart a meld that the hand needs."""
    hand = mask_of(view.hand)
    return melds.discards(hand)[card] > melds.deadwood(hand)
