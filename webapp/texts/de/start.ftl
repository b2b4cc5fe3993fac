### Die Startseite.

start-headline-1 = Echte Würfel.
start-headline-2 = Ein gemeinsamer Zettel.
start-lead = Würfle auf dem Tisch. Ein Foto liest die Würfel, zeigt, was zählt, und auf allen Handys steht derselbe Punktezettel.
start-picture = Sechs Würfel auf einem Tisch, jeder gelesen: 1, 1, 4, 4, 4 und 5 ergeben 650 Punkte
start-go-on = An einem früheren Tisch weiterspielen
new-table = Neuer Tisch
who-plays = Wer spielt, in der Reihenfolge der Züge
player-add = Spieler hinzufügen
rules = Regeln
open-table = Tisch eröffnen
recent-title = Weiterspielen
recent-finished = beendet
recent-round = Runde { $round }
rules-based-on = Ausgehend von { $preset }
rules-look-up = Nachsehen, was zählt, oder Hausregeln machen
start-code = Zu einem Tisch dazukommen: sein Code
start-join = Dazukommen
