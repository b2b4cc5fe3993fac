"""Whether the network in use is the right file, reads dice, and how fast."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path

from models.in_use import Garage
from models.weights import WeightsError, open_reader
from vision.decode import decode_picture
from webapp.checks.finding import Finding, fault, good, note
from webapp.reading import Reader

PICTURE = Path(__file__).with_name("dice.jpg")
"""A picture that `dicesight render` made, with six dice that are easy to read."""

FACES = [2, 4, 5, 5, 5, 6]

SLOW_S = 2.0
"""So long a player waits for a photograph without wondering."""

_TIMES = 3


def check_reader(
    data_dir: Path,
    open_network: Callable[[Path | None], Reader] = open_reader,
    clock: Callable[[], float] = time.perf_counter,
) -> list[Finding]:
    """Open the network, check its SHA-256, read the picture that comes along, and time that."""
    try:
        network = Garage.of(data_dir).path
        reader = open_network(network)
    except WeightsError as error:
        advice = "Install Dicesight again, or go back to another network: dicesight promote --back"
        return [fault(error.code, error.words, advice)]
    except ImportError as error:
        return [
            fault(
                "reader_not_installed",
                f"ONNX Runtime cannot be used ({error}).",
                "Install Dicesight again (make play). Until then dice are tapped in by hand.",
            )
        ]
    name = network.name if network else "shipped"
    image = decode_picture(PICTURE.read_bytes()).image
    faces = sorted(die.face for die in reader.read(image))
    if faces != FACES:
        read = " ".join(map(str, faces)) or "no dice"
        return [
            fault(
                "reader_wrong",
                f"The network ({name}) reads {read} in the check picture, which shows "
                f"{' '.join(map(str, FACES))}.",
                "Go back to the network before: dicesight promote --back"
                if network
                else "Install Dicesight again. If it stays so, please report it with this line.",
                network=name,
                faces=faces,
            )
        ]
    taken_s = []
    for _ in range(_TIMES):
        began_s = clock()
        reader.read(image)
        taken_s.append(clock() - began_s)
    median_s = statistics.median(taken_s)
    runtime = str(getattr(reader, "runtime", ""))
    facts = {"network": name, "runtime": runtime, "picture_ms": round(median_s * 1000)}
    words = f"The network ({name}) is unaltered and reads the check picture right"
    if runtime:
        words += f", computed by {runtime}"
    findings = [good("reader", f"{words}.", **facts)]
    if median_s > SLOW_S:
        findings.append(
            note(
                "reader_slow",
                f"A picture takes {median_s:.1f} s: the live camera will lag.",
                "End other programs, or run Dicesight on a faster computer. Photographs and taps "
                "work as they are.",
                **facts,
            )
        )
    else:
        findings.append(good("reader_speed", f"A picture takes {median_s * 1000:.0f} ms.", **facts))
    return findings
