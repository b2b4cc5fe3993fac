"""The commands that keep games safe: ``dicesight backup``, ``restore`` and ``export``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from webapp.options import storage, storage_config

if TYPE_CHECKING:
    from webapp.archive import Archive
    from webapp.backups import Contents


@click.command()
@click.argument("target", type=click.Path(path_type=Path), required=False)
@storage
def backup(target: Path | None, data_dir: Path | None, database_url: str | None) -> None:
    """Copy all games into the file TARGET, also while the page is running.

    Without TARGET the file is made in the current folder, with the time in its name; a folder as
    TARGET gets such a file. The copy is of one moment, and is checked before the command ends: the
    database itself, every row against its hash, and every game is played through.
    """
    from webapp.backups import make_backup, stamp
    from webapp.opening import open_stored

    config = storage_config(data_dir, database_url)
    name = f"dicesight-{stamp()}.sqlite3"
    if target is None:
        file = _free(Path(name))
    else:
        file = _free(target / name) if target.is_dir() else target
    with open_stored(config, bring_up_to_date=False) as engine:
        contents = make_backup(engine, file)
    click.echo(f"{file}: {_in_words(contents)}. Checked.")
    click.echo(f"SHA-256 of the content: {contents.fingerprint.sha256}")


@click.command()
@click.argument("source", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--yes", is_flag=True, help="Replace the games that are there now.")
@storage
def restore(source: Path, yes: bool, data_dir: Path | None, database_url: str | None) -> None:
    """Put the games of the backup SOURCE back, also while the page is running.

    The backup is checked first. Games that are there now are replaced only with --yes, and are
    kept as a backup of their own in the data folder. A backup of SQLite can be restored into
    PostgreSQL and the other way round.
    """
    from webapp.backups import (
        BackupError,
        check_backup_copy,
        count_games,
        move_aside,
        restore_backup,
        stamp,
    )
    from webapp.opening import StorageError, open_stored

    config = storage_config(data_dir, database_url)
    found = check_backup_copy(source)
    config.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    aside = _free(config.data_dir / f"dicesight-before-restore-{stamp()}.sqlite3")
    try:
        with open_stored(config, create=True) as engine, engine.connect() as connection:
            there = count_games(connection)
    except StorageError as error:
        if error.code != "store_damaged" or config.database_url:
            raise
        if not yes:
            raise BackupError(
                "restore_needs_yes",
                f"{error.words} Stop the page, then repeat this with --yes: the damaged file is "
                "kept, and the backup takes its place.",
            ) from error
        kept = move_aside(config.data_dir / "dicesight.sqlite3")
        click.echo(f"The damaged games are now in {kept}.")
        there = 0
    if there and not yes:
        raise BackupError(
            "restore_needs_yes",
            f"{source} has {_in_words(found)}. They would replace {_count(there, 'game')}; "
            "repeat this with --yes to do so. What is there now is kept in a backup.",
        )
    with open_stored(config, create=True) as engine:
        contents = restore_backup(source, engine, aside)
    if aside.exists():
        click.echo(f"What was there before is kept in {aside}.")
    click.echo(f"Restored from {source}: {_in_words(contents)}. Checked.")


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@storage
def export(folder: Path, data_dir: Path | None, database_url: str | None) -> None:
    """Write every game into FOLDER, for spreadsheets and other programs.

    Each game becomes a JSON file with all that happened in it, which the page can import again;
    turns.csv has a row for each turn of all games. Each pad for another game becomes such a JSON
    file, and a CSV file with its points. FOLDER must be new or empty.
    """
    from webapp.archive import ArchiveError, file_name, to_csv, to_json
    from webapp.backups import BackupError
    from webapp.opening import open_stored
    from webapp.pad import fold
    from webapp.pad_file import pad_csv, pad_json
    from webapp.store import PAD, Store

    if folder.is_dir() and any(folder.iterdir()):
        raise BackupError("target_exists", f"There are already files in {folder}.")
    config = storage_config(data_dir, database_url)
    faults: list[str] = []
    readable: list[Archive] = []
    with open_stored(config) as engine:
        folder.mkdir(parents=True, exist_ok=True)
        store = Store(engine)
        for game_id in store.ids():
            archive = store.archive(game_id)
            if archive is None:
                continue
            path = _free(folder / file_name(archive, "json"))
            path.write_text(to_json(archive), encoding="utf-8", newline="\n")
            try:
                archive.state()
            except ArchiveError as error:
                faults.append(f"{path.name} is not in the table of turns: {error.words}")
            else:
                readable.append(archive)
        pads = store.ids(PAD)
        for number, pad_id in enumerate(pads, 1):
            _write_table(folder / f"pad-{number}.csv", pad_csv(fold(store.read(pad_id))))
            pad = store.archive(pad_id)
            if pad is not None:
                path = folder / f"pad-{number}.json"
                path.write_text(pad_json(pad), encoding="utf-8", newline="\n")
    _write_table(folder / "turns.csv", to_csv(readable))
    total = len(readable) + len(faults)
    words = f"{folder}: {_count(total, 'game')} as JSON, their turns in turns.csv"
    click.echo(f"{words}, {_count(len(pads), 'pad')} as CSV and JSON." if pads else f"{words}.")
    if faults:
        raise click.ClickException("\n".join(faults))


def _in_words(contents: Contents) -> str:
    words = f"{_count(contents.games, 'game')}, {_count(contents.events, 'event')}"
    if contents.unreadable:
        words += f", {len(contents.unreadable)} of another version that cannot be played through"
    return words


def _write_table(path: Path, text: str) -> None:
    # A spreadsheet takes the file for UTF-8 only with the mark at its beginning.
    path.write_text(text, encoding="utf-8-sig", newline="")


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _free(path: Path) -> Path:
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free
