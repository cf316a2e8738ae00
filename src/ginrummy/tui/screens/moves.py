"""Every move of the hand in words, the newest first, and where all cards are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.widget import Widget

from ginrummy import telling
from ginrummy.session import Session
from ginrummy.tui import layout
from ginrummy.tui.look import say
from ginrummy.tui.screens import table_show as shows
from ginrummy.tui.screens.base import PlacesOf
from ginrummy.tui.screens.reading import ReadingScreen
from ginrummy.tui.widgets.rail import LEGEND, Board, BoardPanel
from ginrummy.tui.widgets.reader import Block


class MovesScreen(ReadingScreen):
    """The moves of the present hand beside the board."""

    PLACES: ClassVar[PlacesOf] = staticmethod(layout.moves)
    KEYS = ReadingScreen.KEYS | {"m": "back"}

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def parts(self) -> Iterator[Widget]:
        """A page to read, and the board."""
        yield from super().parts()
        yield BoardPanel(Board(), id="board")

    def show_all(self) -> None:
        """Where the cards are, and the moves."""
        self.query_one(BoardPanel).update(shows.board(self.session.view))
        super().show_all()

    def blocks(self) -> tuple[Block, ...]:
        """The moves with their numbers, the newest first; what the signs mean where the board has no room."""
        t, deal = self.look.t, self.session.match.deal
        me, match = self.session.me, self.session.match
        told = telling.moves(t, deal, me)
        lines = [Block("item", shows.words_of(sentence), t.number(n)) for n, sentence in enumerate(told, 1)]
        moves = tuple(reversed(lines)) or (Block("text", say("mov.none")),)
        if drawn := telling.drawn_for_deal(match, match.number):
            moves += (Block("text", say("ev.lowcard", a=drawn[me], b=drawn[1 - me])),)
        legend = [Block("item", say(key), sign) for sign, key in LEGEND]
        signs = () if self.look.roomy else (Block("heading", say("board.title")), *legend)
        return (Block("title", say("mov.title")), *moves, *signs)
