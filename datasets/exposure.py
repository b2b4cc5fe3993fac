"""What a camera makes of a training crop: light, lens, sensor, distance and storage."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import Image

_LEAST_READABLE_PX = 16
"""So wide a die may be in the picture that a crop from afar is made of."""

_AFAR = 1.3
"""So many times smaller than in its crop, at least."""


def photograph(rng: np.random.Generator, image: Image, die_px: float) -> Image:
    """What light, lens, sensor and storage may do to a picture; the geometry stays.

    Blur and coarse storage are bounded by the size of the dice, ``die_px``: a face that nobody
    could read any more would teach noise.
    """
    out: npt.NDArray[Any] = image.astype(np.float32)
    size = image.shape[0]
    if rng.random() < 0.6:
        hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV).astype(np.int16)
        hsv[..., 0] = (hsv[..., 0] + int(rng.uniform(-36, 36))) % 180
        hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.4, 1.6), 0, 255)
        out = cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR).astype(np.float32)
    if rng.random() < 0.12:
        out = np.repeat(out.mean(axis=2, keepdims=True), 3, axis=2)
    if rng.random() < 0.05:
        out = 255 - out
    if rng.random() < 0.3:
        out *= rng.normal(1, 0.09, 3).astype(np.float32)
    if rng.random() < 0.4:
        ys, xs = np.mgrid[-1 : 1 : size * 1j, -1 : 1 : size * 1j]
        angle, strength = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.55)
        out *= (1 + strength * (np.cos(angle) * xs + np.sin(angle) * ys))[..., None]
    if rng.random() < 0.12:
        corners = rng.uniform(-0.3, 1.3, (4, 2)) * size
        mask: npt.NDArray[Any] = np.zeros((size, size), np.float32)
        cv2.fillConvexPoly(mask, cv2.convexHull(corners.astype(np.int32)), 1.0)
        mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(1, 12))
        out *= (1 - rng.uniform(0.2, 0.6) * mask)[..., None]
    if rng.random() < 0.75:
        gamma = float(np.exp(rng.normal(0, 0.35)))
        out = 255 * (np.clip(out, 0, 255) / 255) ** gamma
        out = (out - 128) * rng.uniform(0.65, 1.3) + 128 + rng.normal(0, 18)
    if rng.random() < 0.06:
        out *= rng.uniform(0.25, 0.6)
    out = np.clip(out, 0, 255)
    afar = die_px / _LEAST_READABLE_PX
    if afar < _AFAR or rng.random() < 0.8:
        return _recorded(rng, out, die_px)
    # A die from afar has its noise, its edges and its blocks enlarged with it.
    afar = float(np.exp(rng.uniform(np.log(_AFAR), np.log(afar))))
    side = round(size / afar)
    small = cv2.resize(out, (side, side), interpolation=cv2.INTER_AREA)
    enlarge = cv2.INTER_LINEAR if rng.random() < 0.7 else cv2.INTER_CUBIC
    near: Image = cv2.resize(  # type: ignore[assignment]
        _recorded(rng, small, die_px / afar), (size, size), interpolation=enlarge
    )
    return near


def _recorded(rng: np.random.Generator, out: npt.NDArray[Any], die_px: float) -> Image:
    """What lens, sensor and storage make of the light, whose dice are ``die_px`` wide."""
    if rng.random() < 0.2:
        # Cameras and JPEG store colour more coarsely than light.
        luma = cv2.cvtColor(out.astype(np.float32), cv2.COLOR_BGR2YCrCb)
        luma[..., 1:] = cv2.GaussianBlur(luma, (0, 0), rng.uniform(0.5, 0.5 + 0.04 * die_px))[
            ..., 1:
        ]
        out = np.clip(cv2.cvtColor(luma, cv2.COLOR_YCrCb2BGR), 0, 255)
    if rng.random() < 0.22:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.3, 0.3 + 0.018 * die_px))
    elif rng.random() < 0.1:
        length = int(rng.integers(2, 3 + int(0.06 * die_px)))
        kernel = np.zeros((length, length), np.float32)
        if rng.random() < 0.5:
            kernel[length // 2] = 1 / length
        else:
            kernel[np.arange(length), np.arange(length)] = 1 / length
        out = cv2.filter2D(out, -1, kernel)
    if rng.random() < 0.14:
        # Some cameras sharpen until edges have rims.
        amount = float(np.exp(rng.uniform(np.log(0.5), np.log(4))))
        soft = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.6, 1 + 0.02 * die_px))
        out = np.clip(out + amount * (out - soft), 0, 255)
    if rng.random() < 0.3:
        grain = rng.standard_normal(out.shape, dtype=np.float32)
        out = out + grain * rng.uniform(2, 14 if die_px > 50 else 8)
    if rng.random() < 0.06:
        # Defective pixels, or a set that was strewn with black and white specks.
        specks = rng.random(out.shape[:2]) < rng.uniform(0.002, 0.025)
        out[specks] = 255 * (rng.random((int(specks.sum()), 1)) < 0.5)
    result: Image = np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.4:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25 if die_px > 50 else 55, 95))]
        result = cv2.imdecode(cv2.imencode(".jpg", result, quality)[1], cv2.IMREAD_COLOR)  # type: ignore[assignment]
    return result
