"""How a camera moves while it films: held in a hand, on a stand, or on a table that is bumped."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from datasets.rendering.camera import Camera


@dataclass(frozen=True, slots=True)
class Wave:
    """One slow swing of a channel: amplitude, turns a second, phase."""

    channel: int
    amplitude: float
    turns_hz: float
    phase: float


@dataclass(frozen=True, slots=True)
class Jolt:
    """A bump: when, how far in shares of the distance, how fast it swings and dies away."""

    time_s: float
    amplitude: float
    turns_hz: float
    last_s: float
    heading: float


@dataclass(frozen=True, slots=True)
class Sway:
    """All movements of the camera. Channels: 0-2 eye, 3-4 target, 5 roll, 6 zoom.

    Amplitudes of eye and target are shares of the distance between them.
    """

    waves: tuple[Wave, ...] = ()
    jolts: tuple[Jolt, ...] = ()

    def camera_at(self, base: Camera, time_s: float) -> Camera:
        """The camera at this time."""
        if not self.waves and not any(
            j.time_s <= time_s <= j.time_s + j.last_s for j in self.jolts
        ):
            return base
        moved = np.zeros(7)
        for wave in self.waves:
            turn = 2 * np.pi * (wave.turns_hz * time_s + wave.phase)
            moved[wave.channel] += wave.amplitude * np.sin(turn)
        for jolt in self.jolts:
            since = time_s - jolt.time_s
            if 0 <= since <= jolt.last_s:
                swing = np.sin(2 * np.pi * jolt.turns_hz * since) * np.exp(-5 * since / jolt.last_s)
                moved[:2] += (
                    jolt.amplitude * swing * np.array([np.cos(jolt.heading), np.sin(jolt.heading)])
                )
                moved[3:5] += 0.7 * moved[:2]
        eye = np.array(base.eye_cm)
        target = np.array(base.target_cm)
        distance = float(np.linalg.norm(eye - target))
        eye = eye + moved[:3] * distance
        target = target + np.array([moved[3], moved[4], 0.0]) * distance
        return replace(
            base,
            eye_cm=(float(eye[0]), float(eye[1]), float(eye[2])),
            target_cm=(float(target[0]), float(target[1]), float(target[2])),
            roll_rad=base.roll_rad + float(moved[5]),
            focal_mm=base.focal_mm * float(1 + moved[6]),
        )

    def moving(self, time_s: float) -> bool:
        """Whether the camera moves at this time."""
        return bool(self.waves) or any(
            j.time_s <= time_s <= j.time_s + j.last_s for j in self.jolts
        )


_REACH = (0.012, 0.012, 0.010, 0.008, 0.008, 0.012, 0.008)


def draw_sway(rng: np.random.Generator, strength: float) -> Sway:
    """A hand that holds a phone, the calmer the smaller ``strength`` (1: as calm as most can)."""
    waves = []
    for channel, reach in enumerate(_REACH):
        for turns in (rng.uniform(0.05, 0.25), rng.uniform(0.3, 0.9), rng.uniform(1.0, 2.2)):
            size = reach * strength * float(rng.uniform(0.2, 1)) / (1 + 2.2 * turns) ** 1.5
            waves.append(Wave(channel, size, float(turns), float(rng.random())))
    return Sway(tuple(waves))


def draw_jolt(rng: np.random.Generator, time_s: float) -> Jolt:
    """A bump against the table or the stand."""
    return Jolt(
        time_s,
        float(rng.uniform(0.004, 0.025)),
        float(rng.uniform(5, 11)),
        float(rng.uniform(0.4, 1.1)),
        float(rng.uniform(0, 2 * np.pi)),
    )
