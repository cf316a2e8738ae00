"""Which key was meant: Latin letters, Devanagari layouts and both sets of digits come to one name.

Key caps are Latin in every language. On a Devanagari layout the key under the finger does what its cap says,
whatever letter it types there; a held shift makes no difference.

>>> named("k", "k"), named("question_mark", "?"), named("left", None), named("ctrl+left", None)
('k', '?', 'left', '')
>>> named("क", "क"), named("devanagari_vowel_sign_aa", "ा", "nepali"), named("५", "५")
('k', 'a', '5')
"""

from __future__ import annotations

import unicodedata
from typing import Final, Literal

Layout = Literal["latin", "nepali", "inscript"]

_LATIN = "qwertyuiopasdfghjklzxcvbnm,./"
# As XKB has them: `np`, and `in` with the variant `deva`; plain and with shift, a row of keys a line.
_NEPALI = (
    "टौेरतयुिोपासदउगहजकलषडचवबनम,।्",
    "ठऔैृथञूीओफआशधऊघअझख॥ऋढछँभणंङ.?",
)
_INSCRIPT = (
    "ौैाीूबहगदजोे्िुपरकतॆंमनवलस,.य",
    "औऐआईऊभङघधझओएअइउफऱखथऎँणऩऴळशष।य",
)
_BY_LETTER: Final[dict[str, dict[str, str]]] = {
    layout: {letter: key for typed in rows for letter, key in zip(typed, _LATIN, strict=False)}
    for layout, rows in (("nepali", _NEPALI), ("inscript", _INSCRIPT))
}
NAMED: Final = frozenset({
    "left", "right", "up", "down", "home", "end", "pageup", "pagedown",
    "enter", "escape", "tab", "shift+tab", "space", "backspace", "delete", "ctrl+p",
})  # fmt: skip
"""Keys that have a name instead of a letter."""


def layout_of(setting: str, language: str) -> Layout:
    """The layout to read letters by: the setting, or for `auto` the one usual with the language.

    >>> layout_of("auto", "ne"), layout_of("auto", "en"), layout_of("inscript", "ne")
    ('nepali', 'latin', 'inscript')
    """
    if setting == "auto":
        setting = {"ne": "nepali", "hi": "inscript"}.get(language, "latin")
    return setting if setting in ("nepali", "inscript") else "latin"  # type: ignore[return-value]


def named(key: str, character: str | None, layout: Layout = "latin") -> str:
    """The name of a pressed key: a small Latin letter, a digit 0..9, a sign, one of `NAMED`, else "".

    `key` and `character` are Textual's. A letter of another layout than the chosen one is read by that one.
    """
    if key in NAMED:
        return key
    character = letter_of(key, character)
    if not character:
        return ""
    if character == " ":
        return "space"
    if (digit := unicodedata.decimal(character, None)) is not None:
        return str(digit)
    if character.isascii():
        return character.lower()
    character = {"\u095f": "य"}.get(character, character)  # where INSCRIPT has its question mark
    for each in (layout, "nepali", "inscript"):
        if character in (letters := _BY_LETTER.get(each, {})):
            return letters[character]
    return ""


def letter_of(key: str, character: str | None) -> str:
    """The letter or sign that a key types, as it is; "" for keys that type none.

    >>> letter_of("devanagari_vowel_sign_aa", None), letter_of("K", "K"), letter_of("escape", None)
    ('ा', 'K', '')
    """
    if character is None:  # Textual knows some letters by their Unicode names only
        try:
            character = unicodedata.lookup(key.replace("_", " "))
        except KeyError:
            return ""
    return character if len(character) == 1 and character.isprintable() else ""
