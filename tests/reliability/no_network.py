"""Runs ginrummy with an audit hook that forbids the internet, and every file outside a folder.

`no_network.py FOLDER …`: the words after FOLDER are ginrummy's. A socket of the internet families, a look-up
of a name, or a file opened for writing outside FOLDER is told on standard error and ends the program with 99.
"""

from __future__ import annotations

import os
import socket
import sys
from typing import Any

FORBIDDEN = 99
LOOK_UPS = {"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "urllib.Request"}
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
DEVICES = ("/dev/", "/proc/")


def forbid(folder: str) -> None:
    """Put the hook in place."""

    def ended(why: str) -> None:
        os.write(2, f"FORBIDDEN {why}\n".encode())
        os._exit(FORBIDDEN)

    def hook(event: str, args: tuple[Any, ...]) -> None:
        if event == "socket.__new__" and args[1] in (socket.AF_INET, socket.AF_INET6):
            ended(f"a socket of the family {args[1]}")
        elif event in LOOK_UPS:
            ended(event)
        elif event == "open" and isinstance(args[0], str | bytes) and args[2] & WRITES:
            path = os.path.realpath(os.fsdecode(args[0]))
            if not path.startswith((folder, *DEVICES)) and not path.endswith(".pyc"):
                ended(f"writing to {path}")

    sys.addaudithook(hook)


if __name__ == "__main__":
    where, sys.argv = os.path.realpath(sys.argv[1]), [sys.argv[0], *sys.argv[2:]]
    forbid(where)
    from ginrummy.cli import main

    sys.exit(main())
