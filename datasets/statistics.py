"""What picture sets hold: faces, sizes of dice, dice a picture, sessions, light."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

from datasets.labels import FACES
from datasets.shelf import Version

SIZE_STEPS_PX = (16, 24, 32, 48, 64, 96, 128, 192, 256, 384)
BRIGHTNESS_STEPS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts over all pictures; each table maps what is counted, in its order, to its number."""

    pictures: int
    dice: int
    unreadable: int
    leaning: int
    half_hidden: int
    tables: dict[str, dict[str, int]]

    def to_mapping(self) -> dict[str, object]:
        """All figures, for JSON."""
        return {
            "pictures": self.pictures,
            "dice": self.dice,
            "unreadable": self.unreadable,
            "leaning": self.leaning,
            "half_hidden": self.half_hidden,
            **self.tables,
        }


def count(versions: Iterable[Version]) -> Statistics:
    """Count what these versions hold. The size of a die is the square root of its box's area."""
    faces: Counter[str] = Counter({str(face): 0 for face in FACES})
    sizes = dict.fromkeys(_bands(SIZE_STEPS_PX), 0)
    light = dict.fromkeys(_bands(BRIGHTNESS_STEPS), 0)
    crowd: Counter[int] = Counter()
    sessions: Counter[str] = Counter()
    said_by: Counter[str] = Counter()
    pictures = unreadable = leaning = hidden = 0
    for version in versions:
        for picture in version.pictures():
            measured = version.measures[picture.path.name]
            pictures += 1
            crowd[len(picture.dice)] += 1
            sessions[picture.facts.session or version.name] += 1
            light[_band(measured["brightness"], BRIGHTNESS_STEPS)] += 1
            for die in picture.dice:
                box = die.box(measured["width_px"], measured["height_px"])
                faces[str(die.face)] += 1
                sizes[_band(sqrt(box.area_px), SIZE_STEPS_PX)] += 1
                said_by[die.said_by or "not recorded"] += 1
                unreadable += not die.readable
                leaning += bool(die.leaning)
                hidden += die.visibility is not None and die.visibility < 0.6
    tables = {
        "faces": dict(faces),
        "size_of_dice_px": sizes,
        "dice_in_a_picture": {str(n): crowd[n] for n in sorted(crowd)},
        "brightness": light,
        "sessions": dict(sessions.most_common()),
        "said_by": dict(said_by.most_common()),
    }
    return Statistics(pictures, sum(faces.values()), unreadable, leaning, hidden, tables)


def _bands(steps: tuple[float, ...]) -> list[str]:
    inner = [f"{low:g} to {high:g}" for low, high in pairwise(steps)]
    return [f"under {steps[0]:g}", *inner, f"{steps[-1]:g} and more"]


def _band(value: float, steps: tuple[float, ...]) -> str:
    return _bands(steps)[sum(value >= step for step in steps)]
