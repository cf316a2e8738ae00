"""Gin rummy on plain integers, compiled with numba: what the sparring partners and the trainer stand on.

A set of cards is a 52-bit mask, bit `13 * suit + rank - 1`, as in `ginrummy.engine.melds`; this is a second
solver only because numba cannot call the first one (`tests/bots/test_kernel.py` holds the two together).
What a player has seen of a deal is a row of int64, indexed by the names below.
"""

import numpy as np
from numba import njit

ALL_CARDS = (1 << 52) - 1
SUIT = 8191

# --- what a player knows of a deal: one int64 row --------------------------------------------------------
HAND, SEEN, KNOWN = 0, 1, 2  # own cards; every card seen; cards the opponent took and still holds
THROWN, REFUSED = 3, 4  # cards the opponent discarded; cards it left on the pile
TURN, OTURN = 5, 6  # own draws so far; the opponent's discards so far
TAKEN, TOP = 7, 8  # card just taken from the pile (or -1); card on top of the pile
STOCK, PICKS, PICKED = 9, 10, 11  # stock size; the opponent's takes so far; whether its last turn was a take
NEED, ONEED = 12, 13  # points that I and the opponent still lack
ELDEST = 14  # 1 for the player to whom the first upcard is offered
LIMIT, GIN_BONUS, UNDERCUT_BONUS = 15, 16, 17
THROWS, THROW_SUM, THROW1, THROW2, THROW3 = (
    18,
    19,
    20,
    21,
    22,
)  # opponent's discards: count, pips, the last three
KNOCKER_TAKES = 23  # scratch: the opponent's takes before its last discard
N_SEEN = 24


def _tables() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Per 13-bit suit mask: pips, pips beside the runs, what the best discard adds, number of cards."""
    value = [min(r + 1, 10) for r in range(13)]
    pips, loose, shed, count = (np.zeros(8192, np.int64) for _ in range(4))
    shed[0] = 99
    for mask in range(1, 8192):
        low = mask & -mask
        pips[mask] = pips[mask ^ low] + value[low.bit_length() - 1]
        count[mask] = count[mask ^ low] + 1
    for mask in range(1, 8192):
        starts = mask & mask >> 1 & mask >> 2
        loose[mask] = pips[mask & ~(starts | starts << 1 | starts << 2)]
    for mask in range(1, 8192):
        shed[mask] = min(loose[mask ^ 1 << r] - loose[mask] for r in range(13) if mask >> r & 1)
    return pips, loose, shed, count


PIPS, LOOSE, SHED, COUNT = _tables()
VALUE = np.array([min(c % 13 + 1, 10) for c in range(52)], np.int64)


@njit(cache=True)
def pips(mask):
    """Sum of the card values of a set."""
    return PIPS[mask & SUIT] + PIPS[mask >> 13 & SUIT] + PIPS[mask >> 26 & SUIT] + PIPS[mask >> 39 & SUIT]


@njit(cache=True)
def size(mask):
    """Number of cards of a set."""
    return COUNT[mask & SUIT] + COUNT[mask >> 13 & SUIT] + COUNT[mask >> 26 & SUIT] + COUNT[mask >> 39 & SUIT]


@njit(cache=True)
def triples(hand):
    """The ranks, as a 13-bit mask, of which three or four cards are in `hand`."""
    a, b, c, d = hand & SUIT, hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39 & SUIT
    return (a & b & (c | d)) | (c & d & (a | b))


@njit(cache=True)
def n_set_choices(hand, ranks):
    """In how many ways sets can be laid aside: none or all of three; none, all or three of four."""
    n = 1
    four = hand & hand >> 13 & hand >> 26 & hand >> 39
    while ranks:
        low = ranks & -ranks
        ranks ^= low
        n *= 6 if four & low else 2
    return n


@njit(cache=True)
def without_sets(hand, ranks, choice):
    """What stays of `hand` when the sets of that choice are laid aside."""
    four = hand & hand >> 13 & hand >> 26 & hand >> 39
    while ranks:
        low = ranks & -ranks
        ranks ^= low
        options = 6 if four & low else 2
        option = choice % options
        choice //= options
        if option:
            every = low | low << 13 | low << 26 | low << 39
            hand &= ~(every if option == 1 else every & ~(low << (13 * (option - 2))))
    return hand


@njit(cache=True)
def beside_runs(hand):
    """Pips outside runs."""
    return LOOSE[hand & SUIT] + LOOSE[hand >> 13 & SUIT] + LOOSE[hand >> 26 & SUIT] + LOOSE[hand >> 39 & SUIT]


@njit(cache=True)
def deadwood(hand):
    """Least deadwood of a hand."""
    best = beside_runs(hand)
    ranks = triples(hand)
    if ranks:
        for choice in range(1, n_set_choices(hand, ranks)):
            best = min(best, beside_runs(without_sets(hand, ranks, choice)))
    return best


@njit(cache=True)
def _beside_runs_and_discard(hand):
    a, b, c, d = hand & SUIT, hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39 & SUIT
    return LOOSE[a] + LOOSE[b] + LOOSE[c] + LOOSE[d] + min(min(SHED[a], SHED[b]), min(SHED[c], SHED[d]))


@njit(cache=True)
def after_discard(hand):
    """Least deadwood of the ten cards kept out of eleven."""
    best = _beside_runs_and_discard(hand)
    ranks = triples(hand)
    if ranks:
        for choice in range(1, n_set_choices(hand, ranks)):
            best = min(best, _beside_runs_and_discard(without_sets(hand, ranks, choice)))
    return best


@njit(cache=True)
def card_of(bit):
    """Number of the card of a one-card mask."""
    n = 0
    while bit > 1:
        bit >>= 1
        n += 1
    return n


@njit(cache=True)
def cards_of(mask, out):
    """Write the numbers of the cards of a mask into `out`; returns how many."""
    n = 0
    for suit in range(4):
        part = mask >> (13 * suit) & SUIT
        rank = 0
        while part:
            if part & 1:
                out[n] = 13 * suit + rank
                n += 1
            part >>= 1
            rank += 1
    return n


# --- layouts and lay-offs --------------------------------------------------------------------------------
@njit(cache=True)
def in_runs(hand):
    """The cards of `hand` that lie in runs."""
    cards = 0
    for suit in range(0, 52, 13):
        part = hand >> suit & SUIT
        starts = part & part >> 1 & part >> 2
        cards |= (starts | starts << 1 | starts << 2) << suit
    return cards


@njit(cache=True)
def beside(cards):
    """The cards next to these in their suits."""
    out = 0
    for suit in range(0, 52, 13):
        part = cards >> suit & SUIT
        out |= ((part << 1 | part >> 1) & SUIT & ~part) << suit
    return out


@njit(cache=True)
def fourths(hand, rest):
    """The fourth cards of the sets of three that were laid aside from `hand`, leaving `rest`."""
    sets = hand & ~rest
    ranks = triples(sets)
    every = ranks | ranks << 13 | ranks << 26 | ranks << 39
    return every & ~sets


@njit(cache=True)
def safest_layout(hand, unseen, best):
    """The least-deadwood arrangement least open to lay-offs by `unseen`, written into `best`.

    best = [deadwood, cards in runs, fourth cards of sets of three, cards that can be laid off]."""
    ranks = triples(hand)
    least = 1 << 40
    for choice in range(n_set_choices(hand, ranks)):
        rest = without_sets(hand, ranks, choice)
        dead = beside_runs(rest)
        if dead * 10000 > least:
            continue
        runs, fourth = in_runs(rest), fourths(hand, rest)
        fits = beside(runs) | fourth
        key = dead * 10000 + pips(fits & unseen)
        if key < least:
            least = key
            best[0], best[1], best[2], best[3] = dead, runs, fourth, fits


@njit(cache=True)
def defended(hand, runs, fourth):
    """The defender's least count, own melds and lay-offs on these runs and sets chosen together."""
    ranks = triples(hand)
    best = 999
    for choice in range(n_set_choices(hand, ranks)):
        rest = without_sets(hand, ranks, choice)
        left = rest & ~in_runs(rest)
        grown = runs
        more = beside(grown) & left
        while more:
            grown |= more
            left &= ~more
            more = beside(grown) & left
        best = min(best, pips(left & ~fourth))
    return best


@njit(cache=True)
def settle(hand, other, unseen, gin_bonus, undercut_bonus):
    """A knock with the ten cards `hand` against `other`: (points to the knocker, negative for an undercut,
    the knocker's deadwood, the defender's count)."""
    layout = np.empty(4, np.int64)
    safest_layout(hand, unseen, layout)
    dead = layout[0]
    if dead == 0:
        count = deadwood(other)
        return gin_bonus + count, 0, count
    count = defended(other, layout[1], layout[2])
    if dead < count:
        return count - dead, dead, count
    return -(undercut_bonus + dead - count), dead, count


# --- what a player learns ----------------------------------------------------------------------------------
@njit(cache=True)
def see_throw(s, card):
    """The opponent discarded `card`."""
    s[PICKED] = 1 if s[PICKS] > s[KNOCKER_TAKES] else 0
    s[KNOCKER_TAKES] = s[PICKS]
    s[KNOWN] &= ~(1 << card)
    s[THROWN] |= 1 << card
    s[SEEN] |= 1 << card
    s[OTURN] += 1
    s[TOP] = card
    s[THROWS] += 1
    s[THROW_SUM] += VALUE[card]
    s[THROW3], s[THROW2], s[THROW1] = s[THROW2], s[THROW1], VALUE[card]


@njit(cache=True)
def see_draw(s, card):
    """The opponent drew: `card` from the pile, or -1 from the stock (it left the top lying)."""
    if card >= 0:
        s[KNOWN] |= 1 << card
        s[PICKS] += 1
    else:
        s[STOCK] -= 1
        s[REFUSED] |= 1 << s[TOP]


@njit(cache=True)
def take_in(s, card, from_pile):
    """I drew `card`."""
    s[HAND] |= 1 << card
    s[SEEN] |= 1 << card
    s[TAKEN] = card if from_pile else -1
    s[TURN] += 1
    if not from_pile:
        s[STOCK] -= 1
