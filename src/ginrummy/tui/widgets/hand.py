"""Your hand: cards in groups, melds with a bracket, the count under the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ginrummy.engine.cards import DECK, Card
from ginrummy.tui.canvas import Canvas
from ginrummy.tui.cards import DRAWN, MARKED, face
from ginrummy.tui.fan import SIZES, Fan, Place, TooNarrow, fan
from ginrummy.tui.look import Look, say
from ginrummy.tui.painted import CardSpot, Painted
from ginrummy.tui.text import width

FULL_HAND = 11


class Group(NamedTuple):
    """Cards that lie together."""

    cards: tuple[Card, ...]
    meld: bool = False


class HandShow(NamedTuple):
    """What the hand shows. No group is empty. `deadwood` is the least the hand can count, None to say
    nothing.

    `cursor` is the card that the keys point at: raised, and with `focused` tinted with a foot. `away` is a
    card still in the air: its place is kept free. `pointed` are the cards that are spoken of.
    """

    groups: tuple[Group, ...] = ()
    deadwood: int | None = None
    cursor: Card | None = None
    focused: bool = True
    drawn: Card | None = None
    marked: Card | None = None
    away: Card | None = None
    pointed: frozenset[Card] = frozenset()


def lay_out(look: Look, groups: Sequence[Group], columns: int) -> Fan:
    """Where the cards lie in a widget of `columns` columns, counted from the first card.

    There is always room for eleven, so that no card moves when one comes.
    """
    plan = look.plan
    cards = [list(group.cards) for group in groups]
    guest: list[Card] = []
    if sum(map(len, cards)) < FULL_HAND:
        guest = [next(card for card in DECK if not any(card in group for group in cards))]
        if groups and not groups[-1].meld:
            cards[-1] += guest
        else:
            cards.append(guest)
    sizes = plan.hand_sizes if look.big_cards else plan.hand_sizes[-1:]
    room = columns - plan.margin - (0 if look.mode == "pocket" else 1)
    laid = fan(cards, room, sizes, plan.hand_rows, plan.gap, plan.pitch)
    return Fan(laid.size, laid.step, tuple(place for place in laid.places if place.card not in guest))


class Hand(Painted[HandShow]):
    """The hand of the player at this table."""

    @staticmethod
    def paint(canvas: Canvas, look: Look, show: HandShow) -> None:
        """Cards left to right, later ones on top; a raised card keeps its place among them."""
        groups = show.groups
        if not groups:
            return
        laid = lay_out(look, groups, canvas.width)
        any_meld = any(group.meld for group in groups)
        for place in laid.places:
            if place.card != show.away:
                _card(canvas, look, show, laid, place, dim=any_meld and not groups[place.group].meld)
        for n, group in enumerate(groups):
            row = [place for place in laid.places if place.group == n]
            if group.meld:
                _bracket(canvas, look, laid, row, strong=show.pointed.issuperset(group.cards))
            elif n == len(groups) - 1 and show.deadwood is not None:
                strong = show.pointed.issuperset(group.cards)
                _count(canvas, look, laid, row, show.deadwood, strong=strong)
        if groups[-1].meld and show.deadwood is not None:
            _count(canvas, look, laid, [laid.places[-1]], show.deadwood, beside=True)

    def place_of(self, card: Card) -> Place | None:
        """Where a card lies in this widget (its top left cell), or None when it is not in the hand, or the
        window is just changing and the widget has still its old size."""
        if not self.show.groups:
            return None
        try:
            laid = lay_out(self.look, self.show.groups, self.size.width)
        except TooNarrow:
            return None
        for place in laid.places:
            if place.card == card:
                return place._replace(x=self.look.margin + place.x, y=1 + place.y)
        return None


def _card(canvas: Canvas, look: Look, show: HandShow, laid: Fan, place: Place, dim: bool) -> None:
    palette, card = look.palette, place.card
    height = SIZES[laid.size][1]
    raised = card == show.cursor
    signs = DRAWN * (card == show.drawn) + MARKED * (card == show.marked)
    x, y = look.margin + place.x, 1 + place.y - raised
    ground = palette.card_dim if dim else palette.card
    if (raised and show.focused) or card in show.pointed:
        ground = palette.card_sel
    face(canvas, look, x, y, card, laid.size, shown=place.shown, ground=ground, badge=signs if raised else "")
    canvas.spot(x, y, place.shown, height, CardSpot(card))
    if raised and show.focused:
        canvas.put(x, y + height, "▀" * place.shown, palette.accent)
    if signs and not raised:
        side = place.shown - len(signs)
        canvas.put(x, y - 1, "▁" * (side // 2) + signs + "▁" * (side - side // 2), palette.accent)


def _bracket(canvas: Canvas, look: Look, laid: Fan, row: list[Place], strong: bool = False) -> None:
    """The line under a meld; in two rows a meld may be cut, then each part has its own."""
    ink, stroke = (look.palette.accent, "━") if strong else (look.palette.good, "─")
    for y in sorted({place.y for place in row}):
        part = [place for place in row if place.y == y]
        left, right = part[0].x, part[-1].x + part[-1].shown
        line = "╰" + stroke * (right - left - 2) + "╯"
        canvas.put(look.margin + left, 1 + y + SIZES[laid.size][1], line, ink)


def _count(
    canvas: Canvas,
    look: Look,
    laid: Fan,
    row: list[Place],
    deadwood: int,
    beside: bool = False,
    strong: bool = False,
) -> None:
    """The count under its cards, one row lower where it would reach past the edge; where there is no such
    row, the bracket `beside` it ends before it, and cards that all lie in melds speak for themselves."""
    text = ("▲ " if strong else "") + look.words(say("deadwood.n", n=deadwood))
    y = 1 + row[-1].y + SIZES[laid.size][1]
    x = look.margin + min(place.x for place in row if place.y == row[-1].y)
    if beside or x + width(text) > canvas.width - 1:
        x = min(x, canvas.width - width(text) - 1)
        if y + 1 < canvas.height:
            y += 1
        elif beside and not deadwood:
            return
        elif canvas.rows[y][x - 1][0] != " ":
            canvas.put(x - 2, y, "╯ ", look.palette.good)
    canvas.put(x, y, text, look.palette.accent if strong else look.palette.soft)
