"""What the application is told from outside: folders, limits, addresses."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

LOOPBACK_HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]"})


@dataclass(frozen=True, slots=True)
class Config:
    """One value with everything ``create_app`` needs.

    ``allowed_hosts`` are host names without a port, IPv6 in brackets; with ``any_address`` every IP
    address is one of them, for a server that listens on all addresses of its machine.
    ``public_url`` is the address that other devices use (no slash at the end), None when only this
    machine can reach the server, or with ``any_address``, where it is found out anew each time.
    ``port`` is that of plain HTTP, ``secure_port`` that of HTTPS, None where there is none.
    ``source_url`` is where changed source is published, None to offer it for download only.
    ``computes_tables`` lets the server compute chances to win for new rules in the background.
    ``cameras`` are sources at this computer, as `vision.sources.open_source` takes them.
    ``host_away_s`` is how long whoever runs a table must be away before others may take it over.
    ``silence_s`` is how long nothing may come of a request's body. Every ``looks_s`` it is looked
    whether HTTPS needs another certificate. Sizes are in bytes, times in
    seconds.
    """

    data_dir: Path
    allowed_hosts: frozenset[str] = LOOPBACK_HOSTS
    any_address: bool = False
    public_url: str | None = None
    port: int = 8000
    secure_port: int | None = None
    source_url: str | None = None
    database_url: str | None = None
    picture_limit: int = 25 * 1024 * 1024
    json_limit: int = 64 * 1024
    stream_limit: int = 200
    heartbeat_s: float = 5.0
    computes_tables: bool = False
    silence_s: float = 10.0
    looks_s: float = 20.0
    cameras: tuple[str, ...] = ()
    host_away_s: float = 600.0

    @property
    def database(self) -> str:
        """The database's URL: SQLite in the data folder unless another one is named."""
        return self.database_url or f"sqlite:///{self.data_dir / 'dicesight.sqlite3'}"
