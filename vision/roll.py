"""A roll as the camera has read it: the dice thrown, those kept, and how far to trust it."""

from __future__ import annotations

from dataclasses import dataclass

from vision.certainty import USUAL, WARY_SURE, Calibration, must_ask, roll_certainty
from vision.frames import Detection


@dataclass(frozen=True, slots=True)
class RollRead:
    """A roll that has come to rest: the camera's claim, which a person confirms or corrects.

    ``time_s`` is when it was read. A die's confidence is that of its face over the looks that
    voted, with looks that missed it or saw another face counted as 0. ``disagreement``: looks at
    one of the dice at rest read different faces, which is worth learning from;
    ``contested``: on a rolled one that is not quite sure, which is asked about. ``reasons``: for
    each rolled die why a person has to look at it, "" for none; () where nobody judged. ``wary``:
    why the whole roll has to be looked at, "" for none: "count" (not as many dice as expected,
    or fewer than were picked up),
    "hidden" (something of a die's size lies there that was not read), "covered" (a hand is near),
    "late" (a die that had not been seen before counts as kept: its place seems unchanged),
    "aside" (no die lies where it lay, and the table was not seen bare: some may have been pushed).
    ``faint``: sightings too weak to be dice at places where none was before. ``by``: how the
    confidences of the network that read become probabilities.
    """

    time_s: float
    rolled: tuple[Detection, ...]
    kept: tuple[Detection, ...]
    disagreement: bool = False
    contested: bool = False
    reasons: tuple[str, ...] = ()
    wary: str = ""
    faint: tuple[Detection, ...] = ()
    by: Calibration = USUAL

    @property
    def rolled_faces(self) -> tuple[int, ...]:
        """The faces of the dice that were rolled, in rising order."""
        return tuple(sorted(die.face for die in self.rolled))

    @property
    def kept_faces(self) -> tuple[int, ...]:
        """The faces of the dice that were set aside before, in rising order."""
        return tuple(sorted(die.face for die in self.kept))

    @property
    def certainty(self) -> float:
        """The probability, 0 to 1, that every rolled die is right and none was overlooked."""
        sure = roll_certainty(self.rolled, self.faint, self.by)
        return sure * (WARY_SURE if self._suspicious else 1.0)

    @property
    def ask(self) -> bool:
        """Whether a person has to look before the roll counts."""
        return self._suspicious or must_ask(self.rolled, self.faint, self.by)

    @property
    def _suspicious(self) -> bool:
        # An unsure die alone is in the certainty already.
        return (
            bool(self.wary)
            or self.contested
            or any(reason not in ("", "unsure") for reason in self.reasons)
        )
