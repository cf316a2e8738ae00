"""One file that grows by whole lines and survives whatever happens to it or to us.

What is added goes out in one write and is flushed to the disk. What cannot be written (disk full, folder
gone, read only) is kept, and every later addition tries again with all of it. The file is locked while it
is open, so a second program on it is refused; the lock goes with the process. Another machine that shares
the folder may not see the lock: so before each write the file must still be as long as we left it, or else
we go on in a file of our own.
"""

from __future__ import annotations

import errno
import os
import signal
import stat
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

MOST_BYTES = 8_000_000
"""A longer file is no match of ours; it is not even read."""

_FULL = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC), errno.EFBIG}
_UNWRITABLE = {errno.EACCES, errno.EPERM, errno.EROFS}
_LOCK_AT = 1 << 62
"""Windows locks bytes against reading too, so there the lock lies far behind the end of the file."""


class Notice(NamedTuple):
    """Something to tell people: a message's key and what stands in its placeholders."""

    key: str
    values: Mapping[str, Any] = {}


class Busy(OSError):
    """The file is open in another program."""


class TooLong(OSError):
    """A file of more than `MOST_BYTES`."""


class Journal:
    """The text of one match and its file at `path`.

    `trouble` is what to tell people about saving: that it fails, that it works again, or None.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.trouble: Notice | None = None
        self._text = b""
        self._saved = 0  # so much of the text is on the disk
        self._size = 0  # so long is the file: longer than `_saved` when it ends in a part of a line
        self._file: int | None = None
        self._read_only = False

    @classmethod
    def open(cls, path: Path) -> tuple[Journal, bytes]:
        """The journal of a file that is there, locked, and what it holds; `keep` says how much of that is
        good.

        Raises `Busy` when another program has it, `TooLong`, and `OSError` when it cannot be read.
        """
        journal = cls(Path(os.path.realpath(path)))
        try:
            journal._take_file(os.O_RDWR | os.O_APPEND)
        except OSError as error:
            if error.errno not in _UNWRITABLE:
                raise
            journal._take_file(os.O_RDONLY)
            journal._read_only = True
        assert journal._file is not None
        try:
            return journal, read_whole(journal._file)
        except OSError:
            journal.close()
            raise

    def keep(self, good: bytes, torn: int) -> None:
        """Settle what the opened file holds: `good` lines, and `torn` bytes of one to be taken away."""
        self._text = good
        self._saved = len(good)
        self._size = len(good) + torn

    def add(self, text: str) -> None:
        """Append whole lines; what happened to the file is in `trouble`. Never raises for a bad disk."""
        self._text += text.encode()
        self.retry()

    def retry(self) -> None:
        """Write what is not written yet; signals that would end the program wait until that is done."""
        with _undisturbed():
            self._retry()

    def _retry(self) -> None:
        was_bad = self.trouble is not None and self.trouble.key in ("save.full", "save.readonly")
        try:
            moved = self._find_file()
            self._write()
        except OSError as error:
            self.trouble = self._notice(error)
        else:
            self.trouble = moved or (Notice("save.again") if was_bad else None)

    @property
    def saved(self) -> bool:
        """Whether everything has reached the disk."""
        return self._saved == len(self._text)

    def close(self) -> None:
        """Let go of the file and its lock. May be called twice."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _find_file(self) -> Notice | None:
        """Make sure that our file is there and as we left it; the notice says that we went on in another."""
        if self._file is not None and not self._is_in_place():
            self.close()  # deleted, or something else has its name now
        if self._file is None:
            self._begin_file()
            return None
        if os.fstat(self._file).st_size != self._size:
            self.close()
            self._begin_file()
            return Notice("save.elsewhere", {"path": str(self.path)})
        if self._read_only:
            # Tried on a second handle, so that ours keeps its lock as long as the file may not be written.
            os.close(_opened(self.path, os.O_RDWR))
            self.close()
            self._take_file(os.O_RDWR | os.O_APPEND)
            self._read_only = False
        return None

    def _is_in_place(self) -> bool:
        """Whether the path still leads to the file we hold."""
        assert self._file is not None
        try:
            there, ours = os.stat(self.path), os.fstat(self._file)
        except OSError:
            return False
        return os.path.samestat(there, ours)

    def _begin_file(self) -> None:
        """A new file with all lines so far, under a name that is free."""
        path = free_name(self.path)
        write_file(path, self._text)
        self.path = path
        self._saved = self._size = len(self._text)
        self._take_file(os.O_RDWR | os.O_APPEND)

    def _take_file(self, flags: int) -> None:
        """Open and lock the file. Raises `Busy` and `OSError`."""
        file = _opened(self.path, flags)
        try:
            _lock(file)
        except OSError:
            os.close(file)
            raise
        self._file = file

    def _write(self) -> None:
        """Bring the file to the whole text. When that fails, the next try begins where this one did."""
        assert self._file is not None
        if self._size > self._saved:
            os.ftruncate(self._file, self._saved)
            self._size = self._saved
        if self.saved:
            return
        try:
            _write_all(self._file, self._text[self._saved :])
            os.fsync(self._file)
        except OSError:
            self._size = os.fstat(self._file).st_size
            raise
        self._saved = self._size = len(self._text)

    def _notice(self, error: OSError) -> Notice:
        if error.errno in _FULL:
            return Notice("save.full")
        return Notice("save.readonly", {"path": str(self.path.parent)})


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C and the like come afterwards, so that file and memory never disagree about what is written."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    held = [number for number, handler in before.items() if handler is not None]
    for number in held:
        signal.signal(number, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        for number in held:
            signal.signal(number, before[number])
        for number in came:
            signal.raise_signal(number)


def read_whole(file: int) -> bytes:
    """All bytes of an open file. Raises `TooLong` without reading when it is too long."""
    size = os.fstat(file).st_size
    if size > MOST_BYTES:
        raise TooLong(errno.EFBIG, "over eight megabytes")
    os.lseek(file, 0, os.SEEK_SET)
    parts = []
    while part := os.read(file, 1 << 20):
        parts.append(part)
        size -= len(part)
        if size < -MOST_BYTES:
            raise TooLong(errno.EFBIG, "it grows while it is read")
    return b"".join(parts)


def read_file(path: Path) -> bytes:
    """All bytes of an ordinary file. Raises `TooLong` and `OSError`; never waits on a pipe or device."""
    file = _opened(path, os.O_RDONLY)
    try:
        return read_whole(file)
    finally:
        os.close(file)


def write_file(path: Path, data: bytes) -> None:
    """Put `data` at `path` all at once: whoever reads it finds the old or the new, never a part.

    Raises `OSError`.
    """
    path = Path(os.path.realpath(path))
    make_folder(path.parent)
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    fresh.unlink(missing_ok=True)
    file = _opened(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        try:
            _write_all(file, data)
            os.fsync(file)
        finally:
            os.close(file)
        os.replace(fresh, path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def make_folder(path: Path) -> None:
    """The folder, and those above it where they are missing, for this user alone. Raises `OSError`."""
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    for folder in reversed(missing):
        folder.mkdir(mode=0o700, exist_ok=True)


def sync_folder(path: Path) -> None:
    """Flush a folder, so that a new name in it survives a power cut; not every system can."""
    if os.name == "nt":
        return
    try:
        folder = os.open(path, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(folder)
    except OSError:
        pass
    finally:
        os.close(folder)


def _opened(path: Path, flags: int) -> int:
    """Open an ordinary file for this user alone.

    A pipe, device or folder of that name is refused, not waited for.
    """
    wait_not = getattr(os, "O_NONBLOCK", 0)
    file = os.open(path, flags | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | wait_not, 0o600)
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise IsADirectoryError(errno.EISDIR, "not an ordinary file", str(path))
    return file


def _write_all(file: int, data: bytes) -> None:
    """One write in the ordinary case; a disk that takes only a part is asked again."""
    while data:
        data = data[os.write(file, data) :]


def free_name(path: Path) -> Path:
    """The path, or with a number when that name is taken.

    >>> free_name(Path("nowhere/match.jsonl")).name
    'match.jsonl'
    """
    number = 2
    free = path
    while os.path.lexists(free):
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
        number += 1
    return free


def _lock(file: int) -> None:
    """Lock an open file for as long as it is open.

    Raises `Busy`; a file system without locks is gone without.
    """
    try:
        if os.name == "nt":
            import msvcrt

            os.lseek(file, _LOCK_AT, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
            os.lseek(file, 0, os.SEEK_SET)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLK):
            raise Busy(error.errno, "open in another program") from None
