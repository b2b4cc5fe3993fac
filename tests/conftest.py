"""What tests of several rooms need."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A slow or busy machine is no fault of the code. Where a gate runs, it draws the same cases always.
settings.register_profile(
    "house",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("house")

ROOT = Path(__file__).parents[1]

# The same runtime wherever the tests run, and none that keeps files in the user's cache folder.
# What is particular to OpenVINO is tested where it is asked for.
os.environ["DICESIGHT_RUNTIME"] = "onnxruntime"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Playwright leaves an event loop running and its greenlets confuse ast.parse: browsers last.
    items.sort(key=lambda item: "e2e" in item.path.parts)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with the photographs of real dice, which may not be committed; skips without."""
    folder = Path(os.environ.get("DICESIGHT_SHARED") or ROOT.parent / "shared")
    if not (folder / "data").is_dir():
        pytest.skip(f"the photographs of real dice are not here: there is no folder {folder}/data")
    return folder
