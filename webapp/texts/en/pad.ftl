### A pad that is written on.

pad-wins-high = Most points win
pad-wins-low = Fewest points win
pad-ends-at = to { $points }
pad-ends-after =
    { $count ->
        [one] 1 round
       *[other] { $count } rounds
    }
pad-round = Round
pad-points-of = { $name }, round { $round }
pad-leads = leads
pad-lead-shared = level
pad-won = wins
pad-left = has left
pad-sign = Plus or minus
pad-next = Next
pad-entry = Entering
pad-undo = Undo
pad-redo = Redo
pad-players = Players
pad-player-name = Name
pad-rename = Change the name
pad-leave = Leaves
pad-come-back = Comes back
pad-add = Add
pad-new-player = New player
pad-game-name = Name of the game
pad-change = Change
pad-wrong = Points are a whole number, such as 0, 12 or -5.
pad-news = { $name }: { $points } in round { $round }, { $total } in all.
pad-news-end = The game is over. { $names } won.
pad-again = Another game with the same players
