"""What Hard's networks look at, compiled. `ginrummy.bots.features` is the same in plain Python; the test
`tests/bots/test_features.py` holds the two together.

Four networks, one hidden layer each, in one flat float32 row `theta`, per network w1 (input-major), b1, w2,
b2: B the chance that the opponent holds an unseen card, D the chance that it wants a card, K the value of
knocking now and Q the value of a discard. Values are ten times the change in match-winning chance.
"""

import numpy as np
from numba import njit

from bench.opponents.kernel import (
    ALL_CARDS,
    ELDEST,
    GIN_BONUS,
    KNOWN,
    LIMIT,
    NEED,
    ONEED,
    OTURN,
    PICKED,
    PICKS,
    REFUSED,
    SEEN,
    STOCK,
    SUIT,
    THROW1,
    THROW2,
    THROW3,
    THROW_SUM,
    THROWN,
    THROWS,
    TURN,
    UNDERCUT_BONUS,
    VALUE,
    after_discard,
    cards_of,
    pips,
    safest_layout,
    size,
)

# --- sizes -----------------------------------------------------------------------------------------------
N_CONTEXT = 26
N_B, H_B = 20, 12
N_D, H_D = 24, 16
N_KVAR, H_K = 7, 32
N_QVAR, H_Q = 25, 64
N_K, N_Q = N_KVAR + N_CONTEXT, N_QVAR + N_CONTEXT


def _length(inputs, hidden):
    return inputs * hidden + 2 * hidden + 1


OFF_B = 0
OFF_D = OFF_B + _length(N_B, H_B)
OFF_K = OFF_D + _length(N_D, H_D)
OFF_Q = OFF_K + _length(N_K, H_K)
N_THETA = OFF_Q + _length(N_Q, H_Q)
NETS = {"B": (OFF_B, N_B, H_B), "D": (OFF_D, N_D, H_D), "K": (OFF_K, N_K, H_K), "Q": (OFF_Q, N_Q, H_Q)}

# --- what the deals of the match so far say of the opponent: one float64 row -------------------------------
EAGER, DEALS, GINS, LATE_KNOCKS, HELD_BACK, KNOCK_SUM, KNOCKS = 0, 1, 2, 3, 4, 5, 6
N_HABITS = 7

# --- three sets of weights: against opponents that are not known yet, eager knockers, gin waiters -----------
UNKNOWN, EAGER_ONE, PATIENT_ONE = 0, 1, 2
N_EXPERTS = 3
CLEAR = 2.0  # log odds from which on an opponent counts as one or the other


@njit(cache=True)
def learn_habits(m, knocker, count, turn, limit):
    """Fold one finished deal into the row: `knocker` 1 the opponent, 0 I, -1 nobody; `count` the opponent's
    deadwood as counted; `turn` the knocker's own turn.

    EAGER is the log odds of "knocks as soon as it may"."""
    m[DEALS] += 1
    if limit == 0:
        return
    if knocker == 1 and count > 0:
        if turn > 3:
            m[EAGER] += 5
            m[LATE_KNOCKS] += 1
            m[KNOCK_SUM] += count
            m[KNOCKS] += 1
    elif knocker == 1:
        m[EAGER] -= 2.5
        m[GINS] += 1
    elif knocker == 0 and count <= limit and turn > 3:
        m[EAGER] -= 4
        m[HELD_BACK] += 1
    elif turn > 6:
        m[EAGER] -= 0.7
    m[EAGER] = max(-8.0, min(8.0, m[EAGER]))


@njit(cache=True)
def expert(m):
    """The weights that play a deal: UNKNOWN, EAGER_ONE or PATIENT_ONE, by what the opponent has shown."""
    if m[EAGER] > CLEAR:
        return EAGER_ONE
    if m[EAGER] < -CLEAR:
        return PATIENT_ONE
    return UNKNOWN


@njit(cache=True, fastmath=True)
def forward(theta, off, ni, nh, x, hidden):
    """Output of a network before the logistic; `hidden` is scratch of at least nh."""
    for k in range(nh):
        hidden[k] = theta[off + ni * nh + k]
    for j in range(ni):
        c = x[j]
        if c != 0:
            for k in range(nh):
                hidden[k] += c * theta[off + j * nh + k]
    o = theta[off + ni * nh + 2 * nh]
    for k in range(nh):
        o += max(hidden[k], np.float32(0)) * theta[off + ni * nh + nh + k]
    return o


@njit(cache=True, fastmath=True)
def fold(theta, off, nvar, nh, context, base):
    """The share of the first layer that all candidates of a decision have in common."""
    n = nvar + N_CONTEXT
    for k in range(nh):
        base[k] = theta[off + n * nh + k]
    for j in range(N_CONTEXT):
        c = context[j]
        if c != 0:
            for k in range(nh):
                base[k] += c * theta[off + (nvar + j) * nh + k]


@njit(cache=True, fastmath=True)
def finish(theta, off, nvar, nh, base, x, hidden):
    """The network's output for one candidate's inputs `x` on a folded base."""
    n = nvar + N_CONTEXT
    for k in range(nh):
        hidden[k] = base[k]
    for j in range(nvar):
        c = x[j]
        if c != 0:
            for k in range(nh):
                hidden[k] += c * theta[off + j * nh + k]
    o = theta[off + n * nh + 2 * nh]
    w2 = off + n * nh + nh
    for k in range(nh):
        o += max(hidden[k], np.float32(0)) * theta[w2 + k]
    return o


@njit(cache=True)
def near(mask, card, step):
    """How many of the two cards `step` away in the suit of `card` are in `mask`."""
    rank = card % 13
    n = 0
    if rank >= step:
        n += mask >> (card - step) & 1
    if rank + step < 13:
        n += mask >> (card + step) & 1
    return n


@njit(cache=True)
def same_rank(mask, card):
    """How many other cards of the rank of `card` are in `mask`."""
    rank = card % 13
    n = 0
    for suit in range(4):
        n += mask >> (13 * suit + rank) & 1
    return n - (mask >> card & 1)


@njit(cache=True)
def throws(s):
    """The opponent's last discard, least of the last three, and mean, in tens of pips."""
    if s[THROWS] == 0:
        return 0.8, 0.8, 0.8
    least = s[THROW1]
    if s[THROWS] > 1:
        least = min(least, s[THROW2])
    if s[THROWS] > 2:
        least = min(least, s[THROW3])
    return s[THROW1] / 10, least / 10, s[THROW_SUM] / s[THROWS] / 10


@njit(cache=True)
def eager(m):
    return 1 / (1 + np.exp(-m[EAGER]))


@njit(cache=True)
def belief_inputs(s, m, card, n_unseen, x):
    """Inputs of B for an unseen card."""
    known, thrown, refused = s[KNOWN], s[THROWN], s[REFUSED]
    unseen = ALL_CARDS & ~s[SEEN]
    _, least, _ = throws(s)
    x[0] = (card % 13) / 12
    x[1] = VALUE[card] / 10
    x[2] = same_rank(known, card)
    x[3] = near(known, card, 1)
    x[4] = near(known, card, 2)
    x[5] = same_rank(thrown, card)
    x[6] = near(thrown, card, 1)
    x[7] = near(thrown, card, 2)
    x[8] = same_rank(refused, card)
    x[9] = near(refused, card, 1)
    x[10] = near(refused, card, 2)
    x[11] = VALUE[card] / 10 * s[OTURN] / 10
    x[12] = same_rank(unseen, card) / 3
    x[13] = near(unseen, card, 1) / 2
    x[14] = near(unseen, card, 2) / 2
    x[15] = VALUE[card] / 10 - least
    # the same for every card
    x[16] = (10 - size(known)) / max(1, n_unseen)
    x[17] = s[OTURN] / 10
    x[18] = s[PICKS] / 3
    x[19] = eager(m)


@njit(cache=True)
def beliefs(s, m, theta, cards, belief):
    """Chance of every card to be in the opponent's hand; writes the unseen cards, returns how many."""
    n = cards_of(ALL_CARDS & ~s[SEEN], cards)
    x, hidden_units = np.empty(N_B, np.float32), np.empty(H_B, np.float32)
    total = 0.0
    for c in range(52):
        belief[c] = s[KNOWN] >> c & 1
    for i in range(n):
        belief_inputs(s, m, cards[i], n, x)
        p = 1 / (1 + np.exp(-forward(theta, OFF_B, N_B, H_B, x, hidden_units)))
        belief[cards[i]] = p
        total += p
    hidden = 10 - size(s[KNOWN])
    for i in range(n):
        belief[cards[i]] = min(0.95, belief[cards[i]] * hidden / max(total, 1e-6))
    return n


@njit(cache=True)
def want_inputs(s, m, card, belief, n_unseen, x):
    """Inputs of D for a card that I may throw."""
    known, thrown, refused = s[KNOWN], s[THROWN], s[REFUSED]
    rank = card % 13
    o0, o1, o2 = 0.0, 0.0, 0.0
    for suit in range(4):
        other = 13 * suit + rank
        if other != card:
            o0, o1, o2 = o1, o2, belief[other]
    a1 = belief[card - 1] if rank > 0 else 0.0
    a2 = belief[card - 2] if rank > 1 else 0.0
    b1 = belief[card + 1] if rank < 12 else 0.0
    b2 = belief[card + 2] if rank < 11 else 0.0
    last, least, _ = throws(s)
    x[0] = o0 * o1 + o0 * o2 + o1 * o2
    x[1] = a1 * a2 + a1 * b1 + b1 * b2
    x[2] = x[0] + x[1]
    x[3] = VALUE[card] / 10
    x[4] = same_rank(thrown, card)
    x[5] = near(thrown, card, 1)
    x[6] = near(thrown, card, 2)
    x[7] = max(max(a1, a2), max(b1, b2))
    x[8] = max(o0, max(o1, o2))
    x[9] = same_rank(refused, card)
    x[10] = near(refused, card, 1)
    x[11] = near(refused, card, 2)
    x[12] = same_rank(known, card)
    x[13] = near(known, card, 1)
    x[14] = near(known, card, 2)
    x[15] = a1 + b1
    x[16] = o0 + o1 + o2
    # the same for every card
    x[17] = (10 - size(known)) / max(1, n_unseen)
    x[18] = s[TURN] / 10
    x[19] = s[PICKS] / 3
    x[20] = eager(m)
    x[21] = n_unseen / 31
    x[22] = last
    x[23] = least


@njit(cache=True)
def wanted(s, m, theta, card, belief, n_unseen):
    """Chance that the opponent takes `card` when I throw it."""
    x, hidden = np.empty(N_D, np.float32), np.empty(H_D, np.float32)
    want_inputs(s, m, card, belief, n_unseen, x)
    return 1 / (1 + np.exp(-forward(theta, OFF_D, N_D, H_D, x, hidden)))


@njit(cache=True)
def context(s, m, belief, cards, n, x):
    """What every candidate of a decision has in common."""
    last, least, mean = throws(s)
    p = eager(m)
    x[0] = s[TURN] / 10
    x[1] = s[STOCK] / 31
    x[2] = s[PICKS] / 3
    x[3] = p
    x[4] = s[NEED] / 100
    x[5] = s[ONEED] / 100
    x[6] = last
    x[7] = least
    x[8] = mean
    x[9] = s[ELDEST]
    x[10] = size(s[KNOWN]) / 3
    x[11] = s[PICKED]
    x[12] = s[OTURN] / 10 * p if s[OTURN] > 3 else 0.0
    x[13] = s[LIMIT] / 10
    x[14] = s[GIN_BONUS] / 25
    x[15] = s[UNDERCUT_BONUS] / 25
    x[16] = min(1.0, m[DEALS] / 8)
    x[17] = m[GINS] / (m[DEALS] + 2)
    x[18] = m[LATE_KNOCKS] / (m[DEALS] + 2)
    x[19] = m[HELD_BACK] / (m[DEALS] + 2)
    x[20] = (m[KNOCK_SUM] + 5) / (m[KNOCKS] + 1) / 10
    x[21] = s[PICKS] / (s[OTURN] + 2)
    held, high = 0.0, 0
    for i in range(n):
        held += belief[cards[i]] * VALUE[cards[i]]
        if VALUE[cards[i]] == 10:
            high += 1
    x[22] = (held + pips(s[KNOWN])) / 60
    x[23] = high / 12
    x[24] = max(0.0, (10 - s[STOCK]) / 8)
    x[25] = 1.0 if s[TURN] <= 2 else 0.0


@njit(cache=True)
def prospects(hand, unseen, out):
    """What may still become of ten cards, by masks: out = [cards that no unseen card can help into a meld,
    unseen cards that make or lengthen a meld, those that make one of cards beside runs and sets]."""
    a, b, c, d = hand & SUIT, hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39 & SUIT
    pairs = (a & b) | (c & d) | ((a | b) & (c | d))
    three = (a & b & (c | d)) | (c & d & (a | b))
    u = unseen | unseen >> 13 | unseen >> 26 | unseen >> 39
    live = (pairs & u) | three
    out[0], out[1], out[2] = 0, 0, 0
    loose = np.empty(4, np.int64)
    for suit in range(4):
        p, q = hand >> 13 * suit & SUIT, unseen >> 13 * suit & SUIT
        runs = p & p >> 1 & p >> 2
        first, second, third = q & p >> 1 & p >> 2, p & q >> 1 & p >> 2, p & p >> 1 & q >> 2
        windows = runs | first | second | third
        idle = p & ~(windows | windows << 1 | windows << 2 | live)
        out[0] |= idle << 13 * suit
        out[1] |= (first | second << 1 | third << 2 | (pairs & q)) << 13 * suit
        loose[suit] = p & ~(runs | runs << 1 | runs << 2 | three)
    a, b, c, d = loose[0], loose[1], loose[2], loose[3]
    pairs = (a & b) | (c & d) | ((a | b) & (c | d))
    for suit in range(4):
        p, q = loose[suit], unseen >> 13 * suit & SUIT
        first, second, third = q & p >> 1 & p >> 2, p & q >> 1 & p >> 2, p & p >> 1 & q >> 2
        out[2] |= (first | second << 1 | third << 2 | (pairs & q)) << 13 * suit


@njit(cache=True)
def discard_inputs(s, hand, count, card, cards, weight, n, want, x):
    """Candidate's inputs of Q: ten cards kept, their deadwood, the card thrown, unseen cards and weights
    (chance to lie in the stock, mean 1), and the chance that the opponent wants the card."""
    mass = np.zeros(101)
    highest, gins, betters = 0, 0, 0
    for i in range(n):
        v = after_discard(hand | 1 << cards[i])
        highest = max(highest, v)
        mass[v] += weight[i]
        gins += v == 0
        betters += v < count
    total, whole, gain, better, five, limit, best = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1
    lows = np.zeros(4)
    marks = (3.0, 5.0, 7.0, 12.0)
    for v in range(highest + 1):
        if mass[v] > 0:
            if best < 0:
                best = v
            for k in range(4):
                if total < marks[k]:
                    lows[k] += v * min(mass[v], marks[k] - total)
            total += mass[v]
            whole += v * mass[v]
            if v < count:
                better += mass[v]
                gain += (count - v) * mass[v]
            if v <= 5:
                five += mass[v]
            if v <= s[LIMIT]:
                limit += mass[v]
    if n == 0:
        best, whole, total = count, float(count), 1.0
    for k in range(4):
        x[2 + k] = lows[k] / min(marks[k], max(total, 1e-6)) / 10 if n > 0 else count / 10
    x[0] = count / 20
    x[1] = best / 10
    x[6] = whole / total / 20
    x[7] = min(mass[0], 8.0) / 4
    x[8] = mass[0] / total * 5
    x[9] = five / total * 2
    x[10] = limit / total
    x[11] = better / total
    x[12] = want * 4
    x[13] = VALUE[card] / 10
    x[14] = pips(hand) / 50
    x[15] = max(0, count - s[LIMIT]) / 10
    x[16] = gain / total / 10
    x[17] = (mass[0] + mass[1] + mass[2]) / total * 4
    x[18] = count * s[TURN] / 200
    x[19] = min(gins, 8) / 4
    x[20] = betters / max(1, n)
    unseen = np.int64(0)
    for i in range(n):
        unseen |= 1 << cards[i]
    chances = np.empty(3, np.int64)
    prospects(hand, unseen, chances)
    x[21] = pips(chances[0]) / 30
    x[22] = size(chances[0]) / 5
    x[23] = size(chances[1]) / 10
    x[24] = size(chances[2]) / 10


@njit(cache=True)
def knock_inputs(s, hand, count, belief, x):
    """Candidate's inputs of K: the ten cards kept and their deadwood."""
    opens = 0.0
    if count > 0:
        layout = np.empty(4, np.int64)
        unseen = ALL_CARDS & ~s[SEEN]
        safest_layout(hand, unseen, layout)
        can = layout[3] & (unseen | s[KNOWN])
        for c in range(52):
            if can >> c & 1:
                opens += belief[c] * VALUE[c]
    x[0] = count / 10
    x[1] = opens / 10
    x[2] = count * s[TURN] / 100
    x[3] = 1.0 if count == 0 else 0.0
    x[4] = 1.0 if s[TURN] <= 1 else 0.0
    x[5] = s[OTURN] / 10
    x[6] = min(1.0, (s[GIN_BONUS] if count == 0 else 20 - count) / max(1, s[NEED]))
