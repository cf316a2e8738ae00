"""Reads and never answers."""

import time

from polite import requests

for _ in requests():
    time.sleep(1000)
