"""The first-match guide on the screen: a table and a showdown with somebody who explains.

The guide speaks where the game speaks, and points with what points anyway: the foot under a card or pile, the
focus on a button, the bracket of a meld. Every key works as always; one that would do nothing goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from textual.widget import Widget

from ginrummy.advice import Hint
from ginrummy.engine import melds
from ginrummy.engine.cards import cards_of, mask_of
from ginrummy.engine.deal import Phase
from ginrummy.engine.moves import TAKE, Move
from ginrummy.engine.view import View
from ginrummy.guide import ORDER, Guide, Step
from ginrummy.guide import hint as guide_hint
from ginrummy.i18n import Translator
from ginrummy.session import Session
from ginrummy.tui import layout
from ginrummy.tui.look import say
from ginrummy.tui.screens.base import Page, PlacesOf
from ginrummy.tui.screens.selection import Selection
from ginrummy.tui.screens.showdown import ShowdownScreen
from ginrummy.tui.screens.table import TableScreen
from ginrummy.tui.widgets.bars import KeyHint, KeysShow, TopBar, TopShow
from ginrummy.tui.widgets.buttons import Button, ButtonsShow
from ginrummy.tui.widgets.hand import HandShow
from ginrummy.tui.widgets.talk import Talk, TalkShow

PASSING: Final = frozenset({*Page.COMMON, "m", "v", "w", "u", "h", "s"})
"""Keys that keep their meaning while the guide waits to be read."""
READING: Final = (
    Button("on", "enter", say("btn.next"), primary=True),
    Button("back", "escape", say("guide.leave")),
)


def told(t: Translator, step: Step) -> TalkShow:
    """A step in two voices: the lesson, then what to do now and why."""
    sentences = step.sentences(t)
    lessons = sum(key.startswith("guide.") for key, _ in step.messages)
    if lessons == len(sentences):
        return TalkShow(tuple(map(tuple, sentences[:-1])), tuple(sentences[-1]))
    now, *why = sentences[lessons:]
    return TalkShow(tuple(map(tuple, sentences[:lessons])), tuple(now), "question", tuple(map(tuple, why)))


def progress(step: Step) -> TopShow:
    """How far the guide is."""
    return TopShow((say("guide.step", n=step.number, m=len(ORDER)), say("menu.guide")))


class GuidedTable(TableScreen):
    """The table of the guided hand."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.guide: Guide | None = Guide()
        self.step: Step | None = None

    def try_move(self, move: Move) -> bool:
        """The guide sees what the learner does."""
        if self.guide is not None and self.step is not None and self.session.check(move) is None:
            self.guide.go_on(self.step)
        return super().try_move(move)

    def settle(self) -> None:
        """After every change the guide says what is worth saying now."""
        self.step = None
        super().settle()
        self._teach()

    def _teach(self) -> None:
        self.step = (
            None if self.guide is None or self.view.phase is Phase.OVER else self.guide.step(self.view)
        )
        if self.step is not None and self.selection.question is None:
            self._point_at(self.step)
        self.show_all()

    def _point_at(self, step: Step) -> None:
        """Put the focus where the guide points."""
        selection = self.selection
        if step.waits and step.move is not None:
            selection.point_at(step.move, self._buttons())
            return
        match step.focus:
            case "upcard" | "pile":
                selection.area, selection.pile = "piles", "pile"
            case "stock":
                selection.area, selection.pile = "piles", "stock"
            case "piles":
                selection.area, selection.pile = "piles", "pile" if step.move == TAKE else "stock"
            case "card":
                selection.area, selection.cursor = "hand", step.card
            case "knock":
                selection.point_at_button("knock", self._buttons())
            case _:
                selection.area, selection.cursor = "hand", None

    def go_on(self) -> None:
        """The learner has read what was said."""
        if self.guide is not None and self.step is not None:
            self.guide.go_on(self.step)
            self.selection = Selection.at_start(self.view, self.cards())
            self._teach()

    def leave(self) -> None:
        """The learner plays on alone."""
        self.guide = self.step = None
        self.game.change(guide=False)
        self.show_all()

    def thought(self, view: View, legal: Sequence[Move]) -> Hint:
        """While the guide speaks a hint is its own advice, so that the two never differ."""
        return super().thought(view, legal) if self.step is None else guide_hint(view)

    # What is shown

    @property
    def speaks(self) -> bool:
        """The guide needs room too."""
        return self.step is not None or super().speaks

    @property
    def _reading(self) -> bool:
        """Whether the guide waits to be read and not for a move."""
        return self.step is not None and not self.step.waits and self.selection.question is None

    def top_show(self) -> TopShow:
        """How far the guide is."""
        return super().top_show() if self.step is None else progress(self.step)

    def talk_show(self) -> TalkShow:
        """The guide's words, unless the game has something to say to what was just tried or asked."""
        selection = self.selection
        says = selection.hint is not None or selection.remark is not None
        if self.step is None or says or (selection.question and self.look.mode == "pocket"):
            return super().talk_show()
        show = told(self.look.t, self.step)
        if selection.refusal is not None:
            return TalkShow(show.happened, selection.refusal, "refusal")
        return show

    def hand_show(self) -> HandShow:
        """The cards that the guide speaks of."""
        show = super().hand_show()
        focus = None if self.step is None else self.step.focus
        if focus not in ("melds", "loose"):
            return show
        loose = melds.best(mask_of(self.view.hand)).loose
        held = mask_of(self.view.hand)
        return show._replace(pointed=frozenset(cards_of(loose if focus == "loose" else held & ~loose)))

    def buttons_show(self) -> ButtonsShow:
        """On, or away from the guide, while it waits to be read."""
        return ButtonsShow(READING) if self._reading else super().buttons_show()

    def keys_show(self) -> KeysShow:
        """How to leave the guide."""
        show = super().keys_show()
        if self.step is None or self.selection.question is not None:
            return show
        if self._reading:
            return KeysShow(
                (KeyHint("r", say("foot.rules"), "rules"), KeyHint("?", say("foot.keys"), "keys"))
            )
        leave = KeyHint("escape", say("guide.leave"), "back")
        return show._replace(hints=(*(hint for hint in show.hints if hint.key != "escape"), leave))

    # Keys

    def before_key(self, key: str) -> bool:
        """While the guide waits to be read, a key that plays goes on."""
        if super().before_key(key):
            return True
        if self._reading and key not in PASSING:
            self.go_on()
            return True
        return False

    def do_on(self) -> None:
        """Go on, by the button."""
        self.go_on()

    def do_back(self) -> None:
        """Out of a question, away from a hint, out of the guide, then to the menu."""
        if self.step is not None and self.selection.question is None and not self.selection.hint:
            self.leave()
        else:
            super().do_back()

    def _open_showdown(self) -> None:
        if self.guide is None or self.guide.over or not self.in_front:
            super()._open_showdown()
        else:
            self.game.push_screen(GuidedShowdown(self.session, self.guide))


class GuidedShowdown(ShowdownScreen):
    """The end of the guided hand. The count begins when the learner has read what to watch."""

    PLACES: ClassVar[PlacesOf] = staticmethod(layout.showdown_told)

    def __init__(self, session: Session, guide: Guide) -> None:
        super().__init__(session)
        self.guide = guide
        self.step = self._next()

    def _next(self) -> Step | None:
        return self.guide.step(self.session.view, self.session.match.deal.result)

    def parts(self) -> Iterator[Widget]:
        """A showdown with room for words."""
        yield from super().parts()
        yield Talk(TalkShow(), id="talk")

    def opened(self) -> None:
        """The count waits."""
        super().opened()
        if self._timer is not None:
            self._timer.pause()

    def show_all(self) -> None:
        """As always, and what the guide says."""
        super().show_all()
        self.query_one(Talk).update(told(self.look.t, self.step) if self.step else TalkShow())
        if self.step is not None:
            self.query_one(TopBar).update(progress(self.step))

    def before_key(self, key: str) -> bool:
        """A key goes on: to the count, to its end, to the last words; then they all work as always."""
        if self.step is None or key in PASSING:
            return super().before_key(key)
        if self._ticks is not None and self.step.name == "layoff" and self._timer is not None:
            self.guide.go_on(self.step)
            self.step = None
            self._timer.resume()
            self.show_all()
            return True
        self.guide.go_on(self.step)
        self.step = self._next()
        if self.guide.over:
            self.game.change(guide=False)
            return False
        self.show_all()
        return True

    def _finish(self) -> None:
        """After the count: what it means."""
        super()._finish()
        self.step = self._next()

    def do_back(self) -> None:
        """Out of the guide, then to the menu."""
        if self.step is not None:
            self.game.change(guide=False)
            self.step = None
            self._finish_alone()
        else:
            super().do_back()

    def _finish_alone(self) -> None:
        ShowdownScreen._finish(self)
        self.show_all()
