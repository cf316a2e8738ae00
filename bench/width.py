"""What counting Devanagari right costs: microseconds for each line drawn, beside stock Rich and Textual.

    python bench/width.py [--json]

A line is 80 cells: a border, text, a border. Each number is the least of many rounds. "drawn first" makes
the strip, measures, crops and renders it with no memory of this line, as after a change; "again" renders a
strip that was drawn before. The limit is 20 microseconds a line on top of stock.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

import rich.cells
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from ginrummy.tui import widths
from ginrummy.tui.widths import RULES

LIMIT = 20.0
ROUNDS, LINES = 300, 24
GREEN = Style(color="green", bgcolor="black")
TEXTS = {
    "English": "Play the next hand  Deadwood: 12  King  ",
    "Nepali": "अर्को बाजी खेल्नुहोस्  नमिलेका पत्ता: १२  बादशाह  ",
}


def draw(line: int, text: str, console: Console) -> str:
    """Make, measure, crop and render one line."""
    body = f"{text}{line:5}"
    strip = Strip([Segment("│ ", GREEN), Segment(body, GREEN), Segment(" │", GREEN)])
    return strip.adjust_cell_length(80).crop(0, 79).render(console)


def microseconds(work: Callable[[int], object]) -> float:
    """Least time of `work` for one line; each round gives it lines it has not had before."""
    times = []
    for round_ in range(ROUNDS):
        start = time.perf_counter()
        for line in range(LINES):
            work(round_ * LINES + line)
        times.append((time.perf_counter() - start) / LINES * 1e6)
    return min(times)


def measure(text: str) -> dict[str, float]:
    """Time a first and a second drawing of lines with this text, under what is installed now."""
    console = Console(color_system="truecolor", force_terminal=True)
    rich.cells.cached_cell_len.cache_clear()
    strip = Strip([Segment(text, GREEN)])
    return {
        "drawn first": microseconds(lambda line: draw(line, text, console)),
        "again": microseconds(lambda _: strip.render(console)),
    }


def main() -> None:
    results = {"stock": {name: measure(text) for name, text in TEXTS.items()}}
    for rule in RULES:
        widths.install(rule)
        results[rule] = {name: measure(text) for name, text in TEXTS.items()}
    if "--json" in sys.argv:
        print(json.dumps(results))
        return
    print(f"limit: {LIMIT:g} microseconds a line more than stock")
    print(f"{'rule':8} {'text':8} {'what':12} {'µs a line':>9} {'more':>7} {'ratio':>6}")
    for key, texts in results.items():
        for name, times in texts.items():
            for what, spent in times.items():
                stock = results["stock"][name][what]
                print(f"{key:8} {name:8} {what:12} {spent:9.2f} {spent - stock:7.2f} {spent / stock:6.2f}")


if __name__ == "__main__":
    main()
