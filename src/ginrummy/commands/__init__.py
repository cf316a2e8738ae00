"""What the commands share: their options, the language they speak, batches, and errors in one line."""

from __future__ import annotations

import argparse
import errno
import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING, Any, TextIO

from ginrummy import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ginrummy.engine.rules import Value as RuleValue
    from ginrummy.i18n import Translator
    from ginrummy.i18n.translator import Value
    from ginrummy.settings import Settings
    from ginrummy.store import Store


class UsageError(ValueError):
    """Wrong use or bad input: one line of English, and the message that says the same, where there is one."""

    def __init__(self, text: str, key: str | None = None, /, **values: Value) -> None:
        super().__init__(text)
        self.key, self.values = key, values

    def said(self, t: Translator) -> str:
        """The error in the language of `t`."""
        return t(self.key, **self.values) if self.key else str(self)


def is_terminal() -> bool:
    """Whether there is a screen to draw on."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    return os.name == "nt" or os.environ.get("TERM", "dumb") not in ("", "dumb", "unknown")


def add_common(parser: argparse.ArgumentParser) -> None:
    """The options that every command takes."""
    parser.add_argument("--lang", metavar="CODE", help="the language: ne, hi, en, ne_Latn or hi_Latn")
    parser.add_argument("--data-dir", metavar="FOLDER", help="keep every file below this folder")
    parser.add_argument("--where", action="store_true", help="list the folders and files")
    parser.add_argument("--version", action="version", version=f"ginrummy {__version__}")


def add_json(parser: argparse.ArgumentParser) -> None:
    """The option of commands that answer programs."""
    parser.add_argument("--json", action="store_true", help="print JSON and nothing else")


def add_batch(parser: argparse.ArgumentParser) -> None:
    """The options of commands that answer many requests at once."""
    add_json(parser)
    parser.add_argument("--batch", metavar="FILE", help="a JSON request a line (- is standard input)")


class Whole(argparse.Action):
    """An option whose value is a whole number: a seed, or a count from `least` on, below ten millions."""

    def __init__(self, *args: Any, least: int | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._least = least

    def __call__(self, parser: Any, namespace: argparse.Namespace, text: Any, option: Any = None) -> None:
        """Take the value. Raises `UsageError`."""
        try:
            number = int(text) if len(text) < (40 if self._least is None else 8) else None
        except ValueError:
            number = None
        if number is None or (self._least is not None and number < self._least):
            least = self._least or 0
            raise _impossible(option, text, f"{least}, {least + 1}, {least + 2}, ...")
        setattr(namespace, self.dest, number)


class Seconds(argparse.Action):
    """An option whose value is a number of seconds above 0."""

    def __call__(self, parser: Any, namespace: argparse.Namespace, text: Any, option: Any = None) -> None:
        """Take the value. Raises `UsageError`."""
        try:
            seconds = float(text)
        except ValueError:
            seconds = 0
        if not 0 < seconds < 1_000_000:
            raise _impossible(option, text, "0.1, 0.5, 5, 60, ...")
        setattr(namespace, self.dest, seconds)


def _impossible(option: str, text: str, listed: str) -> UsageError:
    """The error for an option whose value is none of those listed."""
    shown = one_line(text)
    wrong = f"{option}: {shown} is not possible ({listed})"
    return UsageError(wrong, "cli.err.value", name=option, text=shown, list=listed)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """The options that choose house rules."""
    parser.add_argument("--preset", metavar="NAME", help="whose rules: standard, pagat, oklahoma, ...")
    parser.add_argument(
        "--rule", metavar="FIELD=VALUE", action="append", help="one house rule; may be repeated"
    )


def read_preset(name: str | None) -> str | None:
    """The name of a preset from its option. Raises `UsageError`."""
    from ginrummy.engine.rules import PRESETS

    if name is not None and name not in PRESETS:
        text, listed = one_line(name), ", ".join(PRESETS)
        raise UsageError(f"unknown preset: {text} ({listed})", "cli.err.preset", text=text, list=listed)
    return name


def read_rules(given: Sequence[str] | None) -> dict[str, str]:
    """House rules from the options `--rule FIELD=VALUE`. Raises `UsageError`."""
    rules = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f"--rule {one_line(text)}: write FIELD=VALUE, like undercut_bonus=10")
        read_rule(name, value)
        rules[name] = value
    return rules


def read_rule(name: str, value: str) -> RuleValue:
    """One house rule from text. Raises `UsageError`, which lists the fields or the values there are."""
    from ginrummy.engine.rules import SPECS, RuleError, read

    spec = SPECS.get(name)
    if spec is None:
        shown, listed = one_line(name), ", ".join(SPECS)
        raise UsageError(f"unknown rule: {shown} ({listed})", "cli.err.field", text=shown, list=listed)
    try:
        return read(name, value)
    except RuleError as error:
        values = {"name": name, "text": one_line(value), "list": spec.describe()}
        raise UsageError(str(error), "cli.err.value", **values) from None


def rules_request(args: argparse.Namespace) -> dict[str, Any]:
    """The options of `add_rules` as the field `rules` of a request. Raises `UsageError`."""
    preset = read_preset(args.preset)
    return ({} if preset is None else {"preset": preset}) | read_rules(args.rule)


def find_store(given: argparse.Namespace | Sequence[str]) -> Store:
    """The player's files, by the arguments before or after they are read."""
    from ginrummy.store import Store

    folder = given.data_dir if isinstance(given, argparse.Namespace) else _peek(given, "--data-dir")
    return Store(folder or None)


def check_data_dir(args: argparse.Namespace) -> None:
    """Raise `UsageError` unless the folder of `--data-dir` is there or can be made.

    It is not left made: that happens when something is first written. One that is there but may not be
    written is no error, since a match goes on without.
    """
    if not args.data_dir:
        return
    from ginrummy.journal import make_folder

    folder = find_store(args).data
    missing = [each for each in (folder, *folder.parents) if not os.path.lexists(each)]
    try:
        make_folder(folder)
        if not folder.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
    except OSError as error:
        raise unwritable(args.data_dir, error) from None
    finally:
        for each in missing:
            with suppress(OSError):
                each.rmdir()


def find_translator(
    given: argparse.Namespace | Sequence[str], asked: bool = True, stream: TextIO | None = None
) -> Translator:
    """The language to speak, by the arguments before or after they are read. Raises `UsageError`.

    With `asked` False as if there were no `--lang`: by the settings and the system, which never fails. Where
    `stream` (standard output) cannot hold the language's letters, English, as on the screen.
    """
    from ginrummy import settings
    from ginrummy.i18n import Translator

    lang = given.lang if isinstance(given, argparse.Namespace) else _peek(given, "--lang")
    chosen = settings.peek(find_store(given))
    t = Translator(read_language(lang if asked else None, chosen), chosen.digits, chosen.names)
    try:
        t("st.draw").encode((stream or sys.stdout).encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return Translator("en", "latin")
    return t


def read_language(option: str | None, settings: Settings) -> str:
    """The language to begin with: the option, the settings, the system. Raises `UsageError`."""
    from ginrummy.i18n import LANGUAGES, UnknownLanguageError, choose_language

    try:
        return choose_language(option, settings.language, os.environ)
    except UnknownLanguageError:
        text, listed = one_line(option or ""), ", ".join(LANGUAGES)
        wrong = f"no such language: {text} ({listed})"
        raise UsageError(wrong, "cli.err.lang", text=text, list=listed) from None


def read_code(text: str | None) -> str | None:
    """A deal code from its option. Raises `UsageError`."""
    from ginrummy.engine import shuffle

    example = "7K3F-9QXM-2AB4"
    try:
        return None if text is None else shuffle.read_code(text)
    except shuffle.CodeError as error:
        raise UsageError(str(error), "cli.err.deal", text=one_line(text or ""), example=example) from None


def _peek(words: Sequence[str], option: str) -> str | None:
    """The value of an option in arguments that are not read yet.

    >>> _peek(["solve", "--lang=ne"], "--lang"), _peek(["--lang"], "--lang")
    ('ne', None)
    """
    for at, word in enumerate(words):
        if word == option:
            return words[at + 1] if at + 1 < len(words) else None
        if word.startswith(f"{option}="):
            return word.partition("=")[2]
    return None


def print_json(data: Any) -> None:
    """One JSON value on one line of standard output."""
    print(json.dumps(data, separators=(", ", ": ")))


def run_batch(file: str, command: Callable[[object], dict[str, Any]]) -> int:
    """Answer a request a line, in order; 1 when one was bad. Raises `UsageError` for an unreadable file."""
    from ginrummy.analysis import answers

    bad = False
    for answer in answers(command, _lines_of(file)):
        bad = bad or "error" in answer
        print_json(answer)
        if file == "-":
            sys.stdout.flush()  # whoever asks may wait for the answer before asking again
    return int(bad)


def refuse_beside_batch(args: argparse.Namespace, command: str, *names: str) -> None:
    """Raise `UsageError` when one of these arguments is given beside `--batch`, whose lines say it all."""
    given = next((name for name in names if getattr(args, name) not in (None, [])), None)
    if args.batch is None or given is None:
        return
    text = args.cards[0] if given == "cards" else f"--{given}"
    cmd, text = f"ginrummy {command} --batch FILE", one_line(text)
    raise UsageError(f"one too many: {text} (write it like {cmd})", "cli.err.extra", text=text, cmd=cmd)


def _lines_of(file: str) -> Iterator[bytes]:
    try:
        with nullcontext(sys.stdin.buffer) if file == "-" else open(file, "rb") as lines:
            yield from lines
    except (OSError, ValueError) as error:
        raise unreadable(file, error) from None


def unwritable(path: object, error: OSError) -> UsageError:
    """The error for a file that cannot be written."""
    text, why = one_line(str(path)), error.strerror or str(error)
    return UsageError(f"cannot write {text}: {why}", "cli.err.write", path=text, why=why)


def unreadable(path: object, error: Exception) -> UsageError:
    """The error for a file that cannot be read."""
    text, why = one_line(str(path)), getattr(error, "strerror", None) or str(error)
    return UsageError(f"cannot read {text}: {why}", "cli.err.file", path=text, why=why)


def one_line(text: str) -> str:
    """Text from outside as it may stand in a line: short, and without what would steer a terminal.

    >>> one_line("a" + chr(27) + "[2J" + chr(10) + "b")
    'a?[2J?b'
    """
    return "".join(letter if letter.isprintable() else "?" for letter in text[:500])
