### The live camera: what it sees, what it waits for, why there is no picture.

live-camera = Live camera
live-picture = The live picture of the table
live-options = What you can do now
live-close = Close the camera
live-settings = Choose the camera, the light, the tray
live-starting = The camera is starting.
live-empty = I see no dice yet. Roll in view of the camera.
live-moving = The dice are moving.
live-settling = The dice are coming to rest.
live-settled = The dice lie still.
live-held = Read. Roll on, I am watching.
live-foreign = Something covers the table. I go on when it is clear.
live-pill = live, { $age } s
live-pill-stalled = stalled
live-stalled = The picture is { $seconds } s old. It goes on by itself; meanwhile tap the dice in.
live-lost = The server does not answer. It is tried again; meanwhile tap the dice in.

## Why a die is not counted by itself

reason-unsure = One die is hard to read: please check it.
reason-leaning = One die is leaning: roll it again, or tap it and say its value.
reason-stacked = One die lies on another: lay them apart, or tap it and say its value.
reason-half-visible = One die is only half in view: tap it and say its value.
reason-outside = One die lies outside of the tray and does not count.
reason-covered = One die is covered: take away what is over it, or tap it and say its value.

## A roll that the camera has read

offer-exact = I read { $dice }.
offer-left-out = I read { $dice }, without { $kept }, set aside before.
offer-pushed = You kept { $kept } and rolled { $dice }.
offer-chained = You rolled { $first }, kept { $kept } and rolled { $dice }.
offer-after-farkle = That was a farkle; now { $dice } were rolled.
offer-waits = The camera sees the next roll already: { $dice }. Say first what you kept, or bank.
offer-none = I see no dice that were rolled. Add them, or tap them in.
offer-doubtful = { $count } dice are hard to read: please check them.
offer-hidden = Is a die under something? Please check.
offer-late = A die lies there that I had not seen before. If it was rolled, tap it.
offer-aside = Were all of these rolled? Tap those that were set aside.
offer-watched-count =
    { $count ->
        [0] I see no dice that were rolled, { $hand } were in hand. Whoever plays is asked.
       *[other] I read { $dice }; { $hand } were in hand. Whoever plays is asked.
    }
offer-watched-doubt =
    { $count ->
        [0] Whoever plays is asked whether that is all.
        [one] One die is doubtful: whoever plays is asked.
       *[other] { $count } dice are doubtful: whoever plays is asked.
    }
offer-ignore = Not a roll
offer-show = Show what the camera read
die-aside = Set aside before

## Cameras

camera-picker = Camera
camera-number = Camera { $number }
camera-of-this-device = The camera of this device
camera-at-server = At the server: { $name }
camera-try-again = Try again
camera-insecure = Browsers give the camera to a page only over HTTPS. Open this table by the server’s https address, send photographs, or tap the dice in.
camera-trust = Open it over HTTPS
camera-refused = This page may not use the camera. Allow it in the browser’s settings for this page, then try again. Meanwhile tap the dice in.
camera-silent = Your browser asks whether this page may use the camera: choose “Allow”. Meanwhile tap the dice in.
camera-missing = There is no camera here. Plug one in, or open this table on a phone. It is tried again by itself; meanwhile tap the dice in.
camera-busy = Another app is using the camera. Close it there. It is tried again by itself; meanwhile tap the dice in.
camera-lost = The camera is gone. Plug it in again. It is tried again by itself; meanwhile tap the dice in.
camera-frozen = The picture stands still. The camera is being started again; meanwhile tap the dice in.
camera-black = The picture is black. Is something over the lens, or is it dark? Meanwhile tap the dice in.
camera-failed = The camera could not be started. Try again, or tap the dice in.
torch = Light
tray-draw = Draw the tray
tray-all = Forget the tray
tray-how = Draw round the tray with a finger, or from corner to corner. Dice outside of it will not count.
