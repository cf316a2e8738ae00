"""The score sheet: at any time, after every hand, and at the end of the match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from textual.widget import Widget

from ginrummy import reckoning
from ginrummy.labels import bot_name
from ginrummy.session import Session
from ginrummy.tui import layout
from ginrummy.tui.look import Look, Words, say
from ginrummy.tui.painted import Painted, RowSpot, Target
from ginrummy.tui.screens import table_show as shows
from ginrummy.tui.screens.base import (
    BACK_HINT,
    KEYS_HINT,
    MENU_HINT,
    RULES_HINT,
    ButtonsPage,
    PlacesOf,
    key_bar,
)
from ginrummy.tui.screens.reading import ReadingScreen
from ginrummy.tui.widgets.bars import KeyBar, KeysShow, TopBar, TopShow
from ginrummy.tui.widgets.buttons import Button, Buttons, ButtonsShow
from ginrummy.tui.widgets.race import RaceShow
from ginrummy.tui.widgets.reader import Block
from ginrummy.tui.widgets.sheet import USED, Sheet, SheetRow, SheetShow


def sheet_rows(look: Look, session: Session) -> tuple[SheetRow, ...]:
    """A row a hand."""
    match, me = session.match, session.me
    rows = []
    for row in reckoning.sheet(look.t, match, me):
        winner = match.results[row.number - 1].winner_seat
        rows.append(
            SheetRow(
                number=row.number,
                dealer="me" if row.i_dealt else "them",
                result=row.result,
                totals=row.total,
                sum=row.sum,
                knocker=None if row.i_knocked is None else "me" if row.i_knocked else "them",
                winner=None if winner is None else "me" if winner == me else "them",
                counts=row.counts,
                laid=row.laid,
                used="".join(sign for sign, hands in _used(session) if row.number in hands),
                games=row.games,
            )
        )
    return tuple(rows)


def _used(session: Session) -> tuple[tuple[str, Mapping[int, int]], ...]:
    """The signs of `USED` with the hands in which it was used."""
    marks = session.marks
    return tuple((sign, {"u": marks.undone, "h": marks.hints}[sign]) for sign, _ in USED)


def notes(look: Look, session: Session) -> tuple[Words, ...]:
    """Below the sheet: what is still needed to win; of a match that is over, the code of its deals."""
    match, me, t = session.match, session.me, look.t
    ending = reckoning.ending(t, match, me, session.ended, bot_name(look.t, session.bot_name))
    if ending is None:
        needed = reckoning.needed(t, match, me)[: None if look.roomy else 1]
        left_out = reckoning.uncounted(t, match, me)
        return (*needed, *left_out, *_boxes(look, session), *_legend(look, session))
    lines = [ending.note] if ending.note else []
    lines += reckoning.uncounted(t, match, me)
    return (*lines, *_legend(look, session), say("fair.share", code=session.header.code))


def _legend(look: Look, session: Session) -> tuple[Words, ...]:
    """What the signs before the hands mean, where there are any."""
    over = range(1, len(session.match.results) + 1)
    used = [sign for sign, hands in _used(session) if any(number in hands for number in over)]
    line = " · ".join(f"{sign}: {look.t(key)}" for sign, key in USED if sign in used)
    return (line,) if line else ()


class FinalScreen(ReadingScreen):
    """How the final score comes about, with every bonus that the rules add."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def blocks(self) -> tuple[Block, ...]:
        """For each game the lines of both players, and Hollywood's three games together."""
        session, t = self.session, self.look.t
        ending = reckoning.ending(t, session.match, session.me, session.ended, bot_name(t, session.bot_name))
        if ending is None:
            return ()
        blocks = [Block("title", ending.sentence)]
        for account in ending.accounts:
            for name, lines in (("name.you", account.mine), ("name.opponent", account.theirs)):
                heading = f"{account.title} · {t(name)}" if account.title else t(name)
                blocks.append(Block("heading", heading))
                blocks += [Block("item", line, "•") for line in lines]
        if ending.grand is not None:
            blocks.append(Block("heading", t("res.hw.grand")))
            for name, points in zip(("name.you", "name.opponent"), ending.grand, strict=True):
                blocks.append(Block("row", t.number(points), t(name)))
        return tuple(blocks)


def _boxes(look: Look, session: Session) -> tuple[Words, ...]:
    """The boxes so far, where the rules pay for them."""
    match, me, number = session.match, session.me, look.t.number
    if not match.rules.box_bonus:
        return ()
    mine, theirs = match.tally.boxes[me], match.tally.boxes[1 - me]
    game = reckoning.open_game(match)
    of = "" if game is None else f"{look.t('res.hw.game', n=game)} · "
    return (f"{of}{look.t('col.box')}: {number(mine)}–{number(theirs)}",)


class SheetScreen(ButtonsPage):
    """The sheet of the match on the table."""

    PLACES: ClassVar[PlacesOf] = staticmethod(layout.page_with_buttons)
    KEYS = {  # noqa: RUF012
        "up": "up", "down": "down", "home": "first", "end": "last", "pageup": "first", "pagedown": "last",
        "left": "left", "right": "right", "tab": "right", "shift+tab": "left",
        "enter": "enter", "space": "enter", "n": "next", "v": "close", "m": "moves", "w": "review",
        "f": "final",
    }  # fmt: skip
    KEYS_HELP = (("↑ ↓", say("foot.choose")), ("Enter", say("keys.enter")), ("n", say("act.next")))

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.row: int | None = None

    def parts(self) -> Iterator[Widget]:
        """Sheet and buttons."""
        yield TopBar(TopShow(), id="topbar")
        yield Sheet(SheetShow((say("sheet.title", n=100),), RaceShow()), id="page")
        yield Buttons(ButtonsShow(), id="buttons")
        yield KeyBar(KeysShow(), id="keybar")

    def section(self) -> str:
        """How points are counted."""
        return "score"

    def show_all(self) -> None:
        """The rows, and above them who won when the match is over."""
        session, look = self.session, self.look
        match, me = session.match, session.me
        ending = reckoning.ending(look.t, match, me, session.ended, bot_name(look.t, session.bot_name))
        title: tuple[Words, ...] = (say("sheet.title", n=match.rules.target), *shows.scoring(session)[:1])
        if ending is not None:
            title = tuple(part for part in (ending.sentence, ending.margin) if part)
        mine, theirs = match.tally.running[me], match.tally.running[1 - me]
        race = RaceShow(mine, theirs, match.rules.target)
        rows = sheet_rows(look, session)
        won = ending is not None and ending.won is True
        self.query_one(TopBar).update(shows.top_show(session))
        empty = reckoning.no_rows(look.t, match)
        below, game = notes(look, session), reckoning.open_game(match)
        self.query_one(Sheet).update(SheetShow(title, race, rows, below, self.row, won, game, empty))
        self.query_one(Buttons).update(ButtonsShow(self.buttons(), self.button or None))
        leave = MENU_HINT if match.over else BACK_HINT
        hints = [("up_down", say("foot.choose"), "down"), RULES_HINT, KEYS_HINT, leave]
        self.query_one(KeyBar).update(key_bar(hints, drop=("r", "up_down")))

    def buttons(self) -> tuple[Button, ...]:
        """Where it goes on from here: another match, the next hand, or back to this one."""
        match = self.session.match
        if match.over:
            return (
                Button("again", "enter", say("btn.again"), primary=True),
                *((Button("final", "f", say("col.final")),) if self._has_accounts() else ()),
                *self._review(),
                Button("menu", "escape", say("foot.menu"), optional=True),
            )
        if match.deal.over:
            return (
                Button("next", "enter", shows.next_label(self.session), primary=True),
                *self._review(),
                Button("back", "escape", say("act.back")),
            )
        return (Button("back", "enter", say("act.back"), primary=True), *self._review())

    def _review(self) -> tuple[Button, ...]:
        """A review is there for every hand that is over."""
        there = bool(self.session.match.results)
        return (Button("review", "w", say("act.review"), optional=True),) if there else ()

    def _has_accounts(self) -> bool:
        session = self.session
        t = self.look.t
        ending = reckoning.ending(t, session.match, session.me, session.ended, bot_name(t, session.bot_name))
        return ending is not None and bool(ending.accounts)

    def do_final(self) -> None:
        """What made up the final score."""
        if self._has_accounts():
            self.game.push_screen(FinalScreen(self.session))

    def do_review(self) -> None:
        """Go through the hand that is looked at again."""
        count = len(self.session.match.results)
        if count:
            self.game.do_review(str(count if self.row is None else self.row + 1))

    def _choose(self, row: int) -> None:
        count = len(self.session.match.results)
        if count:
            self.row = max(0, min(count - 1, row))
            self.show_all()

    def do_up(self) -> None:
        """The hand above."""
        self._choose((len(self.session.match.results) - 1 if self.row is None else self.row) - 1)

    def do_down(self) -> None:
        """The hand below."""
        self._choose((len(self.session.match.results) - 1 if self.row is None else self.row) + 1)

    def do_first(self) -> None:
        """The first hand."""
        self._choose(0)

    def do_last(self) -> None:
        """The last hand."""
        self._choose(len(self.session.match.results) - 1)

    def do_next(self) -> None:
        """The next hand, once this one is over."""
        if self.session.match.deal.over and not self.session.match.over:
            self.session.next_deal()
            self.game.back_to_table()

    def do_again(self) -> None:
        """Another match by the same rules against the same opponent."""
        self.game.play_again()

    def do_menu(self) -> None:
        """To the menu."""
        self.game.to_menu()

    def do_back(self) -> None:
        """To where one came from; from a match that is over to the menu."""
        if self.session.match.over:
            self.game.to_menu()
        else:
            self.game.go_back()

    def do_close(self) -> None:
        """To where one came from, which is not the menu: a match that is over goes back to its last count."""
        from ginrummy.tui.screens.showdown import ShowdownScreen

        if not self.session.match.over or isinstance(self.game.screen_stack[-2], ShowdownScreen):
            self.game.go_back()

    def do_moves(self) -> None:
        """All moves of the hand."""
        from ginrummy.tui.screens.moves import MovesScreen

        self.game.push_screen(MovesScreen(self.session))

    def picked(self, target: Target, times: int) -> None:
        """A hand is chosen by a click."""
        if isinstance(target, RowSpot):
            self._choose(target.row)
        else:
            super().picked(target, times)

    def on_painted_scrolled(self, message: Painted.Scrolled) -> None:
        """The wheel goes through the hands."""
        message.stop()
        self.do("down" if message.by > 0 else "up")
