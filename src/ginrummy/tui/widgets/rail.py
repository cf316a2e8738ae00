"""The rail beside a large table: the race, a board of all cards, the latest moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ginrummy.engine.cards import DECK, RANKS, SUIT_SIGNS, Card
from ginrummy.tui.canvas import Canvas
from ginrummy.tui.cards import put_runs
from ginrummy.tui.look import Look, Words, say
from ginrummy.tui.painted import ActionSpot, Painted
from ginrummy.tui.text import fit, fit_runs
from ginrummy.tui.widgets.race import YOU, RaceShow, bar, put_name

MINE, THEIRS, PILE, UNSEEN = "●", "▲", "×", "·"
SUIT_ORDER = (3, 2, 1, 0)  # as most players hold them: spades, hearts, diamonds, clubs
LEGEND = ((MINE, "board.mine"), (THEIRS, "board.opp"), (PILE, "board.seen"), (UNSEEN, "board.unseen"))


class Board(NamedTuple):
    """Where the cards are, as far as this player knows; the rest is unseen."""

    mine: frozenset[Card] = frozenset()
    theirs: frozenset[Card] = frozenset()
    pile: frozenset[Card] = frozenset()

    def sign(self, card: Card) -> str:
        """The sign of where `card` is."""
        if card in self.mine:
            return MINE
        if card in self.theirs:
            return THEIRS
        return PILE if card in self.pile else UNSEEN


class MoveLine(NamedTuple):
    """A move in a list: a verb with its player, the card where everybody saw it, a back where not."""

    words: Words
    card: Card | None = None
    hidden: bool = False


class RailShow(NamedTuple):
    """The three parts; `moves` are the newest first."""

    race: RaceShow
    board: Board
    moves: tuple[MoveLine, ...] = ()


class Rail(Painted[RailShow]):
    """The rail."""

    GROUND = "well"

    @staticmethod
    def paint(canvas: Canvas, look: Look, show: RailShow) -> None:
        """From above: scores, board, moves down to the last row."""
        x, room = 2, canvas.width - 4
        y = put_race(canvas, look, x, 1, room, show.race) + 1
        canvas.spot(0, 0, canvas.width, y, ActionSpot("scores"))
        canvas.put(x, y, fit(look.words(say("board.title")), room), look.palette.text, bold=True)
        y = put_board(canvas, look, x, y + 1, show.board) + 1
        y = put_legend(canvas, look, x, y, room) + 1
        canvas.spot(0, y, canvas.width, canvas.height - y, ActionSpot("moves"))
        canvas.put(x, y, fit(look.words(say("act.history")), room), look.palette.text, bold=True)
        put_moves(canvas, look, x, y + 1, room, show.moves)


class BoardPanel(Painted[Board]):
    """The board of all cards on a page of its own, with its legend where there is room."""

    @staticmethod
    def paint(canvas: Canvas, look: Look, show: Board) -> None:
        """Title, board, legend; in the smallest windows the board alone."""
        x, y = look.margin, 0 if look.mode == "pocket" else 1
        if canvas.height > 8:
            canvas.put(x, y, fit(look.words(say("board.title")), canvas.width - x), look.palette.accent)
            y += 2
        y = put_board(canvas, look, x, y, show) + 1
        if y + len(LEGEND) <= canvas.height:
            put_legend(canvas, look, x, y, canvas.width - x - 1)


def put_race(canvas: Canvas, look: Look, x: int, y: int, room: int, race: RaceShow) -> int:
    """Each player's score and name with the bar below; returns the row behind them."""
    players = ((race.opponent, race.theirs, False), (YOU, race.mine, True))
    for name, points, mine in players:
        ink = look.palette.accent if mine else look.palette.text
        end = canvas.put(x, y, look.t.number(points), ink, bold=True) + 1
        put_name(canvas, look, end, y, name, room - (end - x), mine and race.you_deal)
        bar(canvas, look, x, y + 1, room, points, race.target, mine)
        y += 3
    return y - 1


def put_board(canvas: Canvas, look: Look, x: int, y: int, board: Board) -> int:
    """A row a suit, a column a rank; returns the row behind it."""
    palette = look.palette
    inks = {MINE: palette.text, THEIRS: palette.accent, PILE: palette.soft, UNSEEN: palette.faint}
    for n, rank in enumerate(RANKS):
        canvas.put(x + 2 + 2 * n, y, rank, palette.soft)
    for row, suit in enumerate(SUIT_ORDER, 1):
        canvas.put(x, y + row, SUIT_SIGNS[suit], palette.text)
        for n, card in enumerate(DECK[13 * suit : 13 * suit + 13]):
            sign = board.sign(card)
            canvas.put(x + 2 + 2 * n, y + row, sign, inks[sign], bold=sign == MINE)
    return y + 5


def put_legend(canvas: Canvas, look: Look, x: int, y: int, room: int) -> int:
    """What the signs of the board mean; returns the row behind it."""
    palette = look.palette
    inks = {MINE: palette.text, THEIRS: palette.accent, PILE: palette.soft, UNSEEN: palette.faint}
    for sign, key in LEGEND:
        canvas.put(x, y, sign, inks[sign])
        canvas.put(x + 2, y, fit(look.words(say(key)), room - 2), palette.soft)
        y += 1
    return y


def put_moves(canvas: Canvas, look: Look, x: int, y: int, room: int, moves: Sequence[MoveLine]) -> int:
    """A move a row, as many as there is room for; returns the row behind them."""
    palette = look.palette
    for move in moves[: max(0, canvas.height - y)]:
        if move.card is not None:
            canvas.put(
                x, y, f" {move.card.sign}".ljust(4) + " ", look.ink(move.card), palette.card, bold=True
            )
        elif move.hidden:
            canvas.put(x, y, "╱╲╱╲╱", palette.back_hi, palette.back)
        put_runs(canvas, look, x + 6, y, fit_runs(look.runs(move.words), room - 6), palette.soft)
        y += 1
    return y
