"""Answers, and goes on answering what nobody asked."""

from polite import answer, requests

for request in requests():
    while True:
        answer(request)
