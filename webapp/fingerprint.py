"""What a database holds, in a form that can be compared: rows counted and hashed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, Table, select


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """Rows by table, and a SHA-256 of all of them that does not depend on their order or on the
    kind of database."""

    rows: tuple[tuple[str, int], ...]
    sha256: str


def fingerprint(connection: Connection, tables: Iterable[Table]) -> Fingerprint:
    """Count and hash the rows of the tables as this connection sees them."""
    whole = hashlib.sha256()
    rows = []
    for table in sorted(tables, key=lambda table: table.name):
        names = sorted(column.name for column in table.columns)
        query = select(*(table.columns[name] for name in names))
        found = connection.execute(query.execution_options(yield_per=1000))
        digests = sorted(
            hashlib.sha256(json.dumps(list(row), default=str).encode()).digest() for row in found
        )
        rows.append((table.name, len(digests)))
        whole.update(json.dumps([table.name, names, len(digests)]).encode())
        for digest in digests:
            whole.update(digest)
    return Fingerprint(tuple(rows), whole.hexdigest())
