"""What each room may import and call: the rules that import-linter cannot express."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def sources(*rooms: str) -> Iterator[tuple[Path, ast.Module]]:
    for room in rooms:
        for path in sorted((ROOT / room).rglob("*.py")):
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def imported_tops(tree: ast.Module) -> set[str]:
    tops: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            tops |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            tops.add(str(node.module).partition(".")[0])
    return tops


def test_the_game_imports_the_standard_library_and_numpy_only() -> None:
    allowed = sys.stdlib_module_names | {"numpy", "farkle"}
    found = {
        path.name: imported_tops(tree) - allowed
        for path, tree in sources("farkle")
        if path.parent.name != "commands"
    }
    assert found
    extra = {name: tops for name, tops in found.items() if tops}
    assert extra == {"turn_pass.py": {"numba"}}, "numba compiles one pass, where it is installed"
    tree = ast.parse((ROOT / "farkle" / "turn_pass.py").read_text(encoding="utf-8"))
    at_the_top = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    assert "numba" not in imported_tops(ast.Module(list(at_the_top), []))


def test_opencv_decodes_no_picture_that_a_stranger_sent() -> None:
    decoders = {"imread", "imdecode", "imreadmulti", "imdecodemulti", "imreadWithMetadata"}
    for path, tree in sources("vision", "webapp"):
        called = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        assert not called & decoders, f"{path.name}: use vision.decode"


LIGHT = {
    # What must start -> what it must not load. Typing commands must not wait for engines.
    "dicesight": {"cv2", "flask", "numpy", "onnxruntime", "openvino", "torch", "ultralytics"},
    "farkle.commands.score": {"cv2", "flask", "onnxruntime", "openvino", "torch", "ultralytics"},
    "farkle.commands.odds": {"cv2", "flask", "onnxruntime", "openvino", "torch", "ultralytics"},
    "farkle.commands.practice": {"cv2", "flask", "onnxruntime", "openvino", "torch", "ultralytics"},
    "farkle.commands.rules": {"cv2", "flask", "onnxruntime", "openvino", "torch", "ultralytics"},
    "farkle.scoring": {"cv2", "flask", "onnxruntime", "openvino", "torch", "ultralytics"},
    "vision.decode": {"flask", "onnxruntime", "openvino", "torch", "ultralytics"},
    "models.read": {"flask", "onnxruntime", "openvino", "torch", "ultralytics"},
    "models.train": {"flask", "torch", "ultralytics"},
    "models.export_model": {"flask", "torch", "ultralytics", "onnx"},
    "models.evaluate": {"flask", "torch", "ultralytics"},
    "datasets.commands": {"cv2", "numpy", "flask", "onnxruntime", "torch", "ultralytics"},
    "webapp": {"torch", "ultralytics"},
    "webapp.commands": {"torch", "ultralytics"},
}


@pytest.mark.parametrize("module", LIGHT)
def test_a_room_opens_without_the_heavy_packages_it_does_not_need(module: str) -> None:
    program = f"import sys, {module}; print(*sys.modules)"
    told = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = {name.partition(".")[0] for name in told.stdout.split()}
    assert not loaded & LIGHT[module]
