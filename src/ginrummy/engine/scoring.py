"""What a hand is worth, and what the hands of a match add up to.

`settle` takes the two hands of a knock to points; `tally` takes the points of all hands so far to the score.

    >>> from ginrummy.engine.cards import mask_of, parse_cards
    >>> from ginrummy.engine.rules import HouseRules
    >>> knocker = mask_of(parse_cards("3S 4S 5S 9D 9C 9H KH KC KD 4H"))
    >>> defender = mask_of(parse_cards("QS QD QC 5H 6H 7H 9S 2D 6C JD"))
    >>> settled = settle(knocker, defender, HouseRules())
    >>> settled.result, settled.winner, settled.points
    ('knock', 'knocker', 14)
    >>> tally(HouseRules(target=50), [(0, 14), (None, 0), (0, 40)]).totals
    (54, 0)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ginrummy.engine.cards import Card, cards_of, iter_cards, value_of
from ginrummy.engine.layoffs import Defence, defend
from ginrummy.engine.melds import Arrangement, best, is_meld
from ginrummy.engine.rules import HouseRules

HandResult = Literal["knock", "gin", "undercut", "big_gin", "tie"]
Side = Literal["knocker", "defender"]
Pair = tuple[int, int]
"""A number for each of the two sides, 0 and 1."""

_SPADES = 3


class SettleError(ValueError):
    """Hands that cannot meet in a knock; the message is one line for people."""


class OverLimitError(SettleError):
    """A knock that counts more than the limit allows."""

    def __init__(self, deadwood: int, limit: int) -> None:
        allowed = f"the limit is {limit}" if limit else "only gin is allowed"
        super().__init__(f"the knocker's cards count {deadwood}, and {allowed}")
        self.deadwood = deadwood
        self.limit = limit


class ScoreError(ValueError):
    """Hands' results that cannot follow one another; the message is one line for people."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """How a knock came out. `winner` is None for a tie that nobody wins."""

    result: HandResult
    winner: Side | None
    points: int
    knocker: Arrangement
    defender: Defence

    def to_json(self) -> dict[str, Any]:
        """As the command `settle` and bots' protocol write it: cards as text, `onto` the knocker's meld."""
        layoffs = [{"card": str(card), "onto": onto} for card, onto in self.defender.layoffs]
        return {
            "result": self.result,
            "winner": self.winner,
            "points": self.points,
            "knocker": _laid_to_json(self.knocker),
            "defender": {"melds": [], "layoffs": layoffs, **_laid_to_json(self.defender)},
        }


def _laid_to_json(side: Arrangement | Defence) -> dict[str, Any]:
    return {
        "melds": [texts(meld) for meld in side.melds],
        "loose": texts(side.loose),
        "deadwood": side.deadwood,
    }


def texts(mask: int) -> list[str]:
    """The cards of a mask as text, lowest number first."""
    return [str(card) for card in iter_cards(mask)]


def knock_limit(rules: HouseRules, upcard: Card | None) -> int:
    """The most that a knocker's ten cards may count; 0 is gin only.

    Under Oklahoma it is the value of the first upcard (an ace as `oklahoma_ace` says), and `SettleError` is
    raised when that is None.
    """
    if rules.knock != "oklahoma":
        return 10 if rules.knock == "ten" else 0
    if upcard is None:
        raise SettleError("upcard is missing: under Oklahoma the first upcard sets the knock limit")
    return 0 if upcard.rank == 1 and rules.oklahoma_ace == "gin_only" else upcard.value


def point_factor(rules: HouseRules, upcard: Card | None) -> int:
    """What a hand's points are multiplied by: 2 after a spade upcard under `spades_double`, else 1."""
    doubling = rules.spades_double and rules.knock == "oklahoma"
    return 2 if doubling and upcard is not None and upcard.suit == _SPADES else 1


def hand_points(
    rules: HouseRules, knocker: int, defender: int, *, big_gin: bool = False, upcard: Card | None = None
) -> tuple[HandResult, Side | None, int]:
    """Result, winner and points of a knock from the two counts, the defender's after laying off.

    >>> hand_points(HouseRules(), 9, 2)
    ('undercut', 'defender', 32)
    >>> hand_points(HouseRules(), 0, 19)
    ('gin', 'knocker', 44)
    """
    factor = point_factor(rules, upcard)
    if big_gin:
        return "big_gin", "knocker", factor * (defender + rules.big_gin)
    if knocker == 0:
        return "gin", "knocker", factor * (defender + rules.gin_bonus)
    if knocker < defender:
        return "knock", "knocker", factor * (defender - knocker)
    if knocker == defender and rules.tie == "none":
        return "tie", None, 0
    return "undercut", "defender", factor * (knocker - defender + rules.undercut_bonus)


def settle(
    knocker: int,
    defender: int,
    rules: HouseRules,
    upcard: Card | None = None,
    *,
    melds: Sequence[int] | None = None,
    defence: Defence | None = None,
    unseen: int | None = None,
) -> Settlement:
    """Settle a knock: `knocker` holds the ten cards kept, or eleven for big gin; both hands are masks.

    `melds` is how the knocker lays out, by default the least-deadwood way least open to the cards of `unseen`
    (see `melds.best`); `defence` what the defender shows, by default the best. `upcard` is needed under
    Oklahoma. Raises `SettleError` for hands of a wrong size, a card in both, a layout that is not of melds, a
    count above the limit, and eleven cards that are no big gin.
    """
    big_gin = knocker.bit_count() == 11
    _check_hands(knocker, defender)
    layout = best(knocker, unseen) if melds is None else _checked_layout(knocker, melds)
    if big_gin:
        _check_big_gin(rules, layout)
    elif layout.deadwood > (limit := knock_limit(rules, upcard)):
        raise OverLimitError(layout.deadwood, limit)
    if defence is None:
        defence = defend(defender, layout.melds if layout.deadwood else ())
    result, winner, points = hand_points(
        rules, layout.deadwood, defence.deadwood, big_gin=big_gin, upcard=upcard
    )
    return Settlement(result, winner, points, layout, defence)


def _check_hands(knocker: int, defender: int) -> None:
    if (held := knocker.bit_count()) not in (10, 11):
        raise SettleError(f"the knocker has {held} cards (ten, or eleven for big gin)")
    if (held := defender.bit_count()) != 10:
        raise SettleError(f"the defender has {held} cards (must be ten)")
    if both := knocker & defender:
        raise SettleError(f"{cards_of(both)[0]} is in both hands (each card of the deck exists once)")


def _check_big_gin(rules: HouseRules, layout: Arrangement) -> None:
    if not rules.big_gin:
        raise SettleError("the knocker has eleven cards, and big gin is off (keep ten)")
    if layout.loose:
        raise SettleError(
            f"no big gin: of the knocker's eleven cards {cards_of(layout.loose)[0]} is in no meld"
        )


def _checked_layout(hand: int, melds: Sequence[int]) -> Arrangement:
    laid = 0
    for meld in melds:
        text = " ".join(texts(meld))
        if not is_meld(meld):
            raise SettleError(f"{text or 'an empty group'} is not a meld")
        if meld & ~hand:
            raise SettleError(f"the knocker does not hold {cards_of(meld & ~hand)[0]} of the meld {text}")
        if meld & laid:
            raise SettleError(f"{cards_of(meld & laid)[0]} is in two of the knocker's melds")
        laid |= meld
    return Arrangement(tuple(melds), hand & ~laid, value_of(hand & ~laid))


@dataclass(frozen=True, slots=True)
class Game:
    """The score of one game from the hands counted in it; pairs are for sides 0 and 1.

    Everything from `totals` on is None while the game is on; `winner` stays None when the totals that decide
    are equal.
    """

    counted: tuple[tuple[int, ...], tuple[int, ...]]
    """The points of the hands that each side won, in order."""
    running: Pair
    """The running score, with the boxes under `box_timing = immediate`."""
    boxes: Pair
    """The hands each side won."""
    over: bool
    totals: Pair | None = None
    """The score with all bonuses."""
    reached_first: int | None = None
    """The side that reached the target; the game bonus is theirs."""
    winner: int | None = None
    margin: int | None = None
    """The winner's total less the other's."""
    shutout: bool | None = None
    """Whether the side that did not reach the target has nothing, even where that pays nothing."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The score of a match. `games` are Hollywood's three, and empty for a single game.

    Under Hollywood `running` and `boxes` are those of the first game still open, `totals` the grand totals.
    """

    hands: int
    """The hands played, void ones too."""
    over: bool
    running: Pair
    boxes: Pair
    totals: Pair | None
    winner: int | None
    margin: int | None
    games: tuple[Game, ...]
    single: Game | None
    """The one game of a match that is not Hollywood."""


def tally(rules: HouseRules, hands: Iterable[tuple[int | None, int]]) -> Tally:
    """The score after `hands`: for each the side that won it (0 or 1, None for nobody) and the points.

    Raises `ScoreError` for a hand after the end, negative points, or points that nobody won.
    """
    columns = 3 if rules.scoring == "hollywood" else 1
    counted: list[tuple[list[int], list[int]]] = [([], []) for _ in range(columns)]
    games = [_game(rules, column) for column in counted]
    played = 0
    wins = [0, 0]
    for played, (side, points) in enumerate(hands, 1):
        _check_hand(played, side, points, over=all(game.over for game in games))
        if side is None:
            continue
        wins[side] += 1
        for n in range(min(wins[side], columns)):
            if not games[n].over:
                counted[n][side].append(points)
                games[n] = _game(rules, counted[n])
    return _single(played, games[0]) if columns == 1 else _hollywood(played, tuple(games))


def _check_hand(number: int, side: int | None, points: int, *, over: bool) -> None:
    if over:
        raise ScoreError(f"hand {number}: the match was over after hand {number - 1}")
    if points < 0:
        raise ScoreError(f"hand {number}: {points} points (must be 0 or more)")
    if side is None and points:
        raise ScoreError(f"hand {number}: {points} points that nobody won (a void hand has 0)")


def _game(rules: HouseRules, column: tuple[list[int], list[int]]) -> Game:
    """The game in which these points were counted for side 0 and side 1."""
    counted = tuple(column[0]), tuple(column[1])
    boxes = len(column[0]), len(column[1])
    at_once, at_end = (rules.box_bonus, 0) if rules.box_timing == "immediate" else (0, rules.box_bonus)
    running = sum(column[0]) + at_once * boxes[0], sum(column[1]) + at_once * boxes[1]
    if max(running) < rules.target:
        return Game(counted, running, boxes, over=False)
    first = 0 if running[0] >= rules.target else 1
    nothing = boxes if rules.shutout_test == "hands" else running
    shutout = nothing[1 - first] == 0
    totals = [running[side] + at_end * boxes[side] for side in (0, 1)]
    totals[first] = _with_game_bonus(rules, totals[first], shutout)
    winner: int | None = first
    if rules.winner_by == "total":
        winner = None if totals[0] == totals[1] else totals.index(max(totals))
    margin = 0 if winner is None else totals[winner] - totals[1 - winner]
    return Game(counted, running, boxes, True, (totals[0], totals[1]), first, winner, margin, shutout)


def _with_game_bonus(rules: HouseRules, total: int, shutout: bool) -> int:
    """The total of the side that reached the target, once the game bonus and a shutout are paid."""
    total += rules.game_bonus
    if shutout:
        total += {"none": 0, "double_game": rules.game_bonus, "double_total": total, "flat_100": 100}[
            rules.shutout
        ]
    return total


def _single(hands: int, game: Game) -> Tally:
    return Tally(
        hands, game.over, game.running, game.boxes, game.totals, game.winner, game.margin, (), single=game
    )


def _hollywood(hands: int, games: tuple[Game, ...]) -> Tally:
    """The match of three games: the higher grand total wins, equal ones leave it level."""
    shown = next((game for game in games if not game.over), games[-1])
    if not shown.over:
        return Tally(hands, False, shown.running, shown.boxes, None, None, None, games, single=None)
    totals = [game.totals for game in games if game.totals is not None]
    grand = sum(mine for mine, _ in totals), sum(theirs for _, theirs in totals)
    winner = None if grand[0] == grand[1] else grand.index(max(grand))
    margin = abs(grand[0] - grand[1])
    return Tally(hands, True, shown.running, shown.boxes, grand, winner, margin, games, single=None)
