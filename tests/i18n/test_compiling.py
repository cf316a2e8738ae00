"""Catalogs are compiled when they must be, and never by halves."""

from __future__ import annotations

import gettext
import os
import shutil
from pathlib import Path

import pytest

from ginrummy.i18n.compiling import compiled
from ginrummy.i18n.languages import DOMAIN, LOCALES


@pytest.fixture
def po(tmp_path: Path) -> Path:
    """A copy of the Nepali catalog, alone in a folder."""
    return Path(shutil.copy(LOCALES / "ne" / "LC_MESSAGES" / f"{DOMAIN}.po", tmp_path))


def test_a_missing_catalog_is_compiled(po: Path) -> None:
    with compiled(po).open("rb") as file:
        assert (
            gettext.GNUTranslations(file).pgettext("st.discardonly", "Discard a card") == "एउटा पत्ता फाल्नुहोस्"
        )


def test_a_newer_catalog_is_left_alone_and_an_older_one_written_anew(po: Path) -> None:
    mo = po.with_suffix(".mo")
    mo.write_bytes(b"as it was")
    os.utime(po, ns=(0, 0))
    assert compiled(po).read_bytes() == b"as it was"
    os.utime(mo, ns=(0, 0))
    os.utime(po, ns=(1, 1))
    assert compiled(po).read_bytes() != b"as it was"


def test_nothing_is_left_behind(po: Path) -> None:
    compiled(po)
    assert sorted(path.name for path in po.parent.iterdir()) == ["ginrummy.mo", "ginrummy.po"]
