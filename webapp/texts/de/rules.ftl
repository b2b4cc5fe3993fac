### Die Regeln des Spiels. Die englischen Worte stehen in farkle/options.py und farkle/rules.py.

rules-house = Hausregeln
rules-house-of = { $preset }, Hausregeln

## Fertige Regeln

preset-playmonster-title = PlayMonster
preset-playmonster-summary = Das Spiel aus der Schachtel: Drei 1er sind 300, vier, fünf und sechs gleiche 1.000, 2.000 und 3.000; 500 Punkte in einem Zug zum Eröffnen.
preset-patch-title = Patch
preset-patch-summary = Wie PlayMonster, aber drei Farkles hintereinander kosten 1.000, und unter den 500 zum Eröffnen darf man ohne Punkte aufhören.
preset-classic-title = Klassisch
preset-classic-summary = Drei 1er sind 1.000, eine Straße 3.000, drei Paare 1.500; vier und mehr gleiche und zwei Drillinge sind nichts Besonderes; eröffnet wird mit jedem Zug.
preset-tenk-title = Zehntausend
preset-tenk-summary = Wie Klassisch, mit 500 Punkten in einem Zug zum Eröffnen.
preset-tenk-var-title = Zehntausend mit Varianten
preset-tenk-var-summary = Vier, fünf und sechs gleiche zählen das 2-, 3- und 4-Fache des Drillings, heiße Würfel müssen noch einmal rollen, vier 2er beenden den Zug.
preset-tenk-pocket-title = Zehntausend für unterwegs
preset-tenk-pocket-summary = Wie Zehntausend mit Varianten, aber drei 1er sind 300.
preset-calc-title = Rechner
preset-calc-summary = Drei 1er sind 1.000, vier, fünf und sechs gleiche 1.000, 2.000 und 3.000, zwei Drillinge 2.500; es zählt immer die beste Lesart; eröffnet wird mit jedem Zug.
preset-calc-double-title = Rechner, verdoppelnd
preset-calc-double-summary = Wie Rechner, aber jeder weitere gleiche Würfel über drei hinaus verdoppelt die Punkte.
preset-kcd-title = Kingdom Come
preset-kcd-summary = Das Wirtshausspiel aus Kingdom Come: Jeder weitere gleiche Würfel über drei hinaus verdoppelt, 1-5 sind 500 und 2-6 750, keine Paare; wer zuerst 4.000 hat, gewinnt sofort.

## Was jede Regel bedeutet

option-single1 = Punkte für jede einzelne 1; 0 heißt, dass sie nichts zählt.
option-single5 = Punkte für jede einzelne 5; 0 heißt, dass sie nichts zählt.
option-triple-ones = Punkte für drei 1er; drei andere zählen das 100-Fache ihrer Augen.
option-kind-mode = Wie vier, fünf und sechs gleiche zählen.
choice-kind-mode-none = Sie sind nichts Besonderes.
choice-kind-mode-fixed = Sie haben feste Punkte, egal welche Zahl.
choice-kind-mode-multiple = Sie zählen ein Vielfaches des Drillings.
choice-kind-mode-double = Jeder Würfel über drei hinaus verdoppelt den Drilling: 2-, 4- und 8-mal.
option-kind-fixed = Punkte für vier, fünf und sechs gleiche, wenn sie feste Punkte haben; 0 schaltet sie aus.
option-kind-mult = Wie viel Mal den Drilling vier, fünf und sechs gleiche zählen, wenn sie ein Vielfaches zählen; 0 schaltet sie aus.
option-straight = Punkte für 1-2-3-4-5-6; 0 schaltet sie aus.
option-straight-1-5 = Punkte für 1-2-3-4-5; 0 schaltet sie aus.
option-straight-2-6 = Punkte für 2-3-4-5-6; 0 schaltet sie aus.
option-three-pairs = Punkte für drei verschiedene Paare; 0 schaltet sie aus.
option-four-plus-pair = Punkte für vier gleiche und ein Paar einer anderen Zahl; 0 schaltet sie aus.
option-two-triplets = Punkte für zwei verschiedene Drillinge; 0 heißt, dass sie als zwei Drillinge einzeln zählen.
option-six-as-three-pairs = Ob sechs gleiche als drei Paare zählen dürfen, wenn das mehr bringt.
option-six-as-two-triplets = Ob sechs gleiche als zwei Drillinge zählen dürfen, wenn das mehr bringt.
option-six-nothing = Punkte für sechs Würfel, von denen keiner zählt; danach dürfen alle noch einmal rollen. 0 macht daraus einen Farkle.
option-opening-min = Punkte, die der erste gesicherte Zug braucht; 0 für keine.
option-below-opening = Was es heißt, unter der Eröffnung aufzuhören.
choice-below-opening-must-roll = Das geht nicht: Man muss weiterwürfeln.
choice-below-opening-stop-zero = Der Zug endet mit 0 Punkten und ist kein Farkle.
choice-below-opening-stop-is-farkle = Der Zug endet mit 0 Punkten und zählt als Farkle.
option-bank-min = Punkte, die jeder gesicherte Zug braucht; 0 für keine.
option-hot-dice = Was geschieht, wenn alle sechs Würfel weggelegt sind.
choice-hot-dice-optional = Man darf mit allen sechs weiterwürfeln oder sichern.
choice-hot-dice-forced = Man muss erst mit allen sechs weiterwürfeln, bevor man sichern darf.
option-cancel-2s = So viele 2er (oder mehr) in einem Wurf streichen die Punkte des Zuges und beenden ihn; 0 für nie.
option-cancel-2s-is-farkle = Ob ein von 2ern beendeter Zug in der Reihe der Farkles mitzählt.
option-first-roll-bonus = Zusätzliche Punkte, wenn der erste Wurf eines Zuges mit sechs Würfeln zählt; 0 für keine.
option-first-roll-bonus-on = Wofür es den Bonus des ersten Wurfs gibt.
choice-first-roll-bonus-on-all-six = Nur wenn alle sechs Würfel des ersten Wurfs weggelegt werden.
choice-first-roll-bonus-on-any = Wenn irgendein Würfel des ersten Wurfs weggelegt wird.
option-farkle-ends-turn = Ob ein Farkle den Zug beendet; sonst sind seine Punkte verloren, und man darf weiterwürfeln.
option-piggyback = Ob ein Zug mit den Würfeln anfangen darf, die der vorige beim Sichern übrig ließ.
choice-piggyback-off = Jeder Zug beginnt mit sechs Würfeln.
choice-piggyback-dice-only = Man darf mit den übrigen Würfeln weiterwürfeln, von 0 Punkten an.
choice-piggyback-dice-and-points = Man darf mit den übrigen Würfeln weiterwürfeln, von den Punkten des vorigen Zuges an.
option-farkle-streak = Nach wie vielen Farkles hintereinander es die Strafe gibt.
option-farkle-penalty = Punkte, die so viele Farkles hintereinander kosten; 0 für keine.
option-penalty-reset = Ob nach einer Strafe neu gezählt wird; sonst kostet jeder weitere Farkle noch einmal.
option-zero-resets-streak = Ob ein Zug mit 0 Punkten, der kein Farkle ist (unter der Eröffnung beendet oder von 2en abgebrochen), die Reihe der Farkles unterbricht.
option-allow-negative = Ob eine Strafe unter null führen darf.
option-target = Der Punktestand, der das Ende des Spiels einläutet.
option-exact = Ob das Ziel genau getroffen werden muss.
choice-exact-off = Man darf darüber hinauskommen.
choice-exact-overshoot-is-bust = Würfel, die darüber hinausführen, zählen nicht; ohne andere ist der Wurf ein Farkle.
choice-exact-overshoot-not-bankable = Ein Zug, der darüber hinausführt, lässt sich nicht sichern.
option-final-round = Was folgt, wenn jemand das Ziel erreicht.
choice-final-round-one-more-each = Alle anderen haben noch genau einen Zug.
choice-final-round-finish-round = Die Runde wird zu Ende gespielt, sodass alle gleich viele Züge hatten.
choice-final-round-sudden-death = Das Spiel ist sofort zu Ende.
option-tie = Wer gewinnt, wenn die höchsten Punktestände gleich sind.
choice-tie-first-reached = Wer den Punktestand zuerst hatte.
choice-tie-shared = Alle, die ihn haben, gemeinsam.
choice-tie-playoff = Niemand, bis jemand vorn liegt: Sie spielen je einen Zug weiter.
option-first-player = Wie sich findet, wer anfängt.
choice-first-player-highest-die = Alle würfeln mit einem Würfel; der höchste fängt an, bei Gleichstand noch einmal.
choice-first-player-chosen = Die Spieler machen es unter sich aus.

## Die Tabelle: was zählt

chart-single = Einzelne { $face }
chart-three = Drei { $face }er
chart-of-a-kind =
    { $count ->
        [4] Vier gleiche
        [5] Fünf gleiche
       *[6] Sechs gleiche
    }
chart-times = { $times } × Drilling
chart-straight-1-5 = Straße 1 bis 5
chart-straight-2-6 = Straße 2 bis 6
chart-straight = Straße 1 bis 6
chart-three-pairs = Drei Paare
chart-four-and-pair = Vier gleiche und ein Paar
chart-two-triplets = Zwei Drillinge
chart-nothing = Sechs, die nichts zählen

## Was sonst ausgemacht ist

agreed-target = Gespielt wird bis { $points }.
agreed-first-player = Wer anfängt: { $choice }
agreed-opening = Der erste gesicherte Zug braucht { $points } Punkte.
agreed-below-opening = Wer darunter aufhören will: { $choice }
agreed-bank-min = Jeder gesicherte Zug braucht { $points } Punkte.
agreed-hot-dice = Alle sechs Würfel weggelegt: { $choice }
agreed-cancel-2s = { $count } oder mehr 2er in einem Wurf beenden den Zug ohne Punkte, { $farkle ->
        [1] was als Farkle zählt
       *[0] was kein Farkle ist
    }.
agreed-first-roll-bonus-on = Der erste Wurf kann { $points } Punkte zusätzlich bringen. { $choice }
agreed-farkle-goes-on = Ein Farkle kostet die Punkte des Zuges, aber man darf weiterwürfeln.
agreed-piggyback = { $choice }
agreed-penalty =
    { $count ->
        [one] Jeder Farkle kostet
       *[other] { $count } Farkles hintereinander kosten
    } { $points } Punkte{ $again ->
        [1] { ", " }und jeder weitere kostet noch einmal
       *[0] { "" }
    }{ $floor ->
        [1] { ", " }aber niemand fällt unter null
       *[0] { "" }
    }.
agreed-exact = Das Ziel muss genau getroffen werden. { $choice }
agreed-final-round = Wenn jemand das Ziel erreicht: { $choice }
agreed-tie = Bei Gleichstand gewinnt: { $choice }
