"""Matches between compiled players, with what the learner sees written down for training.

A player is a row of `policies.style` numbers; style 9 is the learner, which
plays by its rows of weights `theta`, one for every kind of opponent.
"""

import numpy as np
from numba import njit

from bench.opponents.kernel import (
    ALL_CARDS,
    ELDEST,
    GIN_BONUS,
    HAND,
    LIMIT,
    N_SEEN,
    NEED,
    ONEED,
    REFUSED,
    SEEN,
    STOCK,
    TAKEN,
    TOP,
    TURN,
    UNDERCUT_BONUS,
    VALUE,
    after_discard,
    cards_of,
    deadwood,
    see_draw,
    see_throw,
    settle,
    take_in,
)
from bench.opponents.policies import DRAW_GAIN, DRAW_RULE, STYLE, choose, wants_top

from .features import (
    H_K,
    H_Q,
    N_CONTEXT,
    N_HABITS,
    N_KVAR,
    N_QVAR,
    OFF_K,
    OFF_Q,
    belief_inputs,
    beliefs,
    context,
    discard_inputs,
    expert,
    finish,
    fold,
    knock_inputs,
    learn_habits,
    want_inputs,
    wanted,
)

LEARNER = 9
IDLE_STEP = 4  # as ginrummy.bots.hard.IDLE_STEP
DRAW_MARGIN, DRAW_CHOICES = 4, 3  # as in ginrummy.bots.hard
SPAN = 256  # match equity is kept for 0..SPAN-1 points lacking
# learner's options: one float64 row
EXPLORE, EXPLORE_KNOCK, EXACT_DRAW, LAMBDA, TRUST, KNOCK_BIAS, DRAW_BIAS, LOG = 0, 1, 2, 3, 4, 5, 6, 7
ROLL, ROLL_LAMBDA = 8, 9  # share of deals that roll out every candidate of one decision; their lambda
N_OPTIONS = 10
EVERYTHING, TRAIL_ONLY = 1, 2  # values of LOG
ROLLED = 5  # candidates of a decision that are rolled out, the best by Q
# where a deal stands: one int64 row
N_PILE, AT, CUR, PASSED, TAKES, FIRST = 0, 1, 2, 3, 4, 5
N_FLOW = 6
# how far the logs are filled, after the samples of Q, K, D, B: decisions of this deal, the row that logs,
# decisions that might be rolled out, groups rolled out
F_TRAIL, F_ROW, F_SEEN, F_GROUPS = 4, 5, 6, 7
N_FILL = 8


@njit(cache=True)
def random(r):
    """Next number in [0, 1) of the xorshift state r[0]."""
    x = r[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    r[0] = x
    return float(x >> np.uint64(11)) / 9007199254740992.0


@njit(cache=True)
def seed_random(r, seed):
    r[0] = np.uint64(seed) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x1234567)
    if r[0] == 0:
        r[0] = np.uint64(1)
    for _ in range(8):
        random(r)


@njit(cache=True)
def value_of(equity, need, oneed, points):
    """Ten times the change in match-winning chance when I win `points` (the opponent wins if negative)."""
    a = max(0, need - max(0, points))
    b = max(0, oneed - max(0, -points))
    return 10 * (
        equity[min(a, SPAN - 1), min(b, SPAN - 1)] - equity[min(need, SPAN - 1), min(oneed, SPAN - 1)]
    )


@njit(cache=True)
def best_of_eleven(s, hand, taken, theta, qbase, kbase, belief, cards, weight, n, want, m, n_want):
    """Value of the best discard or knock from eleven cards, for the expectation over draws."""
    held = np.empty(11, np.int64)
    left = np.empty(11, np.int64)
    xq = np.empty(N_QVAR, np.float32)
    xk = np.empty(N_KVAR, np.float32)
    hidden = np.empty(H_Q, np.float32)
    k = cards_of(hand, held)
    least = 999
    for i in range(k):
        left[i] = 999
        if held[i] != taken:
            left[i] = deadwood(hand & ~(1 << held[i]))
            least = min(least, left[i])
    best = -1e9
    knock = -1
    for i in range(k):
        if left[i] == least:
            knock = held[i]
        place = 0
        for j in range(k):
            place += left[j] < left[i] or (left[j] == left[i] and j < i)
        if least > 0 and left[i] <= least + DRAW_MARGIN and place < DRAW_CHOICES:
            c = held[i]
            if want[c] < 0:
                want[c] = wanted(s, m, theta, c, belief, n_want)
            discard_inputs(s, hand & ~(1 << c), left[i], c, cards, weight, n, want[c], xq)
            best = max(best, finish(theta, OFF_Q, N_QVAR, H_Q, qbase, xq, hidden))
    if least <= s[LIMIT]:
        knock_inputs(s, hand & ~(1 << knock), least, belief, xk)
        v = finish(theta, OFF_K, N_KVAR, H_K, kbase, xk, hidden)
        best = max(best, v)
    return best


@njit(cache=True)
def weigh(belief, cards, n, weight):
    """Chance of each unseen card to lie in the stock, scaled to a mean of 1."""
    total = 0.0
    for i in range(n):
        weight[i] = 1 - belief[cards[i]]
        total += weight[i]
    for i in range(n):
        weight[i] *= n / max(total, 1e-6)


@njit(cache=True)
def learner_draw(s, m, theta, options, top):
    """Whether the learner takes the top of the pile."""
    hand = s[HAND]
    eleven = hand | 1 << top
    now, then = deadwood(hand), after_discard(eleven)
    if then == 0:
        return True
    if then >= now:
        return False
    if now > deadwood(eleven) - VALUE[top]:
        return True
    if options[EXACT_DRAW] == 0:
        return False
    belief, want = np.empty(52), np.full(52, -1.0)
    cards, weight = np.empty(52, np.int64), np.empty(52)
    rest, restw = np.empty(52, np.int64), np.empty(52)
    ctx = np.empty(N_CONTEXT, np.float32)
    qbase, kbase = np.empty(H_Q, np.float32), np.empty(H_K, np.float32)
    s[TURN] += 1
    n = beliefs(s, m, theta, cards, belief)
    weigh(belief, cards, n, weight)
    context(s, m, belief, cards, n, ctx)
    fold(theta, OFF_Q, N_QVAR, H_Q, ctx, qbase)
    fold(theta, OFF_K, N_KVAR, H_K, ctx, kbase)
    taking = best_of_eleven(s, eleven, top, theta, qbase, kbase, belief, cards, weight, n, want, m, n)
    s[STOCK] -= 1
    ctx[1] = s[STOCK] / 31
    ctx[24] = max(0.0, (10 - s[STOCK]) / 8)
    fold(theta, OFF_Q, N_QVAR, H_Q, ctx, qbase)
    fold(theta, OFF_K, N_KVAR, H_K, ctx, kbase)
    seen = s[SEEN]
    drawing, mass, idle, idle_mass, sampled = 0.0, 0.0, 0.0, 0.0, 0.0
    useless = 0
    for i in range(n):
        y = cards[i]
        idles = after_discard(hand | 1 << y) >= now
        if idles:  # cards that do not help are much alike: one in IDLE_STEP stands for the others
            idle_mass += weight[i]
            useless += 1
            if (useless - 1) % IDLE_STEP:
                continue
        j = 0
        for k in range(n):
            if k != i:
                rest[j], restw[j] = cards[k], weight[k]
                j += 1
        s[SEEN] = seen | 1 << y
        v = best_of_eleven(s, hand | 1 << y, -1, theta, qbase, kbase, belief, rest, restw, n - 1, want, m, n)
        if idles:
            idle += weight[i] * v
            sampled += weight[i]
        else:
            drawing += weight[i] * v
            mass += weight[i]
    if sampled > 0:
        drawing += idle * idle_mass / sampled
        mass += idle_mass
    s[SEEN] = seen
    s[STOCK] += 1
    s[TURN] -= 1
    return taking > drawing / mass + options[DRAW_BIAS]


@njit(cache=True)
def learner_choose(s, m, theta, options, equity, other, r, log, fill, trail, out):
    """The learner's discard; out = [card, knock]. `other` is the opponent's hand, for labels only."""
    logging = options[LOG] == EVERYTHING
    belief, want = np.empty(52), np.full(52, -1.0)
    cards, weight = np.empty(52, np.int64), np.empty(52)
    ctx = np.empty(N_CONTEXT, np.float32)
    xq, xk = np.empty(N_QVAR, np.float32), np.empty(N_KVAR, np.float32)
    qbase, kbase, hidden = np.empty(H_Q, np.float32), np.empty(H_K, np.float32), np.empty(H_Q, np.float32)
    n = beliefs(s, m, theta, cards, belief)
    weigh(belief, cards, n, weight)
    context(s, m, belief, cards, n, ctx)
    fold(theta, OFF_Q, N_QVAR, H_Q, ctx, qbase)
    fold(theta, OFF_K, N_KVAR, H_K, ctx, kbase)
    held, left = np.empty(11, np.int64), np.empty(11, np.int64)
    k = cards_of(s[HAND], held)
    least = 999
    for i in range(k):
        left[i] = 999
        if held[i] != s[TAKEN]:
            left[i] = deadwood(s[HAND] & ~(1 << held[i]))
            least = min(least, left[i])
    knock, pick, tried = -1, -1, 0
    best = -1e9
    margin = 8 if options[TRUST] > 0 else 6
    for i in range(k):
        if left[i] > least + margin:
            continue
        c = held[i]
        want[c] = wanted(s, m, theta, c, belief, n)
        if left[i] == least and (knock < 0 or want[c] < want[knock]):
            knock = c
        if least > 0:
            discard_inputs(s, s[HAND] & ~(1 << c), left[i], c, cards, weight, n, want[c], xq)
            v = finish(theta, OFF_Q, N_QVAR, H_Q, qbase, xq, hidden)
            if options[TRUST] == 0:  # before there are weights: the one-ply formula
                ahead = 10 * xq[2 + int(r[1] % np.uint64(3))]
                v = -(left[i] + 18 * 0.9 ** (s[TURN] - 1) * ahead + 12 * want[c])
            if v > best:
                best, pick = v, i
            tried += 1
    if logging and random(r) < 0.2 and fill[3] < log[6].shape[0]:  # what the hidden hand holds
        y = cards[int(random(r) * n)]
        belief_inputs(s, m, y, n, log[6][fill[3]])
        log[7][fill[3]] = other >> y & 1
        fill[3] += 1
    if logging and random(r) < 0.5 and fill[2] < log[4].shape[0]:  # what it wants
        c = held[int(random(r) * k)]
        if want[c] >= 0:
            want_inputs(s, m, c, belief, n, log[4][fill[2]])
            d0 = deadwood(other)
            takes = after_discard(other | 1 << c) < d0 and deadwood(other | 1 << c) < d0 + VALUE[c]
            log[5][fill[2]] = 1.0 if takes else 0.0
            fill[2] += 1
    explored = False
    out[1] = 0
    kv = -1e9
    if least <= s[LIMIT]:
        hand = s[HAND] & ~(1 << knock)
        knock_inputs(s, hand, least, belief, xk)
        kv = finish(theta, OFF_K, N_KVAR, H_K, kbase, xk, hidden)
        if logging and fill[1] < log[2].shape[0]:
            x = log[2][fill[1]]
            x[:N_KVAR] = xk
            x[N_KVAR:] = ctx
            points, _, _ = settle(hand, other, ALL_CARDS & ~s[SEEN], s[GIN_BONUS], s[UNDERCUT_BONUS])
            log[3][fill[1]] = value_of(equity, s[NEED], s[ONEED], points)
            if options[TRUST] == 0:
                kv = log[3][fill[1]]
            fill[1] += 1
        if options[TRUST] == 0:
            knocks = least == 0 or s[TURN] <= 3 or least <= int(r[1] % np.uint64(9))
        else:
            knocks = least == 0 or kv > best + options[KNOCK_BIAS]
        if least > 0 and random(r) < options[EXPLORE_KNOCK]:
            other_way = random(r) < 0.5
            explored = other_way != knocks
            knocks = other_way
        if knocks:
            out[0], out[1] = knock, 1
    if out[1] == 0:
        if random(r) < options[EXPLORE]:
            skip = int(random(r) * tried)
            for i in range(k):
                if left[i] <= least + margin:
                    if skip == 0:
                        if i != pick:
                            explored = True
                        pick = i
                    skip -= 1
        out[0] = held[pick]
    if options[LOG] > 0:
        t = fill[F_TRAIL]
        trail[t, 0] = max(best, kv) if least > 0 else kv
        trail[t, 1] = 1.0 if explored else 0.0
        trail[t, 2] = -1
        if logging and out[1] == 0 and fill[0] < log[0].shape[0]:
            c = out[0]
            x = log[0][fill[0]]
            discard_inputs(s, s[HAND] & ~(1 << c), left[pick], c, cards, weight, n, want[c], xq)
            x[:N_QVAR] = xq
            x[N_QVAR:] = ctx
            trail[t, 2] = fill[0]
            fill[0] += 1
        fill[F_TRAIL] += 1


@njit(cache=True)
def label_returns(options, y, log, fill, trail):
    """Fill in Q's targets of a finished deal: lambda-returns, cut at explored moves."""
    g = y
    for t in range(fill[F_TRAIL] - 1, -1, -1):
        if trail[t, 2] >= 0:
            log[1][int(trail[t, 2])] = g
        if options[TRUST] == 0:
            continue
        share = 0.0 if trail[t, 1] > 0 else options[LAMBDA]
        g = share * g + (1 - share) * trail[t, 0]
    fill[F_TRAIL] = 0


@njit(cache=True)
def play_deal(style, theta, options, rows, habits, deck, equity, r, log, fill, trail, snap, end):
    """One deal, row 0 the eldest hand. Only row `fill[F_ROW]` writes a log; `snap` is left at one of its
    discards, drawn by lot, for `roll_out`.

    end = [knocker's row or -1, points to the knocker, its deadwood, the other's count, its turn]."""
    for i in range(20):
        rows[i & 1, HAND] |= 1 << deck[i]
    for i in range(2):
        rows[i, SEEN] = rows[i, HAND] | 1 << deck[20]
        rows[i, TAKEN], rows[i, STOCK], rows[i, TOP] = -1, 31, deck[20]
    rows[0, ELDEST] = 1
    pile, flow = np.empty(64, np.int64), np.zeros(N_FLOW, np.int64)
    pile[0] = deck[20]
    flow[N_PILE], flow[AT], flow[FIRST] = 1, 21, 1
    fill[F_SEEN] = 0
    play_on(style, theta, options, rows, habits, deck, pile, flow, -1, equity, r, log, fill, trail, snap, end)


@njit(cache=True)
def play_on(
    style, theta, options, rows, habits, deck, pile, flow, forced, equity, r, log, fill, trail, snap, end
):
    """The rest of a deal from where `flow` says, which begins with the discard `forced` unless that is -1."""
    end[0], end[1] = -1, 0
    out = np.empty(2, np.int64)
    while flow[TAKES] < 50:
        cur = flow[CUR]
        s, o = rows[cur], rows[1 - cur]
        if forced < 0:
            top = pile[flow[N_PILE] - 1] if flow[N_PILE] > 0 else -1
            s[TOP], o[TOP] = top, top
            take = False
            if flow[PASSED] < 2 or flow[FIRST] == 0:
                if style[cur, STYLE] == LEARNER:
                    take = learner_draw(s, habits[cur], theta[cur], options[cur], top)
                else:
                    take = wants_top(s[HAND], top, style[cur, DRAW_RULE], style[cur, DRAW_GAIN], s[LIMIT])
                if not take and flow[FIRST] == 1:
                    o[REFUSED] |= 1 << top
                    flow[PASSED] += 1
                    flow[CUR] = 1 - cur
                    continue
            flow[FIRST] = 0
            if take:
                card = top
                flow[N_PILE] -= 1
                flow[TAKES] += 1
            else:
                card = deck[flow[AT]]
                flow[AT] += 1
                flow[TAKES] = 0
            take_in(s, card, take)
            if not take:
                o[TOP] = top
            see_draw(o, card if take else -1)
        if forced >= 0:
            card, knocks, forced = forced, False, -1
        elif style[cur, STYLE] == LEARNER:
            keep = options[cur, LOG]
            if fill[F_ROW] != cur:
                options[cur, LOG] = 0
            elif keep == EVERYTHING and options[cur, ROLL] > 0 and after_discard(s[HAND]) > 0:
                fill[F_SEEN] += 1
                if random(r) * fill[F_SEEN] < 1:
                    snap[0][:] = rows
                    snap[1][:] = pile
                    snap[2][:] = flow
            mind = options[cur]
            learner_choose(s, habits[cur], theta[cur], mind, equity, o[HAND], r, log, fill, trail, out)
            options[cur, LOG] = keep
            card, knocks = out[0], out[1] == 1
        else:
            card, knocks = choose(s, style[cur], random(r))
        s[HAND] &= ~(1 << card)
        see_throw(o, card)
        pile[flow[N_PILE]] = card
        flow[N_PILE] += 1
        if knocks:
            points, dead, count = settle(
                s[HAND], o[HAND], ALL_CARDS & ~s[SEEN], s[GIN_BONUS], s[UNDERCUT_BONUS]
            )
            end[0], end[1], end[2], end[3], end[4] = cur, points, dead, count, s[TURN]
            return
        if s[STOCK] <= 2:
            return
        flow[CUR] = 1 - cur


@njit(cache=True)
def candidates(s, m, theta, inputs, best, values):
    """The ROLLED discards of highest Q within the margin: inputs of Q and cards; returns how many."""
    belief, want = np.empty(52), np.full(52, -1.0)
    cards, weight = np.empty(52, np.int64), np.empty(52)
    ctx, xq = np.empty(N_CONTEXT, np.float32), np.empty(N_QVAR, np.float32)
    qbase, hidden = np.empty(H_Q, np.float32), np.empty(H_Q, np.float32)
    n = beliefs(s, m, theta, cards, belief)
    weigh(belief, cards, n, weight)
    context(s, m, belief, cards, n, ctx)
    fold(theta, OFF_Q, N_QVAR, H_Q, ctx, qbase)
    held = np.empty(11, np.int64)
    k = cards_of(s[HAND], held)
    least = after_discard(s[HAND])
    found = 0
    for i in range(k):
        c = held[i]
        if c == s[TAKEN]:
            continue
        left = deadwood(s[HAND] & ~(1 << c))
        if left > least + 8:
            continue
        want[c] = wanted(s, m, theta, c, belief, n)
        discard_inputs(s, s[HAND] & ~(1 << c), left, c, cards, weight, n, want[c], xq)
        v = finish(theta, OFF_Q, N_QVAR, H_Q, qbase, xq, hidden)
        place = found
        if found == ROLLED:
            place = 0
            for j in range(1, found):
                if values[j] < values[place]:
                    place = j
            if values[place] >= v:
                continue
        else:
            found += 1
        best[place], values[place] = c, v
        inputs[place, :N_QVAR] = xq
        inputs[place, N_QVAR:] = ctx
    return found


@njit(cache=True)
def roll_out(style, theta, options, habits, deck, equity, r, log, fill, trail, snap, end):
    """Play the rest of the deal after every good discard at `snap`, on the same deck and by the same players:
    one group of Q's samples, whose differences hold less of the deal's luck."""
    if fill[F_SEEN] == 0 or fill[F_GROUPS] >= log[8].shape[0]:
        return
    row = snap[2][CUR]
    best, values = np.empty(ROLLED, np.int64), np.empty(ROLLED)
    g = fill[F_GROUPS]
    n = candidates(snap[0][row], habits[row], theta[row], log[8][g], best, values)
    if n < 2:
        return
    minds = options.copy()
    minds[:, EXPLORE] = 0
    minds[:, EXPLORE_KNOCK] = 0
    minds[:, LOG] = TRAIL_ONLY
    share = options[row, ROLL_LAMBDA]
    start = r[0]
    s = snap[0][row]
    for i in range(n):
        r[0] = start
        fill[F_TRAIL] = 0
        play_on(
            style, theta, minds, snap[0].copy(), habits, deck, snap[1].copy(), snap[2].copy(), best[i],
            equity, r, log, fill, trail, snap, end,
        )  # fmt: skip
        y = 0.0
        if end[0] >= 0:
            y = value_of(equity, s[NEED], s[ONEED], end[1] if end[0] == row else -end[1])
        for t in range(fill[F_TRAIL] - 1, -1, -1):
            y = share * y + (1 - share) * trail[t, 0]
        log[9][g, i] = y
    fill[F_TRAIL] = 0
    log[10][g] = n
    fill[F_GROUPS] += 1


@njit(cache=True)
def play_match(
    style, theta, options, eldest, rules, equity, deck_r, r, log, fill, trail, snap, log_player, tally
):
    """One match between players 0 and 1; returns the winner. `theta` has each player's weights by expert.

    rules = [target, limit or -1 for Oklahoma, gin bonus, undercut bonus]; tally[player] = [gins, knocks,
    undercuts won, points], tally[2] = [deals, void, ...]."""
    habits = np.zeros((2, N_HABITS))
    scores = np.zeros(2, np.int64)
    deck = np.arange(52)
    end, after = np.zeros(5, np.int64), np.zeros(5, np.int64)
    sstyle, soptions = np.empty_like(style), np.empty_like(options)
    stheta = np.empty((2, theta.shape[2]), np.float32)
    deals = 0
    while max(scores[0], scores[1]) < rules[0] and deals < 400:
        deals += 1
        for i in range(52):
            deck[i] = i
        for i in range(51, 0, -1):
            j = int(random(deck_r) * (i + 1))
            deck[i], deck[j] = deck[j], deck[i]
        limit = rules[1]
        if limit < 0:
            limit = VALUE[deck[20]] if deck[20] % 13 else 0
        rows = np.zeros((2, N_SEEN), np.int64)
        row_habits = np.empty_like(habits)
        for row in range(2):
            p = eldest if row == 0 else 1 - eldest
            sstyle[row], stheta[row], soptions[row] = style[p], theta[p, expert(habits[p])], options[p]
            row_habits[row] = habits[p]
            rows[row, NEED], rows[row, ONEED] = rules[0] - scores[p], rules[0] - scores[1 - p]
            rows[row, LIMIT], rows[row, GIN_BONUS], rows[row, UNDERCUT_BONUS] = limit, rules[2], rules[3]
        fill[F_TRAIL] = 0
        fill[F_ROW] = -1 if log_player < 0 else (0 if log_player == eldest else 1)
        play_deal(sstyle, stheta, soptions, rows, row_habits, deck, equity, r, log, fill, trail, snap, end)
        tally[2, 0] += 1
        knocker = -1
        if end[0] >= 0:
            knocker = eldest if end[0] == 0 else 1 - eldest
        if fill[F_ROW] >= 0:
            row = fill[F_ROW]
            mine = end[1] if end[0] == row else -end[1]
            y = value_of(equity, rows[row, NEED], rows[row, ONEED], mine) if end[0] >= 0 else 0.0
            label_returns(soptions[row], y, log, fill, trail)
            if random(r) < soptions[row, ROLL] and soptions[row, TRUST] > 0:
                roll_out(sstyle, stheta, soptions, row_habits, deck, equity, r, log, fill, trail, snap, after)
        for p in range(2):
            side = -1 if knocker < 0 else (0 if knocker == p else 1)
            learn_habits(habits[p], side, end[2] if side == 1 else end[3], end[4] if side >= 0 else 15, limit)
        if knocker < 0:
            tally[2, 1] += 1
            continue
        winner = knocker if end[1] > 0 else 1 - knocker
        scores[winner] += abs(end[1])
        tally[winner, 3] += abs(end[1])
        if end[1] < 0:
            tally[winner, 2] += 1
        elif end[2] == 0:
            tally[winner, 0] += 1
        else:
            tally[winner, 1] += 1
        eldest = 1 - eldest
    return 0 if scores[0] >= scores[1] else 1


@njit(cache=True)
def play_many(style, theta, options, rules, equity, seed, n, log, fill, trail, snap, tally, wins):
    """n mirrored pairs for measuring: the same decks, the deal swapped; wins[i] = pairs' wins of player 0."""
    deck_r, r = np.empty(1, np.uint64), np.empty(2, np.uint64)
    for i in range(n):
        wins[i] = 0
        for eldest in range(2):
            seed_random(deck_r, seed + i)
            seed_random(r, seed + i + 77777777)
            r[1] = 0
            w = play_match(
                style, theta, options, eldest, rules, equity, deck_r, r, log, fill, trail, snap, -1, tally
            )
            wins[i] += 1 - w


@njit(cache=True)
def play_logged(style, theta, options, rules, equity, seed, n, log, fill, trail, snap, tally):
    """n matches with player 0's log."""
    deck_r, r = np.empty(1, np.uint64), np.empty(2, np.uint64)
    won = 0
    for i in range(n):
        seed_random(deck_r, seed + i)
        seed_random(r, seed + i + 77777777)
        r[1] = np.uint64(random(r) * 1000)
        eldest = int(random(r) * 2)
        won += 1 - play_match(
            style, theta, options, eldest, rules, equity, deck_r, r, log, fill, trail, snap, 0, tally
        )
    return won


@njit(cache=True)
def point_histogram(style, theta, options, rules, equity, seed, n, log, fill, trail, snap):
    """How many points the winners of n deals at level scores win: counts by points, 0 for void ones."""
    r = np.empty(2, np.uint64)
    seed_random(r, seed)
    r[1] = 0
    counts = np.zeros(160)
    deck, end = np.arange(52), np.zeros(5, np.int64)
    fill[F_ROW] = -1
    for _ in range(n):
        for k in range(51, 0, -1):
            j = int(random(r) * (k + 1))
            deck[k], deck[j] = deck[j], deck[k]
        rows, habits = np.zeros((2, N_SEEN), np.int64), np.zeros((2, N_HABITS))
        for row in range(2):
            rows[row, NEED], rows[row, ONEED], rows[row, LIMIT] = 100, 100, 10
            rows[row, GIN_BONUS], rows[row, UNDERCUT_BONUS] = rules[2], rules[3]
        play_deal(style, theta, options, rows, habits, deck, equity, r, log, fill, trail, snap, end)
        counts[abs(end[1]) if end[0] >= 0 else 0] += 1
    return counts


@njit(cache=True)
def solve_equity(counts):
    """Match-winning chance by the points that each lacks, both winning deals alike."""
    equity = np.full((SPAN, SPAN), 0.5)
    total = counts[1:].sum()
    for a in range(SPAN):
        equity[0, a], equity[a, 0] = 1.0, 0.0
    for a in range(1, SPAN):
        for b in range(1, SPAN):
            chance = 0.0
            for p in range(1, counts.size):
                chance += counts[p] / total * (equity[max(0, a - p), b] + equity[a, max(0, b - p)]) / 2
            equity[a, b] = chance
    return equity
