"""Ending what a foreign program started and what left its process group (Linux; elsewhere nothing is found).

Such processes are known by their session, by a mark in their environment, or by a parent that is known. A
process that left the group and session, cleared its environment and lost its parent is not found.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from pathlib import Path

MARK = "GINRUMMY_BOT"
"""The environment variable that marks a program and all that it starts."""
MOST_ROUNDS = 200
"""How often to look again: a program may start new processes while it is ended."""


def kill_strays(group: int, mark: str) -> None:
    """Kill the processes of the program `group` (its first process) with `mark` that are in another group."""
    if sys.platform != "linux":
        return
    for _ in range(MOST_ROUNDS):
        # A handle keeps hold of a process, while its number may pass to another: look again before the kill.
        handles = _handles(_strays(group, mark))
        if not handles:
            return
        still = _strays(group, mark)
        for pid, handle in handles.items():
            if pid in still:
                with contextlib.suppress(OSError):
                    signal.pidfd_send_signal(handle, signal.SIGKILL)
            os.close(handle)
        time.sleep(0.002)


def _strays(group: int, mark: str) -> set[int]:
    """The living processes of its session or with its mark, and their children, that are in other groups."""
    parents: dict[int, int] = {}
    found, members = {group}, {group}
    for pid in _processes():
        state, parent, process_group, session = _status(pid)
        if state in "ZX":  # dead already
            continue
        parents[pid] = parent
        if process_group == group:
            members.add(pid)
        elif session != group and not _is_marked(pid, mark):
            continue
        found.add(pid)
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found - members


def _handles(pids: set[int]) -> dict[int, int]:
    handles = {}
    for pid in pids:
        with contextlib.suppress(OSError):
            handles[pid] = os.pidfd_open(pid)
    return handles


def _processes() -> list[int]:
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdecimal()]
    except OSError:
        return []


def _status(pid: int) -> tuple[str, int, int, int]:
    """State, parent, group and session of a process; state X when there is none."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return "X", 0, 0, 0
    return fields[0].decode(), int(fields[1]), int(fields[2]), int(fields[3])


def _is_marked(pid: int, mark: str) -> bool:
    try:
        return f"{MARK}={mark}".encode() in Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return False
