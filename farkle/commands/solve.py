"""The ``dicesight solve`` command: the table of chances to win for any rules."""

from __future__ import annotations

import os
import time
from pathlib import Path
from zipfile import BadZipFile

import click
import numpy as np
import platformdirs
from tqdm import tqdm

from farkle.commands.named_rules import NamedRules, named_rules
from farkle.errors import FarkleError
from farkle.rules import PRESETS, Rules
from farkle.solver import Progress, sweeps
from farkle.standing import standings
from farkle.tables import shipped_table
from farkle.turn_pass import has_compiler
from farkle.win_table import Race, WinTable, table_name

_SAVED_EVERY_S = 10.0


@click.command()
@click.argument("rules", metavar="[NAME|FILE]...", nargs=-1)
@click.option("--all", "all_presets", is_flag=True, help="Solve every preset.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder for tables.  [default: 'tables' in the data folder, where the page looks]",
)
@click.option(
    "--data-dir",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="DICESIGHT_DATA_DIR",
    help="The data folder.  [default: the user's data folder of this system]",
)
@click.option("--again", is_flag=True, help="Compute tables anew that are there already.")
def solve(
    rules: tuple[str, ...],
    *,
    all_presets: bool,
    out: Path | None,
    data_dir: Path | None,
    again: bool,
) -> None:
    """Compute the exact chance to win between two players, before every turn.

    Each NAME is a preset, each FILE the house rules of a TOML file. A table takes from half a
    minute to some minutes on two cores if numba is installed ('pip install numba'), about ten
    times as long without it; with a penalty for farkles in a row ten times longer still. What
    was interrupted goes on where it was.
    """
    names = [*rules, *(PRESETS if all_presets else ())]
    if not names:
        raise click.UsageError("Name rules to solve, or give --all for every preset.")
    home = data_dir or platformdirs.user_data_path("dicesight", appauthor=False)
    folder = out or home / "tables"
    folder.mkdir(parents=True, exist_ok=True)
    if not has_compiler():
        click.echo("numba is not installed: this takes about ten times as long.", err=True)
    for name in names:
        _solve_one(named_rules(name), folder, again=again)


def _solve_one(named: NamedRules, folder: Path, *, again: bool) -> None:
    path = folder / f"{table_name(named.rules)}.win"
    table = None if again else _known(named.rules, path)
    if table is None:
        _write_nothing(path)
        table = _computed(named.title, named.rules, path)
        _write(path, table.to_bytes())
        path.with_suffix(".part").unlink(missing_ok=True)
    where = click.format_filename(path) if path.exists() else "it comes with Dicesight"
    chance = table.chance(Race(0, 0, opened=None if named.rules.opening_min else True))
    click.echo(f"{named.title}: the first player wins {100 * chance:.2f} % ({where})")


def _known(rules: Rules, path: Path) -> WinTable | None:
    if path.exists():
        try:
            return WinTable.from_bytes(path.read_bytes())
        except FarkleError:
            return None  # damaged: made anew
    return shipped_table(rules)


def _computed(title: str, rules: Rules, path: Path) -> WinTable:
    begun = _begun(rules, path)
    values, saved = np.empty(0), time.monotonic()
    progress: Progress | None = None
    # Where nobody watches (a log file) there is no bar.
    with tqdm(desc=title, unit="sum", total=None, leave=False, disable=None) as bar:
        sweep = -1
        try:
            for values, progress in sweeps(rules, *begun):
                if progress.sweep != sweep:
                    sweep = progress.sweep
                    bar.reset(progress.levels)
                    bar.set_description(_stage(title, progress, rules))
                bar.update(progress.level - bar.n)
                if time.monotonic() - saved > _SAVED_EVERY_S:
                    _save(path, values, progress)
                    saved = time.monotonic()
        except KeyboardInterrupt:
            # The sum under way may be half done: it is done again.
            if progress is not None:
                _save(path, values, progress)
            raise
    return WinTable(rules, values)


def _stage(title: str, progress: Progress, rules: Rules) -> str:
    if not rules.farkle_penalty:
        return title
    if not progress.sweep:
        return f"{title}, first guess"
    change = f", last change {progress.change:.0e}" if progress.sweep > 1 else ""
    return f"{title}, sweep {progress.sweep}{change}"


def _begun(rules: Rules, path: Path) -> tuple[np.ndarray | None, int, bool]:
    """The values of an interrupted run, how many sums are done, and whether they are those of the
    first guess; nothing if there is none."""
    part = path.with_suffix(".part")
    try:
        with part.open("rb") as file, np.load(file) as kept:
            values, done, sweep = kept["values"], int(kept["done"]), int(kept["sweep"])
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None, 0, False  # nothing there, or damaged
    known = standings(rules if sweep else rules.changed(farkle_penalty=0))
    return (values, done, not sweep) if values.shape == known.shape else (None, 0, False)


def _save(path: Path, values: np.ndarray, progress: Progress) -> None:
    # The end of a sweep is the start of the next one, but for the guess there is but one.
    done = progress.level % progress.levels if progress.sweep else progress.level
    beside = _beside(path)
    with beside.open("wb") as file:
        np.savez(file, values=values, done=done, sweep=progress.sweep)
    beside.replace(path.with_suffix(".part"))


def _write(path: Path, payload: bytes) -> None:
    beside = _beside(path)
    beside.write_bytes(payload)
    beside.replace(path)


def _write_nothing(path: Path) -> None:
    """Raise OSError now where the table could not be written after minutes of work."""
    beside = _beside(path)
    beside.touch()
    beside.unlink()


def _beside(path: Path) -> Path:
    """Where to write before it takes the file's place: nobody else's, if two compute the same."""
    return path.with_suffix(f".{os.getpid()}.new")
