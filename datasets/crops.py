"""Training crops: a window of a labelled picture in which the dice have a size worth reading.

What teaches faces is the size of the dice at the network's input: whole pictures shrink them until
nobody could read them. So a crop is centred near a die and scaled until that die has a wanted size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from datasets.distractors import scatter
from datasets.drawn_die import draw_die
from datasets.exposure import photograph
from datasets.labels import FACES, LabelledDie, LabelledPicture
from datasets.pasting import Cutter, Grounds, paste
from vision.frames import Box, Image

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Source:
    """One set of labelled pictures and how to draw from it.

    ``weight`` is its share of the crops, relative to the other sources. ``turn_deg`` bounds the
    random turn for most crops: pictures taken obliquely have an up and a down, those from straight
    above have not (180). ``grow`` widens the labelled boxes to the whole visible die, as fractions
    of their width and height at (left, top, right, bottom). ``complete`` says that every die is
    labelled, so that windows without labels are windows without dice.
    """

    name: str
    pictures: tuple[LabelledPicture, ...]
    weight: float = 1.0
    turn_deg: float = 180.0
    grow: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    complete: bool = True


@dataclass(frozen=True, slots=True)
class CropStyle:
    """How crops are drawn: sizes in pixels at the network's input, probabilities 0 to 1.

    ``pasted``: share of crops whose dice were cut out and laid on another table. ``drawn``: share
    of the dice in these that are drawn instead; some have no pips and are not to be read.
    """

    size_px: int = 320
    die_px: tuple[float, float] = (20.0, 150.0)
    without_dice: float = 0.14
    with_distractors: float = 0.15
    pasted: float = 0.0
    drawn: float = 0.0
    max_enlargement: float = 1.8


@dataclass(frozen=True, slots=True)
class Crop:
    """A training example: the picture and, per die, its class and box.

    ``classes`` has shape (n,), indices into FACES; ``boxes_n`` has shape (n, 4): centre x, centre
    y, width, height as fractions of the crop.
    """

    image: Image
    classes: npt.NDArray[np.float32]
    boxes_n: npt.NDArray[np.float32]


def _grown(die: LabelledDie, source: Source, width: int, height: int) -> Box:
    box = die.box(width, height)
    left, top, right, bottom = source.grow
    w, h = box.width_px, box.height_px
    return Box(
        box.x1_px - left * w, box.y1_px - top * h, box.x2_px + right * w, box.y2_px + bottom * h
    )


def _warp_box(box: Box, linear: Floats, offset: Floats) -> Box:
    """The box of a die after an affine map, taking its outline as the ellipse within the box.

    A die's silhouette fills its box much like an ellipse, so boxes do not swell when it is turned;
    for quarter turns the result is exact.
    """
    centre = linear @ np.array(box.centre_px) + offset
    half = np.hypot(*(linear * np.array([box.width_px / 2, box.height_px / 2])).T)
    return Box(*(centre - half), *(centre + half))


def _visible(box: Box, size: int) -> tuple[Box, float]:
    """The part of a box within the crop, and its share of the whole."""
    inside = Box(
        max(0.0, box.x1_px), max(0.0, box.y1_px), min(size, box.x2_px), min(size, box.y2_px)
    )
    return inside, inside.area_px / max(box.area_px, 1e-6) if inside.width_px > 0 else 0.0


@dataclass(slots=True)
class CropSampler:
    """Draws crops from a mix of sources; the same seed, pass and index give the same crop."""

    sources: Sequence[Source]
    style: CropStyle = field(default_factory=CropStyle)
    seed: int = 0
    _decoded: dict[str, Image] = field(default_factory=dict)
    _cutter: Cutter = field(default_factory=Cutter)
    _grounds: Grounds = field(default_factory=Grounds)

    def draw(self, pass_number: int, index: int) -> Crop:
        """The crop number ``index`` of a pass over the mix."""
        rng = np.random.default_rng((self.seed, pass_number, index))
        wanted = float(np.exp(rng.uniform(*np.log(self.style.die_px))))
        if rng.random() < self.style.pasted:
            crop = self._pasted(rng, wanted)
        else:
            crop = self._window(rng, *self._choose(rng), wanted)
        return Crop(photograph(rng, crop.image, wanted), crop.classes, crop.boxes_n)

    def _choose(self, rng: np.random.Generator) -> tuple[Source, LabelledPicture]:
        weights = np.array([source.weight for source in self.sources])
        source = self.sources[rng.choice(len(self.sources), p=weights / weights.sum())]
        dice_counts = np.sqrt([len(picture.dice) + 0.25 for picture in source.pictures])
        return source, source.pictures[
            rng.choice(len(dice_counts), p=dice_counts / sum(dice_counts))
        ]

    def _load(self, picture: LabelledPicture) -> Image:
        key = str(picture.path)
        if key not in self._decoded:
            self._decoded[key] = picture.load()
        return self._decoded[key]

    def _window(
        self,
        rng: np.random.Generator,
        source: Source,
        picture: LabelledPicture,
        wanted: float,
        bare: bool = False,
    ) -> Crop:
        image, style = self._load(picture), self.style
        height, width = image.shape[:2]
        dice = [die for die in picture.dice if die.readable]
        boxes = [_grown(die, source, width, height) for die in dice]
        # Nobody could read these: neither a die to learn from nor a table without one.
        unread = [_grown(die, source, width, height) for die in picture.dice if not die.readable]
        size = style.size_px
        empty = bare or not boxes or (source.complete and rng.random() < style.without_dice)
        if boxes:
            die = boxes[rng.integers(len(boxes))]
            die_side = np.sqrt(max(die.area_px, 16.0))
        else:
            die_side = max(height, width) / 12
        # Smaller than this, most of the window would lie beyond the picture's edge.
        smallest = 0.8 * size / min(height, width)
        scale = float(np.clip(wanted / die_side, smallest, style.max_enlargement))
        linear = _random_linear(rng, source.turn_deg) * scale
        if empty:
            focus = rng.uniform([0, 0], [width, height])
            place = np.array([size / 2, size / 2])
        else:
            focus = np.array(die.centre_px)
            margin = min(wanted * 0.6, size * 0.45)
            place = rng.uniform([margin, margin], [size - margin, size - margin])
        offset = place - linear @ focus
        laid = [_warp_box(box, linear, offset) for box in boxes]
        window = _warp(rng, image, linear, offset, size, scale)
        if unread:
            window = _cover(rng, window, [_warp_box(box, linear, offset) for box in unread])
        if empty:
            window = _cover(rng, window, laid)
            return self._finish(rng, window, [], [], wanted)
        return self._finish(rng, window, dice, laid, wanted)

    def _pasted(self, rng: np.random.Generator, wanted: float) -> Crop:
        """Dice of several pictures on a drawn ground, or on the bare table of another picture."""
        size = self.style.size_px
        source, picture = self._choose(rng)
        if source.complete and rng.random() < 0.4:
            image = self._window(rng, source, picture, wanted, bare=True).image
        else:
            image = self._grounds.draw(rng, size)
            if rng.random() < self.style.with_distractors:
                image = scatter(rng, image, [], int(rng.integers(1, 5)), wanted)
        most = max(1, min(7, int(0.5 * (size / wanted) ** 2)))
        faces: list[int] = []
        laid: list[Box] = []
        taken: list[Box] = []
        for _ in range(int(rng.integers(1, most + 1))):
            side = wanted * float(np.exp(rng.normal(0, 0.15)))
            is_drawn = rng.random() < self.style.drawn
            if is_drawn:
                drawn = draw_die(rng, int(np.clip(1.2 * side, 24, 110)))
                face, cutting, turn_deg = drawn.face, drawn.cutting, drawn.turn_deg
            else:
                source, picture = self._choose(rng)
                readable = [die for die in picture.dice if die.readable]
                if not readable:
                    continue
                die, whole = readable[rng.integers(len(readable))], self._load(picture)
                box = _grown(die, source, whole.shape[1], whole.shape[0])
                cut = self._cutter.cut(str(picture.path), whole, box)
                if cut is None:
                    continue
                face, cutting, turn_deg = die.face, cut, source.turn_deg
            scale = min(side / cutting.side_px, self.style.max_enlargement)
            linear = _random_linear(rng, turn_deg) * scale
            placed = paste(rng, image, cutting, linear, taken, dye=not is_drawn)
            if placed is None:
                continue
            image, box = placed
            taken.append(box)
            if face is not None:
                faces.append(face)
                laid.append(box)
        return self._labelled(image, faces, laid)

    def _finish(
        self,
        rng: np.random.Generator,
        window: Image,
        dice: list[LabelledDie],
        laid: list[Box],
        wanted: float,
    ) -> Crop:
        if rng.random() < (self.style.with_distractors if dice else 0.75):
            count = int(rng.integers(1, 4 if dice else 7))
            window = scatter(rng, window, laid, count, wanted)
        return self._labelled(window, [die.face for die in dice], laid)

    def _labelled(self, window: Image, faces: list[int], laid: list[Box]) -> Crop:
        size = self.style.size_px
        classes, boxes = [], []
        for face, box in zip(faces, laid, strict=True):
            inside, share = _visible(box, size)
            if share >= 0.4 and min(inside.width_px, inside.height_px) >= 8:
                (x, y), w, h = inside.centre_px, inside.width_px, inside.height_px
                classes.append(FACES.index(face))
                boxes.append((x / size, y / size, w / size, h / size))
        return Crop(
            window,
            np.array(classes, np.float32),
            np.array(boxes, np.float32).reshape(-1, 4),
        )


def _random_linear(rng: np.random.Generator, turn_deg: float) -> Floats:
    """A random turn, mirror, shear and change of aspect with determinant of about 1."""
    bound = 180.0 if rng.random() < 0.15 else turn_deg
    if turn_deg >= 180 and rng.random() < 0.35:
        angle = float(rng.integers(4)) * np.pi / 2 + rng.normal(0, 0.03)
    else:
        angle = np.deg2rad(rng.uniform(-bound, bound))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    mirror = np.diag([rng.choice([-1.0, 1.0]), 1.0])
    aspect = np.exp(rng.normal(0, 0.06))
    shear = np.array([[1.0, rng.normal(0, 0.05)], [0.0, 1.0]])
    result: Floats = np.diag([aspect, 1 / aspect]) @ shear @ turn @ mirror
    return result


def _warp(
    rng: np.random.Generator,
    image: Image,
    linear: Floats,
    offset: Floats,
    size: int,
    scale: float,
) -> Image:
    """The window as the map shows it; beyond the picture's edge lies one plain colour."""
    reduce = 1.0
    while scale / reduce < 0.6:
        image = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
        reduce /= 2
    matrix = np.hstack([linear / reduce, offset[:, None]])
    border = (114, 114, 114)
    if rng.random() < 0.5:
        border = (int(rng.integers(0, 256)),) * 3
    flags = cv2.INTER_LINEAR if rng.random() < 0.7 else cv2.INTER_CUBIC
    warped: Image = cv2.warpAffine(  # type: ignore[assignment]
        image, matrix, (size, size), flags=flags, borderValue=border
    )
    if scale > 1.1 and rng.random() < 0.7:
        # Enlarged dice are soft, those of a near camera are not: give the edges back.
        soft = cv2.GaussianBlur(warped, (0, 0), 0.7 * scale)
        warped = cv2.addWeighted(warped, 2.2, soft, -1.2, 0)  # type: ignore[assignment]
    return warped


def _cover(rng: np.random.Generator, window: Image, dice: list[Box]) -> Image:
    """Paint over every die with the window's surroundings, so that a window without dice is one."""
    size = window.shape[0]
    mask = np.zeros((size, size), np.uint8)
    for box in dice:
        inside, share = _visible(box, size)
        if share > 0:
            half = np.array([inside.width_px, inside.height_px]) * 0.68 + 2
            x, y = inside.centre_px
            cv2.rectangle(
                mask,
                (int(x - half[0]), int(y - half[1])),
                (int(x + half[0]), int(y + half[1])),
                255,
                -1,
            )
    if not mask.any():
        return window
    if (mask > 0).mean() > 0.55:
        plain = np.full_like(window, rng.integers(0, 256, 3).astype(np.uint8))
        noise = rng.normal(0, rng.uniform(0, 14), window.shape)
        return np.clip(plain + noise, 0, 255).astype(np.uint8)
    covered: Image = cv2.inpaint(window, mask, 3, cv2.INPAINT_TELEA)  # type: ignore[assignment]
    return covered
