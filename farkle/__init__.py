"""The game: dice, rules, scoring, turns and the score sheet. Pure: no files, no clock, no web."""
