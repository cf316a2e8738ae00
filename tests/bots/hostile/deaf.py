"""Never reads and never answers."""

import time

time.sleep(1000)
