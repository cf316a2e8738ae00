"""Answers with bytes that are no text."""

import os

from polite import requests

for _ in requests():
    os.write(1, bytes(range(128, 256)) + b"\n")
