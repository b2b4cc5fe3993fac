### Wie das Weggelegte gezählt wird und was der Rat sagt.

combination-kind =
    { $count ->
        [one] { $face }
        [2] zwei { $face }er
        [3] drei { $face }er
        [4] vier { $face }er
        [5] fünf { $face }er
       *[other] sechs { $face }er
    }
combination-straight = Straße
combination-straight-1-5 = Straße 1-5
combination-straight-2-6 = Straße 2-6
combination-three-pairs = drei Paare
combination-four-and-pair = vier { $face }er und zwei { $pair }er
combination-two-triplets = zwei Drillinge
combination-nothing = nichts, was zählt
combination-bonus = Bonus des ersten Wurfs
combination-points = { $name } { $points }

## Rat. $kept ist eine Aufzählung: „eine 1 und zwei 5er“.

advice-dice =
    { $count ->
        [one] eine { $face }
        [2] zwei { $face }er
        [3] drei { $face }er
        [4] vier { $face }er
        [5] fünf { $face }er
       *[other] sechs { $face }er
    }
advice-all-six = alle sechs
advice-bank = Leg { $kept } weg und sichere { $points }
advice-stop = Leg { $kept } weg und hör ohne Punkte auf
advice-roll = Leg { $kept } weg und würfle mit { $dice ->
        [one] einem
        [2] zwei
        [3] drei
        [4] vier
        [5] fünf
       *[other] sechs
    } weiter
advice-expected = { $move }: { NUMBER($value, maximumFractionDigits: 0) } erwartet
advice-chance = { $move }: { NUMBER($percent, maximumFractionDigits: 1) } % Gewinnchance
advice-rival = { $move }: { NUMBER($percent, maximumFractionDigits: 1) } % Gewinnchance gegen den stärksten Gegner
advice-only = { $best }.
advice-bank-less = { $best }; { $points } zu sichern bringt weniger.
advice-stop-less = { $best }; ohne Punkte aufzuhören bringt weniger.
advice-roll-less = { $best }; mit { $dice ->
        [one] einem
        [2] zwei
        [3] drei
        [4] vier
        [5] fünf
       *[other] sechs
    } weiterzuwürfeln bringt weniger.
advice-none = Nichts zählt.
