"""What a phone makes of the light: exposure, white balance, glare, shake, noise, tone, storage.

Works on a linear RGB picture, as an engine renders it, and returns 8-bit BGR as a file holds it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import Image

Linear = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Shot:
    """The picture as the phone stores it, and how it got so: settings for the label."""

    image: Image
    jpeg_quality: int
    settings: dict[str, float]


def expose(rng: np.random.Generator, light: Linear, dim: bool = False) -> Shot:
    """Take the picture. ``dim``: so little light that the sensor's own noise shows."""
    height, width = light.shape[:2]
    told: dict[str, float] = {}
    poor = 0.85 if dim else 0.3
    x = np.nan_to_num(np.maximum(light, 0), nan=0.0, posinf=1e3).astype(np.float32)
    x = _exposed(rng, x)
    x = _balanced(rng, x)
    if rng.random() < 0.5:
        glare = np.clip(x - 1, 0, 6)
        sigma = width * float(rng.uniform(0.006, 0.03))
        x = x + float(rng.uniform(0.03, 0.15)) * cv2.GaussianBlur(glare, (0, 0), sigma)
    ys, xs = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    x = x * (1 - float(rng.uniform(0, 0.3)) * (xs**2 + ys**2) / 2)[..., None]
    if rng.random() < poor * 0.5:
        shake = float(min(rng.gamma(2.0, 1.4) * width / 640, 9))
        told["shake_px"] = round(shake, 2)
        x = _shaken(rng, x, shake)
    if rng.random() < poor * 0.3:
        blur = float(rng.uniform(0.4, 1.5)) * width / 640
        told["blur_px"] = round(blur, 2)
        x = np.asarray(cv2.GaussianBlur(x, (0, 0), blur), np.float32)
    noise = float(rng.uniform(0.004, 0.02) if rng.random() < poor else rng.uniform(0, 0.004))
    told["noise"] = round(noise, 4)
    grain = rng.standard_normal(x.shape, dtype=np.float32)
    grain *= np.sqrt(np.maximum(x, 0) * noise * 0.25 + noise * noise * 0.6)
    if rng.random() < 0.6:
        grain = cv2.GaussianBlur(grain, (0, 0), float(rng.uniform(0.4, 0.9))) * 1.6
    image = _developed(rng, np.maximum(x + grain, 0).astype(np.float32), noise)
    quality = int(rng.uniform(30, 75) if rng.random() < poor else rng.uniform(72, 97))
    told["jpeg_quality"] = quality
    return Shot(image, quality, told)


def encoded(shot: Shot) -> bytes:
    """The JPEG file."""
    ok, payload = cv2.imencode(".jpg", shot.image, [cv2.IMWRITE_JPEG_QUALITY, shot.jpeg_quality])
    assert ok
    return payload.tobytes()


def stored(shot: Shot) -> Image:
    """The picture as it comes out of the file again."""
    image = cv2.imdecode(np.frombuffer(encoded(shot), np.uint8), cv2.IMREAD_COLOR)
    return np.asarray(image, np.uint8)


def _brightness(x: Linear) -> Linear:
    return x @ np.array([0.2126, 0.7152, 0.0722], np.float32)


def _exposed(rng: np.random.Generator, x: Linear) -> Linear:
    """Automatic exposure, mostly right, that spares the brightest parts as phones do."""
    luminance = _brightness(x)
    key = rng.uniform(0.17, 0.33) * (1.0 if rng.random() > 0.15 else rng.uniform(0.35, 1.7))
    usual = 0.5 * np.minimum(luminance, np.percentile(luminance, 97)).mean()
    usual += 0.5 * np.median(luminance)
    gain = key / max(float(usual), 1e-6)
    bright = float(np.percentile(luminance, 99.3)) * gain
    if bright > 1.5:
        gain *= (1.5 / bright) ** rng.uniform(0.4, 1.0)
    return np.asarray(x * gain, np.float32)


def _balanced(rng: np.random.Generator, x: Linear) -> Linear:
    """Automatic white balance, which takes most but not all of the light's colour away."""
    flat = x.reshape(-1, 3)
    tint = flat.mean(0) * 0.4 + np.percentile(flat, 95, axis=0) * 0.6
    gains = np.clip((tint.mean() / np.maximum(tint, 1e-4)) ** rng.uniform(0.3, 0.9), 0.55, 1.9)
    error = np.exp(rng.normal(0, 0.05, 3))
    return np.asarray(x * (gains * error / error.mean()), np.float32)


def _shaken(rng: np.random.Generator, x: Linear, length: float) -> Linear:
    if length < 0.7:
        return x
    kernel: npt.NDArray[np.float32] = np.zeros((31, 31), np.float32)
    angle = rng.uniform(0, np.pi)
    half = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    ends = [[round((15 + s * v) * 16) for v in half] for s in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(cv2.filter2D(x, -1, kernel / kernel.sum()), np.float32)


def _developed(rng: np.random.Generator, x: Linear, noise: float) -> Image:
    """Tone curve, colour, and the phone's own smoothing and sharpening."""
    shoulder = float(rng.uniform(0, 0.6))
    x = (1 - shoulder) * np.minimum(x, 1) + shoulder * (1 - np.exp(-x * 1.35))
    x = np.clip(x, 0, 1)
    y = np.where(x <= 0.0031308, 12.92 * x, 1.055 * np.maximum(x, 1e-8) ** (1 / 2.4) - 0.055)
    contrast = float(rng.uniform(0, 0.35))
    y = (1 - contrast) * y + contrast * (y * y * (3 - 2 * y))
    luminance = y @ np.array([0.299, 0.587, 0.114], np.float32)
    colour = float(rng.uniform(0.8, 1.3))
    y = np.clip(luminance[..., None] + colour * (y - luminance[..., None]), 0, 1)
    image = np.ascontiguousarray((y * 255 + 0.5).astype(np.uint8)[..., ::-1])
    if noise > 0.006 and rng.random() < 0.7:
        image = np.asarray(cv2.bilateralFilter(image, 5, 25, 2), np.uint8)
    soft = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.7, 1.4)))
    amount = float(rng.uniform(0, 1))
    return np.asarray(cv2.addWeighted(image, 1 + amount, soft, -amount, 0), np.uint8)
