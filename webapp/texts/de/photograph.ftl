### Fotos: was zu sehen war und was zu tun ist.

photo-none = Auf diesem Bild sehe ich keine Würfel. Mach ein neues oder tippe die Würfel ein.
photo-more = Ich sehe { $seen ->
        [one] 1 Würfel
       *[other] { $seen } Würfel
    }, du hast { $hand } in der Hand: Tippe { $excess ->
        [one] den an, der nicht dazugehört
       *[other] die an, die nicht dazugehören
    }.
photo-fewer = Ich sehe { $seen ->
        [one] 1 Würfel
       *[other] { $seen } Würfel
    }, du hast { $hand } in der Hand: Füge { $missing ->
        [one] den hinzu, den ich übersehen habe
       *[other] die { $missing } hinzu, die ich übersehen habe
    }.
photo-exact = Ich sehe { $seen ->
        [one] 1 Würfel
       *[other] { $seen } Würfel
    }.
photo-left-out = Ich sehe { $seen ->
        [one] 1 Würfel
       *[other] { $seen } Würfel
    }. Was schon beiseitelag, ist ausgelassen: { $faces }.
reader-ready = Das Lesen der Würfel ist bereit.
reader-loading = Das Lesen der Würfel startet gerade.
reader-by-hand = Tippe die Würfel von Hand ein.

## Das Bild mit seinen Würfeln

add-a-die = Würfel hinzufügen
show-larger = Würfel größer zeigen
show-whole = Ganzes Bild zeigen
tap-instead = Lieber eintippen
retake = Neues Foto
use-dice =
    { $count ->
        [one] Diesen Würfel nehmen
       *[other] Diese { $count } Würfel nehmen
    }
roll-dice-label = Die Würfel dieses Wurfs
review-die = Würfel { $number }: { face }. Ändern
review-die-doubt = Würfel { $number }: { face }, unsicher. Ändern
review-die-out = Würfel { $number }: { face }, ausgelassen. Ändern
photo-label =
    Das Foto mit { $count ->
        [one] 1 Würfel
       *[other] { $count } Würfeln
    }. Tippe auf eine leere Stelle, um einen Würfel hinzuzufügen.
die-left-out = Dieser Würfel ist ausgelassen
is-this-face = Ist das eine { face }?
review-exact =
    { $count ->
        [one] 1 Würfel
       *[other] { $count } Würfel
    }: { $faces }.
review-more =
    { $count ->
        [one] 1 Würfel
       *[other] { $count } Würfel
    }, du hast { $hand } in der Hand: Tippe { $excess ->
        [one] einen an: er soll
       *[other] { $excess } an: sie sollen
    } nicht mitzählen.
review-fewer =
    { $count ->
        [one] 1 Würfel
       *[other] { $count } Würfel
    }, du hast { $hand } in der Hand: Füge { $missing ->
        [one] den fehlenden
       *[other] die { $missing } fehlenden
    } hinzu.
