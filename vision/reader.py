"""The reader of a still picture: find the dice, then look again at sizes that read well.

The network knows a face best when the die has a certain size at its input, whatever the picture's
size, and its doubts differ from size to size. The first looks find the dice in the whole picture, a
glance where they are large; then windows around them are looked at with the dice scaled to the
first of ``DIE_SIZES_PX``. A die of which both are sure, and see the same face, is settled. Around
the others windows are looked at with each of the remaining sizes, and those looks vote. A die's
score for a face is the mean over the looks that settled it or voted, 0 where a look did not see it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

import numpy as np
import numpy.typing as npt

from vision.certainty import USUAL, Calibration
from vision.detector import Detector, Floats, Sightings, areas_of, overlaps, suppress
from vision.frames import Box, Detection, Image
from vision.recount import recounted

GLANCE_PX = 320
"""Longest side of the picture in the very first look, which is enough where the dice are large."""

FIRST_LOOK_PX = 512
"""The same in the look that finds all others."""

FAR_LOOK_PX = 256
"""The same in a look for dice that fill the picture."""

NEAR_LOOK_PX = 1024
"""The same in a look for small dice."""

NEAREST_LOOK_PX = 1280
"""The same where there must be small dice, if any: all that was found is in doubt."""

DIE_SIZES_PX = (42, 56, 74)
"""Width of a die at the network's input in the looks that vote."""

SURE, SEEN = 0.7, 0.5
"""How strong the first voting look and the look that found a die must be for it to be settled."""

RIVAL = 0.15
"""A die in which one of these two sees another face this strongly is not settled."""

CONFIDENCE = 0.4
"""Default threshold of a detection's confidence."""

_CANDIDATE = 0.1
_PLAIN = 0.3
_SMALL_PX, _LARGE_PX = 24, 88
_LEAST_PX, _MOST_PX = 24, 120
_APART = 1.25
_PIP, _SURER = 9, 1.5
_MOST_ENLARGED_WHOLE, _NEARER = 1.3, 1.2
_WINDOW_PX = 640
_MOST_WINDOWS = 16
_MOST_ENLARGED = 3.0
_MARGIN, _WIDE_MARGIN = 0.75, 5.0
_SAME_DIE = 0.4


class DiceReader:
    """Reads the dice of a still picture by several looks of a detector.

    ``detector`` is what looks. ``model_sha256`` names the network, for whoever keeps what it read;
    "" when it has no name. ``calibration`` tells how probable its confidences make a die.
    """

    def __init__(
        self, detector: Detector, model_sha256: str = "", calibration: Calibration = USUAL
    ) -> None:
        self.detector = detector
        self.model_sha256 = model_sha256
        self.calibration = calibration

    @property
    def runtime(self) -> str:
        """What computes the network, with its version; "" where the detector does not tell."""
        return str(getattr(self.detector, "runtime", ""))

    def read(self, image: Image, *, confidence: float | None = None) -> tuple[Detection, ...]:
        """The dice of a picture, from left to right, each once.

        ``confidence`` is the least that a detection must have (0 to 1, default CONFIDENCE).
        Boxes are in pixels of ``image``.
        """
        least = CONFIDENCE if confidence is None else confidence
        candidates, seen_px = self._glance(image)
        if not len(candidates):
            return ()
        first = _without_pips(self.look_again(image, candidates, _settling_px(seen_px)))
        settled, doubtful = _settled(candidates, first)
        if not len(settled) and len(small := self._overlooked(image, candidates)):
            # All was in doubt: a mat that passed for a die, with the dice on it.
            again = _without_pips(self.look_again(image, small, DIE_SIZES_PX[0]))
            first = suppress(_joined([first, again]), _SAME_DIE)
            settled, also = _settled(small, again)
            doubtful = _joined([doubtful, also])
        if not len(doubtful):
            return detections(_without_mats(settled), least)
        looks = [self.look_again(image, doubtful, size) for size in DIE_SIZES_PX[1:]]
        voted = _vote([look.chosen(_among(look, doubtful)) for look in (first, *looks)])
        everything = suppress(_joined([settled, recounted(image, voted)]), _SAME_DIE)
        return detections(_without_mats(everything), least)

    def _glance(self, image: Image) -> tuple[Sightings, float]:
        """As `find`, by one small look where that shows large and plain dice and nothing else.

        Also how wide the dice were in it, 0 where it was not enough.
        """
        scale = GLANCE_PX / max(image.shape[:2])
        seen = self.detector.look(image, scale)
        found = merged([seen])
        sides = np.sqrt(areas_of(found.boxes_px)) * scale
        ordinary = (found.strengths >= CONFIDENCE) & (sides >= _LEAST_PX) & (sides <= _MOST_PX)
        if len(found) and ordinary.all():
            return found, float(median(sides))
        return self.find(image, seen), 0.0

    def find(
        self, image: Image, glance: Sightings | None = None, *, near: bool = False
    ) -> Sightings:
        """Candidates in the whole picture, whatever their face.

        ``glance``: what a smaller look at the whole of it has seen already. ``near``: look from
        nearer whatever was found, since large things keep small dice from being looked for.
        """
        longest = max(image.shape[:2])
        looks = [self.detector.look(image, FIRST_LOOK_PX / longest)]
        looks += [glance] if glance is not None else []
        found = merged(looks)
        sides = np.sqrt(areas_of(found.boxes_px)) * FIRST_LOOK_PX / longest
        # Dice that fill the picture are seen better from afar; where there are plain ones of an
        # ordinary size, none does.
        blank = glance is None and not (found.strengths >= CONFIDENCE).any()
        if blank or (sides > _LARGE_PX).any():
            looks.append(self.detector.look(image, FAR_LOOK_PX / longest))
            found = merged(looks)
        if near or _are_small(found, image):
            looks += self._nearer(image)
            found = merged(looks)
        return found

    def _overlooked(self, image: Image, known: Sightings) -> Sightings:
        """What only a near look at the whole picture shows, and plainly."""
        if _are_small(known, image):
            return _as_sightings()  # those were found by a near look
        seen = merged(self._nearer(image, NEAREST_LOOK_PX) or [_as_sightings()])
        return seen.chosen(~_among(seen, known) & (seen.strengths >= CONFIDENCE))

    def _nearer(self, image: Image, longest_px: float = NEAR_LOOK_PX) -> list[Sightings]:
        """What a near look at the whole picture sees; none where it would hardly be nearer."""
        longest = max(image.shape[:2])
        near = min(longest_px / longest, _MOST_ENLARGED_WHOLE)
        if near <= _NEARER * FIRST_LOOK_PX / longest:
            return []
        return [self.detector.look(image, near)]

    def look_again(self, image: Image, candidates: Sightings, die_px: float) -> Sightings:
        """One look at all candidates with the dice about ``die_px`` wide, by windows.

        Where dice are small in the picture the windows are wide: beside those that were seen from
        afar lie others that were not.
        """
        parts = []
        for window, scale in _windows(candidates, die_px, image.shape[1], image.shape[0]):
            x1, y1, x2, y2 = window
            view = np.ascontiguousarray(image[y1:y2, x1:x2])
            seen = self.detector.look(view, scale).moved(1.0, x1, y1)
            parts.append(seen.chosen(_whole(seen.boxes_px, window, image)))
        return suppress(_joined(parts), _SAME_DIE)


def _settling_px(seen_px: float) -> float:
    """How wide the dice should be in the look that settles those seen as wide as this before.

    Two looks at much the same size make the same mistakes, so that their agreement says little.
    """
    usual = DIE_SIZES_PX[0]
    return seen_px * _APART if usual / _APART < seen_px < usual * _APART else usual


def _are_small(found: Sightings, image: Image) -> bool:
    """Whether a near look may see more than the first, which found nothing or only small dice."""
    sides = np.sqrt(areas_of(found.boxes_px)) * FIRST_LOOK_PX / max(image.shape[:2])
    return not len(sides) or float(median(sides)) < _SMALL_PX


def _joined(parts: Sequence[Sightings]) -> Sightings:
    return Sightings(
        np.concatenate([part.boxes_px for part in parts]),
        np.concatenate([part.scores for part in parts]),
    )


def merged(looks: Sequence[Sightings]) -> Sightings:
    """Candidates for dice, each once, from looks at the whole picture."""
    seen = suppress(_joined(looks), _SAME_DIE)
    return _without_pips(seen.chosen(seen.strengths >= _CANDIDATE))


def _without_pips(seen: Sightings) -> Sightings:
    """The sightings but those that lie in a much larger and surer die: its pips, taken for ones.

    Looked at again by themselves and enlarged they would pass for dice.
    """
    boxes, strengths = seen.boxes_px, seen.strengths
    areas = areas_of(boxes)
    pips = np.zeros(len(boxes), bool)
    for die in np.flatnonzero(strengths >= CONFIDENCE):
        low, high = boxes[:, :2] >= boxes[die, :2], boxes[:, 2:] <= boxes[die, 2:]
        surer = strengths[die] > _SURER * strengths
        pips |= low.all(axis=1) & high.all(axis=1) & (areas < areas[die] / _PIP) & surer
    return seen.chosen(~pips)


def _without_mats(seen: Sightings) -> Sightings:
    """The sightings but those in which much smaller and surer dice lie: mats and trays.

    A one within is none to go by: pips pass for such.
    """
    boxes, strengths = seen.boxes_px, seen.strengths
    areas, faces = areas_of(boxes), seen.scores.argmax(axis=1)
    mats = np.zeros(len(boxes), bool)
    for die in np.flatnonzero(faces > 0):
        low, high = boxes[:, :2] <= boxes[die, :2], boxes[:, 2:] >= boxes[die, 2:]
        surer = strengths[die] > strengths
        mats |= low.all(axis=1) & high.all(axis=1) & (areas > _PIP * areas[die]) & surer
    return seen.chosen(~mats)


def _settled(found: Sightings, first: Sightings) -> tuple[Sightings, Sightings]:
    """The dice that two looks agree on, with the mean of their scores, and all that is in doubt.

    ``found``: what the looks at the whole picture saw; ``first``: the first look that votes.
    Something faint that the second look did not see at all is neither.
    """
    boxes, scores, doubtful = [], [], []
    alone = np.ones(len(first), bool)
    for box, score in zip(found.boxes_px, found.scores, strict=True):
        shares = overlaps(box, first.boxes_px)
        twin = int(shares.argmax()) if len(shares) else -1
        faint = score.max() < _PLAIN
        if twin < 0 or shares[twin] <= _SAME_DIE:
            if not faint:
                doubtful.append((box, score))
            continue
        if not alone[twin]:
            continue
        alone[twin] = False
        again = first.scores[twin]
        agreed = again.argmax() == score.argmax()
        rival = max(np.sort(look)[-2] for look in (score, again))
        if agreed and again.max() >= SURE and score.max() >= SEEN and rival < RIVAL:
            boxes.append(first.boxes_px[twin])
            scores.append((score + again) / 2)
        elif not faint or again.max() >= _CANDIDATE:
            doubtful.append((first.boxes_px[twin], again))
    new = first.chosen(alone & (first.strengths >= _CANDIDATE))
    doubtful += zip(new.boxes_px, new.scores, strict=True)
    return _as_sightings(boxes, scores), _as_sightings(*zip(*doubtful, strict=True))


def _among(seen: Sightings, known: Sightings) -> npt.NDArray[np.bool_]:
    """Which of the sightings show one of the known things."""
    return np.array(
        [overlaps(box, known.boxes_px).max(initial=0) > _SAME_DIE for box in seen.boxes_px], bool
    )


def _as_sightings(boxes: Sequence[Floats] = (), scores: Sequence[Floats] = ()) -> Sightings:
    return Sightings(
        np.array(boxes, np.float32).reshape(-1, 4), np.array(scores, np.float32).reshape(-1, 6)
    )


def _vote(looks: Sequence[Sightings]) -> Sightings:
    """One sighting a die from looks at the same dice, with the mean of their scores."""
    seen = _joined(looks)
    left = np.ones(len(seen), bool)
    boxes, scores = [], []
    for index in np.argsort(-seen.strengths, kind="stable"):
        if not left[index]:
            continue
        group = left & (overlaps(seen.boxes_px[index], seen.boxes_px) > _SAME_DIE)
        group[index] = True
        left &= ~group
        weights = seen.strengths[group, None]
        boxes.append((seen.boxes_px[group] * weights).sum(axis=0) / weights.sum())
        scores.append(seen.scores[group].sum(axis=0) / len(looks))
    return _as_sightings(boxes, scores)


def _whole(boxes: Floats, window: tuple[int, int, int, int], image: Image) -> npt.NDArray[np.bool_]:
    """Which boxes do not touch an edge of the window that is not an edge of the picture."""
    x1, y1, x2, y2 = window
    height, width = image.shape[:2]
    inner = np.array([x1 > 0, y1 > 0, x2 < width, y2 < height])
    gap = np.stack([boxes[:, 0] - x1, boxes[:, 1] - y1, x2 - boxes[:, 2], y2 - boxes[:, 3]], axis=1)
    whole: npt.NDArray[np.bool_] = ~((gap < 2) & inner).any(axis=1)
    return whole


def _windows(
    seen: Sightings, die_px: float, width: int, height: int
) -> Iterator[tuple[tuple[int, int, int, int], float]]:
    """Windows (x1, y1, x2, y2) that hold every candidate whole, each with its enlargement.

    Greedy: the strongest candidate not yet held, and all that fit into a window around it with
    dice of much the same size.
    """
    boxes = seen.boxes_px
    sides = np.sqrt(areas_of(boxes))
    left = np.ones(len(boxes), bool)
    for _ in range(_MOST_WINDOWS):
        if not left.any():
            return
        start = int(np.flatnonzero(left)[0])
        alike = left & (sides > sides[start] / 1.6) & (sides < sides[start] * 1.6)
        side = float(median(sides[alike]))
        scale = min(die_px / side, _MOST_ENLARGED)
        reach = _WINDOW_PX / scale
        far = side * FIRST_LOOK_PX / max(width, height) < _SMALL_PX
        margin = _MARGIN * side
        held = np.zeros(len(boxes), bool)
        held[start] = True
        hull = boxes[start].copy()
        distances = np.abs(boxes[:, :2] - boxes[start, :2]).max(axis=1)
        for index in np.argsort(distances):
            if not alike[index]:
                continue
            grown = np.concatenate(
                [np.minimum(hull[:2], boxes[index, :2]), np.maximum(hull[2:], boxes[index, 2:])]
            )
            if (grown[2:] - grown[:2]).max() + 2 * margin <= reach or index == start:
                hull, held[index] = grown, True
        left &= ~held
        if far:
            spare = (reach - float((hull[2:] - hull[:2]).max())) / 2
            margin = max(margin, min(_WIDE_MARGIN * side, spare))
        x1, y1 = np.maximum(hull[:2] - margin, 0).astype(int)
        x2, y2 = np.ceil(np.minimum(hull[2:] + margin, [width, height])).astype(int)
        yield (int(x1), int(y1), int(x2), int(y2)), scale


def detections(seen: Sightings, least: float) -> tuple[Detection, ...]:
    """The sightings of at least this strength as dice, from left to right."""
    found = [
        Detection(
            Box(*(float(side) for side in box)),
            int(score.argmax()) + 1,
            float(score.max()),
            tuple(float(each) for each in score),
        )
        for box, score in zip(seen.boxes_px, seen.scores, strict=True)
        if score.max() >= least
    ]
    return tuple(sorted(found, key=lambda die: die.box.centre_px))
