"""The rules pages: how the game is played, in each language, section by section.

The pages are Markdown, docs/rules_<language>.md, written afresh in each language; the wheel carries copies.
A heading begins a section; its anchor stands in it as `## <a id="knock"></a>The knock`, unseen on a web page.
The section on a house rule has the anchor `rule-` and the name of the field: `rule-undercut_bonus`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from ginrummy.i18n.languages import LANGUAGES, UnknownLanguageError

PACKAGED: Final = "pages"
"""The folder in the installed package that holds the pages."""

_HEADING = re.compile(r'^(#{1,3}) (?:<a id="([\w-]+)"></a>)?(.+)$', re.MULTILINE)
_NUMBER_IN_TEXT = re.compile(r"(?<![\w♠♥♦♣`])\d+(?![\w♠♥♦♣`])")
_TO_LATIN = str.maketrans("०१२३४५६७८९", "0123456789")
_TO_DEVANAGARI = str.maketrans("0123456789", "०१२३४५६७८९")


@dataclass(frozen=True)
class Section:
    """A heading and what stands under it up to the next heading."""

    anchor: str
    level: int
    """1 for the page's title, 2 and 3 below it."""
    title: str
    text: str
    """Markdown: paragraphs, lists and tables."""


def page(language: str, digits: str = "auto") -> list[Section]:
    """The rules in `language`, numbers in `digits` (`auto` as written, `latin`, `devanagari`).

    Cards keep their own digits always. A romanised or new language without a page of its own gets the English
    one. Raises `UnknownLanguageError`.
    """
    if language not in LANGUAGES:
        raise UnknownLanguageError(language)
    return _sections(_in_digits(_read(language), digits))


@cache
def _read(language: str) -> str:
    here = Path(__file__).resolve()
    folders = (here.parent / PACKAGED, here.parents[3] / "docs")
    for name in (f"rules_{language}.md", "rules_en.md"):
        for folder in folders:
            if (path := folder / name).is_file():
                return path.read_text(encoding="utf-8")
    raise FileNotFoundError("rules_en.md")


def _in_digits(text: str, digits: str) -> str:
    """The page with its numbers in other digits.

    >>> _in_digits("२५ अंक, 10♥", "latin"), _in_digits("25 अंक, 10♥", "devanagari")
    ('25 अंक, 10♥', '२५ अंक, 10♥')
    """
    if digits == "latin":
        return text.translate(_TO_LATIN)
    if digits == "devanagari":
        return _NUMBER_IN_TEXT.sub(lambda number: number.group().translate(_TO_DEVANAGARI), text)
    return text


def _sections(text: str) -> list[Section]:
    marks = list(_HEADING.finditer(text))
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    return [
        Section(mark[2] or "", len(mark[1]), mark[3].strip(), text[mark.end() : end].strip())
        for mark, end in zip(marks, ends, strict=True)
    ]
