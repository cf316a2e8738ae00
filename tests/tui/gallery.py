"""Shows each screen's parts with sample data, to look at: `python tests/tui/gallery.py PART LANGUAGE THEME`.

PART is one of `PARTS`, LANGUAGE a code, THEME `dark` or `light` with an optional depth (`dark-16`, `light-256`)
or a theme of Textual's own. `l` changes the language, `t` the theme, arrows move the cursor, `f` flies a card.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace

from textual.app import App
from textual.screen import Screen
from textual.widget import Widget

from ginrummy.engine.cards import Card, parse_cards
from ginrummy.i18n import LANGUAGES, Translator
from ginrummy.tui import widths
from ginrummy.tui.layout import Places, mode_of, table
from ginrummy.tui.look import Look, say
from ginrummy.tui.painted import Painted
from ginrummy.tui.palette import PALETTES, css_variables, from_theme, themes
from ginrummy.tui.widgets.bars import KeyBar, KeyHint, KeysShow, TopBar, TopShow
from ginrummy.tui.widgets.buttons import Button, Buttons, ButtonsShow
from ginrummy.tui.widgets.hand import Group, Hand, HandShow
from ginrummy.tui.widgets.opponent import Opponent, OpponentShow
from ginrummy.tui.widgets.piles import Piles, PilesShow
from ginrummy.tui.widgets.race import Race, RaceShow
from ginrummy.tui.widgets.talk import Talk, TalkShow

C = Card.parse


def cards(text: str) -> tuple[Card, ...]:
    """Cards from text, as a tuple."""
    return tuple(parse_cards(text))


MELDS = (Group(cards("3S 4S 5S"), True), Group(cards("9S 9D 9H"), True), Group(cards("KC KD KH"), True))
TOP = TopShow((say("hud.hand", n=5), say("hud.target", n=100), say("hud.limit", n=10), say("diff.medium")))
KEYS = KeysShow(
    (
        KeyHint("left_right", say("keys.choose"), "help"),
        KeyHint("space", say("foot.mark"), "mark"),
        KeyHint("u", say("foot.undo"), "undo"),
        KeyHint("m", say("foot.moves"), "moves"),
        KeyHint("v", say("foot.score"), "scores"),
        KeyHint("r", say("foot.rules"), "rules"),
        KeyHint("?", say("foot.keys"), "keys"),
        KeyHint("escape", say("foot.menu"), "menu"),
    ),
    drop=("left_right", "r", "space", "m", "v", "u"),
)
DISCARD = (
    Button("knock", "k", say("act.knock", n=2), primary=True),
    Button("discard", "enter", say("act.discard")),
    Button("arrange", "s", say("foot.arrange"), optional=True),
    Button("hint", "h", say("foot.hint"), optional=True),
)
DRAW = (
    Button("draw", "d", say("act.drawstock"), primary=True),
    Button("take", "t", say("act.drawpile")),
    Button("arrange", "s", say("foot.arrange"), optional=True),
    Button("hint", "h", say("foot.hint"), optional=True),
)


def table_parts(part: str) -> Iterator[Widget]:
    """The table: `table` (to discard), `draw`, `loose`, `ask`, `focus`."""
    hand = HandShow((*MELDS, Group(cards("4H 2D"))), 6, C("4H"), True, C("2D"))
    buttons = ButtonsShow(DISCARD)
    piles = PilesShow(17, cards("KS 2C 6D QS"))
    talk = TalkShow((say("ev.disc.you", card=C("6D")), say("ev.draw.you", card=C("2D"))), say("st.discard"))
    if part == "draw":
        hand = HandShow((*MELDS, Group(cards("4H"))), 4)
        buttons, piles = ButtonsShow(DRAW), replace(piles, focus="stock")
        talk = TalkShow((say("st.botdrew"), say("st.botdisc", card=C("QS"))), say("st.draw"))
    if part == "loose":
        hand = HandShow(
            (Group(cards("TS JS QS KS"), True), Group(cards("AC TC 5D TD 7H 8H KH"))),
            51, C("TD"), True, C("7H"), C("TC"),
        )  # fmt: skip
        talk = TalkShow(
            (say("st.bottook", card=C("JD")), say("ev.draw.you", card=C("7H"))), say("err.taken"), "refusal"
        )
    if part == "own":
        hand = HandShow(
            (Group(cards("3S 4S 5S 9S 9D 9H KC KD KH 4H 2D")),), 6, C("4H"), True, C("2D"), C("4H")
        )
    if part == "ask":
        question = say("ask.knock", n=2, card=C("4H"))
        answers = (
            Button("yes", "k", say("btn.knock"), primary=True),
            Button("no", "escape", say("btn.playon")),
        )
        buttons, talk = ButtonsShow(answers, 0, question), replace(talk, now=question, tone="question")
    if part == "focus":
        hand, buttons = replace(hand, focused=False), ButtonsShow(DISCARD, 0)
    yield TopBar(TOP, id="topbar")
    yield Opponent(OpponentShow(10, cards("7H JD"), deals=True), id="opponent")
    yield Piles(piles, id="piles")
    yield Race(RaceShow(43, 49, limit=say("hud.limit", n=10)), id="race")
    yield Talk(talk, id="talk")
    yield Hand(hand, id="hand")
    yield Buttons(buttons, id="buttons")
    yield KeyBar(KEYS, id="keybar")


PARTS: dict[str, Callable[[str], Iterator[Widget]]] = {
    part: table_parts for part in ("table", "draw", "loose", "own", "ask", "focus")
}


class GalleryScreen(Screen[None]):
    """One part."""

    def __init__(self, part: str) -> None:
        super().__init__()
        self.part = part
        self._places = Places(table)

    @property
    def layout(self) -> Places:
        return self._places

    def compose(self) -> Iterator[Widget]:
        return PARTS[self.part](self.part)


class Gallery(App[None]):
    """The frame: keys for language and theme."""

    CSS = "Screen { background: $gr-felt; layers: table fly; overflow: hidden; }"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [("l", "language"), ("t", "theme"), ("q", "quit"), ("left", "step(-1)"), ("right", "step(1)")]

    def __init__(self, part: str, language: str, theme: str, **choices: bool) -> None:
        super().__init__()
        for each in themes():
            self.register_theme(each)
        palette = PALETTES.get(theme if "-" in theme else f"{theme}-true")
        if palette is None:
            own = self.available_themes[theme]
            palette = from_theme(own.to_color_system().generate(), own.dark)
        self.look = Look(palette, Translator(language), **choices)
        self.part = part

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return (
            css_variables(self.look.palette)
            if hasattr(self, "look")
            else css_variables(PALETTES["dark-true"])
        )

    def on_mount(self) -> None:
        self.push_screen(GalleryScreen(self.part))

    def on_resize(self) -> None:
        self.restyle(mode=mode_of(*self.size))

    def restyle(self, **changes: object) -> None:
        self.look = replace(self.look, **changes)  # type: ignore[arg-type]
        for widget in self.screen.query(Painted):
            widget.renew()

    def action_language(self) -> None:
        n = LANGUAGES.index(self.look.t.language)
        self.restyle(t=Translator(LANGUAGES[(n + 1) % 3]))

    def action_theme(self) -> None:
        names = list(PALETTES)
        n = list(PALETTES.values()).index(self.look.palette)
        self.restyle(palette=PALETTES[names[(n + 1) % len(names)]])

    def action_step(self, by: int) -> None:
        hand = self.screen.query_one(Hand)
        held = [card for group in hand.show.groups for card in group.cards]
        at = held.index(hand.show.cursor) if hand.show.cursor else 0
        hand.update(replace(hand.show, cursor=held[(at + by) % len(held)]))

    def on_painted_picked(self, message: Painted.Picked) -> None:
        self.bell()
        self.sub_title = str(message.target)


def main() -> None:
    """Run the part named on the command line."""
    widths.install("sum")
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    part, language, theme = words + ["table", "ne", "dark"][len(words) :]
    flags = {word.removeprefix("--") for word in sys.argv if word.startswith("--")}
    Gallery(
        part, language, theme,
        ascii="ascii" in flags, four_colours="two" not in flags, tall="flat" not in flags,
    ).run()  # fmt: skip


if __name__ == "__main__":
    main()
