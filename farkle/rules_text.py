"""Rules as text that people edit: TOML with each option's description beside it.

preset = "classic"
opening_min = 350
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from functools import partial

from farkle.errors import FarkleError
from farkle.options import GRID, OPTION, OPTIONS
from farkle.rules import Rules, find_preset


def rules_from_toml(text: str) -> Rules:
    """Read rules: a ``preset`` to start from and any options on top of it.

    Raises FarkleError ``rules_not_readable`` (with the line) or what ``Rules.from_mapping`` raises.
    """
    return Rules.from_mapping(read_toml(text, "rules_not_readable", "These rules"))


def rules_to_toml(rules: Rules, preset: str | None = None, commented: bool = False) -> str:
    """Write rules as the options in which they differ from a preset (from the defaults of
    ``Rules`` without one); ``commented`` adds all others, with descriptions, as comments."""
    base = Rules() if preset is None else find_preset(preset).rules
    changed, all_values = rules.differences(base), rules.to_mapping()
    lines = [] if preset is None else [f"preset = {toml_value(preset)}"]
    for option in OPTIONS:
        if commented:
            lines += ["", f"# {option.words}"]
            lines += [f"#   {name}: {words}" for name, words in option.choices.items()]
        if option.name in changed or commented:
            mark = "" if option.name in changed else "# "
            lines.append(f"{mark}{option.name} = {toml_value(all_values[option.name])}")
    return "\n".join(lines).strip() + "\n"


def rule_problems(values: Mapping[str, object]) -> tuple[FarkleError, ...]:
    """Everything that is wrong with written rules, where ``from_mapping`` stops at the first."""
    # The widest rules in which each value stands alone: conflicts are looked for afterwards.
    alone = Rules(opening_min=0, target=OPTION["target"].high)
    found = [
        *_refusals(lambda: find_preset(values["preset"]) if "preset" in values else None),
        *(
            refusal
            for name, value in values.items()
            if name != "preset"
            for refusal in _refusals(partial(alone.changed, **{name: value}))
        ),
    ]
    return tuple(found or _refusals(lambda: Rules.from_mapping(values)))


def idle_rules(values: Mapping[str, object]) -> Mapping[str, str]:
    """The options of (right) written rules that change nothing, each with a sentence why."""
    rules = Rules.from_mapping(values)
    needs = {
        "kind_fixed": (rules.kind_mode == "fixed", "kind_mode is not fixed"),
        "kind_mult": (rules.kind_mode == "multiple", "kind_mode is not multiple"),
        "six_as_three_pairs": (bool(rules.three_pairs), "three_pairs is off"),
        "six_as_two_triplets": (bool(rules.two_triplets), "two_triplets is off"),
        "below_opening": (bool(rules.opening_min), "opening_min is off"),
        "cancel_2s_is_farkle": (bool(rules.cancel_2s), "cancel_2s is off"),
        "first_roll_bonus_on": (bool(rules.first_roll_bonus), "first_roll_bonus is off"),
        **{
            name: (bool(rules.farkle_penalty), "farkle_penalty is off")
            for name in ("farkle_streak", "penalty_reset", "zero_resets_streak", "allow_negative")
        },
    }
    return {
        name: f"The rule “{name}” changes nothing, because {why}."
        for name, (is_used, why) in needs.items()
        if name in values and not is_used
    }


def stuck_words(rules: Rules) -> str | None:
    """How a player can come to where no turn brings the win any more; None where nobody can."""
    if rules.exact == "off" or rules.bank_min <= GRID:
        return None
    return (
        f"Who misses fewer than {rules.bank_min:,} points can never hit the exact target, because "
        "every banked turn needs so many (bank_min)."
    )


def read_toml(text: str, code: str, what: str) -> Mapping[str, object]:
    """The table that a TOML text holds; raises FarkleError with that code and ``what`` it was."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise FarkleError(code, f"{what} cannot be read: {error}.") from error


def _refusals(made: Callable[[], object]) -> list[FarkleError]:
    try:
        made()
    except FarkleError as error:
        return [error]
    return []


def toml_value(value: object) -> str:
    """A text, number, flag or list of them as TOML writes it (these it shares with JSON)."""
    return json.dumps(value, ensure_ascii=False)
