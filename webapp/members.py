"""Who is at a table: the browsers that opened it, their roles and seats, and the codes to it."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Engine, func, select

from webapp.database import READ_ONLY, write_to
from webapp.errors import WebError
from webapp.schema import games, members
from webapp.store import now, wait_for_turn

HOST = "host"
PLAYER = "player"
SPECTATOR = "spectator"
WATCH = "watch-"
"""How the address of those who only watch begins, in place of the table's id."""

_LETTERS = "BCDFGHJKMNPQRSTVWXYZ23456789"
"""None that are taken for each other, and no vowels that would make words."""
CODE_LENGTH = 6


@dataclass(frozen=True, slots=True)
class Member:
    """A browser at a table, by its ``number`` there; ``player`` is the id of whoever plays with
    it, None while it is for everybody."""

    number: int
    role: str
    player: str | None

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values."""
        return {"phone": self.number, "role": self.role, "player": self.player}


@dataclass(frozen=True, slots=True)
class Codes:
    """What lets others in: ``join`` is typed by those who play, ``watch`` stands in the address of
    those who only watch."""

    join: str
    watch: str


class Members:
    """Remembers browsers by a digest of their cookie."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lock = threading.Lock()
        self._hosted: set[str] = set()

    def codes(self, game_id: str) -> Codes | None:
        """The game's codes, made when they are first asked for; None for an unknown game."""
        query = select(games.c.join_code, games.c.watch_id).where(games.c.id == game_id)
        with self._reading() as connection:
            row = connection.execute(query).one_or_none()
        if row is None or row.join_code:
            return row and Codes(row.join_code, row.watch_id)

        def write(connection: Connection) -> Codes:
            made = Codes(
                "".join(secrets.choice(_LETTERS) for _ in range(CODE_LENGTH)),
                WATCH + secrets.token_urlsafe(16),
            )
            connection.execute(
                games.update()
                .where(games.c.id == game_id, games.c.join_code.is_(None))
                .values(join_code=made.join, watch_id=made.watch)
            )
            kept = connection.execute(query).one()
            return Codes(kept.join_code, kept.watch_id)

        return write_to(self._engine, write)

    def game_of_code(self, code: str) -> str | None:
        """The game that a typed code belongs to, however it was written."""
        typed = "".join(letter for letter in code.upper() if letter.isalnum())
        return self._game(games.c.join_code == typed)

    def game_of_watch(self, watch: str) -> str | None:
        """The game that may be watched under that address."""
        return self._game(games.c.watch_id == watch)

    def find(self, game_id: str, device: str) -> Member | None:
        """The member that this browser is at the game, if it is one."""
        with self._reading() as connection:
            return _find(connection, game_id, device)

    def join(self, game_id: str, device: str, role: str = PLAYER) -> Member:
        """The member that this browser is from now on; one that was there keeps its role."""
        known = self.find(game_id, device)
        if known is not None:
            return known

        def write(connection: Connection) -> Member:
            wait_for_turn(connection, game_id)  # everybody comes at once when the code is shown
            known = _find(connection, game_id, device)
            if known is not None:
                return known
            newest = select(func.max(members.c.number)).where(members.c.game_id == game_id)
            number = (connection.scalar(newest) or 0) + 1
            values = {"game_id": game_id, "device": device, "number": number}
            connection.execute(members.insert().values(**values, role=role, at=now()))
            return Member(number, role, None)

        return write_to(self._engine, write)

    def change(self, game_id: str, device: str, changes: Mapping[str, str | None]) -> None:
        """Give a member another role or seat."""
        update = members.update().where(members.c.game_id == game_id, members.c.device == device)
        write_to(self._engine, lambda connection: connection.execute(update.values(dict(changes))))

    def all(self, game_id: str) -> list[Member]:
        """Everybody who has been at the game, in the order of their numbers."""
        query = select(members.c.number, members.c.role, members.c.player)
        query = query.where(members.c.game_id == game_id).order_by(members.c.number)
        with self._reading() as connection:
            rows = connection.execute(query).all()
        return [Member(row.number, row.role, row.player) for row in rows]

    def hand_on(self, game_id: str, number: int) -> None:
        """Let the member of that number run the table, and whoever did play on. Raises WebError
        422 when there is no such member, or one that only watches."""

        def write(connection: Connection) -> None:
            wait_for_turn(connection, game_id)
            of_game = members.update().where(members.c.game_id == game_id)
            connection.execute(of_game.where(members.c.role == HOST).values(role=PLAYER))
            one = of_game.where(members.c.number == number, members.c.role == PLAYER)
            if not connection.execute(one.values(role=HOST, seen_at=now())).rowcount:
                raise WebError(422, "phone_unknown", "No such phone plays at this table.")

        write_to(self._engine, write)

    def see(self, game_id: str, device: str) -> None:
        """Note that this browser is connected."""
        self.change(game_id, device, {"seen_at": now()})

    def host_away_s(self, game_id: str) -> float:
        """How long whoever runs the table has not been connected, in seconds; 0 without one."""
        query = select(func.max(func.coalesce(members.c.seen_at, members.c.at)))
        query = query.where(members.c.game_id == game_id, members.c.role == HOST)
        with self._reading() as connection:
            seen = connection.scalar(query)
        if seen is None:
            return 0.0
        return (datetime.now(UTC) - datetime.fromisoformat(seen)).total_seconds()

    def follow(self, game_id: str, next_id: str) -> None:
        """Bring all members along to the next game, where those who are there already stay as
        they are."""
        columns = (members.c.device, members.c.role, members.c.player)
        with self._reading() as connection:
            query = select(*columns).where(members.c.game_id == game_id).order_by(members.c.number)
            rows = connection.execute(query).all()
        for row in rows:
            self.join(next_id, row.device, row.role)
            if row.player:
                self.change(next_id, row.device, {"player": row.player})

    def has_host(self, game_id: str) -> bool:
        """Whether somebody set the table with a browser, and so runs it."""
        with self._lock:
            if game_id in self._hosted:
                return True
        query = select(members.c.number).where(members.c.game_id == game_id, members.c.role == HOST)
        with self._reading() as connection:
            hosted = connection.execute(query).first() is not None
        if hosted:
            with self._lock:
                self._hosted.add(game_id)
        return hosted

    def _game(self, condition: Any) -> str | None:
        with self._reading() as connection:
            game_id = connection.scalar(select(games.c.id).where(condition))
        return None if game_id is None else str(game_id)

    def _reading(self) -> Connection:
        return self._engine.connect().execution_options(**READ_ONLY)


def _find(connection: Connection, game_id: str, device: str) -> Member | None:
    row = connection.execute(
        select(members.c.number, members.c.role, members.c.player).where(
            members.c.game_id == game_id, members.c.device == device
        )
    ).one_or_none()
    return None if row is None else Member(row.number, row.role, row.player)
