"""One match in lines of text: every turn says what happened, the hand, the table and the score, then asks."""

from __future__ import annotations

from collections.abc import Sequence

from ginrummy import advice, guide, reckoning, telling
from ginrummy.engine import melds
from ginrummy.engine.cards import Card, cards_of, mask_of
from ginrummy.engine.deal import Phase
from ginrummy.engine.moves import BIG_GIN, DISCARDS, DONE, DRAW, KNOCKS, PASS, TAKE, Kind, Move
from ginrummy.engine.view import View
from ginrummy.guide import Guide, Step
from ginrummy.i18n import Translator
from ginrummy.labels import bot_name
from ginrummy.plain.commands import SHORT, named, read_card, read_command
from ginrummy.plain.lines import hand_lines, order_of, table_lines
from ginrummy.plain.pages import Pages
from ginrummy.plain.talk import Talk, as_number
from ginrummy.session import Session

_MOVES = {"draw": DRAW, "take": TAKE, "pass": PASS, "done": DONE}
_ALWAYS = ("cards", "moves", "score", "rules", "settings", "lang", "menu", "quit", "help")


class _Away(Exception):
    """The player leaves in the middle of a question."""

    def __init__(self, leaving: bool) -> None:
        super().__init__()
        self.leaving = leaving
        """Whether the program is left, and not only the match for the menu."""


class Table:
    """A match being played. `play` returns whether the player wants to leave the program."""

    def __init__(self, session: Session, talk: Talk, pages: Pages) -> None:
        self._session, self._talk, self._pages = session, talk, pages
        self._told = (0, 0)
        """How much of which deal has been told: its number, and sentences of `telling.moves`."""
        self._section = ""
        """The rules section that explains the last refusal."""
        self._guide: Guide | None = Guide() if guide.guided(session.header, session.view) else None
        self._guided_step: Step | None = None

    @property
    def _t(self) -> Translator:
        return self._talk.t

    def play(self) -> bool:
        """Play until the match is over or the player goes to the menu (False), or leaves (True)."""
        self._greet()
        fresh = True
        while True:
            while self._session.bot_to_move:
                self._session.play_bot(*self._session.think())
            if self._session.match.over or self._session.match.deal.over:
                leaving = self._after_hand()
                if leaving is not None:
                    return leaving
                continue
            if fresh:
                self._show()
            fresh, leaving = self._turn()
            if leaving is not None:
                return leaving

    # What is told

    def _greet(self) -> None:
        """Say which match this is, and what happened in the hand so far."""
        match, t = self._session.match, self._t
        if self._session.torn:
            self._talk.say(t("save.torn"))
        if match.deal.moves or match.number > 1:
            turn = match.deal.turns[self._session.me] + 1
            self._talk.say(t("save.resumed", n=match.number, t=turn))
            if not match.deal.over:
                self._told = (match.number, max(0, len(telling.moves(t, match.deal, self._session.me)) - 2))

    def _tell_news(self) -> None:
        """What happened since it was last told."""
        match, me, t = self._session.match, self._session.me, self._t
        number, told = self._told
        if number != match.number:
            drawn = telling.drawn_for_deal(match, match.number)
            self._talk.say("", *telling.opening(t, match.deal, me, drawn))
            told = 0
        sentences = telling.moves(t, match.deal, me)
        self._talk.say(*sentences[told:])
        self._told = (match.number, len(sentences))
        for notice in self._session.news():
            self._talk.tell(notice)

    def _show(self) -> None:
        """The whole position in lines, and what is asked."""
        view, t = self._session.view, self._t
        self._tell_news()
        self._talk.say(*hand_lines(t, view), *table_lines(t, view))
        self._talk.say(reckoning.standing(t, self._session.match, self._session.me))
        self._show_guide(view)
        self._talk.say(*telling.prompt(t, view))

    def _show_guide(self, view: View) -> None:
        """Let the guide say what it has to say here, up to the step that waits for a move."""
        self._guided_step = None
        if self._guide is None:
            return
        while step := self._guide.step(view, self._session.match.deal.result):
            self._talk.say(*step.sentences(self._t))
            if step.waits:
                self._guided_step = step
                return
            self._guide.go_on(step)
        if self._guide.over:
            self._guide = None
            self._pages.guide_seen()

    # A turn

    def _turn(self) -> tuple[bool, bool | None]:
        """Read and do one line: whether the position is to be shown again, and whether the player leaves."""
        text = self._talk.ask(self._t("plain.prompt"))
        view, can = self._session.view, self._possible(self._session.view)
        said = read_command(text, self._t, can)
        if said is not None and said[0] in ("menu", "quit"):
            return False, said[0] == "quit"
        if said is not None and self._look(said[0], said[1]):
            return said[0] in ("lang", "settings"), None
        before = self._session.token[:2]
        try:
            if said is None:
                self._cards_alone(text, view, can)
            else:
                self._command(said[0], said[1], view)
        except _Away as away:
            return False, away.leaving
        return self._session.token[:2] != before, None

    def _possible(self, view: View) -> list[str]:
        """The commands that make sense now, the moves first."""
        moves: list[str]
        match view.phase:
            case Phase.UPCARD | Phase.LAST:
                moves = ["take", "pass"]
            case Phase.DRAW:
                moves = ["draw"] if view.must_draw else ["draw", "take"]
            case Phase.LAYOFF:
                moves = ["auto", "done"]
            case _:
                knocks = telling.counts_of_knocks(view)
                gin = telling.is_big_gin(view) or 0 in knocks.values()
                moves = ["throw", *(["knock"] if knocks else []), *(["gin"] if gin else [])]
        if self._session.may_hint() is None:
            moves.append("hint")
        if self._session.may_take_back() is None:
            moves.append("undo")
        return [*moves, *_ALWAYS, *(each for each in SHORT if each not in ("next", "review", "yes", "no"))]

    def _offer(self, view: View) -> str:
        """One line that says what can be typed now."""
        can = self._possible(view)
        can = can[: can.index("help") + 1]
        return self._t("plain.what", list=", ".join(named(self._t, command) for command in can))

    def _look(self, command: str, rest: str) -> bool:
        """The commands that only show something; False for another."""
        session, t = self._session, self._t
        match command:
            case "cards":
                self._show()
            case "moves":
                told = telling.moves(t, session.match.deal, session.me)
                self._talk.say(*told or [t.rich("mov.none")])
            case "score":
                self._pages.score(session)
            case "rules":
                self._pages.rule(self._section or telling.section_for(session.view))
            case "settings":
                self._pages.settings()
            case "lang":
                self._pages.language(rest)
            case "help":
                self._help()
            case _:
                return False
        return True

    def _help(self) -> None:
        view, t = self._session.view, self._t
        order = order_of(view)
        self._talk.say(self._offer(view))
        self._talk.say(t("plain.howcard", a=str(order[0]).lower(), b=1, c=len(order)))

    def _command(self, command: str, rest: str, view: View) -> None:
        """A move, a hint or a take-back."""
        if command == "hint":
            self._hint(view)
        elif command == "undo":
            self._take_back(view)
        elif command == "auto":
            self._lay_off_best(view)
        elif command in ("knock", "gin"):
            self._knock(command, rest, view)
        elif command == "throw":
            self._cards_alone(rest, view, ())
        elif command in _MOVES:
            self._do(_MOVES[command], view)

    def _cards_alone(self, text: str, view: View, can: Sequence[str]) -> None:
        """A card typed by itself is thrown; in the lay-off a card and a meld's number lay it off there."""
        name, _, last = text.rpartition(" ")
        number = as_number(last)
        if view.phase is Phase.LAYOFF and number is not None and (card := self._card(name, view)):
            self._do(Move(Kind.LAYOFF, card, number - 1), view)
            return
        card = self._card(text, view)
        if card is not None and view.phase is Phase.LAYOFF:
            self._talk.say(self._t("plain.layoff"))
        elif card is not None:
            self._throw(card, view)
        elif can or text:
            self._talk.unknown(text)
            self._talk.say(self._offer(view))
        else:
            self._talk.say(self._t("err.select"))

    def _card(self, text: str, view: View) -> Card | None:
        return read_card(text, self._t, order_of(view))

    def _throw(self, card: Card, view: View) -> None:
        hand = mask_of(view.hand)
        move = DISCARDS[card]
        loose = any(way.loose & card.bit for way in melds.arrangements(hand))
        if loose or self._session.check(move) or self._agreed(self._t("ask.melded", card=card)):
            self._do(move, view)

    def _knock(self, command: str, text: str, view: View) -> None:
        """Knock with the card given, else with the one that leaves least; asked first if so set."""
        if command == "gin" and telling.is_big_gin(view) and self._agreed(self._t("ask.biggin")):
            self._do(BIG_GIN, view)
            return
        knocks = telling.counts_of_knocks(view)
        card = self._card(text, view) if text else next(iter(knocks), view.hand[0])
        if card is None:
            self._talk.unknown(text)
            return
        if self._session.check(KNOCKS[card]) is None:
            left = knocks[card]
            confirm = self._pages.current.confirm and left > 0
            if confirm and not self._agreed(self._t("ask.knock", n=left, card=card)):
                return
        layout = self._layout(card, view)
        if layout is not None:
            self._do(Move(Kind.KNOCK, card, layout=layout or None), view)

    def _layout(self, card: Card, view: View) -> tuple[int, ...] | None:
        """How the melds are laid out: chosen by the player where the rules let them and there is a choice.

        Empty where there is none, None when the player goes back.
        """
        kept = mask_of(view.hand) & ~card.bit
        if view.rules.layoff != "choose" or self._session.check(KNOCKS[card]) is not None:
            return ()
        ways = melds.arrangements(kept)
        if len(ways) == 1:
            return ()
        self._talk.say(self._t("st.layout"))
        listed = [", ".join(self._t.cards(cards_of(meld)) for meld in way.melds) for way in ways]
        chosen = self._talk.choose(listed)
        return None if chosen is None else ways[chosen].melds

    def _do(self, move: Move, view: View) -> None:
        """Make a move, or say why it is refused."""
        if reason := self._session.check(move):
            self._section = telling.section_of(reason)
            self._talk.say(telling.refusal(self._t, reason, view))
            return
        self._section = ""
        self._session.play(move)
        if self._guide is not None and self._guided_step is not None:
            self._guide.go_on(self._guided_step)

    def _lay_off_best(self, view: View) -> None:
        while self._session.match.deal.phase is Phase.LAYOFF:
            legal = self._session.match.deal.legal()
            self._do(advice.hint(self._session.view, legal).move, view)

    def _take_back(self, view: View) -> None:
        if why := self._session.may_take_back():
            self._talk.say(telling.refusal(self._t, why, view))
            return
        self._session.take_back()
        match = self._session.match
        self._told = (match.number, len(telling.moves(self._t, match.deal, self._session.me)))
        self._talk.say(self._t("ev.undo.you"))

    def _hint(self, view: View) -> None:
        if why := self._session.may_hint():
            self._talk.say(telling.refusal(self._t, why, view))
            return
        guided = self._guided_step is not None
        told = guide.hint(view) if guided else advice.hint(view, self._session.match.deal.legal())
        self._session.hint()
        self._talk.say(*told.sentences(self._t))

    def _agreed(self, question: str) -> bool:
        """A question that is answered by yes or no; anything else is asked again. Raises `_Away`."""
        t, can = self._t, ("yes", "no", "menu", "quit", "help")
        both, all_of_them = (", ".join(named(t, each) for each in some) for some in (can[:2], can))
        while True:
            self._talk.say(question)
            answer = self._talk.ask(t("plain.what", list=both))
            said = read_command(answer, t, can)
            if said is None:
                self._talk.unknown(answer)
            elif said[0] == "help":
                self._talk.say(t("plain.what", list=all_of_them))
            elif said[0] in ("menu", "quit"):
                raise _Away(said[0] == "quit")
            else:
                return said[0] == "yes"

    # After a hand

    def _after_hand(self) -> bool | None:
        """The showdown, and what comes next: None for the next hand, else as `play`."""
        session = self._session
        self._tell_news()
        if session.match.deal.over:
            self._pages.showdown(session)
        self._talk.say(reckoning.standing(self._t, session.match, session.me))
        self._show_guide(session.view)
        if session.match.over:
            self._pages.end(session, bot_name(self._t, session.bot_name))
        after = ("review", "score", "moves", "rules", "lang", "menu", "quit", "help")
        can: tuple[str, ...] = after if session.match.over else ("next", *after)
        offer = True
        while True:
            if offer:
                self._talk.say(self._t("plain.what", list=", ".join(named(self._t, each) for each in can)))
            text = self._talk.ask(self._t("plain.prompt"))
            said = read_command(text, self._t, can)
            offer = said is None or said[0] in ("help", "lang")
            if said is None and text:
                self._talk.unknown(text)
            elif said is None or said[0] == "next":
                if session.match.over:
                    return False
                session.next_deal()
                return None
            elif said[0] in ("menu", "quit"):
                return said[0] == "quit"
            elif said[0] == "review":
                self._pages.review(session)
            elif said[0] != "help":
                self._look(*said)
