"""The table: one hand played by keys or mouse, the opponent's turns at a human pace.

From a key to the screen: key -> command -> `do_…` makes a move from the selection -> `Session.play` checks,
applies and saves it -> `show_all` fills the widgets from the view. The bot thinks in a thread; an answer that
comes too late is dropped by the session.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from ginrummy import telling
from ginrummy.engine.cards import Card
from ginrummy.engine.deal import Phase, Reason
from ginrummy.engine.moves import BIG_GIN, DISCARDS, DRAW, PASS, TAKE, Move
from ginrummy.engine.view import View
from ginrummy.session import Session, Token
from ginrummy.tui.look import Words, say
from ginrummy.tui.painted import CardSpot, Painted, PileSpot, Target
from ginrummy.tui.screens import table_show as shows
from ginrummy.tui.screens.flights import Flights
from ginrummy.tui.screens.knocking import Knocking
from ginrummy.tui.screens.selection import AREAS, Question, Selection, breaks_meld, question
from ginrummy.tui.screens.table_page import TablePage
from ginrummy.tui.screens.turns import Turns
from ginrummy.tui.widgets.buttons import Button

if TYPE_CHECKING:
    from ginrummy.advice import Hint


class TableScreen(TablePage):
    """The table of a match in play."""

    KEYS = {  # noqa: RUF012
        "left": "step:-1", "right": "step:1", "home": "first", "end": "last",
        "up": "area:-1", "down": "area:1",
        "tab": "area:1", "shift+tab": "area:-1", "enter": "enter", "space": "space",
        "d": "draw", "t": "take", "p": "pass", "k": "knock", "s": "arrange", "h": "hint", "u": "undo",
        "m": "moves", "v": "scores", "w": "review", "n": "next",
        ",": "shift:-1", "<": "shift:-1", ".": "shift:1", ">": "shift:1",
        **{str(n): f"place:{n}" for n in range(10)},
    }  # fmt: skip
    KEYS_HELP: ClassVar[tuple[tuple[str, Words], ...]] = (
        ("← →", say("keys.choose")), ("1…9 0", say("keys.place")), ("Enter", say("keys.enter")),
        ("Tab ↑ ↓", say("keys.move")), ("d", say("act.drawstock")), ("t", say("act.drawpile")),
        ("p", say("act.pass")), ("k", say("keys.knock")), ("Space", say("keys.mark")),
        ("s", say("keys.arrange")), (",", say("act.moveleft")), (".", say("act.moveright")),
        ("h", say("act.hint")),
        ("u", say("act.undo")), ("m", say("act.history")), ("v", say("act.scoresheet")),
        ("w", say("act.review")), ("n", say("act.next")),
    )  # fmt: skip
    SKIPPING = frozenset({
        "d", "t", "p", "k", "h", "n", "s", ",", ".", "<", ">", "space", "enter", "tab", "shift+tab",
        "left", "right", "up", "down", "home", "end",
    })  # fmt: skip
    """Keys that do nothing but skip the pause while the opponent is at it."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.flights, self.turns, self.knocking = Flights(self), Turns(self), Knocking(self)
        self._reason: str | None = None
        self._settled: Token | None = None
        """The moment that the screen was last made ready for."""

    def opened(self) -> None:
        """Begin where the match stands."""
        super().opened()
        self.settle()

    def keys_help(self) -> tuple[tuple[str, Words], ...]:
        """A ranked match has no hints, and takes nothing back."""
        friendly = self.session.header.mode == "friendly"
        return tuple(each for each in self.KEYS_HELP if friendly or each[0] not in ("h", "u"))

    def section(self) -> str:
        """The rule that was just named, or the one that matters at this moment."""
        return telling.section_of(self._reason) if self._reason else super().section()

    # Moves

    def try_move(self, move: Move) -> bool:
        """Make a move of the player's, or say why it cannot be made."""
        if reason := self.session.check(move):
            self.refuse(reason)
            return False
        before = self.view
        self.session.play(move)
        self.settle()
        self.flights.mine(move, before)
        return True

    def refuse(self, reason: Reason | str) -> None:
        """Say why not, until the next key."""
        self._reason = str(reason)
        self.selection.refusal = shows.words_of(telling.refusal(self.look.t, reason, self.view))
        self.selection.question = None
        self.show_all()

    def settle(self) -> None:
        """After any change of the match: a fresh selection, then whoever is next."""
        view, session = self.view, self.session
        self.selection, self._settled = Selection.at_start(view, self.cards()), session.token
        self.selection.question = self.knocking.offer(view)
        self.show_all()
        self.game.show_score()
        for notice in session.news():
            self.game.tell(notice)
        if session.bot_to_move:
            self.work(self.turns.play, "bot")
        elif session.match.over or session.match.deal.over or view.phase is Phase.LAYOFF:
            self.call_after_refresh(self._open_showdown)

    def _open_showdown(self) -> None:
        from ginrummy.tui.screens.layoff import LayoffScreen
        from ginrummy.tui.screens.sheet import SheetScreen
        from ginrummy.tui.screens.showdown import ShowdownScreen

        if not self.in_front:
            return
        if self.session.ended is not None:  # there is nothing to count
            self.game.push_screen(SheetScreen(self.session))
        elif self.session.match.deal.phase is Phase.LAYOFF:
            self.game.push_screen(LayoffScreen(self.session))
        else:
            self.game.push_screen(ShowdownScreen(self.session))

    def on_screen_resume(self) -> None:
        """Back from another screen: the match may have gone on there."""
        super().on_screen_resume()
        if self._settled is not None and (
            self._settled != self.session.token or self.session.match.deal.over
        ):
            self.settle()

    def before_key(self, key: str) -> bool:
        """Land what flies, end the pause, take the refusal away."""
        self.flights.land()
        if self.turns.pausing and (key in self.SKIPPING or key == ""):
            self.turns.skip()
            return True
        if self.selection.refusal is not None and key != "r":
            self.selection.refusal, self._reason = None, None
            self.show_all()
        return False

    # Choosing

    def _buttons(self) -> tuple[Button, ...]:
        return shows.table_buttons(self.view, self.selection, self.session.header.mode == "friendly")

    def _there(self) -> list[int]:
        return [n for n, button in enumerate(self._buttons()) if button.there]

    def do_step(self, by: str) -> None:
        """The card, pile or button to the left or right; another layout where that is asked."""
        question = self.selection.question
        if question is not None and question.layouts is not None:
            self.do_layout(by)
            return
        self.selection.step(int(by), self.cards(), self._there())
        self.show_all()

    def leaves(self, by: int) -> bool:
        """From the buttons on, or from the piles back."""
        return self.selection.question is None and self.selection.area == AREAS[-1 if by > 0 else 0]

    def do_area(self, by: str) -> None:
        """From piles to hand to buttons and round."""
        self.selection.change_area(int(by), self.cards(), self._there())
        self.show_all()

    def do_first(self) -> None:
        """The first card."""
        self.point(self.cards()[0])

    def do_last(self) -> None:
        """The last card."""
        self.point(self.cards()[-1])

    def do_place(self, place: str) -> None:
        """The card at this place; 0 is the tenth."""
        cards = self.cards()
        at = (int(place) or 10) - 1
        if at < len(cards):
            self.point(cards[at])

    def point(self, card: Card) -> None:
        """The cursor to this card."""
        self.selection.point(card)
        self.show_all()

    def do_space(self) -> None:
        """Press the button that has the focus, else mark."""
        if self.selection.question is not None or self.selection.area == "buttons":
            self.do_enter()
        else:
            self.do_mark()

    def do_mark(self) -> None:
        """Mark the card to be thrown, or take the mark away."""
        if self.selection.cursor is None:
            self.refuse("select")
        else:
            self.selection.toggle_mark()
            marked = self.selection.marked
            self._remark(None if marked is None else say("st.marked", card=marked))

    def do_enter(self) -> None:
        """Do what the focus is on."""
        selection = self.selection
        if selection.question is not None:
            self.do(selection.question.buttons[selection.button].action)
        elif selection.area == "piles":
            self.do("draw" if selection.pile == "stock" else "take")
        elif selection.area == "buttons":
            self.do(self._buttons()[selection.button].action)
        else:
            self.do("discard")

    # Commands

    def do(self, command: str) -> None:
        """While a question is open only answers, and what is not about the table."""
        answers = ("yes", "no", "enter", "step", "area", "space", "layout")
        others = (*self.COMMON.values(), "moves", "scores", "review")
        question = self.selection.question
        if question is not None and command.partition(":")[0] not in (*answers, *others):
            if command in (question.yes, self.KEYS.get(question.buttons[0].key)):
                self.do_yes()
            return
        super().do(command)

    def do_draw(self) -> None:
        """From the stock."""
        self.try_move(DRAW)

    def do_take(self) -> None:
        """The top of the pile."""
        self.try_move(TAKE)

    def do_pass(self) -> None:
        """Leave the upcard."""
        self.try_move(PASS)

    def do_discard(self) -> None:
        """Throw the card that the cursor is on."""
        card = self.selection.cursor
        if card is None:
            self.refuse("select")
            return
        move = DISCARDS[card]
        may = self.session.check(move) is None and card not in self.selection.asked
        if may and breaks_meld(self.view, card):
            self.selection.asked.add(card)
            words = say("ask.melded", card=card)
            self.ask(question(words, "discard", "enter", say("act.discard"), say("btn.keep")), at=1)
            return
        self.flights.note(card)
        self.try_move(move)

    def do_knock(self) -> None:
        """Knock with the marked card, else with the one that leaves least; gin where it is."""
        self.knocking.knock()

    def do_knock_checked(self) -> None:
        """Knock without being asked."""
        self.knocking.checked(None)

    def do_gin(self) -> None:
        """Knock with nothing left."""
        self.knocking.gin()

    def do_big_gin(self) -> None:
        """All eleven cards in melds."""
        self.try_move(BIG_GIN)

    def do_layout(self, by: str) -> None:
        """Another way to lay out the melds, where it is asked which."""
        self.knocking.turn_layout(int(by))

    def ask(self, question: Question, at: int = 0) -> None:
        """Put a question in the button row, the focus on answer number `at`."""
        self.selection.question, self.selection.button = question, at
        self.show_all()

    def do_yes(self) -> None:
        """The first answer to the question."""
        question, self.selection.question = self.selection.question, None
        if question is None:
            return
        if question.layouts is not None:
            self.knocking.checked(question.layouts)
        else:
            self.do(question.yes)

    def do_no(self) -> None:
        """The other answer: everything as before."""
        self.selection.question = None
        self.show_all()

    def do_arrange(self) -> None:
        """By melds, by suit, by rank and round."""
        self.order.next()
        self._remark(say("st.sorted", how=say(f"arr.{self.order.how}")))

    def _remark(self, words: Words | None) -> None:
        """Show what has changed, and say so until the next key."""
        self.selection.hint, self.selection.remark = None, words
        self.show_all()
        self.selection.remark = None

    def do_shift(self, by: str) -> None:
        """Move the card under the cursor in the hand."""
        if self.selection.cursor is None:
            self.refuse("select")
            return
        self.order.move(self.view.hand, self.selection.cursor, int(by), self.view.drawn)
        self.show_all()

    def do_undo(self) -> None:
        """Take the last decision back."""
        if reason := self.session.may_take_back():
            self.refuse(reason)
            return
        self.session.take_back()
        self.settle()

    def do_hint(self) -> None:
        """What Hard would do, and why."""
        if reason := self.session.may_hint():
            self.refuse(reason)
            return
        self.session.hint()
        self.work(self._hint, "hint")

    async def _hint(self) -> None:
        token = self.session.token
        hint = await asyncio.to_thread(self.thought, self.view, self.session.match.deal.legal())
        if token != self.session.token or not self.is_open:
            return
        self.selection.hint = hint
        self.selection.point_at(hint.move, self._buttons())
        self.show_all()

    def thought(self, view: View, legal: Sequence[Move]) -> Hint:
        """What a hint says; it is called in a thread."""
        from ginrummy import advice

        return advice.hint(view, legal)

    def do_review(self) -> None:
        """The review of the hand before this one."""
        if self.session.match.results:
            self.game.do_review()
        else:
            self.refuse("noreview")

    def do_next(self) -> None:
        """The next hand, once this one is over."""
        if self.session.match.deal.over and not self.session.match.over:
            self.session.next_deal()
            self.settle()

    def do_back(self) -> None:
        """Out of a question, away from a hint, or to the menu."""
        if self.selection.question is not None:
            self.do_no()
        elif self.speaks:
            self.selection.hint = None
            self.show_all()
        else:
            self.game.to_menu()

    # The mouse

    def picked(self, target: Target, times: int) -> None:
        """A card is chosen by a click and thrown by two; a pile is drawn from."""
        match target:
            case CardSpot(card):
                self.point(card)
                if times == 2:
                    self.do("discard")
            case PileSpot(pile) if times == 1:
                self.do("draw" if pile == "stock" else "take")
            case _:
                super().picked(target, times)

    def on_painted_dropped(self, message: Painted.Dropped) -> None:
        """A card dragged to the pile is thrown, onto another card moved; a pile dragged to the hand is
        taken."""
        message.stop()
        if self.before_key("") or self.selection.question is not None:
            return
        match message.target, message.onto:
            case CardSpot(card), PileSpot("pile"):
                self.point(card)
                self.do("discard")
            case CardSpot(card), CardSpot(onto):
                self.order.put(self.view.hand, card, onto, self.view.drawn)
                self.point(card)
            case PileSpot(pile), CardSpot():
                self.do("draw" if pile == "stock" else "take")
