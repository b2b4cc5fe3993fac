"""A pad as a file for spreadsheets."""

from __future__ import annotations

import csv
import io

from webapp.archive import safe_cell
from webapp.pad import Pad


def pad_csv(pad: Pad) -> str:
    """A row for each round, a column for each player, totals last: text with commas, CRLF."""
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(["round", *(safe_cell(player.name) for player in pad.players)])
    for number in range(pad.filled):
        cells = (pad.cells.get((player.id, number), "") for player in pad.players)
        rows.writerow([number + 1, *cells])
    rows.writerow(["total", *(pad.total(player.id) for player in pad.players)])
    return text.getvalue()
