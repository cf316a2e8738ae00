"""What review and replay share: a deal at some moment with both hands open, and where its piles stand."""

from __future__ import annotations

from ginrummy.engine import melds
from ginrummy.engine.cards import cards_of
from ginrummy.engine.deal import Deal
from ginrummy.tui.look import Look
from ginrummy.tui.screens.showdown import loose_group
from ginrummy.tui.widgets.hand import Group
from ginrummy.tui.widgets.lines import Line
from ginrummy.tui.widgets.showdown import SideShow


def open_sides(look: Look, deal: Deal, me: int, both: bool = True) -> tuple[SideShow, ...]:
    """The hands as they are held, arranged in their melds: the opponent's above, one's own below it.

    The counts stand in the titles, so that the row below the cards is free for marks.
    """
    seats = (1 - me, me) if both else (me,)
    return tuple(_side(look, deal, seat, seat == me) for seat in seats)


def _side(look: Look, deal: Deal, seat: int, mine: bool) -> SideShow:
    best, t = melds.best(deal.hands[seat]), look.t
    groups = tuple(Group(cards_of(meld), meld=True) for meld in best.melds)
    title = t("hud.yourhand" if mine else "hud.opphand")
    return SideShow(f"{title} · {t('deadwood.n', n=best.deadwood)}", groups + loose_group(best.loose))


def piles_line(look: Look, deal: Deal) -> Line:
    """The top of the pile and how many cards the stock has."""
    t = look.t
    cards = tuple(reversed(deal.pile[-3:]))
    return Line(f"{t('pile')} · {t('stock')} {t.number(deal.stock)}", "soft", cards)
