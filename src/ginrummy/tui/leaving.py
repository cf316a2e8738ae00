"""Leaving when others want it: a signal of the system, a terminal that is gone, an error of ours.

The match is on the disk already at any moment; what is left to do is to give the terminal back where there is
one, to end an outside bot, and to say what happened.
"""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ginrummy.tui.game import Game

GONE = 129
"""The exit code when the terminal is gone, as of a program that SIGHUP ended."""
LOOK_EVERY = 1.0
"""Seconds between two looks whether the terminal is still there."""


def listen(game: Game) -> None:
    """Leave in order on signals, and also when the terminal is gone. Called in the game's loop."""
    if sys.platform == "win32":
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        loop.add_signal_handler(number, game.leave, 128 + number)

    def gone(number: int, frame: object) -> None:
        game.end_session()
        loop.call_soon_threadsafe(game.leave, GONE)
        end = threading.Timer(1.0, os._exit, [GONE])  # Textual would wait for ever for a lost terminal
        end.daemon = True
        end.start()

    def thread_failed(failed: threading.ExceptHookArgs) -> None:
        if issubclass(failed.exc_type, OSError) and failed.thread and failed.thread.name == "textual-output":
            signal.raise_signal(signal.SIGHUP)  # closed without a word
        else:
            threading.__excepthook__(failed)

    signal.signal(signal.SIGHUP, gone)
    threading.excepthook = thread_failed
    _watch_terminal(loop)


def _watch_terminal(loop: asyncio.AbstractEventLoop) -> None:
    """Raise SIGHUP when the terminal hangs up.

    The system sends it only to the session that the terminal belongs to; a program started beside it would
    read the end of its input for ever, as fast as it can.
    """
    poller = select.poll()
    poller.register(0, 0)  # a hang-up is reported unasked

    def look() -> None:
        if any(event & select.POLLHUP for _, event in poller.poll(0)):
            signal.raise_signal(signal.SIGHUP)
        else:
            loop.call_later(LOOK_EVERY, look)

    look()


def tell(game: Game, error: BaseException) -> int:
    """Say that an error of ours ended the game, which has given the terminal back; returns the exit code."""
    match = None if game.session is None else game.session.path
    game.end_session()
    from ginrummy import report

    report.tell(error, game.translator, game.store, match)
    return report.EXIT
