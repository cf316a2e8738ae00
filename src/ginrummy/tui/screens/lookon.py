"""A match that another window plays: the question what to do, and the table to look on at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from textual.widget import Widget

from ginrummy.session import Onlooker
from ginrummy.tui import layout
from ginrummy.tui.look import say
from ginrummy.tui.screens.base import BACK_HINT, KEYS_HINT, Page, PlacesOf, is_last, key_bar
from ginrummy.tui.screens.table_page import TablePage
from ginrummy.tui.widgets.bars import KeyBar, KeysShow, TopBar, TopShow
from ginrummy.tui.widgets.buttons import Button, Buttons, ButtonsShow
from ginrummy.tui.widgets.reader import Block, Reader, ReaderShow
from ginrummy.tui.widgets.talk import TalkShow

EVERY = 0.5
"""Seconds between two looks at the file."""


class OpenElsewhereScreen(Page):
    """The match at `path` is open in another window: start a new one, or look on?"""

    PLACES: ClassVar[PlacesOf] = staticmethod(layout.page_with_buttons)
    KEYS = {  # noqa: RUF012
        "left": "step:-1", "right": "step:1", "up": "step:-1", "down": "step:1", "tab": "step:1",
        "shift+tab": "step:-1", "enter": "enter", "space": "enter", "n": "new",
    }  # fmt: skip
    BUTTONS = (
        Button("lookon", "enter", say("save.lookon"), primary=True),
        Button("new", "n", say("act.newgame")),
    )

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path, self.focus_at = path, 0

    def parts(self) -> Iterator[Widget]:
        """The question and its answers."""
        yield TopBar(TopShow(), id="topbar")
        yield Reader(ReaderShow(), id="page")
        yield Buttons(ButtonsShow(), id="buttons")
        yield KeyBar(KeysShow(), id="keybar")

    def show_all(self) -> None:
        """What can be done."""
        self.query_one(Reader).update(ReaderShow((Block("text", say("save.two")),)))
        self.query_one(Buttons).update(ButtonsShow(self.BUTTONS, self.focus_at))
        self.query_one(KeyBar).update(key_bar([KEYS_HINT, BACK_HINT]))

    def leaves(self, by: int) -> bool:
        """From the last button on."""
        return is_last(self.focus_at, len(self.BUTTONS), by)

    def do_step(self, by: str) -> None:
        """The other button."""
        self.focus_at = (self.focus_at + int(by)) % len(self.BUTTONS)
        self.show_all()

    def do_enter(self) -> None:
        """The button in focus."""
        self.do(self.BUTTONS[self.focus_at].action)

    def do_lookon(self) -> None:
        """To the table, as one who looks on."""
        self.game.pop_screen()
        self.game.look_on(self.path)

    def do_new(self) -> None:
        """A match of one's own."""
        self.game.pop_screen()
        self.game.new_match()


class LookOnScreen(TablePage):
    """The table of a match in another window; it follows what is played there, and nothing can be done."""

    KEYS = {"m": "moves", "v": "scores"}  # noqa: RUF012
    KEYS_HELP = (("m", say("act.history")), ("v", say("act.scoresheet")))

    def __init__(self, session: Onlooker) -> None:
        super().__init__(session)
        self.onlooker = session

    def opened(self) -> None:
        """Look at the file now and then."""
        super().opened()
        self.set_interval(EVERY, self._follow)

    def _follow(self) -> None:
        if self.onlooker.follow():
            self.show_all()

    def talk_show(self) -> TalkShow:
        """That one only looks on."""
        self.selection.refusal = say("save.looking")
        return super().talk_show()

    def buttons_show(self) -> ButtonsShow:
        """None."""
        return ButtonsShow()

    def keys_show(self) -> KeysShow:
        """What can be looked at."""
        hints = [("m", say("foot.moves"), "moves"), ("v", say("foot.score"), "scores"), KEYS_HINT, BACK_HINT]
        return key_bar(hints, drop=("v", "m"))
