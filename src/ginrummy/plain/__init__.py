"""The plain mode: the whole game as lines of text and typed commands, for screen readers and pipes.

`run` holds a conversation over two text streams. `talk` reads and writes, `commands` understands what is
typed, `table` plays a match, `lines` describes a position, `pages` shows everything else.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from ginrummy import bots, guide, i18n, reckoning, report
from ginrummy.engine.record import Header
from ginrummy.i18n import Translator
from ginrummy.plain.commands import read_command
from ginrummy.plain.lines import hand_lines, table_lines
from ginrummy.plain.pages import Pages
from ginrummy.plain.table import Table
from ginrummy.plain.talk import Left, Talk, as_number
from ginrummy.session import Session
from ginrummy.settings import Settings
from ginrummy.start import StartOptions
from ginrummy.store import Store, Summary, Unopened

__all__ = ["run"]

Entry = tuple[str, Callable[[], bool]]
"""A line of the menu: its label, and what it does; that returns whether the player leaves the program."""


def run(
    store: Store,
    settings: Settings,
    start: StartOptions,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
) -> int:
    """Play until the player leaves or the input ends; everything is saved by then. Returns the exit code."""
    out = stdout or sys.stdout
    spoken = i18n.choose_language(start.lang, settings.language, os.environ)
    t = Translator(spoken, settings.digits, settings.names)
    talk = Talk(stdin or sys.stdin, out, t, start.ascii or not _holds(out, "♠"))
    if talk.ascii or not _holds(out, t("st.draw")):
        _speak_ascii(talk)
    game = _Game(store, Pages(talk, store, settings), talk, start)
    try:
        game.run()
    except Left:
        talk.say("")
    except Exception as error:
        if isinstance(error, OSError) and error.filename is None:
            raise  # nobody reads on, or what is said cannot be written: no error of ours
        report.tell(error, talk.t, store, game.match)
        return report.EXIT
    out.flush()
    return 0


def _holds(stream: TextIO, text: str) -> bool:
    """Whether the stream's encoding has these characters."""
    try:
        text.encode(stream.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _speak_ascii(talk: Talk) -> None:
    """Letters for suits; a language that needs more than ASCII gives way to English, and that is said."""
    talk.ascii = True
    if not talk.t("st.draw").isascii():
        talk.t = Translator("en")
        talk.say(talk.t("term.ascii"))
    talk.t = talk.t.but(digits="latin", names="signs")


class _Game:
    """The menu, and the matches played from it."""

    def __init__(self, store: Store, pages: Pages, talk: Talk, start: StartOptions) -> None:
        self._store, self._pages, self._talk, self._start = store, pages, talk, start
        self.match: Path | None = None
        """The file of the match that was played last."""

    def run(self) -> None:
        """From the start to leaving."""
        self._talk.say(self._talk.t("app.title"))
        if (self._start.new or self._start.shapes_match) and self._new(self._start):
            return
        while not self._menu():
            pass

    def _menu(self) -> bool:
        """Show the menu and do what is chosen; whether the player leaves."""
        talk, t = self._talk, self._talk.t
        waiting = [match for match in self._store.matches() if match.unfinished]
        while self._store.notices:
            talk.tell(self._store.notices.pop(0))
        entries: list[Entry] = []
        if waiting:
            entries.append((f"{t('act.resume')}. {self._line(waiting[0])}", lambda: self._resume(waiting[0])))
        entries.append((t("act.newgame"), lambda: self._new(StartOptions())))
        entries.append((t("menu.guide"), lambda: self._begin(guide.header())))
        if waiting:
            entries.append((t("menu.waiting"), lambda: self._waiting(waiting)))
        entries += [
            (t("act.rules"), lambda: _stay(self._pages.rules)),
            (t("act.stats"), lambda: _stay(self._pages.stats)),
            (t("act.settings"), lambda: _stay(self._pages.settings)),
            (f"{t('lang.label')}: {t.own_name}", lambda: _stay(self._pages.language)),
            (t("act.quit"), lambda: True),
        ]
        talk.say("", *(f"{t.number(n)}: {label}" for n, (label, _) in enumerate(entries, 1)))
        answer = talk.ask(t("plain.choose"))
        number = as_number(answer)
        if number is not None and 1 <= number <= len(entries):
            return entries[number - 1][1]()
        said = read_command(answer, t, ("quit", "lang", "rules", "settings", "menu", "help"))
        if said is None:
            talk.unknown(answer)
            return False
        if said[0] == "lang":
            self._pages.language(said[1])
            return False
        done = {"quit": t("act.quit"), "rules": t("act.rules"), "settings": t("act.settings")}
        return next((do() for label, do in entries if label == done.get(said[0])), False)

    def _line(self, match: Summary) -> str:
        """Which match this is: hand and score."""
        me = match.me
        return self._talk.t("menu.resume", n=match.hand, a=match.scores[me], b=match.scores[1 - me])

    def _new(self, start: StartOptions) -> bool:
        return self._begin(start.header(self._pages.current))

    def _begin(self, header: Header) -> bool:
        try:
            session = Session.new(header, self._store)
        except bots.UnknownBot:
            self._talk.say(self._talk.t("bot.unknown", name=header.opponent.name))
            return False
        return self._play(session)

    def _resume(self, match: Summary) -> bool:
        try:
            session = Session.resume(match.path, self._store)
        except Unopened as error:
            self._talk.tell(error.notice)
            if error.notice in self._store.notices:
                self._store.notices.remove(error.notice)
            return error.notice.key == "save.two" and self._beside(match)
        return self._play(session)

    def _beside(self, match: Summary) -> bool:
        """The match is open in another window: look on there, again and again, or start another one."""
        t, answers = self._talk.t, [self._talk.t("save.lookon"), self._talk.t("act.newgame")]
        while (chosen := self._talk.choose(answers)) == 0:
            try:
                seen = self._store.look(match.path).match
            except Unopened as error:
                self._talk.tell(error.notice)
                return False
            view = seen.view(match.me)
            self._talk.say(t("save.looking"), *hand_lines(t, view), *table_lines(t, view))
            self._talk.say(reckoning.standing(t, seen, match.me))
        return chosen == 1 and self._new(StartOptions())

    def _play(self, session: Session) -> bool:
        try:
            self.match = session.path
            return Table(session, self._talk, self._pages).play()
        finally:
            session.close()

    def _waiting(self, waiting: list[Summary]) -> bool:
        """Choose among the unfinished matches, then go on with it, give it up or delete it."""
        talk, t = self._talk, self._talk.t
        chosen = talk.choose([self._line(match) for match in waiting])
        if chosen is None:
            return False
        match = waiting[chosen]
        what = talk.choose([t("btn.goon"), t("btn.giveup"), t("btn.delete")])
        if what == 0:
            return self._resume(match)
        if what is not None:
            folder = self._store.deleted_folder.name
            talk.say(t("ask.giveup") if what == 1 else t("ask.delete", folder=folder))
            if talk.choose([t("btn.giveup" if what == 1 else "btn.delete")]) is not None:
                self._drop(match, delete=what == 2)
        return False

    def _drop(self, match: Summary, delete: bool) -> None:
        try:
            if delete:
                self._store.delete(match.path)
                return
            session = Session.resume(match.path, self._store)
        except Unopened as error:
            self._talk.tell(error.notice)
            return
        session.give_up()
        session.close()
        self._talk.say(self._talk.t("res.giveup"))


def _stay(show: Callable[[], None]) -> bool:
    """Show a page; nobody leaves the program by that."""
    show()
    return False
