"""Pictures from play are kept with consent only, cropped, bounded, and forgotten when asked."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from datasets.collection import Bounds, Collection
from datasets.labels import LabelError, LabelledDie
from datasets.shelf import Shelf
from datasets.sighting import AcceptedDie, Sighting, dice_window
from dicesight import main
from vision.frames import Box, Detection, Image

_TABLE = "a-secret-table-address"


def _image(seed: int) -> Image:
    blocks = np.random.default_rng(seed).integers(0, 256, (24, 32, 3), np.uint8)
    return np.asarray(cv2.resize(blocks, (640, 480), interpolation=cv2.INTER_NEAREST), np.uint8)


def _box(x: float, y: float = 200) -> Box:
    return Box(x, y, x + 40, y + 40)


def _sighting(
    seed: int = 1,
    read: Sequence[int] = (1, 5),
    accepted: Sequence[int] | None = None,
    doubtful: bool = False,
    confidence: float = 0.9,
) -> Sighting:
    boxes = [_box(200 + 80 * n) for n in range(8)]
    said = read if accepted is None else accepted
    return Sighting(
        _image(seed),
        tuple(Detection(boxes[n], face, confidence) for n, face in enumerate(read)),
        tuple(AcceptedDie(face, boxes[n]) for n, face in enumerate(said)),
        doubtful=doubtful,
        model_sha256="abc",
    )


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    collection = Collection(tmp_path / "collected")
    collection.give_consent(_TABLE, "yes")
    return collection


def _pictures(collection: Collection) -> list[Path]:
    return sorted(collection.root.rglob("*.jpg"))


def test_nothing_is_kept_without_consent_or_after_it_was_taken_back(tmp_path: Path) -> None:
    collection = Collection(tmp_path / "collected")
    assert collection.keep(_TABLE, _sighting(accepted=(1, 2))) == "no_consent"
    collection.give_consent(_TABLE, "yes")
    assert collection.consent("another table") is None
    assert collection.keep("another table", _sighting(accepted=(1, 2))) == "no_consent"
    collection.stop(_TABLE)
    assert collection.keep(_TABLE, _sighting(accepted=(1, 2))) == "no_consent"
    assert _pictures(collection) == []


def test_a_corrected_reading_is_kept_with_who_said_what(collection: Collection) -> None:
    assert collection.keep(_TABLE, _sighting(read=(1, 5), accepted=(1, 6))) == "kept"
    (item,) = collection.queue()
    assert [(die.face, die.said_by) for die in item.picture.dice] == [(1, "model"), (6, "person")]
    assert item.why == "corrected"
    assert item.picture.facts.model_sha256 == "abc"
    assert item.picture.facts.session == collection.session(_TABLE)
    assert _TABLE not in item.picture.path.with_suffix(".json").read_text()
    assert _TABLE not in str(item.picture.path)


def test_only_the_dice_and_a_margin_are_kept_and_labels_fit_the_crop(
    collection: Collection,
) -> None:
    sighting = _sighting(doubtful=True)
    assert collection.keep(_TABLE, sighting) == "kept"
    (item,) = collection.queue()
    crop = item.picture.load()
    assert crop.shape[:2] == (121, 201)
    for die, accepted in zip(item.picture.dice, sighting.accepted, strict=True):
        assert accepted.box is not None
        box = die.box(crop.shape[1], crop.shape[0])
        assert box.x1_px == pytest.approx(accepted.box.x1_px - 160)
        assert box.y1_px == pytest.approx(accepted.box.y1_px - 160)
        assert box.width_px == pytest.approx(40)


def test_files_carry_no_metadata(collection: Collection) -> None:
    collection.keep(_TABLE, _sighting(doubtful=True))
    payload = _pictures(collection)[0].read_bytes()
    assert b"Exif" not in payload
    assert b"http" not in payload


def test_confident_readings_are_kept_only_as_a_thin_sample(collection: Collection) -> None:
    answers = [collection.keep(_TABLE, _sighting(seed)) for seed in range(120)]
    kept = answers.count("kept")
    assert 1 <= kept <= 18
    assert answers.count("nothing_new") == 120 - kept


def test_a_die_that_was_only_tapped_in_makes_a_label_to_be_finished(
    collection: Collection,
) -> None:
    sighting = _sighting()
    tapped = (*sighting.accepted, AcceptedDie(3, None))
    assert collection.keep(_TABLE, Sighting(sighting.image, sighting.read, tapped)) == "kept"
    (item,) = collection.queue()
    assert not item.complete
    assert collection.drafts() == []


def test_the_same_roll_seen_again_is_dropped_unless_more_is_known(collection: Collection) -> None:
    assert collection.keep(_TABLE, _sighting(doubtful=True)) == "kept"
    assert collection.keep(_TABLE, _sighting(doubtful=True)) == "alike"
    assert collection.keep(_TABLE, _sighting(accepted=(1, 6))) == "kept"
    assert [item.why for item in collection.queue()] == ["corrected"]
    assert collection.keep(_TABLE, _sighting(seed=2, doubtful=True)) == "kept"
    assert len(_pictures(collection)) == 2


def test_a_full_disk_stops_collecting_and_raises_nothing(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    scarce = Collection(collection.root, free_bytes=lambda folder: 2 * 2**30 - 1)
    assert scarce.keep(_TABLE, _sighting(accepted=(1, 2))) == "disk_full"

    def no_space(path: Path, payload: bytes) -> None:
        if path.suffix == ".json":
            raise OSError(28, "No space left on device")
        path.write_bytes(payload)

    monkeypatch.setattr("datasets.collection.write_whole", no_space)
    assert collection.keep(_TABLE, _sighting(accepted=(1, 2))) == "disk_full"
    assert _pictures(collection) == []


def test_the_quota_gives_up_confident_samples_first_and_then_stops(tmp_path: Path) -> None:
    roomy = Collection(tmp_path / "c", Bounds(sample_share=1.0))
    roomy.give_consent(_TABLE, "yes")
    for seed in range(3):
        assert roomy.keep(_TABLE, _sighting(seed)) == "kept"
    full = Collection(tmp_path / "c", Bounds(quota_bytes=roomy.used_bytes(), sample_share=0))
    assert full.keep(_TABLE, _sighting(7, accepted=(2, 2))) == "kept"
    assert sorted(item.why for item in full.queue())[0] == "corrected"
    assert len(full.queue()) < 4
    tiny = Collection(tmp_path / "c", Bounds(quota_bytes=1))
    assert tiny.keep(_TABLE, _sighting(8, accepted=(2, 2))) == "quota"


def test_everything_of_a_table_is_forgotten_at_once(collection: Collection) -> None:
    collection.give_consent("other", "yes")
    collection.keep(_TABLE, _sighting(accepted=(1, 2)))
    collection.keep("other", _sighting(accepted=(1, 2)))
    assert collection.forget(_TABLE) == 1
    assert collection.consent(_TABLE) is None
    assert len(_pictures(collection)) == 1
    assert collection.forget(_TABLE) == 0


def test_what_is_too_old_is_deleted(tmp_path: Path) -> None:
    clock = [datetime(2026, 1, 1, tzinfo=UTC)]
    collection = Collection(tmp_path / "c", Bounds(keep_days=30), now=lambda: clock[0])
    collection.give_consent(_TABLE, "yes")
    collection.keep(_TABLE, _sighting(1, accepted=(1, 2)))
    clock[0] += timedelta(days=20)
    collection.keep(_TABLE, _sighting(2, accepted=(1, 2)))
    clock[0] += timedelta(days=15)
    assert collection.expire() == 1
    assert len(_pictures(collection)) == 1
    clock[0] += timedelta(days=20)
    assert collection.keep(_TABLE, _sighting(3, accepted=(1, 2))) == "kept"
    assert len(_pictures(collection)) == 1, "what is old goes by itself"
    clock[0] += timedelta(days=40)
    assert collection.queue() == []
    assert _pictures(collection) == []


def test_the_most_useful_pictures_come_first_and_two_people_get_different_ones(
    collection: Collection,
) -> None:
    collection.keep(_TABLE, _sighting(1, doubtful=True, confidence=0.8))
    collection.keep(_TABLE, _sighting(2, doubtful=True, confidence=0.3))
    collection.keep(_TABLE, _sighting(3, accepted=(4, 4)))
    whys = [(item.why, round(item.doubt, 1)) for item in collection.queue()]
    assert whys == [("corrected", 0.1), ("doubtful", 0.7), ("doubtful", 0.2)]
    anna, ben = collection.queue("anna")[0], collection.queue("ben")[0]
    assert anna.id != ben.id
    assert collection.queue("anna")[0].id == anna.id


def test_a_correction_is_written_once_and_not_over_anothers(collection: Collection) -> None:
    collection.keep(_TABLE, _sighting(accepted=(1, 2)))
    (item,) = collection.queue()
    die = LabelledDie(6, 0.5, 0.5, 0.2, 0.2)
    collection.correct(item.id, (die,), item.revision)
    assert collection.queue() == []
    with pytest.raises(LabelError) as caught:
        collection.correct(item.id, (), item.revision)
    assert caught.value.code == "picture_changed"
    (draft,) = collection.drafts(only_checked=True)
    assert [(d.face, d.said_by) for d in draft.dice] == [(6, "person")]
    collection.correct(item.id, (), collection.find(item.id).revision, remove=True)
    with pytest.raises(LabelError) as gone:
        collection.find(item.id)
    assert gone.value.code == "picture_gone"
    assert _pictures(collection) == []


@pytest.mark.parametrize("item_id", ["../consent", "*", "", "x/y"])
def test_an_id_leads_nowhere_else(collection: Collection, item_id: str) -> None:
    collection.keep(_TABLE, _sighting(accepted=(1, 2)))
    with pytest.raises(LabelError):
        collection.find(item_id)


def test_what_was_collected_becomes_a_version(tmp_path: Path) -> None:
    collection = Collection(tmp_path / "collected")
    collection.give_consent(_TABLE, "yes")
    collection.keep(_TABLE, _sighting(accepted=(1, 2)))
    told = CliRunner().invoke(main, ["datasets", "gather", "--data-dir", str(tmp_path)])
    assert told.exit_code == 0, told.output
    assert "ours@1: 1 pictures, 2 dice" in told.stdout
    (picture,) = Shelf(tmp_path / "datasets").find("ours").pictures()
    assert [die.face for die in picture.dice] == [1, 2]
    shutil.rmtree(tmp_path / "collected")
    told = CliRunner().invoke(main, ["datasets", "gather", "--data-dir", str(tmp_path)])
    assert told.exit_code == 1
    assert "There are no pictures" in told.stderr


@given(
    st.lists(st.tuples(st.floats(0, 600), st.floats(0, 440)), min_size=1, max_size=6),
)
def test_the_window_holds_every_die_and_stays_in_the_picture(
    places: list[tuple[float, float]],
) -> None:
    boxes = [_box(x, y) for x, y in places]
    left, top, right, bottom = dice_window(boxes, 640, 480)
    assert 0 <= left < right <= 640
    assert 0 <= top < bottom <= 480
    for box in boxes:
        assert left <= box.x1_px
        assert top <= box.y1_px
        assert right >= min(box.x2_px, 640)
        assert bottom >= min(box.y2_px, 480)


def test_a_consent_that_cannot_be_read_is_none(collection: Collection) -> None:
    (path,) = collection.root.glob("*/consent.json")
    path.write_text(json.dumps({"given_at": "now"}))
    assert collection.consent(_TABLE) is None
