"""What decode_picture refuses: with a stable code, words for the sender, and little memory."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pillow

from vision.decode import (
    OWN_DISK,
    UPLOAD,
    PictureError,
    decode_picture,
    open_picture,
)


def encoded(kind: str, picture: Pillow.Image | None = None, **options: object) -> bytes:
    if picture is None:
        noise = np.random.default_rng(1).integers(0, 255, (40, 60, 3), dtype=np.uint8)
        picture = Pillow.fromarray(noise).resize((240, 160))
    target = io.BytesIO()
    picture.save(target, kind, **options)
    return target.getvalue()


def png_of_zeros(width_px: int, height_px: int) -> bytes:
    """A valid black-and-white PNG; 30,000 x 20,000 pixels pack into about 70 kB."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        crc = struct.pack(">I", zlib.crc32(kind + body))
        return struct.pack(">I", len(body)) + kind + body + crc

    header = struct.pack(">IIBBBBB", width_px, height_px, 1, 0, 0, 0, 0)
    squeezer = zlib.compressobj(9)
    row = bytes(1 + (width_px + 7) // 8)
    body = b"".join(squeezer.compress(row) for _ in range(height_px)) + squeezer.flush()
    start = b"\x89PNG\r\n\x1a\n"
    return start + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def refusal(payload: bytes) -> PictureError:
    with pytest.raises(PictureError) as caught:
        decode_picture(payload)
    assert caught.value.words.endswith(".")
    return caught.value


def test_an_empty_file_is_said_to_be_empty() -> None:
    assert refusal(b"").code == "picture_empty"


@pytest.mark.parametrize("payload", [b"hello", b"\0" * 1000, b"<html></html>", b"\xff\xd8"])
def test_something_else_is_said_to_be_no_picture(payload: bytes) -> None:
    assert refusal(payload).code == "picture_not_readable"


def test_a_file_of_forty_megabytes_is_too_large() -> None:
    error = refusal(b"\xff\xd8\xff" + bytes(40_000_000))
    assert error.code == "picture_too_large"
    assert f"{UPLOAD.payload_bytes // 2**20} MB" in error.words


def test_a_huge_file_on_the_disk_is_refused_without_reading_it(tmp_path: Path) -> None:
    path = tmp_path / "huge.jpg"
    with path.open("wb") as file:
        file.truncate(OWN_DISK.payload_bytes + 1)
    with pytest.raises(PictureError) as caught:
        open_picture(path)
    assert caught.value.code == "picture_too_large"


@pytest.mark.parametrize(
    ("brand", "code", "word"),
    [
        (b"heic", "picture_heic", "Most Compatible"),
        (b"mif1", "picture_heic", "JPEG"),
        (b"avif", "picture_unsupported", "AVIF"),
        (b"mp42", "picture_unsupported", "video"),
    ],
)
def test_heic_avif_and_video_are_told_apart(brand: bytes, code: str, word: str) -> None:
    error = refusal(b"\0\0\0\x18ftyp" + brand + b"\0\0\0\0" + brand + b"miaf" + bytes(500))
    assert error.code == code
    assert word in error.words


def test_an_avif_picture_that_calls_itself_heif_first_is_avif() -> None:
    payload = b"\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf" + bytes(100)
    assert "AVIF" in refusal(payload).words


@pytest.mark.parametrize("kind", ["GIF", "BMP", "TIFF"])
def test_other_picture_kinds_are_refused_by_name(kind: str) -> None:
    error = refusal(encoded(kind))
    assert error.code == "picture_unsupported"
    assert kind in error.words


@pytest.mark.parametrize("progressive", [False, True])
@pytest.mark.parametrize("share", [0.01, 0.3, 0.9, 0.999])
def test_a_truncated_jpeg_is_never_read_as_half_a_picture(progressive: bool, share: float) -> None:
    payload = encoded("JPEG", progressive=progressive)
    assert refusal(payload[: max(4, int(len(payload) * share))]).code == "picture_truncated"


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
def test_a_truncated_png_or_webp_is_said_to_be_cut_short(kind: str, share: float) -> None:
    payload = encoded(kind)
    assert refusal(payload[: int(len(payload) * share)]).code == "picture_truncated"


def test_a_png_of_600_megapixels_in_70_kilobytes_is_refused_by_its_size() -> None:
    error = refusal(png_of_zeros(30_000, 20_000))
    assert error.code == "picture_too_many_pixels"
    assert "30000 by 20000" in error.words


def test_a_webp_of_34_bytes_that_unfolds_to_169_megapixels_is_refused() -> None:
    payload = bytes.fromhex("524946461a000000574542505650384c0e0000002fc7f2b10c071011fd0f4444ff03")
    assert refusal(payload).code == "picture_too_many_pixels"


def test_a_webp_of_256_megapixels_is_refused_before_its_canvas_is_made() -> None:
    # A lossless WebP names its size in the first bytes; the rest never needs to be there.
    body = b"\x2f" + struct.pack("<I", 15_999 | 15_999 << 14) + bytes(20)
    riff = b"WEBPVP8L" + struct.pack("<I", len(body)) + body + b"\0"
    payload = b"RIFF" + struct.pack("<I", len(riff)) + riff
    assert refusal(payload).code == "picture_too_many_pixels"


_PEAK = """
import re, sys
def peak():  # of this program alone: getrusage would begin with the peak of the one that started it
    return int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
"""

_MEASURE = (
    _PEAK
    + """
from vision.decode import PictureError, decode_picture
payloads = [open(path, "rb").read() for path in sys.argv[1:]]
before = peak()
for payload in payloads:
    try:
        decode_picture(payload)
    except PictureError:
        continue
    sys.exit("a bad picture was read")
print(peak() - before)
"""
)


@pytest.mark.skipif(sys.platform != "linux", reason="reads the peak of memory from /proc")
def test_refusing_bad_pictures_takes_less_than_100_megabytes(tmp_path: Path) -> None:
    whole = encoded("JPEG")
    bad = [png_of_zeros(30_000, 20_000), bytes(40_000_000), whole[:-100], encoded("PNG")[:500]]
    paths = []
    for number, payload in enumerate(bad):
        paths.append(tmp_path / f"bad{number}")
        paths[-1].write_bytes(payload)
    root = Path(__file__).parents[2]
    told = subprocess.run(
        [sys.executable, "-c", _MEASURE, *map(str, paths)],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(told.stdout) < 100_000


def in_one_scan_per_colour(picture: Pillow.Image) -> bytes:
    """A JPEG that is not progressive and yet has three scans, as its header and data tell."""
    payload = encoded("JPEG", picture)
    start = payload.rindex(b"\xff\xda")
    return payload[: payload.rindex(b"\xff\xd9")] + payload[start:]


@pytest.mark.parametrize(
    ("kind", "size"), [("PNG", (8000, 2000)), ("WEBP", (4000, 3000)), ("JPEG", (8000, 2000))]
)
def test_from_the_network_a_kind_that_cannot_be_reduced_may_have_fewer_pixels(
    kind: str, size: tuple[int, int]
) -> None:
    options = {"JPEG": {"progressive": True}, "WEBP": {"lossless": True}}.get(kind, {})
    payload = encoded(kind, Pillow.new("RGB", size), **options)
    error = refusal(payload)
    assert error.code == "picture_too_many_pixels"
    assert "As an ordinary JPEG it may have 60." in error.words
    assert decode_picture(payload, limits=OWN_DISK).width_px == size[0]


def test_scans_that_a_jpeg_repeats_count_like_a_progressive_one() -> None:
    payload = in_one_scan_per_colour(Pillow.new("RGB", (8000, 2000)))
    assert refusal(payload).code == "picture_too_many_pixels"


def costly(kind: str) -> bytes:
    """The dearest picture of a kind that is still taken from the network."""
    if kind == "JPEG":
        return encoded(kind, Pillow.new("RGB", (8000, 6000)))
    if kind == "progressive JPEG":
        return encoded("JPEG", Pillow.new("RGB", (4032, 3024)), progressive=True, subsampling=0)
    if kind == "WEBP":
        return encoded(kind, Pillow.new("RGBA", (2048, 2048), "green"), lossless=True)
    mode = kind.removeprefix("PNG ")
    if mode == "I;16":
        grey = np.full((3024, 4032), 0xC8C8, dtype=np.uint16)
        return encoded("PNG", Pillow.fromarray(grey), compress_level=1)
    return encoded("PNG", Pillow.new(mode, (4032, 3024)), compress_level=1)


_MEASURE_ONE = (
    _PEAK
    + """
from pathlib import Path
from vision.decode import decode_picture
decode_picture(Path(sys.argv[2]).read_bytes())
payload = Path(sys.argv[1]).read_bytes()
before = peak()
decode_picture(payload)
print(peak() - before)
"""
)


@pytest.mark.skipif(sys.platform != "linux", reason="reads the peak of memory from /proc")
@pytest.mark.parametrize(
    "kind",
    ["JPEG", "progressive JPEG", "WEBP", "PNG RGB", "PNG RGBA", "PNG LA", "PNG P", "PNG I;16"],
)
def test_the_largest_picture_taken_from_the_network_costs_less_than_100_megabytes(
    kind: str, tmp_path: Path
) -> None:
    (tmp_path / "large").write_bytes(costly(kind))
    (tmp_path / "small").write_bytes(encoded("JPEG"))
    told = subprocess.run(
        [sys.executable, "-c", _MEASURE_ONE, str(tmp_path / "large"), str(tmp_path / "small")],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(told.stdout) < 100_000


@given(st.binary(max_size=200), st.sampled_from(["JPEG", "PNG", "WEBP", "nothing"]))
def test_no_bytes_whatever_raise_anything_but_a_picture_error(tail: bytes, kind: str) -> None:
    starts = {
        "JPEG": b"\xff\xd8\xff\xe1",
        "PNG": b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR",
        "WEBP": b"RIFF\x40\0\0\0WEBPVP8 ",
        "nothing": b"",
    }
    with pytest.raises(PictureError):
        decode_picture(starts[kind] + tail)


_WHOLE = encoded("JPEG")


@pytest.mark.filterwarnings("ignore::UserWarning:PIL")  # Pillow warns about damaged headers
@given(st.integers(0, len(_WHOLE) - 1), st.integers(0, 255))
def test_a_jpeg_with_one_wrong_byte_is_read_or_refused_clearly(at: int, value: int) -> None:
    damaged = bytearray(_WHOLE)
    damaged[at] = value
    try:
        picture = decode_picture(bytes(damaged))
    except PictureError:
        return
    assert picture.image.ndim == 3
