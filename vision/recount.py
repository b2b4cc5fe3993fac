"""A second opinion on doubtful dice: their pips, counted on the picture itself.

The count knows nothing of tables and light and sees dice where there are none, but where the
network hesitates about a face it is the better judge (docs/decisions/0011-counting-pips.md).
"""

from __future__ import annotations

import numpy as np

from vision.certainty import log_odds, logistic
from vision.detector import Sightings
from vision.frames import Box, Image
from vision.pips import count_pips

SURE_ABOVE = 0.7
"""The count adds nothing to what the network is so sure of."""

HINT_ABOVE = 0.2
"""Weaker sightings stay what they are, whatever is counted there."""

DIE_ABOVE = 0.4
"""A sighting as strong as this needs no help to be a die."""

STILL_DOUBTFUL = 0.5
"""A sighting that is a die only by its pips gets no stronger than this."""

BY_COUNT = 0.8
"""By so much the log odds rise of the face that was counted, and fall of all others."""

_LEAST_SHARE = 0.5
_MOST = 24


def recounted(image: Image, seen: Sightings) -> Sightings:
    """The sightings with the scores of doubtful ones changed by what was counted on ``image``.

    A die whose pips agree stays as sure as it was. Where they do not, the counted face gains and
    the others lose. A sighting too weak for a die becomes one where its pips agree, and is one to
    ask about.
    """
    scores = seen.scores.copy()
    doubtful = (seen.strengths >= HINT_ABOVE) & (seen.strengths < SURE_ABOVE)
    for index in np.flatnonzero(doubtful)[:_MOST]:
        counted = count_pips(image, Box(*(float(side) for side in seen.boxes_px[index])))
        if counted is None:
            continue
        strength = float(scores[index].max())
        agrees = int(scores[index].argmax()) + 1 == counted
        if agrees and strength >= DIE_ABOVE:
            continue
        row = scores[index]
        row[counted - 1] = max(float(row[counted - 1]), _LEAST_SHARE * strength)
        for face, score in enumerate(row):
            change = BY_COUNT if face == counted - 1 else -BY_COUNT
            row[face] = logistic(log_odds(float(score)) + change) if score > 0.01 else score
        if agrees:
            row[counted - 1] = min(float(row[counted - 1]), STILL_DOUBTFUL)
    return Sightings(seen.boxes_px, scores)
