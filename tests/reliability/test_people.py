"""Cats on the keyboard: random keys, clicks, pastes and windows on all screens in all languages.

Events go in as the bytes that a terminal sends, through Textual's own parser. No exception, Esc always leads
out to the menu, and whatever was played is a record that verifies.
"""

from __future__ import annotations

import itertools
import os
from pathlib import Path
from random import Random

from textual import events
from textual._xterm_parser import XTermParser
from textual.pilot import Pilot

from ginrummy.engine.rules import PRESETS, HouseRules
from ginrummy.i18n import LANGUAGES, Translator
from ginrummy.settings import Settings
from ginrummy.start import StartOptions
from ginrummy.store import Store, load
from ginrummy.tui.appearance import Surroundings
from ginrummy.tui.game import Game
from ginrummy.tui.screens.menu import MenuScreen
from tests.matches import finished
from tests.reliability.sizes import EVENTS, LONG, count

RUN = 400
"""Events in one start of the game."""
LEAVING = 0.2
"""The share of games that can be left; in the others the program stays where it would end."""
SIZES = [(80, 24), (120, 36), (40, 20), (45, 35), (100, 30), (81, 24), (20, 5), (1, 1)]
SIZES += [(200, 60), (300, 10)] if LONG else []
USEFUL = ["d", "t", "p", "k", "\r", "\r", "n", " ", "s", "h", "u", "m", "v", "w", "l", "o", "r", "?", "\t"]
ARROWS = [
    "\x1b[A",
    "\x1b[B",
    "\x1b[C",
    "\x1b[D",
    "\x1b[H",
    "\x1b[F",
    "\x1b[5~",
    "\x1b[6~",
    "\x1b[3~",
    "\x1b[Z",
]
OTHER = [
    *"0123456789,.<>/abcefgijxyz-+=[]{}!@#$%^&*()_|~`\"'",
    *"१२३४५कखगतदनपम्िाःटठ",
    "é",
    "你",
    "👍",
    "\x7f",
    "\x01",
]
OTHER += [
    "\x1b[15~",
    "\x1b[1;5C",
    "\x1b[1;2A",
    "\x1bd",
    "\x1bOP",
    "\x1b[99;5u",
    "\x00",
    "\x12",
    "\x1b[27u",
    "\x1b[1;1R",
]


def an_event(chance: Random, width: int, height: int) -> str:
    """What a terminal may send next."""
    kind = chance.random()
    if kind < 0.42:
        return chance.choice(USEFUL)
    if kind < 0.55:
        return chance.choice(ARROWS)
    if kind < 0.65:
        return chance.choice(OTHER)
    if kind < 0.93:
        return mouse(chance, width, height)
    if kind < 0.96:
        text = "".join(chance.choices("d\ntk\x07 \tक्ष१é\x1b[A4H", k=chance.randrange(60)))
        return f"\x1b[200~{text}\x1b[201~"
    return chance.choice(["\x1b[I", "\x1b[O", "\x1b[?2048;0$y", "\x1b[8;24;80t"])


def mouse(chance: Random, width: int, height: int) -> str:
    """A click, a double click, a drag, the wheel or a movement, now and then outside the window."""

    def place() -> str:
        return f"{chance.randint(0, width + 1)};{chance.randint(0, height + 1)}"

    at, to = place(), place()
    click = f"\x1b[<0;{at}M\x1b[<0;{at}m"
    return chance.choice([
        click, click, click, click + click, f"\x1b[<0;{at}M\x1b[<32;{to}M\x1b[<0;{to}m", f"\x1b[<0;{at}M",
        f"\x1b[<0;{at}m", f"\x1b[<35;{at}M", f"\x1b[<64;{at}M", f"\x1b[<65;{at}M",
        f"\x1b[<2;{at}M\x1b[<2;{at}m",
    ])  # fmt: skip


class Cat:
    """Somebody at the keyboard of one game."""

    def __init__(self, game: Game, pilot: Pilot[int], chance: Random) -> None:
        self.game, self.pilot, self.chance = game, pilot, chance
        self.parser = XTermParser()
        self.seen: set[str] = set()

    async def walk(self, steps: int) -> int:
        """So many events, or until the game is left; how many there were."""
        for step in range(steps):
            if not self.game.is_running:
                return step
            chance, (width, height) = self.chance, self.game.size
            self.seen.add(type(self.game.screen).__name__)
            if chance.random() < 0.02:
                await self.pilot.resize_terminal(*chance.choice(SIZES))
            elif chance.random() < 0.06:
                if not isinstance(self.game.screen, MenuScreen) or chance.random() < 0.1:
                    self.escape()
            else:
                self.send(an_event(chance, width, height))
            if chance.random() < 0.2:
                await self.pilot.pause()
            if step % 60 == 59:
                await self.lead_out()
        return steps

    def send(self, text: str) -> None:
        """Give the driver what the terminal sent."""
        driver = self.game._driver
        assert driver is not None
        for event in self.parser.feed(text):
            driver.process_message(event)

    def escape(self) -> None:
        """The key Esc, which in bytes would need a pause behind it."""
        self.game.post_message(events.Key("escape", None))

    async def lead_out(self) -> None:
        """Esc, again and again, must lead to the menu."""
        for _ in range(12):
            await self.pilot.pause()
            if not self.game.is_running or isinstance(self.game.screen, MenuScreen):
                return
            self.escape()
            await self.pilot.pause(0.02)
        raise AssertionError(f"no way out of {self.game.screen}")


def settings_by(chance: Random, language: str) -> Settings:
    rules = HouseRules.preset(chance.choice(list(PRESETS)), layoff=chance.choice(["auto", "choose"]))
    return Settings(
        rules=rules,
        speed=chance.choice(["none", "none", "fast"]),
        language=language,
        languages=tuple(LANGUAGES),
        level="easy",
        mode=chance.choice(["friendly", "ranked"]),
        confirm=chance.random() < 0.7,
        guide=chance.random() < 0.5,
    )


async def test_no_event_is_too_much(tmp_path: Path) -> None:
    for seed in range(3):
        finished(Store(tmp_path), seed).close()
    done, records, seen = 0, 0, set()
    languages = itertools.cycle(LANGUAGES)
    first = int(os.environ.get("GINRUMMY_SEED", "1"))
    for seed in itertools.count(first):
        if done >= EVENTS:
            break
        chance, language = Random(seed), next(languages)
        around = Surroundings(ascii=chance.random() < 0.1, tall=chance.random() < 0.9)
        settings = settings_by(chance, language)
        game = Game(Store(tmp_path), settings, StartOptions(), Translator(language), around)
        if chance.random() > LEAVING:
            game.leave = lambda code: None  # type: ignore[method-assign]
        try:
            async with game.run_test(size=chance.choice(SIZES[:6])) as pilot:
                cat = Cat(game, pilot, chance)
                await pilot.pause()
                done += await cat.walk(RUN)
                if game.is_running:
                    await cat.lead_out()
                game.end_session()
                seen |= cat.seen
        except BaseException as error:
            error.add_note(f"GINRUMMY_SEED={seed}, {language}, {settings}")
            raise
        if seed % 10 == 0 or done >= EVENTS:
            records = check_records(Store(tmp_path))
    count("events", sent=done, starts=seed - first, screens=len(seen), records=records)
    assert not LONG or len(seen) >= 10, seen


def check_records(store: Store) -> int:
    """Every record verifies; how many there are."""
    paths = list(store.match_files())
    for path in paths:
        load(path)
    assert not store.aside_folder.exists()
    assert not store.reports_folder.exists()
    return len(paths)
