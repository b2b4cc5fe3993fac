"""What is asked for often is made in the background, once, and only so many of them."""

from __future__ import annotations

import logging
from threading import Event

import pytest

from vision.frequent import Frequent


def _asked(things: Frequent[str, str], key: str, times: int) -> list[str | None]:
    answers = []
    for _ in range(times):
        answers.append(things.get(key))
        things.wait()
    return answers


def test_a_thing_is_made_once_after_it_was_asked_for_so_many_times() -> None:
    made: list[str] = []

    def make(key: str) -> str:
        made.append(key)
        return key.upper()

    things = Frequent(make, after=3, most=5)
    assert _asked(things, "a", 5) == [None, None, None, "A", "A"]
    assert _asked(things, "b", 2) == [None, None]
    assert made == ["a"]


def test_nobody_waits_while_it_is_made_and_another_is_begun_only_after_it() -> None:
    go_on = Event()

    def make(key: str) -> str:
        go_on.wait(10)
        return key

    things = Frequent(make, after=1, most=5)
    assert [things.get(key) for key in "aab"] == [None, None, None]
    go_on.set()
    things.wait()
    assert things.get("a") == "a"
    assert things.get("b") is None
    things.wait()
    assert things.get("b") == "b"


def test_no_more_than_so_many_are_made() -> None:
    things = Frequent(str.upper, after=1, most=2)
    assert [_asked(things, key, 2)[1] for key in "abc"] == ["A", "B", None]


def test_what_cannot_be_made_is_told_and_not_tried_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    tried = []

    def make(key: str) -> str:
        tried.append(key)
        raise RuntimeError("no room")

    things = Frequent(make, after=1, most=5)
    with caplog.at_level(logging.WARNING):
        assert _asked(things, "a", 3) == [None, None, None]
    assert tried == ["a"]
    assert "no room" in caplog.text
