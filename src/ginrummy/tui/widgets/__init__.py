"""The parts of the screens. Each paints a frozen record of what to show and knows nothing of the game."""
