"""What all screens share: keys and clicks become commands, everything is shown anew when something changes.

A command is a word such as `knock`; the method `do_knock` carries it out, whether a key, a button, a key cap
or the mouse asked for it. A screen names its keys in `KEYS`, builds its widgets in `parts` and fills them in
`show_all`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget

from ginrummy.tui import layout
from ginrummy.tui.keys import layout_of, named
from ginrummy.tui.layout import Places
from ginrummy.tui.look import Look, Words, say
from ginrummy.tui.painted import ActionSpot, Painted, Target
from ginrummy.tui.widgets.bars import KeyHint, KeysShow
from ginrummy.tui.widgets.small import Small

if TYPE_CHECKING:
    from ginrummy.tui.game import Game

PlacesOf = Callable[[int, int], dict[str, Region]]
SMALL = say("err.small", w=layout.SMALLEST[0], h=layout.SMALLEST[1])


class Page(Screen[None]):
    """A screen of the game."""

    PLACES: ClassVar[PlacesOf] = staticmethod(layout.page)
    """Where the widgets go, by their ids."""
    KEYS: ClassVar[dict[str, str]] = {}
    """Key names (see `keys.named`) and their commands; those of all screens are in `COMMON`."""
    COMMON: ClassVar[dict[str, str]] = {
        "l": "language", "o": "settings", "r": "rules", "?": "keys", "/": "keys", "q": "quit",
        "escape": "back",
    }  # fmt: skip
    KEYS_HELP: ClassVar[tuple[tuple[str, Words], ...]] = ()
    """For the keys page: caps and what they do."""

    def __init__(self) -> None:
        super().__init__()
        self._places = Places(type(self).PLACES)

    @property
    def layout(self) -> Places:
        """Places by a function of the window's size."""
        return self._places

    def place(self, places: PlacesOf) -> None:
        """Put the widgets elsewhere from now on."""
        if self._places.places is not places:
            self._places.places = places
            self.children[0].refresh(layout=True)

    @property
    def game(self) -> Game:
        """The app."""
        return cast("Game", self.app)

    @property
    def look(self) -> Look:
        """The look that all widgets share."""
        return self.game.look

    def parts(self) -> Iterator[Widget]:
        """The widgets of this screen."""
        raise NotImplementedError

    def show_all(self) -> None:
        """Give every widget what it has to show now."""
        raise NotImplementedError

    def section(self) -> str:
        """The anchor of the rules that matter on this screen now."""
        return "game"

    def compose(self) -> Iterator[Widget]:
        """The parts, and the line for windows that are too small."""
        yield from self.parts()
        yield Small(SMALL, id="small")

    def on_mount(self) -> None:
        """Fill the widgets."""
        self.styles.background = self.look.palette.felt
        self.show_all()

    def on_resize(self, event: events.Resize) -> None:
        """Another size may be another mode."""
        self.game.fit(event.size)

    def on_screen_resume(self) -> None:
        """Something may have changed while another screen lay above."""
        self.relook()

    def relook(self) -> None:
        """The look has changed: show everything in it."""
        self.styles.background = self.look.palette.felt
        if self.is_mounted:
            self.show_all()
            for widget in self.query(Painted):
                widget.renew()

    # Keys and clicks

    def on_key(self, event: events.Key) -> None:
        """A key becomes a command; one that means nothing here does nothing."""
        event.stop()
        event.prevent_default()
        look = self.game.settings.keyboard
        key = named(event.key, event.character, layout_of(look, self.look.t.language))
        if key and not self.before_key(key):
            self.press(key)

    def before_key(self, key: str) -> bool:
        """A key was pressed; True when that is all it does (it ended a pause or a flight)."""
        return False

    def press(self, key: str) -> None:
        """Do what the key stands for."""
        command = self.KEYS.get(key) or self.COMMON.get(key)
        if command:
            self.do(command)

    def on_painted_picked(self, message: Painted.Picked) -> None:
        """Something was clicked."""
        message.stop()
        if not self.before_key(""):
            self.picked(message.target, message.times)

    def picked(self, target: Target, times: int) -> None:
        """A click: buttons and key caps are commands everywhere."""
        if isinstance(target, ActionSpot):
            self.do(target.action)

    def do(self, command: str) -> None:
        """Carry out a command: `name`, or `name:argument`."""
        name, _, argument = command.partition(":")
        method = getattr(self, f"do_{name}", None) or getattr(self.game, f"do_{name}", None)
        if method is not None:
            method(argument) if argument else method()

    def do_back(self) -> None:
        """Leave this screen."""
        self.game.go_back()


def key_bar(hints: list[tuple[str, Words, str]], drop: tuple[str, ...] = ()) -> KeysShow:
    """A key bar from (key, word, command); `drop` names the keys that may go, the first to go first."""
    return KeysShow(tuple(KeyHint(*hint) for hint in hints), drop)


KEYS_HINT: tuple[str, Words, str] = ("?", say("foot.keys"), "keys")
BACK_HINT: tuple[str, Words, str] = ("escape", say("foot.back"), "back")
MENU_HINT: tuple[str, Words, str] = ("escape", say("foot.menu"), "back")
RULES_HINT: tuple[str, Words, str] = ("r", say("foot.rules"), "rules")
