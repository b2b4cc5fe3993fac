"""Line plots as data for an SVG, drawn by the server: no library, and they print well."""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 640.0, 300.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 68.0, 128.0, 12.0, 32.0
_STEPS = (1, 2, 2.5, 5, 10)
DASHES = ("", "7 4", "2 4", "12 4 2 4", "4 2", "1 3", "10 3", "6 2 1 2")
"""Lines differ by their dashes too, never by their colours alone."""
_LABEL_EM = 7.2
"""The room for a label, at the size of its letters on a phone."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its label and where that stands, its points in the SVG, its dashes."""

    label: str
    points: str
    end_x: float
    end_y: float
    label_y: float
    dash: str
    number: int

    @property
    def short(self) -> str:
        """The label, cut to what has room beside the plot."""
        width = 0.0
        for at, letter in enumerate(self.label):
            width += _width_em(letter)
            if width > _LABEL_EM:
                return f"{self.label[: at - 1].rstrip()}…"
        return self.label


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot in a box of WIDTH by HEIGHT: lines and the ticks of both axes (value, place)."""

    lines: tuple[Line, ...]
    across: tuple[tuple[float, float], ...]
    up: tuple[tuple[float, float], ...]
    left: float
    right: float
    top: float
    bottom: float


def line_plot(
    series: Sequence[tuple[str, Sequence[float]]],
    *,
    highest: float = 0.0,
    first: int | None = None,
) -> Plot:
    """A plot of values over their positions, which count from ``first``; without one they count
    from 1, and each line begins with 0 at position 0.

    ``highest`` is a value that the axis reaches at least.
    """
    if first is None:
        series = [(label, [0.0, *values]) for label, values in series]
    longest = max((len(values) - 1 for _, values in series), default=0)
    longest = max(longest, 1)
    everything = [value for _, values in series for value in values]
    top, bottom = max([highest, 1.0, *everything]), min([0.0, *everything])
    step = _step((top - bottom) / 4)
    low, high = step * (bottom // step), step * -(-top // step)
    right, floor = WIDTH - _RIGHT, HEIGHT - _BOTTOM

    def x(at: float) -> float:
        return round(_LEFT + (right - _LEFT) * at / longest, 1)

    def y(value: float) -> float:
        return round(floor - (floor - _TOP) * (value - low) / (high - low), 1)

    ends = [y(values[-1]) if values else y(0) for _, values in series]
    labels = _apart(ends)
    lines = tuple(
        Line(
            label,
            " ".join(f"{x(at)},{y(value)}" for at, value in enumerate(values)),
            x(max(len(values) - 1, 0)),
            ends[number],
            labels[number],
            DASHES[number % len(DASHES)],
            number,
        )
        for number, (label, values) in enumerate(series)
    )
    ticks = max(1, round(longest / 8))
    across = tuple((float(at + (first or 0)), x(at)) for at in range(0, longest + 1, ticks))
    count = round((high - low) / step)
    up = tuple((low + step * n, y(low + step * n)) for n in range(count + 1))
    return Plot(lines, across, up, _LEFT, right, _TOP, floor)


def _width_em(letter: str) -> float:
    """About as wide as a letter is drawn, generously."""
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.1
    if letter in "MWmw@%":
        return 0.95
    if letter in "iljtfr.,:;'|! ":
        return 0.38
    return 0.72 if letter.isupper() else 0.6


def _step(rough: float) -> float:
    """A round number that is at least as large."""
    power = 1.0
    while power * 10 <= rough:
        power *= 10
    return next((power * step for step in _STEPS if power * step >= rough), power * 10)


def _apart(places: Sequence[float], gap: float = 16.0) -> list[float]:
    """The places moved so far that labels there do not cover each other: down where one stands
    above, and up again from the lower edge."""
    order = sorted(range(len(places)), key=lambda number: places[number])
    moved = list(places)
    for before, number in itertools.pairwise(order):
        moved[number] = max(moved[number], moved[before] + gap)
    lowest = HEIGHT - _BOTTOM + 4
    for number in reversed(order):
        moved[number] = min(moved[number], lowest)
        lowest = moved[number] - gap
    return moved
