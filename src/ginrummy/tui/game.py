"""The app: settings, language, look, and the way from screen to screen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from textual.app import App
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.worker import WorkerFailed

from ginrummy import settings as settings_file
from ginrummy.bots import UnknownBot
from ginrummy.i18n import Translator, romanised
from ginrummy.journal import Notice
from ginrummy.settings import Settings
from ginrummy.start import StartOptions
from ginrummy.store import Store, Unopened
from ginrummy.tui import leaving
from ginrummy.tui.appearance import Surroundings, drawable, is_designed, is_light, look_of
from ginrummy.tui.canvas import in_ascii
from ginrummy.tui.look import Look
from ginrummy.tui.palette import textual_theme
from ginrummy.tui.screens.base import Page
from ginrummy.tui.screens.menu import MenuScreen
from ginrummy.tui.terminal import replay_keys

if TYPE_CHECKING:
    from ginrummy.engine.record import Header, Recorder
    from ginrummy.session import Session
    from ginrummy.tui.screens.table import TableScreen


READ, MOST_SECONDS = 25, 6.0
"""Letters of a message that are read in a second, and how long it stays at the most."""
_Kind = TypeVar("_Kind", bound=Page)


class Game(App[int]):
    """Gin Rummy on the screen.

    Session and engine are imported where a match begins: the menu comes without them.
    """

    CSS_PATH = "ginrummy.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "quit", priority=True)]

    look: Look

    def __init__(
        self,
        store: Store,
        settings: Settings,
        start: StartOptions,
        translator: Translator,
        around: Surroundings | None = None,
    ) -> None:
        self.around = around or Surroundings()
        super().__init__(ansi_color=None if self.around.colours else True)  # else NO_COLOR would mean greys
        self.store, self.settings, self.start = store, settings, start
        self.translator = drawable(translator, self.settings, self.around)
        self.typed_before = ""
        self.watching: tuple[Recorder, int] | None = None
        """A match to be watched instead of playing, and the hand to begin with."""
        self.session: Session | None = None
        self._window = self.size
        self.look = self._new_look()

    # Look and language

    def _apply_theme(self) -> None:
        """Textual's own widgets (messages at the edge) follow the palette; done when one is needed."""
        name, depth, themes = self.settings.theme, self.around.depth, self.available_themes
        if is_designed(name, depth, themes):
            key = f"{'light' if is_light(name, themes) else 'dark'}-{depth}"
            name = f"ginrummy-{key}"
            if name not in themes:
                self.register_theme(textual_theme(key))
        self.theme = name

    def _new_look(self) -> Look:
        return look_of(self.settings, self.around, self.translator, self._window, self.available_themes)

    def relook(self) -> None:
        """Something about the look has changed: every screen shows itself anew."""
        self.look = self._new_look()
        for screen in self.screen_stack:
            if isinstance(screen, Page):
                screen.relook()
        self._set_title()

    def fit(self, window: Size) -> None:
        """The window has another size, which may be another mode."""
        if window != self._window:
            self._window = window
            self.relook()

    def change(self, **values: Any) -> None:
        """Change settings, save them, and show what that changes."""
        self.settings = replace(self.settings, **values)
        trouble = settings_file.save(self.store, self.settings)
        if "language" in values and values["language"] != "auto":
            self.translator = self.translator.but(language=values["language"])
        self.translator = drawable(self.translator, self.settings, self.around)
        self.relook()
        if trouble is not None:
            self.tell(trouble)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that `l` goes through: those chosen, romanised where Devanagari cannot be drawn."""
        chosen = self.settings.languages
        return chosen if self.around.devanagari else tuple(dict.fromkeys(map(romanised, chosen)))

    def do_language(self, code: str = "") -> None:
        """The next of the languages that the player has chosen, or the one of that code."""
        languages = self.languages
        now = self.translator.language
        if not code:
            code = (
                languages[(languages.index(now) + 1) % len(languages)] if now in languages else languages[0]
            )
        self.change(language=code)

    # Messages, title, end

    def tell(self, notice: Notice) -> None:
        """Say something at the edge of the screen for a while."""
        self._apply_theme()
        said = self._plain(self.translator(notice.key, **notice.values))
        clean = "".join(letter if letter.isprintable() else "?" for letter in said)
        self.notify(clean, markup=False, timeout=min(MOST_SECONDS, 1.5 + len(clean) / READ))

    def tell_all(self) -> None:
        """What the store has noticed."""
        for notice in self.store.notices:
            self.tell(notice)
        self.store.notices.clear()

    def _plain(self, text: str) -> str:
        return in_ascii(text) if self.around.ascii else text

    def _set_title(self) -> None:
        """The score in the terminal's title."""
        title = self.translator("app.title")
        if self.session is not None:
            mine, theirs = self.session.view.scores
            title = self.translator("hud.title", a=mine, b=theirs)
        if title != self.title:
            self.title = title
            if self._driver is not None and not self.is_headless:
                self._driver.write(f"\x1b]2;{self._plain(title)}\x07")

    def show_score(self) -> None:
        """The score may have changed."""
        self._set_title()

    def do_quit(self) -> None:
        """Leave; everything is saved already."""
        self.leave(0)

    def leave(self, code: int) -> None:
        """Leave with an exit code."""
        self.end_session()
        self.exit(code)

    @property
    def failure(self) -> Exception | None:
        """The error of ours that ended the game."""
        error = self._exception
        inner = error.error if isinstance(error, WorkerFailed) else None
        return inner if isinstance(inner, Exception) else error

    def _fatal_error(self) -> None:
        """Give the terminal back; Textual would print a traceback, `leaving.tell` tells people instead."""
        self._close_messages_no_wait()

    def panic(self, *renderables: object) -> None:
        """As `_fatal_error`; Textual calls it for its own errors."""
        self._close_messages_no_wait()

    async def action_quit(self) -> None:
        """Ctrl-C and Ctrl-Q leave too."""
        self.do_quit()

    # From screen to screen

    def on_mount(self) -> None:
        """Begin with the menu, or on the table when the command line asks for a match."""
        if not self.is_headless:
            leaving.listen(self)
        self.push_screen(MenuScreen() if self.watching is None else self._replay(*self.watching))
        self.tell_all()
        if self.start.new or self.start.shapes_match:
            self.new_match(self.start.header(self.settings))
        replay_keys(self, self.typed_before)

    def _replay(self, recorder: Recorder, hand: int) -> Page:
        from ginrummy.tui.screens.replay import ReplayScreen

        return ReplayScreen(recorder, hand)

    def go_back(self) -> None:
        """One screen back; from the menu out."""
        if len(self.screen_stack) > 2:
            self.pop_screen()
        else:
            self.do_quit()

    def new_match(self, header: Header | None = None) -> None:
        """Start a match by the settings, or by a header made elsewhere."""
        from ginrummy.session import Session

        header = header or StartOptions().header(self.settings)
        try:
            self.start_session(Session.new(header, self.store))
        except UnknownBot:
            self.tell(Notice("bot.unknown", {"name": header.opponent.name}))

    def look_on(self, path: Path) -> None:
        """Look on at a match that is played in another window."""
        from ginrummy.session import Onlooker
        from ginrummy.tui.screens.lookon import LookOnScreen

        try:
            self.push_screen(LookOnScreen(Onlooker.at(path, self.store)))
        except Unopened as error:
            self.tell(error.notice)

    def resume(self, path: Path) -> None:
        """Go on with a match that was saved, or ask what to do while it is played in another window."""
        from ginrummy.session import Session
        from ginrummy.tui.screens.lookon import OpenElsewhereScreen

        try:
            session = Session.resume(path, self.store)
        except Unopened as error:
            self.store.notices.clear()
            if error.notice.key == "save.two":
                self.push_screen(OpenElsewhereScreen(path))
            else:
                self.tell(error.notice)
            return
        if session.torn:
            self.tell(Notice("save.torn"))
        self.start_session(session)

    def start_session(self, session: Session) -> None:
        """Sit down at the table."""
        self.end_session()
        self.session = session
        self.push_screen(self._table(session))
        self.show_score()

    def _table(self, session: Session) -> TableScreen:
        from ginrummy.guide import guided
        from ginrummy.tui.screens.guiding import GuidedTable
        from ginrummy.tui.screens.table import TableScreen

        fresh = self.settings.guide or not session.view.events
        return (GuidedTable if fresh and guided(session.header, session.view) else TableScreen)(session)

    def back_to_table(self) -> None:
        """Close what lies above the table."""
        from ginrummy.tui.screens.table import TableScreen

        while not isinstance(self.screen, TableScreen | MenuScreen):
            self.pop_screen()

    def play_again(self) -> None:
        """Another match by the same rules against the same opponent."""
        from ginrummy.session import new_header

        if self.session is None:
            return
        old = self.session.header
        level = self.session.bot_name
        self.to_menu()
        self.new_match(new_header(old.rules, level, old.mode))

    def end_session(self) -> None:
        """Get up from the table; the match stays as it is."""
        if self.session is not None:
            self.session.close()
            self.session = None

    def to_menu(self) -> None:
        """Back to the menu from anywhere."""
        self.end_session()
        while len(self.screen_stack) > 2:
            self.pop_screen()
        self.show_score()

    def do_settings(self) -> None:
        """The settings, above whatever is on the screen."""
        from ginrummy.tui.screens.settings import SettingsScreen

        self._close_keys()
        if self._raised(SettingsScreen) is None:
            self.push_screen(SettingsScreen())

    def do_review(self, number: str = "") -> None:
        """Go through a hand of this match again, by default the last one that is over."""
        from ginrummy.tui.screens.review import ReviewScreen

        session = self.session
        if session is not None and session.match.results:
            at = int(number) if number else len(session.match.results)
            self.push_screen(ReviewScreen(session.match, at, session.me))

    def do_rules(self, anchor: str = "") -> None:
        """The rules, at the section that matters now."""
        from ginrummy.tui.screens.rules import RulesScreen

        self._close_keys()
        screen = self.screen
        anchor = anchor or (screen.section() if isinstance(screen, Page) else "game")
        rules = self._raised(RulesScreen)
        if rules is None:
            self.push_screen(RulesScreen(anchor))
        elif rules is not screen:
            rules.go_to(anchor)

    def do_keys(self) -> None:
        """The keys of the screen that is open."""
        from ginrummy.tui.screens.keys import KeysScreen

        screen = self.screen
        if isinstance(screen, Page) and not isinstance(screen, KeysScreen):
            self.push_screen(KeysScreen(screen))

    def do_commands(self) -> None:
        """Everything that can be done on the screen that is open."""
        from ginrummy.tui.screens.commands import CommandsScreen
        from ginrummy.tui.screens.keys import KeysScreen

        screen = self.screen
        if isinstance(screen, KeysScreen):
            screen.do_back()
            self.push_screen(CommandsScreen(screen.below))
        elif isinstance(screen, Page):
            self.push_screen(CommandsScreen(screen))

    def do_theme(self, name: str) -> None:
        """Another theme: one of the two designed ones, or one of Textual's by its name."""
        self.change(theme=name)

    def _close_keys(self) -> None:
        """The page of keys makes way for what is opened from it."""
        from ginrummy.tui.screens.keys import KeysScreen

        while isinstance(self.screen, KeysScreen):
            self.pop_screen()

    def _raised(self, kind: type[_Kind]) -> _Kind | None:
        """The page of this kind that is open already, and now in front; what lay above it is closed."""
        for there in reversed(self.screen_stack):
            if isinstance(there, kind):
                while self.screen is not there:
                    self.pop_screen()
                return cast("_Kind", there)
        return None
