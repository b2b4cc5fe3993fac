"""The shipped network: where it lies, whether it is unaltered, and a reader that uses it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from vision.reader import DiceReader

SHIPPED = Path(__file__).with_name("reader.onnx")


class WeightsError(RuntimeError):
    """The network cannot be used; ``code`` is stable, ``words`` say what to do."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code
        self.words = words


@dataclass(frozen=True, slots=True)
class Weights:
    """The bytes of an ONNX network and their SHA-256 in hexadecimal."""

    path: Path
    payload: bytes
    sha256: str


def load_weights(path: Path | None = None) -> Weights:
    """The network at ``path`` (default: the shipped one), checked against the record beside it.

    The record is a JSON file of the same name with ``sha256``; a network of one's own needs none.
    Raises WeightsError ``weights_missing`` or ``weights_altered``.
    """
    path = path or SHIPPED
    try:
        payload = path.read_bytes()
    except OSError:
        raise WeightsError(
            "weights_missing", f"The reader's network is missing: there is no file {path.name}."
        ) from None
    digest = hashlib.sha256(payload).hexdigest()
    record = path.with_suffix(".json")
    if record.is_file():
        expected = json.loads(record.read_text(encoding="utf-8")).get("sha256")
        if expected != digest:
            raise WeightsError(
                "weights_altered",
                f"{path.name} is not the file that was shipped (its checksum differs). "
                "Install Dicesight again, or name your own network with --weights.",
            )
    elif path == SHIPPED:
        raise WeightsError(
            "weights_altered", f"The record {record.name} of the network is missing."
        )
    return Weights(path, payload, digest)


def open_reader(
    path: Path | None = None, *, threads: int | None = None, runtime: str | None = None
) -> DiceReader:
    """A reader of still pictures with the network at ``path`` (default: the shipped one).

    ``runtime``: one of `models.runtimes.RUNTIMES`, default as DICESIGHT_RUNTIME says. Needs no
    torch. Raises WeightsError as `load_weights`, ``weights_broken`` when the file is no network
    that can be run, and ``runtime_unknown`` or ``runtime_missing``.
    """
    from models.runtimes import open_detector, wanted_runtime

    weights = load_weights(path)
    runtime = runtime or wanted_runtime()
    try:
        detector = open_detector(weights.payload, threads, runtime)
    except Exception as error:  # the runtimes have no error class of their own to name
        raise WeightsError(
            "weights_broken", f"{weights.path.name} is not a network that can be run ({error})."
        ) from None
    return DiceReader(detector, weights.sha256)
