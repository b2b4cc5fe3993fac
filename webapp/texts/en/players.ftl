### The names of the players, on the start page.

player-number = Player { $number }
player-name-of = Name of player { $number }
player-remove = Remove player { $number }
