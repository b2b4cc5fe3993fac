"""What decode_picture reads, and that it reads it right."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import ExifTags, _imaging
from PIL import Image as Pillow

from vision.decode import OWN_DISK, UPLOAD, decode_picture, open_picture
from vision.frames import Box, Detection

RED_BGR = (0, 0, 255)
WHITE_BGR = (255, 255, 255)


def landscape() -> Pillow.Image:
    """A white picture of 60 x 40 pixels with a red top left quarter."""
    picture = Pillow.new("RGB", (60, 40), "white")
    picture.paste((255, 0, 0), (0, 0, 30, 20))
    return picture


def encoded(picture: Pillow.Image, kind: str, **options: object) -> bytes:
    target = io.BytesIO()
    picture.save(target, kind, **options)
    return target.getvalue()


def exif_with_orientation(orientation: int) -> bytes:
    exif = Pillow.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    return exif.tobytes()


def is_near(pixel: np.ndarray, wanted: tuple[int, int, int]) -> bool:
    return bool(np.abs(pixel.astype(int) - wanted).max() < 40)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_picture_becomes_blue_green_red_rows_and_columns(kind: str) -> None:
    picture = decode_picture(encoded(landscape(), kind))
    assert picture.image.shape == (40, 60, 3)
    assert picture.image.dtype == np.uint8
    assert (picture.width_px, picture.height_px) == (60, 40)
    assert is_near(picture.image[5, 5], RED_BGR)
    assert is_near(picture.image[35, 55], WHITE_BGR)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize(
    ("orientation", "turned_back"),
    [
        (2, Pillow.Transpose.FLIP_LEFT_RIGHT),
        (3, Pillow.Transpose.ROTATE_180),
        (4, Pillow.Transpose.FLIP_TOP_BOTTOM),
        (5, Pillow.Transpose.TRANSPOSE),
        (6, Pillow.Transpose.ROTATE_90),
        (7, Pillow.Transpose.TRANSVERSE),
        (8, Pillow.Transpose.ROTATE_270),
    ],
)
def test_the_rotation_that_exif_asks_for_is_applied(
    kind: str, orientation: int, turned_back: Pillow.Transpose
) -> None:
    lying = landscape().transpose(turned_back)
    payload = encoded(lying, kind, exif=exif_with_orientation(orientation))
    picture = decode_picture(payload)
    assert (picture.width_px, picture.height_px) == (60, 40)
    assert picture.image.shape == (40, 60, 3)
    assert is_near(picture.image[5, 5], RED_BGR)
    assert is_near(picture.image[5, 55], WHITE_BGR)
    assert is_near(picture.image[35, 5], WHITE_BGR)


@pytest.mark.filterwarnings("ignore::UserWarning:PIL")  # Pillow warns about the damaged block
@pytest.mark.parametrize("damage", [b"Exif\0\0", b"Exif\0\0II*\0\xff\xff\xff\xff", b"nonsense"])
def test_a_damaged_exif_block_does_not_spoil_a_sound_picture(damage: bytes) -> None:
    picture = decode_picture(encoded(landscape(), "JPEG", exif=damage))
    assert picture.image.shape == (40, 60, 3)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "I;16"])
def test_png_of_every_pixel_kind_becomes_eight_bit_colour(mode: str) -> None:
    if mode == "I;16":
        rows = np.full((40, 60), 40_000, dtype=np.uint16)
        rows[:20, :30] = 0
        source = Pillow.fromarray(rows)
    else:
        grey = Pillow.new("L", (60, 40), 156)
        grey.paste(0, (0, 0, 30, 20))
        source = grey.convert("RGB").convert(mode)
    picture = decode_picture(encoded(source, "PNG"))
    assert picture.image.shape == (40, 60, 3)
    assert is_near(picture.image[5, 5], (0, 0, 0))
    if mode != "1":  # black and white dithers its greys
        assert is_near(picture.image[35, 55], (156, 156, 156))


def test_a_cmyk_jpeg_keeps_its_colours() -> None:
    picture = decode_picture(encoded(landscape().convert("CMYK"), "JPEG"))
    assert is_near(picture.image[5, 5], RED_BGR)
    assert is_near(picture.image[35, 55], WHITE_BGR)


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_see_through_parts_are_laid_on_white(kind: str) -> None:
    clear = Pillow.new("RGBA", (60, 40), (0, 0, 0, 0))
    clear.paste((255, 0, 0, 255), (0, 0, 30, 20))
    picture = decode_picture(encoded(clear, kind))
    assert is_near(picture.image[5, 5], RED_BGR)
    assert is_near(picture.image[35, 55], WHITE_BGR)


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_large_picture_is_halved_for_work_and_boxes_are_told_in_full_pixels(kind: str) -> None:
    large = Pillow.new("RGB", (6000, 4000), "white")
    large.paste((255, 0, 0), (4800, 3200, 5400, 3600))
    payload = encoded(large, kind, exif=exif_with_orientation(6))
    picture = decode_picture(payload, limits=OWN_DISK)
    assert (picture.width_px, picture.height_px) == (4000, 6000)
    assert picture.image.shape[0] * picture.image.shape[1] <= OWN_DISK.working_pixels
    rows, columns = np.nonzero(picture.image[:, :, 0] < 128)
    seen = Detection(
        Box(float(columns.min()), float(rows.min()), columns.max() + 1.0, rows.max() + 1.0), 3, 0.9
    )
    (told,) = picture.in_full_pixels((seen,))
    wanted = (400, 4800, 800, 5400)
    corners = (told.box.x1_px, told.box.y1_px, told.box.x2_px, told.box.y2_px)
    assert corners == pytest.approx(wanted, abs=4)
    assert (told.face, told.confidence) == (3, 0.9)


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGBA", "I;16"])
def test_a_large_png_of_every_pixel_kind_is_halved_without_changing_its_colours(mode: str) -> None:
    if mode == "I;16":
        source = Pillow.fromarray(np.full((4100, 4000), 0xC8C8, dtype=np.uint16))
    else:
        source = Pillow.new("L", (4000, 4100), 255 if mode == "1" else 200).convert(mode)
    picture = decode_picture(encoded(source, "PNG", compress_level=1), limits=OWN_DISK)
    assert picture.image.shape == (2050, 2000, 3)
    assert is_near(picture.image[1000, 1000], WHITE_BGR if mode == "1" else (200, 200, 200))


def test_a_picture_of_ordinary_size_keeps_every_pixel() -> None:
    payload = encoded(Pillow.new("RGB", (4000, 3000), "white"), "JPEG")
    assert decode_picture(payload, limits=OWN_DISK).image.shape == (3000, 4000, 3)


def test_a_photograph_from_the_network_keeps_what_the_page_itself_would_send() -> None:
    assert UPLOAD.working_pixels == 2048 * 2048
    from_a_phone = decode_picture(encoded(Pillow.new("RGB", (4000, 3000), "white"), "JPEG"))
    assert (from_a_phone.width_px, from_a_phone.height_px) == (4000, 3000)
    assert from_a_phone.image.shape == (1500, 2000, 3)


def test_the_first_frame_of_a_moving_webp_is_read() -> None:
    second = Pillow.new("RGB", (60, 40), "blue")
    payload = encoded(landscape(), "WEBP", save_all=True, append_images=[second])
    assert is_near(decode_picture(payload).image[5, 5], RED_BGR)


def test_a_jpeg_with_a_second_picture_behind_it_is_read_as_the_first() -> None:
    payload = encoded(landscape(), "MPO", save_all=True, append_images=[landscape()])
    assert is_near(decode_picture(payload).image[5, 5], RED_BGR)


def test_a_file_on_the_own_disk_is_read(tmp_path: Path) -> None:
    path = tmp_path / "dice.png"
    path.write_bytes(encoded(landscape(), "PNG"))
    assert open_picture(path).width_px == 60


def test_the_memory_of_one_picture_is_used_again_for_the_next() -> None:
    photo = encoded(Pillow.new("RGB", (1280, 720), "teal"), "JPEG")
    decode_picture(photo)
    before = _imaging.get_stats()["reused_blocks"]
    decode_picture(photo)
    assert _imaging.get_stats()["reused_blocks"] > before
