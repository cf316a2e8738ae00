"""Shows each screen's parts with sample data, to look at: `python tests/tui/gallery.py PART LANGUAGE THEME`.

PART is one of `PARTS`, LANGUAGE a code, THEME `dark` or `light` with an optional depth (`dark-16`,
`light-256`) or a theme of Textual's own; then `--ascii`, `--two` (colours of suits), `--flat` (buttons).
`l` changes the language, `t` the theme, arrows move the cursor, `f` flies a card.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import ClassVar

from textual.app import App
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget

from ginrummy.engine.cards import Card, parse_cards
from ginrummy.i18n import LANGUAGES, Translator
from ginrummy.tui import widths
from ginrummy.tui.layout import Places, mode_of, page, page_with_buttons, showdown, table
from ginrummy.tui.look import Look, say
from ginrummy.tui.painted import Painted
from ginrummy.tui.palette import PALETTES, from_theme
from ginrummy.tui.widgets.bars import KeyBar, KeyHint, KeysShow, TopBar, TopShow
from ginrummy.tui.widgets.buttons import Button, Buttons, ButtonsShow
from ginrummy.tui.widgets.hand import Group, Hand, HandShow
from ginrummy.tui.widgets.menu import Menu, MenuEntry, MenuShow
from ginrummy.tui.widgets.opponent import Opponent, OpponentShow
from ginrummy.tui.widgets.piles import Piles, PilesShow
from ginrummy.tui.widgets.race import Race, RaceShow
from ginrummy.tui.widgets.rail import Board, MoveLine, Rail, RailShow
from ginrummy.tui.widgets.reader import Block, Reader, ReaderShow
from ginrummy.tui.widgets.settings import SettingHead, SettingRow, SettingsList, SettingsShow
from ginrummy.tui.widgets.sheet import Sheet, SheetRow, SheetShow
from ginrummy.tui.widgets.showdown import Hands, HandsShow, Ledger, LedgerLine, LedgerShow, SideShow
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

SHOWN = (
    Button("next", "enter", say("act.next"), primary=True),
    Button("scores", "v", say("act.scoresheet")),
    Button("review", "w", say("act.review"), optional=True),
)
PAGE_KEYS = KeysShow(
    (
        KeyHint("m", say("foot.moves"), "moves"),
        KeyHint("r", say("foot.rules"), "rules"),
        KeyHint("?", say("foot.keys"), "keys"),
        KeyHint("escape", say("foot.menu"), "menu"),
    ),
    drop=("r", "m"),
)
MENU_KEYS = KeysShow(
    (
        KeyHint("up_down", say("foot.choose"), "help"),
        KeyHint("left_right", say("foot.change"), "help"),
        KeyHint("enter", say("foot.open"), "open"),
        KeyHint("?", say("foot.keys"), "keys"),
        KeyHint("escape", say("foot.back"), "back"),
    ),
    drop=("left_right", "up_down"),
)
RACE = RaceShow(43, 49, you_deal=True)
BOARD = Board(
    frozenset(cards("3S 4S 5S 9S 9D 9H KC KD KH 4H 2D")),
    frozenset(cards("7H JD")),
    frozenset(cards("QS 6D 2C KS TC 8C AD QC 3C JS TH 5D 8S QD")),
)
MOVES = (
    MoveLine(say("st.discard"), C("2D")),
    MoveLine(say("st.botdisc", card=C("QS")), C("QS")),
    MoveLine(say("st.botdrew"), hidden=True),
)


def table_parts(part: str) -> Iterator[Widget]:
    """The table: `table` (to discard), `draw`, `loose`, `ask`, `focus`."""
    hand = HandShow((*MELDS, Group(cards("4H 2D"))), 6, C("4H"), True, C("2D"))
    buttons = ButtonsShow(DISCARD)
    piles = PilesShow(17, cards("KS 2C 6D QS"))
    talk = TalkShow((say("ev.disc.you", card=C("6D")), say("ev.draw.you", card=C("2D"))), say("st.discard"))
    if part == "draw":
        hand = HandShow((*MELDS, Group(cards("4H"))), 4)
        buttons, piles = ButtonsShow(DRAW), piles._replace(focus="stock")
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
        buttons, talk = ButtonsShow(answers, 0, question), talk._replace(now=question, tone="question")
    if part == "focus":
        hand, buttons = hand._replace(focused=False), ButtonsShow(DISCARD, 0)
    yield TopBar(TOP, id="topbar")
    yield Opponent(OpponentShow(10, cards("7H JD"), deals=True), id="opponent")
    yield Piles(piles, id="piles")
    yield Race(RaceShow(43, 49, limit=say("hud.limit", n=10)), id="race")
    yield Talk(talk, id="talk")
    yield Hand(hand, id="hand")
    yield Buttons(buttons, id="buttons")
    yield Rail(RailShow(RACE, BOARD, MOVES), id="rail")
    yield KeyBar(KEYS, id="keybar")


def menu_parts(part: str) -> Iterator[Widget]:
    """The menu."""
    entries = (
        MenuEntry("continue", say("act.resume"), say("menu.resume", n=5, a=43, b=49)),
        MenuEntry("new", say("act.newgame"), say("hud.target", n=100)),
        MenuEntry("guide", say("menu.guide")),
        MenuEntry("waiting", say("menu.waiting")),
        MenuEntry("rules", say("act.rules")),
        MenuEntry("stats", say("act.stats")),
        MenuEntry("settings", say("act.settings")),
        MenuEntry("quit", say("act.quit")),
    )
    languages = tuple((code, Translator(code).own_name) for code in ("en", "ne", "hi"))
    yield TopBar(TopShow(), id="topbar")
    yield Menu(MenuShow(entries, 0, languages), id="page")
    yield KeyBar(MENU_KEYS, id="keybar")


def showdown_parts(part: str) -> Iterator[Widget]:
    """The showdown: `showdown`, or `undercut`."""
    top = SideShow(
        say("ev.knock.you", n=2),
        (Group(cards("3S 4S 5S 6S 7S"), True), *MELDS[1:], Group(cards("2D"))),
        frozenset(cards("6S 7S")), 2,
    )  # fmt: skip
    bottom = SideShow(
        say("hud.opphand"),
        (Group(cards("6H 7H 8H"), True), Group(cards("JC JD JH"), True), Group(cards("AC QH"))),
        deadwood=11,
    )
    lines = (
        LedgerLine("", 24, say("led.count.opp"), cards("6S 7S AC QH")),
        LedgerLine("−", 13, say("led.laid"), cards("6S 7S")),
        LedgerLine("−", 2, say("led.count.you"), cards("2D")),
    )
    total = LedgerLine("", 9, say("led.points.you"))
    if part == "undercut":
        lines = (
            LedgerLine("", 9, say("led.count.you"), cards("9D")),
            LedgerLine("−", 3, say("led.count.opp"), cards("3D")),
            LedgerLine("+", 25, say("set.undercut")),
            LedgerLine("+", 31, say("led.double")),
        )
        total = LedgerLine("", 62, say("led.points.opp"))
    race = RaceShow(52, 49)
    yield TopBar(TOP, id="topbar")
    yield Hands(HandsShow((top, bottom)), id="hands")
    yield Ledger(LedgerShow(lines, total, race=race, gained=9), id="ledger")
    yield Buttons(ButtonsShow(SHOWN), id="buttons")
    yield KeyBar(PAGE_KEYS, id="keybar")


def sheet_parts(part: str) -> Iterator[Widget]:
    """The score sheet: `sheet`, or `long` with more hands than fit."""
    rows = (
        SheetRow(1, "them", say("sheet.knock.you"), (17, 0), "23 − 6 = 17", "me", "me", (6, 23)),
        SheetRow(2, "me", say("sheet.undercut.you"), (43, 0), "1 + 25 = 26", "them", "me", (7, 8)),
        SheetRow(3, "them", say("sheet.gin.opp"), (43, 49), "24 + 25 = 49", "them", "them", (24, 0)),
        SheetRow(4, "me", say("sheet.voidtwo"), (43, 49)),
        SheetRow(
            5, "me", say("sheet.knock.you"), (52, 49), "11 − 2 = 9", "me", "me", (2, 11), cards("6S 7S")
        ),
    )
    if part == "long":
        rows = tuple(rows[n % 5]._replace(number=n + 1) for n in range(17))
    notes = (say("sheet.need", a=48, b=51),)
    yield TopBar(TOP, id="topbar")
    yield Sheet(SheetShow((say("sheet.title", n=100),), RaceShow(52, 49), rows, notes), id="page")
    yield Buttons(ButtonsShow(SHOWN[::2]), id="buttons")
    yield KeyBar(PAGE_KEYS, id="keybar")


def settings_parts(part: str) -> Iterator[Widget]:
    """Settings: `settings`, or `presets` with a row of many choices in focus."""
    presets = (
        "standard",
        "hindi_circle",
        "wikihow",
        "hindi_app",
        "pagat",
        "straight",
        "oklahoma",
        "hollywood",
    )
    lines = (
        SettingHead(say("set.houserules")),
        SettingRow(say("set.preset"), tuple(say(f"preset.{n}") for n in presets), 3, say("set.preset.why")),
        SettingRow(say("set.target"), why=say("set.target.why"), value="100"),
        SettingRow(
            say("set.knock"),
            (say("set.knock.ten"), say("set.knock.okl"), say("set.knock.gin")), 0, say("set.knock.ten.why"),
        ),
        SettingRow(say("set.undercut"), why=say("set.undercut.why"), value="25"),
        SettingRow(say("set.ginbonus"), why=say("set.ginbonus.why"), value="25"),
        SettingRow(say("set.more"), why=say("set.nextmatch.why")),
        SettingHead(say("set.group.play")),
        SettingRow(say("set.difficulty"), (say("diff.easy"), say("diff.medium"), say("diff.hard")), 1),
        SettingRow(say("set.confirm"), (say("on"), say("off"))),
        SettingRow(say("set.speed"), tuple(say(f"speed.{n}") for n in ("slow", "normal", "fast", "none")), 1),
        SettingHead(say("set.group.look")),
        SettingRow(say("lang.label"), ("English", "नेपाली", "हिंदी"), 0, say("set.lang.why")),
        SettingRow(say("set.digits"), ("0 1 2", "० १ २"), 1),
        SettingRow(say("set.theme"), (say("theme.dark"), say("theme.light"))),
    )  # fmt: skip
    yield TopBar(TopShow(), id="topbar")
    yield SettingsList(SettingsShow(say("set.title"), lines, 1 if part == "presets" else 3), id="page")
    yield KeyBar(MENU_KEYS, id="keybar")


def reader_parts(part: str) -> Iterator[Widget]:
    """A page of text."""
    blocks = (
        Block("title", say("keys.title")),
        Block("pair", say("keys.choose"), "← →"),
        Block("pair", say("keys.enter"), "Enter"),
        Block("pair", say("keys.move"), "Tab"),
        Block("pair", say("keys.esc"), "Esc"),
        Block("heading", say("board.title")),
        Block("text", say("guide.draw")),
        Block("item", say("guide.melds"), "•"),
        Block("item", say("st.bottook", card=C("QS")), "•"),
    )
    yield TopBar(TopShow(), id="topbar")
    yield Reader(ReaderShow(blocks), id="page")
    yield KeyBar(MENU_KEYS, id="keybar")


PARTS: dict[str, tuple[Callable[[str], Iterator[Widget]], Callable[[int, int], dict[str, Region]]]] = {
    **dict.fromkeys(("table", "draw", "loose", "own", "ask", "focus"), (table_parts, table)),
    "menu": (menu_parts, page),
    **dict.fromkeys(("showdown", "undercut"), (showdown_parts, showdown)),
    **dict.fromkeys(("sheet", "long"), (sheet_parts, page_with_buttons)),
    **dict.fromkeys(("settings", "presets"), (settings_parts, page)),
    "reader": (reader_parts, page),
}


class GalleryScreen(Screen[None]):
    """One part."""

    def __init__(self, part: str) -> None:
        super().__init__()
        self.part = part
        self._places = Places(PARTS[part][1])

    @property
    def layout(self) -> Places:
        return self._places

    def compose(self) -> Iterator[Widget]:
        yield from PARTS[self.part][0](self.part)


class Gallery(App[None]):
    """The frame: keys for language and theme."""

    CSS = "Screen { layers: table fly; overflow: hidden; }"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = [
        ("l", "language"),
        ("t", "theme"),
        ("q", "quit"),
        ("left", "step(-1)"),
        ("right", "step(1)"),
    ]

    def __init__(self, part: str, language: str, theme: str, **choices: bool) -> None:
        super().__init__()
        palette = PALETTES.get(theme if "-" in theme else f"{theme}-true")
        if palette is None:
            own = self.available_themes[theme]
            palette = from_theme(own.to_color_system().generate(), own.dark)
        self.look = Look(palette, Translator(language), **choices)
        self.part = part

    def on_mount(self) -> None:
        self.push_screen(GalleryScreen(self.part))

    def on_resize(self) -> None:
        self.restyle(mode=mode_of(*self.size))

    def restyle(self, **changes: object) -> None:
        self.look = self.look._replace(**changes)  # type: ignore[arg-type]
        self.screen.styles.background = self.look.palette.felt
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
        hand.update(hand.show._replace(cursor=held[(at + by) % len(held)]))

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
