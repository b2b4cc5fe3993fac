### The names of the players, on the start page.

player-number = Player { $number }
player-name-of = Name of player { $number }
player-remove = Remove player { $number }
player-drag = Drag to another place, or tap to move up
player-earlier = Move player { $number } up
