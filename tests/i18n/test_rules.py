"""The rules pages: every house rule has its section in each language, and the examples are right."""

from __future__ import annotations

import re
import unicodedata

import pytest

from ginrummy.engine.cards import Card, mask_of, parse_cards
from ginrummy.engine.melds import after_discard, best
from ginrummy.engine.rules import PRESETS, SPECS, HouseRules
from ginrummy.engine.scoring import settle
from ginrummy.i18n import LANGUAGES, UnknownLanguageError
from ginrummy.i18n.rules import Section, page

SECTIONS = [
    *("top", "game", "deal", "melds", "count", "turn", "knock", "layoff", "gin", "undercut", "void", "score"),
    *("well", "house", "presets", "words"),
]


def by_anchor(language: str) -> dict[str, Section]:
    return {section.anchor: section for section in page(language) if section.anchor}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_of_the_game_has_its_section(language: str) -> None:
    sections = by_anchor(language)
    assert [anchor for anchor in SECTIONS if anchor not in sections] == []
    assert [anchor for anchor in SECTIONS[1:] if not sections[anchor].text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_house_rule_has_its_section(language: str) -> None:
    sections = by_anchor(language)
    told = [anchor.removeprefix("rule-") for anchor in sections if anchor.startswith("rule-")]
    assert told == list(SPECS)
    assert all(sections[f"rule-{field}"].text for field in SPECS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_preset_is_in_the_table(language: str) -> None:
    table = by_anchor(language)["presets"].text
    assert len([line for line in table.splitlines() if line.startswith("|")]) == len(PRESETS) + 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_that_a_rule_may_have_are_named(language: str) -> None:
    """Each choice that is a number stands in the section of its rule."""
    sections = {section.anchor: section for section in page(language, digits="latin")}
    for field, spec in SPECS.items():
        numbers = [c for c in spec.choices if isinstance(c, int) and not isinstance(c, bool) and c]
        told = {int(n) for n in re.findall(r"\d+", sections[f"rule-{field}"].text)}
        assert set(numbers) <= told, field


@pytest.mark.parametrize("language", LANGUAGES)
def test_anchors_are_unique(language: str) -> None:
    anchors = [section.anchor for section in page(language) if section.anchor]
    assert len(anchors) == len(set(anchors))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sum_on_the_page_is_right(language: str) -> None:
    """`24 + 25 = 49`, wherever it stands."""
    sums = 0
    for section in page(language, digits="latin"):
        for left, right in re.findall(r"(\d+(?: [+−×-] \d+)+) = (\d+)", section.text):
            assert eval(left.replace("−", "-").replace("×", "*")) == int(right), left
            sums += 1
    assert sums > 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_keeps_to_one_set_of_digits(language: str) -> None:
    latin = re.compile(r"(?<![\w♠♥♦♣])\d+(?![\w♠♥♦♣])", re.ASCII)
    for section in page(language):
        if language == "ne":
            assert latin.findall(section.text) == []
        else:
            assert re.findall("[०-९]", section.text) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_are_nfc_without_invisible_characters(language: str) -> None:
    for section in page(language):
        text = section.title + section.text
        assert unicodedata.normalize("NFC", text) == text
        assert not re.search("[\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff\u0903]", text)
        if language == "hi":
            assert not re.search("[कखग]\u093c", text)
        if language.endswith("_Latn"):
            assert not re.search(r"[^\x00-\x7f♠♥♦♣]", text)


def test_digits_of_a_page_can_be_chosen_and_cards_keep_theirs() -> None:
    def text(language: str, digits: str) -> str:
        return next(section.text for section in page(language, digits) if section.anchor == "melds")

    assert "7♣ 8♣ 9♣" in text("hi", "devanagari")
    assert "१८" in text("hi", "devanagari")
    assert "18" in text("ne", "latin")


def test_an_unknown_language_has_no_page() -> None:
    with pytest.raises(UnknownLanguageError):
        page("xx")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_examples_come_out_as_the_page_says(language: str) -> None:
    """The cards of each example stand on the page, and the engine agrees with what is said of them."""
    sections = {section.anchor: section.text for section in page(language, digits="latin")}

    def hand(section: str, *groups: str) -> int:
        assert [group for group in groups if group not in sections[section]] == []
        return mask_of(parse_cards(" ".join(groups)))

    both = hand("melds", "7♣ 8♣ 9♣", "9♦ 9♥")
    assert best(both).deadwood == 15
    counted = hand("count", "3♠ 4♠ 5♠", "9♣ 9♦ 9♥", "K♦ K♣ 4♥ 2♦")
    assert best(counted).deadwood == 26
    eleven = hand("knock", "3♠ 4♠ 5♠", "9♠ 9♦ 9♥", "K♣ K♦ K♥", "4♥", "2♦")
    assert after_discard(eleven) == 2

    knocker = hand("layoff", "6♣ 7♣ 8♣", "4♥ 4♦ 4♠", "J♦ J♥ J♠", "5♥")
    defender = hand("layoff", "Q♠ Q♥ Q♦", "8♦ 9♦ 10♦", "4♣ 5♣ 9♣ 6♠")
    assert settle(knocker, defender, HouseRules()).points == 1
    assert settle(knocker, defender ^ Card.parse("6S").bit ^ Card.parse("3S").bit, HouseRules()).points == 27

    knocker = hand("undercut", "10♣ 10♦ 10♥", "3♥ 4♥ 5♥", "A♣ A♦ A♠", "8♠")
    defender = hand("undercut", "K♦ K♥ K♠", "7♦ 8♦ 9♦", "10♠ 6♥ 2♥ 5♠")
    assert best(defender).deadwood == 23
    settled = settle(knocker, defender, HouseRules())
    assert (settled.result, settled.points) == ("undercut", 28)
