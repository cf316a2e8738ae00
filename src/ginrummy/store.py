"""Where files lie: the folders, the list of matches, what is set aside, deleted, exported and imported.

Nothing here ever deletes a match: what cannot be read goes into `aside`, what a player deletes into
`deleted`. Folders are made when something is first written, so a store can be opened where nothing may be
written.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ginrummy.journal import Busy, Journal, Notice, TooLong, make_folder, read_file

if TYPE_CHECKING:  # the engine is imported where a match is read, so that the menu comes fast without one
    from ginrummy.engine.record import Header, Line, Recorder, RecordError
    from ginrummy.engine.scoring import Tally

NAME = "ginrummy"
SUFFIX = ".jsonl"


class Unopened(Exception):
    """A match that cannot be gone on with.

    `notice` says why: `save.two`, `save.newer`, `err.save` or `cli.err.file`.
    """

    def __init__(self, notice: Notice) -> None:
        super().__init__(notice.key)
        self.notice = notice


@dataclass(frozen=True, slots=True)
class Summary:
    """One match of the list, read from its header and its results, without playing it again.

    `scores` are by seat; `hands` are those that are over; `ended` as in `Recorder`. A match of a newer
    version has no header: `newer` names that version, and nothing more is known.
    """

    path: Path
    changed: float
    """When the file last changed, in seconds since 1970."""
    header: Header | None = None
    tally: Tally | None = None
    ended: str | None = None
    loser: int | None = None
    newer: str | None = None
    results: tuple[Line, ...] = ()
    """The lines of the record that close a hand."""
    helped: bool = False
    """Whether a move was taken back or a hint asked for."""
    hand: int = 1
    """The number of the hand on the table; one that is over stays there until the next is dealt."""

    @property
    def me(self) -> int:
        """The person's seat, as `Header.me`; 0 where no header is known."""
        return self.header.me if self.header else 0

    @property
    def hands(self) -> int:
        """How many hands are over."""
        return self.tally.hands if self.tally else 0

    @property
    def scores(self) -> tuple[int, int]:
        """The scores by seat: the running ones, once played to the end the totals with every bonus."""
        if self.tally is None:
            return (0, 0)
        return self.tally.totals or self.tally.running

    @property
    def over(self) -> bool:
        """Whether the match is decided."""
        return self.loser is not None or bool(self.tally and self.tally.over)

    @property
    def unfinished(self) -> bool:
        """Whether somebody can go on with it."""
        return self.header is not None and not self.over

    @property
    def winner(self) -> int | None:
        """The seat that won; None while the match is on, or when it ended level."""
        if self.loser is not None:
            return 1 - self.loser
        return self.tally.winner if self.tally and self.tally.over else None


@dataclass(frozen=True, slots=True)
class Opened:
    """A match read from its file and locked; `torn` when its last move had not reached the disk."""

    recorder: Recorder
    journal: Journal
    torn: bool


class Store:
    """The folders of one player. With `data_dir` all of them are below that one folder (portable use).

    `notices` collects what has to be told to people; whoever shows them clears the list.
    """

    def __init__(self, data_dir: Path | str | None = None) -> None:
        if data_dir is not None:
            self.data = self.config = self.state = Path(os.path.expanduser(data_dir)).absolute()
            self.logs_folder = self.data / "logs"
        else:
            import platformdirs

            self.data = platformdirs.user_data_path(NAME, appauthor=False)
            self.config = platformdirs.user_config_path(NAME, appauthor=False)
            self.state = platformdirs.user_state_path(NAME, appauthor=False)
            self.logs_folder = platformdirs.user_log_path(NAME, appauthor=False)
        self.matches_folder = self.data / "matches"
        self.aside_folder = self.data / "aside"
        self.deleted_folder = self.data / "deleted"
        self.reports_folder = self.state / "reports"
        self.settings_file = self.config / "settings.toml"
        self.notices: list[Notice] = []
        self._known: dict[Path, tuple[tuple[int, int], Summary]] = {}

    def where(self) -> dict[str, Path]:
        """Every folder and file of ours by what it is for."""
        return {
            "matches": self.matches_folder,
            "aside": self.aside_folder,
            "deleted": self.deleted_folder,
            "settings": self.settings_file,
            "reports": self.reports_folder,
            "logs": self.logs_folder,
        }

    # Matches

    def new_path(self, when: datetime | None = None) -> Path:
        """A name for a new match: its time and something of its own; the file is made when it is written."""
        stamp = (when or datetime.now(UTC)).strftime("%Y%m%d-%H%M%S")
        import secrets

        return self.matches_folder / f"{stamp}-{secrets.token_hex(3)}{SUFFIX}"

    def matches(self) -> list[Summary]:
        """Every match that can be read, the one played last first.

        What cannot be read is set aside, with a notice.
        """
        summaries = []
        for path in self.match_files():
            from ginrummy.engine.record import RecordError

            try:
                summaries.append(self._summary(path))
            except (RecordError, TooLong, IsADirectoryError):
                self.set_aside(path, "err.save")
            except OSError:
                continue  # not ours to read just now: leave it where it is
        there = {summary.path for summary in summaries}
        self._known = {path: known for path, known in self._known.items() if path in there}
        return sorted(summaries, key=lambda each: (each.changed, each.path.name), reverse=True)

    def _summary(self, path: Path) -> Summary:
        """As `summary`, worked out anew only when the file has changed."""
        status = os.stat(path)
        stamp = (status.st_size, status.st_mtime_ns)
        known = self._known.get(path)
        if known is None or known[0] != stamp:
            known = self._known[path] = (stamp, summary(path))
        return known[1]

    def match_files(self) -> Iterator[Path]:
        """The files of all matches, oldest name first."""
        try:
            names = sorted(name for name in os.listdir(self.matches_folder) if name.endswith(SUFFIX))
        except OSError:
            return
        for name in names:
            if not name.startswith("."):
                yield self.matches_folder / name

    def open(self, path: Path) -> Opened:
        """Read a match in order to go on with it.

        Raises `Unopened`; an unreadable file has then been set aside.
        """
        from ginrummy.engine.record import NewerFormat, RecordError

        try:
            journal, data = Journal.open(path)
        except Busy:
            raise Unopened(Notice("save.two")) from None
        except (TooLong, IsADirectoryError):
            raise Unopened(self.set_aside(path, "err.save")) from None
        except OSError as error:
            raise Unopened(Notice("cli.err.file", {"path": str(path), "why": _why(error)})) from None
        try:
            good, recorder = _replayed(data)
        except NewerFormat as error:
            journal.close()
            raise Unopened(Notice("save.newer", {"v": error.version})) from None
        except RecordError:
            journal.close()
            raise Unopened(self.set_aside(path, "err.save")) from None
        journal.keep(good, len(data) - len(good))
        return Opened(recorder, journal, len(good) < len(data))

    def look(self, path: Path) -> Recorder:
        """Read a match without touching its file, also while another program plays it.

        Raises `Unopened`; the file stays where it is.
        """
        from ginrummy.engine.record import NewerFormat, RecordError

        try:
            return load(path)
        except NewerFormat as error:
            raise Unopened(Notice("save.newer", {"v": error.version})) from None
        except (RecordError, OSError) as error:
            raise Unopened(Notice("cli.err.file", {"path": str(path), "why": _why(error)})) from None

    def set_aside(self, path: Path, key: str) -> Notice:
        """Move an unreadable file out of the way; the notice `key` is returned, and kept in `notices`."""
        moved = _move(path, self.aside_folder)
        notice = Notice(key, {"path": str(moved)})
        self.notices.append(notice)
        return notice

    def delete(self, path: Path) -> Path:
        """Take a match off the list; the file lies on in the folder `deleted`. Returns where. Raises
        `Unopened` when it is open in another program."""
        try:
            journal, _ = Journal.open(path)
        except Busy:
            raise Unopened(Notice("save.two")) from None
        except OSError:
            return _move(path, self.deleted_folder)
        journal.close()
        return _move(path, self.deleted_folder)


def load(path: Path) -> Recorder:
    """The match of a file, verified move by move. Raises `RecordError`, `TooLong` and `OSError`."""
    return _replayed(read_file(path))[1]


def is_match(data: bytes) -> bool:
    """Whether this is what the file of a match holds, one of a newer version too."""
    from ginrummy.engine.record import NewerFormat, RecordError

    try:
        _replayed(data)
    except NewerFormat:
        return True
    except RecordError:
        return False
    return True


def summary(path: Path) -> Summary:
    """What a match's header and results say. Raises `RecordError`, `TooLong` and `OSError`."""
    from ginrummy.engine import reading
    from ginrummy.engine.record import ENDS, NewerFormat, RecordError
    from ginrummy.engine.scoring import tally

    data = read_file(path)
    changed = os.stat(path).st_mtime
    rows = data[: data.rfind(b"\n") + 1].split(b"\n")
    try:
        header = reading.read_header(reading.parse_row(1, rows[0]))
    except NewerFormat as error:
        return Summary(path, changed, newer=error.version)
    results = [
        reading.parse_row(n, row) for n, row in enumerate(rows, 1) if row.startswith((b'{"over"', b'{"end"'))
    ]
    try:
        for line in results:
            _check_hand(line)
        hands = [(line.get("winner_seat"), line.get("points", 0)) for line in results if "over" in line]
        total = tally(header.rules, hands)
        end = next((line for line in results if "end" in line), None)
        ended, loser = (None, None) if end is None else (end["end"], end["seat"])
        if end is not None and (ended not in ENDS or type(loser) is not int or loser not in (0, 1)):
            raise ValueError("no such end")
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        raise RecordError(len(rows), "score", str(error)) from None
    over = tuple(line for line in results if "over" in line)
    helped = b'"do":"hint"' in data or (b'"do":"undo"' in data and _took_back(rows))
    hand = max(1, sum(row.startswith(b'{"deal"') for row in rows))
    return Summary(path, changed, header, total, ended, loser, results=over, helped=helped, hand=hand)


def _check_hand(line: Line) -> None:
    """Raise `ValueError`, `KeyError` or `TypeError` unless the statistics can count the hand it closes."""
    if "over" in line and line["result"] != "void":
        whole = [line["knocker_seat"], *line["deadwood"]]
        if [type(each) for each in whole] != [int, int, int] or whole[0] not in (0, 1):
            raise ValueError("no such result")


def _took_back(rows: list[bytes]) -> bool:
    """Whether a move was taken back; a card laid off by hand may always be, and does not count."""
    laid = 0
    for row in rows:
        if b'"do":"undo"' not in row:
            laid = laid + 1 if b'"do":"layoff"' in row else 0
        elif laid:
            laid -= 1
        else:
            return True
    return False


def _replayed(data: bytes) -> tuple[bytes, Recorder]:
    """The whole lines of a file, and the match they tell."""
    from ginrummy.engine import reading

    good = data[: data.rfind(b"\n") + 1]
    return good, reading.read(reading.parse(_text(good)))


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        from ginrummy.engine.record import RecordError

        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(line, "form", "not UTF-8 text") from None


def _move(path: Path, folder: Path) -> Path:
    """Move a file into a folder under a name that is free there; where it lies afterwards, moved or not."""
    try:
        make_folder(folder)
        goal, number = folder / path.name, 2
        while os.path.lexists(goal):
            goal = folder / f"{path.stem}-{number}{path.suffix}"
            number += 1
        os.rename(path, goal)
    except OSError:
        return path
    return goal


def _why(error: OSError | RecordError) -> str:
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    return str(error)
