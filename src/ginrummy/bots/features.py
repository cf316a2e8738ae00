"""What Hard's four networks look at.

The trainer's `bench/train/features.py` is the same, compiled; a test holds the two together, so a change here
is a change there and new weights.

    B  chance that the opponent holds an unseen card      D  chance that it takes a card I throw
    K  value of knocking now                              Q  value of a discard

B looks at the card's rank and value, how many cards of its rank and how many neighbours, one and two away,
the opponent took, threw, refused or may still hold, and how low it has thrown lately. D looks at the chances
that the opponent holds the cards which make a meld with this one, and at the same neighbours. Q looks at the
deadwood kept, at its distribution over every next draw (means of the best 3, 5, 7 and 12, chances of gin, of
five or less, of a knock, of any gain), at the chance that the discard is wanted, and at cards that wait for
nothing and cards that would make melds. K looks at the deadwood and at what can be laid off on it. Both see
what `_shared` lists: turn, stock, score, rules, habits, and what the opponent threw and took.

K and Q give ten times the change in match-winning chance, against this deal being void. Inputs that all
candidates of a decision share come last and are folded into the first layer once.
"""

from __future__ import annotations

from ginrummy.bots.beliefs import NEAR1, NEAR2, SAME_RANK, VALUE, Seen
from ginrummy.bots.net import Net, load
from ginrummy.engine import melds
from ginrummy.engine.cards import FULL_DECK_MASK

BIT = tuple(1 << card for card in range(52))
SUIT, SHIFTS = 8191, (0, 13, 26, 39)
RANK = tuple(card % 13 for card in range(52))


def cards_in(mask: int) -> list[int]:
    """The card numbers of a mask, in order."""
    cards = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return cards


class Situation:
    """One decision: the beliefs about every card, and the folded first layers, computed once.

    `belief[card]` is the chance that the opponent holds it; `draws` pairs the bit of every unseen card with
    its chance to lie in the stock, scaled to a mean of 1. `ahead` 1 looks from a draw to the discard
    after it. `nets` are those for the opponent's kind unless others are given.
    """

    def __init__(self, seen: Seen, ahead: int = 0, nets: dict[str, Net] | None = None) -> None:
        nets = nets or load(seen.habits.kind)
        self.seen, self.nets = seen, nets
        self.turn = seen.turn + ahead
        self._wanted: dict[int, float] = {}
        self._throws = seen.throw_values()
        self._eager = seen.habits.eagerness
        self._unseen = cards_in(seen.unseen)
        self.belief = self._believe()
        stock = [1 - self.belief[card] for card in self._unseen]
        scale = len(stock) / max(1e-6, sum(stock))
        self.draws = [(BIT[card], chance * scale) for card, chance in zip(self._unseen, stock, strict=True)]
        self._want_base = nets["D"].fold(self._shared_want())
        self.refold(seen.stock)

    def refold(self, stock: int) -> None:
        """Look at discards and knocks with `stock` cards left."""
        shared = self._shared(stock)
        self._discard_base = self.nets["Q"].fold(shared)
        self._knock_base = self.nets["K"].fold(shared)

    # --- B and D: the opponent's cards ---

    def _believe(self) -> list[float]:
        """Chances by card: 1 for cards known to be held, 0 for cards seen elsewhere."""
        seen, net = self.seen, self.nets["B"]
        known, thrown, refused, unseen = seen.known, seen.thrown, seen.refused, seen.unseen
        hidden = 10 - known.bit_count()
        least, turns = self._throws[1], seen.opponent_turn
        prior = hidden / max(1, len(self._unseen))
        base = net.fold((prior, turns / 10, seen.picks / 3, self._eager))
        chances = [0.0] * 52
        for card in cards_in(known):
            chances[card] = 1.0
        for card in self._unseen:
            same, next_to, two_away, value = SAME_RANK[card], NEAR1[card], NEAR2[card], VALUE[card]
            chances[card] = net.chance(base, (
                RANK[card] / 12, value / 10,
                (known & same).bit_count(), (known & next_to).bit_count(), (known & two_away).bit_count(),
                (thrown & same).bit_count(), (thrown & next_to).bit_count(), (thrown & two_away).bit_count(),
                (refused & same).bit_count(), (refused & next_to).bit_count(),
                (refused & two_away).bit_count(), value * turns / 100,
                (unseen & same).bit_count() / 3, (unseen & next_to).bit_count() / 2,
                (unseen & two_away).bit_count() / 2,
                value / 10 - least,
            ))  # fmt: skip
        scale = hidden / max(1e-6, sum(chances[card] for card in self._unseen))
        for card in self._unseen:
            chances[card] = min(0.95, chances[card] * scale)
        return chances

    def _shared_want(self) -> tuple[float, ...]:
        seen, n = self.seen, len(self._unseen)
        last, least, _ = self._throws
        prior = (10 - seen.known.bit_count()) / max(1, n)
        return prior, self.turn / 10, seen.picks / 3, self._eager, n / 31, last, least

    def wanted(self, card: int) -> float:
        """The chance that the opponent takes `card` when it is thrown."""
        if card not in self._wanted:
            self._wanted[card] = self.nets["D"].chance(self._want_base, self._want_inputs(card))
        return self._wanted[card]

    def _want_inputs(self, card: int) -> tuple[float, ...]:
        belief, rank = self.belief, RANK[card]
        known, thrown, refused = self.seen.known, self.seen.thrown, self.seen.refused
        same, next_to, two_away = SAME_RANK[card], NEAR1[card], NEAR2[card]
        x, y, z = (belief[other] for other in cards_in(same))
        below = belief[card - 1] if rank > 0 else 0.0
        below2 = belief[card - 2] if rank > 1 else 0.0
        above = belief[card + 1] if rank < 12 else 0.0
        above2 = belief[card + 2] if rank < 11 else 0.0
        sets = x * y + x * z + y * z
        runs = below * below2 + below * above + above * above2
        return (
            sets, runs, sets + runs, VALUE[card] / 10,
            (thrown & same).bit_count(), (thrown & next_to).bit_count(), (thrown & two_away).bit_count(),
            max(below, below2, above, above2), max(x, y, z),
            (refused & same).bit_count(), (refused & next_to).bit_count(), (refused & two_away).bit_count(),
            (known & same).bit_count(), (known & next_to).bit_count(), (known & two_away).bit_count(),
            below + above, x + y + z,
        )  # fmt: skip

    # --- K and Q: what a knock and a discard are worth ---

    def _shared(self, stock: int) -> list[float]:
        seen, habits, eager = self.seen, self.seen.habits, self._eager
        held = sum(self.belief[card] * VALUE[card] for card in range(52))
        high = sum(VALUE[card] == 10 for card in self._unseen)
        shares = habits.deals + 2
        return [
            self.turn / 10, stock / 31, seen.picks / 3, eager, seen.need / 100, seen.opponent_need / 100,
            *self._throws, seen.eldest, seen.known.bit_count() / 3, seen.picked,
            seen.opponent_turn / 10 * eager if seen.opponent_turn > 3 else 0.0,
            seen.limit / 10, seen.gin_bonus / 25, seen.undercut_bonus / 25,
            min(1.0, habits.deals / 8), habits.gins / shares, habits.late_knocks / shares,
            habits.held_back / shares,
            (habits.knock_sum + 5) / (habits.late_knocks + 1) / 10, seen.picks / (seen.opponent_turn + 2),
            held / 60, high / 12, max(0.0, (10 - stock) / 8), self.turn <= 2,
        ]  # fmt: skip

    def discard_value(self, kept: int, count: int, card: int, drawn: int = 0) -> float:
        """Q: ten cards `kept` with `count` deadwood, `card` thrown; the bit `drawn` is no longer unseen."""
        return self.nets["Q"].finish(self._discard_base, self._discard_inputs(kept, count, card, drawn))

    def _discard_inputs(self, kept: int, count: int, card: int, drawn: int = 0) -> tuple[float, ...]:
        limit = self.seen.limit
        mass, counts = self._next_counts(kept, drawn)
        total = whole = gain = better = five = within = 0.0
        betters = 0
        low3 = low5 = low7 = low12 = 0.0
        for left in sorted(counts):
            weight = mass[left]
            if total < 12:  # weighted means of the best 3, 5, 7 and 12 next draws
                low12 += left * min(weight, 12 - total)
                if total < 7:
                    low7 += left * min(weight, 7 - total)
                    if total < 5:
                        low5 += left * min(weight, 5 - total)
                        if total < 3:
                            low3 += left * min(weight, 3 - total)
            total += weight
            whole += left * weight
            if left < count:
                better += weight
                betters += counts[left]
                gain += (count - left) * weight
                if left <= 5:
                    five += weight
                if left <= limit:
                    within += weight
            else:
                five += weight if left <= 5 else 0.0
                within += weight if left <= limit else 0.0
        best = min(counts, default=count)
        if not counts:
            total, whole, low3, low5, low7, low12 = 1.0, count, count, count, count, count
        gin = mass[0]
        return (
            count / 20, best / 10, low3 / min(3, total) / 10, low5 / min(5, total) / 10,
            low7 / min(7, total) / 10, low12 / min(12, total) / 10, whole / total / 20,
            min(gin, 8.0) / 4, gin / total * 5, five / total * 2, within / total, better / total,
            self.wanted(card) * 4, VALUE[card] / 10, pips(kept) / 50, max(0, count - limit) / 10,
            gain / total / 10, (gin + mass[1] + mass[2]) / total * 4, count * self.turn / 200,
            min(counts.get(0, 0), 8) / 4, betters / max(1, sum(counts.values())),
            *self._prospects(kept, drawn),
        )  # fmt: skip

    def _prospects(self, kept: int, drawn: int) -> tuple[float, float, float, float]:
        """Pips and number of cards that wait for nothing; numbers of cards that make melds, and new melds."""
        idle, outs, fresh = prospects(kept, self.seen.unseen & ~drawn)
        return pips(idle) / 30, idle.bit_count() / 5, outs.bit_count() / 10, fresh.bit_count() / 10

    def _next_counts(self, kept: int, drawn: int) -> tuple[list[float], dict[int, int]]:
        """The least deadwood after each unseen draw and the best discard: by count, with number."""
        mass: list[float] = [0.0] * 101
        counts: dict[int, int] = {}
        after = melds.after_discard
        for bit, weight in self.draws:
            if bit != drawn:
                left = after(kept | bit)
                mass[left] += weight
                counts[left] = counts.get(left, 0) + 1
        return mass, counts

    def knock_value(self, kept: int, count: int, drawn: int = 0) -> float:
        """K: knocking with the ten cards `kept`, which count `count`."""
        return self.nets["K"].finish(self._knock_base, self._knock_inputs(kept, count, drawn))

    def _knock_inputs(self, kept: int, count: int, drawn: int = 0) -> tuple[float, ...]:
        seen = self.seen
        opens = self.laid_off(kept, drawn) / 10 if count else 0.0
        points = seen.gin_bonus if count == 0 else 20 - count
        return (
            count / 10, opens, count * self.turn / 100, count == 0, self.turn <= 1, seen.opponent_turn / 10,
            min(1.0, points / seen.need),
        )  # fmt: skip

    def laid_off(self, kept: int, drawn: int = 0) -> float:
        """Points that the opponent is expected to lay off on `kept`, without chains."""
        unseen = self.seen.unseen & ~drawn
        open_to = 0
        for meld in melds.best(kept, unseen).melds:
            open_to |= melds.extensions(meld)
        return sum(self.belief[card] * VALUE[card] for card in cards_in(open_to & (unseen | self.seen.known)))


def prospects(hand: int, unseen: int) -> tuple[int, int, int]:
    """What may still become of ten cards, as masks: cards of `hand` that no unseen card can help into a meld;
    unseen cards that make or lengthen a meld; those that make one of cards beside runs and sets."""
    suits = [hand >> shift & SUIT for shift in SHIFTS]
    pairs, three = _alike(*suits)
    left = [unseen >> shift & SUIT for shift in SHIFTS]
    live = pairs & (left[0] | left[1] | left[2] | left[3]) | three
    idle = outs = fresh = 0
    loose = []
    for shift, p, q in zip(SHIFTS, suits, left, strict=True):
        runs = p & p >> 1 & p >> 2
        first, second, third = q & p >> 1 & p >> 2, p & q >> 1 & p >> 2, p & p >> 1 & q >> 2
        windows = runs | first | second | third
        idle |= (p & ~(windows | windows << 1 | windows << 2 | live)) << shift
        outs |= (first | second << 1 | third << 2 | pairs & q) << shift
        loose.append(p & ~(runs | runs << 1 | runs << 2 | three))
    pairs, _ = _alike(*loose)
    for shift, p, q in zip(SHIFTS, loose, left, strict=True):
        high = p >> 1
        first, second, third = q & high & p >> 2, p & q >> 1 & p >> 2, p & high & q >> 2
        fresh |= (first | second << 1 | third << 2 | pairs & q) << shift
    return idle, outs, fresh


def _alike(a: int, b: int, c: int, d: int) -> tuple[int, int]:
    """The ranks of which two or more, and three or more, of these suits have a card."""
    two, other = a & b, c & d
    return two | other | (a | b) & (c | d), two & (c | d) | other & (a | b)


def pips(mask: int) -> int:
    """The values of a set of cards, summed."""
    return sum(VALUE[card] for card in cards_in(mask & FULL_DECK_MASK))
