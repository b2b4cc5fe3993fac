"""The ``--rules`` option of every command: a preset's name or a file of house rules."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import click

from farkle.errors import FarkleError
from farkle.rules import PRESETS, Preset, Rules
from farkle.rules_text import read_toml, rule_problems

Command = TypeVar("Command", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class NamedRules:
    """Rules with what they are called: a preset's title, or the file's name.

    ``preset`` is the one they stand on, None for a file that names none; ``written`` what a file
    says beside that, in its own words.
    """

    title: str
    rules: Rules
    preset: Preset | None
    written: Mapping[str, object]

    @property
    def base(self) -> Rules:
        """The rules that these change: the preset's, or the defaults of a file without one."""
        return Rules() if self.preset is None else self.preset.rules


def preset_rules(name: str) -> NamedRules:
    """A preset by its name; raises KeyError."""
    preset = PRESETS[name]
    return NamedRules(preset.title, preset.rules, preset, {})


def read_rules_file(path: Path) -> NamedRules:
    """House rules from a TOML file.

    Raises OSError, and FarkleError with the file's name and the first thing that is wrong in it.
    """
    values = written_rules(path)
    problems = rule_problems(values)
    if problems:
        name, first = click.format_filename(path), problems[0]
        more = f" There is more: 'dicesight rules check {name}'." if len(problems) > 1 else ""
        raise FarkleError(first.code, f"{name}: {first.words}{more}")
    preset = values.get("preset")
    return NamedRules(
        title=path.stem,
        rules=Rules.from_mapping(values),
        preset=PRESETS[preset] if isinstance(preset, str) else None,
        written={name: value for name, value in values.items() if name != "preset"},
    )


def written_rules(path: Path) -> Mapping[str, object]:
    """What a file of house rules says, unchecked; raises OSError and ``rules_not_readable``."""
    name = click.format_filename(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise FarkleError("rules_not_readable", f"{name} is no text.") from error
    return read_toml(text, "rules_not_readable", f"The rules in {name}")


def rules_option(command: Command) -> Command:
    """Give a command the option ``--rules``, as its parameter ``named``."""
    return click.option(
        "--rules",
        "named",
        callback=lambda _context, _option, value: named_rules(value),
        default="playmonster",
        show_default=True,
        metavar="NAME|FILE",
        help="A rule preset ('dicesight rules list' names them) or a TOML file of house rules.",
    )(command)


def named_rules(value: str) -> NamedRules:
    """The rules of a preset's name or of a TOML file's path.

    Raises click.BadParameter for what is neither, and what ``read_rules_file`` raises.
    """
    if value in PRESETS:
        return preset_rules(value)
    path = Path(value)
    if path.suffix == ".toml" or path.exists():
        return read_rules_file(path)
    close = difflib.get_close_matches(value, PRESETS, n=1)
    hint = f"Did you mean '{close[0]}'?" if close else f"Presets: {', '.join(PRESETS)}."
    raise click.BadParameter(f"'{value}' is neither a preset nor a file. {hint}")
