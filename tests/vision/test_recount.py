"""Counted pips decide where the network hesitates, and only there."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawn_dice import drawn_die
from vision.detector import Sightings
from vision.frames import Image
from vision.recount import DIE_ABOVE, STILL_DOUBTFUL, recounted

TABLE: Image = np.full((120, 120, 3), (70, 110, 90), np.uint8)
TABLE[30:90, 30:90] = drawn_die(4)


def seen(**scores: float) -> Sightings:
    """A sighting of the die on TABLE, a four, with scores such as f5=0.6."""
    row = [scores.get(f"f{face}", 0.0) for face in range(1, 7)]
    return Sightings(np.array([[30, 30, 90, 90]], np.float32), np.array([row], np.float32))


def after(sighting: Sightings, image: Image = TABLE) -> tuple[int, float]:
    (scores,) = recounted(image, sighting).scores
    return int(scores.argmax()) + 1, float(scores.max())


def test_a_doubtful_face_gives_way_to_the_pips_that_are_there() -> None:
    face, strength = after(seen(f5=0.5, f4=0.2))
    assert face == 4
    assert DIE_ABOVE <= strength < 0.6, "still one to ask about"


def test_a_face_that_the_pips_confirm_is_as_sure_as_before() -> None:
    assert after(seen(f4=0.5)) == (4, pytest.approx(0.5))


def test_a_face_that_the_network_is_sure_of_stays() -> None:
    assert after(seen(f5=0.75)) == (5, pytest.approx(0.75))


def test_a_weak_sighting_becomes_a_doubtful_die_where_its_pips_agree() -> None:
    face, strength = after(seen(f4=0.3))
    assert face == 4
    assert DIE_ABOVE <= strength <= STILL_DOUBTFUL
    assert after(seen(f4=0.39))[1] <= STILL_DOUBTFUL
    assert after(seen(f5=0.3))[1] < DIE_ABOVE, "where they do not agree it stays weak"
    assert after(seen(f4=0.15)) == (4, pytest.approx(0.15)), "hardly a sighting at all"


def test_where_nothing_can_be_counted_nothing_changes() -> None:
    plain = np.full((120, 120, 3), 90, np.uint8)
    assert after(seen(f5=0.5, f4=0.2), plain) == (5, pytest.approx(0.5))


def test_what_was_seen_is_not_changed_in_place() -> None:
    sighting = seen(f5=0.5)
    recounted(TABLE, sighting)
    assert sighting.scores[0, 4] == pytest.approx(0.5)
