"""The training run: its league, its passes and its measurements (README.md here says how it works)."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import argparse
import pickle
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

from bench.opponents.policies import CHAMPION, SIMPLE, style

from . import sim
from .features import N_B, N_D, N_K, N_Q
from .nets import Fitter, fresh

STANDARD = np.array([100, 10, 25, 25], np.int64)
HELD_BACK = {0, 2, 4, 7, 10}  # thresholds of the league that is never trained against
CHUNK = 100
SELFPLAY, VARIED = 0.22, 0.12  # shares of matches against itself, and under other rules
EXACT = 0.15  # share of chunks with exact draws, in the later passes (they take four times as long)
KEPT = 4  # passes whose samples are used again


def learner_style() -> np.ndarray:
    row = style()
    row[0] = sim.LEARNER
    return row


def options(trained: bool, logging: bool, lam: float = 0.6, exact: float = 0.0) -> np.ndarray:
    """The learner's options for gathering (with exploration) or for measuring (without)."""
    o = np.zeros(sim.N_OPTIONS)
    o[sim.TRUST], o[sim.LAMBDA], o[sim.EXACT_DRAW], o[sim.LOG] = trained, lam, exact, logging
    if logging:
        o[sim.EXPLORE], o[sim.EXPLORE_KNOCK] = (0.05, 0.12) if trained else (0.10, 0.30)
    return o


def buffers(n: int) -> tuple[np.ndarray, ...]:
    """Inputs and targets of Q, K, D, B."""
    sizes = ((N_Q, n), (N_K, n // 3), (N_D, n // 2), (N_B, n // 4))
    return tuple(
        a for width, rows in sizes for a in (np.zeros((rows, width), np.float32), np.zeros(rows, np.float32))
    )


class Scratch:
    """What every call into the simulator needs besides the players."""

    def __init__(self, n: int) -> None:
        self.log = buffers(n)
        self.fill = np.zeros(6, np.int64)
        self.trail = np.zeros((128, 3))
        self.tally = np.zeros((3, 4))

    def args(self):
        return self.log, self.fill, self.trail


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


class Trainer:
    """The whole state of a run; pickled after every pass."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rng = np.random.default_rng(seed)
        self.theta = fresh(seed)
        self.fitters = {name: Fitter(name) for name in "BDKQ"}
        self.past: list[np.ndarray] = []
        self.equity = np.full((sim.SPAN, sim.SPAN), 0.5)
        self.counts = np.zeros(160)
        self.passes = 0
        self.trained = False
        self.old: dict[str, list] = {name: [] for name in "BDKQ"}
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
                np.array([self.theta] * 2),
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

    def gather(self, matches: int, lam: float, exact: float) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        """Inputs and targets of every network from that many matches; the order is fixed."""
        tasks = []
        for _ in range(max(2, matches // CHUNK)):
            row, weights = self.opponent()
            mine, other = options(self.trained, True, lam), options(True, False)
            mine[sim.EXACT_DRAW] = other[sim.EXACT_DRAW] = float(self.rng.random() < exact)
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
        return {
            name: tuple(np.concatenate([part[2 * i + j] for part in parts]) for j in range(2))
            for i, name in enumerate("QKDB")
        }

    def one_pass(self, matches: int, rate: float, lam: float, exact: float) -> None:
        """Gather with the present weights, then fit all four networks."""
        began = time.time()
        data = self.gather(matches, lam, exact)
        mid = time.time()
        notes = []
        for name in "BDKQ":
            x, y = data[name]
            keep = KEPT if name in "KQ" else KEPT // 2
            kept = [(x, y), *(self.old[name] if self.trained else [])]
            xs, ys = (np.concatenate([part[j] for part in kept]) for j in range(2))
            epochs = 2.0 if not self.trained else 1.0
            r2 = self.fitters[name].fit(
                self.theta, xs, ys, epochs, rate * (2 if name in "BD" else 1), self.rng
            )
            notes.append(f"{name} {r2:.4f} of {len(ys)}")
            self.old[name] = kept[:keep] if self.trained else []
        self.trained = True
        self.passes += 1
        if self.passes % 4 == 0:
            self.past.append(self.theta.copy())
        self.say(
            f"pass {self.passes}: {matches} matches {mid - began:.0f} s, fit {time.time() - mid:.0f} s, "
            f"rate {rate:.1e} lambda {lam:.2f} exact {exact}; explained: " + ", ".join(notes)
        )

    def __getstate__(self):
        """Everything but the worker pool and the replayed samples, which a resumed run gathers anew."""
        return self.__dict__ | {"pool": None, "old": {name: [] for name in "BDKQ"}}

    def measure(self, scratch: Scratch, pairs: int, exact: float = 1.0, seed: int = 5_000_000) -> None:
        """Win rates over mirrored pairs against both copies on tuning seeds."""
        for name, row in (("champion", CHAMPION), ("simple", SIMPLE)):
            wins, tally, began = np.zeros(pairs), np.zeros((3, 4)), time.time()
            sim.play_many(
                np.array([learner_style(), row]),
                np.array([self.theta] * 2),
                np.array([options(True, False, exact=exact)] * 2),
                STANDARD,
                self.equity,
                seed,
                pairs,
                *scratch.args(),
                tally,
                wins,
            )
            rate, half = wins.mean() / 2, 1.96 * wins.std() / 2 / np.sqrt(pairs)
            t = tally.astype(int)
            self.say(
                f"  {name} {100 * rate:.2f} ± {100 * half:.2f} n={2 * pairs} exact {exact:.0f} "
                f"({2 * pairs / (time.time() - began):.0f}/s) gin/knock/undercut {t[0, :3].tolist()} "
                f"{t[1, :3].tolist()} void {t[2, 1]} of {t[2, 0]}"
            )


SCRATCH: Scratch | None = None


def work(tasks) -> list[np.ndarray]:
    """Play some chunks in a worker; the logs of Q, K, D, B as inputs and targets."""
    global SCRATCH
    if SCRATCH is None:
        SCRATCH = Scratch(60 * CHUNK * 10)
    done: list[list[np.ndarray]] = [[] for _ in range(8)]
    for style_rows, weights, sides, rules, equity, seed in tasks:
        SCRATCH.fill[:] = 0
        sim.play_logged(
            style_rows, weights, sides, rules, equity, seed, CHUNK, *SCRATCH.args(), SCRATCH.tally
        )
        for i in range(8):
            done[i].append(SCRATCH.log[i][: SCRATCH.fill[i // 2]].copy())
    return [np.concatenate(part) for part in done]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--passes", type=int, default=60)
    parser.add_argument("--matches", type=int, default=16_000, help="matches a pass")
    parser.add_argument("--pairs", type=int, default=1000, help="pairs a measurement, every fifth pass")
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
            t.one_pass(args.matches // 4, 2e-3, 1.0, 0.0)
            t.trained = False  # once more by the formula, now with beliefs
            t.one_pass(args.matches * 2, 2e-3, 1.0, 0.0)
            t.find_equity(scratch)
        while t.passes < args.passes:
            done = t.passes / args.passes
            t.one_pass(
                args.matches, 1e-3 * max(0.05, 1 - done), 0.75 - 0.35 * done, EXACT if done > 0.4 else 0.0
            )
            if t.passes % 5 == 0 or t.passes == args.passes:
                t.measure(scratch, args.pairs, 0.0)
            state.with_suffix(".new").write_bytes(pickle.dumps(t))
            state.with_suffix(".new").replace(state)
            (args.out / "log.txt").write_text("\n".join(t.log) + "\n")
