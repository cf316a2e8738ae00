"""Fitting the small networks: numpy, Adam, one hidden layer of rectified units, averaged weights."""

import numpy as np

from .features import N_THETA, NETS

LOGISTIC = {"B", "D"}
LEVEL = 0.1  # weight of a group's mean error beside that of the differences
GROUPS_COUNT = 8.0  # weight of the groups' errors beside the other samples'


def fresh(seed: int) -> np.ndarray:
    """A flat row of random weights; B and D start at output 0 (a chance of one half for everything)."""
    rng = np.random.default_rng(seed)
    theta = np.zeros(N_THETA, np.float32)
    for name, (off, ni, nh) in NETS.items():
        w1 = rng.uniform(-1, 1, (ni, nh)) * np.sqrt(3 / ni)
        b1 = rng.uniform(-1, 1, nh) * 0.3
        w2 = rng.uniform(-1, 1, nh) * np.sqrt(1 / nh) * (0 if name in LOGISTIC else 1)
        theta[off : off + ni * nh + 2 * nh + 1] = np.concatenate([w1.ravel(), b1, w2, [0]])
    return theta


class Fitter:
    """Adam's moments of one network, kept from pass to pass.

    `fit` starts from the network's slice of `theta` and finds the average of its weights over the second half
    of the run, and the share of variance explained on a twentieth held back.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.off, self.ni, self.nh = NETS[name]
        self.m: list[np.ndarray] | None = None
        self.v: list[np.ndarray] | None = None
        self.steps = 0

    def put(self, theta: np.ndarray, piece: np.ndarray) -> None:
        """Write the network's weights into their place of `theta`."""
        theta[self.off : self.off + len(piece)] = piece

    def _split(self, theta: np.ndarray) -> list[np.ndarray]:
        o, ni, nh = self.off, self.ni, self.nh
        e = o + ni * nh
        parts = [theta[o:e].reshape(ni, nh), theta[e : e + nh], theta[e + nh : e + 2 * nh]]
        return [p.copy() for p in [*parts, theta[e + 2 * nh : e + 2 * nh + 1]]]

    def _output(self, p: list[np.ndarray], x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        hidden = np.maximum(x @ p[0] + p[1], 0)
        out = hidden @ p[2] + p[3]
        return hidden, 1 / (1 + np.exp(-out)) if self.name in LOGISTIC else out

    def fit(
        self, theta, x, y, epochs: float, rate: float, rng, batch: int = 512, groups=None
    ) -> tuple[np.ndarray, tuple[float, float]]:
        """Fit on inputs `x` (n by inputs) and targets `y`; `rate` falls to nothing over the run.

        `groups` = (inputs, targets, sizes) of the candidates of one decision each, padded: their differences
        count in full, their mean little, for that is mostly the luck of the deal. Returns the weights, and
        the share of variance explained, of the samples and of the differences within groups.
        """
        n = len(y)
        order = rng.permutation(n)
        held, order = order[: n // 20], order[n // 20 :]
        p = self._split(theta)
        if self.m is None:
            self.m, self.v = [np.zeros_like(a) for a in p], [np.zeros_like(a) for a in p]
        total = int(epochs * (len(order) // batch))
        mean, averaged = [np.zeros_like(a) for a in p], 0
        if groups is not None:
            lots = rng.permutation(len(groups[2]))
            out_lots, lots = lots[: len(lots) // 20], lots[len(lots) // 20 :]
            per_step = max(1, int(len(lots) * epochs / max(1, total)))
        for step in range(total):
            at = step * batch % (len(order) // batch * batch)
            if at == 0:
                rng.shuffle(order)
            rows = order[at : at + batch]
            xb, yb = x[rows], y[rows]
            hidden, out = self._output(p, xb)
            grads = _gradients(p, xb, hidden, (out - yb) / batch)
            if groups is not None:
                some = lots[step * per_step % len(lots) :][:per_step]
                gx, error = self._group_errors(p, groups, some)
                hidden, _ = self._output(p, gx)
                more = _gradients(p, gx, hidden, error.ravel() * (GROUPS_COUNT / max(1, error.size)))
                grads = [g + h for g, h in zip(grads, more, strict=True)]
            self.steps += 1
            now = rate * (1 - step / total) + 1e-6
            c1, c2 = 1 - 0.9**self.steps, 1 - 0.999**self.steps
            for a, g, m, v in zip(p, grads, self.m, self.v, strict=True):
                m += 0.1 * (g - m)
                v += 0.001 * (g * g - v)
                a -= now * (m / c1) / (np.sqrt(v / c2) + 1e-8)
            if step >= total // 2:
                averaged += 1
                for a, s in zip(p, mean, strict=True):
                    s += a
        p = [(s / averaged).astype(np.float32) for s in mean]
        piece = np.concatenate([a.ravel() for a in p])
        _, out = self._output(p, x[held])
        r2 = float(1 - np.mean((out - y[held]) ** 2) / max(1e-9, np.var(y[held])))
        if groups is None:
            return piece, (r2, 0.0)
        _, error = self._group_errors(p, groups, out_lots, 0.0)
        gy, mask = groups[1][out_lots], np.arange(groups[1].shape[1]) < groups[2][out_lots, None]
        gy = (gy - (gy * mask).sum(1, keepdims=True) / groups[2][out_lots, None]) * mask
        return piece, (r2, float(1 - (error**2).sum() / (gy**2).sum()))

    def _group_errors(self, p, groups, some, level: float = LEVEL) -> tuple[np.ndarray, np.ndarray]:
        """Inputs of these groups, flat, and their errors: less the group's mean, of which `level` stays."""
        x, y, sizes = (part[some] for part in groups)
        flat = x.reshape(-1, x.shape[2])
        _, out = self._output(p, flat)
        mask = np.arange(y.shape[1]) < sizes[:, None]
        error = (out.reshape(y.shape) - y) * mask
        mean = error.sum(1, keepdims=True) / sizes[:, None]
        return flat, ((error - (1 - level) * mean) * mask).astype(np.float32)


def _gradients(p, x, hidden, error) -> list[np.ndarray]:
    """Gradients of w1, b1, w2, b2 for the errors of the outputs."""
    back = (hidden > 0) * error[:, None] * p[2]
    return [x.T @ back, back.sum(0), hidden.T @ error, error.sum(keepdims=True)]
