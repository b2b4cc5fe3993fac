"""The append-only event log: what happened at each table, in order, never changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Column, Connection, Engine, Select, and_, desc, func, select

from webapp.archive import Archive, Entry
from webapp.database import READ_ONLY, is_sqlite, write_to
from webapp.news import tell_others
from webapp.schema import commands, events, games

FARKLE = "farkle"
PAD = "pad"
Record = Mapping[str, object]
"""An event or a command as it is stored: JSON-safe."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in the log of a game: the number of an event, and the command that caused it.

    A log that was put back from a backup may have other events under the same numbers.
    """

    seq: int
    command_id: str


@dataclass(frozen=True, slots=True)
class Tail:
    """What follows a place in the log; ``is_whole`` when it begins at the first event, because no
    place was asked for or the log does not go through it. ``mark`` is the last event, None where
    there is none."""

    mark: Mark | None
    facts: list[Record]
    is_whole: bool


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of an accepted command: the numbers of its first and last event.

    ``body`` is the command as it was sent, ``repeated`` whether it had been accepted earlier.
    """

    command_id: str
    body: Record
    first_seq: int
    last_seq: int
    repeated: bool


@dataclass(frozen=True, slots=True)
class Told:
    """An event with its time (UTC, ISO format) and who caused it, if that is known."""

    fact: Record
    at: str
    actor: Record | None


class Store:
    """Appends events and reads them back. Knows nothing of the game's rules."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def close(self) -> None:
        """Release the database's connections."""
        self._engine.dispose()

    def create(
        self, game_id: str, creation_key: str, facts: Sequence[Record], kind: str = FARKLE
    ) -> str:
        """Begin a game with its first events; the id of the game that this key already made, if
        any. ``kind`` is what is played: ``FARKLE`` or ``PAD``."""

        def write(connection: Connection) -> str:
            existing = _made_with(connection, creation_key)
            if existing is not None:
                return existing
            connection.execute(
                games.insert().values(
                    id=game_id, creation_key=creation_key, created_at=now(), kind=kind
                )
            )
            _append(connection, game_id, creation_key, {"type": "create"}, 0, facts)
            return game_id

        return write_to(self._engine, write)

    def adopt(self, game_id: str, creation_key: str, archive: Archive, kind: str = FARKLE) -> str:
        """Begin a game with the whole log of another one, times and all; the id of the game that
        this key already made, if any."""

        def write(connection: Connection) -> str:
            existing = _made_with(connection, creation_key)
            if existing is not None:
                return existing
            values = {"id": game_id, "creation_key": creation_key, "kind": kind}
            connection.execute(games.insert().values(created_at=archive.created_at, **values))
            places: dict[str, list[Entry]] = {}
            for entry in archive.entries:
                places.setdefault(entry.command_id, []).append(entry)
            body = json.dumps({"type": "import", "game": archive.id})
            connection.execute(
                commands.insert(),
                [
                    {
                        "game_id": game_id,
                        "command_id": command_id,
                        "body": body,
                        "first_seq": caused[0].seq,
                        "last_seq": caused[-1].seq,
                        "at": now(),
                        "actor": _dumped(caused[0].actor),
                    }
                    for command_id, caused in places.items()
                ],
            )
            connection.execute(
                events.insert(),
                [
                    {
                        "game_id": game_id,
                        "seq": entry.seq,
                        "command_id": entry.command_id,
                        "body": json.dumps(entry.body),
                        "at": entry.at,
                    }
                    for entry in archive.entries
                ],
            )
            return game_id

        return write_to(self._engine, write)

    def archive(self, game_id: str) -> Archive | None:
        """The whole game as it is stored; None when there is no such game."""
        log = _with_actors(events.c.seq, events.c.at, events.c.command_id, events.c.body)
        log = log.where(events.c.game_id == game_id).order_by(events.c.seq)
        with self._engine.connect().execution_options(**READ_ONLY) as connection:
            created_at = connection.scalar(select(games.c.created_at).where(games.c.id == game_id))
            if created_at is None:
                return None
            entries = tuple(
                Entry(row.seq, row.at, row.command_id, json.loads(row.body), _loaded(row.actor))
                for row in connection.execute(log)
            )
        return Archive(game_id, str(created_at), entries)

    def ids(self, kind: str = FARKLE) -> list[str]:
        """The ids of all games of a kind, the oldest first."""
        query = select(games.c.id).order_by(games.c.created_at, games.c.id)
        query = query.where(games.c.kind == kind)
        with self._engine.connect().execution_options(**READ_ONLY) as connection:
            return [str(game_id) for game_id in connection.scalars(query)]

    def read(self, game_id: str, after: int = 0) -> list[Record]:
        """The events with a number above ``after``, in order."""
        with self._engine.connect().execution_options(**READ_ONLY) as connection:
            return _read(connection, game_id, after)

    def told(self, game_id: str) -> list[Told]:
        """The whole log with when each event came, and who sent the command that caused it."""
        query = _with_actors(events.c.body, events.c.at)
        query = query.where(events.c.game_id == game_id).order_by(events.c.seq)
        with self._engine.connect().execution_options(**READ_ONLY) as connection:
            return [
                Told(json.loads(row.body), row.at, _loaded(row.actor))
                for row in connection.execute(query)
            ]

    def tail(self, game_id: str, known: Mark | None) -> Tail:
        """What is new in the log since the place that is known, in one reading."""
        with self._engine.connect().execution_options(**READ_ONLY) as connection:
            return _tail(connection, game_id, known)

    def kind(self, game_id: str) -> str | None:
        """What is played in that log; None when there is none."""
        with self._engine.connect().execution_options(**READ_ONLY) as connection:
            return connection.scalar(select(games.c.kind).where(games.c.id == game_id))

    def marks(self, game_ids: Sequence[str]) -> dict[str, Mark]:
        """The newest event of each of the games that exist."""
        last = (
            select(events.c.game_id, func.max(events.c.seq).label("seq"))
            .where(events.c.game_id.in_(game_ids))
            .group_by(events.c.game_id)
            .subquery()
        )
        query = select(events.c.game_id, events.c.seq, events.c.command_id).join(
            last, and_(last.c.game_id == events.c.game_id, last.c.seq == events.c.seq)
        )
        with self._engine.connect().execution_options(**READ_ONLY) as connection:
            rows = connection.execute(query).all()
        return {str(row.game_id): Mark(row.seq, row.command_id) for row in rows}

    def recent(self, limit: int, kind: str = FARKLE) -> list[tuple[str, str]]:
        """The games of a kind last played, newest first, as (id, time of the last event in UTC)."""
        last = func.max(events.c.at)
        query = (
            select(events.c.game_id, last)
            .join(games, games.c.id == events.c.game_id)
            .where(games.c.kind == kind)
            .group_by(events.c.game_id)
            .order_by(desc(last))
            .limit(limit)
        )
        with self._engine.connect().execution_options(**READ_ONLY) as connection:
            return [(str(game_id), str(at)) for game_id, at in connection.execute(query)]

    def last_times(self, game_ids: Sequence[str], kind: str = FARKLE) -> dict[str, str]:
        """The time of the last event of those of the games that exist and are of this kind."""
        query = (
            select(events.c.game_id, func.max(events.c.at))
            .join(games, games.c.id == events.c.game_id)
            .where(events.c.game_id.in_(game_ids), games.c.kind == kind)
            .group_by(events.c.game_id)
        )
        with self._engine.connect().execution_options(**READ_ONLY) as connection:
            return {str(game_id): str(at) for game_id, at in connection.execute(query)}

    def append(
        self,
        game_id: str,
        command_id: str,
        body: Record,
        decide: Callable[[Callable[[Mark | None], Tail]], Sequence[Record]],
        actor: Record | None = None,
    ) -> Receipt:
        """Store the events that ``decide`` makes of the newest state, once per command id, and who
        sent it.

        ``decide`` gets a function that reads what is new since a place in the log, all within the
        write transaction: between its answer and the commit nobody else can write to this game.
        What it raises leaves the log untouched. A command id that is already stored gives its
        first receipt again.
        """

        def write(connection: Connection) -> Receipt:
            wait_for_turn(connection, game_id)
            known = connection.execute(
                select(commands.c.body, commands.c.first_seq, commands.c.last_seq).where(
                    commands.c.game_id == game_id, commands.c.command_id == command_id
                )
            ).one_or_none()
            if known is not None:
                return Receipt(
                    command_id, json.loads(known.body), known.first_seq, known.last_seq, True
                )
            newest = _last_seq(connection, game_id)
            facts = decide(lambda known: _tail(connection, game_id, known))
            _append(connection, game_id, command_id, body, newest, facts, actor)
            if facts:
                tell_others(connection, game_id, newest + len(facts), command_id)
            return Receipt(command_id, body, newest + 1, newest + len(facts), False)

        return write_to(self._engine, write)


def wait_for_turn(connection: Connection, game_id: str) -> None:
    """Let one writer at a time decide on a game, until its transaction ends. On SQLite the
    transaction itself sees to it."""
    if not is_sqlite(connection):
        row = select(games.c.id).where(games.c.id == game_id).with_for_update()
        # The row that was waited for may have been replaced by the one of a backup.
        if connection.scalar(row) is None:
            connection.scalar(row)


def _made_with(connection: Connection, creation_key: str) -> str | None:
    query = select(games.c.id).where(games.c.creation_key == creation_key)
    existing = connection.scalar(query)
    return None if existing is None else str(existing)


def _append(
    connection: Connection,
    game_id: str,
    command_id: str,
    body: Record,
    newest: int,
    facts: Sequence[Record],
    actor: Record | None = None,
) -> None:
    at = now()
    connection.execute(
        commands.insert().values(
            game_id=game_id,
            command_id=command_id,
            body=json.dumps(body),
            first_seq=newest + 1,
            last_seq=newest + len(facts),
            at=at,
            actor=_dumped(actor),
        )
    )
    if facts:
        connection.execute(
            events.insert(),
            [
                {
                    "game_id": game_id,
                    "seq": seq,
                    "command_id": command_id,
                    "body": json.dumps(fact),
                    "at": at,
                }
                for seq, fact in enumerate(facts, newest + 1)
            ],
        )


def _with_actors(*columns: Column[Any]) -> Select[Any]:
    """Columns of events with the ``actor`` of the command that caused each."""
    same_command = (commands.c.game_id == events.c.game_id) & (
        commands.c.command_id == events.c.command_id
    )
    # A game of the first version may have events without their command.
    return select(*columns, commands.c.actor).outerjoin(commands, same_command)


def _dumped(actor: Record | None) -> str | None:
    return None if actor is None else json.dumps(actor)


def _loaded(actor: str | None) -> Record | None:
    return None if actor is None else json.loads(actor)


def _last_seq(connection: Connection, game_id: str) -> int:
    return connection.scalar(select(func.max(events.c.seq)).where(events.c.game_id == game_id)) or 0


def _tail(connection: Connection, game_id: str, known: Mark | None) -> Tail:
    begin = known.seq if known else 1
    query = (
        select(events.c.seq, events.c.command_id, events.c.body)
        .where(events.c.game_id == game_id, events.c.seq >= begin)
        .order_by(events.c.seq)
    )
    rows = connection.execute(query).all()
    if known is not None:
        if not rows or Mark(rows[0].seq, rows[0].command_id) != known:
            return _tail(connection, game_id, None)
        rows = rows[1:]
    mark = Mark(rows[-1].seq, rows[-1].command_id) if rows else known
    return Tail(mark, [json.loads(row.body) for row in rows], known is None)


def _read(connection: Connection, game_id: str, after: int) -> list[Record]:
    query = (
        select(events.c.body)
        .where(events.c.game_id == game_id, events.c.seq > after)
        .order_by(events.c.seq)
    )
    return [json.loads(body) for body in connection.scalars(query)]


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
