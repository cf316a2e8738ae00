"""A slow second opinion on the engine, written from the rules page alone.

Nothing here shares code or method with `ginrummy.engine`, only the names of the house rules: cards are
`(rank, suit)` pairs in frozensets, melds are found by trying every group of cards, and every way to lay out a
hand is walked through one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from random import Random
from typing import Any

from ginrummy.engine.rules import HouseRules

SlowCard = tuple[int, str]
Group = frozenset[SlowCard]
RANKS = ["", "A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
DECK = [(rank, suit) for rank in range(1, 14) for suit in "CDHS"]


def read(cards: list[str]) -> Group:
    """Cards as `["9C", "TD"]`."""
    return frozenset((RANKS.index(card[0]), card[1]) for card in cards)


def write(cards: Group) -> str:
    """Cards as `9C TD`."""
    return " ".join(RANKS[rank] + suit for rank, suit in sorted(cards))


def random_cards(rng: Random, size: int) -> list[SlowCard]:
    """Cards from the whole deck."""
    return rng.sample(DECK, size)


def crowded_cards(rng: Random, size: int) -> list[SlowCard]:
    """Cards of few neighbouring ranks, or of few suits: they fit in many melds at once."""
    if rng.random() < 0.3:
        suits = rng.sample("CDHS", (size + 12) // 13 + 1)
        return rng.sample([card for card in DECK if card[1] in suits], size)
    ranks = (size + 3) // 4 + rng.randint(1, 3)
    low = rng.randint(1, 14 - ranks)
    return rng.sample([card for card in DECK if low <= card[0] < low + ranks], size)


def count(cards: Group) -> int:
    """Ace 1, two to ten their number, jack, queen and king 10."""
    return sum(10 if rank > 10 else rank for rank, _ in cards)


def is_run(cards: Group) -> bool:
    """Three or more of one suit in sequence, the ace low only."""
    ranks = sorted(rank for rank, _ in cards)
    return (
        len(cards) >= 3
        and len({suit for _, suit in cards}) == 1
        and all(after == before + 1 for before, after in pairwise(ranks))
    )


def is_set(cards: Group) -> bool:
    """Three or four of one rank."""
    return len(cards) >= 3 and len({rank for rank, _ in cards}) == 1


def melds_with(card: SlowCard, cards: Group) -> tuple[Group, ...]:
    """Every meld that holds `card` and otherwise only cards of `cards`."""
    rank, suit = card
    same_rank = [other for other in cards if other[0] == rank and other != card]
    found = [Group({card, *others}) for size in (2, 3) for others in combinations(same_rank, size)]
    for low in range(1, rank + 1):
        for high in range(rank, 14):
            run = Group((r, suit) for r in range(low, high + 1))
            if len(run) >= 3 and run <= cards | {card}:
                found.append(run)
    return tuple(found)


def layouts(cards: Group) -> Iterator[tuple[list[Group], Group]]:
    """Every way to lay out the cards, worst ones too: the melds, and the cards left loose."""
    if not cards:
        yield [], Group()
        return
    first = min(cards)
    rest = cards - {first}
    for melds, loose in layouts(rest):
        yield melds, loose | {first}
    for meld in melds_with(first, rest):
        for melds, loose in layouts(rest - meld):
            yield [meld, *melds], loose


def deadwood(cards: Group) -> int:
    """The least that any layout leaves."""
    return min(count(loose) for _, loose in layouts(cards))


def joined(melds: list[Group]) -> frozenset[Group]:
    """The melds with adjoining runs of a suit counted as one run."""
    groups = list(melds)
    for one, other in combinations(groups, 2):
        if is_run(one) and is_run(other) and is_run(one | other):
            return joined([*(group for group in groups if group not in (one, other)), one | other])
    return frozenset(groups)


def least_layouts(cards: Group) -> set[frozenset[Group]]:
    """All layouts of least deadwood, adjoining runs joined."""
    every = list(layouts(cards))
    least = min(count(loose) for _, loose in every)
    return {joined(melds) for melds, loose in every if count(loose) == least}


def after_layoffs(loose: Group, laid: tuple[Group, ...]) -> int:
    """The least count of `loose` when its cards may be laid off, one at a time, on the knocker's melds."""
    least = count(loose)
    for card in loose:
        for n, meld in enumerate(laid):
            longer = meld | {card}
            if is_run(longer) or is_set(longer):
                least = min(least, after_layoffs(loose - {card}, (*laid[:n], longer, *laid[n + 1 :])))
    return least


def defended(cards: Group, laid: list[Group]) -> int:
    """The defender's least count: every layout of the hand, every lay-off of what it leaves."""
    return min(after_layoffs(loose, tuple(laid)) for loose in {loose for _, loose in layouts(cards)})


def score_sheet(rules: HouseRules, hands: list[tuple[str | None, int]]) -> dict[str, Any]:
    """The sheet of a match, added up from the rules page; the hands must end with the match or before."""
    won = [(who, points) for who, points in hands if who is not None]
    if rules.scoring == "single":
        game = one_game(rules, won)
        del game["P"], game["O"]
        return {"hands": len(hands), **game}
    games = []
    for first in (1, 2, 3):  # a player's wins count in this game from this one on
        counted = [hand for n, hand in enumerate(won) if [w for w, _ in won[: n + 1]].count(hand[0]) >= first]
        games.append(one_game(rules, counted))
    grand = {who: sum(game.get("totals", game["running"])[who] for game in games) for who in "PO"}
    sheet = {"hands": len(hands), "over": all(g["over"] for g in games), "games": games, "grand": grand}
    if sheet["over"]:
        ahead = max(grand, key=lambda who: grand[who])
        level = grand["P"] == grand["O"]
        sheet |= {"winner": None if level else ahead, "margin": abs(grand["P"] - grand["O"])}
    return sheet


def one_game(rules: HouseRules, won: list[tuple[str, int]]) -> dict[str, Any]:
    """One game of those hands, up to the one that ends it."""
    score = {"P": 0, "O": 0}
    counted: dict[str, list[int]] = {"P": [], "O": []}
    first = None
    for who, points in won:
        if first is None:
            counted[who].append(points)
            score[who] += points
            if rules.box_timing == "immediate":
                score[who] += rules.box_bonus
            if score[who] >= rules.target:
                first = who
    boxes = {who: len(counted[who]) for who in "PO"}
    sheet: dict[str, Any] = {**counted, "running": dict(score), "boxes": boxes, "over": first is not None}
    if first is None:
        return sheet
    other = "O" if first == "P" else "P"
    shutout = not counted[other] if rules.shutout_test == "hands" else score[other] == 0
    if rules.box_timing == "end":
        for who in "PO":
            score[who] += rules.box_bonus * boxes[who]
    score[first] += rules.game_bonus
    if shutout and rules.shutout == "double_game":
        score[first] += rules.game_bonus
    if shutout and rules.shutout == "double_total":
        score[first] *= 2
    if shutout and rules.shutout == "flat_100":
        score[first] += 100
    winner: str | None = first
    if rules.winner_by == "total":
        winner = {True: "P", False: "O"}[score["P"] > score["O"]] if score["P"] != score["O"] else None
    loser = {"P": "O", "O": "P", None: None}[winner]
    margin = score[winner] - score[loser] if winner and loser else 0
    ends = {"totals": score, "reached_first": first, "winner": winner, "margin": margin, "shutout": shutout}
    return sheet | ends
