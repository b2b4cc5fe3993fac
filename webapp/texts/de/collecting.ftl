### Bilder der Würfel aufheben und ihre Beschriftung berichtigen.

collects-item = Bilder für den Leser
collects-title = Bilder eurer Würfel aufheben?
collects-sign = Bilder werden aufgehoben
collects-words = Wenn alle am Tisch einverstanden sind, hebt Dicesight Bilder von bestätigten Würfen auf, um eure Würfel lesen zu lernen. Aufgehoben werden nur die Würfel und eine Würfelbreite darum, ohne Ort und Kamera, auf dem Rechner, auf dem Dicesight läuft, und nirgends sonst.
collects-kept = Aufgehoben werden Lesungen, die ihr berichtigt habt oder die zweifelhaft waren, und ein paar andere. Ihr könnt jederzeit aufhören und alle Bilder dieses Tisches auf einmal löschen. Nach einem Jahr werden sie von selbst gelöscht.
collects-agree = Wir sind alle einverstanden
collects-stop = Keine Bilder mehr aufheben
collected-count =
    { $count ->
        [0] Von diesem Tisch ist kein Bild aufgehoben.
        [one] Von diesem Tisch ist 1 Bild aufgehoben.
       *[other] Von diesem Tisch sind { $count } Bilder aufgehoben.
    }
collected-full = Die Festplatte des Rechners mit Dicesight ist fast voll: Es werden keine Bilder mehr aufgehoben, bis wieder Platz ist. Die Punkte betrifft das nicht.
collected-correct = Bilder durchsehen
collected-delete = Alle Bilder dieses Tisches löschen
collected-deleted =
    { $count ->
        [one] 1 Bild gelöscht.
       *[other] { $count } Bilder gelöscht.
    }

## Die Seite zum Durchsehen

pictures-title = Bilder durchsehen
pictures-help = Tippe einen Würfel an und seinen Wert: 1 bis 6, oder 0 für etwas, das kein Würfel ist. Ziehe einen Kasten, um ihn zu verschieben, an seiner Ecke, um ihn zu vergrößern; ziehe auf einer leeren Stelle einen neuen. Dann „Stimmt, weiter“.
pictures-none = Nichts durchzusehen. Danke!
pictures-left =
    { $count ->
        [one] 1 Bild durchzusehen
       *[other] { $count } Bilder durchzusehen
    }
pictures-right = Stimmt, weiter
pictures-undo = Rückgängig
pictures-no-die = Kein Würfel
pictures-skip = Später
pictures-delete = Dieses Bild löschen
pictures-die = Würfel { $number }: { $face }
pictures-back = Zurück zum Tisch
pictures-lost = Das ließ sich nicht speichern. Versuch es noch einmal.
pictures-corrected = Diese Lesung haben die Spieler berichtigt.
pictures-disagreement = Verschiedene Blicke haben diese Würfel verschieden gelesen.
pictures-doubtful = Hier war der Leser nicht sicher.
pictures-sample = Eines von wenigen zum Vergleich.

## Den Leser unterrichten

improve-start = Den Leser mit den Bildern verbessern
improve-begins = Der Leser lernt …
improve-running =
    Der Leser lernt: { $percent } geschafft, noch etwa { $minutes ->
        [one] 1 Minute
       *[other] { $minutes } Minuten
    }. Ihr könnt weiterspielen.
improve-done = Der Leser hat gelernt: Er hat die beiseitegelegten Bilder besser gelesen als vorher und liest eure Würfel von jetzt an.
improve-failed = Der Leser bleibt, wie er war. { $words }
improve-why-too-few-pictures = Noch sind es zu wenige Bilder, um daraus zu lernen.
improve-why-one-table-only = Es braucht Bilder von einem zweiten Tisch: Was der Leser gelernt hat, wird an Würfeln geprüft, die er nicht gezeigt bekam.
improve-why-not-better = Was er gelernt hatte, half bei den beiseitegelegten Bildern nicht.
improve-why-training-missing = Auf dem Rechner mit Dicesight fehlen die Pakete zum Unterrichten. Dort installiert sie: make training

## Welcher Leser liest

reader-now-shipped = Die Würfel liest der Leser, der mit Dicesight kommt.
reader-now-own = Die Würfel liest euer eigener Leser, hier seit { $since } ({ $name }).
reader-back = Zurück zum Leser davor
reader-went-back = Der Leser davor liest wieder.
