"""The table: one hand played by keys or mouse, the opponent's turns at a human pace.

From a key to the screen: key -> command -> `do_…` makes a move from the selection -> `Session.play` checks,
applies and saves it -> `show_all` fills the widgets from the view. The bot thinks in a thread; an answer that
comes too late is dropped by the session.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import ClassVar, Final

from textual.geometry import Offset
from textual.widget import Widget

from ginrummy import telling
from ginrummy.engine.cards import Card
from ginrummy.engine.deal import Phase, Reason
from ginrummy.engine.moves import BIG_GIN, DISCARDS, DRAW, KNOCKS, PASS, TAKE, Kind, Move
from ginrummy.engine.view import View
from ginrummy.session import Session
from ginrummy.tui import layout
from ginrummy.tui.arrange import Order
from ginrummy.tui.look import Words, say
from ginrummy.tui.painted import CardSpot, Painted, PileName, PileSpot, Target
from ginrummy.tui.screens import table_show as shows
from ginrummy.tui.screens.base import Page, PlacesOf
from ginrummy.tui.screens.table_show import Question, Selection
from ginrummy.tui.widgets.bars import KeyBar, KeysShow, TopBar, TopShow
from ginrummy.tui.widgets.buttons import Button, Buttons, ButtonsShow
from ginrummy.tui.widgets.flyer import Flyer
from ginrummy.tui.widgets.hand import Hand, HandShow
from ginrummy.tui.widgets.opponent import Opponent, OpponentShow
from ginrummy.tui.widgets.piles import Piles, PilesShow
from ginrummy.tui.widgets.race import Race, RaceShow
from ginrummy.tui.widgets.rail import Rail, RailShow
from ginrummy.tui.widgets.talk import Talk, TalkShow

PACE: Final = {"slow": 1.6, "normal": 0.9, "fast": 0.35, "none": 0.0}
"""Seconds that the opponent takes for a decision, by the speed setting."""
FLIGHT: Final = {"slow": 1.6, "normal": 1.0, "fast": 0.6, "none": 0.0}
"""What the seconds of a flight are multiplied by."""
DRAW_TIME, DISCARD_TIME, THEIR_DRAW_TIME, THEIR_TAKE_TIME = 0.18, 0.15, 0.22, 0.26
AREAS: Final[tuple[shows.Area, ...]] = ("piles", "hand", "buttons")


class TableScreen(Page):
    """The table of a match in play."""

    PLACES: ClassVar[PlacesOf] = staticmethod(layout.table)
    KEYS = {  # noqa: RUF012
        "left": "left", "right": "right", "home": "first", "end": "last",
        "up": "area_up", "down": "area_down",
        "tab": "area_down", "shift+tab": "area_up", "enter": "enter", "space": "mark",
        "d": "draw", "t": "take", "p": "pass", "k": "knock", "s": "arrange", "h": "hint", "u": "undo",
        "m": "moves", "v": "scores", "w": "review", "n": "next",
        ",": "shift:-1", "<": "shift:-1", ".": "shift:1", ">": "shift:1",
        **{str(n): f"place:{n}" for n in range(10)},
    }  # fmt: skip
    KEYS_HELP = (
        ("← →", say("keys.choose")), ("1…9 0", say("keys.place")), ("Enter", say("keys.enter")),
        ("Tab ↑ ↓", say("keys.move")), ("d", say("act.drawstock")), ("t", say("act.drawpile")),
        ("p", say("act.pass")), ("k", say("keys.knock")), ("Space", say("keys.mark")),
        ("s", say("keys.arrange")), ("< >", say("keys.shift")), ("h", say("act.hint")),
        ("u", say("act.undo")), ("m", say("act.history")), ("v", say("act.scoresheet")),
        ("w", say("act.review")), ("n", say("act.next")),
    )  # fmt: skip
    PAUSABLE = frozenset(
        [
            "d",
            "t",
            "p",
            "k",
            "h",
            "n",
            "s",
            ",",
            ".",
            "<",
            ">",
            "space",
            "enter",
            "tab",
            "shift+tab",
            "left",
            "right",
            "up",
            "down",
            "home",
            "end",
        ]
    )
    """Keys that do nothing but skip the pause while the opponent is at it."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.selection = Selection()
        self.order = Order()
        self._reason: str | None = None
        self._skip: asyncio.Event | None = None

    def parts(self) -> Iterator[Widget]:
        """Everything on the table."""
        yield TopBar(TopShow(), id="topbar")
        yield Opponent(OpponentShow(), id="opponent")
        yield Piles(PilesShow(), id="piles")
        yield Race(RaceShow(), id="race")
        yield Talk(TalkShow(), id="talk")
        yield Hand(HandShow(), id="hand")
        yield Buttons(ButtonsShow(), id="buttons")
        yield Rail(RailShow(RaceShow(), shows.board(self.view)), id="rail")
        yield KeyBar(KeysShow(), id="keybar")
        yield Flyer()

    def on_mount(self) -> None:
        """Begin where the match stands."""
        super().on_mount()
        self._settle()

    @property
    def view(self) -> View:
        """What the player may know."""
        return self.session.view

    def section(self) -> str:
        """The rule that was just named, or the one that matters at this moment."""
        return telling.section_of(self._reason) if self._reason else telling.section_for(self.view)

    def show_all(self) -> None:
        """Fill every widget; each redraws only what differs."""
        session, selection, look, view = self.session, self.selection, self.look, self.view
        groups = self.order.groups(view.hand, view.drawn)
        hints = session.header.mode == "friendly"
        self.query_one(TopBar).update(shows.top_show(session))
        self.query_one(Opponent).update(shows.opponent_show(view, selection))
        self.query_one(Piles).update(shows.piles_show(view, selection))
        self.query_one(Race).update(shows.race_show(look, view))
        self.query_one(Talk).update(shows.talk_show(look, session, selection))
        self.query_one(Hand).update(shows.hand_show(view, groups, selection))
        self.query_one(Buttons).update(shows.buttons_show(view, selection, hints))
        self.query_one(KeyBar).update(shows.keys_show(look, view))
        if look.mode == "hall":
            self.query_one(Rail).update(shows.rail_show(look, session))

    # Moves

    def try_move(self, move: Move) -> bool:
        """Make a move of the player's, or say why it cannot be made."""
        if reason := self.session.check(move):
            self.refuse(reason)
            return False
        before = self.view
        self.session.play(move)
        self._settle()
        self._fly_mine(move, before)
        return True

    def refuse(self, reason: Reason | str) -> None:
        """Say why not, until the next key."""
        self._reason = str(reason)
        self.selection.refusal = shows.words_of(telling.refusal(self.look.t, reason, self.view))
        self.selection.question = None
        self.show_all()

    def _settle(self) -> None:
        """After any change of the match: a fresh selection, then whoever is next."""
        view, session = self.view, self.session
        self.selection = Selection()
        if view.turn == view.seat and view.phase is Phase.DISCARD:
            self.selection.area = "hand"
            self.selection.cursor = self._first_cursor(view)
        elif view.phase in (Phase.UPCARD, Phase.LAST):
            self.selection.pile = "pile"
        self._offer_gin(view)
        self.show_all()
        self.game.show_score()
        if session.trouble is not None:
            self.game.tell(session.trouble)
        if session.bot_to_move:
            self.run_worker(self._bot_turn(), group="bot", exclusive=True, exit_on_error=True)
        elif session.match.over or session.match.deal.over or view.phase is Phase.LAYOFF:
            self.call_after_refresh(self._open_showdown)
        elif self.game.settings.bell:
            self.game.bell()

    def _first_cursor(self, view: View) -> Card:
        """The card just drawn, or when that must stay the last one of the hand."""
        cards = self._cards()
        if view.drawn is not None and view.drawn != view.taken:
            return view.drawn
        return next(card for card in reversed(cards) if card != view.taken)

    def _offer_gin(self, view: View) -> None:
        """A hand that has become gin is announced, and offered; it never ends by itself."""
        if telling.is_big_gin(view):
            self._ask(say("ask.biggin"), "big_gin", say("set.biggin"), say("btn.playon"))
        elif 0 in telling.counts_of_knocks(view).values():
            self._ask(say("ask.gin"), "gin", say("act.gin"), say("btn.playon"))

    def _open_showdown(self) -> None:
        from ginrummy.tui.screens.showdown import LayoffScreen, ShowdownScreen

        if not self.is_current:
            return
        if self.session.match.deal.phase is Phase.LAYOFF:
            self.game.push_screen(LayoffScreen(self.session))
        else:
            self.game.push_screen(ShowdownScreen(self.session))

    def on_screen_resume(self) -> None:
        """Back from another screen: the match may have gone on there."""
        super().on_screen_resume()
        if self.session.match.deal.over or self.view.phase is Phase.LAYOFF:
            self.call_after_refresh(self._open_showdown)

    def deal_again(self) -> None:
        """The next hand."""
        self.session.next_deal()
        self._settle()

    # The opponent's turn

    async def _bot_turn(self) -> None:
        """Every decision of the opponent's until it is the player's turn."""
        session = self.session
        while session.bot_to_move and self.is_attached:
            self._skip = asyncio.Event()
            thinking = asyncio.create_task(asyncio.to_thread(session.think))
            await self._pause(PACE[self.game.settings.speed])
            token, answer = await thinking
            self._skip = None
            before = self.view
            if session.play_bot(token, answer) and isinstance(answer, Move):
                await self._fly_theirs(answer, before)
        if self.is_attached:
            self._settle()

    async def _pause(self, seconds: float) -> None:
        """Wait as a person would; any key goes on at once."""
        if seconds > 0 and self._skip is not None:
            try:
                await asyncio.wait_for(self._skip.wait(), seconds)
            except TimeoutError:
                return

    def before_key(self, key: str) -> bool:
        """Land what flies, end the pause, take the refusal away."""
        self.query_one(Flyer).land()
        if self._skip is not None and (key in self.PAUSABLE or key == ""):
            self._skip.set()
            return True
        if self.selection.refusal is not None and key != "r":
            self.selection.refusal, self._reason = None, None
            self.show_all()
        return False

    # Flights

    def _fly_mine(self, move: Move, before: View) -> None:
        view = self.view
        if move.kind in (Kind.DRAW, Kind.TAKE) and view.drawn is not None:
            source: PileName = "stock" if move.kind is Kind.DRAW else "pile"
            self.selection.away = view.drawn
            self._launch(
                view.drawn, self._pile_offset(source, before), self._hand_offset(view.drawn), DRAW_TIME
            )
        elif move.kind is Kind.DISCARD and move.card is not None:
            self.selection.to_pile = True
            self._launch(move.card, self._last_place, self._pile_offset("pile", view), DISCARD_TIME)

    def _launch(self, card: Card | None, start: Offset | None, end: Offset | None, seconds: float) -> None:
        self.show_all()
        self.run_worker(self._flight(card, start, end, seconds), group="flight", exclusive=True)

    async def _flight(
        self, card: Card | None, start: Offset | None, end: Offset | None, seconds: float
    ) -> None:
        if start is not None and end is not None and self.is_current and self.look.mode != "small":
            factor = FLIGHT[self.game.settings.speed]
            size = self.look.plan.pile_size
            await self.query_one(Flyer).fly(card, start, end, size, seconds * factor)
        self.selection.away, self.selection.to_pile = None, False
        if self.is_attached:
            self.show_all()

    async def _fly_theirs(self, move: Move, before: View) -> None:
        view, theirs = self.view, self._their_offset()
        if move.kind is Kind.DRAW:
            self.show_all()
            await self._flight(None, self._pile_offset("stock", before), theirs, THEIR_DRAW_TIME)
        elif move.kind is Kind.TAKE:
            self.selection.away = before.pile[-1]
            self.show_all()
            await self._flight(before.pile[-1], self._pile_offset("pile", before), theirs, THEIR_TAKE_TIME)
        elif move.kind is Kind.DISCARD:
            self.selection.to_pile = True
            self.show_all()
            await self._flight(move.card, theirs, self._pile_offset("pile", view), DISCARD_TIME)

    def _pile_offset(self, pile: PileName, view: View) -> Offset:
        piles = self.query_one(Piles)
        x, y = Piles.place(self.look, pile, len(view.pile))
        return piles.region.offset + Offset(x, y)

    def _hand_offset(self, card: Card) -> Offset | None:
        hand = self.query_one(Hand)
        place = hand.place_of(card) if self.look.mode != "small" else None
        return None if place is None else hand.region.offset + Offset(place.x, place.y)

    def _their_offset(self) -> Offset:
        return self.query_one(Opponent).region.offset + Offset(self.look.margin + 8, 0)

    # Choosing

    def _cards(self) -> list[Card]:
        return [card for group in self.order.groups(self.view.hand, self.view.drawn) for card in group.cards]

    def _step(self, by: int) -> None:
        """Left or right within the area that has the focus."""
        selection = self.selection
        if selection.question is not None:
            selection.button = 1 - selection.button
        elif selection.area == "piles":
            selection.pile = "pile" if selection.pile == "stock" else "stock"
        elif selection.area == "buttons":
            there = self._buttons_there()
            at = there.index(selection.button) if selection.button in there else 0
            selection.button = there[(at + by) % len(there)]
        else:
            cards = self._cards()
            at = cards.index(selection.cursor) if selection.cursor in cards else (-1 if by > 0 else 0)
            selection.cursor = cards[(at + by) % len(cards)]
        self.show_all()

    def _buttons_there(self) -> list[int]:
        buttons = shows.table_buttons(self.view, self.selection, self.session.header.mode == "friendly")
        return [n for n, button in enumerate(buttons) if button.there]

    def do_left(self) -> None:
        """The card, pile or button to the left."""
        self._step(-1)

    def do_right(self) -> None:
        """The card, pile or button to the right."""
        self._step(1)

    def do_first(self) -> None:
        """The first card."""
        self._point(self._cards()[0])

    def do_last(self) -> None:
        """The last card."""
        self._point(self._cards()[-1])

    def do_place(self, place: str) -> None:
        """The card at this place; 0 is the tenth."""
        cards = self._cards()
        at = (int(place) or 10) - 1
        if at < len(cards):
            self._point(cards[at])

    def _point(self, card: Card) -> None:
        if self.selection.question is None:
            self.selection.area, self.selection.cursor = "hand", card
            self.show_all()

    def do_area_down(self) -> None:
        """From piles to hand to buttons and round."""
        self._area(1)

    def do_area_up(self) -> None:
        """The other way round."""
        self._area(-1)

    def _area(self, by: int) -> None:
        selection = self.selection
        if selection.question is not None:
            self._step(by)
            return
        selection.area = AREAS[(AREAS.index(selection.area) + by) % len(AREAS)]
        if selection.area == "hand" and selection.cursor is None:
            selection.cursor = self._cards()[-1]
        if selection.area == "buttons":
            selection.button = self._buttons_there()[0]
        self.show_all()

    def do_mark(self) -> None:
        """Mark the card to be thrown, or take the mark away."""
        selection = self.selection
        if selection.question is not None:
            self.do_enter()
        elif selection.cursor is None or selection.area == "buttons":
            self.do_enter() if selection.area == "buttons" else self.refuse("select")
        else:
            selection.marked = None if selection.marked == selection.cursor else selection.cursor
            self.show_all()

    def do_enter(self) -> None:
        """Do what the focus is on."""
        selection = self.selection
        if selection.question is not None:
            self.do("yes" if selection.button == 0 else "no")
        elif selection.area == "piles":
            self.do("draw" if selection.pile == "stock" else "take")
        elif selection.area == "buttons":
            buttons = shows.table_buttons(self.view, selection, self.session.header.mode == "friendly")
            self.do(buttons[selection.button].action)
        else:
            self.do("discard")

    # Commands

    def do(self, command: str) -> None:
        """While a question is open only answers, and what is not about the table."""
        answers = ("yes", "no", "enter", "left", "right", "area_up", "area_down", "mark")
        others = (*self.COMMON.values(), "moves", "scores")
        question = self.selection.question
        if question is not None and command.partition(":")[0] not in (*answers, *others):
            if command == question.yes or (command, question.yes) == ("knock", "gin"):
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
        if may and shows.breaks_meld(self.view, card):
            self.selection.asked.add(card)
            self._ask(say("ask.melded", card=card), "discard", say("act.discard"), say("btn.keep"))
            self.selection.button = 1
            self.show_all()
            return
        self._last_place = self._hand_offset(card)
        self.try_move(move)

    def do_knock(self) -> None:
        """Knock with the marked card, else with the one that leaves least; gin where it is."""
        view, marked = self.view, self.selection.marked
        choice = shows.knock_card(view, marked)
        if telling.is_big_gin(view):
            self.do_big_gin()
        elif choice is None:
            self.try_move(KNOCKS[marked or self.selection.cursor or self._cards()[-1]])
        elif marked is not None and choice[0] != marked:
            self.refuse("mark")
        elif choice[1] and self.game.settings.confirm:
            question = say("ask.knock", n=choice[1], card=choice[0])
            self._ask(question, "knock", say("btn.knock"), say("btn.playon"))
            self.show_all()
        else:
            self.try_move(KNOCKS[choice[0]])

    def do_gin(self) -> None:
        """Knock with nothing left."""
        choice = shows.knock_card(self.view, None)
        if choice is not None:
            self.try_move(KNOCKS[choice[0]])

    def do_big_gin(self) -> None:
        """All eleven cards in melds."""
        self.try_move(BIG_GIN)

    def _ask(self, words: Words, yes: str, yes_label: Words, no_label: Words) -> None:
        key = {"discard": "enter", "big_gin": "k", "gin": "k"}.get(yes, "k")
        self.selection.question = Question(
            words, yes, Button("yes", key, yes_label, primary=True), Button("no", "escape", no_label)
        )
        self.selection.button = 0

    def do_yes(self) -> None:
        """The first answer to the question."""
        question, self.selection.question = self.selection.question, None
        if question is None:
            return
        if question.yes == "knock":
            choice = shows.knock_card(self.view, self.selection.marked)
            if choice is not None:
                self.try_move(KNOCKS[choice[0]])
        else:
            self.do(question.yes)

    def do_no(self) -> None:
        """The other answer: everything as before."""
        self.selection.question = None
        self.show_all()

    def do_arrange(self) -> None:
        """By melds, by suit, by rank and round."""
        self.order.next()
        self.selection.hint = (say("st.sorted", how=say(f"arr.{self.order.how}")),)
        self.show_all()
        self.selection.hint = ()

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
        self._settle()

    def do_hint(self) -> None:
        """What Hard would do, and why."""
        if reason := self.session.may_hint():
            self.refuse(reason)
            return
        self.session.hint()
        self.run_worker(self._hint(), group="hint", exclusive=True)

    async def _hint(self) -> None:
        from ginrummy import advice

        token, t = self.session.token, self.look.t
        view, legal = self.view, self.session.match.deal.legal()
        hint = await asyncio.to_thread(advice.hint, t, view, legal)
        if token != self.session.token or not self.is_attached:
            return
        self.selection.hint = tuple(shows.words_of(sentence) for sentence in hint.sentences)
        if hint.move.card is not None:
            self.selection.area, self.selection.cursor = "hand", hint.move.card
        self.show_all()

    def do_moves(self) -> None:
        """All moves of the hand."""
        from ginrummy.tui.screens.moves import MovesScreen

        self.game.push_screen(MovesScreen(self.session))

    def do_scores(self) -> None:
        """The score sheet."""
        from ginrummy.tui.screens.sheet import SheetScreen

        self.game.push_screen(SheetScreen(self.session))

    def do_next(self) -> None:
        """The next hand, once this one is over."""
        if self.session.match.deal.over and not self.session.match.over:
            self.deal_again()

    def do_back(self) -> None:
        """Out of a question, or to the menu."""
        if self.selection.question is not None:
            self.do_no()
        else:
            self.game.to_menu()

    # The mouse

    def picked(self, target: Target, times: int) -> None:
        """A card is chosen by a click and thrown by two; a pile is drawn from."""
        match target:
            case CardSpot(card):
                self._point(card)
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
        if self.before_key(""):
            return
        match message.target, message.onto:
            case CardSpot(card), PileSpot("pile"):
                self._point(card)
                self.do("discard")
            case CardSpot(card), CardSpot(onto):
                self.order.put(self.view.hand, card, onto, self.view.drawn)
                self._point(card)
            case PileSpot(pile), CardSpot():
                self.do("draw" if pile == "stock" else "take")

    _last_place: Offset | None = None
