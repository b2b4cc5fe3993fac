### The table: the turn and its buttons.

noscript = Playing needs JavaScript. This is the sheet as it stands.
the-turn = The turn
score-sheet = Score sheet
invite = Invite
join-title = Everyone on one sheet
join-code-alt = QR code of this table’s address
join-scan = Scan this with another phone on the same network, or open
join-local-only = Only this computer can reach the table now. Start Dicesight with { $option } to let phones on the same network join.
join-type = Or type this code on the start page:
join-watch = To watch without changing anything, open
join-camera = Live camera on a phone
join-camera-words = Browsers give a page the camera, and let it keep the screen on, only over HTTPS. On the phone that is to see the dice, open the secure address once it trusts this server:
join-secure-address = Secure address of this table
join-trust = How a phone is told to trust this server
join-address = Address of this table
copy-address = Copy the address
copied = Copied
copy-by-hand = Selected: copy it now

## The head of the turn

turn-of = { $name }’s turn
round = Round { $round }
final-round = Final round · { $points } to beat
game-over = The game is over
this-turn = this turn
set-aside-label = Set aside
undo = Undo
redo = Redo
wins = { $name } wins
share-the-win = { $names } share the win
finished = Finished

## To roll

roll-dice =
    Roll { $count ->
        [one] 1 die
       *[other] { $count } dice
    }
take-over-dice =
    Take over { $count ->
        [one] 1 die
       *[other] { $count } dice
    }
take-over-dice-and-points =
    Take over { $count ->
        [one] 1 die
       *[other] { $count } dice
    } and { $points } points
send-photograph = Send a photograph
drop-one-here = or drop one here
choose-picture = Choose a picture
or-tap = or tap each die
nothing-scored = Nothing scored: farkle
bank-points = Bank { $points }
somebody-else-begins = Somebody else begins?
highest-begins = Everyone rolls one die; the highest begins. Tie: those roll again.
who-begins = Who begins
reading-dice = Reading the dice …

## The pad

die-entered = Die { $number }: { $face }. Remove it
dice-entered = Dice entered: { $have } of { $wanted }
tap-each-die = Tap each die that you rolled
add-face = Add a { face }
dice-to-go =
    { $face }. { $left ->
        [one] 1 die
       *[other] { $left } dice
    } to go.
which-face-shown = Which face does it show?
faces-label = Faces
not-a-die = Not a die of this roll
leave-it = Leave it

## Rolled, kept, farkled

this-roll = This roll
set-aside = Set aside
set-aside-option = Set aside { $dice } for { $points } points
set-aside-best = Most points: set aside { $dice } for { $points } points
show-all-ways = Show all { $count } ways
correct-dice = Correct the dice
hot-dice = Hot dice: all six may roll again
roll-or-bank = Roll again or bank?
take-back = Take back and choose differently
roll-again = Roll again
with-dice =
    with { $count ->
        [one] 1 die
       *[other] { $count } dice
    }
pass-dice = and pass the dice
farkle = Farkle
nothing-scores = Nothing in this roll scores.
nothing-scores-lost = Nothing in this roll scores. The { $points } points of this turn are lost.
it-is-a-farkle = It is a farkle
tap-wrong-die = Tap a wrong die to remove it, then tap the right face.
another-photograph = Send another photograph instead
leave-as-it-was = Leave as it was
use-these-dice = Use these dice
sheet-stays = The sheet stays here. If the last turn was wrong, undo it.
play-again = Play again with the same people

## What is announced

reading-announced = Reading the dice.
rolled-elsewhere = The roll was entered on another screen.
news-next = { $name } has { $points }. It is { $next }’s turn.
news-rolled = Rolled { $dice }.
news-rolled-best = Rolled { $dice }. Most points: { $points }.
news-kept = { $points } points this turn.
news-farkled = Rolled { $dice }. Nothing scores.
stale-tap = Somebody changed the sheet at the same moment, so your tap was not used. This is how it stands now.
photograph-lost = The photograph did not reach the server. Send it again, or tap the dice in.
photograph-late = The turn went on in the meantime, so this photograph was not used.

## Connection

status-live = Live
status-connecting = Connecting
status-paused = Paused
status-offline = Offline
connected-again = Connected again. The sheet is up to date.
not-connected = Not connected. You see the sheet as it was at { $time }; it catches up by itself.
not-connected-waiting = Not connected. You see the sheet as it was at { $time }; it catches up by itself. Your tap is kept and sent as soon as the connection is back.

## The sheet

winner = Winner
not-opened = Not opened
farkles-in-row =
    { $count ->
        [one] 1 farkle in a row
       *[other] { $count } farkles in a row
    }
whose-turn = , whose turn it is
every-turn = Every turn
sheet-round = Round
turn-farkle = farkle
turn-zero = no score
turn-penalty = penalty
to-target = to { $points }
to-open = { $points } to open
legend-farkle = F is a farkle
mark-farkle = F
mark-zero = 0
mark-penalty = P
