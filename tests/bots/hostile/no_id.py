"""Answers with an id that is true rather than 1."""

from polite import answer, requests

for request in requests():
    answer({**request, "id": True})
