"""Run in a model terminal by test_terminal.py: probes, and reports as JSON what came of it.

Arguments: a time limit in seconds, "name", "meanwhile" (half a second of other work), "background".
"""

from __future__ import annotations

import json
import os
import select
import sys
import termios
import time

from ginrummy.tui.terminal import probe


def main(arguments: list[str]) -> None:
    if "background" in arguments:
        in_the_background()
        return
    limit = next((float(argument) for argument in arguments if argument.isdecimal()), 0.12)
    meanwhile = (lambda: time.sleep(0.5)) if "meanwhile" in arguments else None
    before = termios.tcgetattr(0)
    report: dict[str, object] = {"interrupted": False}
    try:
        answers = probe(limit, meanwhile, ask_name="name" in arguments)
        assert answers is not None
        report |= vars(answers)
    except KeyboardInterrupt:
        report["interrupted"] = True
    report["tty_as_before"] = termios.tcgetattr(0) == before
    report["left_in_input"] = left_in_input()
    print(json.dumps(report, ensure_ascii=False))


def left_in_input() -> str:
    """What can be read at once from the terminal, also without a line end."""
    attributes = termios.tcgetattr(0)
    attributes[3] &= ~termios.ICANON
    termios.tcsetattr(0, termios.TCSANOW, attributes)
    return os.read(0, 4096).decode() if select.select([0], [], [], 0.2)[0] else ""


def in_the_background() -> None:
    """Probe in a process group that the terminal does not listen to."""
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        with open(1, "w", closefd=False) as out:
            out.write(json.dumps({"answers": probe()}) + "\n")
        os._exit(0)
    os.waitpid(child, 0)


if __name__ == "__main__":
    main(sys.argv[1:])
    print("END")
