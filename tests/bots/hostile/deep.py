"""Answers with JSON nested far too deep."""

from polite import requests

for _ in requests():
    print("[" * 60_000, flush=True)
