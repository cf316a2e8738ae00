"""The menu: go on, start, learn, look up, set, leave."""

from __future__ import annotations

from collections.abc import Iterator

from textual.widget import Widget

from ginrummy.i18n import Translator
from ginrummy.labels import bot_name
from ginrummy.store import Summary
from ginrummy.tui.look import Words, say
from ginrummy.tui.painted import ActionSpot, Target
from ginrummy.tui.screens.base import KEYS_HINT, Page, key_bar
from ginrummy.tui.widgets.bars import KeyBar, TopBar, TopShow
from ginrummy.tui.widgets.menu import Menu, MenuEntry, MenuShow


class MenuScreen(Page):
    """The first screen."""

    KEYS = {  # noqa: RUF012
        "up": "up", "down": "down", "left": "up", "right": "down",
        "home": "first", "end": "last", "enter": "open", "space": "open", "n": "new", "c": "continue",
    }  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.focus_at = 0
        self.matches: list[Summary] = []
        self.unfinished: list[Summary] = []

    def parts(self) -> Iterator[Widget]:
        """Bars and the menu."""
        yield TopBar(TopShow(), id="topbar")
        yield Menu(MenuShow(), id="page")
        yield KeyBar(key_bar([]), id="keybar")

    def opened(self) -> None:
        """Look what there is to go on with."""
        self._read()
        if self._is_first:
            self.focus_at = [entry.action for entry in self.entries()].index("guide")
        super().opened()

    def on_screen_resume(self) -> None:
        """Matches may have been played or deleted."""
        self._read()
        super().on_screen_resume()

    def _read(self) -> None:
        self.matches = self.game.store.matches()
        self.unfinished = [match for match in self.matches if match.unfinished]
        self.game.tell_all()

    @property
    def _is_first(self) -> bool:
        """Whether nobody has played here yet, so that the guide is offered."""
        return self.game.settings.guide and not self.matches

    def entries(self) -> list[MenuEntry]:
        """What the menu offers now."""
        entries = []
        if self.unfinished:
            entries.append(MenuEntry("continue", say("act.resume"), _standing(self.unfinished[0])))
        entries.append(MenuEntry("new", say("act.newgame"), self._new_note()))
        entries.append(MenuEntry("guide", say("menu.guide"), say("guide.offer") if self._is_first else None))
        if self.matches:
            entries.append(MenuEntry("matches", say("stats.matches"), self._matches_note()))
            entries.append(MenuEntry("stats", say("act.stats")))
        entries += [
            MenuEntry("rules", say("act.rules")),
            MenuEntry("settings", say("act.settings")),
            MenuEntry("quit", say("act.quit")),
        ]
        return entries

    def doors(self) -> list[tuple[Words, str]]:
        """The entries."""
        return [(entry.label, entry.action) for entry in self.entries()]

    def _matches_note(self) -> Words:
        """How many wait to be finished, and how many are over."""
        t, waiting = self.look.t, len(self.unfinished)
        counts = ((waiting, "menu.waiting"), (len(self.matches) - waiting, "menu.records"))
        return " · ".join(f"{t(key)}: {t.number(count)}" for count, key in counts if count)

    def _new_note(self) -> Words:
        settings, t = self.game.settings, self.look.t
        return f"{t('hud.target', n=settings.rules.target)} · {bot_name(t, settings.level)}"

    def show_all(self) -> None:
        """The entries, and the languages in their own words."""
        entries = tuple(self.entries())
        self.focus_at = min(self.focus_at, len(entries) - 1)
        languages = tuple((code, Translator(code).own_name) for code in self.game.languages)
        self.query_one(Menu).update(MenuShow(entries, self.focus_at, languages))
        hints = [
            ("up_down", say("foot.choose"), "down"),
            ("enter", say("foot.open"), "open"),
            ("l", say("foot.lang"), "language"),
            ("o", say("foot.settings"), "settings"),
            ("r", say("foot.rules"), "rules"),
            KEYS_HINT,
            ("q", say("foot.quit"), "quit"),
        ]
        self.query_one(KeyBar).update(key_bar(hints, drop=("o", "r", "l", "up_down")))

    def press(self, key: str) -> None:
        """Digits open an entry by its place."""
        if key.isdigit():
            if 1 <= int(key) <= len(self.entries()):
                self.do(self.entries()[int(key) - 1].action)
        else:
            super().press(key)

    def picked(self, target: Target, times: int) -> None:
        """An entry that is clicked has the focus afterwards."""
        if isinstance(target, ActionSpot):
            actions = [entry.action for entry in self.entries()]
            if target.action in actions:
                self.focus_at = actions.index(target.action)
                self.show_all()
        super().picked(target, times)

    def _go(self, to: int) -> None:
        self.focus_at = to % len(self.entries())
        self.show_all()

    def do_up(self) -> None:
        """The entry above."""
        self._go(self.focus_at - 1)

    def do_down(self) -> None:
        """The entry below."""
        self._go(self.focus_at + 1)

    def do_first(self) -> None:
        """The first entry."""
        self._go(0)

    def do_last(self) -> None:
        """The last entry."""
        self._go(-1)

    def do_open(self) -> None:
        """Do what the entry in focus says."""
        self.do(self.entries()[self.focus_at].action)

    def do_continue(self) -> None:
        """Go on with the match played last."""
        if self.unfinished:
            self.game.resume(self.unfinished[0].path)

    def do_new(self) -> None:
        """Start a match by the settings."""
        self.game.new_match()

    def do_guide(self) -> None:
        """Learn the game in one hand."""
        from ginrummy import guide

        self.game.new_match(guide.header())

    def do_stats(self) -> None:
        """What was played."""
        from ginrummy.tui.screens.stats import StatsScreen

        self.game.push_screen(StatsScreen())

    def do_matches(self) -> None:
        """All matches, unfinished and past ones."""
        from ginrummy.tui.screens.matches import MatchesScreen

        self.game.push_screen(MatchesScreen())


def _standing(match: Summary) -> Words:
    """Where an unfinished match stands, the person's score first."""
    return say("menu.resume", n=match.hand, a=match.scores[match.me], b=match.scores[1 - match.me])
