"""Networks as OpenVINO has prepared them, kept in files so that the next start is quick.

OpenVINO has a cache of its own, but reads and readies the whole network to know which file it is.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

KEPT_NETWORKS = 3
"""The newest so many are kept, 11 MB each."""

Network = TypeVar("Network")
_DIGEST_BYTES = hashlib.sha256().digest_size


def kept_network(
    cache: Path, weights: bytes, prepared: Callable[[bytes], Network]
) -> Network | None:
    """What ``prepared`` makes of the kept form of these weights.

    None where there is none, where the file is damaged, or where ``prepared`` refuses it, as
    OpenVINO does with what another version of it or another kind of processor has prepared.
    """
    try:
        kept = _path(cache, weights).read_bytes()
    except OSError:
        return None
    digest, form = kept[:_DIGEST_BYTES], kept[_DIGEST_BYTES:]
    if hashlib.sha256(form).digest() != digest:
        return None
    try:
        return prepared(form)
    except Exception:  # of whatever class: the network can still be prepared anew
        return None


def keep_network(cache: Path, weights: bytes, form: bytes) -> None:
    """Keep the form of these weights, where the folder can be written, and drop the oldest ones."""
    with suppress(OSError):
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=cache, suffix=".part", delete=False) as part:
            part.write(hashlib.sha256(form).digest() + form)
        Path(part.name).replace(_path(cache, weights))
        kept = sorted(cache.glob("*.blob"), key=lambda path: path.stat().st_mtime, reverse=True)
        for old in kept[KEPT_NETWORKS:]:
            old.unlink()


def _path(cache: Path, weights: bytes) -> Path:
    return cache / f"{hashlib.sha256(weights).hexdigest()[:16]}.blob"
