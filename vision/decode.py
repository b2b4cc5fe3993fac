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
from PIL import ExifTags, _imaging
from PIL import Image as Pillow
from PIL.ImageFile import ImageFile
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.WebPImagePlugin import WebPImageFile

from vision.frames import Box, Detection, Image

PIXEL_LIMIT = 60_000_000
"""Most pixels a picture may have; the common large phone sensors have 48 or 50 million."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one picture may cost: the size of its file, and numbers of pixels.

    ``reduced_pixels``: most pixels of a JPEG that is reduced while it is decoded;
    ``whole_pixels``: of a PNG, or of a JPEG in several scans, of which the decoder keeps every
    coefficient (6 bytes a pixel); ``webp_pixels``: of a WebP, whose decoder keeps three copies (16
    bytes a pixel). A picture with more than ``working_pixels`` is halved until it has fewer.
    """

    payload_bytes: int
    reduced_pixels: int
    whole_pixels: int
    webp_pixels: int
    working_pixels: int


UPLOAD = Limits(32 * 2**20, PIXEL_LIMIT, 13_000_000, 2048 * 2048, 2048 * 2048)
"""For pictures from the network, so that none costs a server 100 MB. A phone's 48 megapixels as
JPEG have 10 to 25 MB; the page itself sends at most 2048 by 2048 pixels."""

OWN_DISK = Limits(256 * 2**20, PIXEL_LIMIT, PIXEL_LIMIT, PIXEL_LIMIT, 16_000_000)
"""For files that their owner wants read; a lossless 48-megapixel PNG has up to 150 MB."""

_STRIP_ROWS = 64

# Pillow gives the memory of each picture back to the system, which has to clear new pages for the
# next one: that takes as long as decoding it. One block that is kept, of at most 16 MB, spares it.
_imaging.set_blocks_max(1)


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


def decode_picture(payload: bytes, *, limits: Limits = UPLOAD) -> Picture:
    """Decode a JPEG, PNG or WebP picture of unknown origin.

    Raises PictureError with the code ``picture_empty``, ``picture_too_large``,
    ``picture_too_many_pixels``, ``picture_truncated``, ``picture_not_readable``, ``picture_heic``
    or ``picture_unsupported``. Nothing of the size of the picture is allocated before its header
    has been read and found small enough.
    """
    if not payload:
        raise PictureError("picture_empty", "The file is empty. Please send the photograph again.")
    if len(payload) > limits.payload_bytes:
        raise _too_large(limits.payload_bytes)
    opener = _opener(payload)
    try:
        picture = opener(io.BytesIO(payload))
        width_px, height_px = picture.size
        most = _most_pixels(picture, payload, limits)
        if width_px * height_px > most:
            raise _too_many_pixels(f"{width_px} by {height_px} pixels", most, limits)
        return _upright(picture, limits.working_pixels)
    except PictureError:
        raise
    except Pillow.DecompressionBombError as error:
        most = limits.reduced_pixels
        raise _too_many_pixels("far too many pixels", most, limits) from error
    except Exception as error:  # decoders raise whatever a damaged file makes them trip over
        raise PictureError(
            "picture_truncated",
            "The picture is damaged or was cut short on its way. Please send it again.",
        ) from error


def open_picture(path: Path) -> Picture:
    """Decode a picture on the own disk; raises PictureError like decode_picture, or OSError."""
    if path.stat().st_size > OWN_DISK.payload_bytes:
        raise _too_large(OWN_DISK.payload_bytes)
    return decode_picture(path.read_bytes(), limits=OWN_DISK)


def _too_large(limit_bytes: int) -> PictureError:
    return PictureError(
        "picture_too_large",
        f"The file is larger than {limit_bytes // 2**20} MB. Please send a smaller photograph.",
    )


def _too_many_pixels(size: str, most: int, limits: Limits) -> PictureError:
    words = f"The picture has {size}; at most {_megapixels(most)} megapixels can be read."
    if most < limits.reduced_pixels:
        words = (
            f"The picture has {size}; of this kind at most {_megapixels(most)} megapixels can be "
            f"read. As an ordinary JPEG it may have {_megapixels(limits.reduced_pixels)}."
        )
    return PictureError("picture_too_many_pixels", words)


def _megapixels(pixels: int) -> int:
    return pixels // 1_000_000


def _most_pixels(picture: ImageFile, payload: bytes, limits: Limits) -> int:
    if isinstance(picture, WebPImageFile):
        return limits.webp_pixels
    if isinstance(picture, JpegImageFile) and not _in_several_scans(picture, payload):
        return limits.reduced_pixels
    return limits.whole_pixels


def _in_several_scans(picture: JpegImageFile, payload: bytes) -> bool:
    """Whether the decoder must hold the whole picture's coefficients, whatever the reduction."""
    assert picture.fp is not None
    first_scan = picture.fp.tell()
    next_scan = payload.find(b"\xff\xda", first_scan)
    end = payload.find(b"\xff\xd9", first_scan)
    # What follows the end is another picture, such as the depth map that a phone appends.
    more = next_scan >= 0 and (end < 0 or next_scan < end)
    return more or "progressive" in picture.info


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


def _upright(picture: ImageFile, working_pixels: int) -> Picture:
    """Decode, reduce, flatten to 8-bit colour and rotate; the order keeps the memory small."""
    width_px, height_px = picture.size
    halvings = 1
    while width_px * height_px / halvings**2 > working_pixels:
        halvings *= 2
    # JPEG reduces while it decodes, so that the full picture never exists; others do it after.
    picture.draft(None, (width_px // halvings, height_px // halvings))
    picture.load()
    turn = _TURNS.get(_orientation(picture))
    flat: Pillow.Image = picture
    if halvings > 1 and picture.size == (width_px, height_px):
        flat = _reduced(picture, halvings)
    flat = _flattened(flat)
    if turn is not None:
        flat = flat.transpose(turn)
        if turn in _SIDEWAYS:
            width_px, height_px = height_px, width_px
    pixels = np.asarray(flat, dtype=np.uint8)
    image = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR), dtype=np.uint8)
    return Picture(image, width_px, height_px)


def _reduced(picture: Pillow.Image, halvings: int) -> Pillow.Image:
    """The picture in 8-bit RGB, made smaller strip by strip: a flattened whole would double it."""
    width_px, height_px = picture.size
    small = Pillow.new("RGB", (-(-width_px // halvings), -(-height_px // halvings)))
    rows = _STRIP_ROWS * halvings
    for top in range(0, height_px, rows):
        strip = picture.crop((0, top, width_px, min(top + rows, height_px)))
        small.paste(_flattened(strip).reduce(halvings), (0, top // halvings))
    return small


def _flattened(picture: Pillow.Image) -> Pillow.Image:
    """The picture in 8-bit RGB: grey of 16 bits scaled down, see-through parts laid on white."""
    if picture.mode == "RGB":
        return picture
    if picture.mode.startswith("I"):
        grey = np.right_shift(np.asarray(picture), 8).astype(np.uint8)
        return Pillow.fromarray(grey).convert("RGB")
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
