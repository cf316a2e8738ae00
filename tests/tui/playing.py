"""The game under test: an app on a folder of its own, sessions brought to a moment without the screen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from ginrummy import guide, telling
from ginrummy.engine.deal import Phase
from ginrummy.engine.moves import Kind, Move
from ginrummy.engine.record import Player
from ginrummy.engine.rules import HouseRules
from ginrummy.engine.view import View
from ginrummy.i18n import Translator
from ginrummy.session import Session, new_header
from ginrummy.settings import Settings
from ginrummy.start import StartOptions
from ginrummy.store import Store
from ginrummy.tui.game import Game
from ginrummy.tui.screens.table import TableScreen

KNOCKING = "DQFG-6PBY-Q8QE"
"""A deal in which simple play against Easy may knock after eight decisions, with one of four cards."""
GIN = "QXNG-N2VN-K6BT"
"""A deal in which play for gin against Easy makes it after six decisions."""
VOID = "2S9D-RWCZ-P8CK"
"""A deal that play for gin against Easy makes void."""
QUIET = Settings(speed="none", language="en", level="easy")
SIZES = [(40, 20), (45, 35), (80, 24), (120, 36)]


def session_of(
    folder: Path,
    code: str = KNOCKING,
    rules: HouseRules | None = None,
    level: str = "easy",
    mode: str = "friendly",
) -> Session:
    """A match that has just begun, the bot always the same."""
    header = new_header(rules or HouseRules(), level, mode, code)
    return Session.new(replace(header, players=(Player("human"), Player("bot", level, 1))), Store(folder))


def for_gin(view: View) -> Move:
    """Simple play that never knocks but for gin."""
    move = guide.suggest(view)
    counts = telling.counts_of_knocks(view)
    if move.kind is Kind.KNOCK and counts and min(counts.values()):
        worst = (card for card in view.hand if card != view.taken)
        return Move(Kind.DISCARD, min(worst, key=lambda card: counts.get(card, 99)))
    return move


def play_until(
    session: Session, done: Callable[[View], bool], choose: Callable[[View], Move] = guide.suggest
) -> Session:
    """Play both seats until it is the person's decision and `done`, or the deal is over."""
    while not session.match.deal.over:
        view = session.view
        if session.bot_to_move:
            assert session.play_bot(*session.think())
        elif done(view):
            break
        else:
            session.play(choose(view))
    return session


def may_knock(view: View) -> bool:
    """The moment at which a knock is legal."""
    return bool(telling.counts_of_knocks(view))


def has_gin(view: View) -> bool:
    """The moment at which gin is in the hand."""
    return 0 in telling.counts_of_knocks(view).values()


def to_throw(view: View) -> bool:
    """The moment at which a card must be thrown."""
    return view.phase is Phase.DISCARD


@asynccontextmanager
async def playing(
    folder: Path,
    session: Session | None = None,
    size: tuple[int, int] = (80, 24),
    settings: Settings = QUIET,
    **options: Any,
) -> AsyncIterator[tuple[Game, Pilot[int]]]:
    """The game in a window of `size`; with a session at its table, else in the menu."""
    language = settings.language if settings.language != "auto" else "en"
    game = Game(Store(folder), settings, StartOptions(**options), Translator(language))
    async with game.run_test(size=size) as pilot:
        if session is not None:
            game.start_session(session)
        await settled(pilot)
        yield game, pilot


async def settled(pilot: Pilot[int]) -> None:
    """Wait until nothing is left to do: the opponent has moved, screens have opened."""
    for _ in range(60):
        await pilot.pause()
        game = pilot.app
        assert isinstance(game, Game)
        busy = any(worker.is_running for worker in game.workers if worker.group in ("bot", "flight", "hint"))
        if not busy:
            await pilot.pause()
            return
        await pilot.pause(0.01)


async def press(pilot: Pilot[int], *keys: str) -> None:
    """Press keys one by one, each in its own time."""
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


def text_of(game: Game) -> str:
    """The whole screen as text."""
    strips = game.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def table_of(game: Game) -> TableScreen:
    """The table, which must be on the screen."""
    assert isinstance(game.screen, TableScreen)
    return game.screen
