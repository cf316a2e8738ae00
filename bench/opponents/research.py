"""The research bot as a bot on views: `pybot.py` of a folder given by `--research`, fed from the view.

The folder holds `pybot.py`, `fastdw.py` and `nets/`; it is no part of this project and nothing of it is
copied.
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from math import exp
from typing import Any

from ginrummy.bots.beliefs import Seen
from ginrummy.engine.cards import mask_of, parse_cards
from ginrummy.engine.deal import Phase
from ginrummy.engine.moves import BIG_GIN, DISCARDS, DRAW, KNOCKS, PASS, TAKE, Move
from ginrummy.engine.view import View

FOLDER = "GINRUMMY_RESEARCH"
"""The environment variable that holds the folder, so that worker processes find it too."""


class Research:
    """One match of the research bot. It plays the standard rules only."""

    def __init__(self, seed: int = 0) -> None:
        folder = os.environ[FOLDER]
        if folder not in sys.path:
            sys.path.insert(0, folder)
        self.bot = import_module("pybot").Bot(os.path.join(folder, "nets"))
        self.bot.new_match()
        self.seat = 0
        self.asked = False

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        self._tell(view)
        if view.phase is not Phase.DISCARD:
            take = TAKE in legal and self.bot.draw(int(view.pile[-1]))
            return TAKE if take else DRAW if DRAW in legal else PASS
        if BIG_GIN in legal:
            return BIG_GIN
        card = self.bot.discard()
        return KNOCKS[card] if self.bot.want and KNOCKS[card] in legal else DISCARDS[card]

    def _tell(self, view: View) -> None:
        """Set every field that the bot's own event handlers would have set by now."""
        bot, seen = self.bot, Seen(view)
        self.seat, self.asked = view.seat, True
        bot.new_hand([], seen.eldest, *view.scores)
        bot.hand, bot.seen, bot.known = seen.hand, seen.seen, seen.known
        bot.oppd, bot.ref, bot.turn, bot.oturn = seen.thrown, seen.refused, seen.turn, seen.opponent_turn
        bot.picks, bot.took, bot.stock, bot.odl = seen.picks, int(seen.picked), seen.stock, list(seen.throws)
        bot.taken, bot.up = seen.taken, int(view.pile[-1]) if view.pile else -1
        bot.p = 1 / (1 + exp(-bot.L0))

    def hear(self, event: dict[str, Any]) -> None:
        """Its opponent model learns from the hands shown at the end of a deal that it was asked in."""
        if event["event"] == "deal_over" and "hands" in event and self.asked:
            hand = mask_of(parse_cards(" ".join(event["hands"][1 - self.seat])))
            knocked = event["result"]["knocker_seat"] != self.seat
            self.bot.oturn += knocked
            self.bot.hand_end(hand, knocked)
        if event["event"] == "deal_over":
            self.asked = False
