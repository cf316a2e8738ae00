"""Lines out, lines in: all that the plain mode knows of the outside world.

What goes out is text alone: no control sequences, no colour, nothing that moves the cursor.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TextIO

from ginrummy.i18n import Run, Translator
from ginrummy.journal import Notice

_ASCII: Final = str.maketrans(
    {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "−": "-", "–": "-", "—": "-", "×": "x", "·": ",", "’": "'"}
)
_LEAVE: Final = ("x", "q", "menu", "quit", "leave", "exit")
_HELP: Final = ("?", "/", "help")
"""What leaves a list or shows it again, beside the words of the language."""


class Left(Exception):
    """The player has left: the input is at its end."""


class Talk:
    """A conversation in the language of `t`, which may change at any time.

    With `ascii` suits are letters and no character beyond ASCII goes out.
    """

    def __init__(self, stdin: TextIO, stdout: TextIO, t: Translator, ascii: bool = False) -> None:
        self._in, self._out = stdin, stdout
        self.t = t
        self.ascii = ascii

    def say(self, *lines: str | Sequence[Run]) -> None:
        """Write lines."""
        for line in lines:
            self._write(_text(line) + "\n")

    def tell(self, notice: Notice) -> None:
        """Say what happened to a file."""
        self.say(self.t(notice.key, **notice.values))

    def ask(self, prompt: str) -> str:
        """Write the prompt and read a line, without spaces around. Raises `Left` at the end of the input."""
        self._write(prompt + (" " if self._in.isatty() else "\n"))
        self._out.flush()
        try:
            line = self._in.readline()
        except UnicodeDecodeError:
            return "?"
        if not line:
            raise Left
        return line.strip()

    def choose(self, items: Sequence[str], show: bool = True) -> int | None:
        """Let the player choose one of `items` by its number; None for back. `show` the list first, and
        again when help is asked for."""
        while True:
            if show:
                self.say(*(f"{self.t.number(n)}: {item}" for n, item in enumerate(items, 1)))
                self.say(self.t("plain.back", n=0))
            answer = self.ask(self.t("plain.choose"))
            number, word = as_number(answer), answer.casefold()
            if number == 0 or word in (*_LEAVE, self.t("cmd.menu"), self.t("cmd.quit")):
                return None
            show = word in (*_HELP, self.t("cmd.help"))
            if show:
                continue
            if number is not None and 1 <= number <= len(items):
                return number - 1
            self.unknown(answer)

    def unknown(self, text: str) -> None:
        """Say that something was not understood."""
        if text:
            self.say(self.t("plain.unknown", text=text[:40]))

    def _write(self, text: str) -> None:
        text = "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)
        if self.ascii:
            text = text.translate(_ASCII).encode("ascii", "replace").decode()
        try:
            self._out.write(text)
        except UnicodeEncodeError:
            encoding = self._out.encoding or "ascii"
            self._out.write(text.encode(encoding, "replace").decode(encoding))


def as_number(text: str) -> int | None:
    """A number as people type it, in any digits; None for anything else.

    >>> as_number("12"), as_number("१२"), as_number("x"), as_number("-1")
    (12, 12, None, None)
    """
    return int(text) if text.isdecimal() and len(text) < 5 else None


def _text(line: str | Sequence[Run]) -> str:
    return line if isinstance(line, str) else "".join(run.text for run in line)
