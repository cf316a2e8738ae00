"""The training run: its league, its passes and its measurements (README.md here says how it works)."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import argparse
import pickle
import time
from concurrent.futures import ProcessPoolExecutor
from copy import deepcopy
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bench.opponents.kernel import N_SEEN
from bench.opponents.policies import CHAMPION, SIMPLE, style

from . import sim
from .features import CLEAR, EAGER_ONE, N_B, N_D, N_EXPERTS, N_K, N_KVAR, N_Q, N_QVAR, PATIENT_ONE
from .nets import Fitter, fresh

STANDARD = np.array([100, 10, 25, 25], np.int64)
HELD_BACK = {0, 2, 4, 7, 10}  # thresholds of the league that is never trained against
CHUNK = 100
SELFPLAY, VARIED = 0.22, 0.12  # shares of matches against itself, and under other rules
EXACT = 0.5  # share of chunks with exact draws, in the later passes (they take twice as long)
EARLY = 0.4  # share of the passes that are early: without exact draws, with few roll-outs
ROLL_EARLY, ROLL = 0.25, 1.0  # share of the deals of which one decision is rolled out
ROLL_LAMBDA = 0.8
LAST = 4  # passes at the end with exact draws only
KEPT, GROUPS_KEPT = 4, 9  # passes whose samples, and groups rolled out, are used again
EAGER_COLUMN = {"B": 19, "D": 20, "K": N_KVAR + 3, "Q": N_QVAR + 3}  # the input "eager" of each network
PAIRS = 25  # pairs a piece when measuring


def learner_style() -> np.ndarray:
    row = style()
    row[0] = sim.LEARNER
    return row


def options(
    trained: bool, logging: bool, lam: float = 0.6, exact: float = 0.0, roll: float = 0.0
) -> np.ndarray:
    """The learner's options for gathering (with exploration) or for measuring (without)."""
    o = np.zeros(sim.N_OPTIONS)
    o[sim.TRUST], o[sim.LAMBDA], o[sim.EXACT_DRAW], o[sim.LOG] = trained, lam, exact, logging
    o[sim.ROLL], o[sim.ROLL_LAMBDA] = roll, ROLL_LAMBDA
    if logging:
        o[sim.EXPLORE], o[sim.EXPLORE_KNOCK] = (0.05, 0.12) if trained else (0.10, 0.30)
    return o


def buffers(n: int) -> tuple[np.ndarray, ...]:
    """Inputs and targets of Q, K, D, B; then of the groups rolled out, with their sizes."""
    sizes = ((N_Q, n), (N_K, n // 3), (N_D, n // 2), (N_B, n // 4))
    single = [
        a for width, rows in sizes for a in (np.zeros((rows, width), np.float32), np.zeros(rows, np.float32))
    ]
    m = n // 30 + 1
    shape = (m, sim.ROLLED)
    return *single, np.zeros((*shape, N_Q), np.float32), np.zeros(shape, np.float32), np.zeros(m, np.int64)


class Scratch:
    """What every call into the simulator needs besides the players."""

    def __init__(self, n: int) -> None:
        self.log = buffers(n)
        self.fill = np.zeros(sim.N_FILL, np.int64)
        self.trail = np.zeros((128, 3))
        self.snap = (
            np.zeros((2, N_SEEN), np.int64), np.zeros(64, np.int64), np.zeros(sim.N_FLOW, np.int64)
        )  # fmt: skip
        self.tally = np.zeros((3, 4))

    def args(self):
        return self.log, self.fill, self.trail, self.snap


def some_formula(rng) -> np.ndarray:
    """A random formula player: thresholds outside the held-back league's, several draw rules."""
    late = int(rng.choice([1, 3, 5, 6, 8, 9]))
    rule = int(rng.choice([0, 0, 1, 2]))
    kind = int(rng.choice([0, 1, 2, 2]))
    early = int(rng.choice([0, 0, 2, 3, 5, 8]))
    return style(
        kind,
        int(rng.choice([3, 5, 7, 9])),
        18.0,
        0.9,
        float(rng.choice([0.1, 0.3, 0.6, 1.0])),
        early,
        late,
        rule,
        int(rng.integers(4, 12)),
    )


def some_rules(rng) -> np.ndarray:
    """The standard rules, or with chance VARIED others."""
    if rng.random() >= VARIED:
        return STANDARD
    limit = int(rng.choice([-1, -1, 0, int(rng.integers(1, 11)), 10]))
    return np.array(
        [rng.choice([50, 100, 150, 200]), limit, rng.choice([10, 20, 25, 31]), rng.choice([0, 10, 20, 25])],
        np.int64,
    )


class Plan(NamedTuple):
    """One pass: matches, rate of fitting, lambda, share of chunks with exact draws, share of deals rolled
    out, epochs of fitting Q."""

    matches: int
    rate: float
    lam: float
    exact: float = 0.0
    roll: float = 0.0
    epochs: float = 2.0


def plan(number: int, passes: int, matches: int) -> Plan:
    """The pass of that number, from 2 on (the first two are played by the formula)."""
    done, left = number / passes, passes - number
    lam = 0.75 - 0.35 * done
    if done < EARLY:
        return Plan(matches, 1e-3, lam, 0.0, ROLL_EARLY, 1.0)
    if left > LAST:
        return Plan(matches, 1e-3 * max(0.3, 1 - done), lam, EXACT, ROLL)
    return Plan(matches, 3e-4, lam, 1.0, ROLL, 2.0 if left > 1 else 6.0)


def expert_plan(left: int, matches: int) -> Plan:
    """A pass after the fork; `left` of them are left, this one with them."""
    rate, exact = (5e-4, EXACT) if left > 2 else (3e-4, 1.0)
    return Plan(matches, rate, 0.4, exact, ROLL, 2.0 if left > 1 else 6.0)


class Trainer:
    """The whole state of a run; pickled after every pass."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rng = np.random.default_rng(seed)
        self.theta = np.array([fresh(seed)] * N_EXPERTS)
        self.fitters = [{name: Fitter(name) for name in "BDKQ"}]  # one expert's, until the fork
        self.past: list[np.ndarray] = []
        self.recent: list[np.ndarray] = []
        self.equity = np.full((sim.SPAN, sim.SPAN), 0.5)
        self.counts = np.zeros(160)
        self.passes = 0
        self.trained = False
        self.old: dict[str, list] = {name: [] for name in (*"BDKQ", "groups")}
        self.pool = None
        self.log: list[str] = []

    def say(self, text: str) -> None:
        print(text, flush=True)
        self.log.append(text)

    def opponent(self):
        """A random member of the training league: (style row, weights)."""
        u = self.rng.random()
        if self.trained and u < SELFPLAY:
            weights = (
                self.past[self.rng.integers(len(self.past))]
                if self.past and self.rng.random() < 0.4
                else self.theta
            )
            return learner_style(), weights
        u = self.rng.random()
        if u < 0.33:
            return SIMPLE, self.theta
        if u < 0.66:
            return CHAMPION, self.theta
        return some_formula(self.rng), self.theta

    def find_equity(self, scratch: Scratch) -> None:
        """Match equity from a histogram of points against Simple, Champion and itself."""
        for row in (SIMPLE, CHAMPION, learner_style()):
            me = learner_style() if self.trained else style()
            players = np.array([me, me if row[0] == sim.LEARNER else row])
            self.counts += sim.point_histogram(
                players,
                np.array([self.theta[0]] * 2),
                np.array([options(self.trained, False)] * 2),
                STANDARD,
                self.equity,
                int(self.rng.integers(1 << 40)),
                6000,
                *scratch.args(),
            )
        self.equity = sim.solve_equity(self.counts)
        e = self.equity
        self.say(
            f"equity 50-50 of 100 {e[50, 50]:.3f}  25-50 {e[25, 50]:.3f}  mean points "
            f"{(self.counts * np.arange(160)).sum() / self.counts[1:].sum():.1f}"
        )

    def gather(self, plan: Plan) -> dict[str, tuple[np.ndarray, ...]]:
        """Inputs and targets of every network from that many matches; the order is fixed."""
        tasks = []
        for _ in range(max(2, plan.matches // CHUNK)):
            row, weights = self.opponent()
            mine = options(self.trained, True, plan.lam, roll=plan.roll)
            other = options(True, False)
            mine[sim.EXACT_DRAW] = other[sim.EXACT_DRAW] = float(self.rng.random() < plan.exact)
            tasks.append(
                (
                    np.array([learner_style(), row]),
                    np.array([self.theta, weights]),
                    np.array([mine, other]),
                    some_rules(self.rng),
                    self.equity,
                    int(self.rng.integers(1 << 40)),
                )
            )
        half = (len(tasks) + 1) // 2
        parts = list(self.pool.map(work, (tasks[:half], tasks[half:])))
        whole = [np.concatenate([part[i] for part in parts]) for i in range(11)]
        return {name: tuple(whole[2 * i : 2 * i + 2]) for i, name in enumerate("QKDB")} | {
            "groups": tuple(whole[8:])
        }

    def one_pass(self, plan: Plan) -> None:
        """Gather with the present weights, then fit all four networks."""
        began = time.time()
        data = self.gather(plan)
        mid = time.time()
        small = self.pool.submit(fit_all, self.theta, self._fits("BDK", data, plan))
        large = fit_all(self.theta, self._fits("Q", data, plan))
        notes = []
        for e, fitter, piece, explained in sorted([*small.result(), *large], key=lambda fit: fit[0]):
            self.fitters[e][fitter.name] = fitter
            fitter.put(self.theta[e], piece)
            notes.append(f"{fitter.name}{e or ''} {explained[0]:.4f}")
            if explained[1]:
                notes.append(f"differences {explained[1]:.4f}")
        if len(self.fitters) == 1:
            self.theta[:] = self.theta[0]
        self.trained = True
        self.passes += 1
        if self.passes % 4 == 0:
            self.past.append(self.theta.copy())
        self.recent = [*self.recent[-LAST:], self.theta.copy()]
        groups = len(data["groups"][2])
        self.say(
            f"pass {self.passes}: {plan.matches} matches, {len(data['Q'][1])} discards, {groups} rolled out "
            f"{mid - began:.0f} s, fit {time.time() - mid:.0f} s, rate {plan.rate:.1e} lambda {plan.lam:.2f} "
            f"exact {plan.exact:.2f}; explained: " + ", ".join(notes)
        )

    def fork(self) -> None:
        """From now on every expert learns from the deals that it plays only."""
        self.fitters = [deepcopy(self.fitters[0]) for _ in range(N_EXPERTS)]

    def _fits(self, names: str, data, plan: Plan) -> list[tuple]:
        """What `fit_all` needs: every network's fitter with this pass's and the last passes' samples."""
        tasks = []
        for name in names:
            samples = self._with_old(name, data[name], KEPT if name in "KQ" else KEPT // 2)
            groups = self._with_old("groups", data["groups"], GROUPS_KEPT) if name == "Q" else None
            rate = plan.rate * (2 if name in "BD" else 1)
            epochs = plan.epochs if name == "Q" else min(plan.epochs, 2.0)
            for e, fitters in enumerate(self.fitters):
                mine, my_groups = samples, groups
                if len(self.fitters) > 1:
                    mine = of_expert(e, samples, samples[0][:, EAGER_COLUMN[name]])
                    if groups is not None:
                        my_groups = of_expert(e, groups, groups[0][:, 0, EAGER_COLUMN["Q"]])
                if groups is not None and not len(my_groups[2]):
                    my_groups = None
                seed = int(self.rng.integers(1 << 40))
                tasks.append((e, fitters[name], mine, my_groups, epochs, rate, seed))
        return tasks

    def _with_old(self, name: str, new: tuple, keep: int) -> list[np.ndarray]:
        """These samples and those kept of earlier passes; these are kept for the next."""
        kept = [new, *(self.old[name] if self.trained else [])][: keep + 1]
        self.old[name] = kept if self.trained else []
        return [np.concatenate([part[j] for part in kept]) for j in range(len(new))]

    def __getstate__(self):
        """Everything but the worker pool and the replayed samples, which a resumed run gathers anew."""
        return self.__dict__ | {"pool": None, "old": {name: [] for name in (*"BDKQ", "groups")}}

    def measure(self, pairs: int, exact: float = 1.0, seed: int = 5_000_000) -> None:
        """Win rates over mirrored pairs against both copies on tuning seeds."""
        for name, row in (("champion", CHAMPION), ("simple", SIMPLE)):
            rates = measured(self.pool, self.theta, row, self.equity, pairs, exact, seed)
            half = 1.96 * rates.std() / np.sqrt(pairs)
            self.say(f"  {name} {100 * rates.mean():.2f} ± {100 * half:.2f} n={2 * pairs} exact {exact:.0f}")


SCRATCH: Scratch | None = None


def work(tasks) -> list[np.ndarray]:
    """Play some chunks in a worker; the logs of Q, K, D, B as inputs and targets."""
    global SCRATCH
    if SCRATCH is None:
        SCRATCH = Scratch(60 * CHUNK * 10)
    done: list[list[np.ndarray]] = [[] for _ in range(11)]
    for style_rows, weights, sides, rules, equity, seed in tasks:
        SCRATCH.fill[:] = 0
        sim.play_logged(
            style_rows, weights, sides, rules, equity, seed, CHUNK, *SCRATCH.args(), SCRATCH.tally
        )
        for i in range(11):
            filled = SCRATCH.fill[i // 2 if i < 8 else sim.F_GROUPS]
            done[i].append(SCRATCH.log[i][:filled].copy())
    return [np.concatenate(part) for part in done]


def fit_all(theta, tasks) -> list[tuple]:
    """Fit some networks, perhaps in a worker: expert, fitter, weights, share explained."""
    done = []
    for e, fitter, samples, groups, epochs, rate, seed in tasks:
        rng = np.random.default_rng(seed)
        piece, explained = fitter.fit(theta[e], *samples, epochs, rate, rng, groups=groups)
        done.append((e, fitter, piece, explained))
    return done


def of_expert(e: int, parts, eager) -> list[np.ndarray]:
    """The samples of the deals that this expert plays; `eager` is that input of each sample."""
    clear = 1 / (1 + np.exp(-CLEAR)) + 1e-6
    mine = eager > clear if e == EAGER_ONE else eager < 1 - clear if e == PATIENT_ONE else None
    if mine is None:
        mine = (eager <= clear) & (eager >= 1 - clear)
    return [part[mine] for part in parts]


def measured(pool, theta, row, equity, pairs: int, exact: float = 1.0, seed: int = 5_000_000) -> np.ndarray:
    """Win rate of every mirrored pair against a player, played by the pool; `row` its style."""
    pieces = [(theta, row, equity, seed + at, min(PAIRS, pairs - at), exact) for at in range(0, pairs, PAIRS)]
    return np.concatenate(list(pool.map(measure_piece, pieces)))


def measure_piece(task) -> np.ndarray:
    """The same for one piece, in a worker."""
    theta, row, equity, seed, pairs, exact = task
    wins, tally, scratch = np.zeros(pairs), np.zeros((3, 4)), Scratch(100)
    sim.play_many(
        np.array([learner_style(), row]),
        np.array([theta] * 2),
        np.array([options(True, False, exact=exact)] * 2),
        STANDARD,
        equity,
        seed,
        pairs,
        *scratch.args(),
        tally,
        wins,
    )
    return wins / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--passes", type=int, default=24)
    parser.add_argument("--experts", type=int, default=8, help="passes after the fork into three experts")
    parser.add_argument("--matches", type=int, default=10_000, help="matches a pass")
    parser.add_argument("--pairs", type=int, default=1500, help="pairs a measurement, every fourth pass")
    parser.add_argument(
        "--out", type=Path, required=True, help="folder for log and checkpoint; a checkpoint there is resumed"
    )
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    state, scratch = args.out / "state.pickle", Scratch(1000)
    t = pickle.loads(state.read_bytes()) if state.exists() else Trainer(args.seed)
    with ProcessPoolExecutor(2) as t.pool:
        if t.passes == 0:
            t.find_equity(scratch)
            t.one_pass(Plan(args.matches // 4, 2e-3, 1.0))
            t.trained = False  # once more by the formula, now with beliefs
            t.one_pass(Plan(args.matches * 2, 2e-3, 1.0))
            t.find_equity(scratch)
        last = args.passes + args.experts
        while t.passes < last:
            if t.passes == args.passes:
                t.fork()
            if t.passes < args.passes:
                t.one_pass(plan(t.passes, args.passes, args.matches))
            else:
                t.one_pass(expert_plan(last - t.passes, args.matches))
            if t.passes % 4 == 0 or t.passes == last:
                t.measure(args.pairs)
            state.with_suffix(".new").write_bytes(pickle.dumps(t))
            state.with_suffix(".new").replace(state)
            (args.out / "log.txt").write_text("\n".join(t.log) + "\n")
