"""The rules of a game as one frozen value, and the presets of the printed rule sheets."""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from farkle.errors import FarkleError
from farkle.options import OPTION
from farkle.whole import whole_number

Three = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Rules:
    """Every option of the game; the defaults are PlayMonster's sheet.

    What each option means stands in ``farkle.options.OPTIONS``. All points are multiples of 50.
    Wrong values raise FarkleError (``rule_…`` codes) with words, however the value is made.

    >>> house = Rules.from_mapping({"preset": "classic", "opening_min": 350})
    >>> house.straight, house.opening_min
    (3000, 350)
    """

    single1: int = 100
    single5: int = 50
    triple_ones: int = 300
    kind_mode: str = "fixed"
    kind_fixed: Three = (1000, 2000, 3000)
    kind_mult: Three = (2, 3, 4)
    straight: int = 1500
    straight_1_5: int = 0
    straight_2_6: int = 0
    three_pairs: int = 1500
    four_plus_pair: int = 1500
    two_triplets: int = 2500
    six_as_three_pairs: bool = True
    six_as_two_triplets: bool = True
    six_nothing: int = 0
    opening_min: int = 500
    below_opening: str = "must_roll"
    bank_min: int = 0
    hot_dice: str = "optional"
    cancel_2s: int = 0
    cancel_2s_is_farkle: bool = True
    first_roll_bonus: int = 0
    first_roll_bonus_on: str = "all_six"
    farkle_ends_turn: bool = True
    piggyback: str = "off"
    farkle_streak: int = 3
    farkle_penalty: int = 0
    penalty_reset: bool = True
    zero_resets_streak: bool = False
    allow_negative: bool = True
    target: int = 10_000
    exact: str = "off"
    final_round: str = "one_more_each"
    tie: str = "shared"
    first_player: str = "highest_die"
    _hash: int = field(default=0, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name, option in OPTION.items():
            value = getattr(self, name)
            if name == "farkle_penalty" and (penalty := whole_number(value)) is not None:
                value = abs(penalty)  # some sheets print a minus sign
            object.__setattr__(self, name, option.checked(value))
        for name in ("opening_min", "bank_min"):
            if getattr(self, name) > self.target:
                raise FarkleError(
                    "rules_conflict",
                    f"The rule “{name}” asks for more points than the target of {self.target:,}.",
                    options=[name, "target"],
                    option=name,
                    target=self.target,
                )
        # Rules are the key of every cache: hashing some thirty fields each time would show.
        values = tuple(getattr(self, name) for name in OPTION)
        object.__setattr__(self, "_hash", hash(values))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        # Made anew where it is unpickled: hashes of strings differ from process to process.
        return (Rules.from_mapping, (self.to_mapping(),))

    @classmethod
    def preset(cls, name: str) -> Rules:
        """The rules of a named preset; raises FarkleError ``preset_unknown``."""
        return find_preset(name).rules

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> Rules:
        """Rules from option names and values, for example from JSON or TOML.

        A key ``preset`` names the rules to start from, else missing options have the defaults of
        this class. Raises FarkleError: ``rule_unknown`` (with a suggestion), ``preset_unknown``
        and what the constructor raises.
        """
        if not isinstance(values, Mapping):
            raise FarkleError("rules_not_readable", "Rules are a table of names and values.")
        named = dict(values)
        base = find_preset(named.pop("preset")).rules if "preset" in named else cls()
        for name in named:
            if not isinstance(name, str):  # not even a keyword, so ``changed`` cannot refuse it
                raise _unknown("rule", name, OPTION)
        return base.changed(**named)

    def changed(self, **options: object) -> Rules:
        """These rules with some options changed, validated as ``from_mapping`` does."""
        for name in options:
            if name not in OPTION:
                raise _unknown("rule", name, OPTION)
        return dataclasses.replace(self, **options)  # type: ignore[arg-type]

    def to_mapping(self) -> dict[str, object]:
        """All options, JSON-safe; ``from_mapping`` reads it back to an equal value."""
        values: dict[str, object] = {}
        for name in OPTION:
            value = getattr(self, name)
            values[name] = list(value) if isinstance(value, tuple) else value
        return values

    def differences(self, other: Rules) -> dict[str, object]:
        """The options in which these rules differ from the other ones, with these values."""
        theirs = other.to_mapping()
        return {name: v for name, v in self.to_mapping().items() if v != theirs[name]}


def checked_rules(rules: object) -> Rules:
    """The rules themselves; raises FarkleError ``rules_not_readable`` for what is none, as the
    name of a preset."""
    if isinstance(rules, Rules):
        return rules
    raise FarkleError(
        "rules_not_readable", "Rules are made with Rules.preset(name) or Rules.from_mapping(table)."
    )


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of rules: ``title`` for lists, ``summary`` what sets it apart, ``source`` the
    sheet it follows, ``notes`` where that contradicts itself or is silent and what was chosen."""

    name: str
    title: str
    summary: str
    source: str
    rules: Rules
    notes: tuple[str, ...] = ()


def find_preset(name: object) -> Preset:
    """The preset of that name; raises FarkleError ``preset_unknown`` with a suggestion."""
    if isinstance(name, str) and name in PRESETS:
        return PRESETS[name]
    raise _unknown("preset", name, PRESETS)


def _unknown(what: str, name: object, known: Mapping[str, object]) -> FarkleError:
    shown = name[:40] if isinstance(name, str) else type(name).__name__
    close = difflib.get_close_matches(shown, known, n=1)
    hint = f" Did you mean “{close[0]}”?" if close else ""
    return FarkleError(
        f"{what}_unknown",
        f"There is no {what} called “{shown}”.{hint}",
        name=shown,
        suggestion=close[0] if close else None,
    )


_PLAYMONSTER = Rules()
_PATCH = _PLAYMONSTER.changed(
    below_opening="stop_zero",
    farkle_penalty=1000,
    six_as_three_pairs=False,
    six_as_two_triplets=False,
)
_CLASSIC = Rules(
    triple_ones=1000,
    kind_mode="none",
    straight=3000,
    two_triplets=0,
    opening_min=0,
    final_round="finish_round",
    first_player="chosen",
)
_TENK = _CLASSIC.changed(opening_min=500)
_TENK_VAR = _TENK.changed(kind_mode="multiple", hot_dice="forced", cancel_2s=4)
_CALC = Rules(triple_ones=1000, opening_min=0, first_player="chosen")
_KCD = Rules(
    triple_ones=1000,
    kind_mode="double",
    straight_1_5=500,
    straight_2_6=750,
    three_pairs=0,
    four_plus_pair=0,
    two_triplets=0,
    opening_min=0,
    target=4000,
    final_round="sudden_death",
    first_player="chosen",
)

PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        preset.name: preset
        for preset in (
            Preset(
                "playmonster",
                "PlayMonster",
                "The boxed game: three 1s are 300, four, five and six of a kind 1,000, 2,000 and "
                "3,000; 500 points in one turn to open.",
                "The rules that come with PlayMonster's Farkle, as a web page tells them.",
                _PLAYMONSTER,
                (
                    "The sheet makes a player below 500 roll on, while its own score keeper counts "
                    "such a turn as 0; here the player must roll on.",
                    "Totals that tie at the end are not mentioned; here the win is shared.",
                ),
            ),
            Preset(
                "patch",
                "Patch",
                "As PlayMonster, but three farkles in a row cost 1,000 and one may stop below the "
                "opening 500 for no points.",
                "The rules of Farkle as distributed by Patch Products, as a web page tells them.",
                _PATCH,
                (
                    "The third example adds 1,500 and 200 to 1,600; it is 1,700.",
                    "The first example calls stopping below 500 a farkle, the advice on two "
                    "farkles in a row says it is none; here it is none.",
                ),
            ),
            Preset(
                "classic",
                "Classic",
                "Three 1s are 1,000, a straight 3,000, three pairs 1,500; four and more of a kind "
                "and two triplets are nothing special; no opening minimum.",
                "A dice seller's printed rules of Farkle, the dice game.",
                _CLASSIC,
                (
                    "The sheet lets a player roll on after a farkle and also says that the turn "
                    "ends; here it ends.",
                    "Four ways are listed to score 1-2-4-5-5-5; there are seven.",
                ),
            ),
            Preset(
                "tenk",
                "Ten Thousand",
                "As Classic, with 500 points in one turn to open.",
                "A dice seller's Ten Thousand summary, basic scheme.",
                _TENK,
                ("Parts of the sheet's table are lost; they are taken from Classic.",),
            ),
            Preset(
                "tenk_var",
                "Ten Thousand with variations",
                "Four, five and six of a kind are 2, 3 and 4 times the triple, hot dice must be "
                "rolled, four 2s cancel the turn.",
                "A dice seller's Ten Thousand summary, with its variations.",
                _TENK_VAR,
                (
                    "The first-roll bonus is off: as printed it would be earned in 97 turns of "
                    "100; switched on, it needs all six dice.",
                    "Whether four 2s are a farkle for the row of farkles is not said; here they "
                    "are.",
                ),
            ),
            Preset(
                "tenk_pocket",
                "Ten Thousand, pocket",
                "As Ten Thousand with variations, but three 1s are 300.",
                "A dice seller's Ten Thousand summary, with three 1s as its “Pocket Farkle”.",
                _TENK_VAR.changed(triple_ones=300),
            ),
            Preset(
                "calc",
                "Calculator",
                "Three 1s are 1,000, four, five and six of a kind 1,000, 2,000 and 3,000, two "
                "triplets 2,500; the best reading always counts; no opening minimum.",
                "A web score keeper with a dice calculator.",
                _CALC,
            ),
            Preset(
                "calc_double",
                "Calculator, doubling",
                "As Calculator, but each die beyond three of a kind doubles its points.",
                "A web score keeper with a dice calculator, its doubling variant.",
                _CALC.changed(kind_mode="double"),
            ),
            Preset(
                "kcd",
                "Kingdom Come",
                "The tavern game of Kingdom Come: each die beyond three of a kind doubles, 1-5 is "
                "500 and 2-6 is 750, no pairs; first to 4,000 wins at once.",
                "The dice game of the video game Kingdom Come: Deliverance.",
                _KCD,
                ("The target varies from table to table; 4,000 is the longest game.",),
            ),
        )
    }
)
