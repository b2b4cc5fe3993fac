### Die Namen der Spieler, auf der Startseite.

player-number = Spieler { $number }
player-name-of = Name von Spieler { $number }
player-remove = Spieler { $number } entfernen
player-drag = An einen anderen Platz ziehen, oder antippen: eins nach oben
player-earlier = Spieler { $number } nach oben
