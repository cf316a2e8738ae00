"""Answers letter by letter, for ever."""

import os
import time

while True:
    os.write(1, b" ")
    time.sleep(0.05)
