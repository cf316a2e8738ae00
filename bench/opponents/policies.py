"""Sparring partners as plain compiled functions over what a player has seen (see `kernel`).

Two families cover them all. *Simple* is the baseline of the 2021 undergraduate challenge. The *formula* is
the published evaluation of that challenge's champion line (deadwood + look-ahead + danger), its numbers free:
Champion is one setting, the knockers at fixed thresholds, the loose and the tight drawers are others.
"""

import numpy as np
from numba import njit

from .kernel import (
    ALL_CARDS,
    HAND,
    KNOWN,
    LIMIT,
    SEEN,
    TAKEN,
    TURN,
    VALUE,
    after_discard,
    cards_of,
    deadwood,
)

# --- a formula player's numbers: one float64 row ------------------------------------------------------------
STYLE = 0  # 0 Simple's discards, 1 Champion's candidates, 2 every discard within 6 of the best
NEXT_DRAWS, LOOKAHEAD, FADING, DANGER = 1, 2, 3, 4  # K best draws, weight, its decay a turn, weight of danger
EARLY_TURNS, LATE_COUNT = 5, 6  # knocks with anything on the first turns, later with at most this count
DRAW_RULE, DRAW_GAIN = 7, 8  # see `wants_top`
N_STYLE = 9

DRAW_IMPROVING_MELD, DRAW_ANY_MELD, DRAW_GAIN_OF, DRAW_TO_KNOCK = 0, 1, 2, 3


def style(kind=2, draws=5, weight=18.0, fading=0.9, danger=0.3, early=3, late=0, rule=0, gain=0):
    """One player's numbers as a row.

    >>> style(kind=1, draws=7)[:3].tolist()
    [1.0, 7.0, 18.0]
    """
    return np.array([kind, draws, weight, fading, danger, early, late, rule, gain], np.float64)


SIMPLE = style(kind=0, early=99, rule=DRAW_ANY_MELD)
CHAMPION = style(kind=1, draws=7, danger=1.0)


@njit(cache=True)
def melds_top(hand, card):
    """Whether `card` lies in some meld with cards of `hand`."""
    rank = card % 13
    low = card - rank
    same = 0
    for suit in range(4):
        same += hand >> (13 * suit + rank) & 1
    if same - (hand >> card & 1) >= 2:
        return True
    run = 0
    for r in range(13):
        if r == rank or hand >> (low + r) & 1:
            run += 1
            if run >= 3 and r - run < rank <= r:
                return True
        else:
            run = 0
    return False


@njit(cache=True)
def wants_top(hand, card, rule, gain, limit):
    """Whether a player with this draw rule takes `card`."""
    eleven = hand | 1 << card
    now = deadwood(hand)
    then = after_discard(eleven)
    if then == 0:
        return True
    if rule == 1:
        return melds_top(hand, card)
    if rule == 2:
        return now - then >= gain
    if rule == 3:
        return then <= limit and then < now
    return then < now and now > deadwood(eleven) - VALUE[card]


@njit(cache=True)
def danger(s, card):
    """Champion's published danger points of throwing `card`."""
    rank = card % 13
    low = card - rank
    dead = s[SEEN] & ~s[KNOWN]
    known = s[KNOWN]
    points = 0.0
    gone, held = np.ones(5, np.bool_), np.zeros(5, np.bool_)
    for step in range(-2, 3):
        r = rank + step
        if step != 0 and 0 <= r < 13:
            gone[step + 2] = dead >> (low + r) & 1
            held[step + 2] = known >> (low + r) & 1
    same_gone, same_held = 0, 0
    for suit in range(4):
        if 13 * suit != low:
            same_gone += dead >> (13 * suit + rank) & 1
            same_held += known >> (13 * suit + rank) & 1
    if gone[1] and gone[3]:
        points -= 10
    elif gone[1] or gone[3]:
        points -= 5
    points -= 3 * (int(gone[0]) + int(gone[4]))
    points -= 10 if same_gone == 3 else 4 if same_gone == 2 else 0
    if (held[0] and held[1]) or (held[1] and held[3]) or (held[3] and held[4]) or same_held >= 2:
        points += 20
    points += 5 * (int(held[1]) + int(held[3])) + 3 * (int(held[0]) + int(held[4]))
    if same_held >= 1:
        points += 4
    return points


@njit(cache=True)
def next_draws(hand, unseen, k):
    """Mean of the k least counts that one more unseen card leads to."""
    counts = np.zeros(100, np.int64)
    cards = np.empty(52, np.int64)
    n = cards_of(unseen, cards)
    for i in range(n):
        counts[after_discard(hand | 1 << cards[i])] += 1
    if n < k:
        k = n
    if k == 0:
        return 0.0
    left, total = k, 0
    for v in range(100):
        m = min(left, counts[v])
        total += m * v
        left -= m
        if left == 0:
            break
    return total / k


@njit(cache=True)
def choose(s, p, random):
    """A discard and whether to knock with it, for eleven cards in s[HAND]; `random` is a number in [0, 1)."""
    cards = np.empty(11, np.int64)
    n = cards_of(s[HAND], cards)
    left = np.empty(11, np.int64)
    best = 999
    ties = 0
    for i in range(n):
        left[i] = 999
        if cards[i] != s[TAKEN]:
            left[i] = deadwood(s[HAND] & ~(1 << cards[i]))
            if left[i] < best:
                best, ties = left[i], 0
            if left[i] == best:
                ties += 1
    pick = -1
    skip = int(random * ties)
    least = -1
    for i in range(n):
        if left[i] == best:
            if skip == 0:
                least = i
            skip -= 1
    may_wait = s[TURN] > p[EARLY_TURNS]
    if best == 0 or p[STYLE] == 0:
        return cards[least], best <= s[LIMIT] and (best == 0 or not may_wait or best <= p[LATE_COUNT])
    if p[STYLE] == 2 and best <= s[LIMIT] and (not may_wait or best <= p[LATE_COUNT]):
        return cards[least], True
    full = deadwood(s[HAND])
    dearest = -1
    for i in range(n):
        if left[i] < 999 and left[i] == full - VALUE[cards[i]]:
            dearest = max(dearest, VALUE[cards[i]])
    unseen = ALL_CARDS & ~s[SEEN]
    weight = p[LOOKAHEAD] * p[FADING] ** (s[TURN] - 1)
    lowest = 1e9
    for i in range(n):
        if p[STYLE] == 1:
            if dearest < 0:
                fits = left[i] == best
            else:
                loose = left[i] == full - VALUE[cards[i]]
                fits = loose and VALUE[cards[i]] >= dearest - 5 and left[i] <= best + 5
        else:
            fits = left[i] <= best + 6
        if left[i] == 999 or not fits:
            continue
        hand = s[HAND] & ~(1 << cards[i])
        e = left[i] + weight * next_draws(hand, unseen, int(p[NEXT_DRAWS])) + p[DANGER] * danger(s, cards[i])
        if e < lowest:
            lowest, pick = e, i
    if pick < 0:
        pick = least
    return cards[pick], left[pick] <= s[LIMIT] and (not may_wait or left[pick] <= p[LATE_COUNT])
