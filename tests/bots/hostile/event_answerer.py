"""Answers events too."""

import json
import sys

from polite import answer

for line in sys.stdin:
    request = json.loads(line)
    if "id" in request:
        answer(request)
    else:
        print(json.dumps({"id": 0, "action": "pass"}), flush=True)
