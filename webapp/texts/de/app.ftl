### Die installierte Seite: der Bildschirm, der anbleibt, und kein Server.

awake-insecure = Der Bildschirm kann beim Spielen ausgehen: Browser lassen ihn eine Seite nur über HTTPS anlassen. Stell in den Einstellungen dieses Geräts ein, dass er länger anbleibt.
awake-secure = Auch die Live-Kamera gibt es nicht über HTTP: So bekommst du beides
awake-unsupported = Der Bildschirm kann beim Spielen ausgehen: Dieser Browser kann ihn nicht anlassen. Stell in den Einstellungen dieses Geräts ein, dass er länger anbleibt.
awake-refused = Der Bildschirm kann beim Spielen ausgehen: Dieses Gerät erlaubt der Seite nicht, ihn anzulassen, vielleicht um Strom zu sparen.
offline-title = Dicesight ist nicht erreichbar
offline-words = Dieses Gerät hat keine Verbindung zum Computer, auf dem Dicesight läuft. Ist es im selben Netz, und läuft Dicesight?
offline-safe = Die Punkte liegen auf jenem Computer. Hier werden keine gezeigt, weil sie veraltet sein könnten.
offline-again = Jetzt noch einmal versuchen
