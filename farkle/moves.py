"""What people ask for at the table, read into the event that it would cause."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping

from farkle.errors import FarkleError
from farkle.events import (
    Banked,
    DiceRolled,
    Event,
    FarkleDeclared,
    FirstPlayerChosen,
    GameStarted,
    KeptAside,
    Paused,
    Redone,
    Resumed,
    RolledOff,
    RolledOn,
    RulesChanged,
    TableSet,
    TookBack,
    TookOver,
    TurnCorrected,
    TurnEntered,
    Undone,
    read_outcome,
    read_source,
    read_table_set,
)
from farkle.fields import (
    Values,
    read_dice,
    read_faces,
    read_number,
    read_optional_text,
    read_rules,
    read_text,
    read_texts,
)
from farkle.seat import NAME_LIMIT, Seat, tidy_name
from farkle.seat_events import (
    PlayerAdded,
    PlayerChanged,
    PlayerRemoved,
    PlayerRetired,
    PlayerReturned,
    PlayersReordered,
)
from farkle.state import GameState


def read_command(state: GameState, command: object) -> Event:
    """The event of a command (a mapping with a ``type``, as it comes from JSON).

    Raises FarkleError: ``command_malformed``, ``command_unknown``, and what the fields break.
    """
    if not isinstance(command, Mapping):
        raise FarkleError("command_malformed", "A command is a table of names and values.")
    kind = command.get("type")
    reader = _COMMANDS.get(kind) if isinstance(kind, str) else None
    if reader is None:
        shown = kind[:40] if isinstance(kind, str) else type(kind).__name__
        close = difflib.get_close_matches(shown, _COMMANDS, n=1)
        hint = f" Did you mean “{close[0]}”?" if close else ""
        raise FarkleError("command_unknown", f"There is no command called “{shown}”.{hint}")
    return reader(state, command)


def _add_player(state: GameState, command: Values) -> PlayerAdded:
    taken = {seat.id for seat in _seats_ever(state)}
    new = next(key for number in range(1, 10_000) if (key := f"p{number}") not in taken)
    name = _free_name(state, read_text(command, "name"), None)
    colour = read_optional_text(command, "colour")
    return PlayerAdded(Seat(new, name, colour), read_number(command, "start", 0))


def _change_player(state: GameState, command: Values) -> PlayerChanged:
    player = read_text(command, "player")
    name = read_optional_text(command, "name")
    tidy = None if name is None else _free_name(state, name, player)
    return PlayerChanged(player, tidy, read_optional_text(command, "colour"))


def _reorder(state: GameState, command: Values) -> PlayersReordered:
    order, active = read_texts(command, "order"), {state.players[n].id for n in state.active}
    unsettled = bool(state.contenders) and not state.has_begun
    first = next((player for player in order if player in active), None) if unsettled else None
    return PlayersReordered(order, first)


def _set_table(_state: GameState, command: Values) -> TableSet:
    settled = read_table_set(command)
    if settled == TableSet():
        raise FarkleError("command_malformed", "Say what is to be settled for the table.")
    return settled


def _free_name(state: GameState, name: str, own: str | None) -> str:
    if len(name) > 4 * NAME_LIMIT:
        raise _no_name()
    others = (player.name for player in state.players if player.id != own)
    tidy = tidy_name(name, others)
    if not tidy or len(tidy) > NAME_LIMIT:
        raise _no_name()
    return tidy


def _no_name() -> FarkleError:
    return FarkleError(
        "player_name_wrong",
        f"A player's name has 1 to {NAME_LIMIT} characters.",
        longest=NAME_LIMIT,
    )


def _seats_ever(state: GameState) -> Iterable[Seat]:
    for event in (*state.log, *state.undone):
        if isinstance(event, GameStarted):
            yield from event.players
        elif isinstance(event, PlayerAdded):
            yield event.seat


_COMMANDS: Mapping[str, Callable[[GameState, Values], Event]] = {
    "roll": lambda _, command: DiceRolled(read_dice(command), read_source(command)),
    "set_aside": lambda _, command: KeptAside(read_dice(command)),
    "take_back": lambda *_: TookBack(),
    "roll_again": lambda *_: RolledOn(),
    "bank": lambda *_: Banked(),
    "farkle": lambda *_: FarkleDeclared(),
    "enter_turn": lambda _, command: TurnEntered(*read_outcome(command)),
    "correct_turn": lambda _, command: TurnCorrected(
        read_text(command, "player"), read_number(command, "round"), *read_outcome(command)
    ),
    "undo": lambda *_: Undone(),
    "redo": lambda *_: Redone(),
    "take_over": lambda *_: TookOver(),
    "first_player": lambda _, command: FirstPlayerChosen(read_text(command, "player")),
    "roll_off": lambda _, command: RolledOff(read_faces(command)),
    "change_rules": lambda _, command: RulesChanged(
        *read_rules(command), read_optional_text(command, "rules_name")
    ),
    "add_player": _add_player,
    "change_player": _change_player,
    "remove_player": lambda _, command: PlayerRemoved(read_text(command, "player")),
    "retire_player": lambda _, command: PlayerRetired(read_text(command, "player")),
    "return_player": lambda _, command: PlayerReturned(read_text(command, "player")),
    "reorder_players": _reorder,
    "pause": lambda *_: Paused(),
    "resume": lambda *_: Resumed(),
    "set_table": _set_table,
}
