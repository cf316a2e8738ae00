"""Which languages there are, what each brings along, and which one the game begins with.

A language is a folder below `locales/` with a catalog. What differs between languages apart from words (own
name, digits, how cards are named) stands in the catalog too, under the `meta.*` keys. No code knows a
language by name but English, which is the text of `messages.py` itself and so works without a catalog.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from ginrummy.i18n.messages import MESSAGES

LOCALES: Final = Path(__file__).with_name("locales")
DOMAIN: Final = "ginrummy"


class UnknownLanguageError(ValueError):
    """A language that somebody asked for by name and that is not there; `args[0]` is what they wrote."""


@dataclass(frozen=True)
class Language:
    """One language as loaded from its catalog."""

    code: str
    name: str
    """In the language itself: `नेपाली`."""
    digits: str
    """Ten characters, from nought to nine."""
    minus: str
    cards_in_words: bool
    """Whether sentences say `the king of spades` (else `K♠`) unless a setting says otherwise."""
    feminine: frozenset[str]
    """Ranks (`A` to `K`) whose name takes `card.of.f`."""
    catalog: gettext.NullTranslations

    def text(self, key: str) -> str:
        """The message `key` in this language; raises `KeyError` for an unknown key."""
        english = MESSAGES[key]
        if isinstance(english, tuple):
            raise KeyError(f"{key} has a plural: ask with a number")
        return self.catalog.pgettext(key, english)

    def plural(self, key: str, n: int) -> str:
        """The form of message `key` that goes with `n`; raises `KeyError` for an unknown key."""
        forms = MESSAGES[key]
        if isinstance(forms, str):
            raise KeyError(f"{key} has no plural")
        one, many = forms
        return self.catalog.npgettext(key, one, many, n)


def _codes() -> tuple[str, ...]:
    """English first, then the others by code, those in another script (`ne_Latn`) last."""
    found = {path.parent.parent.name for path in LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.[pm]o")}
    return ("en", *sorted(found - {"en"}, key=lambda code: ("_" in code, code)))


LANGUAGES: Final[tuple[str, ...]] = _codes()
"""The codes of all languages: `en`, `hi`, `ne`, `hi_Latn`, `ne_Latn`, and whatever folders are added."""


@cache
def load(code: str) -> Language:
    """The language `code`, its catalog read on first use; raises `UnknownLanguageError`."""
    if code not in LANGUAGES:
        raise UnknownLanguageError(code)
    catalog = _catalog(LOCALES / code / "LC_MESSAGES" / f"{DOMAIN}.mo")

    def meta(field: str) -> str:
        return catalog.pgettext(f"meta.{field}", str(MESSAGES[f"meta.{field}"]))

    return Language(
        code=code,
        name=meta("name"),
        digits="".join(meta("digits").split()),
        minus=meta("minus"),
        cards_in_words=meta("cards") == "words",
        feminine=frozenset(meta("feminine").split()),
        catalog=catalog,
    )


def _catalog(mo: Path) -> gettext.NullTranslations:
    """Read `mo`; in a checkout compile it first if need be. English texts when there is no way."""
    po = mo.with_suffix(".po")
    if po.exists() and (not mo.exists() or mo.stat().st_mtime_ns < po.stat().st_mtime_ns):
        from ginrummy.i18n.compiling import compiled

        try:
            compiled(po)
        except (ImportError, OSError):
            if not mo.exists():
                return gettext.NullTranslations()
    try:
        with mo.open("rb") as file:
            return gettext.GNUTranslations(file)
    except OSError:
        return gettext.NullTranslations()


def romanised(code: str) -> str:
    """The language to use instead of `code` where no Devanagari can be drawn: itself, romanised, or English.

    >>> romanised("ne"), romanised("ne_Latn"), romanised("en")
    ('ne_Latn', 'ne_Latn', 'en')
    """
    if not any("\u0900" <= letter <= "\u0dff" for letter in load(code).name):
        return code
    return f"{code}_Latn" if f"{code}_Latn" in LANGUAGES else "en"


def choose_language(option: str | None, setting: str | None, environ: Mapping[str, str]) -> str:
    """The language to begin with: the option (`--lang`), else the setting, else the locale, else English.

    Raises `UnknownLanguageError` for an option that is no language here. A setting that is none (somebody
    edited the file, or a language was removed) counts as not set.

        >>> choose_language("ne", None, {}), choose_language(None, "hi", {})
        ('ne', 'hi')
        >>> choose_language(None, None, {"LANG": "ne_NP.UTF-8"}), choose_language(None, None, {"LANG": "C"})
        ('ne', 'en')
    """
    if option:
        code = _known(option)
        if code is None:
            raise UnknownLanguageError(option)
        return code
    return _known(setting or "") or _known(_locale(environ)) or "en"


def _locale(environ: Mapping[str, str]) -> str:
    """The locale for messages as POSIX finds it: the first of the three that is not empty."""
    return next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environ.get(name, ""))), "")


def _known(name: str) -> str | None:
    """The language meant by a code or a locale name: `NE`, `ne-Latn`, `ne_NP.UTF-8`, `ne_NP@latin`.

    >>> _known("ne_NP@latin"), _known("hi-latn"), _known("fr_FR.UTF-8")
    ('ne_Latn', 'hi_Latn', None)
    """
    name, _, script = name.strip().replace("-", "_").lower().partition("@")
    name = name.partition(".")[0]
    language = name.partition("_")[0]
    wanted = [f"{language}_latn"] if script in ("latin", "latn") else [name]
    by_lower = {code.lower(): code for code in LANGUAGES}
    return next((by_lower[each] for each in [*wanted, language] if each in by_lower), None)
