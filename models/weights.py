"""The shipped network: where it lies, whether it is unaltered, and a reader that uses it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from models.calibration_file import calibration_of
from vision.certainty import USUAL, Calibration
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
    """The bytes of an ONNX network, their SHA-256 in hexadecimal, and its calibration."""

    path: Path
    payload: bytes
    sha256: str
    calibration: Calibration = USUAL


def load_weights(path: Path | None = None) -> Weights:
    """The network at ``path`` (default: the shipped one), checked against the record beside it.

    The record is a JSON file of the same name with ``sha256`` and, once `dicesight calibrate` has
    written it, ``calibration`` (else that of the shipped network); a network of one's own needs
    none. Raises WeightsError ``weights_missing``, ``weights_altered`` or ``record_damaged``.
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
    own: Calibration | None = None
    if record.is_file():
        try:
            told = json.loads(record.read_text(encoding="utf-8"))
            expected, own = told.get("sha256"), calibration_of(told)
        except (ValueError, AttributeError) as error:
            words = f"The record {record.name} of the network is damaged ({error})."
            raise WeightsError("record_damaged", words) from None
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
    return Weights(path, payload, digest, own or _shipped_calibration())


def _shipped_calibration() -> Calibration:
    """For networks that were not calibrated themselves; where it cannot be read, the usual one."""
    try:
        record = json.loads(SHIPPED.with_suffix(".json").read_text(encoding="utf-8"))
        return calibration_of(record) or USUAL
    except (OSError, ValueError, AttributeError):
        return USUAL


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
    return DiceReader(detector, weights.sha256, weights.calibration)
