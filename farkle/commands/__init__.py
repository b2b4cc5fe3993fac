"""The game's commands for a terminal: the one place of this room that reads files and chance."""
