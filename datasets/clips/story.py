"""A clip as a value: what a seed decides, before anything is drawn."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from datasets.clips.hand import HandPath, draw_look
from datasets.clips.props import Carried, Prop, draw_carried, draw_props
from datasets.clips.stage import Stage, StageError
from datasets.clips.sway import Sway, draw_jolt, draw_sway
from datasets.clips.track import Track
from datasets.clips.truth import ClipTruth, Kind, TrueRoll
from datasets.clips.tumbling import Tumble
from datasets.clips.view import draw_camera, sizes_px
from datasets.rendering.camera import Camera
from datasets.rendering.dice import DieStyle, draw_style, luminance
from datasets.rendering.light import Light, draw_light
from datasets.rendering.scene import SURFACES, Surface

FRAME_RATES = (8.0, 15.0, 30.0)

_LONG_S = 11.0
"""After so long no further roll is begun."""


@dataclass(frozen=True, slots=True)
class Dimming:
    """A lamp that is switched: from when on the light is ``gain`` times what it was."""

    time_s: float
    gain: float
    last_s: float


@dataclass(frozen=True, slots=True, eq=False)
class Story:
    """Everything that happens in a clip, and how it is filmed.

    ``shutter`` is the share of a frame's time in which light is gathered.
    """

    seed: tuple[int, ...]
    kind: Kind
    fps: float
    frames: int
    shutter: float
    camera: Camera
    sway: Sway
    light: Light
    surface: Surface
    tracks: tuple[Track, ...]
    hand: HandPath
    props: tuple[Prop, ...]
    carried: Carried | None
    dimmings: tuple[Dimming, ...]
    truth: ClipTruth

    def gain(self, time_s: float) -> float:
        """How bright the light is, 1 at the start."""
        value = 1.0
        for dim in self.dimmings:
            share = float(np.clip((time_s - dim.time_s) / dim.last_s, 0, 1))
            value *= dim.gain**share
        return value


def draw_story(
    seed: tuple[int, ...],
    long_px: int,
    tumble: Tumble,
    engine: str,
    *,
    kind: Kind | None = None,
    rolls: int | None = None,
    fps: float | None = None,
) -> Story:
    """The clip of this seed, with a picture whose long side has ``long_px`` pixels.

    ``kind``, ``rolls`` and ``fps`` fix what would be drawn.
    """
    for attempt in range(40):
        rng = np.random.default_rng((*seed, attempt))
        try:
            return _draw(rng, (*seed, attempt), long_px, tumble, engine, kind, rolls, fps)
        except StageError:
            continue
    raise StageError(f"no clip could be made of seed {seed}")


def _readable_style(rng: np.random.Generator) -> DieStyle:
    """A die that a person can read: its pips stand out from its faces."""
    while True:
        style = draw_style(rng)
        light, dark = luminance(style.base), luminance(style.ink)
        ratio = (max(light, dark) + 0.05) / (min(light, dark) + 0.05)
        if ratio > 3.5 and style.pips.radius > 0.12:
            return replace(style, wear=min(style.wear, 0.3), special_faces=_plain_faces(style))


def _plain_faces(style: DieStyle) -> tuple[int, ...]:
    """The faces in the second ink, none where it does not stand out."""
    light, dark = sorted((luminance(style.base), luminance(style.special)))
    return style.special_faces if (dark + 0.05) / (light + 0.05) > 3 else ()


def _draw(
    rng: np.random.Generator,
    seed: tuple[int, ...],
    long_px: int,
    tumble: Tumble,
    engine: str,
    kind: Kind | None,
    rolls: int | None,
    fps: float | None,
) -> Story:
    kind = kind or ("no_roll" if rng.random() < 0.25 else "roll")
    edge = float(rng.choice([1.2, 1.4, 1.6, 1.6, 1.6, 1.9, 2.2]))
    camera = draw_camera(rng, long_px, edge)
    size = sizes_px(camera, edge, np.zeros(3))
    room = camera.width_px * camera.height_px / size**2
    most = int(np.clip(room // 14, 1, 6))
    count = int(min(rng.choice([1, 2, 3, 4, 5, 6], p=[0.06, 0.1, 0.14, 0.16, 0.2, 0.34]), most))
    styles = [_readable_style(rng) for _ in range(1 if rng.random() < 0.75 else 2)]
    tracks = [Track(styles[n % len(styles)], edge) for n in range(count)]
    names, shares = zip(*SURFACES.items(), strict=True)
    surface = Surface(
        str(rng.choice(names, p=np.array(shares) / sum(shares))), int(rng.integers(2**31))
    )
    light = draw_light(rng, camera)
    held = rng.random() < 0.55
    sway = draw_sway(rng, float(rng.uniform(0.3, 1.0))) if held else Sway()
    person = _person(rng, camera)
    props = draw_props(rng, camera, edge, kind == "no_roll")
    stage = Stage(
        rng,
        camera,
        tracks,
        HandPath(draw_look(rng)),
        tumble,
        camera.long_px * (0.045 if held else 0.025),
        person,
        tuple(prop.cylinder for prop in props if prop.solid),
    )
    dimmings: list[Dimming] = []
    carried = None
    jolts = []
    if kind == "roll":
        _play(rng, stage, rolls or int(rng.choice([1, 2, 3], p=[0.45, 0.4, 0.15])))
        if rng.random() < 0.08:
            dimmings.append(_dimming(rng, float(rng.uniform(0.2, 0.9)) * stage.now_s))
    else:
        lying = [n for n in range(count) if rng.random() < 0.8] if rng.random() < 0.7 else []
        if lying:
            stage.lay(lying)
        stage.hold(1.7, 2.2)
        for _ in range(int(rng.integers(1, 4))):
            what = str(rng.choice(["wave", "bump", "cup", "lamp"], p=[0.4, 0.25, 0.2, 0.15]))
            if what == "wave":
                stage.wave(low=rng.random() < 0.5)
            elif what == "bump":
                jolts.append(draw_jolt(rng, stage.now_s))
                stage.now_s += jolts[-1].last_s
                stage.events.append("bumped")
            elif what == "lamp":
                dimmings.append(_dimming(rng, stage.now_s))
                stage.now_s += 0.5
                stage.events.append("lamp switched")
            else:
                carried = carried or _carry(rng, stage)
            stage.hold(1.0, 1.7)
    if jolts:
        sway = replace(sway, jolts=tuple(jolts))
    fps = fps or float(rng.choice(FRAME_RATES, p=[0.4, 0.52, 0.08]))
    frames = int(np.ceil((stage.now_s + 0.05) * fps))
    on_table = [n for n, track in enumerate(tracks) if track.at(0.0) is not None]
    truth = ClipTruth(
        fps,
        camera.width_px,
        camera.height_px,
        frames,
        kind,
        seed[0],
        tuple(sorted(die.top()[0] for n in on_table if (die := tracks[n].at(0.0)) is not None)),
        tuple(_until(stage, roll) for roll in stage.rolls),
        {
            "engine": engine,
            "die_px": round(size, 1),
            "tilt_deg": round(_tilt_deg(camera), 1),
            "held": held,
            "dice": count,
            "surface": surface.kind,
            "light": light.kind,
            "material": styles[0].material,
            "props": " ".join(sorted(prop.kind for prop in props)),
            "events": ", ".join(stage.events),
        },
    )
    return Story(
        seed, kind, fps, frames, float(rng.uniform(0.15, 0.5)), camera, sway, light, surface,
        tuple(tracks), stage.hand, props, carried, tuple(dimmings), truth,
    )  # fmt: skip


def _tilt_deg(camera: Camera) -> float:
    eye = np.array(camera.eye_cm) - np.array(camera.target_cm)
    return float(np.degrees(np.arccos(eye[2] / np.linalg.norm(eye))))


def _person(rng: np.random.Generator, camera: Camera) -> float:
    """Where the person sits: mostly at the picture's lower side."""
    right, up, _ = camera.axes()
    turn = float(rng.choice([0.0, np.pi / 2, -np.pi / 2, np.pi], p=[0.55, 0.17, 0.17, 0.11]))
    down = -(up * np.cos(turn) + right * np.sin(turn))
    return float(np.arctan2(down[1], down[0])) + float(rng.normal(0, 0.2))


def _dimming(rng: np.random.Generator, time_s: float) -> Dimming:
    gain = float(np.exp(rng.choice([-1, 1]) * rng.uniform(0.25, 0.8)))
    return Dimming(time_s, gain, float(rng.uniform(0.03, 0.4)))


def _carry(rng: np.random.Generator, stage: Stage) -> Carried | None:
    """Somebody puts a drink down, a little nearer or farther than it stood."""
    carried = draw_carried(rng, stage)
    stage.events.append("drink moved")
    return carried


def _play(rng: np.random.Generator, stage: Stage, rolls: int) -> None:
    """A turn: throw, set aside, throw the rest."""
    every = list(range(len(stage.tracks)))
    by_hand = rng.random() < 0.75
    stage.hold(0.3, 0.6)
    stage.throw(every, by_hand)
    stage.hold(1.65, 2.2)
    side = int(rng.integers(4))
    for _ in range(rolls - 1):
        if stage.now_s > _LONG_S:
            break
        if rng.random() < 0.2:
            stage.wave()
            stage.hold(1.0, 1.8)
        free = [n for n in every if n not in stage.kept]
        if len(free) < 2 or rng.random() < 0.12:
            # Everything is taken up again: all dice scored, or the next player's turn.
            stage.pick_up(list(stage.lying))
            free = every
        else:
            count = int(rng.integers(1, len(free)))
            chosen = [int(n) for n in rng.permutation(free)[: min(count, 2)]]
            if rng.random() < 0.65:
                stage.push_aside(chosen, side)
                stage.hold(0.0, 1.6)
            stage.kept.update(chosen)
            free = [n for n in free if n not in chosen]
            stage.pick_up(free)
        stage.hold(0.2, 1.0)
        stage.throw(free, by_hand)
        stage.hold(1.65, 2.2)
    end = rng.random() if stage.now_s < _LONG_S else 1.0
    if end < 0.2:
        stage.wave()
        stage.hold(1.3, 2.0)
    elif end < 0.4:
        free = [n for n in every if n not in stage.kept]
        stage.push_aside(free[: max(1, len(free) // 2)], side)
        stage.hold(1.3, 2.0)
    elif end < 0.55:
        stage.pick_up(list(stage.lying))
        stage.hold(1.0, 1.6)


def _until(stage: Stage, roll: TrueRoll) -> TrueRoll:
    return replace(roll, until_s=min(stage.hand_comes_s(roll.rest_s + 0.02), stage.now_s))
