"""Answers with a number of 60,000 digits."""

from polite import requests

for _ in requests():
    print('{"id": ' + "9" * 60_000 + "}", flush=True)
