### Frühere Spiele und Statistik.

games-title = Spiele
games-lead-own = Alle Tische dieses Computers, der zuletzt gespielte zuerst.
games-lead-guest = Die Tische, die dieser Browser gesehen hat, der letzte zuerst.
games-none = Noch ist nichts gespielt worden.
games-won = Gewonnen: { $names }
games-round = Runde { $round }
games-statistics = Statistik
games-print = Drucken
games-tv = Großer Bildschirm
games-json = Ganzes Spiel (JSON)
games-csv = Züge (CSV)
games-file = Ein Spiel aus seiner Datei öffnen
games-file-hint = Eine JSON-Datei, die Dicesight geschrieben hat, auf diesem Computer oder einem anderen.
games-file-button = Datei öffnen
games-pads = Andere Spiele
games-pad-rounds =
    { $count ->
        [0] noch keine Runde
        [one] 1 Runde
       *[other] { $count } Runden
    }
careers-title = Wer spielt wie
careers-hint = Aus allen Spielen der Liste oben, nach Namen.
stat-player = Spieler
stat-games = Spiele
stat-wins = Gewonnen
stat-turns = Züge
stat-average = Zug im Schnitt
stat-farkle-rate = Farkles
stat-best = Bester Zug
stat-hot-dice = Heiße Würfel
stat-luck = Glück
stat-decisions = Beste Entscheidungen
stat-given-away = Verschenkt
stat-points = { $points } Pkt.
stat-total = Summe
stat-of = { $right } von { $all }
statistics-title = Statistik
statistics-none = Noch ist kein Zug zu Ende.
statistics-measure = Wert
statistics-luck-hint = Glück ist, was die Würfe gegenüber der Erwartung gebracht haben, in Punkten: Über 0 waren die Würfel gnädig. Es kennt nur Würfe, deren Würfel eingegeben wurden.
statistics-decisions-hint = Jede Entscheidung wird mit der besten in diesem Moment verglichen; verschenkt ist, was die anderen im Schnitt gekostet haben: Gewinnchance, wo sie bekannt ist, sonst Punkte.
statistics-course = Der Verlauf des Spiels
statistics-plot = Punkte nach jedem Zug: { $summary }. Die Tabelle darunter hat alle Zahlen.
statistics-all-numbers = Alle Zahlen
statistics-turn = Zug
statistics-costliest = Die teuersten Entscheidungen
statistics-situation = { $name }, Runde { $round }, mit { $dice }
statistics-chosen = Gespielt
statistics-best = Am besten
statistics-cost-points = kostete im Schnitt { NUMBER($points, maximumFractionDigits: 0) } Punkte
statistics-cost-chance = kostete { NUMBER($percent, maximumFractionDigits: 1) } % Gewinnchance
statistics-all-best = Jede Entscheidung war die beste, soweit die Würfel eingegeben wurden.
back-to-table = Zurück zum Tisch
player-summary =
    { $games ->
        [one] 1 Spiel
       *[other] { $games } Spiele
    }, davon { $wins } gewonnen.
player-course = Zug im Schnitt, Spiel für Spiel
player-plot =
    Punkte je Zug im Schnitt, über { $games ->
        [one] 1 Spiel
       *[other] { $games } Spiele
    }, das älteste zuerst. Die Tabelle darunter hat alle Zahlen.
player-by-game = Spiel für Spiel
player-game = Spiel
player-won = gewonnen
player-all = Alle Spiele
statistics-chances = Die Gewinnchance
statistics-chances-plot = Die Gewinnchance aller in Prozent, über das Spiel. Die Tabelle darunter hat alle Zahlen.
statistics-chances-exact = Genau, für Spieler, die so gut spielen, wie es geht.
statistics-chances-played = Aus vielen Spielen, die mit Zufallswürfeln zu Ende gespielt wurden: auf etwa zwei von hundert genau.
statistics-after-turns = Nach Zügen
statistics-chances-wait = wird ausgerechnet …
