"""Every move of the hand in words, the newest first, and where all cards are."""

from __future__ import annotations

from ginrummy import telling
from ginrummy.engine.cards import DECK, RANKS, SUIT_SIGNS
from ginrummy.session import Session
from ginrummy.tui.look import say
from ginrummy.tui.screens import table_show as shows
from ginrummy.tui.screens.reading import ReadingScreen
from ginrummy.tui.widgets.rail import LEGEND, SUIT_ORDER, Board
from ginrummy.tui.widgets.reader import Block


class MovesScreen(ReadingScreen):
    """The moves of the present hand."""

    KEYS = ReadingScreen.KEYS | {"m": "back"}

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def blocks(self) -> tuple[Block, ...]:
        """The board, then the moves with their numbers."""
        t, deal = self.look.t, self.session.match.deal
        told = telling.moves(t, deal, self.session.me)
        lines = [Block("item", shows.words_of(sentence), t.number(n)) for n, sentence in enumerate(told, 1)]
        moves = tuple(reversed(lines)) or (Block("text", say("mov.none")),)
        heading = Block("heading", say("board.title"))
        return (
            Block("title", say("mov.title")),
            *moves,
            heading,
            *board_blocks(shows.board(self.session.view)),
        )


def board_blocks(board: Board) -> list[Block]:
    """The board of all cards as text, and what its signs mean."""
    rows = [Block("line", "  " + " ".join(RANKS))]
    for suit in SUIT_ORDER:
        signs = (board.sign(card) for card in DECK[13 * suit : 13 * suit + 13])
        rows.append(Block("line", SUIT_SIGNS[suit] + " " + " ".join(signs)))
    return rows + [Block("item", say(key), sign) for sign, key in LEGEND]
