### The start page.

start-headline-1 = Real dice.
start-headline-2 = One shared sheet.
start-lead = Roll on the table. A photograph reads the dice, shows what scores, and everyone’s phone shows the same sheet.
start-picture = Six dice on a table, each read: 1, 1, 4, 4, 4 and 5 make 650 points
start-go-on = Go on playing at an earlier table
new-table = New table
who-plays = Who plays, in turn order
player-add = Add a player
rules = Rules
open-table = Open the table
recent-title = Go on playing
recent-finished = finished
recent-round = round { $round }
rules-based-on = Based on { $preset }
rules-look-up = See what scores, or make house rules
start-code = Join a table: its code
start-join = Join
