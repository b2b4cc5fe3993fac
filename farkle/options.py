"""Every option of the rules: its name, kind, limits, and one sentence that describes it.

The page, the documentation and the messages of validation all take their words from here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from farkle.errors import FarkleError
from farkle.whole import whole_number

GRID = 50
"""Every number of points is a multiple of this, which makes all tables exact."""

Kind = Literal["points", "points_list", "factor_list", "count", "flag", "choice"]
Group = Literal["scoring", "turn", "game"]


@dataclass(frozen=True, slots=True)
class Option:
    """What one option of the rules may be, and what it means.

    ``low`` and ``high`` bound numbers (points, counts, factors); 0 is allowed as "off" where
    ``zero_is_off`` says so. ``choices`` gives each allowed word its own explanation.
    """

    name: str
    group: Group
    kind: Kind
    words: str
    low: int = 0
    high: int = 100_000
    zero_is_off: bool = False
    choices: Mapping[str, str] = field(default_factory=dict)

    def checked(self, value: object) -> object:
        """The value in its canonical type; raises FarkleError with words if it is not allowed."""
        if self.kind == "flag":
            return self._flag(value)
        if self.kind == "choice":
            return self._choice(value)
        if self.kind in ("points_list", "factor_list"):
            return self._three(value)
        return self._number(value)

    def _flag(self, value: object) -> bool:
        if isinstance(value, bool):
            return value
        raise self._refused("rule_wrong_type", "must be true or false", wanted="flag")

    def _choice(self, value: object) -> str:
        if isinstance(value, str) and value in self.choices:
            return value
        allowed = ", ".join(self.choices)
        raise self._refused("rule_unknown_choice", f"must be one of: {allowed}", allowed=allowed)

    def _three(self, value: object) -> tuple[int, ...]:
        if isinstance(value, list | tuple) and len(value) == 3:
            return tuple(self._number(item) for item in value)
        raise self._refused(
            "rule_wrong_type",
            "must be three numbers: for four, five and six of a kind",
            wanted="three",
        )

    def _number(self, written: object) -> int:
        value = whole_number(written)
        if value is None:
            raise self._refused("rule_wrong_type", "must be a whole number", wanted="number")
        if value == 0 and self.zero_is_off:
            return 0
        if not self.low <= value <= self.high:
            off = " (or 0 for off)" if self.zero_is_off and self.low > 0 else ""
            raise self._refused(
                "rule_out_of_range",
                f"must lie between {self.low:,} and {self.high:,}{off}",
                low=self.low,
                high=self.high,
            )
        if self.kind in ("points", "points_list") and value % GRID:
            below = value - value % GRID
            tries = f"try {below:,} or {below + GRID:,}"
            raise self._refused(
                "rule_not_multiple_of_50",
                f"must be a multiple of {GRID}; {value:,} is not, {tries}",
                value=value,
                below=below,
                above=below + GRID,
            )
        return value

    def _refused(self, code: str, must: str, **details: object) -> FarkleError:
        words = f"The rule “{self.name}” {must}."
        return FarkleError(code, words, option=self.name, **details)


def _points(name: str, group: Group, words: str) -> Option:
    return Option(name, group, "points", words, zero_is_off=True)


OPTIONS: tuple[Option, ...] = (
    _points("single1", "scoring", "Points for each single 1; 0 means that it scores nothing."),
    _points("single5", "scoring", "Points for each single 5; 0 means that it scores nothing."),
    _points(
        "triple_ones", "scoring", "Points for three 1s; three of another face score 100 times it."
    ),
    Option(
        "kind_mode",
        "scoring",
        "choice",
        "How four, five and six of a kind score.",
        choices={
            "none": "They are no combinations of their own.",
            "fixed": "They have fixed points, whatever the face (see kind_fixed).",
            "multiple": "They score a multiple of the three of a kind (see kind_mult).",
            "double": "Each die beyond three doubles the three of a kind: 2, 4 and 8 times.",
        },
    ),
    Option(
        "kind_fixed",
        "scoring",
        "points_list",
        "Points for four, five and six of a kind when kind_mode is fixed; 0 switches one off.",
        zero_is_off=True,
    ),
    Option(
        "kind_mult",
        "scoring",
        "factor_list",
        "How many times the three of a kind four, five and six of a kind score when kind_mode "
        "is multiple; 0 switches one off.",
        high=100,
        zero_is_off=True,
    ),
    _points("straight", "scoring", "Points for 1-2-3-4-5-6; 0 switches it off."),
    _points("straight_1_5", "scoring", "Points for 1-2-3-4-5; 0 switches it off."),
    _points("straight_2_6", "scoring", "Points for 2-3-4-5-6; 0 switches it off."),
    _points("three_pairs", "scoring", "Points for three different pairs; 0 switches it off."),
    _points(
        "four_plus_pair",
        "scoring",
        "Points for four of a kind with a pair of another face; 0 switches it off.",
    ),
    _points(
        "two_triplets",
        "scoring",
        "Points for two different threes of a kind; 0 means that they score as two triples.",
    ),
    Option(
        "six_as_three_pairs",
        "scoring",
        "flag",
        "Whether six of a kind may be read as three pairs when that is worth more.",
    ),
    Option(
        "six_as_two_triplets",
        "scoring",
        "flag",
        "Whether six of a kind may be read as two triplets when that is worth more.",
    ),
    _points(
        "six_nothing",
        "scoring",
        "Points for six dice of which none scores, all of which may then be rolled again; 0 "
        "makes it a farkle.",
    ),
    _points("opening_min", "turn", "Points that a player's first banked turn needs; 0 for none."),
    Option(
        "below_opening",
        "turn",
        "choice",
        "What stopping below the opening minimum means.",
        choices={
            "must_roll": "It is not allowed: the player must roll on.",
            "stop_zero": "The turn ends with 0 points and is no farkle.",
            "stop_is_farkle": "The turn ends with 0 points and counts as a farkle.",
        },
    ),
    _points("bank_min", "turn", "Points that every banked turn needs; 0 for none."),
    Option(
        "hot_dice",
        "turn",
        "choice",
        "What happens when all six dice are set aside.",
        choices={
            "optional": "The player may roll all six again or bank.",
            "forced": "The player must roll all six again before banking.",
        },
    ),
    Option(
        "cancel_2s",
        "turn",
        "count",
        "So many 2s (or more) in one roll cancel the turn's points and end the turn; 0 for never.",
        low=2,
        high=6,
        zero_is_off=True,
    ),
    Option(
        "cancel_2s_is_farkle",
        "turn",
        "flag",
        "Whether a turn cancelled by 2s counts as a farkle in a row.",
    ),
    _points(
        "first_roll_bonus",
        "turn",
        "Extra points for scoring on the first roll of a turn begun with six dice; 0 for none.",
    ),
    Option(
        "first_roll_bonus_on",
        "turn",
        "choice",
        "When the first-roll bonus is earned.",
        choices={
            "all_six": "Only when all six dice of the first roll are set aside.",
            "any": "When any of the dice of the first roll is set aside.",
        },
    ),
    Option(
        "farkle_ends_turn",
        "turn",
        "flag",
        "Whether a farkle ends the turn; if not, its points are lost and the player may roll on.",
    ),
    Option(
        "piggyback",
        "turn",
        "choice",
        "Whether a turn may begin with the dice that the previous player banked without rolling.",
        choices={
            "off": "Every turn begins with six dice.",
            "dice_only": "The leftover dice may be rolled, from 0 points.",
            "dice_and_points": "The leftover dice may be rolled, from the previous turn's points.",
        },
    ),
    Option(
        "farkle_streak",
        "game",
        "count",
        "After how many farkles in a row the penalty is due.",
        low=1,
        high=20,
    ),
    _points(
        "farkle_penalty",
        "game",
        "Points lost for that many farkles in a row (a minus sign is ignored); 0 for none.",
    ),
    Option(
        "penalty_reset",
        "game",
        "flag",
        "Whether counting starts again after a penalty; if not, each further farkle costs again.",
    ),
    Option(
        "zero_resets_streak",
        "game",
        "flag",
        "Whether a turn of 0 points that is no farkle (one stopped below the opening minimum or "
        "cancelled by 2s) breaks a row of farkles.",
    ),
    Option(
        "allow_negative",
        "game",
        "flag",
        "Whether a penalty may take a total below zero.",
    ),
    Option(
        "target",
        "game",
        "points",
        "The total that a player must reach to start the end of the game.",
        low=50,
        high=1_000_000,
    ),
    Option(
        "exact",
        "game",
        "choice",
        "Whether the target must be hit exactly.",
        choices={
            "off": "Going past the target is fine.",
            "overshoot_is_bust": "Dice that would go past it do not count; without others the "
            "roll is a farkle.",
            "overshoot_not_bankable": "A turn that goes past it cannot be banked.",
        },
    ),
    Option(
        "final_round",
        "game",
        "choice",
        "What follows when a player reaches the target.",
        choices={
            "one_more_each": "Everyone else has exactly one more turn.",
            "finish_round": "The round is finished, so that all have had the same number of turns.",
            "sudden_death": "The game is over at once.",
        },
    ),
    Option(
        "tie",
        "game",
        "choice",
        "Who wins when the highest totals are equal.",
        choices={
            "first_reached": "Whoever reached that total first.",
            "shared": "All of them share the win.",
            "playoff": "They play one more turn each until one is ahead.",
        },
    ),
    Option(
        "first_player",
        "game",
        "choice",
        "How the first player is found.",
        choices={
            "highest_die": "Everyone rolls one die; the highest begins, ties roll again.",
            "chosen": "The players choose who begins.",
        },
    ),
)

OPTION: Mapping[str, Option] = {option.name: option for option in OPTIONS}
"""The same options by name."""
