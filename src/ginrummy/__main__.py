"""`python -m ginrummy` is the same as `ginrummy`."""

import sys

from ginrummy.cli import main

if __name__ == "__main__":
    sys.exit(main())
