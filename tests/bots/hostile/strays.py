"""Plays on, while four children sleep: beside it, in a group, in a session, and in a session as an orphan."""

import os
import subprocess
import sys

from polite import play

SLEEP = [sys.executable, "-S", "-c", "import time; time.sleep(1000)"]
QUIET = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
children = [
    subprocess.Popen(SLEEP),
    subprocess.Popen(SLEEP, process_group=0, **QUIET),
    subprocess.Popen(SLEEP, start_new_session=True, env={}, **QUIET),
]
if os.fork() == 0:
    subprocess.Popen(SLEEP, start_new_session=True, **QUIET)
    os._exit(0)
os.wait()
play()
if "stay" in sys.argv:
    children[0].wait()
