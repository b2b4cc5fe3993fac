### Der Punkteblock für andere Spiele.

pad-new = Block für ein anderes Spiel
pad-lead = Für jedes Spiel mit Punkten pro Runde: Karten, Brettspiele, was ihr wollt. Auf allen Handys steht derselbe Block.
pad-title-label = Welches Spiel?
pad-goal = Wer gewinnt
pad-goal-high = Die meisten Punkte gewinnen
pad-goal-low = Die wenigsten Punkte gewinnen
pad-target = Das Spiel endet bei so vielen Punkten
pad-rounds = Das Spiel endet nach so vielen Runden
pad-optional = Lass es leer, um jederzeit aufzuhören.
pad-open = Block öffnen
pad-start-link = Ein Block für ein anderes Spiel
pad-csv = Punkte (CSV)
pad-json = Ganzer Block (JSON)
