"""How many hands the comparisons with the slow second opinion try.

A normal run tries a few hundred. `GINRUMMY_NIGHTLY=1 pytest tests/engine` tries the full number.
"""

import os

NIGHTLY = os.environ.get("GINRUMMY_NIGHTLY") == "1"
HANDS = 20_000 if NIGHTLY else 200
SHOWDOWNS = 2_500 if NIGHTLY else 100
KNOCKS = 2_000 if NIGHTLY else 150
