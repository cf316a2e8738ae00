"""Build hook: compile the catalogs and put them and the rules pages into the wheel.

Runs for editable installs too, so that a checkout has its compiled catalogs after `pip install -e .`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds what git does not hold, or what lies outside the package, to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root / "src"))
        from ginrummy.i18n.compiling import compiled
        from ginrummy.i18n.languages import LOCALES
        from ginrummy.i18n.rules import PACKAGED

        for po in sorted(LOCALES.glob("*/LC_MESSAGES/*.po")):
            mo = compiled(po)
            build_data["artifacts"].append(str(mo.relative_to(root).as_posix()))
        if version == "editable":
            return
        for page in sorted((root / "docs").glob("rules_*.md")):
            build_data["force_include"][str(page)] = f"ginrummy/i18n/{PACKAGED}/{page.name}"
