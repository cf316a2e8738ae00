"""Laying off by hand after the opponent's knock: a card, then the meld it joins."""

from __future__ import annotations

from typing import ClassVar

from ginrummy import telling
from ginrummy.engine import melds
from ginrummy.engine.cards import Card, cards_of, mask_of
from ginrummy.engine.deal import Phase
from ginrummy.engine.moves import DONE, Kind, Move
from ginrummy.session import Session
from ginrummy.tui import layout
from ginrummy.tui.look import Words, say
from ginrummy.tui.painted import CardSpot, Painted, RowSpot, Target
from ginrummy.tui.screens import table_show as shows
from ginrummy.tui.screens.base import KEYS_HINT, MENU_HINT, RULES_HINT, PlacesOf, key_bar
from ginrummy.tui.screens.showdown import CountPage, ShowdownScreen, loose_group, words_of_knock
from ginrummy.tui.widgets.bars import KeyBar, TopBar
from ginrummy.tui.widgets.buttons import Button, Buttons, ButtonsShow
from ginrummy.tui.widgets.hand import Group
from ginrummy.tui.widgets.showdown import Hands, HandsShow, Ledger, LedgerLine, LedgerShow, SideShow


class LayoffScreen(CountPage):
    """Laying off by hand: a card, then the meld it joins; the game does it on demand."""

    PLACES: ClassVar[PlacesOf] = staticmethod(layout.laying_off)
    KEYS = {  # noqa: RUF012
        "left": "left", "right": "right", "up": "meld:-1", "down": "meld:1",
        "enter": "lay", "space": "lay", "u": "undo", "a": "auto", "n": "done",
        **{str(n): f"place:{n}" for n in range(10)},
    }  # fmt: skip
    KEYS_HELP = (
        ("← →", say("keys.choose")), ("↑ ↓", say("meld")), ("Enter", say("act.layoff")),
        ("a", say("act.layoffauto")), ("n", say("act.done")), ("u", say("act.undo")),
    )  # fmt: skip

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.cursor: Card | None = None
        self.meld = 0
        self.refusal: Words | None = None

    def keys_help(self) -> tuple[tuple[str, Words], ...]:
        """A ranked match takes nothing back."""
        return tuple(each for each in self.KEYS_HELP if self._friendly or each[0] != "u")

    @property
    def _friendly(self) -> bool:
        return self.session.header.mode == "friendly"

    def section(self) -> str:
        """How laying off goes."""
        return "layoff"

    def show_all(self) -> None:
        """The knocker's melds above, one's own hand below, grouped as it would count."""
        session, view, look = self.session, self.session.view, self.look
        self.query_one(TopBar).update(shows.top_show(session))
        own = self._own()
        cards = [card for group in own.groups for card in group.cards]
        if self.cursor not in cards:
            self.cursor = own.groups[-1].cards[-1] if own.groups else None
        spread = self._spread()
        self.meld %= max(1, len(spread.groups))
        chosen = self.meld if self.meld < sum(group.meld for group in spread.groups) else None
        self.query_one(Hands).update(HandsShow((spread, own), cursor=self.cursor, meld=chosen, mine=1))
        theirs = LedgerLine("", spread.deadwood or 0, say("led.count.opp"))
        mine = LedgerLine("", own.deadwood or 0, say("led.count.you"))
        self.query_one(Ledger).update(LedgerShow((theirs, mine)))
        words = self.refusal or shows.words_of(telling.prompt(look.t, view)[0])
        buttons = (
            Button("lay", "enter", say("act.layoff"), primary=True),
            Button("auto", "a", say("act.layoffauto")),
            Button("done", "n", say("act.done")),
        )
        self.query_one(Buttons).update(ButtonsShow(buttons, None, words, refused=self.refusal is not None))
        hints = [
            ("left_right", say("foot.choose"), "right"),
            ("up_down", say("hud.melds"), "meld:1"),
            *([("u", say("foot.undo"), "undo")] if self._friendly else []),
            RULES_HINT, KEYS_HINT, MENU_HINT,
        ]  # fmt: skip
        self.query_one(KeyBar).update(key_bar(hints, drop=("r", "up_down", "left_right", "u")))

    def _spread(self) -> SideShow:
        deal, view = self.session.match.deal, self.session.view
        grown = deal.grown()
        groups = tuple(Group(cards_of(meld), meld=True) for meld in grown)
        knocker = deal.hands[1 - view.seat]
        loose = knocker & ~mask_of(card for meld in deal.spread for card in cards_of(meld))
        laid = frozenset(card for card, _ in deal.laid)
        title = words_of_knock(self.look, deal, view.seat)
        return SideShow(title, groups + loose_group(loose), laid, telling.shown_count(deal))

    def _own(self) -> SideShow:
        best = melds.best(self.session.view.stays())
        groups = tuple(Group(cards_of(meld), meld=True) for meld in best.melds)
        return SideShow(say("hud.yourhand"), groups + loose_group(best.loose), deadwood=best.deadwood)

    def before_key(self, key: str) -> bool:
        """A refusal stands until the next key."""
        self.refusal = None
        return False

    def _step(self, by: int) -> None:
        cards = [card for group in self._own().groups for card in group.cards]
        if self.cursor in cards:
            self.cursor = cards[(cards.index(self.cursor) + by) % len(cards)]
        self.show_all()

    def do_left(self) -> None:
        """The card to the left."""
        self._step(-1)

    def do_right(self) -> None:
        """The card to the right."""
        self._step(1)

    def do_place(self, place: str) -> None:
        """The card at this place."""
        cards = [card for group in self._own().groups for card in group.cards]
        at = (int(place) or 10) - 1
        if at < len(cards):
            self.cursor = cards[at]
            self.show_all()

    def do_meld(self, by: str) -> None:
        """Another of the knocker's melds."""
        count = len(self.session.match.deal.spread)
        self.meld = (self.meld + int(by)) % count
        self.show_all()

    def do_lay(self) -> None:
        """Lay the card off: on the meld in focus, or where it fits only one other, there."""
        if self.cursor is None:
            return
        fitting = [move for move in self.session.match.deal.legal() if move.card == self.cursor]
        move = Move(Kind.LAYOFF, self.cursor, self.meld)
        if move not in fitting and len(fitting) == 1:
            move = fitting[0]
        self._make(move)

    def _make(self, move: Move) -> None:
        if reason := self.session.check(move):
            self.refusal = shows.words_of(telling.refusal(self.look.t, reason, self.session.view))
        else:
            self.session.play(move)
        self._after()

    def _after(self) -> None:
        if self.session.match.deal.phase is Phase.LAYOFF:
            self.show_all()
        else:
            self.game.switch_screen(ShowdownScreen(self.session))

    def do_undo(self) -> None:
        """Take the last card laid off back."""
        if reason := self.session.may_take_back():
            self.refusal = shows.words_of(telling.refusal(self.look.t, reason, self.session.view))
        else:
            self.session.take_back()
        if self.session.match.deal.phase is Phase.LAYOFF:
            self.show_all()
        else:
            self.game.pop_screen()

    def do_auto(self) -> None:
        """What is best is laid off by the game."""
        from ginrummy.engine.layoffs import defend

        view = self.session.view
        for card, onto in defend(view.stays(), view.grown()).layoffs:
            self.session.play(Move(Kind.LAYOFF, card, onto))
        self._make(DONE)

    def do_done(self) -> None:
        """What stays, counts."""
        self._make(DONE)

    def do_back(self) -> None:
        """To the menu."""
        self.game.to_menu()

    def picked(self, target: Target, times: int) -> None:
        """A card, then a meld."""
        match target:
            case CardSpot(card):
                self.cursor = card
                self.show_all()
            case RowSpot(meld, None):
                self.meld = meld
                self.do_lay()
            case _:
                super().picked(target, times)

    def on_painted_dropped(self, message: Painted.Dropped) -> None:
        """A card dragged onto a meld."""
        message.stop()
        if isinstance(message.target, CardSpot) and isinstance(message.onto, RowSpot):
            self.cursor, self.meld = message.target.card, message.onto.row
            self.do_lay()
