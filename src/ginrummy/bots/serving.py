"""A bot of ours as an outside program: requests in, answers out (docs/bots.md).

>>> from ginrummy.bots import create
>>> from ginrummy.bots.protocol import encode, request, some_view
>>> from ginrummy.engine.moves import PASS, TAKE
>>> serving = Serving(lambda: create("easy", 1))
>>> serving.answer(encode(request(7, some_view(), [TAKE, PASS])))
{'id': 7, 'action': 'pass'}
>>> serving.answer(b'{"id": 8, "legal": ["pass"]}')
{'id': 8, 'error': 'view: not a JSON object'}
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import BinaryIO

from ginrummy.bots import Bot
from ginrummy.bots.protocol import Line, ProtocolError, brief, encode, read_request

MOST_BYTES = 1 << 20
"""The longest request that is read."""


class Serving:
    """Answers for the bot that `make` makes; a new one is made for every match."""

    def __init__(self, make: Callable[[], Bot]) -> None:
        self._make = make
        self._bot = make()

    def serve(self, requests: BinaryIO, answers: BinaryIO) -> None:
        """Answer until the requests end."""
        while line := requests.readline(MOST_BYTES):
            if not line.endswith(b"\n") and len(line) == MOST_BYTES:
                while (rest := requests.readline(MOST_BYTES)) and not rest.endswith(b"\n"):
                    pass
                answer: Line | None = {"id": None, "error": f"a line of more than {MOST_BYTES} bytes"}
            else:
                answer = self.answer(line)
            if answer is not None:
                answers.write(encode(answer))
                answers.flush()

    def answer(self, text: bytes) -> Line | None:
        """The answer to a line, None to an event; what is wrong with a line is said in `error`."""
        try:
            line = json.loads(text)
        except (ValueError, RecursionError):
            return {"id": None, "error": "not a line of JSON"}
        if not isinstance(line, dict):
            return {"id": None, "error": "not a JSON object"}
        if "event" in line:
            self._hear(line)
            return None
        number = line.get("id")
        if type(number) is not int:
            return {"id": None, "error": "id: not a number"}
        try:
            view, legal = read_request(line)
            return {"id": number, "action": str(self._bot.choose(view, legal))}
        except ProtocolError as error:
            return {"id": number, "error": str(error)}
        except Exception as error:  # a view that no deal leads to may upset a bot in any way
            return {"id": number, "error": f"the bot failed: {type(error).__name__}: {brief(error)}"}

    def _hear(self, event: Line) -> None:
        if (hear := getattr(self._bot, "hear", None)) is not None:
            hear(event)
        if event["event"] == "match_over":
            self._bot = self._make()
