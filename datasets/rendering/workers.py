"""How processes begin that render or draw many pictures."""

from __future__ import annotations

import os
import sys
import threading
import time

import cv2

from datasets.rendering.cores import take_core


def start() -> None:
    """End with the parent, and leave the other cores to the others."""
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    cv2.setNumThreads(1)


def start_quietly() -> None:
    """The same on a core of its own, and without Blender's chatter."""
    take_core()
    start()
    quiet = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)


def _end_with(parent: int) -> None:
    """A worker whose parent was killed would go on into a folder that somebody else has."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
