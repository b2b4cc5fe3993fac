"""Keeps ultralytics from installing packages, phoning home and writing to the home folder."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile


def keep_offline() -> None:
    """Set what ultralytics reads at import; call before importing it."""
    os.environ["YOLO_OFFLINE"] = "true"
    os.environ["YOLO_AUTOINSTALL"] = "false"
    os.environ.setdefault("YOLO_VERBOSE", "false")
    if "YOLO_CONFIG_DIR" not in os.environ:
        folder = tempfile.mkdtemp(prefix="dicesight-yolo-")
        os.environ["YOLO_CONFIG_DIR"] = folder
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
