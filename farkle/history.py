"""What happened at the table, line by line, for people to read: JSON-safe data, no sentences."""

from __future__ import annotations

from collections.abc import Iterable

from farkle.course import begin
from farkle.errors import FarkleError
from farkle.events import (
    Event,
    GameStarted,
    Redone,
    RulesChanged,
    TableSet,
    TurnCorrected,
    Undone,
)
from farkle.seat_events import PlayerChanged
from farkle.sheet import step
from farkle.state import GameState
from farkle.view import title

Line = dict[str, object]


def history(events: Iterable[Event]) -> list[Line]:
    """A line for every event, those that were taken back included.

    ``number`` is that of the event, from 1, and ``type`` its own, with its fields. Beside them:
    ``player`` and ``name`` (then) of whoever it is about, ``round``, the ``turn_points`` after it,
    and for a turn that it finished the ``result`` (as in the view) and the ``total``. A correction
    tells what stood there ``before``, a change of a player the name that is used ``now``. ``of`` is
    the number of the event that was taken back or put back; ``stands`` is False for what is taken
    back at the end.
    """
    book = _Book()
    for number, event in enumerate(events, 1):
        try:
            book.write(number, event)
        except FarkleError as error:
            details = {**error.details, "event": number}
            raise FarkleError(error.code, error.words, **details) from error
    if not book.states:
        raise FarkleError("game_not_started", "The game has not been started.")
    standing = set(book.standing)
    for line in book.lines:
        if line["type"] not in ("undone", "redone", "table_set"):
            line["stands"] = line["number"] in standing
    return book.lines


class _Book:
    """The lines so far, the states that the standing events led to, and what was taken back."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        # The log of each kept state stays short: a long game would otherwise hold its square.
        self.states: list[GameState] = []
        self.standing: list[int] = []
        self.undone: list[int] = []
        self.events: list[Event] = []

    def write(self, number: int, event: Event) -> None:
        self.events.append(event)
        line: Line = {"number": number, **event.to_mapping(), "stands": True}
        match event:
            case GameStarted():
                if self.states:
                    raise FarkleError("game_already_started", "The game has been started already.")
                self._stand(number, begin(event))
                line["rules"] = title(event.rules, event.preset, event.rules_name)
            case _ if not self.states:
                raise FarkleError("game_not_started", "The game has not been started.")
            case Undone():
                if len(self.standing) < 2:
                    raise FarkleError("nothing_to_undo", "There is nothing to take back.")
                taken = self.standing.pop()
                line["of"] = taken
                self.undone.append(taken)
                self.states.pop()
            case Redone():
                if not self.undone:
                    raise FarkleError("nothing_to_redo", "There is nothing to put back.")
                again = self.undone.pop()
                line["of"] = again
                self._stand(again, step(self.states[-1], self.events[again - 1]))
            case TableSet():
                pass
            case _:
                before, after = self.states[-1], step(self.states[-1], event)
                self._stand(number, after)
                self.undone.clear()
                line |= _told(event, before, after)
        self.lines.append(line)

    def _stand(self, number: int, state: GameState) -> None:
        self.states.append(state)
        self.standing.append(number)


def _told(event: Event, before: GameState, after: GameState) -> Line:
    if isinstance(event, TurnCorrected):
        return _correction(event, before, after)
    if isinstance(event, RulesChanged):
        return {"rules": title(event.rules, event.preset, event.rules_name)}
    about = getattr(event, "player", None)
    index = next((n for n, p in enumerate(before.players) if p.id == about), before.current)
    player = before.players[index]
    line: Line = {"player": player.id, "name": player.name, "round": before.round}
    if after.turn is not None:
        line["turn_points"] = after.turn.points
    if len(after.records) > len(before.records):
        now = next((p for p in after.players if p.id == player.id), player)
        if len(now.turns) > len(player.turns):
            last = now.turns[-1]
            line["result"] = {"points": last.points, "kind": last.kind, "penalty": last.penalty}
            line["total"] = now.total
            line.pop("turn_points", None)
    if isinstance(event, PlayerChanged):
        line["now"] = after.players[index].name
    if event.to_mapping()["type"] == "player_added":
        line |= {"player": after.players[-1].id, "name": after.players[-1].name}
    return line


def _correction(event: TurnCorrected, before: GameState, after: GameState) -> Line:
    then, now = (
        next(player for player in state.players if player.id == event.player)
        for state in (before, after)
    )
    was, result = (
        next(turn for turn in player.turns if turn.round == event.round) for player in (then, now)
    )
    return {
        "name": then.name,
        "before": {"points": was.points, "kind": was.kind, "penalty": was.penalty},
        "result": {"points": result.points, "kind": result.kind, "penalty": result.penalty},
        "total": now.total,
    }
