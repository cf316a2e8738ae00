"""The catalogs as a translator sees them: read with Babel from the .po files."""

from __future__ import annotations

import re
from functools import cache

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from ginrummy.i18n.languages import DOMAIN, LANGUAGES, LOCALES

DEVANAGARI = ("ne", "hi")
ROMAN = ("ne_Latn", "hi_Latn")
TRANSLATIONS = tuple(code for code in LANGUAGES if code != "en")


@cache
def catalog(language: str) -> Catalog:
    """The catalog of `language`."""
    with (LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        return read_po(file, abort_invalid=True)


@cache
def messages(language: str) -> dict[str, Message]:
    """Every message by its key."""
    return {str(message.context): message for message in catalog(language) if message.id}


def forms(value: object) -> list[str]:
    """One text, or the forms of a plural."""
    return [value] if isinstance(value, str) else list(value)  # type: ignore[call-overload]


def texts(language: str) -> list[tuple[str, str]]:
    """(key, text) of everything the catalog says, each plural form by itself."""
    return [(key, text) for key, message in messages(language).items() for text in forms(message.string)]


def placeholders(text: str) -> set[str]:
    """The names in braces."""
    return set(re.findall(r"\{(\w+)\}", text))
