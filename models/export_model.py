"""The ``dicesight export-model`` command."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import click


@click.command("export-model")
@click.argument("checkpoint", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.argument("target", type=click.Path(path_type=Path, dir_okay=False))
def export_model(checkpoint: Path, target: Path) -> None:
    """Turn a training CHECKPOINT (.pt) into the ONNX file TARGET (needs the `train` extra).

    Beside TARGET a JSON record is written with its SHA-256 and the settings of the run; the network
    is refused later if it no longer matches.
    """
    if target.suffix != ".onnx":
        raise click.UsageError("TARGET must end in .onnx.")
    from models.exporting import export_onnx

    export_onnx(checkpoint, target)
    payload = target.read_bytes()
    record: dict[str, object] = {"sha256": hashlib.sha256(payload).hexdigest()}
    settings = checkpoint.parent.parent / "settings.json"
    if settings.is_file():
        record["training"] = json.loads(settings.read_text(encoding="utf-8"))
    target.with_suffix(".json").write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
    click.echo(f"{target}: {len(payload) / 1e6:.1f} MB, SHA-256 {record['sha256']}")
