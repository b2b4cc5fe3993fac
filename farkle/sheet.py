"""The score sheet of a game: a fold of events, and nothing else.

``decide`` turns a command into the events it causes or raises FarkleError; ``apply`` adds an
event to a state and refuses what the rules forbid; ``fold`` makes the state from all events.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from farkle.correction import change_rules, correct
from farkle.course import begin, choose_first, end_turn
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
)
from farkle.moves import read_command
from farkle.seat_events import SeatEvent
from farkle.seating import seat
from farkle.state import Entry, GameState, Settings

__all__ = ["GameState", "apply", "decide", "fold", "step"]


def decide(state: GameState, command: object) -> tuple[Event, ...]:
    """The events that a command (a mapping with a ``type``, as it comes from JSON) causes.

    In a turn: ``roll`` (dice, source), ``set_aside`` (dice), ``take_back``, ``roll_again``,
    ``bank``, ``farkle``, ``take_over`` the previous player's dice; or the whole turn by its end,
    ``enter_turn`` (outcome, points). On the sheet: ``correct_turn`` (player, round, outcome,
    points), ``undo``, ``redo``, ``change_rules`` (rules, preset). At the table: ``add_player``
    (name, colour, start), ``change_player`` (player, name, colour), ``remove_player``,
    ``retire_player``, ``return_player`` (player), ``reorder_players`` (order), ``pause``,
    ``resume``, ``set_table`` (advice, locked, rematch, collects, hands_free, host); before the
    first roll ``first_player`` (player), ``roll_off`` (faces by player id). Keys that a command
    does not know are left alone.

    Raises FarkleError: ``command_malformed``, ``command_unknown``, and whatever the move breaks.
    """
    event = read_command(state, command)
    apply(state, event)
    return (event,)


def fold(events: Iterable[Event]) -> GameState:
    """The state after all events, the first of which starts the game.

    What was taken back for good is not played through, so that a long game folds in the time
    that its standing events take.
    """
    log: list[Event] = []
    undone: list[Event] = []
    settings = Settings()
    for event in events:
        if not log and not isinstance(event, GameStarted):
            break
        match event:
            case GameStarted() if log:
                raise FarkleError("game_already_started", "The game has been started already.")
            case Undone():
                if len(log) < 2:
                    raise _nothing_to_undo()
                undone.append(log.pop())
            case Redone():
                if not undone:
                    raise _nothing_to_redo()
                log.append(undone.pop())
            case TableSet():
                settings = settings.after(event)
            case _:
                log.append(event)
                undone.clear()
    return replace(_play(log), undone=tuple(undone), settings=settings)


def apply(state: GameState | None, event: Event) -> GameState:
    """The state after one more event; raises FarkleError if the rules forbid it."""
    if state is None:
        return _play([event])
    match event:
        case GameStarted():
            raise FarkleError("game_already_started", "The game has been started already.")
        case Undone():
            if len(state.log) < 2:
                raise _nothing_to_undo()
            earlier = replace(_play(state.log[:-1]), undone=(*state.undone, state.log[-1]))
            return replace(earlier, settings=state.settings)
        case Redone():
            if not state.undone:
                raise _nothing_to_redo()
            again = state.undone[-1]
            log, undone = (*state.log, again), state.undone[:-1]
            return replace(step(state, again), log=log, undone=undone)
        case TableSet():
            return replace(state, settings=state.settings.after(event))
        case _:
            return replace(step(state, event), log=(*state.log, event), undone=())


def _play(log: Sequence[Event]) -> GameState:
    """The state after events of which none was taken back."""
    start = log[0] if log else None
    if not isinstance(start, GameStarted):
        raise FarkleError("game_not_started", "The game has not been started.")
    state = begin(start)
    for event in log[1:]:
        state = step(state, event)
    return replace(state, log=tuple(log))


def step(state: GameState, event: Event) -> GameState:
    """The state after an event of the game itself, which is none of undoing, putting back and
    settling how the table is run; the log is kept by the caller."""
    match event:
        case RulesChanged():
            return change_rules(state, event)
        case TurnCorrected():
            return correct(state, event)
        case _ if isinstance(event, SeatEvent):
            return seat(state, event)
        case FirstPlayerChosen() | RolledOff():
            return choose_first(state, event)
        case Paused() | Resumed():
            return _pause(state, event)
        case _:
            return _turn(state, event)


def _turn(state: GameState, event: Event) -> GameState:
    turn = state.turn
    if turn is None:
        raise FarkleError("game_over", "The game is over.")
    if state.paused:
        raise FarkleError("game_paused", "The game is paused: go on first.")
    match event:
        case DiceRolled(dice, _):
            return replace(state, turn=turn.throw(dice))
        case KeptAside(dice):
            return replace(state, turn=turn.keep(dice))
        case TookBack():
            return replace(state, turn=turn.take_back())
        case RolledOn():
            return replace(state, turn=turn.roll_on())
        case Banked():
            return end_turn(state, turn)
        case FarkleDeclared():
            lost = turn.farkle()
            return end_turn(state, lost) if lost.phase == "over" else replace(state, turn=lost)
        case TurnEntered(outcome, points):
            return end_turn(state, Entry(outcome, points))
        case TookOver():
            if state.left_over is None:
                raise FarkleError("nothing_left_over", "There are no dice to take over.")
            return replace(state, turn=turn.take_over(state.left_over))
        case _:
            raise FarkleError("event_unknown", "This event is not known.")


def _pause(state: GameState, event: Paused | Resumed) -> GameState:
    if state.turn is None:
        raise FarkleError("game_over", "The game is over.")
    pausing = isinstance(event, Paused)
    if pausing == state.paused:
        if pausing:
            raise FarkleError("game_paused", "The game is paused: go on first.")
        raise FarkleError("not_paused", "The game is not paused.")
    return replace(state, paused=pausing)


def _nothing_to_undo() -> FarkleError:
    return FarkleError("nothing_to_undo", "There is nothing to take back.")


def _nothing_to_redo() -> FarkleError:
    return FarkleError("nothing_to_redo", "There is nothing to put back.")
