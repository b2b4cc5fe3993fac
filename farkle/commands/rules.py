"""The ``dicesight rules`` command: presets and house rules, to read and to check."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

import click

from farkle.chart import chart
from farkle.commands.named_rules import (
    NamedRules,
    named_rules,
    read_rules_file,
    written_rules,
)
from farkle.options import OPTION, OPTIONS
from farkle.rules import PRESETS, Rules
from farkle.rules_text import (
    idle_rules,
    rule_problems,
    rules_to_toml,
    stuck_words,
    toml_value,
)


@click.group()
def rules() -> None:
    """Show the rule presets, and check house rules in a file.

    House rules are a TOML file: a preset to start from, and the options that differ.

    \b
      preset = "classic"
      opening_min = 350
      hot_dice = "forced"

    'dicesight rules show classic --options' prints a file with every option and its meaning.
    """


@rules.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
def list_presets(as_json: bool) -> None:
    """List the rule presets."""
    if as_json:
        found = [
            {"name": preset.name, "title": preset.title, "summary": preset.summary}
            for preset in PRESETS.values()
        ]
        click.echo(json.dumps(found, ensure_ascii=False))
        return
    for preset in PRESETS.values():
        click.secho(f"{preset.name:<12} {preset.title}", bold=True)
        click.echo(_wrapped(preset.summary, 80, "    ", "    "))


@rules.command()
@click.argument("name", metavar="NAME|FILE")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--options",
    "as_options",
    is_flag=True,
    help="Print every option with its meaning, as a file to start house rules from.",
)
def show(name: str, *, as_json: bool, as_options: bool) -> None:
    """Show the chart of a preset or of house rules: what scores how much, and what is agreed."""
    if as_json and as_options:
        raise click.UsageError("Choose one of --json and --options.")
    named = named_rules(name)
    if as_json:
        click.echo(json.dumps(_to_mapping(named), ensure_ascii=False))
    elif as_options:
        preset = None if named.preset is None else named.preset.name
        click.echo(rules_to_toml(named.rules, preset, commented=True), nl=False)
    else:
        _show(named)


@rules.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
def check(file: Path) -> None:
    """Check a file of house rules, and tell how they differ from their preset.

    Everything that is wrong is told at once. The exit status is 1 when something is.
    """
    values = written_rules(file)
    problems = rule_problems(values)
    if problems:
        for problem in problems:
            click.echo(f"{click.format_filename(file)}: {problem.words} ({problem.code})", err=True)
        raise click.exceptions.Exit(1)
    named = read_rules_file(file)
    click.echo(f"{click.format_filename(file)} is fine.")
    changes = _changes(named.rules, named.base)
    base = "the defaults (PlayMonster)" if named.preset is None else named.preset.title
    click.echo(f"It differs from {base} in:" if changes else f"These are the rules of {base}.")
    _indented(changes)
    for option, words in idle_rules(values).items():
        if option in named.written:
            click.echo(f"Note: {words}")
    if (stuck := stuck_words(named.rules)) is not None:
        click.echo(f"Note: {stuck}")


def _show(named: NamedRules) -> None:
    click.secho(named.title, bold=True)
    if named.preset is not None and not named.written:
        click.echo(_wrapped(named.preset.summary, 80))
        click.echo(_wrapped(f"Source: {named.preset.source}", 80))
    click.echo()
    click.echo(str(chart(named.rules)))
    _section("Options that differ from PlayMonster's", _changes(named.rules, Rules()))
    if named.preset is not None:
        _section("Notes on the sheet", [f"- {note}" for note in named.preset.notes])


def _section(title: str, lines: list[str]) -> None:
    if lines:
        click.echo()
        click.secho(f"{title}:", bold=True)
        _indented(lines)


def _indented(lines: list[str]) -> None:
    for line in lines:
        click.echo(_wrapped(line, 96, "  ", "    "))


def _wrapped(text: str, widest: int, first: str = "", rest: str = "") -> str:
    """The text in lines that the terminal has room for, and that are not too long to read."""
    room = shutil.get_terminal_size(fallback=(widest, 24)).columns
    return click.wrap_text(text, min(widest, max(room, 30)), first, rest)


def _changes(changed: Rules, base: Rules) -> list[str]:
    """A line for each option that differs: its value, the old one, and what the new one means."""
    before: Mapping[str, object] = base.to_mapping()
    lines = []
    for name, value in changed.differences(base).items():
        option = OPTION[name]
        meaning = option.choices.get(str(value), option.words)
        lines.append(
            f"{name} = {toml_value(value)} instead of {toml_value(before[name])}: {meaning}"
        )
    return lines


def _to_mapping(named: NamedRules) -> dict[str, object]:
    preset = named.preset
    return {
        "title": named.title,
        "preset": None if preset is None else preset.name,
        "summary": None if preset is None or named.written else preset.summary,
        "source": None if preset is None else preset.source,
        "notes": [] if preset is None else list(preset.notes),
        "options": named.rules.to_mapping(),
        "differences": named.rules.differences(Rules()),
        "changes": named.rules.differences(named.base),
        "chart": chart(named.rules).to_mapping(),
        "meanings": {option.name: option.words for option in OPTIONS},
    }
