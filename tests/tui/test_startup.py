"""The menu comes without what a match needs: nothing heavy is imported before one begins."""

from __future__ import annotations

import subprocess
import sys

HEAVY = (
    "ginrummy.session", "ginrummy.engine.deal", "ginrummy.engine.melds", "ginrummy.engine.record",
    "ginrummy.arena", "ginrummy.advice", "ginrummy.stats", "ginrummy.i18n.rules", "ginrummy.bots.hard",
    "babel",
    "ginrummy.tui.screens.table", "ginrummy.tui.screens.rules", "ginrummy.tui.screens.settings",
)  # fmt: skip


def test_the_menu_needs_neither_engine_nor_session_nor_rules_text() -> None:
    code = (
        "import sys, ginrummy.cli, ginrummy.settings, ginrummy.start, ginrummy.store, ginrummy.tui.app, "
        f"ginrummy.tui.game; print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"
