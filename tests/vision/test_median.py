"""The median of a few numbers is NumPy's, without NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.median import median


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=9))
def test_it_is_what_numpy_says(values: list[float]) -> None:
    assert median(iter(values)) == pytest.approx(float(np.median(values)))
