"""Plays on, and does not end: neither with its input nor when it is asked to."""

import signal
import time

from polite import play

for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
play()
while True:
    time.sleep(1000)
