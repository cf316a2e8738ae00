"""The ladder: Hard against everybody, the levels against each other, with intervals and timings.

    python -m bench.ladder [--quick] [--research FOLDER] [--jobs N] [--out FILE] [--only NAME,NAME]

Matches come in mirrored pairs (the pair is the sample) through the project's own arena, in pieces that are
written to FILE as they are finished; the same command goes on where it stopped. The seeds serve nothing else.
"""

import argparse
import json
import os
from pathlib import Path

from bench.opponents import LEAGUE, create
from bench.opponents.research import FOLDER
from ginrummy.arena import Contest, run
from ginrummy.engine.rules import HouseRules
from ginrummy.figures import interval

SEED = 20_261_130
PIECE = 100
"""Matches in a piece."""
LADDER: list[tuple[str, str, int, str]] = [
    ("hard", "champion", 3000, "standard"),
    ("hard", "simple", 3000, "standard"),
    ("hard", "research", 4000, "standard"),
    *[("hard", name, 1000, "standard") for name in (*LEAGUE, "medium", "easy")],
    ("medium", "simple", 1000, "standard"),
    ("medium", "easy", 1000, "standard"),
    ("champion", "simple", 1000, "standard"),
    *[("hard", "medium", 200, preset) for preset in ("oklahoma", "straight", "pagat", "hollywood")],
    *[("medium", "easy", 200, preset) for preset in ("oklahoma", "straight", "pagat", "hollywood")],
]
"""Who plays whom, how many matches, under which preset."""
QUICK = 200


def piece(a: str, b: str, preset: str, number: int, jobs: int) -> dict[str, object]:
    """Play the piece `number` of a pairing: the pairs' win rates of `a`, and its times in milliseconds."""
    contest = Contest((a, b), PIECE, SEED + number, HouseRules.preset(preset), create=create, move_limit=60)
    report = run(contest, jobs=jobs)
    if report.interrupted:
        raise KeyboardInterrupt
    pairs = next(iter(report.pairings.values()))
    faults = [str(outcome.fault) for pair in pairs for outcome in pair if outcome.fault]
    times = sorted(t for pair in pairs for outcome in pair for t in outcome.times[0])
    ms = [round(1000 * times[int(share * (len(times) - 1))], 3) for share in (0.5, 0.99, 1)]
    rates = [(first.score + second.score) / 2 for first, second in pairs]
    return {"a": a, "b": b, "preset": preset, "piece": number, "rates": rates, "ms": ms, "faults": faults}


def line(pieces: list[dict]) -> str:
    """One row of the table: win rate of the first, interval, matches, time a decision (median of pieces)."""
    rates = [rate for p in pieces for rate in p["rates"]]
    low, high = interval(rates)
    p50, p99, longest = (sorted(p["ms"][k] for p in pieces)[len(pieces) // 2] for k in range(3))
    one = pieces[0]
    faults = sum(len(p["faults"]) for p in pieces)
    return (
        f"{one['a']:9} {one['b']:9} {one['preset']:10} {100 * sum(rates) / len(rates):5.1f}% "
        f"[{100 * low:.1f}, {100 * high:.1f}] n={2 * len(rates):5}  "
        f"p50 {p50:.2f} p99 {p99:.2f} max {longest:.1f} ms" + (f"  FAULTS {faults}" if faults else "")
    )


def chosen(only: str | None) -> list[tuple[str, str, int, str]]:
    """The rows of the ladder that `--only` names, in its order; all of them without it."""
    if not only:
        return LADDER
    return [row for name in only.split(",") for row in LADDER if name in (row[1], f"{row[0]}:{row[1]}")]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help=f"{QUICK} matches a pairing")
    parser.add_argument(
        "--research", metavar="FOLDER", help="the research bot's folder; without it that row is left out"
    )
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("ladder.jsonl"))
    parser.add_argument(
        "--only", help="opponents, or pairings A:B, separated by commas, in the order to play"
    )
    args = parser.parse_args()
    if args.research:
        os.environ[FOLDER] = os.path.abspath(args.research)
    lines = args.out.read_text("utf-8").splitlines() if args.out.exists() else []
    done = [json.loads(text) for text in lines]
    for a, b, matches, preset in chosen(args.only):
        if b == "research" and not args.research:
            continue
        wanted = min(matches, QUICK) if args.quick else matches
        pieces = [p for p in done if (p["a"], p["b"], p["preset"]) == (a, b, preset)]
        for number in range(len(pieces), -(-wanted // PIECE)):
            pieces.append(piece(a, b, preset, number, args.jobs))
            with args.out.open("a", encoding="utf-8") as out:
                out.write(json.dumps(pieces[-1]) + "\n")
        print(line(pieces), flush=True)


if __name__ == "__main__":
    main()
