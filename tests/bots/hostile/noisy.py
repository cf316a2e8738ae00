"""Plays on, and fills standard error without end."""

import os
import threading

from polite import play


def shout():
    while True:
        os.write(2, b"all is well \033[2J\n" * 5000)


threading.Thread(target=shout, daemon=True).start()
play()
