"""What the hostile bots share: a bot that plays by the rules. Run by itself it is one."""

import json
import sys


def requests():
    """Every decision asked for; events are passed over."""
    for line in sys.stdin:
        request = json.loads(line)
        if "id" in request:
            yield request


def choose(request):
    """The last legal move, which knocks where that is possible; from the pile nothing is taken."""
    legal = [move for move in request["legal"] if move != "take"]
    return legal[-1]


def answer(request, action=None):
    """Answer a request."""
    print(json.dumps({"id": request["id"], "action": action or choose(request)}), flush=True)


def play():
    """Answer until the requests end."""
    for request in requests():
        answer(request)


if __name__ == "__main__":
    play()
