"""Runs ginrummy on a disk that takes every write in two halves with a pause between them and after them.

A test that kills the program at random moments then kills it in the middle of a write every other time.
"""

from __future__ import annotations

import os
import stat
import sys
import time

PAUSE = 0.04
_write, _fsync = os.write, os.fsync


def slow_write(file: int, data: bytes) -> int:
    """As `os.write`, but slowly and in halves where it is a file."""
    if not stat.S_ISREG(os.fstat(file).st_mode) or len(data) < 2:
        return _write(file, data)
    written = _write(file, data[: len(data) // 2])
    time.sleep(PAUSE)
    return written


def slow_fsync(file: int) -> None:
    """As `os.fsync`, but slowly."""
    time.sleep(PAUSE)
    _fsync(file)


if __name__ == "__main__":
    os.write, os.fsync = slow_write, slow_fsync
    from ginrummy.cli import main

    sys.exit(main())
