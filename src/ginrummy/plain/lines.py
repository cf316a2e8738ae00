"""The position in lines of text: the hand grouped by melds, and what lies on the table."""

from __future__ import annotations

from ginrummy.engine import melds
from ginrummy.engine.cards import Card, cards_of, iter_cards
from ginrummy.engine.deal import Phase
from ginrummy.engine.scoring import point_factor
from ginrummy.engine.view import View
from ginrummy.i18n import Translator


def hand_lines(t: Translator, view: View) -> list[str]:
    """The melds, and the unmatched cards with their count."""
    grouped = melds.best(view.stays())
    lines = []
    if grouped.melds:
        lines.append(t("plain.melds", list=", ".join(t.cards(cards_of(meld)) for meld in grouped.melds)))
    if grouped.loose:
        lines.append(t("plain.loose", cards=list(cards_of(grouped.loose)), n=grouped.deadwood))
    else:
        lines.append(t("plain.gin", n=0))
    return lines


def order_of(view: View) -> list[Card]:
    """The hand in the order in which `hand_lines` shows it, by which places are counted."""
    grouped = melds.best(view.stays())
    return [card for part in (*grouped.melds, grouped.loose) for card in iter_cards(part)]


def table_lines(t: Translator, view: View) -> list[str]:
    """Pile, stock, known cards of the opponent, knock limit; in the lay-off the melds of the knocker."""
    if view.phase is Phase.LAYOFF:
        return [t("plain.meld", n=n, cards=list(cards_of(meld))) for n, meld in enumerate(view.grown(), 1)]
    lines = [t("plain.pile", card=view.pile[-1])] if view.pile else []
    lines.append(t("stock.n", n=view.stock))
    if view.known:
        lines.append(t("plain.known", cards=list(view.known)))
    lines.append(t("st.limit", n=view.limit) if view.limit else t("err.ginonly"))
    if point_factor(view.rules, view.upcard) > 1:
        lines.append(t("hud.double"))
    return lines
