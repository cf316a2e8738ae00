"""The screens: each turns keys and clicks into commands, and what the match holds into things to show."""
