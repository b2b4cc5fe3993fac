"""What a phone makes of the light while it films: one setting for the whole clip, noise afresh.

The same steps as for a single picture (`datasets.rendering.sensor`), but what does not change from
frame to frame is drawn once, and the exposure follows the light slowly.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import Image

Linear = npt.NDArray[np.float32]

_STEPS = 4096
_BRIGHTEST = 1.6
_LUMINANCE = np.array([0.2126, 0.7152, 0.0722], np.float32)


class Film:
    """Develops the frames of one clip, in their order."""

    def __init__(self, rng: np.random.Generator, dim: bool) -> None:
        self._rng = rng
        poor = 0.8 if dim else 0.3
        self._key = float(rng.uniform(0.17, 0.33))
        self._follow_s = float(rng.uniform(0.3, 1.2))
        self._balance = float(rng.uniform(0.3, 0.9))
        self._colour = float(rng.uniform(0.85, 1.25))
        self._sharp = float(rng.uniform(0, 0.8))
        self._corner = float(rng.uniform(0, 0.25))
        noise = float(rng.uniform(0.003, 0.009) if rng.random() < poor else rng.uniform(0, 0.003))
        self.noise = noise
        self._soft = float(rng.uniform(0.5, 1.0))
        x = np.linspace(0, _BRIGHTEST, _STEPS)
        shoulder, contrast = float(rng.uniform(0, 0.6)), float(rng.uniform(0, 0.35))
        tone = (1 - shoulder) * np.minimum(x, 1) + shoulder * (1 - np.exp(-x * 1.35))
        tone = np.clip(tone, 0, 1)
        tone = np.where(tone <= 0.0031308, 12.92 * tone, 1.055 * tone ** (1 / 2.4) - 0.055)
        tone = (1 - contrast) * tone + contrast * (tone * tone * (3 - 2 * tone))
        grain = np.sqrt(x * noise * 0.25 + noise * noise * 0.6) * np.gradient(tone, x)
        self._tone = (tone * 255).astype(np.float32)
        self._grain = np.minimum(grain * 255, 14).astype(np.float32)
        self._gain = 0.0
        self._time_s = 0.0
        empty = np.zeros(0, np.float32)
        self._gains = self._noises = self._falloff = empty
        self._clean = self._spread = self._small = empty
        self._light: Linear | None = None

    def develop(self, light: Linear, time_s: float) -> Image:
        """The frame that shows this light.

        The same array as before means that nothing has moved: only the noise is new then.
        """
        if light is not self._light:
            small = cv2.resize(light, (160, 90), interpolation=cv2.INTER_AREA)
            self._small = np.asarray(small, np.float32)
        before = self._gain
        self._expose(self._small, time_s)
        steady = bool(before) and abs(self._gain / before - 1) < 0.002
        if light is not self._light or not steady:
            self._clean, self._spread = self._without_noise(light)
        self._light = light
        height, width = light.shape[:2]
        top, left = (int(v) for v in self._rng.integers(0, 96, 2))
        bank = self._noises[int(self._rng.integers(len(self._noises)))]
        y = bank[top : top + height, left : left + width] * self._spread
        y += self._clean
        image = np.asarray(np.clip(y, 0, 255, out=y), np.uint8)
        if self._sharp > 0.05:
            soft = cv2.GaussianBlur(image, (0, 0), 1.0)
            sharp = cv2.addWeighted(image, 1 + self._sharp, soft, -self._sharp, 0)
            return np.asarray(sharp, np.uint8)
        return image

    def _without_noise(self, light: Linear) -> tuple[Linear, Linear]:
        """The frame in BGR before noise, and how much of it there is (changing slowly)."""
        height, width = light.shape[:2]
        if not self._noises.size:
            self._prepare(height, width)
        colour = self._colour * np.eye(3) + (1 - self._colour) * _LUMINANCE
        mix = (colour @ np.diag(self._gains) * self._gain)[::-1] * ((_STEPS - 1) / _BRIGHTEST)
        x = np.asarray(cv2.transform(light, mix.astype(np.float32)), np.float32)
        x *= self._falloff
        places = np.clip(x, 0, _STEPS - 1, out=x).astype(np.uint16)
        spread = cv2.resize(self._grain[places[::4, ::4]], (width, height))
        return self._tone[places], np.asarray(spread, np.float32)

    def _expose(self, small: Linear, time_s: float) -> None:
        luminance = small @ _LUMINANCE
        usual = 0.5 * np.minimum(luminance, np.percentile(luminance, 97)).mean()
        usual += 0.5 * np.median(luminance)
        gain = self._key / max(float(usual), 1e-6)
        bright = float(np.percentile(luminance, 99.3)) * gain
        if bright > 1.4:
            gain *= (1.4 / bright) ** 0.7
        if not self._gain:
            self._gain = gain
            flat = small.reshape(-1, 3)
            tint = flat.mean(0) * 0.4 + np.percentile(flat, 95, axis=0) * 0.6
            gains = (tint.mean() / np.maximum(tint, 1e-4)) ** self._balance
            error = np.exp(self._rng.normal(0, 0.04, 3))
            self._gains = np.asarray(np.clip(gains, 0.6, 1.8) * error, np.float32)
        else:
            share = 1 - np.exp(-(time_s - self._time_s) / self._follow_s)
            self._gain *= float((gain / self._gain) ** share)
        self._time_s = time_s

    def _prepare(self, height: int, width: int) -> None:
        bank = self._rng.standard_normal((3, height + 96, width + 96, 3), dtype=np.float32)
        # Phones smooth their noise before they store a film.
        soft = [cv2.GaussianBlur(one, (0, 0), self._soft) * 1.3 for one in bank]
        self._noises = np.asarray(soft, np.float32)
        ys, xs = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
        self._falloff = (1 - self._corner * (xs**2 + ys**2) / 2)[..., None]
