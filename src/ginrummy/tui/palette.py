"""Every colour has one role: two designed themes for true colour, 256 and 16 colours, and Textual's own.

Rich must never round the designed colours (the felt would turn acid green), so each depth has its own column:
the 256 column holds only colours of the 256-colour cube, the 16 column only the sixteen of the standard
palette. `READABLE` lists every pair of ink and ground in use; the tests hold each to a contrast of 4.5.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from textual.color import Color, ColorParseError
from textual.theme import Theme

from ginrummy.engine.cards import Card

Depth = Literal["true", "256", "16"]


class Palette(NamedTuple):
    """Colours as `#rrggbb`, by role."""

    felt: str
    """The table."""
    well: str
    """Sunk into the table: the rail, the ledger."""
    lift: str
    """Raised from it: buttons, the row in focus."""
    wood: str
    """The top bar and the key bar."""
    wood_hi: str
    """Key caps on wood."""
    text: str
    soft: str
    """The second voice on felt and well; on lift all words are `text`."""
    faint: str
    """Rules, tracks, the unseen; never words."""
    on_wood: str
    soft_wood: str
    accent: str
    """Marigold as ink: you, here, now."""
    fill: str
    """Marigold as a ground: the one primary button, the chosen value."""
    on_accent: str
    bloom: str
    """The garland; never words."""
    good: str
    bad: str
    card: str
    card_dim: str
    """Cards outside the melds, and those under the top of the pile."""
    card_sel: str
    """The card under the cursor, a card laid off."""
    edge: str
    """The left edge of a card; never words."""
    ink_c: str
    ink_d: str
    ink_h: str
    ink_s: str
    back: str
    back_hi: str
    panel: str
    """The inner panel of a court card."""
    bold_on: frozenset[str] | None = None
    """The grounds that bear bold ink; None for all."""
    dark: bool = True

    def ink(self, card: Card, four_colours: bool = True) -> str:
        """The ink of a card's suit; with two colours diamonds take the hearts' and clubs the spades'."""
        inks = (self.ink_c, self.ink_d, self.ink_h, self.ink_s)
        return inks[card.suit if four_colours else 2 if card.suit in (1, 2) else 3]


# fmt: off
_ROLES: dict[str, tuple[str, str, str, str, str, str]] = {
    #             dark       light      dark 256   light 256  dark 16    light 16
    "felt":      ("#12352b", "#c6d6b9", "#1c1c1c", "#d7d7af", "#000000", "#aaaaaa"),
    "well":      ("#0d2820", "#b9cbaa", "#121212", "#c6c6c6", "#000000", "#aaaaaa"),
    "lift":      ("#1d4a3c", "#dfe8d2", "#303030", "#eeeeee", "#555555", "#ffffff"),
    "wood":      ("#2b1d16", "#6b4a30", "#262626", "#3a3a3a", "#000000", "#000000"),
    "wood_hi":   ("#4a3425", "#805c3d", "#444444", "#585858", "#555555", "#555555"),
    "text":      ("#f4ecd8", "#1c2a22", "#ffffd7", "#121212", "#ffffff", "#000000"),
    "soft":      ("#b9ccb9", "#2f4a3c", "#afaf87", "#444444", "#aaaaaa", "#000000"),
    "faint":     ("#5f8574", "#6f927c", "#5f8787", "#878787", "#555555", "#555555"),
    "on_wood":   ("#f4e6cc", "#fff6e2", "#ffffd7", "#ffffd7", "#ffffff", "#ffffff"),
    "soft_wood": ("#c9b08e", "#ecd9b8", "#d7af87", "#d7d7af", "#aaaaaa", "#aaaaaa"),
    "accent":    ("#f5b23c", "#85380a", "#ffaf00", "#870000", "#ffff55", "#0000aa"),
    "fill":      ("#f5b23c", "#f0a830", "#ffaf00", "#ffaf00", "#ffff55", "#ffff55"),
    "on_accent": ("#2b1805", "#2b1805", "#1c1c1c", "#1c1c1c", "#000000", "#000000"),
    "bloom":     ("#f5b23c", "#d9820f", "#ffaf00", "#d75f00", "#ffff55", "#aa0000"),
    "good":      ("#8fd694", "#0f5c2c", "#87d787", "#005f00", "#55ff55", "#000000"),
    "bad":       ("#ff9a84", "#9c1f1a", "#ff8787", "#870000", "#ff5555", "#000000"),
    "card":      ("#faf3e1", "#fffdf5", "#eeeeee", "#ffffff", "#ffffff", "#ffffff"),
    "card_dim":  ("#ded5c0", "#ebe4d2", "#d0d0d0", "#e4e4e4", "#ffffff", "#ffffff"),
    "card_sel":  ("#ffe2a3", "#ffe0a0", "#ffd787", "#ffd787", "#ffffff", "#ffffff"),
    "edge":      ("#a8997a", "#8f8468", "#949494", "#878787", "#555555", "#555555"),
    "ink_s":     ("#1b2030", "#1b2030", "#121212", "#121212", "#000000", "#000000"),
    "ink_h":     ("#b3161f", "#b3161f", "#af0000", "#af0000", "#aa0000", "#aa0000"),
    "ink_d":     ("#1450a8", "#1450a8", "#0000af", "#0000af", "#0000aa", "#0000aa"),
    "ink_c":     ("#12602f", "#12602f", "#005f00", "#005f00", "#000000", "#000000"),
    "back":      ("#7a241f", "#8c2f27", "#870000", "#870000", "#aa0000", "#aa0000"),
    "back_hi":   ("#b8533a", "#c96a4c", "#d7875f", "#d7875f", "#ff5555", "#ff5555"),
    "panel":     ("#f3dfae", "#f6e3b4", "#ffd7af", "#ffd7af", "#ffffff", "#ffffff"),
}
# fmt: on
_COLUMNS = ("dark-true", "light-true", "dark-256", "light-256", "dark-16", "light-16")
_BOLD_ON = {"dark-16": frozenset({"#000000", "#555555"}), "light-16": frozenset({"#000000", "#555555"})}

PALETTES: dict[str, Palette] = {
    name: Palette(
        **{role: colours[n] for role, colours in _ROLES.items()},
        bold_on=_BOLD_ON.get(name),
        dark=name.startswith("dark"),
    )
    for n, name in enumerate(_COLUMNS)
}
"""The designed palettes: `dark` and `light`, a hyphen, and the depth `true`, `256` or `16`."""

READABLE: tuple[tuple[str, str], ...] = (
    *((ink, ground) for ink in ("text", "accent") for ground in ("felt", "well", "lift")),
    *((ink, ground) for ink in ("soft", "good", "bad") for ground in ("felt", "well")),
    ("on_wood", "wood"), ("soft_wood", "wood"), ("on_wood", "wood_hi"),
    ("on_accent", "fill"), ("card", "back"),
    *((f"ink_{suit}", ground) for suit in "cdhs" for ground in ("card", "card_dim", "card_sel", "panel")),
)  # fmt: skip
"""Every pair (ink role, ground role) that carries words or numbers."""


def designed(light: bool, depth: Depth) -> Palette:
    """The designed palette, dark or light, for so many colours."""
    return PALETTES[f"{'light' if light else 'dark'}-{depth}"]


_FROM_THEME = {
    "felt": "background",
    "well": "surface",
    "lift": "panel",
    "text": "foreground",
    "accent": "primary",
    "good": "success",
    "bad": "error",
}


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21, as WCAG 2 counts it.

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def from_theme(variables: Mapping[str, str], dark: bool) -> Palette:
    """A palette round one of Textual's own themes; cards, suits and backs stay ours.

    Colours too close to read are moved towards black or white until they pass. A theme without real colours
    (Textual's `ansi` themes) gives the designed palette of 16 colours.
    """
    try:
        theme = {role: _rgb(variables[name]) for role, name in _FROM_THEME.items()}
    except (KeyError, ColorParseError):
        return designed(not dark, "16")
    ours = designed(not dark, "true")
    theme["soft"] = _mix(theme["text"], theme["felt"], 0.25)
    theme["faint"] = _mix(theme["text"], theme["felt"], 0.5)
    theme["wood"], theme["wood_hi"] = theme["well"], theme["lift"]
    theme["on_wood"], theme["soft_wood"] = theme["text"], theme["soft"]
    theme["fill"], theme["bloom"] = theme["accent"], theme["accent"]
    theme["on_accent"] = max(("#000000", "#ffffff"), key=lambda ink: contrast(ink, theme["fill"]))
    return _readable(_with(ours, theme))


def _rgb(colour: str) -> str:
    parsed = Color.parse(colour)
    if parsed.ansi is not None or parsed.a == 0:
        raise ColorParseError(f"no real colour: {colour}")
    return f"#{parsed.r:02x}{parsed.g:02x}{parsed.b:02x}"


def _mix(one: str, other: str, share: float) -> str:
    return _rgb(Color.parse(one).blend(Color.parse(other), share).hex)


def _readable(palette: Palette) -> Palette:
    """Move inks away from their grounds until every pair of `READABLE` has a contrast of 4.5."""
    ours = {"ink_c", "ink_d", "ink_h", "ink_s"}
    for role in {ink for ink, _ in READABLE} - ours:
        grounds = [getattr(palette, ground) for ink, ground in READABLE if ink == role]
        palette = _with(palette, {role: _pushed(getattr(palette, role), grounds)})
    return palette


def _with(palette: Palette, colours: Mapping[str, str]) -> Palette:
    """The palette with other colours in the roles that `colours` names."""
    changes: dict[str, Any] = dict(colours)
    return palette._replace(**changes)


def _pushed(ink: str, grounds: list[str]) -> str:
    best = ink
    for step in range(21):
        for end in ("#ffffff", "#000000"):
            best = _mix(ink, end, step / 20)
            if all(contrast(best, ground) >= 4.5 for ground in grounds):
                return best
    return best


def textual_theme(name: str) -> Theme:
    """The designed palette `name` as a theme for Textual's own widgets, called `ginrummy-` and the name."""
    palette = PALETTES[name]
    return Theme(
        name=f"ginrummy-{name}",
        primary=palette.accent,
        secondary=palette.soft,
        accent=palette.accent,
        foreground=palette.text,
        background=palette.felt,
        surface=palette.well,
        panel=palette.lift,
        success=palette.good,
        warning=palette.accent,
        error=palette.bad,
        dark=palette.dark,
    )
