"""A set of rules for players to read: what scores how much, and what else is agreed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from farkle.dice import FACES
from farkle.options import OPTION
from farkle.rules import Rules
from farkle.scoring import kind_points

_OF_A_KIND = {4: "Four of a kind", 5: "Five of a kind", 6: "Six of a kind"}


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One combination of the chart: its name, an example in dice, its points in words.

    ``key`` and ``values`` say the same as data (``points``, or ``times`` the three of a kind; for
    equal dice ``count`` and ``face``), for other languages.
    """

    name: str
    example: str
    points: str
    key: str
    values: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Agreement:
    """A sentence about the turn or the game, and the same as data: a ``key``, the numbers in it,
    and the ``option`` whose chosen word it explains, if it does."""

    words: str
    key: str
    values: Mapping[str, int]
    option: str | None = None
    choice: str | None = None


@dataclass(frozen=True, slots=True)
class Chart:
    """What scores (``lines``), and what else is agreed about the turn and the game."""

    lines: tuple[ChartLine, ...]
    agreements: tuple[Agreement, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """The agreements in words."""
        return tuple(agreement.words for agreement in self.agreements)

    def to_mapping(self) -> dict[str, object]:
        """The chart as JSON-safe data."""
        return {
            "lines": [
                {"name": line.name, "example": line.example, "points": line.points}
                for line in self.lines
            ],
            "sentences": list(self.sentences),
        }

    def __str__(self) -> str:
        widths = [max(len(line.name) for line in self.lines)]
        widths.append(max(len(line.example) for line in self.lines))
        rows = [
            f"{line.name:<{widths[0]}}  {line.example:<{widths[1]}}  {line.points}"
            for line in self.lines
        ]
        return "\n".join([*rows, "", *(f"- {sentence}" for sentence in self.sentences)])


def chart(rules: Rules) -> Chart:
    """The chart of any rules.

    >>> print(str(chart(Rules.preset("classic"))).split("\\n")[2])
    Three 1s         1 1 1        1,000
    """
    return Chart(tuple(_lines(rules)), tuple(_agreements(rules)))


def _lines(rules: Rules) -> list[ChartLine]:
    lines = [
        _line("Single 1", "1", rules.single1, "single", face=1),
        _line("Single 5", "5", rules.single5, "single", face=5),
        *(
            _line(
                f"Three {face}s",
                " ".join([str(face)] * 3),
                kind_points(face, 3, rules),
                "three",
                face=face,
            )
            for face in FACES
        ),
        *(line for count in _OF_A_KIND for line in _kind_lines(count, rules)),
        _line("Straight 1 to 5", "1 2 3 4 5", rules.straight_1_5, "straight_1_5"),
        _line("Straight 2 to 6", "2 3 4 5 6", rules.straight_2_6, "straight_2_6"),
        _line("Straight 1 to 6", "1 2 3 4 5 6", rules.straight, "straight"),
        _line("Three pairs", "2 2 3 3 6 6", rules.three_pairs, "three_pairs"),
        _line("Four and a pair", "3 3 3 3 4 4", rules.four_plus_pair, "four_and_pair"),
        _line("Two triplets", "3 3 3 4 4 4", rules.two_triplets, "two_triplets"),
        _line("Six that score nothing", "2 2 3 3 4 6", rules.six_nothing, "nothing"),
    ]
    return [line for line in lines if line.points != "0"]


def _line(name: str, example: str, points: int, key: str, **values: int) -> ChartLine:
    return ChartLine(name, example, f"{points:,}", key, {"points": points, **values})


def _kind_lines(count: int, rules: Rules) -> list[ChartLine]:
    name, example, extra = _OF_A_KIND[count], " ".join(["3"] * count), count - 4
    if rules.kind_mode == "fixed":
        return [_line(name, example, rules.kind_fixed[extra], "of_a_kind", count=count)]
    times = 0
    if rules.kind_mode == "multiple":
        times = rules.kind_mult[extra]
    elif rules.kind_mode == "double":
        times = 2 ** (count - 3)
    values = {"times": times, "count": count}
    return (
        [ChartLine(name, example, f"{times} times the three", "of_a_kind", values)] if times else []
    )


def _agreements(rules: Rules) -> list[Agreement]:
    """What is agreed beside the chart; rules that are off are not mentioned."""
    said = [
        Agreement(f"The game is played to {rules.target:,}.", "target", {"points": rules.target}),
        _chosen(rules, "first_player"),
    ]
    if rules.opening_min:
        points = rules.opening_min
        words = f"A player's first banked turn needs {points:,} points."
        said.append(Agreement(words, "opening", {"points": points}))
        said.append(_clause(rules, "below_opening", "Stopping below that"))
    if rules.bank_min:
        words = f"Every banked turn needs {rules.bank_min:,} points."
        said.append(Agreement(words, "bank_min", {"points": rules.bank_min}))
    said.append(_clause(rules, "hot_dice", "All six dice set aside"))
    if rules.cancel_2s:
        said.append(_cancelled(rules))
    if rules.first_roll_bonus:
        bonus = rules.first_roll_bonus
        words = f"A first roll may earn {bonus:,} extra points."
        said.append(_chosen(rules, "first_roll_bonus_on", words, points=bonus))
    if not rules.farkle_ends_turn:
        words = "A farkle loses the turn's points, and the player may roll on."
        said.append(Agreement(words, "farkle_goes_on", {}))
    if rules.piggyback != "off":
        said.append(_chosen(rules, "piggyback"))
    if rules.farkle_penalty:
        said.append(_penalty(rules))
    if rules.exact != "off":
        said.append(_chosen(rules, "exact", "The target must be hit exactly."))
    said.append(_clause(rules, "final_round", "When a player reaches the target"))
    said.append(_clause(rules, "tie", "Equal totals"))
    return said


def _cancelled(rules: Rules) -> Agreement:
    counts = rules.cancel_2s_is_farkle
    farkle = "counts" if counts else "does not count"
    words = f"{rules.cancel_2s} or more 2s in one roll cancel the turn, which {farkle} as a farkle."
    return Agreement(words, "cancel_2s", {"count": rules.cancel_2s, "farkle": int(counts)})


def _penalty(rules: Rules) -> Agreement:
    count = (
        "Every farkle" if rules.farkle_streak == 1 else f"{rules.farkle_streak} farkles in a row"
    )
    verb = "costs" if rules.farkle_streak == 1 else "cost"
    again = "" if rules.penalty_reset else ", and each further one costs again"
    floor = "" if rules.allow_negative else ", but no total falls below zero"
    return Agreement(
        f"{count} {verb} {rules.farkle_penalty:,} points{again}{floor}.",
        "penalty",
        {
            "count": rules.farkle_streak,
            "points": rules.farkle_penalty,
            "again": int(not rules.penalty_reset),
            "floor": int(not rules.allow_negative),
        },
    )


def _chosen(rules: Rules, name: str, before: str = "", **values: int) -> Agreement:
    choice = getattr(rules, name)
    words = f"{before} {OPTION[name].choices[choice]}".strip()
    return Agreement(words, name, values, name, choice)


def _clause(rules: Rules, name: str, before: str) -> Agreement:
    """The chosen rule as the second half of a sentence."""
    chosen = _chosen(rules, name)
    return replace(chosen, words=f"{before}: {chosen.words[0].lower()}{chosen.words[1:]}")
