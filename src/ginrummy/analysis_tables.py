"""The answers of `solve` and `settle` as tables for people: cards with their signs, the sums written out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ginrummy.engine.cards import Card
from ginrummy.i18n import Translator

Json = dict[str, Any]
RED_SUITS = (1, 2)
"""Diamonds and hearts."""


def solve_table(answer: Json, t: Translator) -> RenderableType:
    """What `analysis.solve` answered: the melds, what is left, and for eleven cards every discard."""
    held = _grid()
    _add_hand(held, answer, t)
    if "discards" not in answer:
        return held
    return Group(held, "", _discards(answer, t))


def settle_table(answer: Json, factor: int, t: Translator) -> RenderableType:
    """What `analysis.settle` answered: both sides and the score; `factor` is `scoring.point_factor`."""
    sides = _grid()
    for side, name in (("knocker", t("knocker")), ("defender", t("defender"))):
        sides.add_row(Text(_heading(name), style="bold underline"))
        laid = _laid_off(answer) if side == "defender" else []
        _add_hand(sides, answer[side], t, laid)
        sides.add_row()
    return Group(sides, *(Text(line, style="bold") for line in _result(answer, factor, t)))


def _result(answer: Json, factor: int, t: Translator) -> list[str]:
    """The score in a sentence, with a second one where it is doubled."""
    mine, theirs = answer["knocker"]["deadwood"], answer["defender"]["deadwood"]
    points = answer["points"] // factor
    match answer["result"]:
        case "tie":
            return [t("res.tie")]
        case "knock":
            said = t("res.knock", a=mine, b=theirs, p=points)
        case "undercut":
            said = t("res.undercut", d=mine - theirs, b=points - (mine - theirs), p=points)
        case _:
            said = t("res.gin", d=theirs, b=points - theirs, p=points)
    if factor == 1:
        return [said]
    return [said, t("res.double", p=points, k=factor, t=answer["points"])]


def _discards(answer: Json, t: Translator) -> Table:
    """Every legal discard, the best first, with what may be called on it."""
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    table.add_column(t("act.discard"))
    table.add_column(_heading(t("deadwood.count")), justify="right")
    table.add_column()
    knock = answer["knock"]
    for card, left in answer["discards"].items():
        best = knock is not None and card == knock["discard"]
        call = "" if not best else t("act.gin") if left == 0 else t("act.knock", n=left)
        table.add_row(_cards([card]), t.number(left), Text(call, style="bold"))
    return table


def _laid_off(answer: Json) -> list[Text]:
    """For each of the knocker's melds that grew, what was laid off on it."""
    added: dict[int, list[str]] = {}
    for layoff in answer["defender"]["layoffs"]:
        added.setdefault(layoff["onto"], []).append(layoff["card"])
    melds = answer["knocker"]["melds"]
    return [Text(" → ").join([_cards(cards), _cards(melds[onto])]) for onto, cards in added.items()]


def _add_hand(table: Table, side: Json, t: Translator, laid_off: Iterable[Text] = ()) -> None:
    """The rows of one hand: its melds, what it laid off, the cards that count, and their sum."""
    melds = [_cards(meld) for meld in side["melds"]]
    table.add_row(t("hud.melds"), Text("   ").join(melds) if melds else "–")
    for text in laid_off:
        table.add_row(t("col.laid"), text)
    table.add_row(t("hud.loose"), _cards(side["loose"]) if side["loose"] else "–")
    table.add_row(_heading(t("deadwood.count")), _sum(side, t))


def _sum(side: Json, t: Translator) -> str:
    """`4 + 10 = 14`, or the number alone where there is nothing to add."""
    total = t.number(side["deadwood"])
    if len(side["loose"]) < 2:
        return total
    return f"{t.sum(Card.parse(card).value for card in side['loose'])} = {total}"


def _grid() -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="dim")
    table.add_column()
    return table


def _cards(names: Iterable[str]) -> Text:
    """Cards with their signs, red suits in red."""
    cards = [Card.parse(name) for name in names]
    return Text(" ").join(
        Text(card.sign, style="bold red" if card.suit in RED_SUITS else "bold") for card in cards
    )


def _heading(word: str) -> str:
    return word[:1].upper() + word[1:]
