"""A score pad for any other game with points per round: pure values, a fold of its events.

Whoever keeps score writes a number for each player and round. Nothing is derived twice: totals,
leaders and the end follow from the cells, and the cells from the events.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from webapp.errors import WebError

Goal = Literal["high", "low"]

TITLE_LIMIT = 60
MOST_PLAYERS = 20
MOST_ROUNDS = 200
MOST_POINTS = 1_000_000


@dataclass(frozen=True, slots=True)
class PadPlayer:
    """A column of the pad. Who ``left`` keeps the points but is asked for no more."""

    id: str
    name: str
    left: bool = False


@dataclass(frozen=True, slots=True)
class Pad:
    """The pad at one moment. ``goal`` says who wins; ``target`` ends the game at the end of the
    round in which a total reaches it, ``rounds`` after so many, None without such an end.

    ``cells`` holds points by (player's id, round from 0). ``log`` are the events that stand,
    ``undone`` those taken back.
    """

    title: str
    goal: Goal
    target: int | None
    rounds: int | None
    players: tuple[PadPlayer, ...]
    cells: Mapping[tuple[str, int], int]
    log: tuple[Mapping[str, Any], ...] = ()
    undone: tuple[Mapping[str, Any], ...] = ()

    def total(self, player: str) -> int:
        """The sum of a player's column."""
        return sum(points for (owner, _), points in self.cells.items() if owner == player)

    def after(self, event: Mapping[str, Any]) -> Pad:
        """The pad after an event that changes it; its log stays as it was."""
        return _changed(self, event)

    @property
    def filled(self) -> int:
        """How many rounds are begun."""
        return max((number + 1 for _, number in self.cells), default=0)

    @property
    def winners(self) -> tuple[str, ...]:
        """All who share the best total once the game has ended; empty before."""
        playing = [player for player in self.players if not player.left]
        if not self.cells or not self._is_over(playing):
            return ()
        totals = {player.id: self.total(player.id) for player in playing}
        best = (max if self.goal == "high" else min)(totals.values())
        return tuple(player for player, total in totals.items() if total == best)

    def view(self) -> dict[str, Any]:
        """The pad for a page, JSON-safe."""
        shown = min(self.filled + 1, self.rounds or MOST_ROUNDS)
        if self.winners:
            shown = self.filled
        return {
            "title": self.title,
            "goal": self.goal,
            "target": self.target,
            "rounds": self.rounds,
            "filled": self.filled,
            "shown": max(shown, 1),
            "players": [
                {
                    "id": player.id,
                    "name": player.name,
                    "left": player.left,
                    "total": self.total(player.id),
                    "points": [self.cells.get((player.id, n)) for n in range(max(shown, 1))],
                }
                for player in self.players
            ],
            "winners": list(self.winners),
            "can": {"undo": len(self.log) > 1, "redo": bool(self.undone)},
        }

    def _is_over(self, playing: Sequence[PadPlayer]) -> bool:
        if not playing:
            return False
        full = all((player.id, self.filled - 1) in self.cells for player in playing)
        if self.rounds is not None and self.filled >= self.rounds:
            return full
        if self.target is None or not full:
            return False
        return any(self.total(player.id) >= self.target for player in playing)


def start(
    title: object, names: Sequence[str], goal: object, target: object, rounds: object
) -> dict[str, Any]:
    """The first event of a pad. Raises WebError 422 for what is not allowed."""
    if goal not in ("high", "low"):
        raise _malformed("goal")
    return {
        "type": "pad_started",
        "title": _title(title),
        "goal": goal,
        "target": _bound(target, "target", MOST_POINTS),
        "rounds": _bound(rounds, "rounds", MOST_ROUNDS),
        "players": [{"id": f"p{n}", "name": name} for n, name in enumerate(names, 1)],
    }


def decide(pad: Pad, command: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The event that a command makes; ``name`` is its tidied name, empty where it has none.

    ``points`` (player, round, points or null, was), ``add`` (name), ``rename`` (player, name),
    ``leave`` and ``come_back`` (player), ``retitle`` (title), ``undo``, ``redo``. Raises WebError.
    """
    kind = command.get("type")
    match kind:
        case "points":
            return _points(pad, command)
        case "add":
            if len(pad.players) >= MOST_PLAYERS:
                raise WebError(
                    422,
                    "too_many_players",
                    f"At most {MOST_PLAYERS} can play at one table.",
                    details={"limit": MOST_PLAYERS},
                )
            number = len(pad.players) + 1
            return {"type": "player_added", "player": f"p{number}", "name": name}
        case "rename":
            player = _player(pad, command)
            return {"type": "player_renamed", "player": player, "name": name}
        case "leave" | "come_back":
            return {
                "type": "player_left" if kind == "leave" else "player_back",
                "player": _player(pad, command),
            }
        case "retitle":
            return {"type": "retitled", "title": _title(command.get("title"))}
        case "undo" if len(pad.log) > 1:
            return {"type": "undone"}
        case "undo":
            raise WebError(422, "nothing_to_undo", "There is nothing to take back.")
        case "redo" if pad.undone:
            return {"type": "redone"}
        case "redo":
            raise WebError(422, "nothing_to_redo", "There is nothing to put back.")
        case _:
            raise WebError(422, "command_unknown", "There is no command like that.")


def is_still_right(pad: Pad, command: Mapping[str, Any], *, is_newest: bool) -> bool:
    """Whether a command may still count; ``is_newest``: its sender had been told of the newest pad.

    Two people can write into different cells at once, but nobody writes over what they have not
    seen: who says what ``was`` in the cell, because it was typed into for a while, is held to it on
    the newest pad too.
    """
    player, number = command.get("player"), command.get("round")
    if command.get("type") != "points" or ("was" not in command and is_newest):
        return is_newest
    if not isinstance(player, str) or not isinstance(number, int):
        return is_newest
    return pad.cells.get((player, number)) == command.get("was")


def fold(events: Iterable[Mapping[str, Any]]) -> Pad:
    """The pad after all events, the first of which starts it."""
    log: list[Mapping[str, Any]] = []
    undone: list[Mapping[str, Any]] = []
    for event in events:
        match event["type"]:
            case "undone":
                undone.append(log.pop())
            case "redone":
                log.append(undone.pop())
            case _:
                log.append(event)
                undone.clear()
    # What was taken back is not written through, so that many steps back take no longer.
    pad = _started(log[0])
    for event in log[1:]:
        pad = pad.after(event)
    return replace(pad, log=tuple(log), undone=tuple(undone))


def _started(event: Mapping[str, Any]) -> Pad:
    players = tuple(PadPlayer(player["id"], player["name"]) for player in event["players"])
    return Pad(
        event["title"], event["goal"], event["target"], event["rounds"], players, {}, (event,)
    )


def _changed(pad: Pad, event: Mapping[str, Any]) -> Pad:
    kind, player = event["type"], event.get("player")
    if kind == "points_written":
        cells = dict(pad.cells)
        cell = (event["player"], event["round"])
        cells.pop(cell, None)
        if event["points"] is not None:
            cells[cell] = event["points"]
        return replace(pad, cells=cells)
    if kind == "player_added":
        return replace(pad, players=(*pad.players, PadPlayer(event["player"], event["name"])))
    if kind == "retitled":
        return replace(pad, title=event["title"])
    changes: dict[str, Any] = {"name": event["name"]} if kind == "player_renamed" else {}
    if kind in ("player_left", "player_back"):
        changes = {"left": kind == "player_left"}
    changed = (replace(one, **changes) if one.id == player else one for one in pad.players)
    return replace(pad, players=tuple(changed))


def _points(pad: Pad, command: Mapping[str, Any]) -> dict[str, Any]:
    player, number, points = _player(pad, command), command.get("round"), command.get("points")
    last = min(pad.filled + 1, pad.rounds or MOST_ROUNDS)
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < last:
        raise _malformed("round")
    if points is not None:
        if isinstance(points, bool) or not isinstance(points, int):
            raise WebError(422, "points_wrong", "Points are a whole number.")
        if abs(points) > MOST_POINTS:
            raise WebError(
                422,
                "pad_points_too_many",
                f"Points lie between -{MOST_POINTS:,} and {MOST_POINTS:,}.",
                details={"limit": MOST_POINTS},
            )
    return {"type": "points_written", "player": player, "round": number, "points": points}


def _player(pad: Pad, command: Mapping[str, Any]) -> str:
    player = command.get("player")
    if not isinstance(player, str) or player not in {one.id for one in pad.players}:
        raise WebError(422, "player_unknown", "There is no such player at this table.")
    return player


def _title(title: object) -> str:
    shown = " ".join(title.split()) if isinstance(title, str) else ""
    shown = "".join(letter for letter in shown if letter.isprintable())
    if not shown or len(shown) > TITLE_LIMIT:
        raise WebError(
            422,
            "pad_title_wrong",
            f"The game needs a name of at most {TITLE_LIMIT} characters.",
            details={"limit": TITLE_LIMIT},
        )
    return shown


def _bound(value: object, name: str, most: int) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise WebError(
            422,
            "pad_end_wrong",
            f"The end of the game is a whole number from 1 to {most:,}.",
            details={"limit": most, "field": name},
        )
    return value


def _malformed(name: str) -> WebError:
    return WebError(422, "malformed", f"“{name}” is not as it must be.")
