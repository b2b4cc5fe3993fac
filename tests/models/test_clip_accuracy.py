"""Counting what a pipeline did on clips: exact figures for every kind of right and wrong."""

from __future__ import annotations

import pytest

from datasets.clips.truth import ClipTruth, TrueRoll
from models.clip_accuracy import ClipTally, Quantile, Rate, Reading, judge

FIRST = TrueRoll(2.0, 4.0, (1, 3, 5), ())
SECOND = TrueRoll(9.0, 11.0, (2, 2), (5,))


def _clip(*rolls: TrueRoll, lying: tuple[int, ...] = (), seconds: float = 12.0) -> ClipTruth:
    kind = "roll" if rolls else "no_roll"
    frames = round(seconds * 15)
    return ClipTruth(15, 1280, 720, frames, kind, 1, lying, rolls)  # type: ignore[arg-type]


def _read(time_s: float, *rolled: int, kept: tuple[int, ...] = (), ask: bool = False) -> Reading:
    return Reading(time_s, rolled, kept, ask)


def _tally(truth: ClipTruth, *readings: Reading) -> ClipTally:
    return ClipTally([judge(truth, readings)])


def test_two_rolls_read_right_are_two_right_ones() -> None:
    tally = _tally(_clip(FIRST, SECOND), _read(2.7, 1, 3, 5), _read(10.1, 2, 2, kept=(5,)))
    assert (tally.exact.hits, tally.exact.n) == (2, 2)
    assert tally.silent_errors.hits == tally.missed.hits == tally.duplicates.hits == 0
    assert (tally.kept_right.hits, tally.kept_right.n) == (1, 1)
    assert tally.delay(0.5).values == pytest.approx((0.7, 1.1))
    assert tally.delay(0.5).value == pytest.approx(0.9)


def test_a_wrong_face_is_silent_unless_somebody_is_asked() -> None:
    silent = _tally(_clip(FIRST), _read(2.7, 1, 3, 6))
    assert (silent.exact.hits, silent.silent_errors.hits, silent.asked.hits) == (0, 1, 0)
    asked = _tally(_clip(FIRST), _read(2.7, 1, 3, 6, ask=True))
    assert (asked.exact.hits, asked.silent_errors.hits, asked.asked.hits) == (0, 0, 1)
    vain = _tally(_clip(FIRST), _read(2.7, 1, 3, 5, ask=True))
    assert (vain.exact.hits, vain.asked_in_vain.hits) == (1, 1)


def test_a_kept_die_taken_for_a_rolled_one_is_a_silent_error() -> None:
    tally = _tally(_clip(SECOND), _read(10.0, 2, 2, 5))
    assert tally.silent_errors.hits == 1
    assert tally.kept_right.hits == 0


def test_a_roll_without_a_reading_is_missed_and_has_no_delay() -> None:
    tally = _tally(_clip(FIRST, SECOND), _read(10.0, 2, 2, kept=(5,)))
    assert (tally.missed.hits, tally.missed.n) == (1, 2)
    assert (tally.exact.hits, tally.exact.n) == (1, 2)
    assert tally.delay(0.5).n == 1
    assert tally.asked.n == 1


def test_only_the_first_reading_of_a_roll_counts_and_further_ones_are_duplicates() -> None:
    tally = _tally(_clip(FIRST, SECOND), _read(2.7, 1, 3, 6), _read(5.0, 1, 3, 5), _read(8.4, 1))
    assert tally.exact.hits == 0
    assert tally.duplicates.hits == 2
    assert [reading.time_s for reading in tally.results[0].duplicates] == [5.0, 8.4]
    assert tally.missed.hits == 1


def test_a_reading_while_the_hand_leaves_belongs_to_the_roll_and_an_earlier_one_is_false() -> None:
    tally = _tally(_clip(FIRST), _read(1.6, 1, 3, 5))
    assert tally.exact.hits == 1
    assert tally.delay(0.5).value == pytest.approx(-0.4)
    early = _tally(_clip(FIRST), _read(1.4, 1, 3, 5))
    assert (early.missed.hits, early.early.hits, early.early.n) == (1, 1, 1)


def test_dice_that_lie_there_at_the_start_may_be_read_once_soon() -> None:
    bare = _clip(lying=(2, 4), seconds=36)
    assert _tally(bare, _read(0.7, 2, 4)).false_an_hour.events == 0
    assert _tally(bare, _read(3.5, 2, 4)).false_an_hour.events == 1
    assert _tally(bare, _read(0.7, 2, 4), _read(6, 2, 4)).false_an_hour.events == 1
    rate = _tally(_clip(seconds=36), _read(0.7, 2, 4)).false_an_hour
    assert (rate.events, rate.hours, rate.value) == (1, pytest.approx(0.01), pytest.approx(100))


@pytest.mark.parametrize(
    ("events", "low", "high"), [(0, 0.0, 3.6889), (1, 0.0253, 5.5716), (10, 4.7954, 18.3904)]
)
def test_the_interval_of_a_rate_is_the_exact_one_of_poisson(
    events: int, low: float, high: float
) -> None:
    assert Rate(events, 1.0).interval == (
        pytest.approx(low, abs=1e-4),
        pytest.approx(high, abs=1e-4),
    )
    assert Rate(events, 2.0).interval[1] == pytest.approx(high / 2, abs=1e-4)


def test_the_interval_of_a_quantile_holds_it_and_narrows_with_more_values() -> None:
    few = Quantile(tuple(n / 10 for n in range(10)), 0.5)
    many = Quantile(tuple(n / 1000 for n in range(1000)), 0.5)
    for quantile in (few, many):
        low, high = quantile.interval
        assert low < quantile.value < high
    assert many.interval[1] - many.interval[0] < few.interval[1] - few.interval[0]
    assert Quantile((), 0.5).n == 0


def test_all_figures_go_into_json_also_where_nothing_was_counted() -> None:
    told = ClipTally().to_mapping()
    assert told["exact_at_first"] == {"value": None, "n": 0, "interval_95": None}
    told = _tally(_clip(FIRST), _read(2.7, 1, 3, 5)).to_mapping()
    assert told["exact_at_first"]["value"] == 1.0  # type: ignore[index]
