"""The end of a hand: laying off, both hands on the table, the count step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from textual.timer import Timer
from textual.widget import Widget

from ginrummy import reckoning, telling
from ginrummy.engine.cards import cards_of, mask_of
from ginrummy.engine.deal import Deal
from ginrummy.engine.layoffs import grown
from ginrummy.engine.moves import Kind
from ginrummy.session import Session
from ginrummy.tui import layout
from ginrummy.tui.look import Look, Words, say
from ginrummy.tui.screens import table_show as shows
from ginrummy.tui.screens.base import KEYS_HINT, MENU_HINT, RULES_HINT, Page, PlacesOf, is_last, key_bar
from ginrummy.tui.widgets.bars import KeyBar, KeysShow, TopBar, TopShow
from ginrummy.tui.widgets.buttons import Button, Buttons, ButtonsShow
from ginrummy.tui.widgets.hand import Group
from ginrummy.tui.widgets.race import RaceShow
from ginrummy.tui.widgets.showdown import Hands, HandsShow, Ledger, LedgerLine, LedgerShow, SideShow

TICK: Final = 0.05
"""Seconds from picture to picture while the count runs."""
LAID_TICKS, LINE_TICKS, SUM_TICKS = 4, 5, 8
"""Ticks for a card laid off, for a line of the count, and at most for the sum."""

SHORT_COUNT: Final = 3
"""Lines of a count that leave a row to the hands."""


def loose_group(mask: int) -> tuple[Group, ...]:
    """The cards outside the melds as a group; none where there are none."""
    return (Group(tuple(sorted(cards_of(mask), key=lambda card: (card.rank, card.suit)))),) if mask else ()


def sides(look: Look, deal: Deal, me: int, laid_shown: int = 99) -> tuple[SideShow, ...]:
    """Both hands of a settled deal, the knocker's first, with the first `laid_shown` cards laid off."""
    result = deal.result
    settled = result.settlement if result else None
    if result is None or settled is None or result.knocker_seat is None:
        return ()
    layoffs = settled.defender.layoffs[:laid_shown]
    waiting = [card for card, _ in settled.defender.layoffs[laid_shown:]]
    spread = grown(settled.knocker.melds, layoffs)
    knocker_melds = tuple(Group(cards_of(meld), meld=True) for meld in spread)
    defender_melds = tuple(Group(cards_of(meld), meld=True) for meld in settled.defender.melds)
    loose = settled.defender.loose | mask_of(waiting)
    mine = result.knocker_seat == me
    count = settled.defender.deadwood + sum(card.value for card in waiting)
    title = words_of_knock(look, deal, me)
    return (
        SideShow(
            title,
            knocker_melds + loose_group(settled.knocker.loose),
            frozenset(card for card, _ in layoffs),
            settled.knocker.deadwood,
        ),
        SideShow(
            say("hud.opphand" if mine else "hud.yourhand"),
            defender_melds + loose_group(loose),
            deadwood=count,
        ),
    )


def words_of_knock(look: Look, deal: Deal, me: int) -> Words:
    """Who knocked, with what."""
    sentence = telling.move(look.t, deal.knocker == me, _last_kind(deal), None, telling.shown_count(deal))
    return shows.words_of(sentence)


def _last_kind(deal: Deal) -> str:
    kinds = [move.kind for move in deal.moves if move.kind in (Kind.KNOCK, Kind.BIG_GIN)]
    return kinds[-1]


def ledger_show(look: Look, session: Session, shown: int = 99, points: int | None = None) -> LedgerShow:
    """The count of the hand, its first `shown` lines, `points` of the total so far."""
    deal, me = session.match.deal, session.me
    rows = reckoning.ledger(look.t, deal, me)
    if not rows or deal.result is None:
        return LedgerShow()
    lines = tuple(LedgerLine(row.sign, row.number, row.label, row.cards) for row in rows[:-1])
    total = LedgerLine("", rows[-1].number, rows[-1].label)
    mine, theirs = session.match.tally.running[me], session.match.tally.running[1 - me]
    boxes = session.match.rules.box_bonus if session.match.rules.box_timing == "immediate" else 0
    gained = deal.result.points + (boxes if deal.result.winner_seat is not None else 0)
    race = RaceShow(mine, theirs, session.match.rules.target)
    if session.match.tally.games:
        gained = 0  # the points stand in three games at once: the score sheet shows where
    return LedgerShow(lines, total, shown, points, race, gained, deal.result.winner_seat == me)


class CountPage(Page):
    """Both hands of a match on the table, and the count below them."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def parts(self) -> Iterator[Widget]:
        """Both hands, the count, what comes next."""
        yield TopBar(TopShow(), id="topbar")
        yield Hands(HandsShow(), id="hands")
        yield Ledger(LedgerShow(), id="ledger")
        yield Buttons(ButtonsShow(), id="buttons")
        yield KeyBar(KeysShow(), id="keybar")


class ShowdownScreen(CountPage):
    """Both hands and the count; any key skips to its end, then Enter goes on."""

    PLACES: ClassVar[PlacesOf] = staticmethod(layout.showdown)
    KEYS = {  # noqa: RUF012
        "enter": "enter", "space": "enter", "n": "next", "v": "scores", "m": "moves", "w": "review",
        "left": "left", "right": "right", "tab": "right", "shift+tab": "left", "up": "left", "down": "right",
    }  # fmt: skip
    KEYS_HELP = (
        ("Enter", say("keys.enter")), ("n", say("act.next")), ("v", say("act.scoresheet")),
        ("m", say("act.history")), ("w", say("act.review")),
    )  # fmt: skip

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.button: int | None = None
        self._ticks: int | None = 0
        self._timer: Timer | None = None

    def opened(self) -> None:
        """Start the count, or show its end where nothing may move."""
        still = self.game.settings.speed == "none" or self.app.animation_level == "none"
        if still or (not self._laid and not self._rows):
            self._ticks = None
        super().opened()
        if self._ticks is not None:
            self._timer = self.set_interval(TICK, self._tick)

    @property
    def _laid(self) -> int:
        result = self.session.match.deal.result
        settled = result.settlement if result else None
        return len(settled.defender.layoffs) if settled else 0

    @property
    def _rows(self) -> int:
        return max(0, len(reckoning.ledger(self.look.t, self.session.match.deal, self.session.me)) - 1)

    def section(self) -> str:
        """The rule that decided the hand."""
        result = self.session.match.deal.result
        name = result.result if result else "void"
        return {"undercut": "undercut", "gin": "gin", "big_gin": "gin", "void": "void"}.get(name, "score")

    def _stage(self) -> tuple[int, int, int | None]:
        """Cards laid off, lines shown and points counted after so many ticks."""
        if self._ticks is None:
            return 99, 99, None
        laid = self._ticks // LAID_TICKS
        after = self._ticks - self._laid * LAID_TICKS
        lines = max(0, after // LINE_TICKS)
        if lines <= self._rows:
            return laid, lines, 0
        result = self.session.match.deal.result
        total = result.points if result else 0
        counted = after - (self._rows + 1) * LINE_TICKS
        return laid, lines, min(total, total * counted // SUM_TICKS)

    def _tick(self) -> None:
        if self._ticks is None:
            return
        self._ticks += 1
        if self._ticks > self._laid * LAID_TICKS + (self._rows + 1) * LINE_TICKS + SUM_TICKS:
            self._finish()
        self.show_all()

    def _finish(self) -> None:
        self._ticks = None
        if self._timer is not None:
            self._timer.stop()

    def before_key(self, key: str) -> bool:
        """Any key skips to the end of the count."""
        if self._ticks is None:
            return False
        self._finish()
        self.show_all()
        return key in ("enter", "space", "")

    def show_all(self) -> None:
        """Hands and count as far as they are."""
        session, look = self.session, self.look
        if type(self).PLACES is layout.showdown:
            few = layout.showdown_short if self._rows else layout.showdown_void
            self.place(few if self._rows <= SHORT_COUNT else layout.showdown)
        laid, lines, points = self._stage()
        deal = session.match.deal
        self.query_one(TopBar).update(shows.top_show(session))
        both = sides(look, deal, session.me, laid)
        note = None
        if not both:
            note = shows.words_of(
                [run for each in reckoning.outcome(look.t, deal, session.me) for run in each]
            )
        mine = 0 if deal.knocker == session.me else 1
        self.query_one(Hands).update(HandsShow(both, note, mine=mine))
        self.query_one(Ledger).update(ledger_show(look, session, lines, points))
        self.query_one(Buttons).update(ButtonsShow(self._buttons(), self.button))
        hints = [("m", say("foot.moves"), "moves"), RULES_HINT, KEYS_HINT, MENU_HINT]
        self.query_one(KeyBar).update(key_bar(hints, drop=("r", "m")))

    def _buttons(self) -> tuple[Button, ...]:
        over = self.session.match.over
        words = say("act.scoresheet") if over else shows.next_label(self.session)
        return (
            Button("enter", "enter", words, primary=True),
            *(() if over else (Button("scores", "v", say("act.scoresheet")),)),
            Button("review", "w", say("act.review"), optional=True),
        )

    def leaves(self, by: int) -> bool:
        """From the last button on."""
        return is_last(self.button or 0, len(self._buttons()), by)

    def do_left(self) -> None:
        """The button to the left."""
        self._focus(-1)

    def do_right(self) -> None:
        """The button to the right."""
        self._focus(1)

    def _focus(self, by: int) -> None:
        count = len(self._buttons())
        self.button = (self.button + by) % count if self.button is not None else (0 if by > 0 else count - 1)
        self.show_all()

    def do_enter(self) -> None:
        """The button in focus; by default on to the next hand, or to the sheet of a match that is over."""
        if self.button:
            self.do(self._buttons()[self.button].action)
        elif self.session.match.over:
            self.do_scores()
        else:
            self.do_next()

    def do_next(self) -> None:
        """Deal again."""
        if not self.session.match.over:
            self.session.next_deal()
            self.game.pop_screen()

    def do_scores(self) -> None:
        """The score sheet."""
        from ginrummy.tui.screens.sheet import SheetScreen

        self.game.push_screen(SheetScreen(self.session))

    def do_moves(self) -> None:
        """All moves of the hand."""
        from ginrummy.tui.screens.moves import MovesScreen

        self.game.push_screen(MovesScreen(self.session))

    def do_back(self) -> None:
        """To the menu."""
        self.game.to_menu()
