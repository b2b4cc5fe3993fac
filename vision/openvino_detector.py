"""The exported network in OpenVINO: the fastest of the runtimes, where it is installed.

It reads the same ONNX file. On processors that compute in bfloat16 or half precision it does so.
"""

from __future__ import annotations

import functools
import sys
from bisect import bisect_left
from pathlib import Path
from threading import Lock
from typing import Any

from vision.detector import Sightings, View, most_threads
from vision.frames import Image
from vision.frequent import Frequent
from vision.kept_network import keep_network, kept_network

SIDES_PX = (192, 256, 320, 384, 512, 640)
"""Sides of the canvas for views of up to 640 pixels; beyond, multiples of 128.

For every new pair of sides OpenVINO prepares the whole network anew: some 60 ms and 7 MB.
"""

OFTEN, MOST_FITTED = 8, 6
"""After how many looks a canvas of these sides gets a network of its own, and how many may."""

_BEYOND_PX = 128
_KEPT_PARTS = 1500
"""Prepared parts of the network that are kept, some 15 pairs of sides: bounds the memory."""

_CONVERTER = ("openvino.tools.ovc", "openvino_telemetry")


def fitting_side(side_px: int) -> int:
    """The side of the canvas for a side of a view."""
    if side_px > SIDES_PX[-1]:
        return -(-side_px // _BEYOND_PX) * _BEYOND_PX
    return SIDES_PX[bisect_left(SIDES_PX, side_px)]


class OpenVinoDetector:
    """The exported network in OpenVINO on the processor; the same file as for OnnxDetector.

    ``cache`` is a folder where the prepared network is kept, so that the next start is quick; None
    keeps none; ``from_cache`` tells whether it was found there. May be asked by several
    threads, of which one looks at a time.

    The network takes canvases of any sides, which costs it 1 ms a look and 3 ms where they differ
    from the look before. Those that come often get one that takes only theirs, made meanwhile.
    """

    def __init__(
        self, weights: bytes, threads: int | None = None, cache: Path | None = None
    ) -> None:
        openvino = quiet_openvino()
        core = openvino.Core()
        settings: dict[str, object] = {
            "PERFORMANCE_HINT": "LATENCY",
            "NUM_STREAMS": 1,
            "INFERENCE_NUM_THREADS": threads or most_threads(),
            # Bound to a processor each, threads would wait for whatever else runs there.
            "ENABLE_CPU_PINNING": False,
            "CPU_RUNTIME_CACHE_CAPACITY": _KEPT_PARTS,
        }
        model = functools.cache(lambda: _readied(openvino, core, weights))

        def fitted(sides: tuple[int, int]) -> Any:
            fixed = model().clone()
            fixed.reshape([1, *sides, 3])
            return core.compile_model(fixed, "CPU", settings).create_infer_request()

        def prepared(kept: bytes) -> Any:
            return core.import_model(kept, "CPU", settings)

        compiled = None if cache is None else kept_network(cache, weights, prepared)
        self.from_cache = compiled is not None
        if compiled is None:
            compiled = core.compile_model(model(), "CPU", settings)
            if cache is not None:
                keep_network(cache, weights, compiled.export_model().getvalue())
        self._request = compiled.create_infer_request()
        self.fitted = Frequent(fitted, OFTEN, MOST_FITTED)
        self._one_at_a_time = Lock()
        self.runtime = f"OpenVINO {openvino.__version__.split('-')[0]}"

    def look(self, image: Image, scale: float = 1.0) -> Sightings:
        """Sightings in pixels of ``image``, seen with the picture enlarged by ``scale``."""
        view = View.of(image, scale, fitting_side)
        request = self.fitted.get(view.canvas.shape[:2]) or self._request
        with self._one_at_a_time:
            output = request.infer({0: view.canvas[None]})[0][0]
        return view.sightings(output)


def _readied(openvino: Any, core: Any, weights: bytes) -> Any:
    """The network, which first makes of a picture as it is in memory what it was trained on."""
    steps = openvino.preprocess.PrePostProcessor(core.read_model(weights, b""))
    given = steps.input()
    given.tensor().set_element_type(openvino.Type.u8).set_layout(openvino.Layout("NHWC"))
    given.tensor().set_color_format(openvino.preprocess.ColorFormat.BGR)
    given.tensor().set_shape([1, -1, -1, 3])
    given.model().set_layout(openvino.Layout("NCHW"))
    wanted = given.preprocess().convert_element_type(openvino.Type.f32)
    wanted.convert_color(openvino.preprocess.ColorFormat.RGB).scale(255.0)
    return steps.build()


def quiet_openvino() -> Any:
    """The module ``openvino``, imported so that it tells nobody of it.

    Its converter of models, which nothing here needs, reports each import to a service on the
    internet unless the user has forbidden that. Without the converter nothing is sent, and the
    import takes half the time.
    """
    hidden = [name for name in _CONVERTER if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]
    try:
        import openvino
        import openvino.preprocess
    finally:
        for name in hidden:
            sys.modules.pop(name, None)
    return openvino
