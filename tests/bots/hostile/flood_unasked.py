"""Writes without end from its start, and never reads."""

import os

while True:
    os.write(1, b'{"id": 1, "action": "pass"}\n' * 1000)
