"""What a clip shows, known from how it was made: the file beside the film."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from datasets.labels import LabelError

Kind = Literal["roll", "no_roll"]


@dataclass(frozen=True, slots=True)
class TrueRoll:
    """One physical roll: when the last die lay still and no hand was in sight, and what shows.

    ``until_s`` is when something next touches or covers the dice; faces are in rising order.
    """

    rest_s: float
    until_s: float
    rolled: tuple[int, ...]
    kept: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ClipTruth:
    """A clip's facts. ``lying`` are the faces of dice that lie there from its start on.

    ``facts`` say how it was made: engine, tilt, size of the dice, events; for reports only.
    """

    fps: float
    width: int
    height: int
    frames: int
    kind: Kind
    seed: int
    lying: tuple[int, ...]
    rolls: tuple[TrueRoll, ...]
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def duration_s(self) -> float:
        """How long the clip lasts."""
        return self.frames / self.fps

    def to_text(self) -> str:
        """As the file holds it."""
        record = {
            "fps": self.fps,
            "width": self.width,
            "height": self.height,
            "frames": self.frames,
            "kind": self.kind,
            "seed": self.seed,
            "lying": self.lying,
            "rolls": [
                {
                    "rest_s": round(roll.rest_s, 3),
                    "until_s": round(roll.until_s, 3),
                    "rolled": roll.rolled,
                    "kept": roll.kept,
                }
                for roll in self.rolls
            ],
            "facts": dict(self.facts),
        }
        return json.dumps(record, indent=1) + "\n"


def read_truth(path: Path) -> ClipTruth:
    """Read such a file. Raises LabelError ``clip_truth_unreadable`` when it is none."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        rolls = tuple(
            TrueRoll(
                float(roll["rest_s"]),
                float(roll.get("until_s", float("inf"))),
                tuple(sorted(int(face) for face in roll["rolled"])),
                tuple(sorted(int(face) for face in roll.get("kept", ()))),
            )
            for roll in record["rolls"]
        )
        return ClipTruth(
            float(record["fps"]),
            int(record["width"]),
            int(record["height"]),
            int(record.get("frames", 0)),
            record["kind"],
            int(record.get("seed", 0)),
            tuple(int(face) for face in record.get("lying", ())),
            rolls,
            record.get("facts", {}),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise LabelError(
            "clip_truth_unreadable", f"{path} does not say what its clip shows ({error})."
        ) from None
