"""One match in play: a person against a bot, every move saved as it is made. Knows no screen.

The screen asks `view` and `check`, plays with `play`, and lets the bot think in a thread:

    token, answer = session.think()        # in a worker: reads a snapshot, changes nothing
    session.play_bot(token, answer)        # back in the main thread; False when something happened meanwhile
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from ginrummy import __version__, bots
from ginrummy.bots.protocol import deal_over, match_over
from ginrummy.engine import record, shuffle
from ginrummy.engine.cards import Card
from ginrummy.engine.deal import Deal, IllegalMove, Reason
from ginrummy.engine.match import Match
from ginrummy.engine.moves import Kind, Move
from ginrummy.engine.record import Header, Line, Marks, Player, Recorder
from ginrummy.engine.rules import HouseRules
from ginrummy.engine.view import View
from ginrummy.journal import Journal, Notice
from ginrummy.store import Store, Unopened


class Token(NamedTuple):
    """Which moment of which deal an answer belongs to."""

    deal: int
    moves: int
    edits: int


class Fault(NamedTuple):
    """A bot that failed instead of answering: `why` is one of `record.ENDS`, `text` for the report."""

    why: str
    text: str


class Logged(NamedTuple):
    """A move of the present deal as the person may know it; `card` where they saw it."""

    seat: int
    move: Move
    card: Card | None


def new_header(rules: HouseRules, level: str, mode: str = "friendly", code: str | None = None) -> Header:
    """The header of a match that starts now: the person at seat 0, the bot `level` at seat 1."""
    players = (Player("human"), Player("bot", level, secrets.randbelow(1 << 31)))
    when = datetime.now(UTC).isoformat(timespec="seconds")
    return Header(code or shuffle.new_code(), rules, players, mode, when, __version__)


class Session:
    """A match in play. `me` is the person's seat, `bot_seat` the other.

    Every change is appended to the match's file; when that fails the match goes on in memory, `trouble`
    says so, and every later change tries again.
    """

    def __init__(self, recorder: Recorder, journal: Journal, store: Store, torn: bool = False) -> None:
        self._recorder, self._journal, self._store = recorder, journal, store
        self.torn = torn
        """Whether the last move had not reached the disk when the match was opened."""
        self.me = recorder.header.me
        self.bot_seat = 1 - self.me
        self.fault: Fault | None = None
        self._edits = 0
        self._news: list[Notice] = []
        self._told: tuple[Notice | None, int] = (None, 0)
        self._bot: bots.Bot | None = None

    @classmethod
    def new(cls, header: Header, store: Store) -> Session:
        """Start a match. Raises `bots.UnknownBot`."""
        session = cls(Recorder(header), Journal(store.new_path()), store)
        session._call_outside_bot()
        session._save(session._recorder.opening())
        return session

    @classmethod
    def resume(cls, path: Path, store: Store) -> Session:
        """Go on with a match exactly where it stopped. Raises `store.Unopened`."""
        opened = store.open(path)
        session = cls(opened.recorder, opened.journal, store, opened.torn)
        try:
            session._call_outside_bot()
        except bots.UnknownBot:
            session.close()
            raise Unopened(Notice("bot.gone", {"name": session.bot_name})) from None
        session._save(opened.recorder.flush())
        return session

    @property
    def header(self) -> Header:
        """What was settled before the first deal."""
        return self._recorder.header

    @property
    def match(self) -> Match:
        """The match; whoever plays it changes it through the session only."""
        return self._recorder.match

    @property
    def marks(self) -> Marks:
        """Take-backs and hints used, by deal."""
        return self._recorder.marks

    @property
    def ended(self) -> str | None:
        """One of `record.ENDS` when the match did not go to its end."""
        return self._recorder.ended

    @property
    def path(self) -> Path:
        """The match's file."""
        return self._journal.path

    @property
    def trouble(self) -> Notice | None:
        """What to tell people about saving; None when all is well."""
        return self._journal.trouble

    def news(self) -> list[Notice]:
        """What to tell people about saving and was not told yet: what changed, and in a new deal again."""
        news, self._news = self._news, []
        return news

    @property
    def saved(self) -> bool:
        """Whether every move has reached the disk."""
        return self._journal.saved

    @property
    def view(self) -> View:
        """What the person sees."""
        return self.match.view(self.me)

    @property
    def deals(self) -> list[Deal]:
        """The deals that are over, with their results."""
        return [deal for deal in self.match.deals if deal.over]

    @property
    def log(self) -> list[Logged]:
        """The moves of the present deal; the cards the bot drew stay hidden until the deal is over."""
        deal = self.match.deal
        shown = deal.result is not None and deal.result.settlement is not None
        drawn = iter(deal.deck[21:])
        taken = iter([event.card for event in deal.events if event.do == Kind.TAKE])
        entries = []
        for seat, move in zip(deal.seats, deal.moves, strict=True):
            card = move.card
            if move.kind is Kind.DRAW:
                top = next(drawn)
                card = top if shown or seat == self.me else None
            elif move.kind is Kind.TAKE:
                card = next(taken)
            entries.append(Logged(seat, move, card))
        return entries

    # The person

    def check(self, move: Move) -> Reason | None:
        """Why the person may not make this move now; None when they may."""
        if self.match.over:
            return Reason.HANDOVER
        return self.match.deal.check(self.me, move)

    def play(self, move: Move) -> None:
        """The person's move. Raises `IllegalMove`; then nothing has changed."""
        if reason := self.check(move):
            raise IllegalMove(move, reason)
        self._save(self._recorder.play(move))
        self._tell_bot()

    def may_take_back(self) -> str | None:
        """Why the person may not take back their last move (the message is `err.` and this), or None."""
        return self._recorder.may_take_back(self.me)

    def take_back(self) -> None:
        """Undo from the person's last move on. Raises `ValueError` where `may_take_back` says why not."""
        self._save(self._recorder.take_back(self.me))

    def may_hint(self) -> str | None:
        """Why there is no hint now (a message is `err.` and this); None when there is one."""
        if self.match.turn != self.me:
            return "hintturn"
        return "hintranked" if self.header.mode == "ranked" else None

    def hint(self) -> None:
        """Note that the person asked for a hint. Raises `ValueError` where `may_hint` says why not."""
        if why := self.may_hint():
            raise ValueError(why)
        self._save(self._recorder.hint(self.me))

    def next_deal(self) -> None:
        """Deal again. Raises `ValueError` while a deal is on, or after the match."""
        self._save(self._recorder.next_deal())

    def give_up(self) -> None:
        """The person loses the match. Raises `ValueError` when it is decided already."""
        self._end(self.me, "gave_up")

    # The bot

    @property
    def bot_to_move(self) -> bool:
        """Whether the bot has to decide."""
        return self.match.turn == self.bot_seat

    @property
    def bot_name(self) -> str:
        """The name by which the bot was chosen: a level, another name, or `cmd:PROGRAM`."""
        return self.header.opponent.name

    @property
    def token(self) -> Token:
        """This moment; it changes with everything that happens in the match."""
        return Token(self.match.number, len(self.match.deal.moves), self._edits)

    def think(self) -> tuple[Token, Move | Fault]:
        """What the bot would do now. Changes nothing and never raises, so it may run in a thread."""
        token = self.token
        try:
            view, legal = self.match.view(self.bot_seat), self.match.deal.legal()
            if self._bot is None:
                self._bot = self._new_bot()
            return token, self._bot.choose(view, legal)
        except Exception as error:  # a bot may fail in any way; or a move was taken back, and this is stale
            return token, _fault(error)

    def play_bot(self, token: Token, answer: Move | Fault) -> bool:
        """Make the bot's move, or have it lose the match for a fault or an illegal move.

        False for a stale answer.
        """
        if token != self.token or not self.bot_to_move:
            return False
        if not isinstance(answer, Fault) and self.match.deal.check(self.bot_seat, answer) is not None:
            answer = Fault("illegal", str(answer))
        if isinstance(answer, Fault):
            self.fault = answer
            self._end(self.bot_seat, answer.why)
        else:
            self._save(self._recorder.play(answer))
            self._tell_bot()
        return True

    # The end, and saving

    def retry(self) -> None:
        """Try again to save what could not be."""
        self._journal.retry()
        self._note_trouble()

    def close(self) -> None:
        """Let go of the file and the bot. The match stays as it is, to be resumed."""
        if not self.saved:
            self._journal.retry()
        self._journal.close()
        self._edits += 1  # what the bot still thinks of comes too late
        close = getattr(self._bot, "close", None)
        self._bot = None
        if close is not None:
            close()

    def _new_bot(self) -> bots.Bot:
        if self.bot_name.startswith(bots.COMMAND):
            from ginrummy.bots import external

            external.log_folder = self._store.logs_folder
        return bots.create(self.bot_name, self.header.opponent.seed)

    def _call_outside_bot(self) -> None:
        """See that a bot from outside is there before it is missed in play. Raises `bots.UnknownBot`."""
        if self.bot_name not in bots.BUILT_IN:
            self._bot = self._new_bot()

    def _end(self, loser: int, why: str) -> None:
        if self.match.over:
            raise ValueError("the match is over")
        self._save(self._recorder.end(loser, why))
        self._tell_bot()

    def _save(self, lines: list[Line]) -> None:
        self._edits += 1
        if lines:
            self._journal.add(record.dump(lines))
            self._note_trouble()

    def _note_trouble(self) -> None:
        """Keep a trouble to be told once, though it may be over before anybody looks."""
        now = (self.trouble, self.match.number)
        if self.trouble is not None and now != self._told:
            self._news.append(self.trouble)
        self._told = now

    def _tell_bot(self) -> None:
        """Tell an outside bot what it hears beside requests: the end of a deal, the end of the match."""
        hear = getattr(self._bot, "hear", None)
        if hear is None:
            return
        if self.match.deal.over and self.ended is None:
            hear(deal_over(self.match))
        if self.match.over:
            hear(match_over(self.match))


class Onlooker(Session):
    """A match that another program plays, to be seen as it goes; nothing is written and nobody can move."""

    @classmethod
    def at(cls, path: Path, store: Store) -> Onlooker:
        """Look on at the match of a file. Raises `store.Unopened`."""
        onlooker = cls(store.look(path), Journal(path), store)
        onlooker._seen = _stamp(path)
        return onlooker

    _seen: tuple[int, int] = (0, 0)

    @property
    def bot_to_move(self) -> bool:
        """Never here: the other program asks it."""
        return False

    def check(self, move: Move) -> Reason | None:
        """Nobody here may move."""
        return Reason.TURN

    def next_deal(self) -> None:
        """The other program deals."""

    def follow(self) -> bool:
        """Read what has been played since; whether there was anything."""
        stamp = _stamp(self.path)
        if stamp == self._seen:
            return False
        try:
            self._recorder = self._store.look(self.path)
        except Unopened:
            return False  # gone, or in the middle of being replaced
        self._seen = stamp
        self._edits += 1
        return True

    def _save(self, lines: list[Line]) -> None:
        raise RuntimeError("who looks on writes nothing")

    def close(self) -> None:
        """There is nothing to let go of."""


def _stamp(path: Path) -> tuple[int, int]:
    """What changes when a file does; the same for every file that is not there."""
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_size, status.st_mtime_ns


def _fault(error: Exception) -> Fault:
    from ginrummy.bots.program import BotIllegal

    why = "illegal" if isinstance(error, BotIllegal) else "no_answer"
    return Fault(why, str(error) or type(error).__name__)
