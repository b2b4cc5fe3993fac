### Ein Block, auf dem geschrieben wird.

pad-wins-high = Die meisten Punkte gewinnen
pad-wins-low = Die wenigsten Punkte gewinnen
pad-ends-at = bis { $points }
pad-ends-after =
    { $count ->
        [one] 1 Runde
       *[other] { $count } Runden
    }
pad-round = Runde
pad-points-of = { $name }, Runde { $round }
pad-leads = führt
pad-lead-shared = gleichauf
pad-won = gewinnt
pad-left = ist gegangen
pad-sign = Plus oder minus
pad-next = Weiter
pad-entry = Eingabe
pad-undo = Rückgängig
pad-redo = Wiederholen
pad-players = Spieler
pad-player-name = Name
pad-rename = Namen ändern
pad-leave = Geht
pad-come-back = Kommt zurück
pad-add = Hinzufügen
pad-new-player = Neuer Spieler
pad-game-name = Name des Spiels
pad-change = Ändern
pad-wrong = Punkte sind eine ganze Zahl, zum Beispiel 0, 12 oder -5.
pad-news = { $name }: { $points } in Runde { $round }, zusammen { $total }.
pad-news-end = Das Spiel ist zu Ende. Gewonnen: { $names }.
pad-again = Noch ein Spiel mit denselben Leuten
