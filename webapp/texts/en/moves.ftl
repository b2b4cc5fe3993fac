### How a keep is counted, and what the advice says.

combination-kind =
    { $count ->
        [one] { $face }
        [2] two { $face }s
        [3] three { $face }s
        [4] four { $face }s
        [5] five { $face }s
       *[other] six { $face }s
    }
combination-straight = straight
combination-straight-1-5 = straight 1-5
combination-straight-2-6 = straight 2-6
combination-three-pairs = three pairs
combination-four-and-pair = four { $face }s and two { $pair }s
combination-two-triplets = two triplets
combination-nothing = nothing scoring
combination-bonus = first-roll bonus
combination-points = { $name } { $points }

## Advice. $kept is a list of dice: "one 1 and two 5s".

advice-dice =
    { $count ->
        [one] one { $face }
        [2] two { $face }s
        [3] three { $face }s
        [4] four { $face }s
        [5] five { $face }s
       *[other] six { $face }s
    }
advice-all-six = all six
advice-bank = Keep { $kept } and bank { $points }
advice-stop = Keep { $kept } and stop for no points
advice-roll =
    Keep { $kept } and roll { $dice ->
        [one] one
        [2] two
        [3] three
        [4] four
        [5] five
       *[other] six
    }
advice-expected = { $move }: { NUMBER($value, maximumFractionDigits: 0) } expected
advice-chance = { $move }: { NUMBER($percent, maximumFractionDigits: 1) } % to win
advice-rival = { $move }: { NUMBER($percent, maximumFractionDigits: 1) } % to win against the strongest rival
advice-only = { $best }.
advice-bank-less = { $best }; banking { $points } gives less.
advice-stop-less = { $best }; stopping for no points gives less.
advice-roll-less =
    { $best }; rolling { $dice ->
        [one] one
        [2] two
        [3] three
        [4] four
        [5] five
       *[other] six
    } gives less.
advice-none = Nothing scores.
