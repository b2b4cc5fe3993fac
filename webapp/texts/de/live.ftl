### Die Live-Kamera: was sie sieht, worauf sie wartet, warum kein Bild da ist.

live-camera = Live-Kamera
live-picture = Das Live-Bild des Tisches
live-options = Was du jetzt tun kannst
live-close = Kamera schließen
live-settings = Kamera, Licht und Würfelschale wählen
live-starting = Die Kamera startet.
live-empty = Noch sehe ich keine Würfel. Würfle im Blick der Kamera.
live-moving = Die Würfel sind in Bewegung.
live-settling = Die Würfel kommen zur Ruhe.
live-settled = Die Würfel liegen still.
live-held = Gelesen. Würfelt weiter, ich schaue zu.
live-foreign = Etwas verdeckt den Tisch. Sobald er frei ist, geht es weiter.
live-pill = live, { $age } s
live-pill-stalled = hängt
live-stalled = Das Bild ist { $seconds } s alt. Es geht von selbst weiter; tippe die Würfel so lange ein.
live-lost = Der Server antwortet nicht. Es wird weiter versucht; tippe die Würfel so lange ein.

## Warum ein Würfel nicht von selbst zählt

reason-unsure = Ein Würfel ist schwer zu lesen: Bitte sieh nach.
reason-leaning = Ein Würfel liegt schräg: Wirf ihn noch einmal, oder tippe ihn an und sag, was er zeigt.
reason-stacked = Ein Würfel liegt auf einem anderen: Leg sie auseinander, oder tippe ihn an und sag, was er zeigt.
reason-half-visible = Ein Würfel ist nur halb im Bild: Tippe ihn an und sag, was er zeigt.
reason-outside = Ein Würfel liegt außerhalb der Würfelschale und zählt nicht.
reason-covered = Ein Würfel ist verdeckt: Nimm weg, was darüber ist, oder tippe ihn an und sag, was er zeigt.

## Ein Wurf, den die Kamera gelesen hat

offer-exact = Ich lese { $dice }.
offer-left-out = Ich lese { $dice }, ohne { $kept } von vorher.
offer-pushed = Du hast { $kept } behalten und { $dice } geworfen.
offer-chained = Du hast { $first } geworfen, { $kept } behalten und dann { $dice } geworfen.
offer-after-farkle = Das war ein Farkle; jetzt wurde { $dice } geworfen.
offer-waits = Die Kamera sieht schon den nächsten Wurf: { $dice }. Sag erst, was du behalten hast, oder schreib die Punkte auf.
offer-none = Ich sehe keine geworfenen Würfel. Füge sie hinzu oder tippe sie ein.
offer-doubtful = { $count } Würfel sind schwer zu lesen: Bitte sieh nach.
offer-hidden = Liegt noch ein Würfel unter etwas? Bitte sieh nach.
offer-late = Da liegt ein Würfel, den ich vorher nicht gesehen habe. Wurde er geworfen, tippe ihn an.
offer-aside = Wurden alle diese geworfen? Tippe an, was beiseitegelegt war.
offer-watched-count =
    { $count ->
        [0] Ich sehe keine geworfenen Würfel, { $hand } waren in der Hand. Wer spielt, wird gefragt.
       *[other] Ich lese { $dice }; { $hand } waren in der Hand. Wer spielt, wird gefragt.
    }
offer-watched-doubt =
    { $count ->
        [0] Wer spielt, wird gefragt, ob das alle sind.
        [one] Ein Würfel ist unsicher: Wer spielt, wird gefragt.
       *[other] { $count } Würfel sind unsicher: Wer spielt, wird gefragt.
    }
offer-ignore = Kein Wurf
offer-show = Zeigen, was die Kamera gelesen hat
die-aside = Lag schon beiseite

## Kameras

camera-picker = Kamera
camera-number = Kamera { $number }
camera-of-this-device = Die Kamera dieses Geräts
camera-at-server = Am Server: { $name }
camera-try-again = Noch einmal versuchen
camera-insecure = Browser geben einer Seite die Kamera nur über HTTPS. Öffne diesen Tisch unter der https-Adresse des Servers, sende Fotos oder tippe die Würfel ein.
camera-trust = Über HTTPS öffnen
camera-refused = Diese Seite darf die Kamera nicht benutzen. Erlaube es in den Einstellungen des Browsers für diese Seite und versuch es noch einmal. Tippe die Würfel so lange ein.
camera-silent = Dein Browser fragt, ob diese Seite die Kamera benutzen darf: Wähle „Zulassen“. Tippe die Würfel so lange ein.
camera-missing = Hier ist keine Kamera. Schließ eine an oder öffne diesen Tisch auf einem Handy. Es wird von selbst weiter versucht; tippe die Würfel so lange ein.
camera-busy = Eine andere App benutzt die Kamera. Schließ sie dort. Es wird von selbst weiter versucht; tippe die Würfel so lange ein.
camera-lost = Die Kamera ist weg. Schließ sie wieder an. Es wird von selbst weiter versucht; tippe die Würfel so lange ein.
camera-frozen = Das Bild steht still. Die Kamera wird neu gestartet; tippe die Würfel so lange ein.
camera-black = Das Bild ist schwarz. Ist etwas über der Linse, oder ist es dunkel? Tippe die Würfel so lange ein.
camera-failed = Die Kamera ließ sich nicht starten. Versuch es noch einmal oder tippe die Würfel ein.
torch = Licht
tray-draw = Schale zeichnen
tray-all = Schale vergessen
tray-how = Fahre mit dem Finger um die Würfelschale oder von Ecke zu Ecke. Würfel außerhalb zählen dann nicht.
