"""What happened, and what can be done now, as sentences in the player's language.

Screens and plain mode say nothing about the play of a hand that does not come from here; what it counts is
told by `reckoning`. A sentence is a list of runs (`i18n.Run`), so that a screen can paint the cards in it.

    >>> from ginrummy.engine.match import Match
    >>> from ginrummy.engine.view import view_of
    >>> deal, t = Match("7K3F-9QXM-2AB4").deal, Translator("en")
    >>> view = view_of(deal, deal.turn)
    >>> text(prompt(t, view)[0])
    'Take the upcard 8♥, or pass'
    >>> text(refusal(t, Reason.HIGH, view))
    'Deadwood must be 10 or less to knock'
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ginrummy.engine import melds, shuffle
from ginrummy.engine.cards import Card, cards_of, mask_of, value_of
from ginrummy.engine.deal import LAST_STOCK_CARDS, Deal, Phase, Reason
from ginrummy.engine.moves import Kind
from ginrummy.engine.scoring import point_factor
from ginrummy.engine.view import View
from ginrummy.i18n import Run, Translator

if TYPE_CHECKING:
    from ginrummy.engine.match import Match

Sentence = list[Run]
"""A message ready to be shown: pieces of text, and the cards named by their signs."""


def text(sentence: Sequence[Run]) -> str:
    """A sentence as text."""
    return "".join(run.text for run in sentence)


# What a hand comes to


def count(view: View) -> int:
    """The least deadwood of the player's hand as it is held: of eleven cards after the draw."""
    return melds.deadwood(mask_of(view.hand))


def counts_of_knocks(view: View) -> dict[Card, int]:
    """Each card whose throw is a legal knock now, with the count that would remain, the least first."""
    if view.phase is not Phase.DISCARD or view.turn != view.seat:
        return {}
    left = melds.discards(mask_of(view.hand))
    allowed = {card: n for card, n in left.items() if n <= view.limit and card != view.taken}
    return dict(sorted(allowed.items(), key=lambda item: item[1]))


def is_big_gin(view: View) -> bool:
    """Whether the player may call big gin now."""
    mine = view.phase is Phase.DISCARD and view.turn == view.seat
    return mine and bool(view.rules.big_gin) and count(view) == 0


def shown_count(deal: Deal) -> int | None:
    """What the knocker's cards count, once they lie open; None before the knock."""
    knocker = deal.knocker
    if knocker is None:
        return None
    laid = 0
    for meld in deal.spread:
        laid |= meld
    return value_of(deal.hands[knocker] & ~laid)


# What happened


def drawn_for_deal(match: Match, number: int) -> tuple[Card, Card] | None:
    """The cards that the seats drew for the deal, where the rules have them shown; only hand 1 has any."""
    if number != 1 or match.rules.first_dealer != "low_card":
        return None
    return shuffle.low_cards(match.code)


def opening(t: Translator, deal: Deal, me: int, drawn: tuple[Card, Card] | None = None) -> list[Sentence]:
    """How a deal begins: who deals, the upcard and its limit; `drawn` are the cards drawn for the deal."""
    sentences = []
    if drawn is not None:
        sentences.append(t.rich("ev.lowcard", a=drawn[me], b=drawn[1 - me]))
    sentences.append(t.rich("ev.deal.you" if deal.dealer == me else "ev.deal.opp"))
    if deal.rules.knock != "oklahoma":
        return [*sentences, t.rich("ev.upcard", card=deal.upcard)]
    if deal.limit == 0:
        sentences.append(t.rich("ev.okl.ace"))
    else:
        sentences.append(t.rich("ev.okl", card=deal.upcard, n=deal.limit))
    if point_factor(deal.rules, deal.upcard) > 1:
        sentences.append(t.rich("ev.okl.spade"))
    return sentences


def move(
    t: Translator, mine: bool, kind: str, card: Card | None, left: int | None = None, last: bool = False
) -> Sentence:
    """One public move. `card` is the one taken, drawn (own draws only) or thrown; `left` what a knock counts.

    `last` says that the card was taken as the last discard, in order to knock.

        >>> text(move(Translator("ne"), False, Kind.DISCARD, Card.parse("2D")))
        'विपक्षीले इँटाको दुरी फाल्यो'
    """
    match kind:
        case Kind.PASS:
            return t.rich("ev.pass.you" if mine else "st.botpass")
        case Kind.DRAW if mine and card is not None:
            return t.rich("ev.draw.you", card=card)
        case Kind.DRAW:
            return t.rich("st.botdrew")
        case Kind.TAKE if last:
            return t.rich("ev.last.you" if mine else "ev.last.opp")
        case Kind.BIG_GIN:
            return t.rich("ev.biggin.you" if mine else "ev.biggin.opp")
        case Kind.KNOCK:
            if not left:
                return t.rich("ev.gin.you" if mine else "ev.gin.opp")
            return t.rich("ev.knock.you" if mine else "st.botknock", n=left)
    assert card is not None
    if kind == Kind.TAKE:
        return t.rich("ev.take.you" if mine else "st.bottook", card=card)
    return t.rich("ev.disc.you" if mine else "st.botdisc", card=card)


def moves(t: Translator, deal: Deal, me: int) -> list[Sentence]:
    """Every move of the deal so far in order, lay-offs included, as `me` may know them.

    A later call on the same deal begins with the same sentences, so whoever told *n* of them goes on there.
    """
    sentences, events, stock = [], iter(deal.events), 31
    for seat, made in zip(deal.seats, deal.moves, strict=True):
        if made.kind in (Kind.LAYOFF, Kind.DONE):
            continue
        mine, last = seat == me, stock == LAST_STOCK_CARDS
        card = next(events).card
        if made.kind is Kind.DRAW:
            card = deal.deck[52 - stock] if mine else None
            stock -= 1
        sentences.append(move(t, mine, made.kind, card, shown_count(deal), last))
    return [*sentences, *_layoffs(t, deal, me)]


def _layoffs(t: Translator, deal: Deal, me: int) -> Iterator[Sentence]:
    """The lay-offs made by hand so far, or by the game once it settled the knock."""
    if not shown_count(deal):
        return  # no knock yet, or gin
    laid: Sequence[tuple[Card, int]] = deal.laid
    settled = deal.result.settlement if deal.result else None
    if settled is not None:
        laid = settled.defender.layoffs
    mine = deal.knocker != me
    spread = list(deal.spread)
    for card, onto in laid:
        yield t.rich("ev.lay.you" if mine else "ev.lay.opp", card=card, meld=cards_of(spread[onto]))
        spread[onto] |= card.bit
    if settled is not None and not laid:
        yield t.rich("ev.lay.none")


# What can be done


def prompt(t: Translator, view: View) -> list[Sentence]:
    """What the player is asked for now: the request first, then at most one or two things worth knowing.

    Empty when the hand is over.
    """
    if view.phase is Phase.OVER:
        return []
    if view.turn != view.seat:
        return [t.rich("st.botturn")]
    match view.phase:
        case Phase.UPCARD:
            return [t.rich("st.offer", card=view.pile[-1])]
        case Phase.LAST:
            return [t.rich("st.last", card=view.pile[-1])]
        case Phase.DRAW:
            return [t.rich("st.mustdraw" if view.must_draw else "st.draw")]
        case Phase.LAYOFF:
            return [t.rich("st.layoff"), t.rich("st.layoff.n", n=melds.deadwood(view.stays()))]
        case _:
            return _prompt_discard(t, view)


def _prompt_discard(t: Translator, view: View) -> list[Sentence]:
    knocks = counts_of_knocks(view)
    sentences = [t.rich("st.discard" if knocks else "st.discardonly")]
    if knocks:
        least = min(knocks.values())
        sentences.append(t.rich("st.canknock", n=least) if least else t.rich("st.gin"))
    if view.stock == LAST_STOCK_CARDS:
        sentences.append(t.rich("st.lastcards"))
    return sentences


def refusal(t: Translator, reason: Reason | str, view: View) -> Sentence:
    """Why a move is refused: the rule, or what comes first. `reason` may also be one of the session's."""
    if reason == Reason.HIGH:
        return t.rich("err.high", n=view.limit)
    return t.rich(f"err.{reason}")


# Which section of the rules page matters

_SECTIONS: Final[dict[str, str]] = {
    Reason.TURN: "turn",
    Reason.HANDOVER: "score",
    Reason.OFFERFIRST: "deal",
    Reason.STOCKONLY: "deal",
    Reason.PASSONLY: "deal",
    Reason.BIGGIN: "gin",
    Reason.BIGGINOFF: "rule-big_gin",
    Reason.HIGH: "knock",
    Reason.GINONLY: "rule-knock",
    Reason.KNOCKDRAW: "knock",
    Reason.TAKENKNOCK: "knock",
    Reason.LAYOUT: "melds",
    Reason.LASTKNOCK: "rule-last_discard",
    Reason.LASTONLY: "rule-last_discard",
}


def section_of(reason: Reason | str) -> str:
    """The anchor of the rules page's section that explains a refusal.

    >>> section_of(Reason.TAKEN), section_of(Reason.GAP), section_of(Reason.BIGGINOFF)
    ('turn', 'layoff', 'rule-big_gin')
    """
    laying = str(reason).startswith("lay") or reason in ("setfull", "gap", "nofit", "ginlayoff")
    return _SECTIONS.get(str(reason), "layoff" if laying else "turn")


def section_for(view: View) -> str:
    """The anchor of the section that matters at this moment."""
    if view.phase is Phase.OVER:
        return "score"
    if view.phase in (Phase.LAYOFF, Phase.LAST, Phase.UPCARD):
        return {Phase.LAYOFF: "layoff", Phase.LAST: "rule-last_discard", Phase.UPCARD: "deal"}[view.phase]
    if is_big_gin(view) or 0 in counts_of_knocks(view).values():
        return "gin"
    return "knock" if counts_of_knocks(view) else "turn"
