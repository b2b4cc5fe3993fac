### Das Menü des Tisches und seine Fenster: Leute, Berichtigungen, Rat.

menu = Menü
close = Schließen
save = Speichern
save-points = { $points } speichern
on = an
off = aus
pause = Spiel unterbrechen
resume = Weiterspielen
resumed = Das Spiel geht weiter.
paused-title = Das Spiel macht Pause
paused-words = Alles bleibt, wie es ist. Spielt weiter, wann ihr wollt, an jedem Bildschirm dieses Tisches.
points-only = Nur Punkte eingeben, keine Würfel
advice-here = Rat auf diesem Bildschirm
advice-table = Rat an diesem Tisch
lock-sheet = Nur das Handy von dem, der dran ist
hands-free = Freihändig: sicher Gelesenes gilt ohne Tippen
this-phone = Dieses Handy ist für
for-everybody = alle
only-watching = nur zuschauen

rules-of-game = Regeln dieses Spiels
rules-anew = Züge, deren Würfel bekannt sind, werden nach den anderen Regeln neu gewertet.
rules-which = Regeln
rules-as-now = { $title }, wie jetzt
rules-target = Punkte bis zum Ziel (jetzt { $now })
rules-take = Diese Regeln nehmen

## Punkte eingeben, Züge berichtigen

keypad = Ziffern
keypad-back = Letzte Ziffer löschen
points-of-turn = Punkte dieses Zuges
no-points = Keine Punkte
zero-not-opened = 0: nicht eröffnet
write-down = { $points } aufschreiben
write-down-points = Aufschreiben
enter-points-only = Nur Punkte eingeben
enter-dice-instead = Lieber Würfel eingeben
edit-turn = Diesen Zug berichtigen
edit-turn-of = { $name }, Runde { $round }
edit-turn-was = Auf dem Zettel: { $result }. Was soll da stehen?
edit-turn-meanwhile = Diesen Zug hat gerade jemand geändert. Sieh noch einmal hin, bevor du speicherst.
turn-on-sheet =
    { $name }, Runde { $round }: { $result }{ $corrected ->
        [yes] , berichtigt
       *[no] { "" }
    }
corrected = berichtigt

## Leute

players-title = Spieler und Plätze
player-name = Name
player-colour = Farbe
rename = Umbenennen
move-up = Früher
move-down = Später
drag-seat = An einen anderen Platz ziehen
has-left = ist ausgestiegen
started-with = mit { $points } angefangen
remove-name = { $name } entfernen
name-returns = { $name } ist wieder da
name-leaves = { $name } steigt aus
new-player = Jemand kommt dazu
add-player = Dazusetzen
start-points = mit Punkten zum Anfang:
roll-off-done = Der höchste fängt an
colour-red = roter Kreis
colour-blue = blaues Quadrat
colour-green = grünes Dreieck
colour-yellow = gelber Stern
colour-purple = lila Raute
colour-orange = oranges Kreuz
colour-teal = türkises Sechseck
colour-pink = rosa Herz

## Zuschauen, reserviert

locked-to = Der Zettel ist für das Handy von { $name } reserviert.
watch-to-roll =
    { $name } würfelt mit { $count ->
        [one] 1 Würfel
       *[other] { $count } Würfeln
    }
watch-rolled = { $name } wählt, was beiseite kommt
watch-kept = { $name } würfelt weiter oder sichert
to-next-game = Zum nächsten Spiel

## Rat

advice-title = Rat
chances-title = Gewinnchance
chances-exact = Exakt, wenn alle so gut spielen, wie es geht.
chances-played = Geschätzt aus 4.000 zu Ende gespielten Partien.
chances-certain = Das Spiel ist aus.
chances-computing = Geschätzt aus 4.000 Partien; die exakten Chancen für diese Regeln werden gerade berechnet.
farkle-risk =
    Farkle-Risiko mit { $dice ->
        [one] 1 Würfel
       *[other] { $dice } Würfeln
    }: { $percent }
taps-lost = { $words } Was du danach getippt hast (zusammen { $count }), wurde auch nicht übernommen.

## Wer den Tisch leitet

hosting-title = Wer den Tisch leitet
hosting-now = Diesen Tisch leitet: { $who }.
this-very-phone = dieses Handy
hosting-everybody = Alle leiten diesen Tisch gemeinsam.
hosting-nobody = Noch niemand sonst hat diesen Tisch geöffnet. Lade die anderen erst ein.
hosting-give = Weitergeben an: { $who }
hosting-take = Von diesem Handy aus leiten
hosting-wait =
    Wer den Tisch leitet, kann das weitergeben. Ist dieses Handy verloren? { $minutes ->
        [one] Wenn es noch eine Minute fort ist, kann hier jeder Spieler den Tisch übernehmen.
       *[other] Wenn es noch { $minutes } Minuten fort ist, kann hier jeder Spieler den Tisch übernehmen.
    } Auf dem Computer, auf dem Dicesight läuft, geht es sofort.
