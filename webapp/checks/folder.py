"""Whether the data folder can be written to, and has room."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from webapp.checks.finding import Finding, fault, good, note

LITTLE_MB = 500
TOO_LITTLE_MB = 50


def check_folder(data_dir: Path) -> list[Finding]:
    """Write a file into the folder (or, before the first start, where it will be) and remove it."""
    place = data_dir
    while not place.exists() and place != place.parent:
        place = place.parent
    if not place.is_dir():
        return [
            fault(
                "folder_no_folder",
                f"{place} is a file, so the scores cannot be kept in {data_dir}.",
                "Name another folder with --data-dir.",
            )
        ]
    try:
        with tempfile.NamedTemporaryFile(dir=place, prefix=".dicesight-doctor-") as file:
            file.write(b"dice")
            file.flush()
    except OSError as error:
        return [
            fault(
                "folder_not_writable",
                f"Nothing can be written into {place} ({error.strerror}).",
                "Make it yours, free some space, or name another folder with --data-dir.",
            )
        ]
    free_mb = shutil.disk_usage(place).free // 1_000_000
    size = f"{free_mb / 1000:,.1f} GB free"
    if free_mb < TOO_LITTLE_MB:
        return [
            fault(
                "folder_full",
                f"The disk of {data_dir} is full ({free_mb} MB free).",
                "Free some space: without any, no more points are taken.",
                free_mb=free_mb,
            )
        ]
    if free_mb < LITTLE_MB:
        advice = "Free some space before long."
        return [note("folder_little", f"{data_dir}: only {free_mb} MB free.", advice)]
    state = "can be written" if data_dir.exists() else "will be made at the first start"
    return [good("folder", f"{data_dir}: {state}, {size}.", free_mb=free_mb)]
