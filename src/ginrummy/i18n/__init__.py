"""Everything the game says: `t = Translator("ne")`, then `t("st.draw")`. See docs/translating.md."""

from ginrummy.i18n.languages import LANGUAGES, UnknownLanguageError, choose_language, romanised
from ginrummy.i18n.translator import CARD_NAMES, DIGITS, CardNames, Digits, Run, Translator, Value

__all__ = [
    "CARD_NAMES",
    "DIGITS",
    "LANGUAGES",
    "CardNames",
    "Digits",
    "Run",
    "Translator",
    "UnknownLanguageError",
    "Value",
    "choose_language",
    "romanised",
]
