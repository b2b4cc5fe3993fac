### The score pad for other games.

pad-new = Pad for another game
pad-lead = For any game with points per round: cards, boards, anything. Everyone’s phone shows the same pad.
pad-title-label = Which game?
pad-goal = Who wins
pad-goal-high = Most points win
pad-goal-low = Fewest points win
pad-target = The game ends at so many points
pad-rounds = The game ends after so many rounds
pad-optional = Leave it empty to stop whenever you like.
pad-open = Open the pad
pad-start-link = A pad for another game
pad-csv = Points (CSV)
pad-json = Whole pad (JSON)
