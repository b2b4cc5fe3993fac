"""Tracked files carry nothing of the machine they were made on and nothing left open."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("this is no git checkout, so nothing tells which files are tracked")
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    found = {}
    for name in filter(None, listed.stdout.split("\0")):
        try:
            found[name] = (ROOT / name).read_text(encoding="utf-8")
        except (UnicodeDecodeError, FileNotFoundError, IsADirectoryError):
            continue  # pictures, weights, and what is just being renamed
    return found


def places(texts: dict[str, str], pattern: str) -> list[str]:
    return [
        f"{name}: {match.group(0)}"
        for name, text in texts.items()
        for match in re.finditer(pattern, text)
    ]


def test_no_file_names_a_folder_of_somebodys_machine(texts: dict[str, str]) -> None:
    homes = r"(?<![\w.])/(?:home|Users|root)/\w+|[A-Z]:\\Users\\"
    assert not places(texts, homes)
    assert not places(texts, re.escape(str(ROOT)) + r"\b")


def test_no_code_is_left_open(texts: dict[str, str]) -> None:
    foreign = "webapp/static/js/fluent/"  # a library, as it is published
    code = {
        name: text
        for name, text in texts.items()
        if name.endswith((".py", ".js")) and not name.startswith(foreign)
    }
    words = "|".join(["TO" + "DO", "FIX" + "ME", "X" * 3])
    assert not places(code, rf"\b(?:{words})\b")


def test_no_file_has_a_name_that_says_nothing(texts: dict[str, str]) -> None:
    empty = {"utils", "helpers", "manager", "core", "misc", "common"}
    assert not [name for name in texts if Path(name).stem in empty]
