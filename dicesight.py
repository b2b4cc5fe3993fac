"""Front door: the ``dicesight`` command. Each room's commands are imported only when called."""

from __future__ import annotations

import difflib
import errno
import importlib
from dataclasses import dataclass

import click


@dataclass(frozen=True, slots=True)
class _Entry:
    """Where a command lives, as "module:attribute", and what it does in a line for the help."""

    target: str
    summary: str


# The summaries stand here because importing a room only to ask for its line would cost seconds.
_COMMANDS = {
    "serve": _Entry("webapp.commands:serve", "Start the page that everyone at the table opens."),
    "doctor": _Entry("webapp.doctor:doctor", "Check that everything works, and say what to do."),
    "backup": _Entry("webapp.keeping:backup", "Copy all games into one file, checked."),
    "restore": _Entry("webapp.keeping:restore", "Put the games of a backup back."),
    "export": _Entry("webapp.keeping:export", "Write every game as JSON, and the turns as CSV."),
    "read": _Entry("models.read:read", "Read the dice in photographs and count their points."),
    "watch": _Entry("models.watch:watch", "Watch a camera or clip; print each roll as it settles."),
    "score": _Entry("farkle.commands.score:score", "Say what a roll is worth, and what to do."),
    "odds": _Entry("farkle.commands.odds:odds", "Tell the odds of the dice by any rules."),
    "practice": _Entry(
        "farkle.commands.practice:practice", "Roll virtual dice and learn what choices cost."
    ),
    "solve": _Entry(
        "farkle.commands.solve:solve", "Compute the exact chances to win by any rules."
    ),
    "rules": _Entry("farkle.commands.rules:rules", "Show rule presets; check house rules."),
    "datasets": _Entry(
        "datasets.commands:datasets", "Keep, check, split and exchange labelled pictures."
    ),
    "render": _Entry(
        "datasets.rendering.command:render", "Render labelled pictures of dice never thrown."
    ),
    "render-clips": _Entry(
        "datasets.clips.command:render_clips", "Make clips of throws with known rolls."
    ),
    "strew": _Entry("datasets.strewn:strew", "Make pictures of tables without dice."),
    "show": _Entry("datasets.contact_sheet:show", "Draw contact sheets of labelled pictures."),
    "train": _Entry("models.train:train", "Train the model on labelled pictures."),
    "tune": _Entry("models.tune:tune", "Search for good settings of the training (Ray Tune)."),
    "improve": _Entry(
        "models.improve:improve", "Teach the reader what was collected; use it if it is better."
    ),
    "promote": _Entry("models.promote:promote", "Let a better model read the dice, or go back."),
    "evaluate": _Entry("models.evaluate:evaluate", "Measure a model on labelled pictures."),
    "calibrate": _Entry(
        "models.calibrate:calibrate", "Fit how certain a model's readings are, and when to ask."
    ),
    "evaluate-clips": _Entry(
        "models.evaluate_clips:evaluate_clips", "Measure the live reading on clips of throws."
    ),
    "export-model": _Entry(
        "models.export_model:export_model", "Turn trained weights into the ONNX model."
    ),
}

# Packages that are installed apart: for what, and by which lock file.
_EXTRAS = {
    "train": (
        {"onnx", "torch", "torchvision", "ultralytics"},
        "training",
        "constraints-train.txt",
    ),
    "tune": ({"ray"}, "tuning", "constraints-train.txt"),
    "postgres": ({"psycopg"}, "PostgreSQL", "constraints.txt"),
}


class _FrontDoor(click.Group):
    """The group of all commands; the one place where errors become words and an exit status.

    Statuses: 0 done, 1 could not be done (one line says why), 2 wrong usage.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = _COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module, attribute = entry.target.split(":")
        try:
            command: click.Command = getattr(importlib.import_module(module), attribute)
        except ImportError as error:
            if advice := _missing_package(cmd_name, error):
                raise advice from error
            raise
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in _COMMANDS and not name.startswith("-"):
            near = difflib.get_close_matches(name, _COMMANDS, n=1)
            hint = f" Did you mean '{near[0]}'?" if near else ""
            ctx.fail(f"There is no command '{name}'.{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in _COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except ImportError as error:
            if advice := _missing_package(str(ctx.invoked_subcommand), error):
                raise advice from error
            raise
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise  # click ends quietly when the reader of the output has left
            where = f": {click.format_filename(error.filename)}" if error.filename else ""
            raise click.ClickException(f"{error.strerror or error}{where}") from error
        except Exception as error:
            # The errors of the rooms carry a stable code and words; anything else is a fault of
            # the program and keeps its trace.
            words, code = getattr(error, "words", None), getattr(error, "code", None)
            if isinstance(words, str) and isinstance(code, str):
                raise click.ClickException(f"{words} ({code})") from error
            raise


def _missing_package(command: str, error: ImportError) -> click.ClickException | None:
    """Words for a command that lacks what is installed apart; None for a fault of our own."""
    if ".so" in str(error):
        return click.ClickException(
            f"A library of the system is missing ({error}). "
            "On Debian and Ubuntu: apt-get install libgl1 libglib2.0-0"
        )
    package = str(error.name).split(".")[0]
    if package in {"bpy", "mujoco"}:
        return click.ClickException(
            f"'dicesight {command}' needs the packages for rendering ({package} is missing; bpy is "
            "there for Python 3.11 only). Install them with: make rendering. Or use --engine flat."
        )
    for extra, (packages, words, lock) in _EXTRAS.items():
        if package in packages:
            wanted = "train,tune" if extra == "tune" else extra
            return click.ClickException(
                f"'dicesight {command}' needs the packages for {words} ({package} is missing). "
                f"Install them with: python -m pip install -e '.[{wanted}]' -c {lock}"
            )
    return None


def _tell_version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if not wanted or context.resilient_parsing:
        return
    from importlib import metadata

    try:
        version = metadata.version("dicesight")
    except metadata.PackageNotFoundError:
        version = "of a working copy that is not installed"
    click.echo(f"dicesight, version {version}")
    context.exit()


@click.group(
    cls=_FrontDoor,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="'dicesight COMMAND --help' tells more about a command.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_tell_version,
    help="Show the version and exit.",
)
def main() -> None:
    """Read the dice on your table, score the roll, keep the shared sheet."""


if __name__ == "__main__":
    main()
