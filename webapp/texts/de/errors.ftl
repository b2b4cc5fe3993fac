### Fehler, nach ihrem Code. Die englischen Worte stehen im Programm, wo der Fehler entsteht.

## Das Spiel

error-already-retired = { $name } ist schon ausgestiegen.
error-host-is-there = Wer diesen Tisch leitet, kann das weitergeben. Andere können ihn übernehmen, wenn dieses Handy eine Weile fort ist, oder auf dem Computer, auf dem Dicesight läuft.
error-host-stays = Wer den Tisch leitet, schaut nicht nur zu: Gib ihn zuerst weiter.
error-no-https = Dieser Server hat kein HTTPS, darum gibt es nichts, dem man trauen müsste.
error-no-rematch = Nach diesem Spiel ist noch kein neues angefangen worden.
error-only-host = Das kann nur ändern, wer den Tisch leitet.
error-phone-unknown = Ein solches Handy spielt an diesem Tisch nicht mit.
error-only-watching = Du schaust zu: Den Zettel ändern nur die Spieler.
error-sheet-locked = Der Zettel ist für das Handy von { $name } reserviert. Wer den Tisch leitet, kann das ändern.
error-too-many-codes = Es wurden zu viele falsche Codes probiert. Warte eine Minute und versuch es dann wieder.
error-unknown-code = Kein Tisch hat diesen Code. Sieh noch einmal auf dem anderen Bildschirm nach.
error-already-set-aside = Von diesem Wurf liegen schon Würfel beiseite: Nimm sie erst zurück.
error-below-minimum = Ein Zug braucht { $needed } Punkte zum Sichern; dieser hat { $points }.
error-below-opening = Der erste gesicherte Zug braucht { $needed } Punkte; dieser hat { $points }.
error-colour-unknown = Diese Farbe gibt es nicht.
error-dice-are-rolling = Die Würfel sind schon zum Weiterwürfeln genommen: Mach das rückgängig, um zu sichern.
error-dice-count-wrong = Es sind 1 bis 6 Würfel.
error-dice-not-readable = Würfel werden als Zahlen von 1 bis 6 geschrieben.
error-does-not-score = Das kannst du nicht weglegen: Nicht alle diese Würfel zählen.
error-face-out-of-range = Das ist keine Zahl eines Würfels: Nimm 1 bis 6.
error-game-already-started = Das Spiel hat schon angefangen.
error-game-has-begun = Wer anfängt, steht fest: Es ist schon gewürfelt worden.
error-game-is-ending = Die Schlussrunde hat begonnen: Jetzt kann niemand mehr dazukommen.
error-game-not-started = Das Spiel hat noch nicht angefangen.
error-game-over = Das Spiel ist zu Ende.
error-game-paused = Das Spiel macht Pause: Setzt es zuerst fort.
error-hot-dice-forced = Alle sechs Würfel haben gezählt: Sie müssen noch einmal rollen.
error-last-player = Jemand muss am Tisch bleiben.
error-no-dice = Es muss mindestens ein Würfel sein.
error-not-in-roll = Diese Würfel sind nicht in diesem Wurf.
error-not-paused = Das Spiel macht keine Pause.
error-not-retired = { $name } spielt mit.
error-nothing-left-over = Es gibt keine Würfel zu übernehmen.
error-nothing-rolled = Würfle zuerst.
error-nothing-scores = In diesem Wurf zählt nichts.
error-nothing-set-aside = Leg zuerst mindestens einen Würfel weg, der zählt.
error-nothing-to-redo = Es gibt nichts zu wiederholen.
error-nothing-to-undo = Es gibt nichts rückgängig zu machen.
error-number-out-of-range = Diese Zahl ist zu groß oder zu klein.
error-order-wrong = Die neue Reihenfolge muss jeden Spieler einmal nennen.
error-out-of-order = Dann wäre { $instead } an der Reihe gewesen, wo { $name } in Runde { $round } gespielt hat. Nehmt zuerst die späteren Züge zurück.
error-over-before = Dann wäre das Spiel vor dem Zug von { $name } in Runde { $round } zu Ende gewesen. Nehmt zuerst die späteren Züge zurück.
error-past-target = Das ginge über das Ziel hinaus, das genau getroffen werden muss.
error-player-has-turns = { $name } hat schon Züge auf dem Zettel: Lass { $name } stattdessen aussteigen.
error-player-id-wrong = Diese Kennung eines Spielers ist nicht erlaubt.
error-player-name-wrong = Ein Name hat 1 bis 40 druckbare Zeichen.
error-player-unknown = An diesem Tisch gibt es diesen Spieler nicht.
error-players-wrong-count = An einem Spiel nehmen 1 bis 20 Spieler teil.
error-points-off-grid = Punkte sind ein Vielfaches von { $grid }.
error-points-without-bank = Ein Zug, der nicht gesichert wird, bringt keine Punkte.
error-roll-again-first = Tippe auf „Weiterwürfeln“, bevor du den nächsten Wurf eingibst.
error-roll-off-wrong-players = Um den Anfang würfeln genau die, die noch gleichauf liegen: jeder mit einem Würfel.
error-roll-scores = Dieser Wurf bringt Punkte, er ist kein Farkle.
error-rules-need-dice = Der Zug von { $name } in Runde { $round } steht ohne Würfel auf dem Zettel und lässt sich deshalb nicht nach anderen Regeln werten.
error-start-past-target = Niemand kann mit den Punkten dazukommen, die das Spiel beenden.
error-too-many-dice = In diesem Spiel gibt es nur sechs Würfel.
error-turn-cancelled = So viele 2er in einem Wurf beenden den Zug.
error-turn-does-not-fit = { $name }, Runde { $round }: { $reason }
error-turn-has-begun = Die Würfel kann man nur zu Beginn des Zuges übernehmen.
error-turn-unknown = { $name } hat in Runde { $round } keinen Zug auf dem Zettel.
error-turn-over = Dieser Zug ist zu Ende.
error-wrong-dice-count = { $expected ->
        [one] Es ist 1 Würfel zu würfeln
       *[other] Es sind { $expected } Würfel zu würfeln
    }, nicht { $seen }.

## Regeln

error-preset-unknown = Es gibt keine Regeln mit dem Namen „{ $name }“.
error-rule-not-multiple-of-50 = Das muss durch 50 teilbar sein; { $value } ist es nicht. Versuch { $below } oder { $above }.
error-rule-out-of-range = Das muss zwischen { $low } und { $high } liegen.
error-rule-unknown = Es gibt keine Regel mit dem Namen „{ $name }“.
error-rule-unknown-choice = Das muss eines davon sein: { $allowed }.
error-rule-wrong-type =
    { $wanted ->
        [flag] Das muss wahr oder falsch sein (true oder false).
        [three] Das müssen drei Zahlen sein: für vier, fünf und sechs gleiche.
       *[number] Das muss eine ganze Zahl sein.
    }
error-rules-conflict = Das verlangt mehr Punkte als das Ziel von { $target }.
error-rules-not-readable = Diese Regeln sind nicht lesbar.

## Eingaben von Programmen

error-bad-request = Diese Anfrage war nicht zu verstehen.
error-command-id-used = Die Kennung dieses Befehls gehört schon zu einem anderen Befehl.
error-command-malformed = Ein Befehl besteht aus Namen und Werten.
error-command-unknown = Diesen Befehl gibt es nicht.
error-event-malformed = Ein Ereignis ist nicht so geschrieben, wie es sein muss.
error-event-unknown = Dieses Ereignis gibt es nicht.
error-json-expected = Hier wird JSON erwartet.
error-json-unreadable = Das ist kein lesbares JSON.
error-key-used = Dieser Schlüssel wurde schon für einen anderen Tisch benutzt.
error-malformed = Diese Anfrage ist nicht so geschrieben, wie es sein muss.
error-method-not-allowed = So lässt sich diese Adresse nicht benutzen.
error-notation-wrong = Dieses Spiel ist nicht so aufgeschrieben, wie es sein muss.
error-picture-form = Sende das Bild selbst als Inhalt der Anfrage, kein Formular.
error-improving-already = Der Leser lernt schon.
error-picture-gone = Dieses Bild gibt es nicht mehr.
error-picture-changed = Eben hat jemand anders dieses Bild berichtigt.
error-points-wrong = Das sind keine erlaubten Punkte.
error-not-solvable = Für diese Regeln ist die exakte Gewinnchance nicht zu berechnen.
error-table-missing = Für diese Regeln sind die Gewinnchancen noch nicht berechnet.
error-table-not-readable = Diese Tabelle der Gewinnchancen ist nicht lesbar.
error-situation-wrong = So eine Lage gibt es in diesem Spiel nicht.
error-too-large = Das ist mehr, als diese Adresse annimmt.
error-wrong-type = Diese Art von Daten nimmt diese Adresse nicht an.

## Tische und Server

error-foreign-origin = Das kam von einer fremden Seite, darum wurde es nicht ausgeführt.
error-name-not-text = Ein Name muss ein Text sein.
error-name-too-long = Ein Name hat höchstens { $limit } Zeichen: { $name }
error-no-players = Nenne mindestens einen Spieler.
error-not-found = An dieser Adresse gibt es nichts.
error-request-too-slow = Das kam zu langsam an. Sende es noch einmal.
error-reader-busy = Gerade wird zu viel gelesen, oder es hat zu lange gedauert. Sende das Foto noch einmal oder tippe die Würfel ein.
error-picture-too-slow = Das Foto kam zu langsam an. Sende es noch einmal.
error-reader-unavailable = Die Würfel können gerade nicht gelesen werden. Tippe sie von Hand ein.
error-server-error = Hier ist etwas schiefgegangen. Der Zettel ist, wie er war; versuch es noch einmal.
error-stale = Der Zettel hat sich inzwischen geändert. So steht er jetzt.
error-store-busy = Ein anderes Programm benutzt gerade die Punkte. Versuch es gleich noch einmal. Nichts wurde gezählt; der Zettel ist, wie er war.
error-store-damaged = Die Datei mit den Punkten ist beschädigt. Beende die Seite und stell eine Sicherung wieder her. Nichts wurde gezählt; der Zettel ist, wie er war.
error-store-full = Der Datenträger mit den Punkten ist voll. Schaff dort Platz und versuch es noch einmal. Nichts wurde gezählt; der Zettel ist, wie er war.
error-store-read-only = Die Punkte lassen sich nicht schreiben: Ihr Ordner ist schreibgeschützt. Nichts wurde gezählt; der Zettel ist, wie er war.
error-store-unavailable = Die Punkte sind gerade nicht erreichbar. Versuch es gleich noch einmal. Nichts wurde gezählt; der Zettel ist, wie er war.
error-table-unreadable = Dieser Tisch wurde von einer anderen Version von Dicesight geschrieben und kann nicht gezeigt werden.
error-too-many-players = An einem Tisch können höchstens { $limit } spielen.
error-too-many-streams = Gerade sind zu viele Bildschirme verbunden. Dieser versucht es gleich noch einmal.
error-unknown-host = Unter diesem Namen antwortet dieser Server nicht. Nimm die Adresse, die er angezeigt hat, oder nenne den Namen mit --allow-host.
error-unknown-table = Diesen Tisch gibt es hier nicht.

## Bilder und Gewichte

error-picture-empty = Die Datei ist leer. Sende das Foto noch einmal.
error-picture-heic = Das ist ein HEIC-Foto, das hier nicht gelesen werden kann. Lass das Handy JPEG aufnehmen: auf dem iPhone unter Einstellungen, Kamera, Formate, „Maximale Kompatibilität“; bei Android schalte in der Kamera-App „Hocheffiziente Bilder“ aus. Oder teile dieses Bild als JPEG.
error-picture-not-readable = Das ist kein Bild, das gelesen werden kann. Sende ein Foto als JPEG, PNG oder WebP.
error-picture-too-large = Die Datei ist zu groß. Sende ein kleineres Foto.
error-picture-too-many-pixels = Das Bild hat zu viele Bildpunkte. Sende ein kleineres Foto.
error-picture-truncated = Das Bild ist beschädigt oder wurde unterwegs abgeschnitten. Sende es noch einmal.
error-picture-unsupported = Diese Art von Datei kann nicht gelesen werden. Sende das Foto als JPEG, PNG oder WebP.
error-record-damaged = Die Datei mit den Angaben zum Würfelleser ist beschädigt. Installiere Dicesight neu.
error-runtime-missing = OpenVINO ist nicht installiert, aber in DICESIGHT_RUNTIME verlangt.
error-runtime-unknown = In DICESIGHT_RUNTIME steht kein bekannter Name: möglich sind auto, openvino und onnxruntime.
error-weights-altered = Die Datei zum Lesen der Würfel ist nicht die mitgelieferte. Installiere Dicesight neu.
error-weights-broken = Die Datei zum Lesen der Würfel ist beschädigt.
error-weights-missing = Die Datei zum Lesen der Würfel fehlt.
error-reader-failed = Das Lesen der Würfel ließ sich nicht starten.

## Dateien mit Spielen

error-archive-foreign = Diese Datei ist kein Spiel von Dicesight.
error-archive-malformed = Diese Datei ist beschädigt.
error-archive-newer = Dieses Spiel wurde von einem neueren Dicesight geschrieben: Nimm das dafür.
error-archive-too-large = Dieses Spiel hat zu viele Ereignisse.
error-archive-unreadable = Diese Datei ist kein lesbares JSON.
error-game-unreadable = Dieses Spiel passt nicht zu seinen Regeln.

## Gespeicherte Regeln

error-rules-name-missing = Gib diesen Regeln einen Namen.
error-rules-name-others = Regeln mit dem Namen „{ $name }“ hat schon jemand anderes gespeichert. Nimm einen anderen Namen.
error-rules-not-yours = Diese Regeln hat jemand anderes gespeichert. Löschen können sie nur jener Browser und der Computer, auf dem Dicesight läuft.
error-rules-name-taken = Es gibt schon Regeln mit dem Namen „{ $name }“. Nimm einen anderen Namen oder ersetze sie.
error-rules-name-too-long = Der Name der Regeln hat höchstens { $limit } Zeichen.
error-unknown-rules = Diese gespeicherten Regeln gibt es nicht mehr.

## Punkteblock

error-pad-end-wrong = Das Ende des Spiels ist eine ganze Zahl von 1 bis { $limit }.
error-pad-points-too-many = Punkte liegen zwischen −{ $limit } und { $limit }.
error-pad-title-wrong = Das Spiel braucht einen Namen mit höchstens { $limit } Zeichen.
error-frame-busy = Das letzte Bild wird noch angesehen.
error-frame-too-large = Ein Livebild darf 3 MB haben: Sende ein kleineres.
error-too-many-cameras = { $limit } Kameras sehen schon auf Tische. Halte erst eine davon an.
error-live-unavailable = Dieser Leser liest nur Fotos.
error-camera-taken = Ein anderer Tisch benutzt diese Kamera gerade.
error-camera-unknown = So eine Kamera gibt es am Server nicht.
error-camera-off = Dieser Tisch benutzt die Kamera gerade nicht.
error-rules-name-wrong = Der Name von Regeln hat 1 bis { $limit } Zeichen.
error-camera-missing = Diese Kamera gibt es nicht. Ist sie angeschlossen? Es wird weiter versucht.
error-camera-refused = Die Kamera darf nicht benutzt werden. Erlaube es in den Einstellungen des Rechners.
error-camera-busy = Ein anderes Programm benutzt die Kamera. Schließ es; es wird weiter versucht.
error-camera-lost = Von der Kamera kommt kein Bild mehr. Ist sie angeschlossen? Es wird weiter versucht.
error-camera-black = Das Bild der Kamera ist schwarz. Ist etwas über der Linse?
error-camera-frozen = Das Bild der Kamera steht still. Sie wird neu gestartet.
error-camera-slow = Die Kamera gibt nur wenige Bilder. Sieh nach dem Kabel, dem Netz und dem Licht.
error-camera-over = Die Aufnahme ist zu Ende. Wähle sie noch einmal, um sie zu wiederholen.
error-camera-failed = Die Kamera am Server ist ausgefallen. Wähle sie noch einmal.
error-stream-unreachable = Die Netzwerkkamera antwortet nicht. Stimmt die Adresse? Es wird weiter versucht.
error-clip-missing = Diese Aufnahme gibt es nicht.
error-clip-unreadable = Diese Aufnahme lässt sich nicht lesen.
error-folder-empty = In diesem Ordner sind keine Bilder.
error-source-unknown = So eine Kamera oder Aufnahme gibt es nicht.
