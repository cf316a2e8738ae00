"""What a translator makes of numbers, cards, plurals and runs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrummy.engine.cards import DECK, Card, parse_cards
from ginrummy.i18n import LANGUAGES, Run, Translator, UnknownLanguageError
from ginrummy.i18n.messages import MESSAGES
from tests.i18n.catalogs import placeholders


def card(text: str) -> Card:
    return Card.parse(text)


# ── Numbers ───────────────────────────────────────────────────────────────────────────────────────────────


def test_digits_are_the_language_s_own_unless_chosen() -> None:
    assert [Translator(code).number(108) for code in ("ne", "hi", "en", "ne_Latn")] == [
        "१०८",
        "108",
        "108",
        "108",
    ]
    assert Translator("ne", digits="latin").number(108) == "108"
    assert Translator("en", digits="devanagari").number(108) == "१०८"


def test_the_minus_is_a_true_one_where_the_script_allows() -> None:
    assert Translator("en").number(-3) == "−3"
    assert Translator("ne").number(-3) == "−३"
    assert Translator("hi_Latn").number(-3) == "-3"


def test_decimals_and_sums() -> None:
    t = Translator("ne")
    assert t.number(2.25, 1) == "२.२"
    assert t.sum([9, 10, 5]) == "९ + १० + ५"
    assert t("rev.clean", x=0.5) == "कुनै निर्णयको घाटा ०.५ अंकभन्दा बढी छैन। राम्रो खेल्नुभयो।"


@given(st.integers(), st.sampled_from(LANGUAGES), st.sampled_from(["auto", "latin", "devanagari"]))
def test_a_number_can_be_read_back(number: int, language: str, digits: str) -> None:
    written = Translator(language, digits=digits).number(number)  # type: ignore[arg-type]
    assert int(written.replace("−", "-")) == number


def test_only_numbers_get_other_digits() -> None:
    """Paths, codes, names and cards keep theirs."""
    t = Translator("ne", names="signs")
    assert t("save.aside", path="/data/a1/0412.jsonl") == "राखिएको ठाउँ: /data/a1/0412.jsonl"
    assert t("crash.how", cmd="ginrummy --new 2").endswith("ginrummy --new 2")
    assert t("ev.okl", card=card("4D"), n=4) == "4♦ खुल्यो: नकको सीमा ४"


# ── Cards ─────────────────────────────────────────────────────────────────────────────────────────────────

HINDI = {
    "A": "का इक्का",
    "2": "की दुक्की",
    "3": "की तिक्की",
    "4": "का चौका",
    "5": "का पंजा",
    "6": "का छक्का",
    "7": "का सत्ता",
    "8": "का अट्ठा",
    "9": "का नहला",
    "T": "का दहला",
    "J": "का गुलाम",
    "Q": "की बेगम",
    "K": "का बादशाह",
}
HINDI_OBLIQUE = {
    "A": "के इक्के",
    "4": "के चौके",
    "5": "के पंजे",
    "6": "के छक्के",
    "7": "के सत्ते",
    "8": "के अट्ठे",
    "9": "के नहले",
    "T": "के दहले",
    "J": "के गुलाम",
    "K": "के बादशाह",
}
HINDI_SUITS = {"S": "हुकुम", "H": "पान", "D": "ईंट", "C": "चिड़ी"}
NEPALI = {
    "A": "एक्का",
    "2": "दुरी",
    "3": "तिरी",
    "4": "चौका",
    "5": "पञ्जा",
    "6": "छक्का",
    "7": "सत्ता",
    "8": "अट्ठा",
    "9": "नहल",
    "T": "दहल",
    "J": "गुलाम",
    "Q": "बेगम",
    "K": "बादशाह",
}
NEPALI_SUITS = {"S": "हुकुम", "H": "पान", "D": "इँटा", "C": "चिडी"}


@pytest.mark.parametrize("each", DECK, ids=str)
def test_in_hindi_the_rank_decides_the_gender(each: Card) -> None:
    rank, suit = str(each)
    t = Translator("hi")
    assert t.card(each) == f"{HINDI_SUITS[suit]} {HINDI[rank]}"
    assert t.card(each, oblique=True) == f"{HINDI_SUITS[suit]} {HINDI_OBLIQUE.get(rank, HINDI[rank])}"


@pytest.mark.parametrize("each", DECK, ids=str)
def test_in_nepali_the_ending_joins_the_suit(each: Card) -> None:
    rank, suit = str(each)
    t = Translator("ne")
    assert t.card(each) == t.card(each, oblique=True) == f"{NEPALI_SUITS[suit]}को {NEPALI[rank]}"


def test_card_names_follow_the_language_the_setting_or_the_call() -> None:
    queen = card("QH")
    assert Translator("en").card(queen) == "Q♥"
    assert Translator("en", names="words").card(queen) == "the queen of hearts"
    assert Translator("ne", names="signs").card(queen) == "Q♥"
    assert Translator("ne").card(queen, names="signs") == "Q♥"
    assert Translator("hi_Latn").card(queen) == "paan ki begum"


def test_a_card_that_begins_a_sentence_has_a_capital() -> None:
    assert Translator("en", names="words")("ask.melded", card=card("8D")).startswith(
        "The eight of diamonds is"
    )
    assert Translator("ne_Latn")("hint.discard", card=card("KS")) == "Hukumko badshah falnuhos."
    told = Translator("hi_Latn")("why.danger", taken=card("7C"), card=card("8C"))
    assert told.startswith("Virodhi chidi ka satta utha")


def test_cards_in_a_row_are_always_signs() -> None:
    t = Translator("hi")
    laid = parse_cards("9C 5C TC")
    assert t.cards(laid) == "9♣ 5♣ 10♣"
    assert t("res.laid.opp", cards=laid) == "विरोधी के जोड़े पत्ते: 9♣ 5♣ 10♣"


def test_melds_by_name() -> None:
    sevens, clubs = parse_cards("7C 7D 7S"), parse_cards("TC JC QC")
    assert [Translator(code).meld(sevens) for code in ("en", "ne", "hi")] == [
        "set of sevens",
        "सत्ताको सेट",
        "सत्तों का सेट",
    ]
    assert (
        Translator("hi")("why.longer", meld=Translator("hi").meld(clubs)) == "इससे आपका चिड़ी का सीक्वेंस बढ़ता है।"
    )


# ── Plurals ───────────────────────────────────────────────────────────────────────────────────────────────


def test_nepali_changes_the_verb_and_not_the_noun() -> None:
    t = Translator("ne")
    assert [t.n("why.stocklow", n) for n in (1, 2)] == [
        "अब १ पत्ता मात्र तान्न बाँकी छ।",
        "अब २ पत्ता मात्र तान्न बाँकी छन्।",
    ]


def test_hindi_has_the_singular_for_nought_too() -> None:
    t = Translator("hi")
    assert [t.n("why.stocklow", n) for n in (0, 1, 2)] == [
        "अब 0 पत्ता ही उठ सकता है।",
        "अब 1 पत्ता ही उठ सकता है।",
        "अब 2 पत्ते ही उठ सकते हैं।",
    ]


@pytest.mark.parametrize(("n", "shown"), [(0, "0"), (1, "1"), (3, "3")])
def test_hindi_counts_matches_won_in_words_that_fit_one_and_many(n: int, shown: str) -> None:
    share = {"p": "25.0", "lo": "5.1", "hi": "69.9"}
    said = Translator("hi")("arena.result", a="hard", n=n, m=4, **share)
    assert said == f"hard: 4 मैचों में से {shown} में जीत (25.0 %, 5.1 से 69.9)"


def test_english_plurals() -> None:
    t = Translator("en")
    assert [t.n("rev.cost", n, x=n) for n in (0, 1, 2)] == [
        "Cost: 0 points",
        "Cost: 1 point",
        "Cost: 2 points",
    ]
    assert t.n("rev.cost", 2, x=t.number(1.5, 1)) == "Cost: 1.5 points"


# ── Runs ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", ["words", "signs"])
def test_runs_are_the_message_in_pieces(language: str, names: str) -> None:
    t = Translator(language, names=names)  # type: ignore[arg-type]
    for key, english in MESSAGES.items():
        if isinstance(english, str) and "card" in placeholders(english):
            values = {name: card("QH") if name == "card" else 7 for name in placeholders(english)}
            runs = t.rich(key, **values)
            assert "".join(run.text for run in runs) == t(key, **values)
            assert [run.card for run in runs if run.card] == ([card("QH")] if names == "signs" else [])
            assert all(run.text for run in runs)


def test_the_runs_of_one_message_fit_into_another() -> None:
    t = Translator("en")
    assert t.rich("rev.best", move=t.rich("mv.discard", card=card("KH"))) == [
        Run("Better: throwing "),
        Run("K♥", card("KH")),
    ]


# ── Choices and mistakes ──────────────────────────────────────────────────────────────────────────────────


def test_another_choice_is_another_translator() -> None:
    t = Translator("ne", digits="latin")
    other = t.but(names="signs", language="hi")
    assert (other.language, other.digits, other.names) == ("hi", "latin", "signs")
    assert (t.language, t.names) == ("ne", "auto")


def test_mistakes_are_told() -> None:
    t = Translator("en")
    with pytest.raises(UnknownLanguageError):
        Translator("xx")
    with pytest.raises(KeyError, match=r"no\.such"):
        t("no.such")
    with pytest.raises(KeyError, match="n"):
        t("act.knock")
    with pytest.raises(KeyError, match="plural"):
        t("why.stocklow", n=2)
    with pytest.raises(KeyError, match="plural"):
        t.n("act.knock", 2)
