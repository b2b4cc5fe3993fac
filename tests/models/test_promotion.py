"""A network reads the dice only once it is better on every protected set, and one can go back."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from datasets.labels import LabelledDie
from datasets.shelf import Draft, Origin, Shelf
from dicesight import main
from models.calibration_file import write_calibration
from models.in_use import Garage
from models.weights import load_weights
from tests.datasets.drawn_sets import draw
from vision.certainty import Calibration
from vision.frames import Box, Detection, Image

_DIE = LabelledDie(5, 0.5, 0.5, 0.25, 0.25)


class _Reader:
    """Reads a five in the first ``right`` pictures of a set and a six in the others."""

    def __init__(self, right: int) -> None:
        self.right, self.seen = right, 0

    def read(self, image: Image, confidence: float | None = None) -> tuple[Detection, ...]:
        height, width = image.shape[:2]
        face = 5 if self.seen % 3 < self.right else 6
        self.seen += 1
        return (Detection(_DIE.box(width, height), face, 0.9),)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for name in ("ours", "other"):
        drafts = [Draft(f"p{n}", draw(tmp_path / f"{name}{n}.png", n), (_DIE,)) for n in range(3)]
        Shelf(tmp_path / "datasets").add(name, drafts, Origin())
    return tmp_path


def _network(home: Path, name: str, **training: object) -> Path:
    path = home / f"{name}.onnx"
    path.write_bytes(name.encode())
    record = {"sha256": hashlib.sha256(name.encode()).hexdigest(), "training": training}
    path.with_suffix(".json").write_text(json.dumps(record))
    return path


def _promote(home: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["promote", *words, "--data-dir", str(home)])


def _skills(monkeypatch: pytest.MonkeyPatch, **skills: int) -> None:
    def open_reader(path: Path | None = None) -> _Reader:
        name = "shipped" if path is None else path.read_text()
        return _Reader(skills[name])

    monkeypatch.setattr("models.weights.open_reader", open_reader)


def test_a_better_network_is_taken_and_one_can_go_back(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _skills(monkeypatch, shipped=1, mine=2)
    told = _promote(home, str(_network(home, "mine")), "--protect", "ours", "--protect", "other")
    assert told.exit_code == 0, told.output
    assert "ours@1: exact rolls 1 -> 2 of 3, mistakes 2 -> 1: better" in told.stdout
    path = Garage.of(home).path
    assert path is not None
    assert path.read_text() == "mine"
    assert path.with_suffix(".json").is_file()
    assert "In use: shipped" in _promote(home, "--back").stdout
    assert Garage.of(home).path is None
    told = _promote(home, "--back")
    assert told.exit_code == 1
    assert "nothing_before" in told.stderr


@pytest.mark.parametrize("command", ["read", "evaluate"])
def test_commands_use_the_promoted_network_unless_another_is_named(
    home: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    opened: list[Path | None] = []

    def open_reader(path: Path | None = None) -> _Reader:
        opened.append(path)
        return _Reader(3)

    monkeypatch.setattr("models.weights.open_reader", open_reader)
    pictures = str(Shelf(home / "datasets").find("ours").folder)
    what = [f"{pictures}/images"] if command == "read" else [pictures]
    data = ["--data-dir", str(home)]

    def call(*more: str) -> None:
        told = CliRunner().invoke(main, [command, *what, *more])
        assert told.exit_code == 0, told.output

    call(*data)
    name = Garage.of(home).take(_network(home, "mine"))
    call(*data)
    call(*data, "--weights", str(_network(home, "other")))
    assert opened == [None, home / "models" / name, home / "other.onnx"]


def test_a_promoted_network_that_is_gone_is_said_with_what_to_do(home: Path) -> None:
    garage = Garage.of(home)
    (garage.folder / garage.take(_network(home, "mine"))).unlink()
    told = CliRunner().invoke(main, ["read", "x.jpg", "--data-dir", str(home)])
    assert told.exit_code == 1
    assert "promote --back" in told.stderr
    assert "weights_missing" in told.stderr


def test_a_network_that_is_not_better_everywhere_is_refused(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network = _network(home, "mine")
    for mine in (0, 1):
        _skills(monkeypatch, shipped=1, mine=mine)
        told = _promote(home, str(network), "--protect", "ours")
        assert told.exit_code == 1
        assert "not better on ours@1" in told.stderr
        assert Garage.of(home).path is None


def test_a_set_without_a_mistake_stands_in_nobodys_way(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _skills(monkeypatch, shipped=3, mine=3)
    told = _promote(home, str(_network(home, "mine")), "--protect", "ours")
    assert told.exit_code == 0, told.output


def test_without_a_protected_set_nothing_is_promoted(home: Path) -> None:
    told = _promote(home, str(_network(home, "mine")))
    assert told.exit_code == 1
    assert "--protect" in told.stderr


@pytest.mark.parametrize("many", [False, True])
def test_what_was_taught_cannot_be_the_judge(home: Path, many: bool) -> None:
    network = _network(home, "mine", sources={"ours@1": 3})
    if many:
        record = json.loads(network.with_suffix(".json").read_text())
        record["training"] = [{}, record["training"]]
        network.with_suffix(".json").write_text(json.dumps(record))
    told = _promote(home, str(network), "--protect", "ours")
    assert told.exit_code == 1
    assert "was taught pictures of ours@1" in told.stderr
    assert Garage.of(home).protected == [], "what was refused is not kept"


def test_the_same_pictures_under_another_name_cannot_be_the_judge(home: Path) -> None:
    shelf = Shelf(home / "datasets")
    again = [Draft(p.path.stem, p.path, p.dice, p.facts) for p in shelf.find("ours").pictures()]
    shelf.add("copy", again, Origin())
    told = _promote(home, str(_network(home, "mine", sources={"ours@1": 3})), "--protect", "copy")
    assert told.exit_code == 1
    assert "was taught pictures of copy@1" in told.stderr


def test_a_set_can_be_protected_no_longer(home: Path) -> None:
    _promote(home, "--protect", "ours", "--protect", "other")
    assert _promote(home, "--unprotect", "ours").stdout.endswith("Protected sets: other@1\n")
    told = _promote(home, "--unprotect", "ours")
    assert (told.exit_code, "is not protected" in told.stderr) == (1, True)


def test_the_state_is_told_without_a_network(home: Path) -> None:
    told = _promote(home, "--protect", "other")
    assert told.stdout == "In use: shipped\nProtected sets: other@1\n"


def test_what_was_fitted_for_a_network_comes_along_with_it(home: Path) -> None:
    network = _network(home, "mine")
    fitted = Calibration((0.5, 1.5), (-0.5, 2.5), 0.9)
    write_calibration(network, load_weights(network).sha256, fitted, [])
    garage = Garage.of(home)
    garage.take(network)
    assert load_weights(garage.path).calibration == fitted


def test_a_damaged_state_is_said_and_not_guessed(home: Path) -> None:
    (home / "models").mkdir()
    (home / "models" / "in_use.json").write_text('{"history": []}')
    told = _promote(home)
    assert told.exit_code == 1
    assert "in_use_damaged" in told.stderr


def test_missed_and_extra_dice_count_as_mistakes() -> None:
    from models.accuracy import Tally, compare
    from models.promote import _better

    def tally(*results: tuple[int, int]) -> Tally:
        made = Tally()
        for dice, seen in results:
            truth = [(Box(50 * n, 0, 50 * n + 40, 40), 3) for n in range(dice)]
            read = [Detection(Box(50 * n, 0, 50 * n + 40, 40), 3, 0.9) for n in range(seen)]
            made.add(compare(truth, read))
        return made

    assert _better(tally((3, 3), (3, 2)), tally((3, 3), (3, 1)))
    assert _better(tally((3, 3), (3, 4)), tally((3, 3), (3, 5)))
    assert not _better(tally((3, 2), (3, 2)), tally((3, 3), (3, 0)))
    assert not _better(tally((3, 2)), tally((3, 2)))
