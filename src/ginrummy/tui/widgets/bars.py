"""The wooden rails above and below: where you are, and which keys do what."""

from __future__ import annotations

from typing import NamedTuple

from ginrummy.tui.canvas import Canvas
from ginrummy.tui.look import Look, Words, say
from ginrummy.tui.painted import ActionSpot, Painted
from ginrummy.tui.text import fit, width

_CAPS = {"enter": "⏎", "space": "␣", "escape": "Esc", "left_right": "←→", "up_down": "↑↓", "tab": "Tab"}
_PLAIN_CAPS = {"enter": "Enter", "space": "Space", "left_right": "<>", "up_down": "^v"}
_PLAIN_PAIRS = {"← →": "Left Right", "↑ ↓": "Up Down", "1…9": "1-9"}
"""How help names keys where arrows would look like the keys `<`, `>` and `v`."""


def cap(look: Look, key: str) -> str:
    """What is written on a key's cap, the same in every language.

    A letter is its own cap; the others are `enter`, `space`, `escape`, `tab`, `left_right`, `up_down`.
    """
    if look.ascii and key in _PLAIN_CAPS:
        return _PLAIN_CAPS[key]
    return _CAPS.get(key, key)


def listed_cap(look: Look, caps: str) -> str:
    """What a list of keys calls one or several of them, such as `Tab ↑ ↓`."""
    if look.ascii:
        for pair, words in _PLAIN_PAIRS.items():
            caps = caps.replace(pair, words)
    return caps


class TopShow(NamedTuple):
    """`items` from the most to the least important; those that do not fit are dropped from the end."""

    items: tuple[Words, ...] = ()


class TopBar(Painted[TopShow]):
    """The game's name, where one is in the match, and the language with its key."""

    GROUND = "wood"

    @staticmethod
    def paint(canvas: Canvas, look: Look, show: TopShow) -> None:
        """Nothing is cut: what does not fit is left out whole."""
        palette = look.palette
        language = look.t.own_name
        right = canvas.width - width(language) - 5
        canvas.put(right, 0, " l ", palette.on_wood, palette.wood_hi)
        canvas.put(right + 4, 0, language, palette.soft_wood)
        canvas.spot(right, 0, canvas.width - right, 1, ActionSpot("language"))
        x = canvas.put(1, 0, "♠" if look.mode == "pocket" else "♠♥♦♣", palette.soft_wood)
        x = canvas.put(x + 1, 0, look.words(say("app.title")), palette.on_wood, bold=True) + 2
        for n, item in enumerate(show.items):
            text = ("· " if n else "") + look.words(item)
            if x + width(text) > right - 1:
                break
            x = canvas.put(x, 0, text, palette.soft_wood) + 1


class KeyHint(NamedTuple):
    """A key, what it does in a word, and the action that a click on it sets off."""

    key: str
    label: Words
    action: str


class KeysShow(NamedTuple):
    """`hints` in the order they stand; `drop` lists the keys that may go, the first to go first.

    A key that is not in `drop` always stays.
    """

    hints: tuple[KeyHint, ...] = ()
    drop: tuple[str, ...] = ()
    at: int | None = None
    """Which of the hints on the bar has the focus."""


class KeyBar(Painted[KeysShow]):
    """Key caps and words; what does not fit is dropped whole, by its rank."""

    GROUND = "wood"

    @staticmethod
    def paint(canvas: Canvas, look: Look, show: KeysShow) -> None:
        """Drop until the rest fits; what must stay loses its word before it would be cut."""
        palette = look.palette
        hints, gap, words = _kept(look, show, canvas.width - 2)
        x = 1
        for n, hint in enumerate(hints):
            if n == show.at:
                end = canvas.put(x, 0, f"▸{cap(look, hint.key)} ", palette.on_accent, palette.fill, bold=True)
            else:
                end = canvas.put(x, 0, f" {cap(look, hint.key)} ", palette.on_wood, palette.wood_hi)
            if words:
                label = fit(look.words(hint.label), canvas.width - end - 1)
                end = canvas.put(end + 1, 0, label, palette.soft_wood)
            canvas.spot(x, 0, end - x, 1, ActionSpot(hint.action))
            if hint.key in ("left_right", "up_down"):  # the first arrow goes back
                canvas.spot(x, 0, 2, 1, ActionSpot(_back(hint.action)))
            x = end + gap

    def update(self, show: KeysShow) -> None:
        """Other keys; the focus stays."""
        super().update(show._replace(at=self.show.at))

    def go(self, at: int | None) -> None:
        """The focus to a hint, counted round, or away from the bar."""
        hints = _kept(self.look, self.show, self.size.width - 2)[0]
        super().update(self.show._replace(at=None if at is None else at % len(hints)))

    @property
    def action(self) -> str:
        """What the hint in focus sets off; the last one's where the bar has become shorter."""
        hints = _kept(self.look, self.show, self.size.width - 2)[0]
        return hints[min(self.show.at or 0, len(hints) - 1)].action


def _back(action: str) -> str:
    """The command of the other arrow."""
    name, _, by = action.partition(":")
    return f"{name}:-{by}" if by else {"right": "left", "down": "up"}.get(name, name)


def _kept(look: Look, show: KeysShow, room: int) -> tuple[list[KeyHint], int, bool]:
    """The hints that fit in `room`, the gap between them, and whether they keep their words."""
    gap = 1 if look.mode == "pocket" else 2
    hints, drop = list(show.hints), list(show.drop)

    def needed(words: bool) -> int:
        caps = sum(width(cap(look, hint.key)) + 2 for hint in hints)
        labels = sum(width(look.words(hint.label)) + 1 for hint in hints) if words else 0
        return caps + labels + gap * (len(hints) - 1)

    while needed(words=True) > room and drop:
        worst = drop.pop(0)
        hints = [hint for hint in hints if hint.key != worst]
    return hints, gap, needed(words=True) <= room
