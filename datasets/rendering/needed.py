"""Saying at once which of the large packages is missing."""

from __future__ import annotations

import importlib.util


def needed(*packages: str) -> None:
    """Raise ModuleNotFoundError for the first of these packages that is not installed."""
    for package in packages:
        if importlib.util.find_spec(package) is None:
            raise ModuleNotFoundError(f"No module named '{package}'", name=package)
