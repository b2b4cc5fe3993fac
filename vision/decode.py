"""Safe decoding of pictures from strangers: bytes in, an upright picture or a clear refusal out.

Pillow does the work (docs/decisions/0005): its decoders read the size before they allocate, raise
when a file is cut short, and leave out what this module does not name. OpenCV decodes nothing here.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import ExifTags
from PIL import Image as Pillow
from PIL.ImageFile import ImageFile
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.WebPImagePlugin import WebPImageFile

from vision.frames import Box, Detection, Image

UPLOAD_LIMIT_BYTES = 32 * 2**20
"""Largest payload taken from the network; a 48-megapixel phone photograph has 10 to 25 MB."""

FILE_LIMIT_BYTES = 256 * 2**20
"""Largest file opened from the own disk; a lossless 48-megapixel PNG has up to 150 MB."""

PIXEL_LIMIT = 60_000_000
"""Most pixels a picture may have; the common large phone sensors have 48 or 50 million."""

WORKING_PIXELS = 16_000_000
"""Pictures with more pixels are halved until they have fewer: 48 megapixels would fill 144 MB."""


class PictureError(ValueError):
    """A picture was refused. ``code`` is stable for programs, ``words`` are for the sender."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code
        self.words = words


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A decoded picture and the size it had before it was reduced for work.

    ``image`` is upright BGR, possibly a half or a quarter of the sides of the full picture.
    ``width_px`` and ``height_px`` are the full size after the rotation that EXIF asks for.
    """

    image: Image
    width_px: int
    height_px: int

    def in_full_pixels(self, detections: tuple[Detection, ...]) -> tuple[Detection, ...]:
        """The detections made in ``image``, with boxes in pixels of the full picture."""
        across = self.width_px / self.image.shape[1]
        down = self.height_px / self.image.shape[0]
        return tuple(
            Detection(
                Box(
                    found.box.x1_px * across,
                    found.box.y1_px * down,
                    found.box.x2_px * across,
                    found.box.y2_px * down,
                ),
                found.face,
                found.confidence,
            )
            for found in detections
        )


def decode_picture(payload: bytes, *, limit_bytes: int = UPLOAD_LIMIT_BYTES) -> Picture:
    """Decode a JPEG, PNG or WebP picture of unknown origin.

    Raises PictureError with the code ``picture_empty``, ``picture_too_large``,
    ``picture_too_many_pixels``, ``picture_truncated``, ``picture_not_readable``, ``picture_heic``
    or ``picture_unsupported``. Nothing of the size of the picture is allocated before its header
    has been read and found small enough.
    """
    if not payload:
        raise PictureError("picture_empty", "The file is empty. Please send the photograph again.")
    if len(payload) > limit_bytes:
        raise _too_large(limit_bytes)
    opener = _opener(payload)
    try:
        picture = opener(io.BytesIO(payload))
        width_px, height_px = picture.size
        if width_px * height_px > PIXEL_LIMIT:
            raise _too_many_pixels(f"{width_px} by {height_px} pixels")
        return _upright(picture)
    except PictureError:
        raise
    except Pillow.DecompressionBombError as error:
        raise _too_many_pixels("far too many pixels") from error
    except Exception as error:  # decoders raise whatever a damaged file makes them trip over
        raise PictureError(
            "picture_truncated",
            "The picture is damaged or was cut short on its way. Please send it again.",
        ) from error


def open_picture(path: Path) -> Picture:
    """Decode a picture on the own disk; raises PictureError like decode_picture, or OSError."""
    if path.stat().st_size > FILE_LIMIT_BYTES:
        raise _too_large(FILE_LIMIT_BYTES)
    return decode_picture(path.read_bytes(), limit_bytes=FILE_LIMIT_BYTES)


def _too_large(limit_bytes: int) -> PictureError:
    return PictureError(
        "picture_too_large",
        f"The file is larger than {limit_bytes // 2**20} MB. Please send a smaller photograph.",
    )


def _too_many_pixels(size: str) -> PictureError:
    return PictureError(
        "picture_too_many_pixels",
        f"The picture has {size}; at most {PIXEL_LIMIT // 1_000_000} megapixels can be read.",
    )


def _opener(payload: bytes) -> Callable[[io.BytesIO], ImageFile]:
    """Choose the decoder by the first bytes; everything else is refused by name where known."""
    if payload.startswith(b"\xff\xd8\xff"):
        return JpegImageFile
    if payload.startswith(b"\x89PNG\r\n\x1a\n"):
        return PngImageFile
    if payload.startswith(b"RIFF") and payload[8:12] == b"WEBP":
        return WebPImageFile
    if payload[4:8] == b"ftyp":
        raise _refused_container(payload)
    for start, name in _UNSUPPORTED.items():
        if payload.startswith(start):
            raise PictureError(
                "picture_unsupported",
                f"This is a {name} file. Please send the photograph as JPEG, PNG or WebP.",
            )
    raise PictureError(
        "picture_not_readable",
        "This is not a picture that can be read. Please send a JPEG, PNG or WebP photograph.",
    )


_UNSUPPORTED = {
    b"GIF8": "GIF",
    b"BM": "BMP",
    b"II*\0": "TIFF or raw camera",
    b"MM\0*": "TIFF or raw camera",
    b"II+\0": "TIFF",
    b"MM\0+": "TIFF",
    b"\0\0\0\x0cJXL ": "JPEG XL",
    b"\xff\x0a": "JPEG XL",
    b"\0\0\0\x0cjP  ": "JPEG 2000",
    b"8BPS": "Photoshop",
    b"%PDF": "PDF",
    b"<svg": "SVG",
    b"\x1aE\xdf\xa3": "video",
}

_HEIF_BRANDS = {b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1", b"heif"}
_AVIF_BRANDS = {b"avif", b"avis"}


def _refused_container(payload: bytes) -> PictureError:
    """Tell HEIC, AVIF and video apart, which share one container and name themselves in brands."""
    end = min(int.from_bytes(payload[:4], "big"), len(payload), 256)
    brands = {payload[8:12]} | {payload[at : at + 4] for at in range(16, end, 4)}
    if brands & _AVIF_BRANDS:
        return PictureError(
            "picture_unsupported",
            "This is an AVIF picture. Please send the photograph as JPEG, PNG or WebP.",
        )
    if brands & _HEIF_BRANDS:
        return PictureError(
            "picture_heic",
            "This is a HEIC picture, which cannot be read here. Make the phone take JPEG pictures: "
            "on an iPhone in Settings, Camera, Formats, Most Compatible; on Android switch "
            "'high efficiency pictures' off in the camera app. Or share this picture as JPEG.",
        )
    return PictureError(
        "picture_unsupported", "This is a video or sound file. Please send a photograph."
    )


def _upright(picture: ImageFile) -> Picture:
    """Decode, reduce, flatten to 8-bit colour and rotate; the order keeps the memory small."""
    width_px, height_px = picture.size
    halvings = 1
    while width_px * height_px / halvings**2 > WORKING_PIXELS:
        halvings *= 2
    # JPEG reduces while it decodes, so that the full picture never exists; others do it after.
    picture.draft(None, (width_px // halvings, height_px // halvings))
    picture.load()
    turn = _TURNS.get(_orientation(picture))
    flat: Pillow.Image = picture
    if halvings > 1 and picture.size == (width_px, height_px):
        # Averaging colours is sound, averaging a palette's numbers is not.
        averages = picture.mode in {"L", "LA", "RGB", "RGBA", "CMYK"}
        flat = (picture if averages else _flattened(picture)).reduce(halvings)
    flat = _flattened(flat)
    if turn is not None:
        flat = flat.transpose(turn)
        if turn in _SIDEWAYS:
            width_px, height_px = height_px, width_px
    pixels = np.asarray(flat, dtype=np.uint8)
    image = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR), dtype=np.uint8)
    return Picture(image, width_px, height_px)


def _flattened(picture: Pillow.Image) -> Pillow.Image:
    """The picture in 8-bit RGB: grey of 16 bits scaled down, see-through parts laid on white."""
    if picture.mode == "RGB":
        return picture
    if picture.mode.startswith("I"):
        grey = np.asarray(picture).astype(np.uint16) >> 8
        return Pillow.fromarray(grey.astype(np.uint8)).convert("RGB")
    if picture.has_transparency_data:
        layer = picture.convert("RGBA")
        ground = Pillow.new("RGB", layer.size, "white")
        ground.paste(layer, mask=layer.getchannel("A"))
        return ground
    return picture.convert("RGB")


def _orientation(picture: ImageFile) -> int:
    """The EXIF orientation, 1 to 8; 1 where there is none. XMP is left out, as in browsers."""
    exif = Pillow.Exif()
    try:
        exif.load(picture.info.get("exif", b""))
        return int(exif.get(ExifTags.Base.Orientation, 1))
    except Exception:  # a damaged EXIF block is no reason to refuse a sound picture
        return 1


_TURNS = {
    2: Pillow.Transpose.FLIP_LEFT_RIGHT,
    3: Pillow.Transpose.ROTATE_180,
    4: Pillow.Transpose.FLIP_TOP_BOTTOM,
    5: Pillow.Transpose.TRANSPOSE,
    6: Pillow.Transpose.ROTATE_270,
    7: Pillow.Transpose.TRANSVERSE,
    8: Pillow.Transpose.ROTATE_90,
}
_SIDEWAYS = {
    Pillow.Transpose.TRANSPOSE,
    Pillow.Transpose.ROTATE_270,
    Pillow.Transpose.TRANSVERSE,
    Pillow.Transpose.ROTATE_90,
}
