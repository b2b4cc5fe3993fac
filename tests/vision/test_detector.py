"""Suppression keeps one sighting a die, whatever faces its neighbours claim."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.detector import Sightings, View, lifted, overlaps, suppress


def _seen(*rows: tuple[list[float], dict[int, float]]) -> Sightings:
    scores = np.zeros((len(rows), 6), np.float32)
    for row, (_, faces) in enumerate(rows):
        for face, score in faces.items():
            scores[row, face - 1] = score
    return Sightings(np.array([box for box, _ in rows], np.float32).reshape(-1, 4), scores)


def test_two_faces_claimed_for_one_die_give_one_sighting() -> None:
    one = suppress(_seen(([0, 0, 20, 20], {3: 0.9}), ([1, 1, 21, 21], {5: 0.6})))
    assert len(one) == 1
    assert one.scores[0].argmax() + 1 == 3
    assert one.strengths[0] == np.float32(0.9)


def test_many_weaker_votes_outweigh_the_loudest_cell() -> None:
    loud = ([0.0, 0.0, 20.0, 20.0], {2: 0.6})
    others = [([i / 2, 0.0, 20 + i / 2, 20.0], {3: 0.5}) for i in range(1, 5)]
    one = suppress(_seen(loud, *others))
    assert len(one) == 1
    assert one.scores[0].argmax() + 1 == 3


def test_touching_dice_stay_two() -> None:
    assert len(suppress(_seen(([0, 0, 20, 20], {3: 0.9}), ([19, 0, 39, 20], {3: 0.8})))) == 2


def test_nothing_seen_stays_nothing() -> None:
    assert len(suppress(_seen())) == 0


@given(
    st.lists(
        st.tuples(st.floats(0, 80), st.floats(0, 80), st.integers(1, 6), st.floats(0.05, 1)),
        max_size=25,
    )
)
def test_what_is_left_never_overlaps_much_and_never_gets_stronger(
    rows: list[tuple[float, float, int, float]],
) -> None:
    seen = _seen(*(([x, y, x + 20, y + 20], {face: score}) for x, y, face, score in rows))
    kept = suppress(seen)
    assert (len(kept) > 0) == bool(rows)
    for index in range(len(kept)):
        others = np.delete(kept.boxes_px, index, axis=0)
        assert (overlaps(kept.boxes_px[index], others) <= 0.55).all()
    assert kept.strengths.max(initial=0) <= seen.strengths.max(initial=0) + 1e-6


def test_moving_sightings_scales_then_shifts() -> None:
    moved = _seen(([1, 2, 3, 4], {1: 0.5})).moved(2.0, 10, 20)
    assert moved.boxes_px.tolist() == [[12, 24, 16, 28]]


def test_a_picture_in_ordinary_light_is_left_as_it_is() -> None:
    picture = np.full((60, 80, 3), 40, np.uint8)
    picture[20:40, 20:40] = 180
    assert lifted(picture) is picture


def test_a_dark_picture_is_lifted_though_a_lamp_is_in_it() -> None:
    chance = np.random.default_rng(1)
    picture = chance.integers(0, 40, (90, 120, 3)).astype(np.uint8)
    picture[:9, :9] = 250
    bright = lifted(picture)
    assert 170 < np.percentile(bright.max(axis=2), 95) < 210
    # What was lighter is lighter still.
    for dark, light in ((0, 10), (10, 20), (20, 39), (39, 250)):
        assert bright[picture == dark].mean() < bright[picture == light].mean()


def test_what_the_network_sees_of_a_dark_picture_is_lifted_and_its_border_is_not() -> None:
    view = View.of(np.full((30, 50, 3), 5, np.uint8), 1.0)
    assert view.canvas[:30, :50].min() > 60
    assert (view.canvas[30:] == 114).all()


def test_a_black_picture_stays_black() -> None:
    black = np.zeros((30, 40, 3), np.uint8)
    assert not lifted(black).any()


@given(st.integers(200, 500), st.integers(200, 500), st.floats(0.08, 0.6), st.floats(0.2, 0.8))
def test_what_is_seen_lies_in_a_view_where_it_lies_in_the_picture(
    width: int, height: int, scale: float, at: float
) -> None:
    image = np.full((height, width, 3), 150, np.uint8)
    x, y = int(width * at), int(height * (1 - at))
    image[y - 8 : y + 8, x - 8 : x + 8] = 255
    view = View.of(image, scale)
    weights = view.canvas[: view.seen_px[1], : view.seen_px[0], 0] - 150.0
    rows, columns = np.mgrid[: view.seen_px[1], : view.seen_px[0]] + 0.5
    seen = np.array([(weights * columns).sum(), (weights * rows).sum()]) / weights.sum()
    assert np.abs(seen - np.array([x, y]) * view.seen_px / np.array([width, height])).max() < 1
