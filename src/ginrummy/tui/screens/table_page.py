"""The table as it is seen: everything on it, filled from the view; who may do what is another matter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from textual.widget import Widget

from ginrummy import telling
from ginrummy.engine.cards import Card
from ginrummy.engine.view import View
from ginrummy.session import Session, Token
from ginrummy.tui import layout
from ginrummy.tui.arrange import Order
from ginrummy.tui.screens import table_show as shows
from ginrummy.tui.screens.base import Page, PlacesOf
from ginrummy.tui.screens.selection import Selection
from ginrummy.tui.widgets.bars import KeyBar, KeysShow, TopBar, TopShow
from ginrummy.tui.widgets.buttons import Buttons, ButtonsShow
from ginrummy.tui.widgets.flyer import Flyer
from ginrummy.tui.widgets.hand import Hand, HandShow
from ginrummy.tui.widgets.opponent import Opponent, OpponentShow
from ginrummy.tui.widgets.piles import Piles, PilesShow
from ginrummy.tui.widgets.race import Race, RaceShow
from ginrummy.tui.widgets.rail import Rail, RailShow
from ginrummy.tui.widgets.talk import Talk, TalkShow

WHILE_ASKED: Final = ("left_right", "m", "v", "r", "?")
"""Keys of the bar that do something while a question is open; Esc stands on one of its buttons."""


class TablePage(Page):
    """The table of a match, and the pages that lie above it."""

    PLACES: ClassVar[PlacesOf] = staticmethod(layout.table)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.selection = Selection()
        self.order = Order()
        self._seen: tuple[Token, View] | None = None

    def parts(self) -> Iterator[Widget]:
        """Everything on the table."""
        yield TopBar(TopShow(), id="topbar")
        yield Opponent(OpponentShow(), id="opponent")
        yield Piles(PilesShow(), id="piles")
        yield Race(RaceShow(), id="race")
        yield Talk(TalkShow(), id="talk")
        yield Hand(HandShow(), id="hand")
        yield Buttons(ButtonsShow(), id="buttons")
        yield Rail(RailShow(RaceShow(), shows.board(self.view)), id="rail")
        yield KeyBar(KeysShow(), id="keybar")
        yield Flyer()

    @property
    def view(self) -> View:
        """What the player may know; it is asked for many times between two moves."""
        token = self.session.token
        if self._seen is None or self._seen[0] != token:
            self._seen = (token, self.session.view)
        return self._seen[1]

    def section(self) -> str:
        """The rule that matters at this moment."""
        return telling.section_for(self.view)

    def show_all(self) -> None:
        """Fill every widget; each redraws only what differs."""
        session, selection, look, view = self.session, self.selection, self.look, self.view
        self.place(layout.table_told if self.speaks else layout.table)
        self.query_one(TopBar).update(self.top_show())
        self.query_one(Opponent).update(shows.opponent_show(view, selection))
        self.query_one(Piles).update(shows.piles_show(view, selection))
        self.query_one(Race).update(shows.race_show(look, view))
        self.query_one(Talk).update(self.talk_show())
        self.query_one(Hand).update(self.hand_show())
        self.query_one(Buttons).update(self.buttons_show())
        self.query_one(KeyBar).update(self.keys_show())
        if look.mode == "hall":
            self.query_one(Rail).update(shows.rail_show(look, session))

    @property
    def speaks(self) -> bool:
        """Whether there is more to be said than what happened and what to do."""
        hint = self.selection.hint
        return hint is not None and len(hint.messages) > 1

    def top_show(self) -> TopShow:
        """Where one is in the match."""
        return shows.top_show(self.session)

    def talk_show(self) -> TalkShow:
        """What is said."""
        return shows.talk_show(self.look, self.session, self.selection)

    def hand_show(self) -> HandShow:
        """The player's cards; while it is asked how to lay them out, as they would lie then."""
        question = self.selection.question
        if question is not None and question.layouts is not None:
            return shows.layout_show(self.view, question.layouts)
        groups = self.order.groups(self.view.hand, self.view.drawn)
        return shows.hand_show(self.view, groups, self.selection)

    def buttons_show(self) -> ButtonsShow:
        """What can be done."""
        hints = self.session.header.mode == "friendly"
        show = shows.buttons_show(self.view, self.selection, hints)
        return show._replace(focus=None) if self.in_bar else show

    def keys_show(self) -> KeysShow:
        """The keys that stand on no button; while something is asked those that do something then."""
        show = shows.keys_show(self.look, self.session.header.mode == "friendly")
        if self.selection.question is not None:
            return show._replace(hints=tuple(hint for hint in show.hints if hint.key in WHILE_ASKED))
        return show if self.selection.refusal is None else shows.with_rule(show)

    def cards(self) -> list[Card]:
        """The hand from left to right."""
        return [card for group in self.order.groups(self.view.hand, self.view.drawn) for card in group.cards]

    def do_moves(self) -> None:
        """All moves of the hand."""
        from ginrummy.tui.screens.moves import MovesScreen

        self.game.push_screen(MovesScreen(self.session))

    def do_scores(self) -> None:
        """The score sheet."""
        from ginrummy.tui.screens.sheet import SheetScreen

        self.game.push_screen(SheetScreen(self.session))
