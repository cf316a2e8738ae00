"""Throws a card that it does not hold."""

from polite import answer, choose, requests

for request in requests():
    held = request["view"]["hand"]
    other = next(
        card
        for card in ("2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC")
        if card not in held
    )
    answer(request, choose(request) if request["view"]["phase"] != "discard" else f"discard {other}")
