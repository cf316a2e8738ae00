"""The hostile bots are programs: collecting them for doctests would run them."""

collect_ignore = ["hostile"]
