"""What the table shows: pure functions from the view, the player's selection and the language."""

from __future__ import annotations

from collections.abc import Sequence

from ginrummy import telling
from ginrummy.engine.cards import Card, cards_of
from ginrummy.engine.deal import LAST_STOCK_CARDS, Phase
from ginrummy.engine.moves import Kind
from ginrummy.engine.scoring import point_factor
from ginrummy.engine.view import View
from ginrummy.i18n import Run
from ginrummy.labels import bot_program
from ginrummy.reckoning import open_game
from ginrummy.session import Logged, Session
from ginrummy.settings import LEVELS
from ginrummy.tui.look import Look, Words, say
from ginrummy.tui.screens.selection import Layouts, Selection, knock_card
from ginrummy.tui.widgets.bars import KeyHint, KeysShow, TopShow
from ginrummy.tui.widgets.buttons import Button, ButtonsShow
from ginrummy.tui.widgets.hand import Group, HandShow
from ginrummy.tui.widgets.opponent import OpponentShow
from ginrummy.tui.widgets.piles import PilesShow
from ginrummy.tui.widgets.race import RaceShow
from ginrummy.tui.widgets.rail import Board, MoveLine, RailShow
from ginrummy.tui.widgets.talk import TalkShow

_TEN = Card.parse("TH")
"""A card with the widest sign."""
SHORT = {Kind.DRAW: "draw", Kind.TAKE: "take", Kind.DISCARD: "disc", Kind.KNOCK: "knock", Kind.PASS: "pass"}
"""The moves that a list of moves tells, and the middle of their messages' keys."""


def words_of(runs: Sequence[Run]) -> Words:
    """A sentence as widgets take it."""
    return tuple(runs)


def top_show(session: Session) -> TopShow:
    """Hand, limit, target, level."""
    view, level = session.view, session.bot_name
    items: list[Words] = [say("hud.hand", n=view.deal), *limits(view)]
    items += [*scoring(session)[:1], say("hud.target", n=view.rules.target), *scoring(session)[1:]]
    return TopShow((*items, level_words(level)))


def scoring(session: Session) -> list[Words]:
    """That Hollywood is played, and of which of its games the running score is."""
    game = open_game(session.match)
    return [] if game is None else [say("preset.hollywood"), say("res.hw.game", n=game)]


def level_words(name: str) -> Words:
    """A level, or an outside bot by its name, as `labels.bot_name`."""
    return say(f"diff.{name}") if name in LEVELS else say("bot.other", name=bot_program(name))


def limits(view: View, short: bool = False) -> list[Words]:
    """The knock limit in force, and whether the hand counts twice."""
    limit = say("hud.limit.s" if short else "hud.limit", n=view.limit)
    found: list[Words] = [limit if view.limit else say("hud.limit.gin")]
    if point_factor(view.rules, view.upcard) > 1:
        found.append(say("hud.double"))
    return found


def opponent_show(view: View, selection: Selection) -> OpponentShow:
    """The opponent's cards; who deals."""
    return OpponentShow(view.opponent_cards, view.known, deals=view.dealer != view.seat, away=selection.away)


def piles_show(view: View, selection: Selection) -> PilesShow:
    """Stock and pile; the focus where the keys are."""
    pile = view.pile[:-1] if selection.to_pile else view.pile
    focus = selection.pile if selection.area == "piles" and selection.question is None else None
    return PilesShow(view.stock, pile, focus if view.turn == view.seat else None)


def race_show(look: Look, view: View) -> RaceShow:
    """The scores; in small windows the limits too."""
    limit = " · ".join(look.words(each) for each in limits(view, short=True))
    return RaceShow(*view.scores, target=view.rules.target, limit=limit, you_deal=view.dealer == view.seat)


def hand_show(view: View, groups: tuple[Group, ...], selection: Selection) -> HandShow:
    """The hand with its count; while a throw is asked about, the card that would go is marked."""
    asked = selection.question.card if selection.question is not None else None
    return HandShow(
        groups,
        telling.count(view),
        cursor=selection.cursor,
        focused=selection.area == "hand" and selection.question is None,
        drawn=view.drawn,
        marked=selection.marked if asked is None else asked,
        away=selection.away,
    )


def layout_show(view: View, layouts: Layouts) -> HandShow:
    """The hand as a knock would lay it out, the card that it throws marked at the end."""
    kept = sorted(cards_of(layouts.way.loose), key=lambda card: (-card.rank, card.suit))
    groups = [Group(cards_of(meld), meld=True) for meld in layouts.way.melds]
    loose = Group((*kept, layouts.card))
    return HandShow((*groups, loose), layouts.way.deadwood, drawn=view.drawn, marked=layouts.card)


def next_label(session: Session) -> Words:
    """What the key to the next hand is called: after a void hand the same player deals again."""
    result = session.match.deal.result
    return say("btn.redeal" if result is not None and result.settlement is None else "act.next")


def talk_show(look: Look, session: Session, selection: Selection) -> TalkShow:
    """The last sentences, and what to do."""
    view, t = session.view, look.t
    happened = _happened(look, session)
    if selection.refusal is not None:
        return TalkShow(happened, selection.refusal, "refusal")
    if selection.question is not None:  # in the pocket there is no row for it above the buttons
        happened = _happened(look, session, worth=False)
        words = selection.question.words if look.mode == "pocket" else None
        return TalkShow(happened, words, "question")
    if selection.remark is not None:
        return TalkShow((), selection.remark, "question")
    if selection.hint is not None:
        what, *why = map(words_of, selection.hint.sentences(t))
        return TalkShow((), what, "question", tuple(why))
    asked = telling.prompt(t, view)
    if not asked:
        return TalkShow(happened)
    return TalkShow(happened, words_of(asked[0]))


def _happened(look: Look, session: Session, worth: bool = True) -> tuple[Words, ...]:
    """The opponent's last two moves and one's own, the newest last; at first how the deal began.

    The cards drawn for the deal, where there are any, stay up to the own first move. `worth` adds what a look
    at the hand is worth, where nothing is asked about it.
    """
    view, t, deal = session.view, look.t, session.match.deal
    told = telling.moves(t, deal, view.seat)
    sentences = told[-3:] or telling.opening(t, deal, view.seat)
    if not deal.moves and view.turn == view.seat and view.rules.knock != "oklahoma":
        sentences = sentences[:-1]  # the request names the upcard
    drawn = telling.drawn_for_deal(session.match, view.deal)
    if drawn is not None and view.seat not in deal.seats and not deal.over:
        low = "ev.lowcard" if look.roomy and not told else "ev.lowcard.s"
        room = {"hall": 2, "desk": 1}.get(look.mode, 0)  # moves are seen on the table too
        since = told[max(0, len(told) - room) :] if told else sentences[1:]
        sentences = [t.rich(low, a=drawn[view.seat], b=drawn[1 - view.seat]), *since]
    worthy = view.stock == LAST_STOCK_CARDS or 0 in telling.counts_of_knocks(view).values()
    if worth and worthy:
        sentences = [*sentences, *telling.prompt(t, view)[1:]]
    return tuple(words_of(sentence) for sentence in sentences)


def buttons_show(view: View, selection: Selection, hints: bool) -> ButtonsShow:
    """The buttons of the phase, or the answers to a question."""
    if selection.question is not None:
        question = selection.question
        return ButtonsShow(question.buttons, selection.button, question.words)
    focus = selection.button if selection.area == "buttons" else None
    return ButtonsShow(table_buttons(view, selection, hints), focus)


def table_buttons(view: View, selection: Selection, hints: bool) -> tuple[Button, ...]:
    """What can be done; on the opponent's turn the places of what cannot stay empty."""
    mine = view.turn == view.seat and view.phase is not Phase.OVER
    rest = (
        Button("arrange", "s", say("act.arrange"), optional=True),
        Button("hint", "h", say("act.hint"), there=hints and mine, optional=True),
    )
    if mine and view.phase in (Phase.UPCARD, Phase.LAST):
        take = Button("take", "t", say("act.takecard", card=(view.pile[-1],)), primary=True)
        return (take, Button("pass", "p", say("act.pass")), *rest)
    if mine and view.phase is Phase.DRAW:
        take = Button("take", "t", say("act.takecard", card=(view.pile[-1],)), there=not view.must_draw)
        return (Button("draw", "d", say("act.drawstock"), primary=True), take, *rest)
    discard, knock = _throwing(view, selection, mine and view.phase is Phase.DISCARD)
    return (discard, *rest, knock)


def _throwing(view: View, selection: Selection, now: bool) -> tuple[Button, Button]:
    """Discard and knock, which is there only while it is legal: it stands last, so that nothing moves."""
    choice = knock_card(view, selection.marked)
    most = say("act.knock", n=10)
    label = most if choice is None else say("act.knock", n=choice[1]) if choice[1] else say("act.gin")
    knock = Button("knock", "k", label, primary=True, there=choice is not None, widest=most)
    words = say("act.discard")
    if selection.cursor is not None:
        words = say("act.throwcard", card=(selection.cursor,))
    widest = say("act.throwcard", card=(_TEN,))
    return Button("discard", "enter", words, there=now, widest=widest), knock


def rail_show(look: Look, session: Session) -> RailShow:
    """Scores, the board, the moves."""
    view = session.view
    return RailShow(race_show(look, view), board(view), moves(session.log, session.me))


def board(view: View) -> Board:
    """Where the cards are, as far as the player knows."""
    return Board(frozenset(view.hand), frozenset(view.known), frozenset(view.pile))


def moves(log: Sequence[Logged], me: int) -> tuple[MoveLine, ...]:
    """The moves of the deal, the newest first."""
    lines = []
    for entry in reversed(log):
        short = SHORT.get(entry.move.kind)
        if short is not None:
            words = say(f"short.{short}.{'you' if entry.seat == me else 'opp'}")
            hidden = entry.move.kind is Kind.DRAW and entry.card is None
            lines.append(MoveLine(words, entry.card, hidden))
    return tuple(lines)


def keys_show(look: Look, friendly: bool) -> KeysShow:
    """The keys that are not on buttons already; on small screens those that touch needs.

    Hints and taking back are for friendly matches only.
    """
    hints = [
        KeyHint("left_right", say("foot.choose"), "step:1"),
        KeyHint("space", say("foot.mark"), "mark"),
        KeyHint("u", say("foot.undo"), "undo"),
        KeyHint("m", say("foot.moves"), "moves"),
        KeyHint("v", say("foot.score"), "scores"),
        KeyHint("r", say("foot.rules"), "rules"),
        KeyHint("?", say("foot.keys"), "keys"),
        KeyHint("escape", say("foot.menu"), "back"),
    ]
    if not look.roomy:
        touch = [KeyHint("s", say("foot.arrange"), "arrange"), KeyHint("h", say("foot.hint"), "hint")]
        hints = [*touch, *hints[2:]]
    if not friendly:
        hints = [hint for hint in hints if hint.key not in ("u", "h")]
    return KeysShow(tuple(hints), drop=("left_right", "r", "v", "m", "space", "s", "h", "u"))


def with_rule(show: KeysShow) -> KeysShow:
    """The keys while something is refused: the one for the rules names the rule, and goes last."""
    hints = tuple(
        hint._replace(label=say("btn.whatrule")) if hint.action == "rules" else hint for hint in show.hints
    )
    return KeysShow(hints, tuple(key for key in show.drop if key != "r"))
