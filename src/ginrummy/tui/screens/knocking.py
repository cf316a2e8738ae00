"""The end of a hand by knock: offered, asked once more, and laid out as the player likes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ginrummy import telling
from ginrummy.engine import melds
from ginrummy.engine.cards import FULL_DECK_MASK, Card, mask_of
from ginrummy.engine.moves import BIG_GIN, KNOCKS, Kind, Move
from ginrummy.engine.view import View
from ginrummy.tui.look import say
from ginrummy.tui.screens.selection import Layouts, Question, knock_card, question
from ginrummy.tui.widgets.buttons import Button

if TYPE_CHECKING:
    from ginrummy.tui.screens.table import TableScreen

CHECKED = "knock_checked"
"""The command that knocks without asking once more."""


class Knocking:
    """The knocks of the player at one table."""

    def __init__(self, table: TableScreen) -> None:
        self._table = table

    def offer(self, view: View) -> Question | None:
        """A hand that has become gin is announced, and offered; it never ends by itself."""
        if telling.is_big_gin(view):
            return question(say("ask.biggin"), "big_gin", "k", say("set.biggin"), say("btn.playon"))
        if 0 in telling.counts_of_knocks(view).values():
            return question(say("ask.gin"), "gin", "k", say("btn.knock"), say("btn.playon"))
        return None

    def knock(self) -> None:
        """Knock with the marked card, else with the one that leaves least; gin where it is."""
        table, view = self._table, self._table.view
        marked = table.selection.marked
        choice = knock_card(view, marked)
        if telling.is_big_gin(view):
            table.try_move(BIG_GIN)
        elif choice is None:
            held = [card for card in (marked, table.selection.cursor, table.cards()[-1]) if card is not None]
            table.try_move(KNOCKS[held[0]])
        elif marked is not None and choice[0] != marked:
            table.refuse("mark")
        elif layouts := _layouts(view, *choice):
            self._ask_layout(layouts)
        elif choice[1] and table.game.settings.confirm:
            words = say("ask.knock", n=choice[1], card=choice[0])
            table.ask(question(words, CHECKED, "k", say("btn.knock"), say("act.cancel"), card=choice[0]))
        else:
            table.try_move(KNOCKS[choice[0]])

    def checked(self, layouts: Layouts | None) -> None:
        """Knock, after it was asked; with the layout that was chosen where there was a choice."""
        choice = knock_card(self._table.view, self._table.selection.marked)
        if layouts is not None:
            self._table.try_move(Move(Kind.KNOCK, layouts.card, layout=layouts.way.melds))
        elif choice is not None:
            self._table.try_move(KNOCKS[choice[0]])

    def gin(self) -> None:
        """Knock with nothing left."""
        choice = knock_card(self._table.view, None)
        if choice is not None:
            self._table.try_move(KNOCKS[choice[0]])

    def turn_layout(self, by: int) -> None:
        """Another of the layouts that are asked about."""
        asked = self._table.selection.question
        if asked is not None and asked.layouts is not None:
            self._ask_layout(asked.layouts.turned(by))

    def _ask_layout(self, layouts: Layouts) -> None:
        """Ask which layout; the hand lies as the one that is shown."""
        words = say("st.layout")
        asked = question(words, CHECKED, "enter", say("btn.knock"), say("act.cancel"))
        number = say("n.of", n=layouts.at + 1, m=len(layouts.ways))
        turn = Button("layout:1", "left_right", number)
        self._table.ask(asked._replace(buttons=(asked.buttons[0], turn, asked.buttons[-1]), layouts=layouts))


def _layouts(view: View, card: Card, left: int) -> Layouts | None:
    """The layouts to choose among, the safest first; None where there is nothing to choose."""
    if view.rules.layoff != "choose" or not left:
        return None
    kept = mask_of(view.hand) & ~card.bit
    ways = melds.arrangements(kept)
    unseen = FULL_DECK_MASK & ~mask_of(view.hand) & ~mask_of(view.pile)
    ways.sort(key=lambda way: melds.exposure(way.melds, unseen))
    return Layouts(card, tuple(ways)) if len(ways) > 1 else None
