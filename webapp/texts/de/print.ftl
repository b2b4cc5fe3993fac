### Für Papier und den großen Bildschirm.

print-button = Drucken
print-hint = Der Zettel passt auf A4 und Letter; das Papier wählst du im Druckfenster des Browsers.
print-round = Runde
print-total = Summe
print-blank-title = Leerer Punktezettel
print-blank-lead = Zum Spielen mit Stift und Papier: ein leerer Zettel, und daneben, was zählt.
print-rules = Regeln
print-players = Spieler
print-rounds = Runden
print-update = Ändern
print-name = Name
print-winner = Gewonnen
print-legend = F Farkle · 0 keine Punkte · S Strafe
print-sheet-of = Punktezettel
tv-title = Großer Bildschirm
tv-to-play = ist dran
tv-join = Mitmachen: { $address }
tv-code = Oder tippe diesen Code auf der Startseite ein:
