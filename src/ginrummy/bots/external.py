"""Bots that are programs of their own: `cmd:PROGRAM ARGS` (docs/bots.md).

The program is started at its first decision and ended by `close`. It finds the seed in the environment
variable `GINRUMMY_SEED`. Whatever it does, `choose` comes back within its limit with a legal move, or raises
a `BotError` that says in one line why the bot loses; then it has been ended.
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import platformdirs

from ginrummy.bots import COMMAND, UnknownBot
from ginrummy.bots.program import BotDied, BotError, BotIllegal, BotTimeout, Program, log_name
from ginrummy.bots.protocol import AnswerError, encode, read_answer, request
from ginrummy.engine.moves import Move
from ginrummy.engine.view import View

__all__ = ["SEED", "BotDied", "BotError", "BotIllegal", "BotTimeout", "ExternalBot"]

SEED = "GINRUMMY_SEED"
"""The environment variable that tells a program its seed."""
LIMIT = 5.0
"""Seconds for an answer."""

log_folder: Path | None = None
"""The folder for what programs write to standard error; None: the platform's folder for logs."""


class ExternalBot:
    """The bot `name` (`cmd:PROGRAM ARGS`). Raises `UnknownBot` when there is no such program."""

    def __init__(self, name: str, seed: int = 0, limit: float = LIMIT) -> None:
        self.name, self.seed, self.limit = name, seed, limit
        self.logs = log_folder or platformdirs.user_log_path("ginrummy", appauthor=False)
        self._argv = program_of(name)
        self._program: Program | None = None
        self._asked = 0
        self._lost: BotError | None = None

    @property
    def log(self) -> Path:
        """The file that holds what the program wrote to standard error."""
        return self.logs / log_name(self._argv)

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """The program's move, one of `legal`. Raises `BotTimeout`, `BotDied` or `BotIllegal`."""
        if self._lost:
            raise self._lost
        try:
            return self._ask(view, legal)
        except BotError as error:
            self._lost = error
            raise

    def hear(self, event: dict[str, Any]) -> None:
        """Tell the program of the end of a deal or match; it does not answer."""
        if self._program:
            self._program.send(encode(event))

    def close(self) -> str | None:
        """End the program and all it started; says how, as `Program.end`, or None if it never ran."""
        program, self._program = self._program, None
        return program.end() if program else None

    def _ask(self, view: View, legal: Sequence[Move]) -> Move:
        program = self._program
        if program is None:
            program = self._program = Program(self._argv, {SEED: str(self.seed)}, self.log)
        self._asked += 1
        program.send(encode(request(self._asked, view, legal)))
        try:
            return read_answer(program.receive(self.limit), self._asked, legal)
        except AnswerError as error:
            program.end(grace=0)
            raise BotIllegal(str(error)) from None
        except BotDied:
            how = program.end()
            raise BotDied(f"its program stopped ({how}; what it said: {self.log.name})") from None
        except BotError:
            program.end(grace=0)
            raise


def program_of(name: str) -> list[str]:
    """Program and arguments of a `cmd:` name. Raises `UnknownBot`.

    >>> program_of("cmd:sh -c 'exit 0'")[1:]
    ['-c', 'exit 0']
    """
    try:
        argv = shlex.split(name.removeprefix(COMMAND), posix=os.name == "posix")
    except ValueError as error:
        raise UnknownBot(f"{name}: {str(error).lower()} (quote it as for a shell)") from None
    if not argv:
        raise UnknownBot("cmd: names no program (like cmd:python3 my_bot.py)", program="")
    if (found := shutil.which(argv[0])) is None:
        raise UnknownBot(f"{name}: there is no program {argv[0]}", program=argv[0])
    return [found, *argv[1:]]
