"""One look at a picture with the exported network: boxes with a score per face.

What computes the network is here ONNX Runtime; the faster one is `vision.openvino_detector`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import Image

Floats = npt.NDArray[np.float32]

STRIDE_PX = 32
"""The network halves five times: sides of its input are multiples of this."""

_FAINTEST = 0.05
_MOST = 600
_SAME_DIE = 0.55
_GREY = 114

_DARK = 100
"""Where 95 of 100 pixels are darker than this (0 to 255, brightest channel) a view is lifted."""
_LIFTED = 190
"""What the pixel at that place becomes."""
_CURVES = np.linspace(0.5, 16.0, 63)


@dataclass(frozen=True, slots=True, eq=False)
class Sightings:
    """What one look saw: ``boxes_px`` (n, 4) as x1 y1 x2 y2, ``scores`` (n, 6), one per face.

    Strongest first. A score is the network's own confidence, 0 to 1; a row's largest is the die's.
    """

    boxes_px: Floats
    scores: Floats

    def __len__(self) -> int:
        return len(self.boxes_px)

    @property
    def strengths(self) -> Floats:
        """The best score of each sighting, shape (n,)."""
        best: Floats = self.scores.max(axis=1, initial=0.0)
        return best

    def moved(self, scale: float, x_px: float, y_px: float) -> Sightings:
        """The same in a frame where this one's pixels are ``scale`` wide and start at (x, y)."""
        shift = np.array([x_px, y_px, x_px, y_px], np.float32)
        return Sightings(self.boxes_px * np.float32(scale) + shift, self.scores)

    def chosen(self, keep: npt.NDArray[np.bool_] | npt.NDArray[np.intp]) -> Sightings:
        """The sightings that a mask or an index picks."""
        return Sightings(self.boxes_px[keep], self.scores[keep])


def lifted(image: Image) -> Image:
    """A dark picture as if more light had fallen on it; any other as it is.

    By a curve that is steep in the shadows and flat in the lights, by what the greater part of the
    picture has: a lamp in it does not keep the rest dark.
    """
    blue, green, red = np.moveaxis(image[::3, ::3], 2, 0)
    counts = np.bincount(np.maximum(np.maximum(blue, green), red).ravel(), minlength=256)
    light = int(np.searchsorted(np.cumsum(counts), 0.95 * counts.sum()))
    if light >= _DARK:
        return image
    reached = 255 * np.expm1(-_CURVES * light / 255) / np.expm1(-_CURVES)
    curve = _CURVES[min(len(_CURVES) - 1, int(np.searchsorted(reached, _LIFTED)))]
    table = 255 * np.expm1(-curve * np.arange(256) / 255) / np.expm1(-curve)
    result: Image = cv2.LUT(image, np.rint(table).astype(np.uint8))  # type: ignore[assignment]
    return result


class Detector(Protocol):
    """Anything that looks at a picture once."""

    def look(self, image: Image, scale: float = 1.0) -> Sightings:
        """Sightings in pixels of ``image``, seen with the picture enlarged by ``scale``."""
        ...


def overlaps(these: Floats, others: Floats) -> Floats:
    """Intersection over union of one box (4,) or several (m, 4) with each of the boxes (n, 4).

    Shape (n,), or (m, n).
    """
    low = np.maximum(these[..., None, :2], others[:, :2])
    high = np.minimum(these[..., None, 2:], others[:, 2:])
    across, down = np.moveaxis((high - low).clip(0), -1, 0)
    shared = across * down
    together = areas_of(these)[..., None] + areas_of(others) - shared
    result: Floats = (shared / np.maximum(together, 1e-6)).astype(np.float32, copy=False)
    return result


def areas_of(boxes: Floats) -> Floats:
    """The areas of boxes (..., 4) as x1 y1 x2 y2."""
    areas: Floats = (boxes[..., 2] - boxes[..., 0]) * (boxes[..., 3] - boxes[..., 1])
    return areas


def suppress(seen: Sightings, same_die: float = _SAME_DIE) -> Sightings:
    """One sighting a die, whatever its face: the strongest box, with the votes of those it covers.

    Neighbouring cells of the network see the same die; where they disagree about the face, their
    scores are averaged by strength, which is steadier than the loudest cell alone.
    """
    order = np.argsort(-seen.strengths, kind="stable")
    boxes, scores = seen.boxes_px[order], seen.scores[order]
    strengths = scores.max(axis=1, initial=0.0)
    same = overlaps(boxes, boxes) > same_die
    left = np.ones(len(boxes), bool)
    kept_boxes, kept_scores = [], []
    for index in range(len(boxes)):
        if not left[index]:
            continue
        group = left & same[index]
        group[index] = True
        left &= ~group
        votes = (scores[group] * strengths[group, None]).sum(axis=0)
        shares = votes / max(float(votes.max()), 1e-6)
        kept_boxes.append(boxes[index])
        kept_scores.append(shares * strengths[index])
    if not kept_boxes:
        return Sightings(np.zeros((0, 4), np.float32), np.zeros((0, 6), np.float32))
    return Sightings(np.array(kept_boxes, np.float32), np.array(kept_scores, np.float32))


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A picture made ready for the network: resized, lifted where it is dark, then filled up with
    grey at right and below.

    ``canvas`` is BGR of 8 bits with sides that the network takes; ``seen_px`` the width and height
    of the picture in it, ``whole_px`` those of the picture itself.
    """

    canvas: Image
    seen_px: tuple[int, int]
    whole_px: tuple[int, int]

    @classmethod
    def of(cls, image: Image, scale: float, fitting: Callable[[int], int] | None = None) -> View:
        """``image`` enlarged by ``scale``.

        ``fitting`` gives the side of a canvas that holds a side of the picture, both in pixels;
        without it that is the next multiple of STRIDE_PX.
        """
        height, width = image.shape[:2]
        size = max(1, round(width * scale)), max(1, round(height * scale))
        # Halving twice and then the rest takes a third of the time of one step by an odd factor.
        while image.shape[1] >= 2 * size[0] and image.shape[0] >= 2 * size[1]:
            image = _halved(image)
        if size != image.shape[1::-1]:
            filter_ = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
            image = cv2.resize(image, size, interpolation=filter_)  # type: ignore[assignment]
        image = lifted(image)
        wide, high = ((fitting or _whole_strides)(side) for side in size)
        if size == (wide, high):
            return cls(np.ascontiguousarray(image), size, (width, height))
        canvas = np.full((high, wide, 3), _GREY, np.uint8)
        canvas[: size[1], : size[0]] = image
        return cls(canvas, size, (width, height))

    def sightings(self, output: Floats) -> Sightings:
        """What the network's ``output`` (10, cells) says, in pixels of the whole picture."""
        seen = np.flatnonzero(output[4:].max(axis=0) > _FAINTEST)
        cells = output[:, seen].T
        if len(cells) > _MOST:
            cells = cells[np.argsort(-cells[:, 4:].max(axis=1))[:_MOST]]
        centre, half = cells[:, :2], cells[:, 2:4] / 2
        scales = np.array(self.whole_px * 2) / np.array(self.seen_px * 2)
        boxes = np.hstack([centre - half, centre + half]) * scales
        limit = np.array(self.whole_px * 2, np.float32)
        return suppress(Sightings(np.clip(boxes, 0, limit).astype(np.float32), cells[:, 4:]))


def _halved(image: Image) -> Image:
    """Half as wide and high; a last odd row or column, less than a pixel then, is left out."""
    height, width = image.shape[0] // 2, image.shape[1] // 2
    even = image[: 2 * height, : 2 * width]
    return np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _whole_strides(side_px: int) -> int:
    return -(-side_px // STRIDE_PX) * STRIDE_PX


class OnnxDetector:
    """The exported network in ONNX Runtime on the processor.

    ``weights`` are the bytes of the ONNX file: input (1, 3, height, width) RGB 0 to 1, output
    (1, 10, cells): centre x, centre y, width, height in input pixels, then six face scores.
    """

    def __init__(self, weights: bytes, threads: int | None = None) -> None:
        import onnxruntime  # a quarter of a second: only when a picture is to be read

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads or most_threads()
        options.log_severity_level = 3
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        # Windows come in many sizes: an arena would keep room for the largest of each.
        options.enable_cpu_mem_arena = False
        options.enable_mem_pattern = False
        self._session = onnxruntime.InferenceSession(
            weights, options, providers=["CPUExecutionProvider"]
        )
        self.runtime = f"ONNX Runtime {onnxruntime.__version__}"

    def look(self, image: Image, scale: float = 1.0) -> Sightings:
        """Sightings in pixels of ``image``, seen with the picture enlarged by ``scale``."""
        view = View.of(image, scale)
        pixels = cv2.dnn.blobFromImage(view.canvas, 1 / 255, swapRB=True)
        (output,) = self._session.run(None, {"images": pixels})
        return view.sightings(output[0])


def most_threads() -> int:
    """How many threads a look takes where nobody says: all processors, up to four."""
    return min(4, os.cpu_count() or 1)
