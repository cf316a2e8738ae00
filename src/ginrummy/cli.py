"""The command line: `ginrummy` plays, `ginrummy COMMAND` does everything else.

Only what a call needs is imported, so that the game starts fast. A command is a module of `ginrummy.commands`
with `add_arguments(parser)` and `run(args) -> int`. Exit codes: 0 done, 1 something was found wrong (a
record, a line of a batch, a bot), 2 wrong use or bad input with one line on stderr, 70 an error of ours, 130
Ctrl-C, 143 and 129 when the system ended it (SIGTERM, SIGHUP).
"""

from __future__ import annotations

import argparse
import codecs
import errno
import os
import re
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

from ginrummy.commands import (
    UsageError,
    add_common,
    check_data_dir,
    find_store,
    find_translator,
    is_terminal,
    one_line,
)

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

    from ginrummy.bots import UnknownBot
    from ginrummy.i18n import Translator
    from ginrummy.settings import Settings
    from ginrummy.start import StartOptions
    from ginrummy.store import Store

COMMANDS = (
    "solve", "settle", "score", "arena", "bot", "replay", "verify", "stats", "doctor", "export", "import",
)  # fmt: skip
"""Every command; `import` lives in the module `import_`."""
INTERRUPTED = 130
"""The exit code after Ctrl-C, as of every signal 128 and its number."""

_UNWRITTEN = {errno.ENOSPC, errno.EFBIG, errno.EIO, errno.EBADF}
"""What goes wrong in writing to an output that is open: a full disk, a terminal that is gone."""
_LETTERS = str.maketrans("♣♦♥♠–—−×·→", "CDHS---x.>")
"""What stands for signs that the output cannot hold; for all others a question mark."""
_WITH_VALUE = {"--lang", "--data-dir", "--level", "--preset", "--target", "--rule", "--deal"}
_PLAIN = "ginrummy --plain"


class _Parser(argparse.ArgumentParser):
    """As argparse's, but errors are raised, to be told in one line."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} --help)")

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        (file or sys.stderr).write(message)  # argparse would hide that it cannot be written

    def read(self, argv: Sequence[str]) -> argparse.Namespace:
        args, extra = self.parse_known_args(argv)
        if extra:
            raise self._unread(one_line(extra[0]))
        return args

    def _unread(self, text: str) -> UsageError:
        """The error for a word that is left over: an unknown option, or more than is taken."""
        if text.startswith("-"):
            cmd = f"{self.prog} --help"
            return UsageError(f"no such option: {text} (see {cmd})", "cli.err.option", text=text, cmd=cmd)
        taken = (str(action.metavar) for action in self._get_positional_actions())
        cmd = " ".join((self.prog, *taken))
        return UsageError(f"one too many: {text} (write it like {cmd})", "cli.err.extra", text=text, cmd=cmd)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with these arguments (`sys.argv` without its first) and return its exit code."""
    if argv is None:
        _leave_on_signals()
    words = list(sys.argv[1:] if argv is None else argv)
    _open_missing_streams()
    _never_fail_to_print()
    try:
        try:
            code = _run(words)
        except SystemExit as end:  # after --help and --version, or by a signal
            sys.stdout.flush()
            raise end from None
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        _drop_output()
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _UNWRITTEN and error.filename is None:
            _drop_output()
            why = error.strerror or type(error).__name__
            error = UsageError(f"the answer could not be written: {why}", "cli.err.output", why=why)
        return _told(error, words)


def _run(words: list[str]) -> int:
    at = _command_at(words)
    if at is None:
        return _play(words)
    name = words.pop(at)
    if name not in COMMANDS:
        listed = ", ".join(COMMANDS)
        text = one_line(name)
        raise UsageError(
            f"unknown command: {text} (there are {listed})", "cli.err.unnamed", text=text, list=listed
        )
    module = import_module(f"ginrummy.commands.{name}_" if name == "import" else f"ginrummy.commands.{name}")
    parser = _Parser(
        prog=f"ginrummy {name}", allow_abbrev=False, description=find_translator(words)(f"cli.{name}")
    )
    add_common(parser)
    module.add_arguments(parser)
    args = parser.read(words)
    check_data_dir(args)
    if args.where:
        return _where(find_store(args))
    code: int = module.run(args)
    return code


def _command_at(words: Sequence[str]) -> int | None:
    """Where the command's name stands: the first word that is neither an option nor the value of one.

    >>> _command_at(["--lang", "ne", "solve", "4H"]), _command_at(["--new"])
    (2, None)
    """
    value = False
    for at, word in enumerate(words):
        if value:
            value = False
        elif word.startswith("-"):
            value = word in _WITH_VALUE
        else:
            return at
    return None


# Playing


def _play(words: list[str]) -> int:
    args = _play_parser(words).read(words)
    check_data_dir(args)
    store = find_store(args)
    if args.where:
        return _where(store)
    from ginrummy import settings as settings_file

    settings = settings_file.load(store)
    start = _start(args, settings)
    if start.shapes_match and not start.new and any(match.unfinished for match in store.matches()):
        text = "a match is unfinished (add --new for another one, or leave the options out to go on)"
        raise UsageError(text, "cli.err.new", option="--new")
    if start.plain:
        from ginrummy.plain import run as run_plain

        return run_plain(store, settings, start)
    if not is_terminal():
        text = f"the game needs a terminal (through a pipe: {_PLAIN})"
        raise UsageError(text, "cli.err.tty", cmd=_PLAIN)
    from ginrummy.tui.app import run

    return run(store, settings, start)


def _play_parser(words: Sequence[str]) -> _Parser:
    parser = _Parser(
        prog="ginrummy",
        allow_abbrev=False,
        usage="ginrummy [options]  |  ginrummy COMMAND [options]",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    if "-h" in words or "--help" in words:
        t = find_translator(words)
        parser.description = t("menu.tagline")
        parser.epilog = "\n".join(f"  {name:10}{t(f'cli.{name}')}" for name in COMMANDS)
    add_common(parser)
    match = parser.add_argument_group("a new match")
    match.add_argument("--new", action="store_true", help="begin a match, also when one is unfinished")
    match.add_argument("--level", metavar="BOT", help="easy, medium, hard, another bot, or cmd:PROGRAM")
    match.add_argument("--preset", metavar="NAME", help="whose rules: standard, pagat, oklahoma, ...")
    match.add_argument("--target", metavar="N", help="points that win the match, 10 to 1000")
    match.add_argument(
        "--rule", metavar="FIELD=VALUE", action="append", help="one house rule; may be repeated"
    )
    match.add_argument("--deal", metavar="CODE", help="play the deals of this code, like 7K3F-9QXM-2AB4")
    parser.add_argument("--plain", action="store_true", help="lines of text, for screen readers and pipes")
    parser.add_argument("--ascii", action="store_true", help="letters instead of suit signs and frames")
    return parser


def _start(args: argparse.Namespace, settings: Settings) -> StartOptions:
    """The options, checked. Raises `UsageError`, and what rules and bots raise."""
    from ginrummy.commands import read_code, read_language, read_preset, read_rule, read_rules
    from ginrummy.start import StartOptions

    read_language(args.lang, settings)
    start = StartOptions(
        lang=args.lang,
        level=args.level,
        preset=read_preset(args.preset),
        target=None if args.target is None else int(read_rule("target", args.target)),
        rules=read_rules(args.rule),
        code=read_code(args.deal),
        new=args.new,
        plain=args.plain,
        ascii=args.ascii,
    )
    start.house_rules(settings)
    if args.level not in (None, "easy", "medium", "hard"):
        from ginrummy import bots

        bots.create(args.level, seed=0)
    return start


# Everywhere


def _where(store: Store) -> int:
    for what, path in store.where().items():
        print(f"{what:10}{path}" if path.exists() else f"{what:10}{path}  -")
    return 0


def _told(error: Exception, words: Sequence[str]) -> int:
    """Say what went wrong: in one line what people did, in three what we did."""
    from ginrummy import bots
    from ginrummy.analysis import InputError
    from ginrummy.engine.rules import RuleError

    try:
        t = find_translator(words, stream=sys.stderr)
    except UsageError:
        t = find_translator(words, asked=False, stream=sys.stderr)
    if isinstance(error, UsageError | InputError):
        text = error.said(t)
    elif isinstance(error, bots.UnknownBot):
        text = _no_bot(error, t)
    elif isinstance(error, RuleError):
        text = str(error)
    else:
        from ginrummy import report

        report.tell(error, t, find_store(words))
        return report.EXIT
    print(f"ginrummy: {_capital(one_line(text))}", file=sys.stderr)
    return 2


def _no_bot(error: UnknownBot, t: Translator) -> str:
    """The error for a bot that is not there."""
    from ginrummy import bots

    if error.name is not None:
        return t("cli.err.bot", text=error.name, list=", ".join(bots.names()))
    if error.program:
        return t("cli.err.program", text=error.program)
    if error.program is not None:
        return t("cli.err.noprogram", example="cmd:python3 my_bot.py")
    return str(error)


def _capital(text: str) -> str:
    """An error line as a sentence; one that begins with the name of a field or an option stays as it is.

    >>> _capital("cannot write x: no"), _capital("taken: 4H is not there"), _capital("--rule tie: no value")
    ('Cannot write x: no', 'taken: 4H is not there', '--rule tie: no value')
    """
    return text[:1].upper() + text[1:] if re.match("[a-z]+ ", text) else text


def _leave_on_signals() -> None:
    """Let whoever ends the program do it in order: files are closed, outside bots ended."""

    def leave(number: int, frame: object) -> NoReturn:
        sys.exit(128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, leave)


def _open_missing_streams() -> None:
    """A standard stream that was closed before we started is one that is empty, or that nobody reads."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - stays open


def _drop_output() -> None:
    """What is still buffered for the standard output goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _never_fail_to_print() -> None:
    """Signs that the output cannot hold become letters, or question marks, instead of errors."""
    codecs.register_error("ginrummy", _readable)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="ginrummy")


def _readable(error: UnicodeError) -> tuple[str, int]:
    """Python's handler for text that cannot be encoded: other text for it, and where to go on."""
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end].translate(_LETTERS)
    return "".join(letter if letter.isascii() else "?" for letter in text), error.end


if __name__ == "__main__":
    sys.exit(main())
