### Was jede Seite zeigt: Rahmen, Sprachen, Fehler.

skip-to-content = Zum Inhalt springen
brand-home = Dicesight, zur Startseite
footer-licence = Dicesight ist freie Software.
footer-source = Lizenz und Quelltext
footer-network = Bilder und Punkte bleiben in diesem Netz.
nav-label = Seiten
nav-games = Spiele
nav-rules = Regeln
nav-paper = Papier
language-choice = Sprache
cancel = Abbrechen
done = Fertig

## Fehlerseite

error-hint = Wenn du einem Link zu einem Tisch gefolgt bist, lass ihn dir noch einmal geben: Vielleicht wurde er abgeschnitten.
to-start = Zur Startseite
unreadable-answer = Das hat nicht geklappt. Versuch es noch einmal.

## Lizenz und Quelltext

source-title = Quelltext und Lizenz
source-terms = Dicesight ist freie Software: Du darfst es nach den Bedingungen der GNU Affero General Public License, Version 3 oder neuer (AGPL-3.0-or-later), benutzen, untersuchen, verändern und weitergeben. Es gibt keine Gewährleistung.
source-right = Wer Dicesight über ein Netz benutzt, hat ein Recht auf den Quelltext samt den Änderungen daran, solange der Server läuft. Das ist der Quelltext genau dieses Servers, Version { $version }, so wie er jetzt läuft:
source-download = Quelltext herunterladen (ZIP)
source-published = Er ist auch hier veröffentlicht:
source-licence-file = Der Text der Lizenz steht darin in der Datei LICENSE.
source-working-copy = einer Arbeitskopie

## Würfel und Aufzählungen

list-last = { $rest } und { $last }
face =
    { $face ->
        [1] Eins
        [2] Zwei
        [3] Drei
        [4] Vier
        [5] Fünf
       *[6] Sechs
    }
no-dice-shown = keine
time-utc = { $time } UTC
