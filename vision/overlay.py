"""Drawing what was read onto the picture: a box around every die and its value on a tag."""

from __future__ import annotations

from collections.abc import Iterable

import cv2

from vision.frames import Detection, Image

_LINE_BGR = (60, 210, 255)
_EDGE_BGR = (30, 20, 10)
_FONT = cv2.FONT_HERSHEY_DUPLEX


def draw_overlay(image: Image, detections: Iterable[Detection]) -> Image:
    """A copy of ``image`` with each detection's box and value drawn on it.

    The boxes are in pixels of ``image``. Lines and figures grow with the picture and with the
    die, so that they can be read on a thumbnail and on a 48-megapixel photograph.
    """
    drawn = image.copy()
    line_px = max(1, round(min(image.shape[:2]) / 300))
    # Doubtful dice first, so that the tag of a sure one lies on top where they crowd.
    for found in sorted(detections, key=lambda detection: detection.confidence):
        _draw_box(drawn, found, line_px)
        _draw_tag(drawn, found, line_px)
    return drawn


def _draw_box(drawn: Image, found: Detection, line_px: int) -> None:
    corner = round(found.box.x1_px), round(found.box.y1_px)
    opposite = round(found.box.x2_px), round(found.box.y2_px)
    # A dark edge under the bright line keeps it visible on white dice and on dark tables.
    cv2.rectangle(drawn, corner, opposite, _EDGE_BGR, 3 * line_px)
    cv2.rectangle(drawn, corner, opposite, _LINE_BGR, line_px)


def _draw_tag(drawn: Image, found: Detection, line_px: int) -> None:
    """Write the value on a filled tag above the box, or inside it where the picture ends."""
    rows, columns = drawn.shape[:2]
    smallest_px = max(11.0, min(rows, columns) / 36)
    tag_px = round(max(smallest_px, min(0.32 * found.box.height_px, 3 * smallest_px)))
    left = min(max(0, round(found.box.x1_px)), max(0, columns - tag_px))
    top = round(found.box.y1_px) - tag_px
    if top < 0:
        top = max(0, round(found.box.y1_px))
    cv2.rectangle(drawn, (left, top), (left + tag_px, top + tag_px), _EDGE_BGR, 2 * line_px)
    cv2.rectangle(drawn, (left, top), (left + tag_px, top + tag_px), _LINE_BGR, cv2.FILLED)
    stroke_px = max(1, tag_px // 10)
    scale = cv2.getFontScaleFromHeight(_FONT, round(0.62 * tag_px), stroke_px)
    (width_px, height_px), _ = cv2.getTextSize(str(found.face), _FONT, scale, stroke_px)
    origin = left + (tag_px - width_px) // 2, top + (tag_px + height_px) // 2
    cv2.putText(
        drawn, str(found.face), origin, _FONT, scale, _EDGE_BGR, stroke_px, lineType=cv2.LINE_AA
    )
