"""Which program computes the network: OpenVINO where it is installed, else ONNX Runtime.

The environment variable DICESIGHT_RUNTIME names one of them instead.
"""

from __future__ import annotations

import importlib.util
import logging
import os
from pathlib import Path

from models.weights import WeightsError
from vision.detector import Detector, OnnxDetector

VARIABLE = "DICESIGHT_RUNTIME"
AUTO, OPENVINO, ONNXRUNTIME = "auto", "openvino", "onnxruntime"
RUNTIMES = (AUTO, OPENVINO, ONNXRUNTIME)

_log = logging.getLogger("dicesight.reader")


def openvino_installed() -> bool:
    """Whether the package of the extra ``fast`` is there."""
    return importlib.util.find_spec("openvino") is not None


def wanted_runtime(environment: dict[str, str] | None = None) -> str:
    """The runtime that the environment names, AUTO where it names none.

    Raises WeightsError ``runtime_unknown`` or, where it is not installed, ``runtime_missing``.
    """
    named = (os.environ if environment is None else environment).get(VARIABLE, "").strip().lower()
    if named not in ("", *RUNTIMES):
        raise WeightsError(
            "runtime_unknown",
            f"{VARIABLE} is {named!r}; it can be {', '.join(RUNTIMES[:-1])} or {RUNTIMES[-1]}.",
        )
    if named == OPENVINO and not openvino_installed():
        raise WeightsError(
            "runtime_missing",
            f"{VARIABLE} asks for OpenVINO, which is not installed: "
            "python -m pip install -e '.[fast]' -c constraints.txt",
        )
    return named or AUTO


def open_detector(
    weights: bytes, threads: int | None = None, runtime: str | None = None
) -> Detector:
    """The network of these bytes in ``runtime``, by default the one that `wanted_runtime` tells.

    With AUTO, ONNX Runtime takes over where OpenVINO fails. Raises what the runtime raises for
    bytes that are no network.
    """
    runtime = runtime or wanted_runtime()
    if runtime == OPENVINO or (runtime == AUTO and openvino_installed()):
        from vision.openvino_detector import OpenVinoDetector

        try:
            return OpenVinoDetector(weights, threads, _cache())
        except Exception as error:
            if runtime == OPENVINO:
                raise
            _log.warning("OpenVINO cannot be used (%s); ONNX Runtime reads instead.", error)
    return OnnxDetector(weights, threads)


def _cache() -> Path:
    import platformdirs

    return platformdirs.user_cache_path("dicesight", appauthor=False) / "openvino"
