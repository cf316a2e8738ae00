"""`python -m bench.train`: see README.md here and `trainer`."""

from .trainer import main

if __name__ == "__main__":
    main()
