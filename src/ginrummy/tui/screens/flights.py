"""Cards in flight over the table: from where to where, and how long."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from textual.geometry import Offset

from ginrummy.engine.cards import Card
from ginrummy.engine.moves import Kind, Move
from ginrummy.engine.view import View
from ginrummy.tui.painted import PileName
from ginrummy.tui.widgets.flyer import Flyer
from ginrummy.tui.widgets.hand import Hand
from ginrummy.tui.widgets.opponent import Opponent
from ginrummy.tui.widgets.piles import Piles

if TYPE_CHECKING:
    from ginrummy.tui.screens.table import TableScreen

FACTOR: Final = {"slow": 1.6, "normal": 1.0, "fast": 0.6, "none": 0.0}
"""What the seconds of a flight are multiplied by, by the speed setting."""
DRAW, DISCARD, THEIR_DRAW, THEIR_TAKE = 0.18, 0.15, 0.22, 0.26
"""Seconds of a flight."""


class Flights:
    """The flights over one table. The state has changed before a card takes off; its place is kept free."""

    def __init__(self, table: TableScreen) -> None:
        self._table = table
        self._from_hand: Offset | None = None

    def land(self) -> None:
        """End a flight, if there is one."""
        self._table.query_one(Flyer).land()

    def note(self, card: Card) -> None:
        """Remember where a card of the hand lies, which is about to be thrown."""
        self._from_hand = self._hand(card)

    def mine(self, move: Move, before: View) -> None:
        """Show the player's own move; `before` is the view that it was made in."""
        view, selection = self._table.view, self._table.selection
        if move.kind in (Kind.DRAW, Kind.TAKE) and view.drawn is not None:
            selection.away = view.drawn
            start = self._pile("stock" if move.kind is Kind.DRAW else "pile", before)
            self._launch(view.drawn, start, self._hand(view.drawn), DRAW)
        elif move.kind is Kind.DISCARD and move.card is not None:
            selection.to_pile = True
            self._launch(move.card, self._from_hand, self._pile("pile", view), DISCARD)

    async def theirs(self, move: Move, before: View) -> None:
        """Show a move of the opponent's, and return when it is seen."""
        table, view, theirs = self._table, self._table.view, self._opponent()
        selection = table.selection
        selection.away = before.pile[-1] if move.kind is Kind.TAKE else None
        selection.to_pile = move.kind is Kind.DISCARD
        table.show_all()
        if move.kind is Kind.DRAW:
            await self._fly(None, self._pile("stock", before), theirs, THEIR_DRAW)
        elif move.kind is Kind.TAKE:
            await self._fly(before.pile[-1], self._pile("pile", before), theirs, THEIR_TAKE)
        elif move.kind is Kind.DISCARD:
            await self._fly(move.card, theirs, self._pile("pile", view), DISCARD)

    def _launch(self, card: Card, start: Offset | None, end: Offset | None, seconds: float) -> None:
        self._table.show_all()
        self._table.work(partial(self._fly, card, start, end, seconds), "flight")

    async def _fly(self, card: Card | None, start: Offset | None, end: Offset | None, seconds: float) -> None:
        table = self._table
        if start is not None and end is not None and table.in_front and table.look.mode != "small":
            seconds *= FACTOR[table.game.settings.speed]
            await table.query_one(Flyer).fly(card, start, end, table.look.plan.pile_size, seconds)
        table.selection.away, table.selection.to_pile = None, False
        if table.is_open:
            table.show_all()

    def _pile(self, pile: PileName, view: View) -> Offset:
        x, y = Piles.place(self._table.look, pile, len(view.pile))
        return self._table.query_one(Piles).region.offset + Offset(x, y)

    def _hand(self, card: Card) -> Offset | None:
        hand = self._table.query_one(Hand)
        place = hand.place_of(card) if self._table.look.mode != "small" else None
        return None if place is None else hand.region.offset + Offset(place.x, place.y)

    def _opponent(self) -> Offset:
        return self._table.query_one(Opponent).region.offset + Offset(self._table.look.margin + 8, 0)
