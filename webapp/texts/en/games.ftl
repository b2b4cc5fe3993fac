### Past games and statistics.

games-title = Games
games-lead-own = Every table of this computer, the last one played first.
games-lead-guest = The tables that this browser has seen, the last one first.
games-none = Nothing has been played yet.
games-won = { $names } won
games-round = round { $round }
games-statistics = Statistics
games-print = Print
games-tv = Large screen
games-json = Whole game (JSON)
games-csv = Turns (CSV)
games-file = Open a game from its file
games-file-hint = A JSON file that Dicesight wrote, on this computer or another one.
games-file-button = Open the file
games-pads = Other games
games-pad-rounds =
    { $count ->
        [0] no round yet
        [one] 1 round
       *[other] { $count } rounds
    }
careers-title = Who plays how
careers-hint = From all games in the list above, by name.
stat-player = Player
stat-games = Games
stat-wins = Won
stat-turns = Turns
stat-average = Average turn
stat-farkle-rate = Farkles
stat-best = Best turn
stat-hot-dice = Hot dice
stat-luck = Luck
stat-decisions = Best decisions
stat-given-away = Given away
stat-points = { $points } pts
stat-total = Total
stat-of = { $right } of { $all }
statistics-title = Statistics
statistics-none = No turn has been finished yet.
statistics-measure = Measure
statistics-luck-hint = Luck is what the throws brought against expectation, in points: above 0 the dice were kind. It knows only throws whose dice were entered.
statistics-decisions-hint = Each decision is compared with the best one at that moment; given away is what the others cost on average: chance to win where it is known, else points.
statistics-course = The course of the game
statistics-plot = Points after each turn: { $summary }. The table below has every number.
statistics-all-numbers = Every number
statistics-turn = Turn
statistics-costliest = The costliest decisions
statistics-situation = { $name }, round { $round }, with { $dice }
statistics-chosen = Played
statistics-best = Best
statistics-cost-points = cost { NUMBER($points, maximumFractionDigits: 0) } points on average
statistics-cost-chance = cost { NUMBER($percent, maximumFractionDigits: 1) } % of the chance to win
statistics-all-best = Every decision was the best one, as far as the dice were entered.
back-to-table = Back to the table
player-summary =
    { $games ->
        [one] 1 game
       *[other] { $games } games
    }, { $wins } won.
player-course = Average turn, game by game
player-plot =
    Points a turn on average, over { $games ->
        [one] 1 game
       *[other] { $games } games
    }, the oldest first. The table below has every number.
player-by-game = Game by game
player-game = Game
player-won = won
player-all = All games
statistics-chances = The chance to win
statistics-chances-plot = Everybody’s chance to win in percent, over the game. The table below has every number.
statistics-chances-exact = Exact, for players who play as well as can be.
statistics-chances-played = From many games played to the end with chance dice: right within about two in a hundred.
statistics-after-turns = After turns
statistics-chances-wait = is being worked out …
