"""A photograph of a roll with what the model read and what the players made of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from datasets.labels import LabelledDie
from vision.frames import Box, Detection, Image

Why = Literal["corrected", "disagreement", "doubtful", "sample"]
WORTH: dict[str, int] = {"corrected": 3, "disagreement": 2, "doubtful": 1, "sample": 0}
"""What a picture is worth to the next training, by why it was kept."""


@dataclass(frozen=True, slots=True)
class AcceptedDie:
    """A die as the players accepted it; no box when it was only tapped in."""

    face: int
    box: Box | None


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """One photograph of one roll. Boxes are in pixels of ``image``.

    ``doubtful``: somebody was asked about a die. ``disagreement``: frames of the same dice were
    read differently. ``unsettled``: somebody dropped a detection, and nobody said whether it was a
    die of another roll or none at all.
    """

    image: Image
    read: tuple[Detection, ...]
    accepted: tuple[AcceptedDie, ...]
    doubtful: bool = False
    disagreement: bool = False
    unsettled: bool = False
    model_sha256: str = ""
    camera: str = ""
    settings: dict[str, str | float | int | bool] = field(default_factory=dict)

    @property
    def corrected(self) -> bool:
        """Whether the players changed what was read: a value, an extra die, a missed one."""
        boxed = [(die.box, die.face) for die in self.accepted if die.box is not None]
        read = [(die.box, die.face) for die in self.read]
        return len(boxed) < len(self.accepted) or not _same(boxed, read)

    def why(self, sample: bool) -> Why | None:
        """Why this is worth keeping, the strongest reason; None when it is not."""
        if self.corrected:
            return "corrected"
        if self.disagreement:
            return "disagreement"
        if self.doubtful:
            return "doubtful"
        return "sample" if sample else None

    @property
    def doubt(self) -> float:
        """How unsure the reading was, 0 to 1: one less the least confidence."""
        return 1 - min((die.confidence for die in self.read), default=0.0)


def _same(one: Sequence[tuple[Box, int]], other: Sequence[tuple[Box, int]]) -> bool:
    left = list(other)
    for box, face in one:
        match = next(
            (k for k, (b, f) in enumerate(left) if f == face and b.overlap(box) > 0.5), None
        )
        if match is None:
            return False
        del left[match]
    return not left


def dice_window(boxes: Sequence[Box], width_px: int, height_px: int) -> tuple[int, int, int, int]:
    """The part of the picture worth keeping: all dice and a die's width around them."""
    margin = max(max(box.width_px, box.height_px) for box in boxes)
    left = max(0, int(min(box.x1_px for box in boxes) - margin))
    top = max(0, int(min(box.y1_px for box in boxes) - margin))
    right = min(width_px, int(max(box.x2_px for box in boxes) + margin) + 1)
    bottom = min(height_px, int(max(box.y2_px for box in boxes) + margin) + 1)
    return left, top, right, bottom


def labelled(sighting: Sighting, window: tuple[int, int, int, int]) -> tuple[LabelledDie, ...]:
    """The accepted dice as fractions of the window; a value that the model gave keeps its name."""
    left, top, right, bottom = window
    width, height = right - left, bottom - top
    dice = []
    for die in sighting.accepted:
        if die.box is None:
            continue
        by_model = any(
            seen.face == die.face and seen.box.overlap(die.box) > 0.5 for seen in sighting.read
        )
        x, y = die.box.centre_px
        dice.append(
            LabelledDie(
                die.face,
                min(max((x - left) / width, 0.0), 1.0),
                min(max((y - top) / height, 0.0), 1.0),
                min(die.box.width_px / width, 1.0),
                min(die.box.height_px / height, 1.0),
                said_by="model" if by_model else "person",
            )
        )
    return tuple(dice)
