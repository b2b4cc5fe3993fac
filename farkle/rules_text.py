"""Rules as text that people edit: TOML with each option's description beside it.

preset = "classic"
opening_min = 350
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping

from farkle.errors import FarkleError
from farkle.options import OPTIONS
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


def read_toml(text: str, code: str, what: str) -> Mapping[str, object]:
    """The table that a TOML text holds; raises FarkleError with that code and ``what`` it was."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise FarkleError(code, f"{what} cannot be read: {error}.") from error


def toml_value(value: object) -> str:
    """A text, number, flag or list of them as TOML writes it (these it shares with JSON)."""
    return json.dumps(value, ensure_ascii=False)
