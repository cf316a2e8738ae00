"""The catalogs: complete, alike in their placeholders, and written by the rules of the two languages."""

from __future__ import annotations

import re
import unicodedata

import pytest

from ginrummy.i18n import LANGUAGES
from ginrummy.i18n.messages import MESSAGES
from tests.i18n.catalogs import DEVANAGARI, ROMAN, TRANSLATIONS, catalog, forms, messages, placeholders, texts

ENGLISH_EVERYWHERE = {"term.ascii", "preset.wikihow", "preset.pagat"}
"""Messages that are meant to be the same in all languages."""


def cells(text: str) -> int:
    """Width by the sum rule: marks above and below take no cell, vowel signs beside a letter one."""
    return sum(unicodedata.category(char) not in ("Mn", "Me", "Cf") for char in text)


def complaints(language: str, pattern: str) -> list[str]:
    """What in the catalog matches."""
    return [f"{key}: {text}" for key, text in texts(language) if re.search(pattern, text)]


# ── Complete ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalog_holds_exactly_the_messages_of_the_table(language: str) -> None:
    assert {key: message.id for key, message in messages(language).items()} == MESSAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated(language: str) -> None:
    assert [key for key, text in texts(language) if not text.strip()] == []
    assert [key for key, message in messages(language).items() if message.fuzzy] == []


def test_english_is_the_table_itself() -> None:
    assert {key: message.string for key, message in messages("en").items()} == MESSAGES


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_placeholders_are_those_of_the_english(language: str) -> None:
    """A singular may say its number in words or not at all."""
    for key, message in messages(language).items():
        english, own = forms(message.id), forms(message.string)
        assert [placeholders(text) for text in own[-1:]] == [placeholders(text) for text in english[-1:]], key
        assert all(placeholders(text) <= placeholders(english[-1]) for text in own), key


@pytest.mark.parametrize(
    ("language", "forms_of"),
    [
        ("en", "nplurals=2; plural=(n != 1);"),
        ("ne", "nplurals=2; plural=(n != 1);"),
        ("hi", "nplurals=2; plural=(n > 1);"),
    ],
)
def test_plural_forms(language: str, forms_of: str) -> None:
    for code in (language, f"{language}_Latn"):
        if code in LANGUAGES:
            assert catalog(code).plural_forms == forms_of


# ── Written clean ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
def test_text_is_nfc_without_invisible_characters(language: str) -> None:
    for key, text in texts(language):
        assert unicodedata.normalize("NFC", text) == text, key
    assert complaints(language, "[\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_stray_spaces(language: str) -> None:
    assert complaints(language, r"  |^ | $| [।:!?,](?!\w)") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_holds_a_digit(language: str) -> None:
    """Numbers are placeholders, so that the chosen digits are always right."""
    found = [
        key
        for key, text in texts(language)
        if key != "meta.digits" and re.search("[0-9०-९]", re.sub(r"\{\w+\}", "", text))
    ]
    assert found == ["meta.feminine"] * (language.partition("_")[0] == "hi")


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_no_dash_and_no_semicolon_inside_messages(language: str) -> None:
    """English sentences may have a semicolon; the other languages make two sentences of it."""
    assert [
        line for line in complaints(language, "[;—]") if line.split(":")[0] not in ENGLISH_EVERYWHERE
    ] == []


@pytest.mark.parametrize("language", DEVANAGARI)
def test_danda_ends_a_clause_and_is_followed_by_one_space(language: str) -> None:
    bad = complaints(language, r"।(?=[^ ”]|$)")
    assert [line for line in bad if not line.endswith("।")] == []


@pytest.mark.parametrize("language", DEVANAGARI)
def test_colon_is_no_visarga(language: str) -> None:
    assert complaints(language, "\u0903") == []


@pytest.mark.parametrize("language", ROMAN)
def test_romanised_text_is_ascii(language: str) -> None:
    assert complaints(language, r"[^\x20-\x7e]") == []


# ── Nepali ────────────────────────────────────────────────────────────────────────────────────────────────


def test_nepali_has_no_nukta() -> None:
    assert complaints("ne", "[\u093c\u0958-\u095f]") == []


def test_nepali_has_no_past_that_needs_a_joiner() -> None:
    """गर्‍यो needs U+200D; without it readers see a reph and take it for a typing error."""
    assert complaints("ne", "र\u094dय[ोेौा]") == []


@pytest.mark.parametrize(
    ("language", "endings"),
    [("ne", "को|का|की|ले|लाई|मा|बाट|सम्म|देखि"), ("ne_Latn", "ko|ka|ki|le|lai|ma|bata|samma|dekhi")],
)
def test_no_case_ending_is_glued_to_a_placeholder(language: str, endings: str) -> None:
    """Only a suit's name, which is a word of ours, takes its ending so."""
    bad = complaints(language, rf"\}}({endings})")
    assert [line for line in bad if not line.startswith("card.of")] == []


def test_nepali_says_nothing_in_hindi() -> None:
    assert complaints("ne", "(?<![ऀ-ॿ])(है|हैं|का|की|से|में|और|या|नहीं)(?![ऀ-ॿ])") == []


def test_nepali_has_no_velar_nasal_stacked() -> None:
    """ङ्क and its like break in terminal fonts: अंक, तथ्यांक."""
    assert complaints("ne", "ङ\u094d") == []


# ── Hindi ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_hindi_nukta_never_on_ka_kha_ga() -> None:
    assert complaints("hi", "[कखग]\u093c|[\u0958-\u095a]") == []


@pytest.mark.parametrize(
    "word", ["बाजी", "फर्क", "आवाज(?!़)", "फाइल", "तेज(?!़)", "फैसल", "सिर्फ(?!़)", "हफ्त", "रफ्तार", "चिडी"]
)
def test_hindi_nukta_always_on_za_and_fa(word: str) -> None:
    assert complaints("hi", word) == []


def test_hindi_says_nothing_in_nepali() -> None:
    assert complaints("hi", "(?<![ऀ-ॿ])(छ|छन्|र|वा|लाई|पनि|छैन)(?![ऀ-ॿ])") == []


def test_hindi_does_not_make_the_player_a_man() -> None:
    """आप जीत गए, आप हार गए: the ने-sentence suits everybody."""
    assert complaints("hi", "आप (जीत गए|हार गए|कर चुके|उठा चुके)") == []


def test_no_card_is_the_object_of_a_hindi_past() -> None:
    """The verb would have to agree with it (सत्ता उठाया, बेगम उठाई); so it stands after a colon."""
    bad = complaints("hi", r"ने .*\{card\} (उठाया|फेंका|लिया|जोड़ा|छोड़ा)")
    bad += complaints("hi_Latn", r"ne .*\{card\} (uthaya|phenka|liya|joda|chhoda)")
    assert bad == []


# ── Lengths ───────────────────────────────────────────────────────────────────────────────────────────────

BUDGETS = {
    r"foot\.": 9,
    r"(act|btn)\.": 22,
    r"menu\.(guide|records|waiting)": 22,
    r"col\.\w+\.s": 8,
    r"col\.": 14,
    r"short\.": 22,
    r"hud\.": 22,
    r"(set|rule)\.[a-z]+$": 24,
    r"(set|rule|diff|preset)\..*why$": 108,
    r"(set|rule|speed)\.[a-z]+\.": 28,
    r"(st|ev)\.": 64,
    r"(err|ask)\.": 64,
    r"hint\.close": 64,
    r"hint\.": 40,
    r"why\.": 64,
    r"rev\.": 116,
    r"res\.": 72,
    r"guide\.": 112,
    r"tip\.": 60,
}
"""The most cells that messages of a kind may take; the first pattern that fits counts. Latin letters take
more room than Devanagari for the same words, so the romanised catalogs have a sixth more where text wraps."""

PLACEHOLDER_CELLS = {
    "card": 13,
    "meld": 9,
    "name": 12,
    "move": 20,
    "best": 20,
    "other": 20,
    "sum": 12,
    "cards": 14,
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_fit_where_they_stand(language: str) -> None:
    long = []
    for key, text in texts(language):
        budget = next((most for kind, most in BUDGETS.items() if re.match(kind, key)), None)
        filled = re.sub(r"\{(\w+)\}", lambda match: "x" * PLACEHOLDER_CELLS.get(match[1], 2), text)
        if budget is not None and language in ROMAN and budget > 36:
            budget += budget // 6
        if budget is not None and cells(filled) > budget:
            long.append(f"{key}: {cells(filled)} > {budget}: {text}")
    assert long == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_typed_commands_are_one_word_each_and_differ(language: str) -> None:
    words = [text for key, text in texts(language) if key.startswith("cmd.")]
    assert [word for word in words if " " in word] == []
    assert len(set(words)) == len(words)


def test_a_knock_of_the_opponents_is_told_as_plainly_as_its_other_moves() -> None:
    """Not as something that came out of the blue (गरिदियो)."""
    told = {code: messages(code)["st.botknock"].string for code in ("ne", "ne_Latn")}
    assert told == {"ne": "विपक्षीले {n} मा नक गरेको छ", "ne_Latn": "Bipakshile {n} ma knock garyo"}
    assert complaints("ne", "गरिदियो") == complaints("ne_Latn", "garidiyo") == []
