"""Answers once, complains, and ends with status 3."""

import sys

from polite import answer, requests

for request in requests():
    answer(request)
    print("out of \033[31mideas", file=sys.stderr)
    sys.exit(3)
