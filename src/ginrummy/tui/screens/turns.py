"""The opponent's turns: thinking in a thread, at a human pace, each move seen."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from ginrummy.engine.moves import Move

if TYPE_CHECKING:
    from ginrummy.tui.screens.table import TableScreen

PACE: Final = {"slow": 1.6, "normal": 0.9, "fast": 0.35, "none": 0.0}
"""Seconds that the opponent takes for a decision, by the speed setting."""


class Turns:
    """Plays the opponent at one table."""

    def __init__(self, table: TableScreen) -> None:
        self._table = table
        self._skip: asyncio.Event | None = None

    @property
    def pausing(self) -> bool:
        """Whether the opponent is at it and a key would go on at once."""
        return self._skip is not None

    def skip(self) -> None:
        """Wait no longer."""
        if self._skip is not None:
            self._skip.set()

    async def play(self) -> None:
        """Every decision of the opponent's until it is the player's turn."""
        table, session = self._table, self._table.session
        while session.bot_to_move and table.is_open:
            thinking = asyncio.create_task(asyncio.to_thread(session.think))
            await self._pause(PACE[table.game.settings.speed])
            token, answer = await thinking
            if not table.is_open:
                return  # closed meanwhile
            before = table.view
            if not session.play_bot(token, answer):
                return  # something happened meanwhile, and who did it went on from there
            if isinstance(answer, Move):
                await table.flights.theirs(answer, before)
        if table.is_open:
            table.settle()
            if table.game.settings.bell and session.match.turn == session.me:
                table.game.bell()

    async def _pause(self, seconds: float) -> None:
        self._skip = skip = asyncio.Event()
        try:
            if seconds > 0:
                await asyncio.wait_for(skip.wait(), seconds)
        except TimeoutError:
            return
        finally:
            if self._skip is skip:
                self._skip = None
