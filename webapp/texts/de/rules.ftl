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
