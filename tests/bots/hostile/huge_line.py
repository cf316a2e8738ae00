"""Answers with a line that has no end."""

import os

while True:
    os.write(1, b"x" * 65_536)
