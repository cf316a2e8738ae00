"""What all screens share: keys and clicks become commands, everything is shown anew when something changes.

A command is a word such as `knock`; the method `do_knock` carries it out, whether a key, a button, a key cap
or the mouse asked for it. A screen names its keys in `KEYS`, builds its widgets in `parts` and fills them in
`show_all`.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import events
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget
from textual.worker import WorkType

from ginrummy.tui import layout
from ginrummy.tui.keys import layout_of, named
from ginrummy.tui.layout import Places
from ginrummy.tui.look import Look, Words, say
from ginrummy.tui.painted import ActionSpot, Painted, Target
from ginrummy.tui.widgets.bars import KeyBar, KeyHint, KeysShow
from ginrummy.tui.widgets.small import Small

if TYPE_CHECKING:
    from ginrummy.tui.game import Game
    from ginrummy.tui.widgets.buttons import Button

PlacesOf = Callable[[int, int], dict[str, Region]]
SMALL = say("err.small", w=layout.SMALLEST[0], h=layout.SMALLEST[1])


class Page(Screen[None]):
    """A screen of the game."""

    PLACES: ClassVar[PlacesOf] = staticmethod(layout.page)
    """Where the widgets go, by their ids."""
    KEYS: ClassVar[dict[str, str]] = {}
    """Key names (see `keys.named`) and their commands; those of all screens are in `COMMON`."""
    COMMON: ClassVar[dict[str, str]] = {
        "l": "language", "o": "settings", "r": "rules", "?": "keys", "/": "keys", ":": "commands",
        "ctrl+p": "commands", "q": "quit", "escape": "back",
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

    def keys_help(self) -> tuple[tuple[str, Words], ...]:
        """The keys of this screen that do something in this match."""
        return self.KEYS_HELP

    def doors(self) -> list[tuple[Words, str]]:
        """What the screen offers beside buttons and keys: words and commands, for the palette."""
        return []

    def compose(self) -> Iterator[Widget]:
        """The parts, and the line for windows that are too small."""
        yield from self.parts()
        yield Small(SMALL, id="small")

    def on_mount(self) -> None:
        """Begin, unless the screen was closed while it opened: then it never has widgets."""
        if self.has_parts:
            self.opened()

    def opened(self) -> None:
        """The widgets are there: fill them."""
        self.relook()

    def on_resize(self, event: events.Resize) -> None:
        """Another size may be another mode."""
        self.game.fit(event.size)

    def on_screen_resume(self) -> None:
        """Something may have changed while another screen lay above."""
        self.relook()

    @property
    def in_front(self) -> bool:
        """Whether no screen lies above. (Textual's `is_current` is also true of the screen below one that is
        just opening and has no ground yet.)"""
        return bool(self.app.screen_stack) and self.app.screen is self

    @property
    def is_open(self) -> bool:
        """Whether something may still be shown here. (Textual's `is_attached` is for a moment true of a
        screen that was closed and has lost its widgets.)"""
        return self in self.app.screen_stack and self.has_parts

    @property
    def has_parts(self) -> bool:
        """Whether the widgets are there."""
        return bool(self.children)

    def relook(self) -> None:
        """The look has changed: show everything in it."""
        self.styles.background = self.look.palette.felt
        if self.has_parts:
            self.show_all()
            for widget in self.query(Painted):
                widget.renew()

    def work(self, what: Callable[[], Coroutine[Any, Any, None]], group: str) -> None:
        """Do something beside, instead of what the `group` is still doing; it ends with the screen.

        `what` is called when it begins. A coroutine made before would never be awaited where something else
        takes its place, or the screen closes, in the same moment.
        """
        work: WorkType[None] = what
        self.run_worker(work, group=group, exclusive=True)

    # Keys and clicks

    def on_key(self, event: events.Key) -> None:
        """A key becomes a command; one that means nothing here does nothing."""
        event.stop()
        event.prevent_default()
        if not self.in_front:  # typed ahead: it is meant for the screen that has opened meanwhile
            self.game.screen.post_message(events.Key(event.key, event.character))
            return
        if not self.has_parts:
            return
        look = self.game.settings.keyboard
        key = named(event.key, event.character, layout_of(look, self.look.t.language))
        if key and not self.before_key(key) and not self.press_in_bar(key):
            self.press(key)

    def before_key(self, key: str) -> bool:
        """A key was pressed; True when that is all it does (it ended a pause or a flight)."""
        return False

    def leaves(self, by: int) -> bool:
        """Whether Tab (`by` -1: back-tab) goes to the key bar, and not first elsewhere on the screen."""
        return "tab" not in self.KEYS

    @property
    def in_bar(self) -> bool:
        """Whether the keys are in the key bar."""
        return self.query_one(KeyBar).show.at is not None

    def press_in_bar(self, key: str) -> bool:
        """Tab comes to the key bar at last; there arrows choose and Enter does what the chosen key does.

        So no command needs its letter. True when that is all the key does.
        """
        bar = self.query_one(KeyBar)
        at, by = bar.show.at, {"tab": 1, "shift+tab": -1, "right": 1, "left": -1}.get(key, 0)
        if at is None:
            if key not in ("tab", "shift+tab") or not self.leaves(by):
                return False
            bar.go(0 if by > 0 else -1)
        elif key in ("left", "right"):
            bar.go(at + by)
        else:
            action = bar.action
            bar.go(None)
            if key in ("enter", "space"):
                self.do(action)
                return True
            return key == "escape" or (by != 0 and "tab" not in self.KEYS)
        self.show_all()
        return True

    def press(self, key: str) -> None:
        """Do what the key stands for."""
        command = self.KEYS.get(key) or self.COMMON.get(key)
        if command:
            self.do(command)

    def on_painted_picked(self, message: Painted.Picked) -> None:
        """Something was clicked."""
        message.stop()
        if self.in_front and not self.before_key(""):
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


class ButtonsPage(Page):
    """A page with a row of buttons: left and right go through them, Enter does the one in focus."""

    def __init__(self) -> None:
        super().__init__()
        self.button = 0
        """The button in focus."""

    def buttons(self) -> tuple[Button, ...]:
        """The buttons as they are now."""
        raise NotImplementedError

    def leaves(self, by: int) -> bool:
        """From the last button on."""
        return is_last(self.button, len(self.buttons()), by)

    def do_left(self) -> None:
        """The button to the left."""
        self.button = (self.button - 1) % len(self.buttons())
        self.show_all()

    def do_right(self) -> None:
        """The button to the right."""
        self.button = (self.button + 1) % len(self.buttons())
        self.show_all()

    def do_enter(self) -> None:
        """The button in focus."""
        self.do(self.buttons()[self.button].action)


def is_last(at: int | None, count: int, by: int) -> bool:
    """Whether number `at` of `count` is the last one, with `by` -1 the first."""
    return at == (count - 1 if by > 0 else 0)


def key_bar(hints: list[tuple[str, Words, str]], drop: tuple[str, ...] = ()) -> KeysShow:
    """A key bar from (key, word, command); `drop` names the keys that may go, the first to go first."""
    return KeysShow(tuple(KeyHint(*hint) for hint in hints), drop)


KEYS_HINT: tuple[str, Words, str] = ("?", say("foot.keys"), "keys")
BACK_HINT: tuple[str, Words, str] = ("escape", say("foot.back"), "back")
MENU_HINT: tuple[str, Words, str] = ("escape", say("foot.menu"), "back")
RULES_HINT: tuple[str, Words, str] = ("r", say("foot.rules"), "rules")
