"""What a hand counted and how a match stands: showdown, score sheet and the end in rows and sentences.

Everything is written out: a ledger's rows add up to its total, and the sum `24 + 25 = 49` is on the sheet.
The dataclasses here are all that a screen gets; numbers in them are plain, text is in the player's language.

    >>> t = Translator("en")
    >>> [row.figure(t) for row in (Row("", 24, "", ()), Row("−", 13, "", ()), Row("=", 11, "", ()))]
    ['24', '− 13', '11']
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ginrummy.engine import melds
from ginrummy.engine.cards import Card, cards_of
from ginrummy.engine.deal import MOST_TAKES, Deal
from ginrummy.engine.match import Match
from ginrummy.engine.rules import HouseRules
from ginrummy.engine.scoring import Game, Pair, Settlement, point_factor, tally
from ginrummy.i18n import Translator
from ginrummy.telling import Sentence

Sign = Literal["", "+", "−", "×", "="]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the count: `number` is never negative; the row with the sign `=` is the total."""

    sign: Sign
    number: int
    label: str
    cards: tuple[Card, ...] = ()

    def figure(self, t: Translator) -> str:
        """Sign and number as they are shown; the total stands without a sign, below its rule."""
        number = t.number(self.number)
        return number if self.sign in ("", "=") else f"{self.sign} {number}"


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A hand on the score sheet; pairs are mine first.

    `counts` are as scored (after lay-offs), None for a void hand; `laid` is what was laid off; `total` the
    running score after this hand, under Hollywood `games` that of each game and `counts_in` the numbers of
    those that it counts in.
    """

    number: int
    i_dealt: bool
    i_knocked: bool | None
    result: str
    counts: Pair | None
    sum: str
    laid: tuple[Card, ...]
    total: Pair
    games: tuple[Pair, ...] = ()
    counts_in: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Account:
    """What a game came to for each of us: a sentence a line, the total last. `title`: the Hollywood game."""

    title: str
    mine: tuple[str, ...]
    theirs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a match: who won, by how much, and how it came about.

    `accounts` is empty where nothing is added at the end and the running score decides (`note` says so);
    `grand` are Hollywood's three games together.
    """

    won: bool | None
    sentence: str
    margin: str | None
    accounts: tuple[Account, ...]
    note: str | None
    grand: Pair | None


# A hand


def ledger(t: Translator, deal: Deal, me: int) -> list[Row]:
    """The count of a hand step by step, the total last; empty for a void hand.

    The count before the lay-offs is the hand's least, so what goes off is what the lay-offs really gained.
    """
    result, settled = deal.result, deal.result.settlement if deal.result else None
    if result is None or settled is None or result.knocker_seat is None:
        return []
    knocker_is_me = result.knocker_seat == me
    hand = deal.hands[1 - result.knocker_seat]
    defender = _defended(t, hand, settled, mine=not knocker_is_me)
    knocker = Row(
        "−",
        settled.knocker.deadwood,
        t("led.count.you" if knocker_is_me else "led.count.opp"),
        cards_of(settled.knocker.loose),
    )
    if settled.result in ("gin", "big_gin"):
        rows = [*defender, _bonus(t, deal.rules, settled.result)]
    elif settled.result == "undercut":
        turned = [Row(_opposite(row.sign), row.number, row.label, row.cards) for row in defender]
        first = Row("", knocker.number, knocker.label, knocker.cards)
        rows = [first, *turned, _bonus(t, deal.rules, "undercut")]
    else:
        rows = [*defender, knocker]
    factor = point_factor(deal.rules, deal.upcard)
    if factor > 1 and result.points:
        rows.append(Row("×", factor, t("led.double")))
    return [*rows, Row("=", result.points, _points_label(t, result.winner_seat, me))]


def _defended(t: Translator, hand: int, settled: Settlement, mine: bool) -> list[Row]:
    """The defender's count, and what the lay-offs took off it."""
    before, after = melds.best(hand), settled.defender.deadwood
    rows = [Row("", before.deadwood, t("led.count.you" if mine else "led.count.opp"), cards_of(before.loose))]
    laid = tuple(card for card, _ in settled.defender.layoffs)
    if laid:
        off = before.deadwood - after
        rows.append(Row("−" if off >= 0 else "+", abs(off), t("led.laid"), laid))
    return rows


def _opposite(sign: Sign) -> Sign:
    return "+" if sign == "−" else "−"


def _bonus(t: Translator, rules: HouseRules, result: str) -> Row:
    if result == "gin":
        return Row("+", rules.gin_bonus, t("led.gin"))
    if result == "big_gin":
        return Row("+", rules.big_gin, t("led.biggin"))
    return Row("+", rules.undercut_bonus, t("led.undercut"))


def _points_label(t: Translator, winner: int | None, me: int) -> str:
    if winner is None:
        return t("led.nopoints")
    return t("led.points.you" if winner == me else "led.points.opp")


def sum_of(t: Translator, deal: Deal) -> str:
    """The sum of a hand for the score sheet: `24 + 25 = 49`; a dash for a void one."""
    result, settled = deal.result, deal.result.settlement if deal.result else None
    if result is None or settled is None:
        return "—"
    knocker, defender, rules = settled.knocker.deadwood, settled.defender.deadwood, deal.rules
    if settled.result in ("gin", "big_gin"):
        terms = defender, "+", rules.gin_bonus if settled.result == "gin" else rules.big_gin
    elif settled.result == "undercut":
        terms = knocker - defender, "+", rules.undercut_bonus
    else:
        terms = defender, "−", knocker
    written = f"{t.number(terms[0])} {terms[1]} {t.number(terms[2])}"
    factor = point_factor(rules, deal.upcard)
    if factor > 1 and result.points:
        written = f"({written}) × {t.number(factor)}"
    return f"{written} = {t.number(result.points)}"


def outcome(t: Translator, deal: Deal, me: int) -> list[Sentence]:
    """How a hand ended, the sum in full; the doubling of a spade upcard is a sentence of its own."""
    result, settled = deal.result, deal.result.settlement if deal.result else None
    if result is None:
        return []
    if settled is None or result.knocker_seat is None:
        if deal.takes >= MOST_TAKES:
            return [t.rich("res.void.takes", n=MOST_TAKES)]
        return [t.rich("res.void")]
    if result.winner_seat is None:
        return [t.rich("res.tie")]
    who = "you" if result.winner_seat == me else "opp"
    factor = point_factor(deal.rules, deal.upcard)
    points, knocker, defender = result.points // factor, settled.knocker.deadwood, settled.defender.deadwood
    match settled.result:
        case "knock":
            told = t.rich(f"res.knock.{who}", b=defender, a=knocker, p=points)
        case "gin":
            told = t.rich(f"res.gin.{who}", d=defender, b=deal.rules.gin_bonus, p=points)
        case "big_gin":
            told = t.rich(f"res.biggin.{who}", d=defender, b=deal.rules.big_gin, p=points)
        case _:
            told = t.rich(f"res.undercut.{who}", d=knocker - defender, b=deal.rules.undercut_bonus, p=points)
    doubled = [t.rich("res.double", p=points, k=factor, t=result.points)] if factor > 1 else []
    return [told, *doubled]


def laid_out(t: Translator, deal: Deal, me: int) -> list[Sentence]:
    """What both sides could not match, what was laid off, and the defender's count before and after."""
    settled = deal.result.settlement if deal.result else None
    if deal.result is None or settled is None or deal.result.knocker_seat is None:
        return []
    knocker = "you" if deal.result.knocker_seat == me else "opp"
    defender = "opp" if knocker == "you" else "you"
    before = melds.best(deal.hands[1 - deal.result.knocker_seat])
    sentences = []
    for who, loose in ((knocker, settled.knocker.loose), (defender, before.loose)):
        values = [card.value for card in cards_of(loose)]
        if values:
            sentences.append(t.rich(f"res.loose.{who}", sum=t.sum(values), n=sum(values)))
    if laid := [card for card, _ in settled.defender.layoffs]:
        sentences.append(t.rich(f"res.laid.{defender}", cards=laid))
        sentences.append(t.rich("res.beforeafter", a=before.deadwood, b=settled.defender.deadwood))
    return sentences


# The match


def standing(t: Translator, match: Match, me: int) -> str:
    """The running score, in a sentence."""
    mine, theirs = _turned(match.tally.running, me)
    return t("res.running", a=mine, b=theirs)


def no_rows(t: Translator, match: Match) -> str:
    """What stands on a score sheet without a row: the first hand goes on, or the match ended in it."""
    return t("sheet.none" if match.over else "sheet.empty")


def open_game(match: Match) -> int | None:
    """The number of the Hollywood game that the running score is of: the first still open, else the last."""
    games = match.tally.games
    return next((n for n, game in enumerate(games, 1) if not game.over), len(games)) if games else None


def needed(t: Translator, match: Match, me: int) -> list[str]:
    """What we still need to win; a sentence for each Hollywood game that is open."""
    target, games = match.rules.target, match.tally.games
    if not games:
        mine, theirs = _turned(match.tally.running, me)
        return [t("sheet.need", a=max(0, target - mine), b=max(0, target - theirs))]
    left = [(n, _turned(game.running, me)) for n, game in enumerate(games, 1) if not game.over]
    return [t("sheet.need.hw", k=n, a=target - mine, b=target - theirs) for n, (mine, theirs) in left]


def uncounted(t: Translator, match: Match, me: int) -> list[str]:
    """One sentence about the hands won that count in no Hollywood game, where there are any."""
    if not match.tally.games:
        return []
    won = [result.winner_seat is not None for result in match.results]
    hands = [row.number for row in sheet(t, match, me) if won[row.number - 1] and not row.counts_in]
    return [t("sheet.hw.none", list=", ".join(map(t.number, hands)))] if hands else []


def sheet(t: Translator, match: Match, me: int) -> list[SheetRow]:
    """The score sheet: a row for each hand that is over."""
    rows = []
    hands: list[tuple[int | None, int]] = []
    before = tally(match.rules, hands)
    for number, (deal, result) in enumerate(zip(match.deals, match.results, strict=False), 1):
        hands.append((result.winner_seat, result.points))
        after = tally(match.rules, hands)
        changed = [n for n, pair in enumerate(zip(before.games, after.games, strict=True), 1) if _grew(*pair)]
        settled = result.settlement
        rows.append(
            SheetRow(
                number=number,
                i_dealt=deal.dealer == me,
                i_knocked=None if result.knocker_seat is None else result.knocker_seat == me,
                result=_result_words(t, deal, me),
                counts=None if result.deadwood is None else _turned(result.deadwood, me),
                sum=sum_of(t, deal),
                laid=tuple(card for card, _ in settled.defender.layoffs) if settled else (),
                total=_turned(after.running, me),
                games=tuple(_turned(game.running, me) for game in after.games),
                counts_in=tuple(changed),
            )
        )
        before = after
    return rows


def _grew(before: Game, after: Game) -> bool:
    return sum(after.boxes) > sum(before.boxes)


def _result_words(t: Translator, deal: Deal, me: int) -> str:
    result = deal.result
    assert result is not None
    if result.settlement is None:
        return t("sheet.void" if deal.takes >= MOST_TAKES else "sheet.voidtwo")
    if result.winner_seat is None:
        return t("sheet.tie")
    who = "you" if result.winner_seat == me else "opp"
    return t(f"sheet.{result.result.replace('_', '')}.{who}")


def ending(t: Translator, match: Match, me: int, ended: str | None = None, name: str = "") -> Ending | None:
    """The end of a match; None while it is on. `ended` as in `Recorder`, `name` is the bot that failed."""
    if not match.over:
        return None
    score = _turned(match.tally.totals or match.tally.running, me)
    won = None if match.winner is None else match.winner == me
    if ended is not None:
        key = {"gave_up": "res.giveup", "illegal": "res.forfeit", "no_answer": "res.botdied"}[ended]
        return Ending(won, t(key, name=name), None, (), None, None)
    key = {True: "res.match.you", False: "res.match.opp", None: "res.match.tie"}[won]
    games = match.tally.games or ((match.tally.single,) if match.tally.single else ())
    hollywood = bool(match.tally.games)
    accounts = _accounts(t, match.rules, games, me) if hollywood or _pays_at_end(match.rules) else ()
    margin = t.n("res.margin", match.tally.margin) if match.tally.margin else None
    note = None if accounts else t("res.nobonus")
    return Ending(won, t(key, a=score[0], b=score[1]), margin, accounts, note, score if hollywood else None)


def _pays_at_end(rules: HouseRules) -> bool:
    return bool(rules.box_bonus or rules.game_bonus or rules.shutout in ("flat_100", "double_total"))


def _accounts(t: Translator, rules: HouseRules, games: tuple[Game, ...], me: int) -> tuple[Account, ...]:
    titles = [t("res.hw.game", n=n) if len(games) > 1 else "" for n in range(1, len(games) + 1)]
    sides = [[_account(t, rules, game, side) for side in (me, 1 - me)] for game in games]
    return tuple(Account(title, *both) for title, both in zip(titles, sides, strict=True))


def _account(t: Translator, rules: HouseRules, game: Game, side: int) -> tuple[str, ...]:
    """One side's lines: hands, boxes, match bonus, shutout, and the total with its sum."""
    assert game.totals is not None
    points, boxes = sum(game.counted[side]), rules.box_bonus * game.boxes[side]
    bonus = rules.game_bonus if side == game.reached_first else 0
    shutout = game.totals[side] - points - boxes - bonus
    lines = [t("res.final.run", p=points)]
    if boxes:
        lines.append(t("res.final.box", k=game.boxes[side], n=rules.box_bonus, p=boxes))
    if bonus:
        lines.append(t("res.final.game", p=bonus))
    if shutout:
        lines.append(t("res.final.shutout", p=shutout))
    terms = [points, *(part for part in (boxes, bonus, shutout) if part)]
    if len(terms) > 1:
        lines.append(t("res.final.total", sum=t.sum(terms), p=game.totals[side]))
    return tuple(lines)


def _turned(pair: Pair, me: int) -> Pair:
    return (pair[me], pair[1 - me])
