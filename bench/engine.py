"""How fast the engine is, beside its peers, in the same run on the same hands.

    pip install "ginrummy[bench]"
    python bench/engine.py            print the table
    python bench/engine.py --write    print it, and keep it in bench/README.md

Every line is measured in short rounds, ours and the peer's by turns, so that a machine that slows down slows
both; the times are medians over the rounds, the ratio is the median of the rounds' ratios. OpenSpiel counts
with C++ code called from Python. Its call with eleven cards is wrong for some hands, so its exact way is to
try each of the eleven discards.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from ginrummy.engine import melds
from ginrummy.engine.cards import DECK, mask_of
from ginrummy.engine.deal import Deal

HANDS = 2_000
ROUNDS = 40
README = Path(__file__).parent / "README.md"
BEGIN, END = "<!-- engine table -->", "<!-- end of engine table -->"


class Line(NamedTuple):
    """One line of the table: what is measured, for whom, and the ratio that is asked for."""

    what: str
    ours: str
    peer: str
    ratio: str
    wanted: str


def compare(ours: Callable[[], int], peer: Callable[[], int]) -> tuple[float, float, float]:
    """Seconds for one thing of ours, of the peer's, and the ratio of the two.

    Each call does some things and says how many.
    """
    times: list[tuple[float, float]] = []
    for _ in range(ROUNDS):
        times.append((seconds_for_one(ours), seconds_for_one(peer)))
    ratio = statistics.median(mine / theirs for mine, theirs in times)
    return statistics.median(t[0] for t in times), statistics.median(t[1] for t in times), ratio


def seconds_for_one(work: Callable[[], int]) -> float:
    """Seconds for one of the things that `work` does and counts."""
    started = time.perf_counter()
    done = work()
    return (time.perf_counter() - started) / done


def over(call: Callable[[Any], object], hands: list[Any]) -> Callable[[], int]:
    """Work that calls `call` with each of `hands`."""

    def work() -> int:
        for hand in hands:
            call(hand)
        return len(hands)

    return work


# Deadwood


def deadwood_lines(rng: random.Random) -> list[Line]:
    """The solver on random hands beside OpenSpiel's and RLCard's, which must count the same."""
    import pyspiel
    from rlcard.games.gin_rummy.utils import melding, utils

    tens = [rng.sample(range(52), 10) for _ in range(HANDS)]
    elevens = [rng.sample(range(52), 11) for _ in range(HANDS)]
    ten_masks, eleven_masks = [mask_of(cards) for cards in tens], [mask_of(cards) for cards in elevens]
    spiel = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10).min_deadwood

    def spiel_exact_eleven(cards: list[int]) -> Any:
        return min(spiel(cards[:n] + cards[n + 1 :]) for n in range(11))

    def rlcard_deadwood(hand: list[Any]) -> Any:
        clusters = melding.get_best_meld_clusters(hand)
        return utils.get_deadwood_count(hand, clusters[0] if clusters else [])

    agree(melds.deadwood, ten_masks, spiel, tens)
    agree(melds.after_discard, eleven_masks, spiel_exact_eleven, elevens)
    rlcard_hands = [[utils.get_card(card) for card in cards] for cards in tens[:200]]
    return [
        micros("deadwood of ten cards", melds.deadwood, ten_masks, "OpenSpiel", spiel, tens, "≤ 0.7"),
        micros(
            "deadwood of ten cards", melds.deadwood, ten_masks, "RLCard", rlcard_deadwood, rlcard_hands, ""
        ),
        micros(
            "best discard of eleven, exact",
            melds.after_discard,
            eleven_masks,
            "OpenSpiel",
            spiel_exact_eleven,
            elevens,
            "≤ 0.1 or ≤ 1.5 µs",
        ),
    ]


def agree(ours: Callable[[int], int], masks: list[int], peer: Callable[[Any], int], hands: list[Any]) -> None:
    """Both must count alike, or the comparison is worth nothing."""
    for mask, hand in zip(masks, hands, strict=True):
        if ours(mask) != peer(hand):
            raise SystemExit(f"the two solvers differ on {hand}: {ours(mask)} and {peer(hand)}")


def micros(
    what: str,
    ours: Callable[[int], int],
    masks: list[int],
    name: str,
    peer: Callable[[Any], object],
    hands: list[Any],
    wanted: str,
) -> Line:
    """Microseconds a hand; the lower the ratio, the better for us."""
    mine, theirs, ratio = compare(over(ours, masks), over(peer, hands))
    return Line(what, f"{mine * 1e6:.2f} µs", f"{theirs * 1e6:.2f} µs {name}", f"{ratio:.3f}", wanted)


# Random deals


def play_lines(rng: random.Random) -> list[Line]:
    """Whole deals of random legal moves."""
    return [
        rate("OpenSpiel", spiel_deals(rng), rng, "≥ 1.5"),
        rate("RLCard", rlcard_deals(rng), rng, "≥ 7"),
    ]


def rate(name: str, peer: Callable[[], int], rng: random.Random, wanted: str) -> Line:
    """Moves a second; the higher the ratio, the better for us."""
    mine, theirs, ratio = compare(our_deals(rng), peer)
    what = "random-legal deal, legal moves listed at every step"
    return Line(
        what, f"{1 / mine:,.0f} moves/s", f"{1 / theirs:,.0f} moves/s {name}", f"{1 / ratio:.2f}", wanted
    )


def our_deals(rng: random.Random) -> Callable[[], int]:
    def work() -> int:
        moves = 0
        for _ in range(20):
            deal = Deal(rng.sample(DECK, 52), 0)
            while not deal.over:
                deal.apply(rng.choice(deal.legal()))
            moves += len(deal.moves)
        return moves

    return work


def spiel_deals(rng: random.Random) -> Callable[[], int]:
    import pyspiel

    game = pyspiel.load_game("gin_rummy")

    def work() -> int:
        moves = 0
        for _ in range(20):
            state = game.new_initial_state()
            while not state.is_terminal():
                moves += not state.is_chance_node()  # the deck's own draws are no moves
                state.apply_action(rng.choice(state.legal_actions()))
        return moves

    return work


def rlcard_deals(rng: random.Random) -> Callable[[], int]:
    import rlcard

    game = rlcard.make("gin-rummy").game  # without the environment on top, which is slower still

    def work() -> int:
        moves = 0
        for _ in range(5):
            game.init_game()
            while not game.is_over():
                game.step(rng.choice(game.judge.get_legal_actions()))
                moves += 1
        return moves

    return work


# Tables, and the report


def table_line() -> Line:
    """What the solver's tables cost, and whether a start of the program pays for them."""
    times = []
    for _ in range(10):
        started = time.perf_counter()
        melds._tables()
        times.append(time.perf_counter() - started)
    took = statistics.median(times) * 1e3
    at_start = "at start-up" if imported_at_start() else "not at start-up"
    return Line("building the solver's tables", f"{took:.1f} ms, {at_start}", "", "", "≤ 40 ms")


def imported_at_start() -> bool:
    """Whether `ginrummy --version` pays for the solver."""
    code = "import sys, ginrummy.cli; print('ginrummy.engine.melds' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    return said.strip() == "True"


def table(lines: list[Line]) -> str:
    """The lines as a table of Markdown."""
    rows = ["| what | ours | peer | ratio | wanted |", "|---|---|---|---|---|"]
    return "\n".join([*rows, *(f"| {' | '.join(line)} |" for line in lines)])


def machine() -> str:
    """The date, and the kind of machine, without its name."""
    model = next(
        (
            line.split(":", 1)[1].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        )
        if Path("/proc/cpuinfo").exists()
        else iter(()),
        platform.processor() or platform.machine(),
    )
    from importlib.metadata import version

    peers = ", ".join(f"{name} {version(name)}" for name in ("open_spiel", "rlcard"))
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{datetime.date.today()}, {model}, {os.cpu_count()} cores, {platform.system()}, {python}; {peers}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="keep the table in bench/README.md")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    report = f"{machine()}\n\n{table([*deadwood_lines(rng), *play_lines(rng), table_line()])}"
    print(report)
    if options.write:
        text = README.read_text(encoding="utf-8")
        before, after = text.split(BEGIN)[0], text.split(END)[1]
        README.write_text(f"{before}{BEGIN}\n{report}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
