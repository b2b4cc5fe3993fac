"""What people do at the table, one act after another: throw, push aside, pick up, wave, move.

Each act begins at the stage's clock ``now_s`` and moves it on to its end.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from datasets.clips.hand import Grip, HandPath
from datasets.clips.track import Stretch, Track, slide
from datasets.clips.truth import TrueRoll
from datasets.clips.tumbling import Release, Tumble
from datasets.clips.view import inside, on_table, reach_cm, sizes_px, smallest_px
from datasets.rendering.camera import Camera
from datasets.rendering.pips import Floats
from datasets.rendering.scene import PlacedDie

_TRIES = 60


class StageError(Exception):
    """An act that cannot be played here: no room, or no throw that ends well."""


@dataclass(slots=True, eq=False)
class Stage:
    """A table in front of a camera, with dice and a person who sits at ``person_rad``.

    ``margin_px`` is how far from the picture's edge dice must rest. ``cups`` are round things in
    the way of dice: x, y, radius, height.
    """

    rng: np.random.Generator
    camera: Camera
    tracks: list[Track]
    hand: HandPath
    tumble: Tumble
    margin_px: float
    person_rad: float
    cups: tuple[tuple[float, float, float, float], ...] = ()
    now_s: float = 0.0
    lying: dict[int, PlacedDie] = field(default_factory=dict)
    kept: set[int] = field(default_factory=set)
    rolls: list[TrueRoll] = field(default_factory=list)
    events: list[str] = field(default_factory=list)

    @property
    def heading(self) -> Floats:
        """The way from the person to the middle of the table."""
        return -np.array([np.cos(self.person_rad), np.sin(self.person_rad)])

    @property
    def _pointing_rad(self) -> float:
        return float(np.arctan2(self.heading[1], self.heading[0]))

    def hold(self, low_s: float, high_s: float) -> None:
        """Let everything lie for a while."""
        self.now_s += float(self.rng.uniform(low_s, high_s))

    def lay(self, styles_lie: list[int]) -> None:
        """Dice that lie there from the start."""
        stretches = self._throw(styles_lie, self.heading * -5)
        for number, stretch in zip(styles_lie, stretches, strict=True):
            self.tracks[number].put(0.0, stretch.positions[-1], stretch.rotations[-1])
            self._settle(number, self.now_s)

    def throw(self, numbers: list[int], by_hand: bool) -> None:
        """Throw these dice; ``by_hand``: the hand shows, else they come from outside."""
        middle = on_table(
            self.camera,
            (
                self.camera.width_px * float(self.rng.uniform(0.42, 0.58)),
                self.camera.height_px * float(self.rng.uniform(0.42, 0.58)),
            ),
        )
        edge_cm = reach_cm(self.camera, middle, -self.heading)
        back = edge_cm * float(self.rng.uniform(0.7, 1.0)) if by_hand else edge_cm + 5.0
        place = middle - self.heading * back
        stretches = self._throw(numbers, place, goal=middle)
        release_s = self.now_s
        if by_hand:
            palm = place - self.heading * 2.5
            release_s = self._come_to((*palm, 5.5), curl=1.0)
            for _ in range(int(self.rng.integers(0, 5))):
                off = self.rng.normal(0, 1.2, 3)
                release_s += float(self.rng.uniform(0.09, 0.16))
                at = (palm[0] + off[0], palm[1] + off[1], 5.5 + off[2])
                self.hand.go(release_s, at, self._pointing_rad, 1.0)
            release_s += float(self.rng.uniform(0.12, 0.25))
            forward = palm + self.heading * 3.0
            self.hand.go(release_s + 0.05, (*forward, 5.0), self._pointing_rad, 0.35)
            self.now_s = release_s + 0.12 + float(self.rng.exponential(0.12))
            self.hand.go(self.now_s, (*(forward + self.heading), 5.5), self._pointing_rad, 0.15)
            self._leave(0.3, 0.6)
        else:
            release_s += float(self.rng.uniform(0.1, 0.5))
        end_s = release_s
        for number, stretch in zip(numbers, stretches, strict=True):
            track = self.tracks[number]
            end_s = max(end_s, track.add(release_s, stretch.positions, stretch.rotations))
        rest_s = max(end_s, self.hand_gone_s())
        self.now_s = rest_s
        for number in numbers:
            self._settle(number, rest_s + 1e-6)
        self.rolls.append(
            TrueRoll(rest_s, float("inf"), self._faces(numbers), self._faces(sorted(self.kept)))
        )

    def _throw(
        self, numbers: list[int], place: Floats, goal: Floats | None = None
    ) -> list[Stretch]:
        rng = self.rng
        goal = np.zeros(2) if goal is None else goal
        stay = tuple(self.lying.values())
        speed_up = 1.0
        limit = reach_cm(self.camera, goal, (goal - place) / np.linalg.norm(goal - place))
        for _ in range(_TRIES):
            away = float(np.linalg.norm(goal - place))
            speed = speed_up * float(rng.uniform(0.75, 1.15)) * np.sqrt(2 * 0.33 * 981 * away)
            release = Release(
                tuple(self.tracks[n].style for n in numbers),
                tuple(self.tracks[n].edge_cm for n in numbers),
                (float(place[0]), float(place[1]), float(rng.uniform(2.0, 4.5))),
                (float(goal[0]), float(goal[1])),
                float(speed),
                stay,
                limit,
                self.cups,
            )
            stretches = self.tumble(rng, release)
            if stretches is None:
                speed_up = max(0.4, speed_up * 0.95)
                continue
            ends = [
                PlacedDie(style, edge, tuple(way.positions[-1]), way.rotations[-1])
                for style, edge, way in zip(
                    release.styles, release.edges_cm, stretches, strict=True
                )
            ]
            if all(self._shows(die, self.margin_px) for die in ends):
                return stretches
            far = np.mean([(np.array(d.position_cm[:2]) - goal) @ (goal - place) for d in ends])
            speed_up = float(np.clip(speed_up * (0.93 if far > 0 else 1.05), 0.4, 1.8))
        raise StageError("no throw ends in the picture")

    def _shows(self, die: PlacedDie, margin_px: float) -> bool:
        """Whether a die lies so far in the picture and is not too small there."""
        size = sizes_px(self.camera, die.edge_cm, np.array(die.position_cm))
        return size >= smallest_px(self.camera) and inside(self.camera, die.hull(), margin_px)

    def push_aside(self, numbers: list[int], side: int) -> None:
        """Push these dice one by one to a side of the picture: 0 left, 1 right, 2 near, 3 far."""
        slots = self._slots(side, numbers)
        self._touched()
        first = True
        for number in numbers:
            die = self.lying[number]
            spot, way = self._free_way(die, number, slots)
            behind = np.array(die.position_cm[:2])
            self._finger_to(die.position_cm, die.edge_cm, 0.45 if first else 0.3)
            first = False
            length = float(np.linalg.norm(way)) / die.edge_cm
            last_s = max(0.45, length / float(self.rng.uniform(2.0, 4.2)))
            turn = float(self.rng.normal(0, 0.25))
            stretch = slide(die, tuple(behind + way), turn, last_s)
            self.tracks[number].add(self.now_s, stretch.positions, stretch.rotations)
            self.now_s += last_s
            self._finger_to((*spot, die.position_cm[2]), die.edge_cm, last_s, moved=True)
            self._settle(number, self.now_s + 1e-6)
            self.kept.add(number)
        self._leave(0.4, 0.8)
        self.now_s = self.hand_gone_s()
        self.events.append("pushed")

    def pick_up(self, numbers: list[int]) -> None:
        """Take these dice into the hand and out of sight."""
        self._touched()
        left = list(numbers)
        while left:
            there = self.hand.at(self.now_s)
            here = np.array(there.place[:2]) if there is not None else -20 * self.heading
            number = min(left, key=lambda n: self._apart(n, here))
            left.remove(number)
            spot = self._over(np.array(self.lying[number].position_cm), 3.5)
            if not self.hand.at(self.now_s):
                self._come_to((*spot, 3.5), curl=0.35)
            else:
                self.now_s += float(self.rng.uniform(0.22, 0.4))
                self.hand.go(self.now_s, (*spot, 3.5), self._pointing_rad, 0.45)
            self.tracks[number].take(self.now_s)
            del self.lying[number]
            self.kept.discard(number)
            self.now_s += 0.08
            self.hand.go(self.now_s, (*spot, 3.8), self._pointing_rad, 0.7)
        self._leave(0.35, 0.7, curl=1.0)
        self.now_s = self.hand_gone_s()
        self.events.append("picked up")

    def wave(self, low: bool = False) -> None:
        """A hand that comes, moves about without touching anything, and goes."""
        self._touched()
        height = 5.0 if low else float(self.rng.uniform(6, 9))
        x, y = self._somewhere()
        self._come_to((x, y, height), curl=float(self.rng.uniform(0, 0.5)))
        for _ in range(int(self.rng.integers(1, 5))):
            self.now_s += float(self.rng.uniform(0.25, 0.7))
            x, y = self._somewhere()
            self.hand.go(
                self.now_s, (x, y, height), self._pointing_rad, float(self.rng.uniform(0, 0.6))
            )
        self._leave(0.35, 0.8)
        self.now_s = self.hand_gone_s()
        self.events.append("hand waved")

    def reach_to(self, place: Floats, height_cm: float) -> float:
        """The hand comes to a thing of this height; returns when it has it."""
        grip = place - self.heading * 5.0
        return self._come_to((*grip, height_cm), curl=0.5)

    def carry(self, begin: Floats, end: Floats, height_cm: float, last_s: float) -> None:
        """The hand moves with what it holds, lets go and leaves."""
        self.now_s += last_s
        self.hand.go(self.now_s, (*(end - self.heading * 5.0), height_cm), self._pointing_rad, 0.5)
        self._leave(0.4, 0.8)
        self.now_s = self.hand_gone_s()

    def hand_gone_s(self) -> float:
        """When the hand has last been in sight."""
        keys = self.hand.keys
        if not keys:
            return 0.0
        time_s, first = keys[-1].time_s, keys[0].time_s
        while time_s > first:
            grip = self.hand.at(time_s)
            if grip is not None and grip.seen(self.camera):
                return time_s + 0.01
            time_s -= 0.01
        return first

    def hand_comes_s(self, after_s: float) -> float:
        """When it is first in sight from ``after_s`` on; infinity when it does not come."""
        keys = self.hand.keys
        time_s = max(after_s, keys[0].time_s) if keys else float("inf")
        while keys and time_s <= keys[-1].time_s:
            grip = self.hand.at(time_s)
            if grip is not None and grip.seen(self.camera):
                return time_s
            time_s += 0.01
        return float("inf")

    def _touched(self) -> None:
        self.now_s = max(self.now_s, self.hand.keys[-1].time_s if self.hand.keys else 0.0)

    def _come_to(self, place: tuple[float, float, float], curl: float) -> float:
        start = self._outside(place, curl)
        self._touched()
        self.hand.go(self.now_s + 1e-3, start, self._pointing_rad, curl)
        self.now_s += float(self.rng.uniform(0.45, 0.85))
        self.hand.go(self.now_s, place, self._pointing_rad, curl)
        return self.now_s

    def _leave(self, low_s: float, high_s: float, curl: float = 0.2) -> None:
        last = self.hand.keys[-1]
        place = self._outside(last.place, curl)
        self.hand.go(
            last.time_s + float(self.rng.uniform(low_s, high_s)), place, self._pointing_rad, curl
        )
        # Away in two keys, so that the next coming does not begin to move now.
        self.now_s = max(self.now_s, self.hand.keys[-1].time_s)

    def _outside(
        self, place: tuple[float, float, float], curl: float
    ) -> tuple[float, float, float]:
        x, y, z = place
        for back in np.arange(2, 200, 2.0):
            at = (x - self.heading[0] * back, y - self.heading[1] * back, z + 1.0)
            if not Grip(at, self._pointing_rad, curl, 0.0, self.hand.look).seen(self.camera, 12):
                # A little farther, so that its shadow leaves as well.
                x, y = np.array(at[:2]) - self.heading * 14
                return (float(x), float(y), float(at[2]))
        raise StageError("the hand cannot leave the picture")

    def _finger_to(
        self, place: tuple[float, ...], edge_cm: float, last_s: float, moved: bool = False
    ) -> None:
        """Lay the fingertip on the rear edge of a die."""
        tip = np.array(place[:2]) - self.heading * 0.25 * edge_cm
        z = place[2] + edge_cm * 0.5
        trial = Grip((0.0, 0.0, 0.0), self._pointing_rad, 0.9, 1.0, self.hand.look)
        off = trial.finger_tip()
        palm = (float(tip[0] - off[0]), float(tip[1] - off[1]), float(z + 0.6 - off[2]))
        if not self.hand.at(self.now_s - (last_s if moved else 0)):
            start = self._outside(palm, 0.9)
            self.hand.go(self.now_s + 1e-3, start, self._pointing_rad, 0.9, 1.0)
            self.now_s += float(self.rng.uniform(0.45, 0.8))
        elif not moved:
            # Lift it over to the next die.
            last = self.hand.keys[-1].place
            self.now_s += last_s
            over = ((last[0] + palm[0]) / 2, (last[1] + palm[1]) / 2, palm[2] + 1.8)
            self.hand.go(self.now_s, over, self._pointing_rad, 0.9, 1.0)
            self.now_s += last_s
        self.hand.go(self.now_s, palm, self._pointing_rad, 0.9, 1.0)

    def _slots(self, side: int, numbers: list[int]) -> list[Floats]:
        """Places along a side of the picture, one and a half dice apart."""
        edge = max(self.tracks[n].edge_cm for n in numbers)
        w, h = self.camera.width_px, self.camera.height_px
        line = {0: (0.1, None), 1: (0.9, None), 2: (None, 0.88), 3: (None, 0.13)}[side]
        found: list[Floats] = []
        for share in np.linspace(0.1, 0.9, 60):
            x = (line[0] if line[0] is not None else share) * w
            y = (line[1] if line[1] is not None else share) * h
            spot = on_table(self.camera, (float(x), float(y)))
            if all(np.linalg.norm(spot - other) > 1.6 * edge for other in found):
                found.append(spot)
        return found

    def _free_way(self, die: PlacedDie, number: int, slots: list[Floats]) -> tuple[Floats, Floats]:
        """The nearest free slot that no other die lies before."""
        here = np.array(die.position_cm[:2])
        others = [np.array(d.position_cm[:2]) for n, d in self.lying.items() if n != number]
        others += [np.array(cup[:2]) for cup in self.cups]
        for spot in sorted(slots, key=lambda s: float(np.linalg.norm(s - here))):
            way = spot - here
            steps = here + np.linspace(0.1, 1, 20)[:, None] * way
            there = PlacedDie(die.style, die.edge_cm, (*spot, die.position_cm[2]), die.rotation)
            if not self._shows(there, self.margin_px * 0.6):
                continue
            near = [np.linalg.norm(steps - o, axis=1).min() for o in others]
            if all(distance > 1.3 * die.edge_cm for distance in near) and np.linalg.norm(way) > 0.5:
                return spot, way
        raise StageError("no free way to the side")

    def _over(self, point: Floats, height_cm: float) -> Floats:
        """Where at this height something must be to hide ``point`` from the camera."""
        (pixel,) = self.camera.project(point[None], distort=False)
        return on_table(self.camera, (float(pixel[0]), float(pixel[1])), height_cm)

    def _somewhere(self) -> tuple[float, float]:
        x, y = on_table(
            self.camera,
            (
                self.camera.width_px * float(self.rng.uniform(0.25, 0.75)),
                self.camera.height_px * float(self.rng.uniform(0.25, 0.75)),
            ),
        )
        return float(x), float(y)

    def _apart(self, number: int, place: Floats) -> float:
        x, y, _ = self.lying[number].position_cm
        return float(np.hypot(x - place[0], y - place[1]))

    def _settle(self, number: int, time_s: float) -> None:
        die = self.tracks[number].at(time_s)
        assert die is not None
        self.lying[number] = die

    def _faces(self, numbers: list[int]) -> tuple[int, ...]:
        return tuple(sorted(self.lying[number].top()[0] for number in numbers))
