"""Which languages there are, and which one the game begins with."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ginrummy.i18n import LANGUAGES, Translator, UnknownLanguageError, choose_language, languages
from ginrummy.i18n.languages import LOCALES, load


def test_every_folder_is_a_language_english_first() -> None:
    folders = {path.name for path in LOCALES.iterdir() if path.is_dir()}
    assert LANGUAGES[0] == "en"
    assert set(LANGUAGES) == folders >= {"en", "ne", "hi", "ne_Latn", "hi_Latn"}


def test_languages_name_themselves() -> None:
    assert {code: Translator(code).own_name for code in LANGUAGES} == {
        "en": "English",
        "ne": "नेपाली",
        "hi": "हिंदी",
        "ne_Latn": "Nepali (Roman)",
        "hi_Latn": "Hindi (Roman)",
    }


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_a_catalog_says_of_itself(code: str) -> None:
    language = load(code)
    assert len(language.digits) == 10
    assert [int(digit) for digit in language.digits] == list(range(10))
    assert language.cards_in_words is (code != "en")
    assert language.feminine == ({"2", "3", "Q"} if code.startswith("hi") else {"-"})


@pytest.mark.parametrize(
    ("option", "setting", "environ", "language"),
    [
        ("hi", "ne", {"LANG": "en_US.UTF-8"}, "hi"),
        ("NE", None, {}, "ne"),
        ("ne-Latn", None, {}, "ne_Latn"),
        ("hi_latn", None, {}, "hi_Latn"),
        (None, "ne", {"LANG": "hi_IN.UTF-8"}, "ne"),
        (None, "klingon", {"LANG": "hi_IN.UTF-8"}, "hi"),
        (None, None, {"LANG": "ne_NP.UTF-8"}, "ne"),
        (None, None, {"LANG": "ne_NP@latin"}, "ne_Latn"),
        (None, None, {"LANG": "en_GB", "LC_MESSAGES": "hi_IN"}, "hi"),
        (None, None, {"LANG": "ne_NP", "LC_MESSAGES": "ne_NP", "LC_ALL": "hi_IN"}, "hi"),
        (None, None, {"LANG": "ne_NP", "LC_ALL": ""}, "ne"),
        (None, None, {"LANG": "fr_FR.UTF-8"}, "en"),
        (None, None, {"LANG": "C.UTF-8"}, "en"),
        (None, None, {}, "en"),
    ],
)
def test_the_first_language(
    option: str | None, setting: str | None, environ: dict[str, str], language: str
) -> None:
    assert choose_language(option, setting, environ) == language


@pytest.mark.parametrize("option", ["xx", "nepali", "../en", "e"])
def test_a_language_that_is_not_there(option: str) -> None:
    with pytest.raises(UnknownLanguageError, match="^" + option.replace(".", r"\.") + "$"):
        choose_language(option, "ne", {})


def test_a_language_without_its_compiled_catalog_speaks_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(languages, "LOCALES", tmp_path)
    assert load.__wrapped__("ne").text("act.knock") == "Knock (leaves {n})"


def test_a_broken_compiled_catalog_speaks_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mo = tmp_path / "ne" / "LC_MESSAGES" / "ginrummy.mo"
    mo.parent.mkdir(parents=True)
    mo.write_bytes(b"not a catalog")
    monkeypatch.setattr(languages, "LOCALES", tmp_path)
    assert load.__wrapped__("ne").text("act.knock") == "Knock (leaves {n})"


def test_importing_costs_no_babel_no_catalog_and_no_rules_text() -> None:
    program = (
        "import sys; import ginrummy.i18n as i; from ginrummy.i18n.languages import load; "
        "print('babel' in sys.modules, 'ginrummy.i18n.rules' in sys.modules, load.cache_info().currsize)"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stdout.split() == ["False", "False", "0"]
