"""The recipe of a training run: which sources are mixed, and in which shares (a TOML file)."""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from dataclasses import fields
from pathlib import Path
from typing import Any

from datasets.crops import CropStyle, Source
from datasets.labels import LabelError, read_folder

_OPTIONS = frozenset(f.name for f in fields(Source)) - {"pictures"}


def read_style(recipe: Path) -> CropStyle:
    """How crops are drawn: the recipe's table ``crops``, defaults where it says nothing.

    Raises LabelError ``recipe_malformed``.
    """
    wanted = dict(_parse(recipe).get("crops", {}))
    if extra := set(wanted) - {f.name for f in fields(CropStyle)}:
        raise LabelError(
            "recipe_malformed", f"{recipe} has unknown crop options: {', '.join(sorted(extra))}."
        )
    if "die_px" in wanted:
        wanted["die_px"] = tuple(wanted["die_px"])
    return CropStyle(**wanted)


def _parse(recipe: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(recipe.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise LabelError("recipe_malformed", f"{recipe} is no recipe: {error}.") from None


def read_recipe(
    recipe: Path, pictures: Path, leave_out: Collection[str] = ()
) -> tuple[Source, ...]:
    """The sources that ``recipe`` names, read from below ``pictures``, less those left out.

    Raises LabelError ``recipe_malformed``, ``source_unknown`` (a left-out name that the recipe does
    not have), or what reading a folder raises.
    """
    entries = _parse(recipe).get("source", [])
    names = [entry.get("name") for entry in entries]
    if unknown := set(leave_out) - set(names):
        known = ", ".join(map(str, names))
        raise LabelError(
            "source_unknown", f"No source {', '.join(sorted(unknown))}; there are {known}."
        )
    sources = []
    for entry in entries:
        if extra := set(entry) - _OPTIONS - {"path"}:
            raise LabelError(
                "recipe_malformed", f"{recipe} has unknown options: {', '.join(sorted(extra))}."
            )
        if not {"name", "path"} <= set(entry):
            raise LabelError("recipe_malformed", f"{recipe}: each source needs a name and a path.")
        if entry["name"] in leave_out:
            continue
        options = {key: value for key, value in entry.items() if key != "path"}
        if "grow" in options:
            options["grow"] = tuple(options["grow"])
        sources.append(Source(pictures=read_folder(pictures / entry["path"]), **options))
    if not sources:
        raise LabelError("recipe_malformed", f"{recipe} leaves no source to train on.")
    return tuple(sources)
