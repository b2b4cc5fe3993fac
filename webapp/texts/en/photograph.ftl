### Photographs: what was seen, what to do about it.

photo-none = I see no dice in this picture. Take another one, or tap the dice in.
photo-more =
    I see { $seen ->
        [one] 1 die
       *[other] { $seen } dice
    }, you have { $hand } in hand: tap { $excess ->
        [one] the one that does not belong
       *[other] the ones that do not belong
    }.
photo-fewer =
    I see { $seen ->
        [one] 1 die
       *[other] { $seen } dice
    }, you have { $hand } in hand: add { $missing ->
        [one] the one I missed
       *[other] the { $missing } I missed
    }.
photo-exact =
    I see { $seen ->
        [one] 1 die
       *[other] { $seen } dice
    }.
photo-left-out =
    I see { $seen ->
        [one] 1 die
       *[other] { $seen } dice
    } and left out { $faces }, set aside before.
reader-ready = The reader is ready.
reader-loading = The reader is starting.
reader-by-hand = Tap the dice in by hand instead.

## The picture with its dice

add-a-die = Add a die
show-larger = Show the dice larger
show-whole = Show the whole picture
tap-instead = Tap them in instead
retake = Retake
use-dice =
    { $count ->
        [one] Use this die
       *[other] Use these { $count } dice
    }
roll-dice-label = The dice of this roll
review-die = Die { $number }: { face }. Change
review-die-doubt = Die { $number }: { face }, not sure. Change
review-die-out = Die { $number }: { face }, left out. Change
photo-label =
    The photograph with { $count ->
        [one] 1 die
       *[other] { $count } dice
    }. Tap an empty spot to add a die.
die-left-out = This die is left out
is-this-face = Is this a { face }?
review-exact =
    { $count ->
        [one] 1 die
       *[other] { $count } dice
    }: { $faces }.
review-more =
    { $count ->
        [one] 1 die
       *[other] { $count } dice
    }, you have { $hand } in hand: tap { $excess ->
        [one] the one
       *[other] the { $excess }
    } to leave out.
review-fewer =
    { $count ->
        [one] 1 die
       *[other] { $count } dice
    }, you have { $hand } in hand: add { $missing ->
        [one] the one that is missing
       *[other] the { $missing } that are missing
    }.
