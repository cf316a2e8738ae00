"""Answers with text that cannot be printed."""

from polite import requests

for request in requests():
    print(f'{{"id": {request["id"]}, "action": "\\\\ud800\\\\u202e\\\\u001b[2J"}}', flush=True)
