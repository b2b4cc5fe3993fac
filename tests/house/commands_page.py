"""Writes docs/commands.md from the commands' own help: ``make docs``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
from click.testing import CliRunner

from dicesight import main

PAGE = Path(__file__).parents[2] / "docs" / "commands.md"

_INTRODUCTION = """# The commands

Everything starts with `dicesight`; in a checkout that is `.venv/bin/dicesight` (on Windows
`.venv\\Scripts\\dicesight`). Exit status: 0 done, 1 something could not be done (a line on standard
error says what), 2 wrong usage. This page is the commands' own help, written by `make docs`.
"""


def commands() -> dict[str, click.Command]:
    """Every command by its name, loaded; those of a group as "group command" after it."""
    return dict(_commands_of(main))


def _commands_of(group: click.Group, before: str = "") -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is not None:
            yield before + name, command
        if isinstance(command, click.Group):
            yield from _commands_of(command, f"{before}{name} ")


def page() -> str:
    """The page as it should be."""
    parts = [_INTRODUCTION]
    for words in ([], *(name.split() for name in commands())):
        told = CliRunner().invoke(
            main, [*words, "--help"], prog_name="dicesight", terminal_width=96
        )
        lines = "\n".join(line.rstrip() for line in told.stdout.strip().splitlines())
        parts.append(f"## {' '.join(['dicesight', *words])}\n\n```text\n{lines}\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
