"""Which packages are there that are installed apart, and what is lost without them."""

from __future__ import annotations

import importlib.util
import platform
import sys
from importlib import metadata

from webapp.checks.finding import Finding, good, note

EXTRAS = (
    ("fast", ("openvino",), "faster reading on many processors", "'.[fast]' -c constraints.txt"),
    ("solve", ("numba",), "fast tables of chances to win", "'.[solve]' -c constraints.txt"),
    ("postgres", ("psycopg",), "games in PostgreSQL", "'.[postgres]' -c constraints.txt"),
    ("training", ("torch", "ultralytics", "onnx"), "training the reader", ""),
    ("rendering", ("bpy", "mujoco"), "rendering pictures with Blender", ""),
)
"""Name, packages, what for, and how pip installs them ("": by ``make`` of that name)."""


def check_program() -> list[Finding]:
    """The versions, for a report of a fault."""
    try:
        version = metadata.version("dicesight")
    except metadata.PackageNotFoundError:
        version = "not installed (run from its folder)"
    python = platform.python_version()
    words = f"Dicesight {version}, Python {python}, {platform.platform()}."
    return [good("program", words, version=version, python=python, system=sys.platform)]


def check_extras() -> list[Finding]:
    """What is installed of the optional packages."""
    findings = []
    for name, packages, purpose, pip in EXTRAS:
        missing = [one for one in packages if importlib.util.find_spec(one) is None]
        if not missing:
            findings.append(good(f"extra_{name}", f"{name}: installed ({purpose})."))
            continue
        how = f"python -m pip install -e {pip}" if pip else f"make {name}"
        findings.append(
            note(
                f"extra_{name}",
                f"{name}: not installed ({', '.join(missing)}); only for {purpose}.",
                f"If you want that: {how}",
                missing=missing,
            )
        )
    return findings
