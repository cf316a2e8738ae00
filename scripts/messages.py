"""Bring every catalog into step with the messages, and compile: `python scripts/messages.py`.

    python scripts/messages.py            new messages into every catalog, old ones out; compile
    python scripts/messages.py --check    change nothing, exit 1 when something is open (for CI)
    python scripts/messages.py --new bn   begin the catalog of another language

A message whose English changed keeps its translation, marked fuzzy with the English it was made from; a fuzzy
message is shown in English until somebody has looked at it and removed the mark. What is open is listed last.
Needs Babel (the `dev` extra).
"""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from ginrummy.i18n.compiling import compiled  # noqa: E402
from ginrummy.i18n.languages import DOMAIN, LANGUAGES, LOCALES  # noqa: E402
from ginrummy.i18n.messages import MESSAGES  # noqa: E402

SOURCE = ROOT / "src/ginrummy/i18n/messages.py"


def notes() -> dict[str, list[str]]:
    """The `#:` comments of the message table, by the key they stand above."""
    found: dict[str, list[str]] = {}
    waiting: list[str] = []
    for line in SOURCE.read_text(encoding="utf-8").splitlines():
        line = line.strip()
        if line.startswith("#:"):
            waiting.append(line[2:].strip())
        elif line.startswith('"') and waiting:
            found[line.split('"')[1]], waiting = waiting, []
    return found


def po_path(language: str) -> Path:
    """Where the catalog of `language` lies."""
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def merged(language: str, old: Catalog) -> Catalog:
    """A catalog with exactly the messages of the table, in its order, with the translations of `old`."""
    new = Catalog(project="ginrummy", version="", msgid_bugs_address="", fuzzy=False)
    new.mime_headers = old.mime_headers
    new.header_comment = f"# Gin Rummy in {language}. How to translate: docs/translating.md"
    translated: dict[str | None, Message] = {message.context: message for message in old if message.id}
    comments = notes()
    for key, english in MESSAGES.items():
        before = translated.get(key)
        string = before.string if before else ""
        flags = set(before.flags) - {"python-format", "python-brace-format"} if before else set()
        previous: tuple[str, ...] = ()
        if language == "en":
            string, flags = english, set()
        elif before and before.id != english:
            flags.add("fuzzy")
            previous = before.id if isinstance(before.id, tuple) else (str(before.id),)
        elif before and "fuzzy" in flags:
            previous = tuple(before.previous_id)
        new.add(
            english,
            string,
            context=key,
            flags=flags,
            previous_id=previous,
            auto_comments=comments.get(key, ()),
            user_comments=before.user_comments if before else (),
        )
    return new


def written(catalog: Catalog) -> bytes:
    """The catalog as a .po file: a line a message, so that a change shows as one line."""
    file = io.BytesIO()
    write_po(file, catalog, width=0, include_previous=True, ignore_obsolete=True)
    lines = file.getvalue().splitlines(keepends=True)
    # Which Babel wrote the file is of no interest, and would change with every version.
    return b"".join(
        line for line in lines if not line.startswith((b'"Generated-By:', b'"Report-Msgid-Bugs-To:'))
    )


def open_messages(catalog: Catalog) -> list[str]:
    """Keys that have no translation, or one that must be looked at again."""

    def is_open(message: Message) -> bool:
        strings = [message.string] if isinstance(message.string, str) else list(message.string or [""])
        return message.fuzzy or not all(strings)

    return [str(message.context) for message in catalog if message.id and is_open(message)]


def begin(language: str) -> None:
    """Write an empty catalog for `language`."""
    path = po_path(language)
    if path.exists():
        raise SystemExit(f"{path} is there already")
    path.parent.mkdir(parents=True)
    catalog = Catalog(locale=language, project="ginrummy", version="", fuzzy=False)
    path.write_bytes(written(merged(language, catalog)))
    print(f"begun: {path.relative_to(ROOT)}")


def main() -> int:
    """Exit code 1 when `--check` finds a catalog out of step or a message open."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="change nothing, exit 1 when something is open")
    parser.add_argument("--new", metavar="LANGUAGE", help="begin a catalog")
    options = parser.parse_args()
    if options.new:
        begin(options.new)
        return 0
    bad = False
    for language in LANGUAGES:
        path = po_path(language)
        catalog = merged(language, read_po(path.open("rb")))
        text = written(catalog)
        if text != path.read_bytes():
            if options.check:
                print(f"{language}: out of step, run python scripts/messages.py")
                bad = True
            else:
                path.write_bytes(text)
        compiled(path)
        for key in open_messages(catalog):
            print(f"{language}: open: {key}")
            bad = True
    print(f"{len(MESSAGES)} messages, {len(LANGUAGES)} languages")
    return int(bad and options.check)


if __name__ == "__main__":
    sys.exit(main())
