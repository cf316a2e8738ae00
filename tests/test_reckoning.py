"""What a hand counted and how a match stands."""

from __future__ import annotations

import re
from random import Random

import pytest

from ginrummy import reckoning, telling
from ginrummy.engine import shuffle
from ginrummy.engine.cards import Card
from ginrummy.engine.deal import Deal
from ginrummy.engine.match import Match
from ginrummy.engine.moves import BIG_GIN, DONE, DRAW, KNOCKS, PASS, Kind, Move
from ginrummy.engine.rules import PRESETS, STANDARD, HouseRules
from ginrummy.engine.scoring import tally
from ginrummy.i18n import LANGUAGES, Translator
from tests.engine.tables import dealt
from tests.played import play_out, played_match

EN = Translator("en")
NEARLY = "3S 4S 5S 9D 9C 9H KH KC KD 4H"
"""Counts 4."""
LAYING = "6S 7S 9S TD QD 2C AH 3H 5D 8C"
"""Lays off the six, seven and nine of spades on NEARLY: 61, then 39."""
FREE = HouseRules(knock="oklahoma", spades_double=True)


def knocked(mine: str = NEARLY, theirs: str = LAYING, card: str = "QC", rules: HouseRules = STANDARD) -> Deal:
    deal = dealt(mine, theirs, "8H", card, rules=rules)
    for move in (PASS, PASS, DRAW, KNOCKS[Card.parse(card)]):
        deal.apply(move)
    return deal


def rows(deal: Deal, me: int = 0) -> list[tuple[str, str, str]]:
    return [
        (row.figure(EN), row.label, " ".join(map(str, row.cards))) for row in reckoning.ledger(EN, deal, me)
    ]


def outcome(deal: Deal, me: int = 0) -> list[str]:
    return [telling.text(sentence) for sentence in reckoning.outcome(EN, deal, me)]


def total(ledger: list[reckoning.Row]) -> int:
    """What the rows above the total come to."""
    value = 0
    for row in ledger[:-1]:
        match row.sign:
            case "×":
                value *= row.number
            case "−":
                value -= row.number
            case _:
                value += row.number
    return value


def last_number(line: str) -> int:
    return int(re.findall(r"\d+", line)[-1])


def test_a_knock_that_holds() -> None:
    deal = knocked()
    assert rows(deal) == [
        ("61", "opponent's count", "2C 8C 5D TD QD AH 3H 6S 7S 9S"),
        ("− 22", "laid off", "6S 7S 9S"),
        ("− 4", "your count", "4H"),
        ("35", "points to you", ""),
    ]
    assert outcome(deal) == ["Your knock holds: 39 − 4 = 35 to you"]
    assert outcome(deal, 1) == ["The opponent's knock holds: 39 − 4 = 35 to the opponent"]
    assert reckoning.sum_of(EN, deal) == "39 − 4 = 35"


def test_an_undercut() -> None:
    deal = knocked(theirs="6S 7S 9S TD JD QD 2C 2D 2H AH")
    assert rows(deal) == [
        ("4", "your count", "4H"),
        ("− 23", "opponent's count", "AH 6S 7S 9S"),
        ("+ 22", "laid off", "6S 7S 9S"),
        ("+ 25", "undercut bonus", ""),
        ("28", "points to the opponent", ""),
    ]
    assert outcome(deal) == ["Your knock was undercut: 3 + 25 = 28 to the opponent"]
    assert outcome(deal, 1) == ["You undercut the knock! 3 + 25 = 28 to you"]
    assert reckoning.sum_of(EN, deal) == "3 + 25 = 28"


def test_gin_counts_everything_and_the_bonus() -> None:
    deal = knocked(card="6H", mine="3S 4S 5S 9D 9C 9H KH KC KD KS", theirs="6S 7S 9S TD QD 2C AH 3H 5D 8C")
    assert rows(deal)[-2:] == [("+ 25", "gin bonus", ""), ("86", "points to you", "")]
    assert outcome(deal) == ["Gin! 61 + 25 = 86 to you"]
    assert outcome(deal, 1) == ["The opponent's gin: 61 + 25 = 86 to the opponent"]
    assert reckoning.sum_of(EN, deal) == "61 + 25 = 86"


def test_big_gin_has_its_own_bonus() -> None:
    deal = dealt("3S 4S 5S 9D 9C 9H KH KC KD KS", LAYING, "8H", "2S", rules=HouseRules(big_gin=31))
    for move in (PASS, PASS, DRAW, BIG_GIN):
        deal.apply(move)
    assert outcome(deal) == ["Big gin! 61 + 31 = 92 to you"]
    assert reckoning.sum_of(EN, deal) == "61 + 31 = 92"


def test_equal_counts_that_nobody_wins() -> None:
    theirs = "6S 7S 8S TD JD QD 2C 2D 2H 4C"
    deal = knocked(theirs=theirs.replace("6S 7S 8S", "8D 8C 8S"), rules=HouseRules(tie="none"))
    assert outcome(deal) == ["Equal counts: nobody scores"]
    assert reckoning.sum_of(EN, deal) == "4 − 4 = 0"
    assert rows(deal)[-1] == ("0", "no points", "")


def test_a_spade_upcard_doubles() -> None:
    deal = dealt(NEARLY, LAYING, "8S", "QC", rules=FREE)
    for move in (PASS, PASS, DRAW, KNOCKS[Card.parse("QC")]):
        deal.apply(move)
    assert rows(deal)[-2:] == [("× 2", "spade upcard, counts twice", ""), ("70", "points to you", "")]
    assert outcome(deal) == ["Your knock holds: 39 − 4 = 35 to you", "Spade upcard: 35 × 2 = 70"]
    assert reckoning.sum_of(EN, deal) == "(39 − 4) × 2 = 70"


def test_a_meld_worth_breaking_counts_by_what_it_gains() -> None:
    """Of four fives one is laid off so that the six behind it goes too: the count falls from 6 to 0."""
    deal = knocked("2S 3S 4S 9D 9C 9H KH KC KD AH", "5S 5D 5C 5H 6S TD JD QD 8C 8S", "QC")
    ledger = reckoning.ledger(EN, deal, 0)
    assert [(row.figure(EN), " ".join(map(str, row.cards))) for row in ledger[:2]] == [
        ("22", "8C 6S 8S"),
        ("− 6", "5S 6S"),
    ]


def test_laying_off_to_ones_own_harm_is_counted_too() -> None:
    rules = HouseRules(layoff="choose")
    mine, theirs = "5S 6S 7S 2C 2D 2H TD JD QD AC", "4S 3S 2S 9D 9C 9H KH JC 8D AH"
    deal = dealt(mine, theirs, "8H", "QC", rules=rules, choosers=[1])
    for move in (PASS, PASS, DRAW, KNOCKS[Card.parse("QC")]):
        deal.apply(move)
    onto = next(n for n, meld in enumerate(deal.spread) if meld >> Card.parse("5S") & 1)
    for move in (Move(Kind.LAYOFF, Card.parse("4S"), onto), DONE):
        deal.apply(move)
    ledger = reckoning.ledger(EN, deal, 1)
    assert (ledger[1].figure(EN), ledger[1].label) == ("+ 5", "laid off")
    assert total(ledger) == ledger[-1].number


def test_a_void_hand_shows_no_count() -> None:
    deal = Deal(shuffle.deck("7K3F-9QXM-2AB4", 1), dealer=1)
    for move in (PASS, PASS):
        deal.apply(move)
    while not deal.over:
        deal.apply(DRAW)
        deal.apply(next(move for move in deal.legal() if move.kind is Kind.DISCARD))
    assert reckoning.ledger(EN, deal, 0) == []
    assert outcome(deal) == ["Two cards left: hand void. No points."]
    assert reckoning.sum_of(EN, deal) == "—"


def test_what_was_unmatched_is_written_out() -> None:
    told = [telling.text(sentence) for sentence in reckoning.laid_out(EN, knocked(), 0)]
    assert told == [
        "Your unmatched: 4 = 4",
        "Opponent's unmatched: 2 + 8 + 5 + 10 + 10 + 1 + 3 + 6 + 7 + 9 = 61",
        "Opponent laid off: 6♠ 7♠ 9♠",
        "61 before lay-off, 39 after",
    ]


@pytest.mark.parametrize("rules", [HouseRules(), HouseRules(big_gin=50, undercut_bonus=10), FREE])
def test_every_ledger_adds_up_and_every_sum_is_right(rules: HouseRules) -> None:
    chance, seen = Random(3), set()
    for number in range(1, 120):
        deal = Deal(shuffle.deck("7K3F-9QXM-2AB4", number), dealer=number % 2, rules=rules)
        play_out(deal, chance)
        assert deal.result is not None
        seen.add(deal.result.result)
        if deal.result.settlement is None:
            continue
        ledger = reckoning.ledger(EN, deal, number % 2)
        assert total(ledger) == ledger[-1].number == deal.result.points
        left, _, right = reckoning.sum_of(EN, deal).partition(" = ")
        assert re.fullmatch(r"[\d()+−× ]+", left)
        assert eval(left.replace("−", "-").replace("×", "*")) == int(right) == deal.result.points
        assert str(deal.result.points) in outcome(deal)[-1]
    assert {"knock", "gin", "undercut"} <= seen


@pytest.mark.parametrize("preset", PRESETS)
def test_the_sheet_and_the_end_of_a_match_agree_with_its_score(preset: str) -> None:
    for seed in range(4):
        match = played_match(HouseRules.preset(preset), seed)
        sheet = reckoning.sheet(EN, match, 1)
        assert len(sheet) == len(match.results)
        assert sheet[-1].total == match.tally.running[::-1]
        ending = reckoning.ending(EN, match, 1)
        assert ending is not None
        assert ending.won == (None if match.winner is None else match.winner == 1)
        assert match.tally.totals is not None
        if ending.accounts:
            mine = sum(last_number(account.mine[-1]) for account in ending.accounts)
            theirs = sum(last_number(account.theirs[-1]) for account in ending.accounts)
            assert (mine, theirs) == match.tally.totals[::-1]
        else:
            assert match.tally.totals == match.tally.running
            assert ending.note == "No bonus at the end: the running score decides"


def test_the_bonuses_at_the_end_are_written_out() -> None:
    rules = HouseRules.preset("hindi_app")
    hands: list[tuple[int | None, int]] = [(0, 40), (1, 30), (0, 35), (1, 25), (0, 33)]
    game = tally(rules, hands).single
    assert game is not None
    assert reckoning._account(EN, rules, game, 0) == (
        "Points from the hands: 108",
        "Hands won: 3 × 25 = 75",
        "Match bonus: 100",
        "Total: 108 + 75 + 100 = 283",
    )
    assert reckoning._account(EN, rules, game, 1) == (
        "Points from the hands: 55",
        "Hands won: 2 × 25 = 50",
        "Total: 55 + 50 = 105",
    )


def test_hollywood_hands_say_in_which_games_they_count() -> None:
    match = played_match(HouseRules.preset("hollywood"), 2)
    wins = {0: 0, 1: 0}
    for row, result in zip(reckoning.sheet(EN, match, 0), match.results, strict=True):
        if result.winner_seat is None:
            assert row.counts_in == ()
            continue
        wins[result.winner_seat] += 1
        assert set(row.counts_in) <= set(range(1, min(wins[result.winner_seat], 3) + 1))
        assert len(row.games) == 3
    assert sum(wins.values()) > 3


def test_hollywood_tells_hands_that_count_in_no_game_and_what_each_open_game_lacks() -> None:
    whole = played_match(HouseRules.preset("hollywood", target=50), 4)
    assert reckoning.uncounted(EN, whole, 0) == [
        "Counts in no game, because that game was over already: hand 4, 5"
    ]
    assert reckoning.needed(EN, whole, 0) == []
    begun = Match(whole.code, whole.rules)
    assert reckoning.open_game(begun) == 1
    assert reckoning.needed(EN, begun, 0) == [
        f"Game {n}: you need 50 more, the opponent 50" for n in (1, 2, 3)
    ]
    assert reckoning.uncounted(EN, begun, 0) == []
    assert reckoning.open_game(Match(whole.code)) is None
    assert reckoning.needed(EN, Match(whole.code), 0) == ["To win, you need 100 more, the opponent 100"]


def test_a_match_given_up_says_so() -> None:
    match = played_match(HouseRules(target=50), 1)
    match.forfeit(0)
    ending = reckoning.ending(EN, match, 0, "gave_up")
    assert ending is not None
    assert (ending.won, ending.sentence) == (False, "You gave up the match")


def test_a_match_that_goes_on_has_no_end() -> None:
    match = played_match(HouseRules(), 1)
    match.results.clear()
    match.tally = tally(match.rules, [])
    assert reckoning.ending(EN, match, 0) is None
    assert reckoning.standing(EN, match, 0) == "Score: you 0, opponent 0"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_match_is_counted_in_every_language(language: str) -> None:
    t = Translator(language)
    match = played_match(HouseRules.preset("hindi_circle"), 3)
    for deal in match.deals:
        assert all(row.label for row in reckoning.ledger(t, deal, 0))
        assert all(telling.text(each) for each in reckoning.outcome(t, deal, 0))
    assert all(row.result for row in reckoning.sheet(t, match, 0))
    assert reckoning.ending(t, match, 0) is not None


def test_a_margin_of_one_is_one_point() -> None:
    assert [EN.n("res.margin", n) for n in (1, 2)] == ["Margin: 1 point", "Margin: 2 points"]
