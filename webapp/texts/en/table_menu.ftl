### The table's menu and its dialogs: people, corrections, advice.

menu = Menu
close = Close
save = Save
save-points = Save { $points }
on = on
off = off
pause = Pause the game
resume = Go on playing
resumed = The game goes on.
paused-title = The game is paused
paused-words = Everything is kept. Go on whenever you like, on any screen of this table.
points-only = Enter points only, no dice
advice-here = Advice on this screen
advice-table = Advice at this table
lock-sheet = Only the phone of whose turn it is
hands-free = Hands-free: enter what the camera reads surely
this-phone = This phone is for
for-everybody = everybody
only-watching = watching only

rules-of-game = Rules of this game
rules-anew = Turns whose dice are known are scored anew by the other rules.
rules-which = Rules
rules-as-now = { $title }, as now
rules-target = Points to reach (now { $now })
rules-take = Use these rules

## Entering points, correcting turns

keypad = Figures
keypad-back = Delete the last figure
points-of-turn = Points of this turn
no-points = No points
zero-not-opened = 0: not opened
write-down = Write down { $points }
write-down-points = Write down
enter-points-only = Enter points only
enter-dice-instead = Enter dice instead
edit-turn = Correct this turn
edit-turn-of = { $name }, round { $round }
edit-turn-was = On the sheet: { $result }. What should it be?
edit-turn-meanwhile = Somebody changed this turn just now. Look again before you save.
turn-on-sheet =
    { $name }, round { $round }: { $result }{ $corrected ->
        [yes] , corrected
       *[no] { "" }
    }
corrected = corrected

## People

players-title = Players and seats
player-name = Name
player-colour = Colour
rename = Rename
move-up = Earlier
move-down = Later
drag-seat = Drag to another place
has-left = has left
started-with = began with { $points }
remove-name = Remove { $name }
name-returns = { $name } is back
name-leaves = { $name } leaves
new-player = Somebody joins
add-player = Add
start-points = with points to begin with:
roll-off-done = The highest begins
colour-red = red circle
colour-blue = blue square
colour-green = green triangle
colour-yellow = yellow star
colour-purple = purple diamond
colour-orange = orange cross
colour-teal = teal hexagon
colour-pink = pink heart

## Watching, locked

locked-to = The sheet is locked to the phone of { $name }.
watch-to-roll =
    { $name } rolls { $count ->
        [one] 1 die
       *[other] { $count } dice
    }
watch-rolled = { $name } chooses what to set aside
watch-kept = { $name } rolls on or banks
to-next-game = To the next game

## Advice

advice-title = Advice
chances-title = Chance to win
chances-exact = Exact, when everybody plays as well as can be.
chances-played = Estimated from 4,000 games played to the end.
chances-certain = The game is over.
chances-computing = Estimated from 4,000 games; the exact chances for these rules are being computed.
farkle-risk =
    Farkle risk with { $dice ->
        [one] 1 die
       *[other] { $dice } dice
    }: { $percent }
taps-lost = { $words } What you tapped after that ({ $count } in all) was not used either.

## Who runs the table

hosting-title = Who runs this table
hosting-now = This table is run by: { $who }.
this-very-phone = this phone
hosting-everybody = Everybody runs this table together.
hosting-nobody = Nobody else has opened this table yet. Invite them first.
hosting-give = Hand it on to: { $who }
hosting-take = Run it from this phone
hosting-wait =
    Whoever runs the table can hand it on. Is that phone lost? { $minutes ->
        [one] When it has been away for another minute, any player can take the table over here.
       *[other] When it has been away for another { $minutes } minutes, any player can take the table over here.
    } On the computer that runs Dicesight it can be done at once.
