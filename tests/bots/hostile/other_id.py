"""Answers another request than the one asked."""

from polite import answer, requests

for request in requests():
    answer({**request, "id": request["id"] + 1})
