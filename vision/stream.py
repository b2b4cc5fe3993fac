"""A camera on the network (rtsp://, http://, https://), opened with limits of time."""

from __future__ import annotations

import os
from urllib.parse import urlsplit

import cv2

from vision.camera import Capture, OpenedCapture
from vision.source import SourceError

OPEN_S = 2.8
"""Longest time to open a stream: a fault is said within three seconds."""

READ_S = 2.5
"""Longest time to wait for a frame."""

SCHEMES = ("rtsp", "rtsps", "http", "https")


def stream_name(address: str) -> str:
    """The address without its user and password, for screens and logs."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.hostname or ''}{f':{parts.port}' if parts.port else ''}"


def open_stream(address: str) -> Capture:
    """The stream at this address. Raises SourceError ``stream_unreachable``."""
    # Over TCP: lost UDP packets make grey smears, which a reader of dice cannot tell from dice.
    os.environ.setdefault("OPENCV_FFMPEG_CAPTURE_OPTIONS", "rtsp_transport;tcp")
    # What is wrong is said in our own words, once, and not at each try in those of a library.
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)
    opened = cv2.VideoCapture(
        address,
        cv2.CAP_FFMPEG,
        [
            cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
            round(OPEN_S * 1000),
            cv2.CAP_PROP_READ_TIMEOUT_MSEC,
            round(READ_S * 1000),
        ],
    )
    if not opened.isOpened():
        opened.release()
        raise SourceError(
            "stream_unreachable",
            f"No pictures come from {stream_name(address)}. Is the camera on, in this network, "
            "and are address, user and password right?",
        )
    return OpenedCapture(opened)
