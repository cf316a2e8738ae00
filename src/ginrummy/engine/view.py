"""What a seat may know, and nothing else: the only input of a bot, and what the table draws.

Two deals that differ only in cards that the seat has not seen give equal views.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ginrummy.engine.cards import Card, cards_of, mask_of
from ginrummy.engine.deal import Deal, Event, Phase, Result
from ginrummy.engine.layoffs import grown
from ginrummy.engine.rules import HouseRules


@dataclass(frozen=True, slots=True)
class View:
    """One seat's view of a deal in play.

    `hand` is sorted by card number; `pile` holds all discards, bottom to top; `stock` is a count; `known`
    are the cards that the opponent took from the pile and still holds; `taken` may not be discarded now;
    `drawn` is the card just taken or drawn by this seat; `limit` is the knock limit (0: gin only); `scores`
    are mine and theirs (under Hollywood those of the first game still open, `games` has all three); `deal`
    is the number in the match, from 1; `past` are the match's earlier deals; `events` are this deal's
    public moves; `spread` are the knocker's melds as masks once somebody knocked, `laid` what was laid off
    on them by hand so far.
    """

    seat: int
    dealer: int
    phase: Phase
    turn: int
    hand: tuple[Card, ...]
    pile: tuple[Card, ...]
    stock: int
    opponent_cards: int
    known: tuple[Card, ...]
    mine_known: tuple[Card, ...]
    taken: Card | None
    drawn: Card | None
    upcard: Card
    limit: int
    must_draw: bool
    scores: tuple[int, int]
    games: tuple[tuple[int, int], ...]
    rules: HouseRules
    deal: int
    past: tuple[Result, ...]
    events: tuple[Event, ...]
    spread: tuple[int, ...]
    laid: tuple[tuple[Card, int], ...]

    def stays(self) -> int:
        """The hand as a mask, without what was laid off by hand so far."""
        return mask_of(self.hand) & ~mask_of(card for card, _ in self.laid)

    def grown(self) -> list[int]:
        """The knocker's melds as masks, with what was laid off on them by hand so far."""
        return grown(self.spread, self.laid)

    def to_json(self) -> dict[str, Any]:
        """The view as the bot protocol sends it."""
        data: dict[str, Any] = {
            "seat": self.seat,
            "dealer": self.dealer,
            "phase": str(self.phase),
            "hand": names(self.hand),
            "pile": names(self.pile),
            "stock": self.stock,
            "opponent": {"cards": self.opponent_cards, "known": names(self.known)},
            "taken": None if self.taken is None else str(self.taken),
            "knock_limit": self.limit,
            "scores": list(self.scores),
            "rules": self.rules.to_json(),
            "deal": self.deal,
            "past": [past_json(result) for result in self.past],
            "events": [event_json(event) for event in self.events],
        }
        if self.games:
            data["games"] = [list(game) for game in self.games]
        return data


def view_of(
    deal: Deal,
    seat: int,
    scores: tuple[int, int] = (0, 0),
    games: tuple[tuple[int, int], ...] = (),
    number: int = 1,
    past: Sequence[Result] = (),
) -> View:
    """What `seat` sees of `deal`; `scores` and `games` are this seat's own first."""
    other, mine = 1 - seat, deal.turn == seat
    return View(
        seat=seat,
        dealer=deal.dealer,
        phase=deal.phase,
        turn=deal.turn,
        hand=cards_of(deal.hands[seat]),
        pile=tuple(deal.pile),
        stock=deal.stock,
        opponent_cards=deal.hands[other].bit_count(),
        known=cards_of(deal.known[other]),
        mine_known=cards_of(deal.known[seat]),
        taken=deal.taken if mine else None,
        drawn=deal.drawn if mine else None,
        upcard=deal.upcard,
        limit=deal.limit,
        must_draw=deal.must_draw,
        scores=scores,
        games=games,
        rules=deal.rules,
        deal=number,
        past=tuple(past),
        events=tuple(deal.events),
        spread=deal.spread,
        laid=tuple(deal.laid),
    )


def names(cards: Sequence[Card]) -> list[str]:
    """Cards as other programs read them."""
    return [str(card) for card in cards]


def event_json(event: Event) -> dict[str, Any]:
    """A public move as the protocol sends it; the card only where everybody saw it."""
    data: dict[str, Any] = {"seat": event.seat, "do": str(event.do)}
    return data if event.card is None else data | {"card": str(event.card)}


def past_json(result: Result) -> dict[str, Any]:
    """An earlier deal as the protocol sends it."""
    if result.deadwood is None:
        return {"result": result.result}
    return {
        "result": result.result,
        "knocker_seat": result.knocker_seat,
        "winner_seat": result.winner_seat,
        "points": result.points,
        "turn": result.turn,
        "deadwood": list(result.deadwood),
    }
