"""Words and the room they take, in cells: measuring, cutting, breaking into lines.

>>> from ginrummy.engine.cards import Card
>>> runs = [Run("You drew "), Run("2♦", Card.parse("2D")), Run(", then thought.")]
>>> [plain(line) for line in wrap(runs, 16)]
['You drew  2♦ ,', 'then thought.']
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import rich.cells

from ginrummy.i18n import Run

ELLIPSIS = "…"


def width(text: str | Iterable[Run]) -> int:
    """Cells that `text` takes, by the width rule of this terminal; cards count as the chips they are drawn
    as."""
    if isinstance(text, str):
        return rich.cells.cell_len(text)
    return sum(rich.cells.cell_len(chip_text(run)) for run in text)


def chip_text(run: Run) -> str:
    """The text of a run as it is painted: a card has a cell of its own ground on both sides."""
    return run.text if run.card is None else f" {run.text} "


def plain(runs: Iterable[Run]) -> str:
    """The runs as one string, chips with their margins."""
    return "".join(chip_text(run) for run in runs)


def fit(text: str, room: int) -> str:
    """`text` cut between clusters to at most `room` cells, with `…` if anything is missing.

    >>> fit("Discard pile", 8), fit("Stock", 8), fit("Stock", 0)
    ('Discard…', 'Stock', '')
    """
    if width(text) <= room:
        return text
    used, end = 0, 0
    for start, stop, cells in rich.cells.split_graphemes(text)[0]:
        if used + cells > room - 1:
            end = start
            break
        used, end = used + cells, stop
    return text[:end].rstrip() + ELLIPSIS if room > 0 else ""


def fit_runs(runs: Sequence[Run], room: int) -> list[Run]:
    """The runs cut to at most `room` cells; a chip that does not fit whole is left out."""
    out: list[Run] = []
    for n, run in enumerate(runs):
        cells = width([run])
        if cells + (1 if n + 1 < len(runs) else 0) <= room:
            out.append(run)
            room -= cells
        else:
            out.append(Run(ELLIPSIS if run.card else fit(run.text, room)))
            break
    return out


def wrap(runs: Iterable[Run], room: int) -> list[list[Run]]:
    """The runs in lines of at most `room` cells, broken at spaces; a longer word is cut."""
    lines: list[list[Run]] = [[]]
    used = 0
    for word in _words(runs):
        cells = width(word)
        if used and used + 1 + cells <= room:
            lines[-1] += [Run(" "), *word]
            used += 1 + cells
            continue
        if used:
            lines.append([])
        lines[-1] += word if cells <= room else fit_runs(word, room)
        used = min(cells, room)
    return lines


def _words(runs: Iterable[Run]) -> list[list[Run]]:
    """Pieces between spaces: a word may be several runs, such as a chip and the comma after it."""
    words: list[list[Run]] = [[]]
    for run in runs:
        if run.card is not None:
            words[-1].append(run)
            continue
        for n, part in enumerate(run.text.split(" ")):
            if n:
                words.append([])
            if part:
                words[-1].append(Run(part))
    return [word for word in words if word]
