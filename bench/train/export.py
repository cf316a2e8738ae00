"""Write trained weights as the package's data file: `python -m bench.train.export RUN/state.pickle FILE`."""

import json
import pickle
import sys
from pathlib import Path

import numpy as np

from .features import N_B, N_D, N_KVAR, N_QVAR, NETS

CANDIDATE = {"B": N_B - 4, "D": N_D - 7, "K": N_KVAR, "Q": N_QVAR}
"""How many inputs of each network differ between the candidates of a decision; the shared ones come last."""

EXPERTS = ("unknown", "eager", "patient")
"""Names of the experts, as `ginrummy.bots.beliefs.Habits.kind` gives them."""


def rounded(a: np.ndarray) -> list:
    """Five significant digits, as lists."""
    return [float(f"{v:.5g}") for v in a] if a.ndim == 1 else [rounded(row) for row in a]


def networks(theta: np.ndarray) -> dict[str, dict]:
    """The four networks of one expert."""
    nets = {}
    for name, (off, ni, nh) in NETS.items():
        e = off + ni * nh
        nets[name] = {
            "candidate": CANDIDATE[name],
            "w1": rounded(theta[off:e].reshape(ni, nh).T),
            "b1": rounded(theta[e : e + nh]),
            "w2": rounded(theta[e + nh : e + 2 * nh]),
            "b2": float(f"{theta[e + 2 * nh]:.5g}"),
        }
    return nets


def export(theta: np.ndarray, origin: str) -> str:
    """The text of the weights file, one hidden unit a line."""
    nets = {expert: networks(row) for expert, row in zip(EXPERTS, theta, strict=True)}
    text = json.dumps({"origin": origin, "nets": nets}, separators=(",", ":"))
    return text.replace("],[", "],\n[").replace('"nets"', '\n"nets"').replace(',"b1"', ',\n"b1"') + "\n"


def main() -> None:
    state, out = Path(sys.argv[1]), Path(sys.argv[2])
    trainer = pickle.loads(state.read_bytes())
    origin = (
        f"python -m bench.train --seed {trainer.seed}, {trainer.passes} passes; see bench/train/README.md"
    )
    out.write_text(export(trainer.theta, origin), "ascii")


if __name__ == "__main__":
    main()
