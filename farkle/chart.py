"""A set of rules for players to read: what scores how much, and what else is agreed."""

from __future__ import annotations

from dataclasses import dataclass

from farkle.dice import FACES
from farkle.options import OPTION
from farkle.rules import Rules
from farkle.scoring import kind_points

_OF_A_KIND = {4: "Four of a kind", 5: "Five of a kind", 6: "Six of a kind"}


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One combination of the chart: its name, an example in dice, its points in words."""

    name: str
    example: str
    points: str


@dataclass(frozen=True, slots=True)
class Chart:
    """What scores (``lines``), and sentences about the turn and the game (``sentences``)."""

    lines: tuple[ChartLine, ...]
    sentences: tuple[str, ...]

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
    return Chart(tuple(_lines(rules)), tuple(_sentences(rules)))


def _lines(rules: Rules) -> list[ChartLine]:
    lines = [
        _line("Single 1", "1", rules.single1),
        _line("Single 5", "5", rules.single5),
        *(
            _line(f"Three {face}s", " ".join([str(face)] * 3), kind_points(face, 3, rules))
            for face in FACES
        ),
        *(
            ChartLine(name, " ".join(["3"] * count), _kind_words(count, rules))
            for count, name in _OF_A_KIND.items()
            if _kind_words(count, rules)
        ),
        _line("Straight 1 to 5", "1 2 3 4 5", rules.straight_1_5),
        _line("Straight 2 to 6", "2 3 4 5 6", rules.straight_2_6),
        _line("Straight 1 to 6", "1 2 3 4 5 6", rules.straight),
        _line("Three pairs", "2 2 3 3 6 6", rules.three_pairs),
        _line("Four and a pair", "3 3 3 3 4 4", rules.four_plus_pair),
        _line("Two triplets", "3 3 3 4 4 4", rules.two_triplets),
        _line("Six that score nothing", "2 2 3 3 4 6", rules.six_nothing),
    ]
    return [line for line in lines if line.points != "0"]


def _line(name: str, example: str, points: int) -> ChartLine:
    return ChartLine(name, example, f"{points:,}")


def _kind_words(count: int, rules: Rules) -> str:
    extra = count - 4
    if rules.kind_mode == "fixed" and rules.kind_fixed[extra]:
        return f"{rules.kind_fixed[extra]:,}"
    if rules.kind_mode == "multiple" and rules.kind_mult[extra]:
        return f"{rules.kind_mult[extra]} times the three"
    if rules.kind_mode == "double":
        return f"{2 ** (count - 3)} times the three"
    return ""


def _sentences(rules: Rules) -> list[str]:
    """What is agreed beside the chart; rules that are off are not mentioned."""
    said = [f"The game is played to {rules.target:,}.", _chosen(rules, "first_player")]
    if rules.opening_min:
        said.append(f"A player's first banked turn needs {rules.opening_min:,} points.")
        said.append(f"Stopping below that: {_clause(rules, 'below_opening')}")
    if rules.bank_min:
        said.append(f"Every banked turn needs {rules.bank_min:,} points.")
    said.append(f"All six dice set aside: {_clause(rules, 'hot_dice')}")
    if rules.cancel_2s:
        farkle = "counts" if rules.cancel_2s_is_farkle else "does not count"
        said.append(
            f"{rules.cancel_2s} or more 2s in one roll cancel the turn, which {farkle} as a farkle."
        )
    if rules.first_roll_bonus:
        when = _chosen(rules, "first_roll_bonus_on")
        said.append(f"A first roll may earn {rules.first_roll_bonus:,} extra points. {when}")
    if not rules.farkle_ends_turn:
        said.append("A farkle loses the turn's points, and the player may roll on.")
    if rules.piggyback != "off":
        said.append(_chosen(rules, "piggyback"))
    if rules.farkle_penalty:
        said.append(_penalty(rules))
    if rules.exact != "off":
        said.append(f"The target must be hit exactly. {_chosen(rules, 'exact')}")
    said.append(f"When a player reaches the target: {_clause(rules, 'final_round')}")
    said.append(f"Equal totals: {_clause(rules, 'tie')}")
    return said


def _penalty(rules: Rules) -> str:
    count = (
        "Every farkle" if rules.farkle_streak == 1 else f"{rules.farkle_streak} farkles in a row"
    )
    verb = "costs" if rules.farkle_streak == 1 else "cost"
    again = "" if rules.penalty_reset else ", and each further one costs again"
    floor = "" if rules.allow_negative else ", but no total falls below zero"
    return f"{count} {verb} {rules.farkle_penalty:,} points{again}{floor}."


def _chosen(rules: Rules, name: str) -> str:
    return OPTION[name].choices[getattr(rules, name)]


def _clause(rules: Rules, name: str) -> str:
    """The chosen rule as the second half of a sentence."""
    words = _chosen(rules, name)
    return words[0].lower() + words[1:]
