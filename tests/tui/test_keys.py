"""Every command's key under every layout, both sets of digits, names of Textual's."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest

from ginrummy.tui.keys import layout_of, named
from ginrummy.tui.screens.keys import EVERYWHERE
from ginrummy.tui.screens.table import TableScreen

NEPALI = dict(zip("qwertyuiopasdfghjklzxcvbnm", "टौेरतयुिोपासदउगहजकलषडचवबनम", strict=True))
INSCRIPT = dict(zip("qwertyuiopasdfghjklzxcvbnm", "ौैाीूबहगदजोे्िुपरकतॆंमनवलस", strict=True))
"""What the keys of a Latin keyboard type under the two Devanagari layouts."""


@pytest.mark.parametrize("key", "abcdefghijklmnopqrstuvwxyz")
def test_the_key_under_the_finger_does_what_its_cap_says(key: str) -> None:
    assert named(key, key, "nepali") == key
    assert named(key.upper(), key.upper()) == key
    assert named("", NEPALI[key], "nepali") == key
    assert named("", INSCRIPT[key], "inscript") == key


def test_a_letter_that_textual_knows_by_name_only_is_found() -> None:
    name = unicodedata.name("ा").lower().replace(" ", "_")
    assert (named(name, None, "nepali"), named(name, None, "inscript")) == ("a", "e")


def test_both_sets_of_digits_are_the_same_keys() -> None:
    assert [named("", digit) for digit in "०१२३४५६७८९"] == list("0123456789")


@pytest.mark.parametrize(("key", "character", "name"), [
    ("comma", ",", ","), ("full_stop", ".", "."), ("less_than_sign", "<", "<"), ("question_mark", "?", "?"),
    ("slash", "/", "/"), ("space", " ", "space"), ("enter", "\r", "enter"), ("escape", None, "escape"),
    ("shift+tab", None, "shift+tab"), ("f5", None, ""), ("ctrl+space", "\x00", ""),
])  # fmt: skip
def test_signs_and_named_keys(key: str, character: str | None, name: str) -> None:
    assert named(key, character) == name


def test_the_layout_follows_the_language_unless_it_is_set() -> None:
    assert [layout_of("auto", language) for language in ("ne", "hi", "en", "ne_Latn")] == [
        "nepali", "inscript", "latin", "latin",
    ]  # fmt: skip
    assert layout_of("latin", "ne") == "latin"


def test_the_readme_lists_the_keys_that_the_table_lists() -> None:
    page = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    rows = re.search(r"## Keys\n\n.*\n\|---.*\n((?:\|.*\n)+)", page)
    assert rows is not None
    cells = [row.split("|") for row in rows[1].splitlines()]
    readme = " ".join(part for cell in cells for part in (cell[1], cell[3])).replace("`", " ")
    shown = {cap for caps, _ in (*TableScreen.KEYS_HELP, *EVERYWHERE) for cap in caps.split()}
    assert {key.removesuffix(",") or "," for key in readme.split()} - {"Home", "End"} == shown
