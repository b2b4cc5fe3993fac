"""Writes docs/commands.md from the commands' own help: ``make docs``."""

from __future__ import annotations

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
    """Every command by its name, loaded."""
    context = click.Context(main)
    found = {name: main.get_command(context, name) for name in main.list_commands(context)}
    return {name: command for name, command in found.items() if command is not None}


def page() -> str:
    """The page as it should be."""
    parts = [_INTRODUCTION]
    for words in ([], *([name] for name in commands())):
        told = CliRunner().invoke(
            main, [*words, "--help"], prog_name="dicesight", terminal_width=96
        )
        lines = "\n".join(line.rstrip() for line in told.stdout.strip().splitlines())
        parts.append(f"## {' '.join(['dicesight', *words])}\n\n```text\n{lines}\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
