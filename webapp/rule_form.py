"""The form in which people write rules: from what was typed to values, and back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from farkle.errors import FarkleError
from farkle.options import OPTION, OPTIONS, Option
from farkle.rules import PRESETS, Rules
from farkle.rules_text import idle_rules, rule_problems

PARTS = ("four", "five", "six")
"""What the three numbers of a list are for: four, five and six of a kind."""

_GROUPING = re.compile(r"(?<=\d)[.,'\u2019\u00a0\u202f ](?=\d{3})")


@dataclass(frozen=True, slots=True)
class RuleForm:
    """Rules as they were written: ``values`` by option, right or wrong, on top of a preset.

    ``problems`` are the refusals, each with its option in its details; ``rules`` is None as long
    as there are any.
    """

    preset: str
    values: Mapping[str, object]
    problems: tuple[FarkleError, ...]
    rules: Rules | None

    @property
    def idle(self) -> frozenset[str]:
        """The options that change nothing as the others stand; none while something is wrong."""
        return frozenset(idle_rules(self.values)) if self.rules else frozenset()

    @property
    def changed(self) -> frozenset[str]:
        """The options that differ from the preset's."""
        preset = PRESETS[self.preset].rules.to_mapping()
        return frozenset(name for name, value in self.values.items() if value != preset[name])

    def problem(self, name: str) -> FarkleError | None:
        """What is wrong with an option."""
        own = (error for error in self.problems if error.details.get("option") == name)
        return next(own, None)

    @property
    def other_problems(self) -> list[FarkleError]:
        """What is wrong but belongs to no field, such as an unknown name in a file."""
        return [error for error in self.problems if error.details.get("option") not in OPTION]


def written(values: Mapping[str, object], preset: str | None = None) -> RuleForm:
    """The form for values as a file or a saved set has them; ``preset`` in them comes first."""
    named = values.get("preset", preset)
    base = named if isinstance(named, str) and named in PRESETS else next(iter(PRESETS))
    problems = rule_problems(values)
    shown = {**PRESETS[base].rules.to_mapping(), **_known(values)}
    rules = None if problems else Rules.from_mapping({**shown, "preset": base})
    return RuleForm(base, shown, problems, rules)


def posted(fields: Mapping[str, str]) -> RuleForm:
    """The form as a browser sends it: every option is in it, a flag only when it is set."""
    values = {option.name: _field(option, fields) for option in OPTIONS}
    return written(values, fields.get("base"))


def _field(option: Option, fields: Mapping[str, str]) -> object:
    if option.kind == "flag":
        return option.name in fields
    if option.kind == "choice":
        return fields.get(option.name, "")
    if option.kind in ("points_list", "factor_list"):
        return [_number(fields.get(f"{option.name}.{part}", "")) for part in PARTS]
    return _number(fields.get(option.name, ""))


def _number(text: str) -> object:
    """A number as people write it, ``10 000`` or ``10.000`` included; else the text itself."""
    plain = _GROUPING.sub("", text.strip()).replace("\u2212", "-")
    return int(plain) if re.fullmatch(r"-?\d{1,9}", plain) else text.strip()


def _known(values: Mapping[str, object]) -> dict[str, object]:
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in values.items()
        if name in OPTION
    }
