"""Players that choose a move from a view, and how they are found by name.

A bot is anything with `choose(view, legal) -> move`. Built-in are easy, medium and hard; others come by the
entry-point group `ginrummy.bots`, each a class or function that takes a seed, or are programs of their own,
`cmd:PROGRAM ARGS`.

    >>> names()[:3]
    ['easy', 'medium', 'hard']
    >>> type(create("easy", seed=1)).__name__
    'Easy'
    >>> create("nobody", seed=1)
    Traceback (most recent call last):
    ginrummy.bots.UnknownBot: unknown bot: nobody (easy, medium, hard)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from ginrummy.engine.moves import Move
    from ginrummy.engine.view import View

GROUP = "ginrummy.bots"
COMMAND = "cmd:"
"""How the name of a bot begins that is a program of its own; the rest is the program and its arguments."""
BUILT_IN = {name: f"ginrummy.bots.{name}:{name.capitalize()}" for name in ("easy", "medium", "hard")}


class UnknownBot(LookupError):
    """No bot of that name; the message is one line that lists those there are.

    `name` is what was asked for, None where a command line (`cmd:`) starts no program; `program` is then the
    one that is not there, "" where none is named.
    """

    def __init__(self, text: str, name: str | None = None, program: str | None = None) -> None:
        super().__init__(text)
        self.name, self.program = name, program


class Bot(Protocol):
    """A player.

    It may also have `hear(event)`, which is told the end of every deal and match in the words of the
    bot protocol, and `close()`. An outside program has both; its `choose` raises `external.BotError` when it
    cannot go on.
    """

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """One of `legal`, the moves open to this seat now; `view` is all it may know."""
        ...


def names() -> list[str]:
    """The built-in bots from weak to strong, then those of other packages by name."""
    return [*BUILT_IN, *sorted(name for name in _outside() if name not in BUILT_IN)]


def create(name: str, seed: int) -> Bot:
    """A new bot. The same name, seed and view give the same move. Raises `UnknownBot`."""
    if name in BUILT_IN:
        module, _, attribute = BUILT_IN[name].partition(":")
        make: Callable[[int], Bot] = getattr(import_module(module), attribute)
        return make(seed)
    if name.startswith(COMMAND):
        from ginrummy.bots.external import ExternalBot

        return ExternalBot(name, seed)
    found = _outside().get(name)
    if found is None:
        raise UnknownBot(f"unknown bot: {name} ({', '.join(names())})", name)
    made: Bot = found.load()(seed)
    return made


def _outside() -> dict[str, Any]:
    """The registered entry points by name; imported here since it takes 20 ms that a game never needs."""
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=GROUP)}
