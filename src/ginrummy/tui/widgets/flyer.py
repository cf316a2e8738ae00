"""A card in flight, on a layer above the table."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from textual.geometry import Offset
from textual.reactive import reactive

from ginrummy.engine.cards import Card
from ginrummy.tui.canvas import Canvas
from ginrummy.tui.cards import back, face
from ginrummy.tui.fan import SIZES, Size
from ginrummy.tui.look import Look
from ginrummy.tui.painted import Painted

LAYER = "fly"


class FlyerShow(NamedTuple):
    """The card in flight, None for a back, and how large it is drawn."""

    card: Card | None = None
    size: Size = "L"


class Flyer(Painted[FlyerShow]):
    """Hidden until something flies; the table below is not painted while it does."""

    progress: reactive[float] = reactive(0.0)
    """From 0 at the start to 1 at the end of the way."""

    def __init__(self) -> None:
        super().__init__(FlyerShow(), id="flyer")
        self.styles.layer = LAYER
        self.display = False
        self._start = self._end = Offset()
        self._landed: asyncio.Event | None = None

    @staticmethod
    def paint(canvas: Canvas, look: Look, show: FlyerShow) -> None:
        """The whole card."""
        if show.card is None:
            back(canvas, look, 0, 0, show.size)
        else:
            face(canvas, look, 0, 0, show.card, show.size)

    async def fly(self, card: Card | None, start: Offset, end: Offset, size: Size, seconds: float) -> None:
        """Carry a card (None: a back) from `start` to `end` on the screen and return when it has landed.

        With no time, or where the user wants no animation, it returns at once.
        """
        self.land()
        if seconds <= 0 or self.app.animation_level == "none" or start == end:
            return
        self.update(FlyerShow(card, size))
        self.styles.width, self.styles.height = SIZES[size]
        self._start, self._end = start, end
        self._landed = landed = asyncio.Event()
        self.set_reactive(Flyer.progress, 0.0)
        self.watch_progress(0.0)
        self.display = True
        self.animate("progress", 1.0, duration=seconds, easing="out_cubic", on_complete=self.land)
        await landed.wait()

    def watch_progress(self, progress: float) -> None:
        """Move to where the card is now."""
        way = self._end - self._start
        self.styles.offset = self._start + Offset(round(way.x * progress), round(way.y * progress))

    def land(self) -> None:
        """End the flight, if there is one, as when a key is pressed."""
        if self._landed is not None:
            self.display = False
            self._landed.set()
            self._landed = None
            self.app.animator.force_stop_animation(self, "progress")
