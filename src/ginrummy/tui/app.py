"""The way in: finds out what the terminal can do, then runs the game on it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ginrummy.i18n import Translator, choose_language, romanised
from ginrummy.journal import Notice
from ginrummy.settings import Settings
from ginrummy.start import StartOptions
from ginrummy.store import Store
from ginrummy.tui import terminal

if TYPE_CHECKING:
    from ginrummy.engine.record import Recorder


def run(
    store: Store, settings: Settings, start: StartOptions, watch: tuple[Recorder, int] | None = None
) -> int:
    """Play until the player leaves, or `watch` a match from a hand on; returns the exit code.

    Raises `i18n.UnknownLanguageError` for `start.lang`.
    """
    setting = settings.language if settings.language != "auto" else None
    language = choose_language(start.lang, setting, os.environ)
    colours = terminal.colour_system(
        os.environ, {"true": "truecolor"}.get(settings.colours, settings.colours)
    )
    terminal.apply_colours(colours)
    ascii = start.ascii or not terminal.is_utf8_terminal()
    choice = terminal.set_up(settings.width, ask=not ascii)  # the question itself is not ASCII
    ascii = ascii or not terminal.is_utf8_terminal(choice.answers)
    shows_devanagari = not ascii and terminal.can_show_devanagari(os.environ)
    if not shows_devanagari and romanised(language) != language:
        language = "en"
        store.notices.append(Notice("term.ascii"))

    from ginrummy.tui import leaving
    from ginrummy.tui.appearance import Surroundings
    from ginrummy.tui.game import Game

    around = Surroundings(
        depth={"256": "256", "16": "16"}.get(colours, "true"),  # type: ignore[arg-type]
        ascii=ascii,
        tall=choice.in_effect,
        devanagari=shows_devanagari,
        colours=colours != "none",
    )
    game = Game(store, settings, start, Translator(language), around)
    game.typed_before, game.watching = choice.typed, watch
    code = game.run()
    if code is None:  # it did not leave by itself
        return leaving.tell(game, game.failure or RuntimeError("the screen was lost"))
    return code
