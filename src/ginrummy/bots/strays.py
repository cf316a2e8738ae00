"""Ending what a foreign program started and what left its process group (Linux; elsewhere nothing is found).

Such processes are known by their session, by a mark in their environment, or by a parent that is known. What
left group and session, cleared its environment and had lost its parent before the end is not found.
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


def hold(group: int, mark: str) -> list[int]:
    """Handles on the processes of the program `group` (its first process) with `mark` in other groups."""
    if sys.platform != "linux":
        return []
    handles = {}
    for pid in _strays(group, mark):
        with contextlib.suppress(OSError):
            handles[pid] = os.pidfd_open(pid)
    # A handle stays with its process, while a number may pass to another before it is opened: look again.
    still = _strays(group, mark) if handles else set()
    for pid in handles.keys() - still:
        os.close(handles.pop(pid))
    return list(handles.values())


def kill(handles: list[int]) -> None:
    """Kill the processes of these handles, and let go of them."""
    for handle in handles:
        with contextlib.suppress(OSError):
            signal.pidfd_send_signal(handle, signal.SIGKILL)
        os.close(handle)


def kill_all(group: int, mark: str) -> None:
    """Kill the program's processes in other groups, until none is found."""
    for _ in range(MOST_ROUNDS):
        handles = hold(group, mark)
        if not handles:
            return
        kill(handles)
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
