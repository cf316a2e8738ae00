"""Train Hard's networks: `python -m bench.train --minutes 80 --out FOLDER` (see README.md here)."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import argparse
import json
import pickle
import time
from pathlib import Path

import numpy as np

from bench.opponents.policies import CHAMPION, SIMPLE, style

from . import sim
from .features import N_B, N_D, N_K, N_Q
from .nets import Fitter, fresh

STANDARD = np.array([100, 10, 25, 25], np.int64)
HELD_BACK = {0, 2, 4, 7, 10}  # thresholds of the league that is never trained against
CHUNK = 125


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
    return tuple(a for width, rows in sizes for a in (np.zeros((rows, width), np.float32), np.zeros(rows, np.float32)))


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
    return style(kind, int(rng.choice([3, 5, 7, 9])), 18.0, 0.9, float(rng.choice([0.1, 0.3, 0.6, 1.0])), early, late,
                 rule, int(rng.integers(4, 12)))


def some_rules(rng, varied: float) -> np.ndarray:
    """The standard rules, or with chance `varied` others."""
    if rng.random() >= varied:
        return STANDARD
    limit = int(rng.choice([-1, -1, 0, int(rng.integers(1, 11)), 10]))
    return np.array([rng.choice([50, 100, 150, 200, 250]), limit, rng.choice([10, 20, 25, 31]),
                     rng.choice([0, 10, 20, 25])], np.int64)


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
        self.old: dict[str, list] = {"K": [], "Q": []}
        self.log: list[str] = []

    def say(self, text: str) -> None:
        print(text, flush=True)
        self.log.append(text)

    def opponent(self, selfplay: float):
        """A random member of the training league: (style row, weights)."""
        u = self.rng.random()
        if self.trained and u < selfplay:
            weights = self.past[self.rng.integers(len(self.past))] if self.past and self.rng.random() < 0.4 else self.theta
            return learner_style(), weights
        u = self.rng.random()
        if u < 0.3:
            return SIMPLE, self.theta
        if u < 0.6:
            return CHAMPION, self.theta
        return some_formula(self.rng), self.theta

    def find_equity(self, scratch: Scratch) -> None:
        """Match equity from a histogram of points, half against Simple, half against Champion."""
        for row in (SIMPLE, CHAMPION, learner_style()):
            players = np.array([learner_style() if self.trained else style(), row])
            players = players if self.trained or row is not None and row[0] != sim.LEARNER else np.array([style(), style()])
            self.counts += sim.point_histogram(
                players, np.array([self.theta] * 2), np.array([options(self.trained, False)] * 2), STANDARD,
                self.equity, int(self.rng.integers(1 << 40)), 6000, *scratch.args())
        self.equity = sim.solve_equity(self.counts)
        e = self.equity
        self.say(f"equity 50-50 of 100 {e[50, 50]:.3f}  25-50 {e[25, 50]:.3f}  mean points "
                 f"{(self.counts * np.arange(160)).sum() / self.counts[1:].sum():.1f}")

    def gather(self, scratch: Scratch, matches: int, selfplay: float, varied: float, lam: float, exact: float) -> None:
        scratch.fill[:] = 0
        played = 0
        while played < matches:
            row, weights = self.opponent(selfplay)
            sides = np.array([options(self.trained, True, lam, float(self.rng.random() < exact)),
                              options(True, False)])
            sides[0, sim.EXACT_DRAW] = sides[1, sim.EXACT_DRAW] = float(self.rng.random() < exact)
            sim.play_logged(np.array([learner_style(), row]), np.array([self.theta, weights]), sides,
                            some_rules(self.rng, varied), self.equity, int(self.rng.integers(1 << 40)), CHUNK,
                            scratch.log, scratch.fill, scratch.trail, scratch.tally)
            played += CHUNK

    def one_pass(self, scratch: Scratch, matches: int, rate: float, epochs: float, keep: int, *, selfplay=0.3,
                 varied=0.15, lam=0.6, exact=0.0, beliefs=True) -> None:
        began = time.time()
        self.gather(scratch, matches, selfplay, varied, lam, exact)
        mid = time.time()
        fit = dict(zip("QKDB", scratch.fill[:4]))
        data = {name: (scratch.log[2 * i][:fit[name]], scratch.log[2 * i + 1][:fit[name]]) for i, name in enumerate("QKDB")}
        notes = []
        if beliefs:
            for name in "BD":
                r2 = self.fitters[name].fit(self.theta, *data[name], 1.5, rate * 2, self.rng)
                notes.append(f"{name} {r2:.4f}")
        for name in "KQ":
            x, y = data[name]
            xs, ys = [x, *(o[0] for o in self.old[name])], [y, *(o[1] for o in self.old[name])]
            r2 = self.fitters[name].fit(self.theta, np.concatenate(xs), np.concatenate(ys), epochs, rate, self.rng)
            notes.append(f"{name} {r2:.4f} of {sum(map(len, ys))}")
            if self.trained and keep:
                self.old[name] = [(x.copy(), y.copy()), *self.old[name]][:keep]
        self.trained = True
        self.passes += 1
        if self.passes % 3 == 0:
            self.past.append(self.theta.copy())
        self.say(f"pass {self.passes}: {matches} matches {mid - began:.0f} s, fit {time.time() - mid:.0f} s, rate {rate:.1e} "
                 f"lambda {lam} exact {exact}; explained: " + ", ".join(notes))

    def measure(self, scratch: Scratch, pairs: int, exact: float = 1.0, seed: int = 5_000_000) -> None:
        """Win rates over mirrored pairs against both copies on tuning seeds."""
        for name, row in (("champion", CHAMPION), ("simple", SIMPLE)):
            wins, tally, began = np.zeros(pairs), np.zeros((3, 4)), time.time()
            sim.play_many(np.array([learner_style(), row]), np.array([self.theta] * 2),
                          np.array([options(True, False, exact=exact)] * 2), STANDARD, self.equity, seed, pairs,
                          *scratch.args(), tally, wins)
            rate, half = wins.mean() / 2, 1.96 * wins.std() / 2 / np.sqrt(pairs)
            t = tally.astype(int)
            self.say(f"  {name} {100 * rate:.2f} ± {100 * half:.2f} n={2 * pairs} exact {exact:.0f} "
                     f"({2 * pairs / (time.time() - began):.0f}/s) gin/knock/undercut {t[0, :3].tolist()} {t[1, :3].tolist()} void {t[2, 1]} of {t[2, 0]}")


SCHEDULE = [  # matches, rate, epochs, older passes kept, lambda, share of exact draws
    (40_000, 2e-3, 2.0, 0, 1.0, 0.0),
    (40_000, 1e-3, 2.0, 1, 0.8, 0.0),
    (40_000, 1e-3, 2.0, 1, 0.7, 0.0),
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--matches", type=int, default=50_000)
    parser.add_argument("--pairs", type=int, default=2000)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    began, state = time.time(), args.out / "state.pickle"
    scratch = Scratch(60 * args.matches)
    if state.exists():
        t = pickle.loads(state.read_bytes())
        t.say(f"resumed after pass {t.passes}")
    else:
        t = Trainer(args.seed)
        t.find_equity(scratch)
        t.one_pass(scratch, args.matches // 5, 2e-3, 2.0, 0)
        t.trained = False  # once more, now with beliefs
        t.one_pass(scratch, args.matches, 2e-3, 2.0, 0)
        t.find_equity(scratch)
    while time.time() - began < 60 * args.minutes:
        left = 1 - (time.time() - began) / 60 / args.minutes
        lam = 0.4 + 0.3 * left
        t.one_pass(scratch, args.matches, 1e-3 * max(0.1, left), 2.0, 2, lam=lam, exact=0.25 if left < 0.5 else 0.0)
        t.measure(scratch, args.pairs, 0.0)
        state.write_bytes(pickle.dumps(t))
        (args.out / "log.txt").write_text("\n".join(t.log) + "\n")
    t.measure(scratch, args.pairs, 1.0)


if __name__ == "__main__":
    main()
