"""A match: its deals one after the other, the dealers, the running score, and the end.

Everything follows from the deal code, the rules and the moves, so a match can be played again from its
record.

    >>> match = Match("7K3F-9QXM-2AB4")
    >>> match.number, match.deal.turn, match.over
    (1, 0, False)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ginrummy.engine import shuffle
from ginrummy.engine.deal import Deal, Result
from ginrummy.engine.moves import Move
from ginrummy.engine.rules import STANDARD, HouseRules
from ginrummy.engine.scoring import Tally, tally
from ginrummy.engine.view import View, view_of


class Match:
    """A match in play.

    `choosers` are the seats that lay off by hand under `layoff = choose` (people, not bots).
    `deal` is the deal on the table, the last of `deals`; when it is over, `next_deal()` deals again unless
    the match is `over`. `results` are those of the deals that are over, the present one too; `tally` is
    what they add up to.
    """

    def __init__(self, code: str, rules: HouseRules = STANDARD, choosers: Collection[int] = ()) -> None:
        self.code, self.rules, self.choosers = code, rules, choosers
        self.deals: list[Deal] = []
        self.results: list[Result] = []
        self.tally: Tally = tally(rules, [])
        self.loser: int | None = None
        """The seat that lost before the end: it gave up, broke the rules or stopped answering."""
        self._deal(shuffle.first_dealer(code))

    @property
    def deal(self) -> Deal:
        """The deal on the table."""
        return self.deals[-1]

    @property
    def number(self) -> int:
        """The number of the deal on the table, from 1."""
        return len(self.deals)

    @property
    def over(self) -> bool:
        """Whether the match is decided."""
        return self.loser is not None or self.tally.over

    @property
    def winner(self) -> int | None:
        """The seat that won; None while the match is on, or when it ends level."""
        return self.tally.winner if self.loser is None else 1 - self.loser

    @property
    def turn(self) -> int | None:
        """Whose move it is; None between deals and after the match."""
        return None if self.over or self.deal.over else self.deal.turn

    def apply(self, move: Move) -> None:
        """Make `move` for the seat whose turn it is. Raises `IllegalMove`."""
        self.deal.apply(move)
        if self.deal.result is not None:
            self.results.append(self.deal.result)
            self.tally = tally(self.rules, self._hands())

    def next_deal(self) -> None:
        """Deal again. Raises `ValueError` while a deal is on, or after the match."""
        if self.over or not self.deal.over:
            raise ValueError("the match is over" if self.over else "the hand is not over")
        self._deal(next_dealer(self.rules, self.deal.dealer, self.results[-1].winner_seat))

    def forfeit(self, seat: int) -> None:
        """`seat` loses the match here and now."""
        self.loser = seat

    def take_back(self, seat: int) -> int:
        """Undo the moves of the present deal from the last decision of `seat` on; how many were undone.

        Raises `ValueError` when that seat has not moved in this deal, or the deal is over.
        """
        if self.deal.over or seat not in self.deal.seats:
            raise ValueError("there is no move to take back")
        keep = len(self.deal.seats) - 1 - self.deal.seats[::-1].index(seat)
        undone = len(self.deal.moves) - keep
        self.deals[-1] = self.deal.replayed(keep)
        return undone

    def view(self, seat: int) -> View:
        """What `seat` may know."""
        return self._view(seat, self.deal, self.number, self.tally)

    def moments(self, seat: int, number: int) -> Iterator[tuple[Deal, View]]:
        """Deal `number` played again: before each of its moves the deal, and what `seat` knew then.

        It is one deal that moves on with the iteration, not a copy each time.
        """
        deal = self.deals[number - 1]
        score = tally(self.rules, self._hands()[: number - 1])
        past = deal.replayed(0)
        for move in deal.moves:
            yield past, self._view(seat, past, number, score)
            past.apply(move)

    def _view(self, seat: int, deal: Deal, number: int, score: Tally) -> View:
        games = tuple((game.running[seat], game.running[1 - seat]) for game in score.games)
        still_open = (pair for pair, game in zip(games, score.games, strict=True) if not game.over)
        running = score.running
        scores = next(still_open, games[-1]) if games else (running[seat], running[1 - seat])
        return view_of(deal, seat, scores, games, number, self.results[: number - 1])

    def _hands(self) -> list[tuple[int | None, int]]:
        return [(result.winner_seat, result.points) for result in self.results]

    def _deal(self, dealer: int) -> None:
        deck = shuffle.deck(self.code, len(self.deals) + 1)
        self.deals.append(Deal(deck, dealer, self.rules, self.choosers))


def next_dealer(rules: HouseRules, dealer: int, winner: int | None) -> int:
    """Who deals after a deal by `dealer` that `winner` won (None: nobody, the hand was void or level).

    >>> next_dealer(STANDARD, 0, 0), next_dealer(STANDARD, 0, None)
    (1, 0)
    """
    if rules.next_dealer == "every_hand":
        return 1 - dealer
    if winner is None:
        return dealer
    return {"alternate": 1 - dealer, "loser": 1 - winner, "winner": winner}[rules.next_dealer]
