"""The lock files pin every package, fit the project file, and name no place to fetch from."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
RUN = PROJECT["project"]["dependencies"]
TEST = PROJECT["dependency-groups"]["test"]
EXTRAS = PROJECT["project"]["optional-dependencies"]
TRAIN = [*EXTRAS["train"], *EXTRAS["tune"]]


def pins(name: str) -> dict[str, str]:
    found = {}
    for line in (ROOT / name).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            requirement = Requirement(line)
            (specifier,) = requirement.specifier
            assert specifier.operator == "==", line
            assert requirement.url is None, line
            found[canonicalize_name(requirement.name)] = specifier.version
    return found


@pytest.mark.parametrize(
    ("lock", "wanted"),
    [("constraints.txt", [*RUN, *TEST]), ("constraints-train.txt", [*RUN, *TEST, *TRAIN])],
)
def test_every_package_of_the_project_is_pinned_to_a_version_that_fits(
    lock: str, wanted: list[str]
) -> None:
    pinned = pins(lock)
    for line in wanted:
        requirement = Requirement(line)
        version = pinned[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), f"{line} but {lock} has {version}"


def test_both_lock_files_agree() -> None:
    small, large = pins("constraints.txt"), pins("constraints-train.txt")
    assert {name: large.get(name) for name in small} == small


def test_what_runs_the_page_needs_no_torch() -> None:
    assert not {"torch", "torchvision", "ultralytics", "onnx"} & set(pins("constraints.txt"))
