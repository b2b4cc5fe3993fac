"""The ``dicesight export-model`` command."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import click


@click.command("export-model")
@click.argument("checkpoint", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.argument("target", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--half", is_flag=True, help="Keep the weights in 16 bits: half the size.")
@click.option(
    "--int8",
    "pictures",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    metavar="PICTURES",
    help="Compute with 8 bits, adjusted on these labelled pictures: a third of the size, faster in "
    "ONNX Runtime, not in OpenVINO. Measure it before use.",
)
def export_model(checkpoint: Path, target: Path, half: bool, pictures: Path | None) -> None:
    """Turn a training CHECKPOINT (.pt) into the ONNX file TARGET (needs the `train` extra).

    Beside TARGET a JSON record is written with its SHA-256 and the settings of the run; the network
    is refused later if it no longer matches.
    """
    if target.suffix != ".onnx":
        raise click.UsageError("TARGET must end in .onnx.")
    if half and pictures is not None:
        raise click.UsageError("Choose one of --half and --int8.")
    from models.exporting import export_onnx

    export_onnx(checkpoint, target)
    form = "half" if half else "int8" if pictures else ""
    if form:
        from models.lighter import in_eight_bits, in_half

        whole = target.with_suffix(".whole")
        target.rename(whole)
        try:
            if pictures is None:
                in_half(whole, target)
            else:
                in_eight_bits(whole, target, pictures)
        finally:
            whole.unlink()
    payload = target.read_bytes()
    record: dict[str, object] = {"sha256": hashlib.sha256(payload).hexdigest()}
    if form:
        record["form"] = form
    settings = checkpoint.parent.parent / "settings.json"
    if settings.is_file():
        record["training"] = json.loads(settings.read_text(encoding="utf-8"))
    target.with_suffix(".json").write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
    click.echo(f"{target}: {len(payload) / 1e6:.1f} MB, SHA-256 {record['sha256']}")
