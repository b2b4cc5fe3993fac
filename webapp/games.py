"""The games that are played: commands in, states out, each state a fold of the stored events."""

from __future__ import annotations

import contextlib
import hashlib
import json
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from farkle.events import GameStarted, event_from_mapping, new_game
from farkle.seat import MAX_PLAYERS, NAME_LIMIT, Seat, tidy_name
from farkle.sheet import GameState, apply, decide, fold
from webapp.errors import WebError
from webapp.hub import Hub
from webapp.recent import keep_recent
from webapp.store import Mark, Receipt, Record, Store, Tail

_REMEMBERED = 256
"""How many games keep their folded state in memory; any other one is folded again when asked
for."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game at one moment: its newest event, and the state folded up to there."""

    mark: Mark
    state: GameState

    @property
    def seq(self) -> int:
        """The number of the newest event."""
        return self.mark.seq

    @property
    def view(self) -> dict[str, Any]:
        """The state as the page shows it."""
        return self.state.view()

    def snapshot(self) -> dict[str, object]:
        """What every answer and every stream message carries."""
        return {"seq": self.seq, "state": self.view}


@dataclass(frozen=True, slots=True)
class RecentGame:
    """A line of the list of games: ``rules`` as the view has them, ``at`` the time of the last
    event, UTC in ISO format."""

    id: str
    names: tuple[str, ...]
    rules: Mapping[str, Any]
    round: int
    finished: bool
    at: str


class Games:
    """Plays games against the store, and tells the hub when one has moved on."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self._store = store
        self._hub = hub
        self._lock = threading.Lock()
        self._sheets: OrderedDict[str, Sheet] = OrderedDict()
        self._texts: OrderedDict[str, tuple[Mark, str]] = OrderedDict()

    def create(
        self,
        names: Sequence[object],
        preset: str,
        key: str,
        house_rules: Mapping[str, object] | None = None,
        rules_name: str | None = None,
    ) -> str:
        """A new game's id; the same key gives the same game. Raises FarkleError, or WebError: 422
        also when the key has made a game of other players or rules.

        ``house_rules`` are options that differ from the preset's, ``rules_name`` what they are
        called."""
        seats = {f"p{number}": name for number, name in enumerate(tidy_names(names), 1)}
        start = new_game(seats, preset, house_rules, rules_name).to_mapping()
        new_id = secrets.token_urlsafe(16)
        game_id = self._store.create(new_id, key, [start])
        if game_id != new_id and self._store.read(game_id)[0] != json.loads(json.dumps(start)):
            raise WebError(422, "key_used", "This key was used for another table.")
        return game_id

    def sheet(self, game_id: str) -> Sheet:
        """The game as it stands in the store. Raises WebError 404 when there is none."""
        known = self._remembered(game_id)
        return self._advance(
            game_id, known, self._store.tail(game_id, known.mark if known else None)
        )

    def snapshot(self, game_id: str) -> dict[str, object]:
        """The newest number and state, JSON-safe."""
        return self.sheet(game_id).snapshot()

    def snapshot_text(self, game_id: str, told: Mark | None = None) -> tuple[Mark, str]:
        """The newest event, and the snapshot as one line of JSON; made once for all streams.

        What was made of the event that everybody was just told of is given without asking the
        store: fifty streams of a table would otherwise ask it fifty times for the same.
        """
        with self._lock:
            known = self._texts.get(game_id)
        if known and known[0] == told:
            return known
        return self._text(game_id, self.sheet(game_id))

    def command(
        self,
        game_id: str,
        command_id: str,
        expected_seq: int | None,
        command: Mapping[str, object],
        *,
        permit: Callable[[GameState, Mapping[str, object]], None] | None = None,
        actor: Record | None = None,
    ) -> tuple[Receipt, Sheet]:
        """Play a command once, on the state that its sender saw (any state, if that is None).

        ``permit`` may refuse it by raising, ``actor`` says in the log who sent it. Raises
        FarkleError for an illegal move, and WebError: 404 for an unknown game, 409 with the
        current state when the game has moved on, 422 when the id belongs to another command.
        """
        reached: list[Sheet] = []

        def facts(read: Callable[[Mark | None], Tail]) -> list[Record]:
            known = self._remembered(game_id)
            sheet = self._advance(game_id, known, read(known.mark if known else None))
            if permit is not None:
                permit(sheet.state, command)
            if expected_seq is not None and sheet.seq != expected_seq:
                raise WebError(
                    409,
                    "stale",
                    "The sheet has changed in the meantime. This is how it stands now.",
                    details=sheet.snapshot(),
                )
            made = decide(sheet.state, command)
            state = sheet.state
            for event in made:
                state = apply(state, event)
            reached.append(Sheet(Mark(sheet.seq + len(made), command_id), state))
            return [event.to_mapping() for event in made]

        receipt = self._store.append(game_id, command_id, command, facts, actor)
        if receipt.repeated:
            if receipt.body != command:
                raise WebError(
                    422, "command_id_used", "This command's id was used for another command."
                )
            return receipt, self.sheet(game_id)
        sheet = reached[0]
        self._keep(game_id, sheet)
        self._text(game_id, sheet)  # before the streams wake up and all want it at once
        self._hub.publish(game_id, sheet.mark)
        return receipt, sheet

    def rematch(self, game_id: str) -> str:
        """The id of the one game that goes on after this one, with the people who stayed, their
        colours and places, and the same rules; made when it is first asked for."""
        state = self.sheet(game_id).state
        staying = [state.players[index] for index in state.active]
        seats = tuple(Seat(player.id, player.name, player.colour) for player in staying)
        start = GameStarted(state.rules, state.preset, seats, rules_name=state.rules_name)
        key = hashlib.sha256(f"rematch of {game_id}".encode()).hexdigest()
        return self._store.create(secrets.token_urlsafe(16), key, [start.to_mapping()])

    def recent(self, limit: int = 8) -> list[RecentGame]:
        """The games last played, newest first."""
        return self._lines(self._store.recent(limit))

    def recent_of(self, game_ids: Sequence[str]) -> list[RecentGame]:
        """Those of the given games that exist, newest first."""
        times = self._store.last_times(game_ids)
        newest_first = sorted(times.items(), key=lambda item: item[1], reverse=True)
        return self._lines(newest_first)

    def _lines(self, games: Sequence[tuple[str, str]]) -> list[RecentGame]:
        lines = []
        for game_id, at in games:
            # One table that cannot be shown must not keep people from the others.
            with contextlib.suppress(WebError):
                lines.append(self._line(game_id, at))
        return lines

    def _line(self, game_id: str, at: str) -> RecentGame:
        view = self.sheet(game_id).view
        names = tuple(player["name"] for player in view["players"])
        return RecentGame(
            game_id, names, view["rules"], view["round"], view["phase"] == "finished", at
        )

    def _text(self, game_id: str, sheet: Sheet) -> tuple[Mark, str]:
        with self._lock:
            known = self._texts.get(game_id)
        if known and known[0] == sheet.mark:
            return known
        text = sheet.mark, json.dumps(sheet.snapshot(), separators=(",", ":"))
        with self._lock:
            keep_recent(self._texts, game_id, text, _REMEMBERED)
        return text

    def _remembered(self, game_id: str) -> Sheet | None:
        with self._lock:
            return self._sheets.get(game_id)

    def _advance(self, game_id: str, known: Sheet | None, tail: Tail) -> Sheet:
        if tail.mark is None:
            raise WebError(404, "unknown_table", "There is no such table here.")
        if known is not None and tail.mark == known.mark:
            return known
        state = known.state if known and not tail.is_whole else None
        try:
            events = map(event_from_mapping, tail.facts)
            if state is None:
                state = fold(events)
            else:
                for event in events:
                    state = apply(state, event)
        except ValueError as error:  # FarkleError is one
            raise WebError(
                500,
                "table_unreadable",
                "This table was written by another version of Dicesight and cannot be shown.",
            ) from error
        sheet = Sheet(tail.mark, state)
        self._keep(game_id, sheet, replaces=tail.is_whole)
        return sheet

    def _keep(self, game_id: str, sheet: Sheet, *, replaces: bool = False) -> None:
        with self._lock:
            known = self._sheets.get(game_id)
            if replaces or known is None or known.seq <= sheet.seq:
                keep_recent(self._sheets, game_id, sheet, _REMEMBERED)


def tidy_names(names: Sequence[object]) -> list[str]:
    """Player names as the sheet shows them: trimmed, empty ones left out, doubles numbered.

    Raises WebError 422 for names that are no text, too long or too many.
    """
    tidy: list[str] = []
    for name in names:
        if not isinstance(name, str):
            raise WebError(422, "name_not_text", "A name must be a text.")
        shown = tidy_name(name)
        if len(shown) > NAME_LIMIT:
            raise WebError(
                422,
                "name_too_long",
                f"A name has at most {NAME_LIMIT} characters: {shown[:20]}…",
                details={"limit": NAME_LIMIT, "name": f"{shown[:20]}…"},
            )
        if shown:
            tidy.append(tidy_name(shown, tidy))
    if not tidy:
        raise WebError(422, "no_players", "Name at least one player.")
    if len(tidy) > MAX_PLAYERS:
        raise WebError(
            422,
            "too_many_players",
            f"At most {MAX_PLAYERS} can play at one table.",
            details={"limit": MAX_PLAYERS},
        )
    return tidy
