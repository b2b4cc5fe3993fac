"""Front door: the ``dicesight`` command. Each room's commands are imported only when called."""

from __future__ import annotations

import importlib

import click

# command name -> "module:attribute"; importing a room costs time, so it happens on demand.
_COMMANDS = {
    "serve": "webapp.commands:serve",
    "read": "models.read:read",
    "train": "models.train:train",
    "evaluate": "models.evaluate:evaluate",
    "export": "models.export:export",
}


class _LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        target = _COMMANDS.get(name)
        if target is None:
            return None
        module, attribute = target.split(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="dicesight")
def main() -> None:
    """Read the dice on your table, score the roll, keep the shared sheet."""


if __name__ == "__main__":
    main()
