### Der Tisch: der Zug und seine Knöpfe.

noscript = Zum Spielen braucht die Seite JavaScript. So steht der Zettel gerade.
the-turn = Der Zug
score-sheet = Punktezettel
invite = Einladen
join-title = Alle auf einem Zettel
join-code-alt = QR-Code mit der Adresse dieses Tisches
join-scan = Scanne das mit einem anderen Handy im selben Netz, oder öffne
join-local-only = Diesen Tisch erreicht gerade nur dieser Computer. Starte Dicesight mit { $option }, damit Handys im selben Netz mitspielen können.
join-type = Oder diesen Code auf der Startseite eingeben:
join-watch = Nur zuschauen, ohne etwas zu ändern:
join-camera = Live-Kamera auf einem Handy
join-camera-words = Browser geben einer Seite nur über HTTPS die Kamera und lassen sie den Bildschirm anlassen. Öffne auf dem Handy, das die Würfel sehen soll, die sichere Adresse, sobald es diesem Server traut:
join-secure-address = Sichere Adresse dieses Tisches
join-trust = So traut ein Handy diesem Server
join-address = Adresse dieses Tisches
copy-address = Adresse kopieren
copied = Kopiert
copy-by-hand = Markiert: jetzt kopieren

## Kopf des Zuges

turn-of = { $name } ist dran
round = Runde { $round }
final-round = Letzte Runde · { $points } sind zu schlagen
game-over = Das Spiel ist zu Ende
this-turn = in diesem Zug
set-aside-label = Beiseite
undo = Rückgängig
redo = Wiederholen
wins = { $name } gewinnt
share-the-win = { $names } gewinnen gemeinsam
finished = Beendet

## Würfeln

roll-dice = Würfle mit { $count ->
        [one] 1 Würfel
       *[other] { $count } Würfeln
    }
take-over-dice = { $count ->
        [one] 1 Würfel
       *[other] { $count } Würfel
    } übernehmen
take-over-dice-and-points = { $count ->
        [one] 1 Würfel
       *[other] { $count } Würfel
    } und { $points } Punkte übernehmen
send-photograph = Foto senden
drop-one-here = oder hier ablegen
choose-picture = Bild auswählen
or-tap = oder jeden Würfel antippen
nothing-scored = Nichts zählt: Farkle
bank-points = { $points } sichern
somebody-else-begins = Fängt jemand anders an?
highest-begins = Alle würfeln mit einem Würfel; der höchste fängt an. Bei Gleichstand würfeln die Besten noch einmal.
who-begins = Wer anfängt
reading-dice = Die Würfel werden gelesen …

## Eingabe von Hand

die-entered = Würfel { $number }: { $face }. Entfernen
dice-entered = Eingegebene Würfel: { $have } von { $wanted }
tap-each-die = Tippe jeden Würfel an, den du gewürfelt hast
add-face = { face } hinzufügen
dice-to-go = { $face }. Noch { $left ->
        [one] 1 Würfel
       *[other] { $left } Würfel
    }.
which-face-shown = Welche Zahl zeigt er?
faces-label = Augenzahlen
not-a-die = Kein Würfel dieses Wurfs
leave-it = So lassen

## Gewürfelt, weggelegt, Farkle

this-roll = Dieser Wurf
set-aside = Weglegen
set-aside-option = { $dice } weglegen für { $points } Punkte
set-aside-best = Die meisten Punkte: { $dice } weglegen für { $points } Punkte
show-all-ways = Alle { $count } Möglichkeiten zeigen
correct-dice = Würfel berichtigen
hot-dice = Heiße Würfel: alle sechs dürfen noch einmal rollen
roll-or-bank = Weiterwürfeln oder sichern?
take-back = Zurücknehmen und anders wählen
# Mit weichem Trennzeichen für schmale Knöpfe.
roll-again = Weiter­würfeln
with-dice = mit { $count ->
        [one] 1 Würfel
       *[other] { $count } Würfeln
    }
pass-dice = und die Würfel weitergeben
farkle = Farkle
nothing-scores = In diesem Wurf zählt nichts.
nothing-scores-lost = In diesem Wurf zählt nichts. Die { $points } Punkte dieses Zuges sind verloren.
it-is-a-farkle = Es ist ein Farkle
tap-wrong-die = Tippe einen falschen Würfel an, um ihn zu entfernen, und dann die richtige Zahl.
another-photograph = Stattdessen ein neues Foto senden
leave-as-it-was = So lassen
use-these-dice = Diese Würfel nehmen
sheet-stays = Der Zettel bleibt hier. Wenn der letzte Zug falsch war, mach ihn rückgängig.
play-again = Noch einmal mit denselben Leuten

## Was angesagt wird

reading-announced = Die Würfel werden gelesen.
rolled-elsewhere = Der Wurf wurde auf einem anderen Bildschirm eingegeben.
news-next = { $name } hat { $points }. { $next } ist dran.
news-rolled = Gewürfelt: { $dice }.
news-rolled-best = Gewürfelt: { $dice }. Die meisten Punkte: { $points }.
news-kept = { $points } Punkte in diesem Zug.
news-farkled = Gewürfelt: { $dice }. Nichts zählt.
stale-tap = Jemand hat den Zettel im selben Augenblick geändert, darum wurde dein Tippen nicht übernommen. So steht er jetzt.
photograph-lost = Das Foto ist nicht beim Server angekommen. Sende es noch einmal oder tippe die Würfel ein.
photograph-late = Der Zug ist inzwischen weitergegangen, darum wurde dieses Foto nicht benutzt.

## Verbindung

status-live = Live
status-connecting = Verbinden
status-paused = Pause
status-offline = Offline
connected-again = Wieder verbunden. Der Zettel ist auf dem neuesten Stand.
not-connected = Keine Verbindung. Du siehst den Zettel von { $time } Uhr; er holt von selbst auf.
not-connected-waiting = Keine Verbindung. Du siehst den Zettel von { $time } Uhr; er holt von selbst auf. Dein Tippen wird aufgehoben und gesendet, sobald die Verbindung wieder da ist.

## Der Zettel

winner = Gewonnen
not-opened = Nicht eröffnet
farkles-in-row =
    { $count ->
        [one] 1 Farkle hintereinander
       *[other] { $count } Farkles hintereinander
    }
whose-turn = , ist dran
every-turn = Alle Züge
sheet-round = Runde
turn-farkle = Farkle
turn-zero = keine Punkte
turn-penalty = Strafe
to-target = bis { $points }
to-open = { $points } zum Eröffnen
legend-farkle = F ist ein Farkle
mark-farkle = F
mark-zero = 0
mark-penalty = S
