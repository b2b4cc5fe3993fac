"""Which cameras there are at this computer, and whether they give a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing

from vision.sources import Source, SourceError, Webcam, open_source, webcams
from webapp.checks.finding import Finding, fault, good, note
from webapp.server_cameras import shown_name

ENOUGH_PX = 640


def check_cameras(
    wanted: Sequence[str] = (),
    list_webcams: Callable[[], Sequence[Webcam]] = webcams,
    open_camera: Callable[[str], Source] = open_source,
) -> list[Finding]:
    """Take a picture with each webcam, and with each of the ``wanted`` sources."""
    there = list_webcams()
    findings = []
    for one in there:
        name = f"Webcam {one.number} ({one.name})"
        sizes = ", ".join(f"{width} x {height}" for width, height in one.sizes)
        facts = {"number": one.number, "name": one.name, "sizes": list(one.sizes)}
        findings.append(_looked(name, str(one.number), open_camera, f": {sizes}", facts))
        if one.sizes and max(max(size) for size in one.sizes) < ENOUGH_PX:
            findings.append(
                note(
                    "camera_small",
                    f"{name} gives small pictures only.",
                    "Put it close above the dice, or use a phone.",
                    **facts,
                )
            )
    asked = {str(one.number) for one in there}
    findings += [
        _looked(shown_name(text), text, open_camera, "", {}) for text in wanted if text not in asked
    ]
    if not findings:
        findings.append(
            note(
                "camera_none",
                "No camera at this computer can be opened.",
                "None is needed: a phone can be the camera, and photographs and taps work too. If "
                "there is one, plug it in, close other programs that use it, and let your user "
                "use it (on Linux: the group video).",
            )
        )
    return findings


def _looked(
    name: str, text: str, open_camera: Callable[[str], Source], more: str, facts: dict[str, object]
) -> Finding:
    try:
        with closing(open_camera(text)) as source:
            frame = next(iter(source.frames()), None)
    except SourceError as error:
        return fault(error.code, f"{name}: {error.words}", "See above; then try again.", **facts)
    if frame is None:
        return fault("camera_empty", f"{name} gives no picture.", "Is it the right one?", **facts)
    height_px, width_px = frame.image.shape[:2]
    seen = {"width_px": width_px, "height_px": height_px}
    words = f"{name} gives a picture ({width_px} x {height_px}){more}."
    return good("camera", words, **facts, **seen)
