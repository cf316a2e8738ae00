"""The game over a folder made for pictures: a match in its fifth hand, in which a knock is legal now.

    cd tests/terminals
    python pictures.py OUT --keys "Return ; k k ; v ; Escape o" -- python game.py ne

Arguments: the language and, if wanted, a theme. The menu is the first picture, then come the table, the
showdown, the score sheet and the settings. The folder is a new one each time and stays behind. The pictures
of the README are taken with FONTCONFIG_FILE=fonts.conf: with a font that fits the cells (Debian package
fonts-noto-extra).
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.terminal.prepared import can_knock, write_match, write_settings


def main(language: str, theme: str = "dark") -> None:
    folder = Path(tempfile.mkdtemp(prefix="pictures-data-"))
    write_match(folder, "picture", can_knock, hands=4)
    write_settings(folder, speed="none", guide=False, theme=theme, level="medium")
    game = [sys.executable, "-m", "ginrummy", "--data-dir", str(folder), "--lang", language]
    os.execv(sys.executable, game)


if __name__ == "__main__":
    main(*sys.argv[1:])
