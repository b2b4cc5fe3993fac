"""A core of its own for each rendering process.

The denoiser takes all cores it can get, so that processes would get into each other's way. A lock
file for each core says which are taken, also by another run; the system lets go of it when its
process ends, however that happens.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def take_core(folder: Path | None = None) -> int | None:
    """Keep this process to a free core until it ends; returns it, None where there is none.

    ``folder`` holds the lock files, by default the system's for temporary files. Where the system
    knows no such thing (macOS, Windows) nothing happens.
    """
    if not hasattr(os, "sched_setaffinity"):
        return None
    import fcntl

    home = folder or Path(tempfile.gettempdir())
    for core in sorted(os.sched_getaffinity(0)):
        lock = home / f"dicesight-{os.getuid()}-core-{core}.lock"
        try:
            handle = os.open(lock, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW, 0o600)
        except OSError:
            return None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            continue
        os.sched_setaffinity(0, {core})
        return core
    return None
