"""Splitting sets into parts by session, never by picture, and saying so when parts look alike."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from datasets.labels import LabelError
from datasets.likeness import near_pairs
from datasets.shelf import Version

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Member:
    """A picture as the split sees it: ``key`` is ``name@number/images/file``."""

    key: str
    session: str
    dice: int
    likeness: str


def members(versions: Iterable[Version]) -> tuple[Member, ...]:
    """The pictures of these versions. Pictures without a session count as one session a set."""
    found = []
    for version in versions:
        for picture in version.pictures():
            name = picture.path.name
            session = f"{version.name}: {picture.facts.session}"
            likeness = version.measures[name]["likeness"]
            key = f"{version.label}/images/{name}"
            found.append(Member(key, session, len(picture.dice), likeness))
    return tuple(found)


def parse_parts(text: str) -> dict[str, float]:
    """The shares of ``"train=0.8,val=0.2"``; raises LabelError ``parts_wrong``."""
    parts: dict[str, float] = {}
    try:
        for item in text.split(","):
            name, _, share = item.partition("=")
            if not name.strip().isidentifier() or name.strip() in parts or not float(share) > 0:
                raise ValueError(item)
            parts[name.strip()] = float(share)
    except ValueError:
        raise LabelError("parts_wrong", f"{text!r} is not like train=0.8,val=0.2.") from None
    total = sum(parts.values())
    return {name: share / total for name, share in parts.items()}


def split(
    pictures: Sequence[Member],
    parts: Mapping[str, float],
    seed: int = 0,
    keep_together: bool = False,
) -> dict[str, list[str]]:
    """The keys of each part: whole sessions, with dice shared out by ``parts`` as nearly as can be.

    With ``keep_together``, sessions that share near-duplicates go into one part. Raises LabelError
    ``parts_alike`` naming pairs when pictures of different parts show nearly the same, and
    ``sessions_too_few`` when there are fewer sessions than parts.
    """
    likeness = [member.likeness for member in pictures]
    alike = list(near_pairs(likeness))
    group = {member.session: member.session for member in pictures}

    def head(session: str) -> str:
        while group[session] != session:
            session = group[session]
        return session

    if keep_together:
        for i, j in alike:
            group[head(pictures[j].session)] = head(pictures[i].session)
    weights: dict[str, int] = {}
    for member in pictures:
        name = head(member.session)
        weights[name] = weights.get(name, 0) + member.dice + 1
    if len(weights) < len(parts):
        raise LabelError(
            "sessions_too_few",
            f"{len(weights)} sessions cannot be shared out to {len(parts)} parts: pictures of one "
            "session stay together. Import with --session-from, or add another set.",
        )
    part_of = _share_out(weights, parts, seed)
    across = [
        (pictures[i].key, pictures[j].key)
        for i, j in alike
        if part_of[head(pictures[i].session)] != part_of[head(pictures[j].session)]
    ]
    if across:
        shown = "".join(f"\n  {one} and {other}" for one, other in across[:20])
        more = f"\n  and {len(across) - 20} more pairs" if len(across) > 20 else ""
        raise LabelError(
            "parts_alike",
            f"{len(across)} pairs of pictures in different parts show nearly the same:{shown}{more}"
            "\nSplit with --keep-together, which puts their sessions into one part.",
        )
    result: dict[str, list[str]] = {part: [] for part in parts}
    for member in pictures:
        result[part_of[head(member.session)]].append(member.key)
    return result


def _share_out(weights: Mapping[str, int], parts: Mapping[str, float], seed: int) -> dict[str, str]:
    """Each session's part: the heaviest first, each into the part that lacks most of its share."""
    rng = np.random.default_rng(seed)
    order = sorted(weights)
    rng.shuffle(order)
    order.sort(key=lambda name: -weights[name])
    total, filled = sum(weights.values()), dict.fromkeys(parts, 0)
    placed: dict[str, str] = {}
    for left, name in zip(range(len(order), 0, -1), order, strict=True):
        empty = [part for part in parts if not filled[part]]
        open_parts = empty if len(empty) >= left else list(parts)
        lacking = {part: parts[part] - filled[part] / total for part in open_parts}
        placed[name] = max(open_parts, key=lambda part: lacking[part])
        filled[placed[name]] += weights[name]
    return placed


def write_split(path: Path, parts: Mapping[str, Sequence[str]], seed: int) -> None:
    """Keep a split as a file, which ``datasets export`` and a recipe can name."""
    mapping = {"format": FORMAT, "seed": seed, "parts": parts}
    path.write_text(json.dumps(mapping, indent=1) + "\n", encoding="utf-8")


def read_split(path: Path) -> dict[str, list[str]]:
    """The keys of each part; raises LabelError ``split_malformed``."""
    try:
        mapping = json.loads(path.read_text(encoding="utf-8"))
        if mapping["format"] != FORMAT:
            raise ValueError(f"format {mapping['format']!r}")
        return {str(part): [str(key) for key in keys] for part, keys in mapping["parts"].items()}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise LabelError("split_malformed", f"{path} is no split ({error}).") from None
