"""The game on the screen: painted widgets, screens, and the app that ties them to a match in play."""
