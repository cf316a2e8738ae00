"""Tries to paint on the screen: by its answer, by standard error, by the terminal itself."""

import sys

from polite import requests

PAINT = "\033[2J\033]0;mine\007\033[31mowned"
for _ in requests():
    print(PAINT, file=sys.stderr, flush=True)
    try:
        with open("/dev/tty", "w") as terminal:
            terminal.write(PAINT)
    except OSError:
        pass
    print(PAINT, flush=True)
