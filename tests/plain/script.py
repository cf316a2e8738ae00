"""A player at the plain mode who types prepared lines, and what comes of it."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path

from ginrummy import plain, store
from ginrummy.engine import record
from ginrummy.i18n import Translator
from ginrummy.plain.commands import word
from ginrummy.settings import Settings
from ginrummy.start import StartOptions
from ginrummy.store import Store

CODE = "5J2P-KXF0-YDWP"
"""A deal in which the person has the first say, and after two passes draws the six of spades."""
MOST_LINES = 3000


def typed(lines: Iterable[str]) -> io.StringIO:
    """An input at which these lines are typed, and which then is at its end."""
    return io.StringIO("".join(f"{line}\n" for line in lines))


def played(
    folder: Path,
    lines: Iterable[str],
    *,
    start: StartOptions | None = None,
    settings: Settings | None = None,
) -> str:
    """What plain mode prints when these lines are typed, until they end."""
    out = io.StringIO()
    given = start or StartOptions(lang="en", level="easy", new=True, code=CODE, plain=True)
    assert plain.run(Store(folder), settings or Settings(), given, typed(lines), out) == 0
    text = out.getvalue()
    assert [letter for letter in text if not letter.isprintable() and letter != "\n"] == []
    return text


def hammering(language: str) -> Iterator[str]:
    """A player without a plan, in words of the language: whatever is not possible is refused."""
    t = Translator(language)
    last = t.number(11)
    words = [word(t, each) for each in ("pass", "draw", "knock", "yes")]
    return itertools.islice(itertools.cycle([*words, last, word(t, "yes"), word(t, "next")]), MOST_LINES)


def only_match(folder: Path) -> record.Recorder:
    """The one match of a folder, verified move by move."""
    (match,) = Store(folder).matches()
    return store.load(match.path)
