"""The examples in the docstrings run, and the options of a roll come fast enough to show."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import time

import pytest

import farkle
from farkle.rules import Rules
from farkle.scoring import legal_keeps

MODULES = ["farkle", *(f"farkle.{found.name}" for found in pkgutil.iter_modules(farkle.__path__))]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_every_public_name_exists_and_is_documented() -> None:
    for name in farkle.__all__:
        assert hasattr(farkle, name)
    assert sorted(farkle.__all__) == sorted(set(farkle.__all__))


def test_options_of_six_dice_take_less_than_a_millisecond_when_warm() -> None:
    rules = Rules.preset("playmonster")
    legal_keeps("111155", rules)
    best_s = min(_elapsed_s(rules) for _ in range(20))
    assert best_s < 0.001


def _elapsed_s(rules: Rules) -> float:
    start = time.perf_counter()
    legal_keeps("111155", rules)
    return time.perf_counter() - start
