### For paper and for the large screen.

print-button = Print
print-hint = The sheet fits on A4 and Letter; choose the paper in the browser’s print dialog.
print-round = Round
print-total = Total
print-blank-title = Empty score sheet
print-blank-lead = To play with pencil and paper: an empty sheet with what scores beside it.
print-rules = Rules
print-players = Players
print-rounds = Rounds
print-update = Change
print-name = Name
print-winner = Winner
print-legend = F farkle · 0 no points · P penalty
print-sheet-of = Score sheet
tv-title = Large screen
tv-to-play = now playing
tv-join = Join: { $address }
tv-code = Or type this code on the start page:
