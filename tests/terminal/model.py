"""A model terminal for end-to-end tests: a program in a pty, a screen that counts cells as real terminals do.

    with ModelTerminal([sys.executable, "-m", "ginrummy", "--lang", "ne"], "sum", (80, 24)) as terminal:
        terminal.wait_for("सुरु")
        terminal.press("l", "down", "enter")
        print("\\n".join(terminal.text()))

It answers what real terminals answer (cursor position, device attributes, name), so the program's probe
finds the rule. Rules, each what a family of real terminals does with Devanagari:

sum      every spacing vowel sign takes a cell: VTE, konsole, foot, alacritty, xterm, urxvt, st, tmux
mc0      spacing signs take none, as Rich 15 counts: kitty 0.26, mlterm, qterminal
cluster  as sum, but a cluster, conjuncts included, takes at most two: newer Ghostty, WezTerm, contour
odd      as sum, but a consonant after a virama takes none: a rule that the program does not know

Plain pyte counts spacing signs as nothing and so hides the fault these rules are there to show.

Nothing here sleeps for a fixed time: `press` and `wait_quiet` go on when nothing has been drawn for a moment,
`wait_for` when a text stands on the screen, and each raises `TimeoutError` with the screen if it never
comes.

To check the picture cell by cell, start the program with `witness=True` (argv is then `[sys.executable,
"-m", MODULE, …]` or `[sys.executable, SCRIPT, …]`): `terminal.layout()` tells where the program itself put
everything, and `terminal.wrong_cells()` lists every cell of the screen that is not so.
"""

from __future__ import annotations

import codecs
import copy
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import tempfile
import termios
import time
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, NamedTuple, Self

import pyte
import pyte.modes
import wcwidth

ModelRule = Literal["sum", "mc0", "cluster", "odd"]
MODEL_RULES: tuple[ModelRule, ...] = ("sum", "mc0", "cluster", "odd")

BOX = frozenset("│┃║─━═╭╮╰╯┌┐└┘┏┓┗┛╔╗╚╝├┤┬┴┼┣┫┳┻╋╠╣╦╩╬▌▐▀▄█▔▁▏▕▎▊")
_DOWN = frozenset("│┃║╭╮┌┐┏┓╔╗├┤┬┼┣┫┳╋╠╣╦╬")
_UP = frozenset("│┃║╰╯└┘┗┛╚╝├┤┴┼┣┫┻╋╠╣╩╬")

KEYS: Mapping[str, str] = {
    "enter": "\r", "escape": "\x1b", "tab": "\t", "shift+tab": "\x1b[Z", "space": " ", "backspace": "\x7f",
    "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "home": "\x1b[H", "end": "\x1b[F",
    "pageup": "\x1b[5~", "pagedown": "\x1b[6~", "delete": "\x1b[3~", "f1": "\x1bOP", "ctrl+c": "\x03",
    "ctrl+q": "\x11",
}  # fmt: skip

ESCAPE_DELAY = 0.15
"""Seconds after which Textual has surely taken a lone Esc for the key (it waits for 0.1)."""
_WITNESS = Path(__file__).with_name("witness.py")
_ASKED_NAME = re.compile(r"\x1b\[>0?q")
_NOT_PYTES = re.compile(
    r"\x1b\[[>=<][\d;]*[a-zA-Z]|\x1b\[\??[\d;]*\$[a-z]|\x1bP.*?\x1b\\|\x1b\[\?[\d;]*u", re.DOTALL
)
_UNFINISHED = re.compile(r"\x1b(?:\[[^@-~]*|P[^\x1b]*\x1b?|\][^\x07\x1b]*\x1b?)?$")
_PLAIN = re.compile(
    "[ -~\u00a1-\u00ac\u00ae-\u00ff\u2010-\u2027\u2030-\u205e\u2190-\u22ff\u2500-\u25fc\u2654-\u2667]+"
)
_PIECE = re.compile(
    r"(?P<text>[^\x00-\x1f\x7f-\x9f]+)|\x1b\[(?P<colours>[\d;]*)m|\x1b\[(?P<right>\d+)C|\x1b(?P<cursor>[78])"
    r"|(?P<other>\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[^@-~]*[@-~]|\x1b[()#%]?.|.)",
    re.DOTALL,
)
_ALTERNATE = 1049


Row = str | list[tuple[int, int, str]]


class Wrong(NamedTuple):
    """A cell that is not as the layout has it."""

    row: int
    column: int
    expected: str
    found: str


@lru_cache(65536)
def _cell(attributes: Any, char: str) -> Any:
    return attributes._replace(data=char)


class Grid(pyte.Screen):
    """The cells of the screen; a wide letter stands in its first cell and its other cells hold ""."""

    def __init__(self, columns: int, lines: int, rule: ModelRule, reply: Callable[[str], None]) -> None:
        self.rule = rule
        self._reply = reply
        self._saved: Any = None
        self._painted: dict[tuple[Any, str], Any] = {}
        self._shell: Any = None
        self._letter: tuple[str, int, tuple[int, int]] = (
            "",
            0,
            (-1, -1),
        )  # text, first column, cursor after it
        super().__init__(columns, lines)

    # drawing

    def draw(self, data: str) -> None:
        if _PLAIN.fullmatch(data) and self.cursor.x + len(data) <= self.columns:
            self._put_plain(data)
        else:
            for char in data:
                self._put(char)

    def _put_plain(self, data: str) -> None:
        """What `_put` does, all at once, for letters of one cell that fit into the line."""
        start, end = self.cursor.x, self.cursor.x + len(data)
        line, attributes = self.buffer[self.cursor.y], self.cursor.attrs
        self._letter = ("", start, (-1, -1))
        self._break_letter(line, start - 1, start)
        for column, char in enumerate(data, start):
            line[column] = _cell(attributes, char)
        if end < self.columns and line[end].data == "":
            line[end] = _cell(line[end], " ")
        self.cursor.x = end
        self._letter = (data[-1], end - 1, (self.cursor.y, end))

    def _put(self, char: str) -> None:
        text, start, after = self._letter
        if after == (self.cursor.y, self.cursor.x) and self._joins(text, char):
            text += char
        else:
            text, start = char, self.cursor.x
        cells = self._cells(text)
        if not cells:
            return  # a mark without a base is shown nowhere
        if start + cells > self.columns:
            if pyte.modes.DECAWM in self.mode:
                self.carriage_return()
                self.linefeed()
                start = 0
            else:
                start = max(0, self.columns - cells)
        self._write(start, cells, text)
        self.cursor.x = start + cells
        self._letter = (text, start, (self.cursor.y, self.cursor.x))

    def _write(self, start: int, cells: int, text: str) -> None:
        line = self.buffer[self.cursor.y]
        for column in range(start, min(start + cells, self.columns)):
            line[column] = self.cursor.attrs._replace(data=text if column == start else "")
        self._break_letter(line, start - 1, start)
        after = start + cells
        if after < self.columns and line[after].data == "" and self._letter[1] != start:
            line[after] = line[after]._replace(data=" ")

    def _break_letter(self, line: Any, before: int, start: int) -> None:
        """Blank the front half of a wide letter whose back half was written over."""
        if before >= 0 and start < self.columns and len(line[before].data) > 0:
            wide = self._cells(line[before].data) > 1
            if wide:
                line[before] = line[before]._replace(data=" ")

    def _joins(self, text: str, char: str) -> bool:
        if not text:
            return False
        if self.rule == "cluster":
            return len(list(wcwidth.iter_graphemes(text + char))) == 1
        after_virama = text[-1] == "\u094d" or (text[-1] == "\u093c" and "\u094d" in text[-3:-1])
        return self._char_cells(char) == 0 or (
            self.rule == "odd" and after_virama and "\u0915" <= char <= "\u0939"
        )

    def _cells(self, text: str) -> int:
        if self.rule == "cluster":
            return max(0, wcwidth.wcswidth(text))
        return self._char_cells(text[0])

    def _char_cells(self, char: str) -> int:
        category = unicodedata.category(char)
        if category in ("Mn", "Me", "Cf") or (category == "Mc" and self.rule == "mc0"):
            return 0
        return 2 if unicodedata.east_asian_width(char) in "WF" else 1

    def paint(self, colours: str) -> None:
        """Take the colours of an SGR sequence, by its parameters."""
        known = (self.cursor.attrs, colours)
        if known not in self._painted:
            self.select_graphic_rendition(*(int(number or 0) for number in colours.split(";")))
            self._painted[known] = self.cursor.attrs
        self.cursor.attrs = self._painted[known]

    # what pyte does otherwise than real terminals

    def save_cursor(self) -> None:
        self._saved = copy.copy(self.cursor)

    def restore_cursor(self) -> None:
        if self._saved is None:
            self.cursor_position()
        else:
            self.cursor = copy.copy(self._saved)

    def set_mode(self, *modes: int, **kwargs: Any) -> None:
        if _ALTERNATE in modes and self._shell is None:
            self._shell = (copy.deepcopy(self.buffer), copy.copy(self.cursor))
            self.erase_in_display(2)
        super().set_mode(*modes, **kwargs)

    def reset_mode(self, *modes: int, **kwargs: Any) -> None:
        if _ALTERNATE in modes and self._shell is not None:
            self.buffer, self.cursor = self._shell
            self._shell = None
        super().reset_mode(*modes, **kwargs)

    def report_device_status(self, mode: int = 0, **kwargs: Any) -> None:
        if mode == 6:
            column = min(self.cursor.x, self.columns - 1) + 1
            self._reply(f"\x1b[{self.cursor.y + 1};{column}R")

    def report_device_attributes(self, mode: int = 0, **kwargs: Any) -> None:
        self._reply("\x1b[?62;22c")


class ModelTerminal:
    """A program in a model terminal; see the module's text. Use it in a `with`, which ends the program.

    `answers` False makes a terminal that answers nothing, `delay` one that answers so many seconds late.
    `name` is what it says to the question for its name. `encoding` is what it takes bytes for.
    """

    def __init__(
        self,
        argv: Sequence[str],
        rule: ModelRule = "sum",
        size: tuple[int, int] = (80, 24),
        env: Mapping[str, str] | None = None,
        answers: bool = True,
        delay: float = 0.0,
        name: str = "Model(1)",
        witness: bool = False,
        encoding: str = "utf-8",
    ) -> None:
        self.grid = Grid(*size, rule, self._reply)
        self._stream = pyte.Stream(self.grid)
        self._decode = codecs.getincrementaldecoder(encoding)("replace").decode
        self._answers, self._delay, self._name = answers, delay, name
        self._due: list[tuple[float, bytes]] = []
        self._unread = ""
        self._last_output: float | None = None
        self.asked = 0
        """How many questions the program has put to the terminal."""
        self._status: int | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="model-terminal-")
        self._dump = Path(self._folder.name, "layout.json")
        if witness:
            interpreter, *program = argv
            argv = [interpreter, str(_WITNESS), str(self._dump), *program[program[0] == "-m" :]]
        self.pid, self._fd = self._start(argv, size, dict(env or {}))

    def _start(self, argv: Sequence[str], size: tuple[int, int], env: dict[str, str]) -> tuple[int, int]:
        clean = {key: value for key, value in os.environ.items() if key not in _FORGOTTEN}
        clean |= {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8", **env}
        pid, fd = pty.fork()
        if pid == 0:  # pragma: no cover
            try:
                fcntl.ioctl(0, termios.TIOCSWINSZ, _window(size))
                for number in (signal.SIGINT, signal.SIGHUP):  # as a terminal starts it, whoever started us
                    signal.signal(number, signal.SIG_DFL)
                os.execvpe(argv[0], list(argv), clean)
            finally:
                os._exit(127)
        return pid, fd

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    # the screen

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return self.grid.columns, self.grid.lines

    def text(self) -> list[str]:
        """The rows as a reader sees them, without blanks at their ends."""
        return ["".join(self.row(y)).rstrip() for y in range(self.grid.lines)]

    def row(self, y: int) -> list[str]:
        """What each cell of a row holds; "" in the further cells of a wide letter."""
        return [self.grid.buffer[y][x].data for x in range(self.grid.columns)]

    def cell(self, y: int, x: int) -> Any:
        """A cell with its colours: `data`, `fg`, `bg`, `bold`, `reverse`, … as pyte names them."""
        return self.grid.buffer[y][x]

    def boxes(self) -> dict[tuple[int, int], str]:
        """Every box-drawing character, by row and column."""
        rows = {y: self.row(y) for y in range(self.grid.lines)}
        return {(y, x): char for y, row in rows.items() for x, char in enumerate(row) if char in BOX}

    def bent(self) -> list[tuple[int, int]]:
        """Where a vertical line of a frame does not go on in the next row, as (row, column)."""
        boxes = self.boxes()
        down = {(y + 1, x) for (y, x), char in boxes.items() if char in _DOWN and y + 1 < self.grid.lines}
        up = {(y, x) for (y, x), char in boxes.items() if char in _UP and y > 0}
        return sorted(down ^ up)

    # the program's own layout

    def layout(self, timeout: float = 10.0) -> list[Row]:
        """For each row what the program meant to draw: (column, cells, letter), or as text where each letter
        takes a cell. Needs `witness`."""
        self._dump.unlink(missing_ok=True)
        os.kill(self.pid, signal.SIGUSR1)
        self._wait(self._dump.exists, timeout, "the layout")
        rows: list[Row] = json.loads(self._dump.read_text("utf-8"))
        return rows

    def wrong_cells(self) -> list[Wrong]:
        """Every place where the screen is not as laid out; under "odd", Indic words are left out."""
        return self._compared(self.layout())

    def faults(self, timeout: float = 3.0) -> list[Wrong]:
        """The wrong cells that stay wrong, and letters that the layout itself has cut apart."""
        end = time.monotonic() + timeout
        while (wrong := self._compared(layout := self.layout())) and time.monotonic() < end:
            self.wait_quiet(0.1)
        marks = [
            Wrong(y, column, "a whole letter", letter)
            for y, row in enumerate(layout)
            if not isinstance(row, str)
            for column, _, letter in row
            if unicodedata.category(letter[0]) in ("Mn", "Mc", "Me")
        ]
        return wrong + marks

    def _compared(self, layout: list[Row]) -> list[Wrong]:
        wrong = []
        for y, meant in enumerate(layout):
            row = self.row(y)
            if isinstance(meant, str) and row == list(meant):
                continue
            letters = [(n, 1, char) for n, char in enumerate(meant)] if isinstance(meant, str) else meant
            for column, cells, letter in letters:
                if self.grid.rule == "odd" and re.search("[\u0900-\u0dff]", letter):
                    continue
                found = "".join(row[column : column + cells])
                if cells and found != letter:
                    wrong.append(Wrong(y, column, letter, found))
        return wrong

    # the user

    def type(self, text: str) -> None:
        """Send characters as they are."""
        os.write(self._fd, text.encode())

    def press(self, *keys: str, quiet: float = 0.25) -> None:
        """Press keys, by name (`KEYS`) or as text, and wait after each until the screen is quiet."""
        for key in keys:
            self.type(KEYS.get(key, key))
            self.wait_quiet(quiet)

    def change(self, *keys: str, quiet: float = 0.03) -> None:
        """Press keys each of which changes what the screen says, and wait after each until that is drawn."""
        for key in keys:
            before = self.text()
            self.type(KEYS.get(key, key))
            if key == "escape":
                self._outlast_escape()
            self._wait(partial(self._differs, before), 20.0, f"what {key!r} changes")
            self.wait_quiet(quiet)

    def _outlast_escape(self) -> None:
        """Wait as a hand would: a key right behind Esc would be read as that key with Alt."""
        end = time.monotonic() + ESCAPE_DELAY
        while time.monotonic() < end:
            self._pump(0.01)

    def _differs(self, before: list[str]) -> bool:
        return self.text() != before

    def click(self, x: int, y: int) -> None:
        """Press and release the left mouse button on a cell."""
        self.type(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")
        self.wait_quiet()

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window and wait until it is drawn."""
        self.grid.resize(rows, columns)
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, _window((columns, rows)))
        os.kill(self.pid, signal.SIGWINCH)
        self.wait_quiet()

    # waiting

    def wait_quiet(self, quiet: float = 0.25, timeout: float = 20.0) -> None:
        """Wait until nothing was drawn for `quiet` seconds; at the start, only after something was."""
        since = time.monotonic()

        def still() -> bool:
            if self._last_output is None:
                return False
            return time.monotonic() - max(since, self._last_output) >= quiet

        self._wait(still, timeout, "a quiet screen")

    def wait_for(self, wanted: str | Callable[[list[str]], bool], timeout: float = 20.0) -> None:
        """Wait until a text stands on the screen, or until a function of its rows is true."""

        def there() -> bool:
            rows = self.text()
            return any(wanted in row for row in rows) if isinstance(wanted, str) else wanted(rows)

        self._wait(there, timeout, repr(wanted))

    def wait_until(self, done: Callable[[], bool], timeout: float = 20.0) -> None:
        """Wait until something outside of the screen has happened."""
        self._wait(done, timeout, "what should have come of it")

    def wait_asked(self, timeout: float = 20.0) -> None:
        """Wait until the program has put a question to the terminal."""
        self._wait(lambda: self.asked > 0, timeout, "a question")

    def wait_exit(self, timeout: float = 20.0) -> int:
        """Wait until the program has ended; its exit code, negative for a signal."""
        self._wait(lambda: not self.running(), timeout, "the end of the program")
        while self._pump(0.02):
            pass
        assert self._status is not None
        return os.waitstatus_to_exitcode(self._status)

    def running(self) -> bool:
        """Whether the program has not ended yet."""
        if self._status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self._status = status
        return self._status is None

    def kill(self) -> None:
        """End the program at once and free what was held; may be called again."""
        if self.running():
            os.kill(self.pid, signal.SIGKILL)
            self._status = os.waitpid(self.pid, 0)[1]
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1
            self._folder.cleanup()

    def _wait(self, done: Callable[[], bool], timeout: float, what: str) -> None:
        end = time.monotonic() + timeout
        while not done():
            if time.monotonic() > end:
                raise TimeoutError(f"waited for {what}; the screen shows\n" + "\n".join(self.text()))
            self._pump(0.01)

    def _pump(self, seconds: float) -> bool:
        """Take in what the program has written, and give answers that are due; whether anything came."""
        now = time.monotonic()
        while self._due and self._due[0][0] <= now:
            os.write(self._fd, self._due.pop(0)[1])
        if not select.select([self._fd], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._fd, 65536)
        except OSError:  # the program has closed the pty
            time.sleep(seconds)
            return False
        self._last_output = time.monotonic()
        self._feed(self._unread + self._decode(data))
        return bool(data)

    def _feed(self, data: str) -> None:
        unfinished = _UNFINISHED.search(data)
        self._unread = unfinished[0] if unfinished else ""
        data = data[: len(data) - len(self._unread)]
        for part in re.split(f"({_ASKED_NAME.pattern})", data):
            if _ASKED_NAME.fullmatch(part):
                self._reply(f"\x1bP>|{self._name}\x1b\\")
            else:
                self._draw(_NOT_PYTES.sub("", part))

    def _draw(self, data: str) -> None:
        """What pyte's parser does, but what there is most of (text, colours, anchors) in one step each."""
        grid = self.grid
        for piece in _PIECE.finditer(data):
            match piece.lastgroup:
                case "text":
                    grid.draw(piece[0])
                case "colours":
                    grid.paint(piece["colours"])
                case "right":
                    grid.cursor_forward(int(piece["right"]))
                case "cursor":
                    (grid.save_cursor if piece["cursor"] == "7" else grid.restore_cursor)()
                case _:
                    self._stream.feed(piece[0])

    def _reply(self, text: str) -> None:
        self.asked += 1
        if self._answers:
            self._due.append((time.monotonic() + self._delay, text.encode()))


_FORGOTTEN = frozenset(
    {"TMUX", "STY", "NO_COLOR", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "VTE_VERSION", "XTERM_VERSION"}
    | {"KONSOLE_VERSION", "KITTY_WINDOW_ID", "GINRUMMY_WIDTH", "TEXTUAL_COLOR_SYSTEM", "LANG", "LC_CTYPE"}
    | {"COLUMNS", "LINES", "PYTEST_CURRENT_TEST"}
)
"""Variables of the terminal the tests run in, which the model is not."""


def _window(size: tuple[int, int]) -> bytes:
    columns, rows = size
    return struct.pack("HHHH", rows, columns, 0, 0)
