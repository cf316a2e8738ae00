"""What just happened, in a soft voice, and below it what you can do now."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ginrummy.i18n import Run
from ginrummy.tui.canvas import Canvas
from ginrummy.tui.cards import put_runs
from ginrummy.tui.look import Look, Words
from ginrummy.tui.painted import Painted
from ginrummy.tui.text import fit_runs, wrap

Tone = Literal["request", "question", "refusal"]


class TalkShow(NamedTuple):
    """`happened` are sentences, the oldest first; where there is no room the oldest are left out.

    `now` is what to do: a request, a question of the game, or a refusal; `why` are its reasons, the strongest
    first, as many as there is room for.
    """

    happened: tuple[Words, ...] = ()
    now: Words | None = None
    tone: Tone = "request"
    why: tuple[Words, ...] = ()


class Talk(Painted[TalkShow]):
    """The two voices beside or below the piles."""

    @staticmethod
    def paint(canvas: Canvas, look: Look, show: TalkShow) -> None:
        """As many whole lines as there is room for; the last row is always for what to do."""
        palette = look.palette
        x = 0 if look.roomy else look.margin
        room = canvas.width - x - 1
        now = _now(look, show, room)[: canvas.height]
        happened = _happened(look, show, room, canvas.height - len(now) - (1 if look.mode == "hall" else 0))
        y = 0
        for line in happened:
            put_runs(canvas, look, x, y, line, palette.soft)
            y += 1
        if look.mode == "hall" and happened:
            y += 1
        ink = {"request": palette.text, "question": palette.accent, "refusal": palette.bad}[show.tone]
        for line in now:
            put_runs(canvas, look, x, y, line, ink, bold=True)
            y += 1
        for message in show.why:
            reason = wrap(look.runs(message), room)
            if y + len(reason) > canvas.height:
                break
            for line in reason:
                put_runs(canvas, look, x, y, line, palette.text)
                y += 1


def _now(look: Look, show: TalkShow, room: int) -> list[list[Run]]:
    if show.now is None:
        return []
    runs = look.runs(show.now)
    if show.tone == "refusal":
        runs = [Run("! "), *runs]
    return wrap(runs, room)


def _happened(look: Look, show: TalkShow, room: int, rows: int) -> list[list[Run]]:
    """The newest sentences that fit in `rows`, each on lines of its own; if not even one does, it is cut."""
    lines: list[list[Run]] = []
    for message in reversed(show.happened):
        sentence = wrap(look.runs(message), room)
        if len(lines) + len(sentence) > rows:
            break
        lines = sentence + lines
    if not lines and rows > 0 and show.happened:
        lines = wrap(look.runs(show.happened[-1]), room)
        rest = [run for line in lines[rows - 1 :] for run in [*line, Run(" ")]]
        return [*lines[: rows - 1], fit_runs(rest, room)]
    return lines
