"""Certainties are held against what came of them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets.plots import agreement
from models.reliability import Forecast, bins, brier, log_loss

forecasts = st.lists(st.builds(Forecast, st.floats(0, 1), st.booleans()), min_size=1, max_size=50)


@given(forecasts)
def test_every_roll_is_in_exactly_one_bin_between_its_edges(said: list[Forecast]) -> None:
    found = bins(said)
    assert sum(each.right.n for each in found) == len(said)
    assert sum(each.right.hits for each in found) == sum(each.right for each in said)
    for each in found:
        assert each.low - 1e-9 <= each.said <= each.high + 1e-9


def test_scores_of_a_known_case() -> None:
    said = [Forecast(0.9, True), Forecast(0.8, False)]
    assert brier(said) == pytest.approx((0.01 + 0.64) / 2)
    assert log_loss(said) == pytest.approx(-(math.log(0.9) + math.log(0.2)) / 2)


@given(forecasts)
def test_the_losses_are_finite_also_for_what_was_certain_and_wrong(said: list[Forecast]) -> None:
    assert 0 <= brier(said) <= 1
    assert 0 <= log_loss(said) < 10


def test_the_chart_has_a_dot_with_an_interval_for_each_bin() -> None:
    chart = agreement("a < b", [(0.95, 0.9, 0.8, 0.97, 40), (0.5, 0.4, 0.2, 0.6, 10)])
    assert chart.count("<circle") == 2
    assert "n = 40" in chart
    assert "a &lt; b" in chart
