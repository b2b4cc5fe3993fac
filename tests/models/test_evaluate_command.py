"""The ``dicesight evaluate`` command, with a reader that sees what the test says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dicesight import main
from tests.datasets.drawn_sets import draw, yolo_set
from vision.certainty import Calibration
from vision.frames import Box, Detection, Image

Run = Callable[..., Result]


class _Reader:
    """Sees a 1 in the middle of every picture, and never doubts it."""

    model_sha256 = "ab"
    calibration = Calibration(ask_below=0.6)

    def read(self, image: Image, *, confidence: float | None = None) -> tuple[Detection, ...]:
        height, width = image.shape[:2]
        side = width / 8
        x, y = width / 2 - side / 2, height / 4 - height / 8
        return (Detection(Box(x, y, x + side, y + height / 4), 1, 0.97),)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs the command on three pictures, with a 1, a 2 and a 3."""
    monkeypatch.setattr("models.weights.open_reader", lambda path=None: _Reader())
    home = yolo_set(tmp_path / "ours") / "train"

    def run_evaluate(*words: str) -> Result:
        return CliRunner().invoke(
            main, ["evaluate", str(home), *words, "--data-dir", str(tmp_path)]
        )

    return run_evaluate


def test_json_tells_silent_errors_and_how_each_face_was_read(run: Run) -> None:
    told = json.loads(run("--json").stdout)
    assert told["pictures"] == 3
    assert told["exact_rolls_of_at_most_six"]["value"] == pytest.approx(1 / 3, abs=1e-4)
    assert told["silent_errors_of_at_most_six"]["value"] == pytest.approx(2 / 3, abs=1e-4)
    assert told["asked_of_at_most_six"]["value"] == 0
    assert told["confusion"]["2"]["1"] == 1
    assert told["faces"]["1"]["precision"]["value"] == pytest.approx(1 / 3, abs=1e-4)
    assert told["faces"]["1"]["recall"]["value"] == 1


def test_misses_say_why_and_whether_anybody_was_asked(run: Run) -> None:
    told = run("--misses").stdout
    assert "p1.jpg: is 2, read 1, certainty 1.00, NOT ASKED: a 2 read as 1 (0.97)" in told
    assert "p0.jpg" not in told


def test_only_some_pictures_are_read_always_the_same(run: Run) -> None:
    first, again = run("--limit", "2", "--misses").stdout, run("--limit", "2", "--misses").stdout
    assert "train: 2 pictures" in first
    assert first == again


def test_the_page_holds_its_tables_charts_and_pictures_within_itself(
    run: Run, tmp_path: Path
) -> None:
    bare = draw(tmp_path / "bare" / "images" / "q.png", 9).parent.parent
    told = run(str(bare), "--report", str(tmp_path / "report"))
    assert told.exit_code == 0, told.output
    page = (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    assert [file.name for file in (tmp_path / "report").iterdir()] == ["index.html"]
    sources = re.findall(r'(?:src|href)="(.{22})', page)
    assert sources == ["data:image/jpeg;base64"] * 3, "two wrong rolls and one false die"
    assert "a 3 read as 1 (0.97)" in page
    assert "a 1 read where no die is (0.97)" in page
    assert "<svg" in page
    assert page.count("<figure class=silent>") == 3
    assert page.count("<th>read 1</th>") == 2, "all together, and the one set with dice"


def test_text_of_others_is_shown_as_text(run: Run, tmp_path: Path) -> None:
    odd = draw(tmp_path / "odd" / "images" / "a<b>.png", 9).parent.parent
    assert run(str(odd), "--report", str(tmp_path / "report")).exit_code == 0
    page = (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    assert "a&lt;b&gt;.png" in page
    assert "a<b>.png" not in page
