"""One deal as a state machine: who may do what, and what it leads to.

`legal()` lists the moves of the seat whose turn it is, `check()` says why a move is refused, `apply()`
makes it. A deal is its deck, dealer and rules, and the list of its moves: `replayed(n)` gives the deal as
it was after *n*.

    >>> from ginrummy.engine.cards import DECK
    >>> deal = Deal(DECK, dealer=1)
    >>> deal.turn, str(deal.pile[-1]), [str(move) for move in deal.legal()]
    (0, '8D', ['take', 'pass'])
    >>> deal.check(0, DRAW)
    <Reason.OFFERFIRST: 'offerfirst'>
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from ginrummy.engine import melds
from ginrummy.engine.cards import FULL_DECK_MASK, Card, cards_of, iter_cards, mask_of
from ginrummy.engine.layoffs import by_hand, fits, grown
from ginrummy.engine.moves import BIG_GIN, DONE, DRAW, KNOCKS, PASS, TAKE, Kind, Move, discards_of
from ginrummy.engine.rules import STANDARD, HouseRules
from ginrummy.engine.scoring import Settlement, knock_limit, settle

LAST_STOCK_CARDS = 2
"""Cards that are never drawn: whoever leaves this many discards without a knock makes the hand void."""
MOST_TAKES = 50
"""Takes from the pile in a row, without a draw from the stock, that end the hand as void."""


class Phase(StrEnum):
    """What the seat whose turn it is has to decide."""

    UPCARD = "upcard"
    DRAW = "draw"
    DISCARD = "discard"
    LAST = "last"
    LAYOFF = "layoff"
    OVER = "over"


class Reason(StrEnum):
    """Why a move is refused. Screens translate `err.` and this."""

    TURN = "turn"
    HANDOVER = "handover"
    OFFERFIRST = "offerfirst"
    STOCKONLY = "stockonly"
    PASSONLY = "passonly"
    DRAWFIRST = "drawfirst"
    KNOCKDRAW = "knockdraw"
    ALREADY = "already"
    NOTHAND = "nothand"
    TAKEN = "taken"
    TAKENKNOCK = "takenknock"
    HIGH = "high"
    GINONLY = "ginonly"
    LAYOUT = "layout"
    BIGGIN = "biggin"
    BIGGINOFF = "bigginoff"
    LASTKNOCK = "lastknock"
    LASTONLY = "lastonly"
    LAYFIRST = "layfirst"
    LAYEARLY = "layearly"
    LAYKNOCKER = "layknocker"
    LAYLOOSE = "layloose"
    GINLAYOFF = "ginlayoff"
    SETFULL = "setfull"
    GAP = "gap"
    NOFIT = "nofit"


class IllegalMove(ValueError):
    """A move that the rules refuse; `reason` says why."""

    def __init__(self, move: Move, reason: Reason) -> None:
        super().__init__(f"{move}: {reason}")
        self.move, self.reason = move, reason


class Event(NamedTuple):
    """A public move: `do` is a `Kind`, `card` is there only where everybody saw it."""

    seat: int
    do: str
    card: Card | None


_event = cache(Event)  # the same few hundred events come again and again


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended.

    `turn` is the knocker's own turn, `deadwood` each seat's count as scored (after lay-offs).
    """

    result: str
    knocker_seat: int | None = None
    winner_seat: int | None = None
    points: int = 0
    turn: int | None = None
    deadwood: tuple[int, int] | None = None
    settlement: Settlement | None = None


VOID = Result("void")


_DRAW, _DISCARD, _LAYOFF = Phase.DRAW, Phase.DISCARD, Phase.LAYOFF  # each look-up in an enum costs 0.1 µs


class Deal:
    """A deal in play. Seats are 0 and 1; hands are masks; `pile` runs from bottom to top.

    `deck` are the 52 cards as dealt from the front: one at a time, the non-dealer first, then the upcard,
    the rest is the stock. `choosers` are the seats that lay off by hand under `layoff = choose`.
    """

    __slots__ = (
        "choosers", "dealer", "deck", "drawn", "events", "hands", "known", "laid", "limit", "moves",
        "must_draw", "must_knock", "phase", "pile", "result", "rules", "seats", "spread", "stock", "taken",
        "takes", "turn", "turns",
    )  # fmt: skip

    def __init__(
        self, deck: Sequence[Card], dealer: int, rules: HouseRules = STANDARD, choosers: Collection[int] = ()
    ) -> None:
        other = 1 - dealer
        self.deck, self.dealer, self.rules, self.choosers = tuple(deck), dealer, rules, choosers
        self.hands = [0, 0]
        self.hands[other], self.hands[dealer] = mask_of(deck[0:20:2]), mask_of(deck[1:20:2])
        self.pile = [deck[20]]
        self.stock = 31
        self.limit = knock_limit(rules, deck[20])
        self.turn, self.phase = other, Phase.UPCARD
        self.taken: Card | None = None
        """The card that may not be discarded in this turn."""
        self.drawn: Card | None = None
        """The card that the seat whose turn it is took or drew last."""
        self.must_draw = self.must_knock = False
        self.takes = 0
        self.turns = [0, 0]
        self.known = [0, 0]
        """Cards of each hand that everybody knows: taken from the pile and still there."""
        self.events: list[Event] = []
        self.moves: list[Move] = []
        self.seats: list[int] = []
        """Who made each of `moves`."""
        self.spread: tuple[int, ...] = ()
        """The knocker's melds, once somebody knocked."""
        self.laid: list[tuple[Card, int]] = []
        self.result: Result | None = None

    @property
    def upcard(self) -> Card:
        """The card that was turned up at the deal."""
        return self.deck[20]

    @property
    def over(self) -> bool:
        """Whether the deal has its result."""
        return self.result is not None

    @property
    def knocker(self) -> int | None:
        """Who knocked, from the knock on."""
        if self.phase is _LAYOFF:
            return 1 - self.turn
        return self.result.knocker_seat if self.result else None

    def replayed(self, count: int) -> Deal:
        """A new deal with the first `count` moves of this one."""
        deal = Deal(self.deck, self.dealer, self.rules, self.choosers)
        for move in self.moves[:count]:
            deal.apply(move)
        return deal

    # What may be done

    def legal(self) -> list[Move]:
        """Every legal move of the seat whose turn it is; none when the deal is over.

        Knocks are listed with the automatic layout only.
        """
        return _LEGAL[self.phase](self)

    def check(self, seat: int, move: Move) -> Reason | None:
        """Why `seat` may not make `move` now; None when it may."""
        if self.result is not None:
            after_gin = self.result.result in ("gin", "big_gin")
            return Reason.GINLAYOFF if after_gin and move.kind is Kind.LAYOFF else Reason.HANDOVER
        if self.phase is _LAYOFF or move.kind in _LAYING_OFF:
            return self._check_layoff(seat, move)
        if seat != self.turn:
            return Reason.TURN
        if move.kind in _DRAWING:
            return self._check_draw(move.kind)
        if self.phase is not _DISCARD:
            return self._too_early(move.kind)
        return _CHECK[move.kind](self, move)

    def apply(self, move: Move) -> None:
        """Make `move` for the seat whose turn it is. Raises `IllegalMove`; then nothing has changed."""
        if reason := self.check(self.turn, move):
            raise IllegalMove(move, reason)
        self.moves.append(move)
        self.seats.append(self.turn)
        _DO[move.kind](self, move)

    def _legal_discards(self) -> list[Move]:
        hand = self.hands[self.turn]
        free = hand if self.taken is None else hand & ~self.taken.bit
        moves = [] if self.must_knock else discards_of(free)
        if melds.after_discard(hand) <= self.limit:
            deadwood = melds.deadwood
            moves += [KNOCKS[card] for card in iter_cards(free) if deadwood(hand & ~card.bit) <= self.limit]
            if self._check_big_gin() is None:
                moves.append(BIG_GIN)
        return moves

    def _legal_layoffs(self) -> list[Move]:
        hand, spread = self.hands[self.turn] & ~mask_of(card for card, _ in self.laid), self.grown()
        fitting = (
            (card, n) for card in iter_cards(hand) for n, meld in enumerate(spread) if fits(card, meld)
        )
        return [*(Move(Kind.LAYOFF, card, n) for card, n in fitting), DONE]

    def grown(self) -> list[int]:
        """The knocker's melds with what was laid off on them by hand so far."""
        return grown(self.spread, self.laid)

    # Why not

    def _check_draw(self, kind: Kind) -> Reason | None:
        if self.phase is _DRAW:
            if kind is Kind.DRAW:
                return None
            if kind is Kind.PASS:
                return Reason.PASSONLY
            return Reason.STOCKONLY if self.must_draw else None
        if self.phase is _DISCARD:
            return Reason.PASSONLY if kind is Kind.PASS else Reason.ALREADY
        if kind is Kind.DRAW:
            return Reason.OFFERFIRST if self.phase is Phase.UPCARD else Reason.LASTONLY
        return None

    def _too_early(self, kind: Kind) -> Reason:
        if self.phase is Phase.UPCARD:
            return Reason.OFFERFIRST
        if self.phase is Phase.LAST:
            return Reason.LASTONLY
        return Reason.DRAWFIRST if kind is Kind.DISCARD else Reason.KNOCKDRAW

    def _check_discard(self, move: Move) -> Reason | None:
        if move.card is None or not self.hands[self.turn] >> move.card & 1:
            return Reason.NOTHAND
        if move.card == self.taken:
            return Reason.TAKEN
        return Reason.LASTKNOCK if self.must_knock else None

    def _check_knock(self, move: Move) -> Reason | None:
        if move.card is None or not self.hands[self.turn] >> move.card & 1:
            return Reason.NOTHAND
        if move.card == self.taken:
            return Reason.TAKENKNOCK
        kept = self.hands[self.turn] & ~move.card.bit
        count = melds.deadwood(kept) if move.layout is None else melds.laid_out(kept, move.layout)
        if count is None:
            return Reason.LAYOUT
        if count <= self.limit:
            return None
        return Reason.HIGH if self.limit else Reason.GINONLY

    def _check_big_gin(self, move: Move = BIG_GIN) -> Reason | None:
        if not self.rules.big_gin:
            return Reason.BIGGINOFF
        return Reason.BIGGIN if melds.deadwood(self.hands[self.turn]) else None

    def _check_layoff(self, seat: int, move: Move) -> Reason | None:
        if self.phase is not Phase.LAYOFF:
            return Reason.LAYEARLY
        if seat != self.turn:
            return Reason.LAYKNOCKER if move.kind is Kind.LAYOFF else Reason.TURN
        if move.kind is Kind.DONE:
            return None
        if move.kind is not Kind.LAYOFF:
            return Reason.LAYFIRST
        card, spread = move.card, self.grown()
        if card is None or not self.hands[seat] & card.bit or any(card == laid for laid, _ in self.laid):
            return Reason.NOTHAND
        if move.meld is None or not 0 <= move.meld < len(spread):
            return Reason.LAYLOOSE
        return None if fits(card, spread[move.meld]) else _why_no_fit(card, spread[move.meld])

    # What happens

    def _do_take(self, move: Move) -> None:
        card = self.pile.pop()
        self._pick(card, _event(self.turn, move.kind, card))
        self.taken = card
        self.known[self.turn] |= card.bit
        self.takes += 1
        self.must_knock = self.stock == LAST_STOCK_CARDS

    def _do_draw(self, move: Move) -> None:
        card = self.deck[52 - self.stock]
        self.stock -= 1
        self._pick(card, _event(self.turn, move.kind, None))
        self.taken = None
        self.takes = 0
        self.must_draw = False

    def _pick(self, card: Card, event: Event) -> None:
        seat = self.turn
        self.hands[seat] |= card.bit
        self.drawn = card
        self.turns[seat] += 1
        self.phase = _DISCARD
        self.events.append(event)

    def _do_pass(self, move: Move) -> None:
        self.events.append(_event(self.turn, move.kind, None))
        if self.phase is Phase.LAST:
            self._end(VOID)
            return
        if self.turn == self.dealer:
            self.phase, self.must_draw = Phase.DRAW, True
        self.turn = 1 - self.turn

    def _do_discard(self, move: Move) -> None:
        self._throw(move)
        self.turn, self.phase = 1 - self.turn, _DRAW
        if self.stock > LAST_STOCK_CARDS and self.takes < MOST_TAKES:
            return
        if self.stock == LAST_STOCK_CARDS and self.rules.last_discard == "take" and self._could_knock():
            self.phase = Phase.LAST
        else:
            self._end(VOID)

    def _could_knock(self) -> bool:
        """Whether taking the last discard would let the seat whose turn it is knock."""
        hand, last = self.hands[self.turn], self.pile[-1].bit
        if self.rules.big_gin and not melds.deadwood(hand | last):
            return True
        return any(melds.deadwood(hand & ~card.bit | last) <= self.limit for card in iter_cards(hand))

    def _throw(self, move: Move) -> None:
        seat, card = self.turn, move.card
        assert card is not None
        keep = ~card.bit
        self.hands[seat] &= keep
        self.known[seat] &= keep
        self.pile.append(card)
        self.taken = self.drawn = None
        self.events.append(_event(seat, move.kind, card))

    def _do_knock(self, move: Move) -> None:
        self._throw(move)
        kept = self.hands[self.turn]
        unseen = FULL_DECK_MASK & ~kept & ~mask_of(self.pile)
        self._show(move.layout if move.layout is not None else melds.best(kept, unseen).melds)

    def _do_big_gin(self, move: Move) -> None:
        self.events.append(_event(self.turn, move.kind, None))
        self._show(melds.best(self.hands[self.turn]).melds)

    def _show(self, spread: tuple[int, ...]) -> None:
        """The knocker's melds are on the table: the defender lays off, by hand or at once."""
        self.spread = spread
        gin = mask_of(card for meld in spread for card in iter_cards(meld)) == self.hands[self.turn]
        by_hand = self.rules.layoff == "choose" and 1 - self.turn in self.choosers
        if gin or not by_hand:
            self._settle(self.turn)
        else:
            self.turn, self.phase = 1 - self.turn, Phase.LAYOFF

    def _do_layoff(self, move: Move) -> None:
        assert move.card is not None
        assert move.meld is not None
        self.laid.append((move.card, move.meld))

    def _do_done(self, move: Move) -> None:
        self._settle(1 - self.turn)

    def _settle(self, knocker: int) -> None:
        defence = None
        if self.phase is _LAYOFF:
            defence = by_hand(self.hands[1 - knocker], self.spread, self.laid)
        kept, against = self.hands[knocker], self.hands[1 - knocker]
        done = settle(kept, against, self.rules, self.upcard, melds=self.spread, defence=defence)
        winner = {"knocker": knocker, "defender": 1 - knocker, None: None}[done.winner]
        counts = (done.knocker.deadwood, done.defender.deadwood)
        deadwood = counts if knocker == 0 else counts[::-1]
        self._end(Result(done.result, knocker, winner, done.points, self.turns[knocker], deadwood, done))

    def _end(self, result: Result) -> None:
        self.result, self.phase = result, Phase.OVER


def _why_no_fit(card: Card, meld: int) -> Reason:
    kind = melds.meld_kind(meld)
    first = cards_of(meld)[0]
    if kind == "set":
        return Reason.SETFULL if meld.bit_count() == 4 else Reason.NOFIT
    return Reason.GAP if card.suit == first.suit else Reason.NOFIT


_DRAWING = frozenset({Kind.TAKE, Kind.PASS, Kind.DRAW})
_LAYING_OFF = frozenset({Kind.LAYOFF, Kind.DONE})
_LEGAL: dict[Phase, Callable[[Deal], list[Move]]] = {
    Phase.UPCARD: lambda deal: [TAKE, PASS],
    Phase.DRAW: lambda deal: [DRAW] if deal.must_draw else [DRAW, TAKE],
    Phase.DISCARD: Deal._legal_discards,
    Phase.LAST: lambda deal: [TAKE, PASS],
    Phase.LAYOFF: Deal._legal_layoffs,
    Phase.OVER: lambda deal: [],
}
_CHECK: dict[Kind, Callable[[Deal, Move], Reason | None]] = {
    Kind.DISCARD: Deal._check_discard,
    Kind.KNOCK: Deal._check_knock,
    Kind.BIG_GIN: Deal._check_big_gin,
}
_DO: dict[Kind, Callable[[Deal, Move], None]] = {
    Kind.TAKE: Deal._do_take,
    Kind.PASS: Deal._do_pass,
    Kind.DRAW: Deal._do_draw,
    Kind.DISCARD: Deal._do_discard,
    Kind.KNOCK: Deal._do_knock,
    Kind.BIG_GIN: Deal._do_big_gin,
    Kind.LAYOFF: Deal._do_layoff,
    Kind.DONE: Deal._do_done,
}
