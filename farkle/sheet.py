"""The score sheet of a game: a fold of events, and nothing else.

``decide`` turns a command into the events it causes or raises FarkleError; ``apply`` adds an
event to a state and refuses what the rules forbid; ``fold`` makes the state from all events.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from farkle.errors import FarkleError
from farkle.events import (
    Banked,
    DiceRolled,
    Event,
    FarkleDeclared,
    FirstPlayerChosen,
    GameStarted,
    KeptAside,
    Redone,
    RolledOff,
    RolledOn,
    RulesChanged,
    TookBack,
    TookOver,
    Undone,
    read_dice,
    read_faces,
    read_rules,
    read_source,
    read_text,
)
from farkle.players import Player
from farkle.rules import Rules
from farkle.turn import LeftOver, Turn
from farkle.view import view


@dataclass(frozen=True, slots=True)
class GameState:
    """A game at one moment. Players are known by their index, in playing order.

    ``turn`` is None when the game has ended; ``left_over`` what the player may take over;
    ``waiting`` who still plays after the current turn, None before the final round;
    ``contenders`` who still rolls off for the start; ``winners`` is empty until the end.
    ``log`` holds the events that stand, ``undone`` those taken back, the last one last.
    """

    rules: Rules
    preset: str | None
    players: tuple[Player, ...]
    first: int
    current: int
    turn: Turn | None
    left_over: LeftOver | None = None
    waiting: tuple[int, ...] | None = None
    in_playoff: bool = False
    contenders: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    log: tuple[Event, ...] = ()
    undone: tuple[Event, ...] = ()

    def __post_init__(self) -> None:
        count = len(self.players)
        indices = (self.first, self.current, *self.winners, *(self.waiting or ()))
        if not all(0 <= index < count for index in indices):
            raise ValueError("a player's index is out of range")
        if (self.turn is None) != bool(self.winners):
            raise ValueError("a game has either a turn under way or winners")

    @property
    def player(self) -> Player:
        """Whose turn it is, or was when the game ended."""
        return self.players[self.current]

    @property
    def has_begun(self) -> bool:
        """Whether any dice have been rolled for points."""
        turn = self.turn
        return turn is None or bool(turn.throws) or any(player.turns for player in self.players)

    def view(self) -> dict[str, object]:
        """The state for a page, JSON-safe. For example, with 1-1-4-4-4-5 on the table::

            {"phase": "rolled",      # to_roll, rolled, kept, farkled, finished
             "players": [{"id": "a", "name": "Ann", "total": 500, "opened": True,
                          "farkles_in_row": 0,
                          "turns": [{"points": 500, "kind": "bank", "penalty": 0}]}, ...],
             "current": 0, "round": 2, "dice_in_hand": 6,
             "roll": [1, 1, 4, 4, 4, 5], "set_aside": [], "turn_points": 0,
             "can": {"roll": True, "set_aside": True, "take_back": False, "roll_again": False,
                     "bank": False, "farkle": False, "take_over": False, "undo": True,
                     "redo": False},
             "why_not_bank": "Set aside at least one scoring die first.",
             "options": [{"dice": [1, 1, 4, 4, 4, 5], "points": 650, "dice_left": 6,
                          "words": "three 4s 400 + two 1s 200 + 5 50"}, ...],
             "final_round": False, "winners": [],
             "left_over": None,      # or {"dice": 3, "points": 700} to take over
             "roll_off": None,       # or the ids of the players who still roll for the start
             "rules": {"preset": "playmonster", "title": "PlayMonster", "single1": 100, ...}}

        ``dice_in_hand`` are the dice to be rolled next, or rolled and not chosen from yet;
        ``set_aside`` lists what was set aside in this turn, roll by roll; ``why_not_bank`` is
        None when banking is allowed or the game has ended.
        """
        return view(self)


# Commands


def decide(state: GameState, command: object) -> tuple[Event, ...]:
    """The events that a command (a mapping with a ``type``, as it comes from JSON) causes.

    ``roll`` (dice, source), ``set_aside`` (dice), ``take_back``, ``roll_again``, ``bank``,
    ``farkle``, ``undo``, ``redo``; ``take_over`` the previous player's dice; before the first
    roll ``first_player`` (player), ``roll_off`` (faces by player id), ``change_rules`` (rules,
    preset). Keys that a command does not know are left alone.

    Raises FarkleError: ``command_malformed``, ``command_unknown``, and whatever the move breaks.
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
    event = reader(command)
    apply(state, event)
    return (event,)


_COMMANDS: Mapping[str, Callable[[Mapping[str, object]], Event]] = {
    "roll": lambda command: DiceRolled(read_dice(command), read_source(command)),
    "set_aside": lambda command: KeptAside(read_dice(command)),
    "take_back": lambda _: TookBack(),
    "roll_again": lambda _: RolledOn(),
    "bank": lambda _: Banked(),
    "farkle": lambda _: FarkleDeclared(),
    "undo": lambda _: Undone(),
    "redo": lambda _: Redone(),
    "take_over": lambda _: TookOver(),
    "first_player": lambda command: FirstPlayerChosen(read_text(command, "player")),
    "roll_off": lambda command: RolledOff(read_faces(command)),
    "change_rules": lambda command: RulesChanged(*read_rules(command)),
}


# Events


def fold(events: Iterable[Event]) -> GameState:
    """The state after all events, the first of which starts the game."""
    state: GameState | None = None
    for event in events:
        state = apply(state, event)
    if state is None:
        raise FarkleError("game_not_started", "The game has not been started.")
    return state


def apply(state: GameState | None, event: Event) -> GameState:
    """The state after one more event; raises FarkleError if the rules forbid it."""
    if state is None:
        if not isinstance(event, GameStarted):
            raise FarkleError("game_not_started", "The game has not been started.")
        return _start(event)
    match event:
        case GameStarted():
            raise FarkleError("game_already_started", "The game has been started already.")
        case Undone():
            return _undo(state)
        case Redone():
            if not state.undone:
                raise FarkleError("nothing_to_redo", "There is nothing to put back.")
            again = state.undone[-1]
            log, undone = (*state.log, again), state.undone[:-1]
            return replace(_step(state, again), log=log, undone=undone)
        case _:
            return replace(_step(state, event), log=(*state.log, event), undone=())


def _start(event: GameStarted) -> GameState:
    players = tuple(Player(seat.id, seat.name) for seat in event.players)
    begun = GameState(
        rules=event.rules,
        preset=event.preset,
        players=players,
        first=event.first,
        current=event.first,
        turn=Turn(event.rules),
        contenders=tuple(range(len(players))) if len(players) > 1 else (),
        log=(event,),
    )
    return _begin_turn(begun, event.first)


def _undo(state: GameState) -> GameState:
    if len(state.log) < 2:
        raise FarkleError("nothing_to_undo", "There is nothing to take back.")
    start = state.log[0]
    assert isinstance(start, GameStarted)
    earlier = _start(start)
    for event in state.log[1:-1]:
        earlier = _step(earlier, event)
    return replace(earlier, log=state.log[:-1], undone=(*state.undone, state.log[-1]))


def _step(state: GameState, event: Event) -> GameState:
    """The state after an event of the game itself; the log is kept by the caller."""
    turn = state.turn
    if turn is None:
        raise FarkleError("game_over", "The game is over.")
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
            return _end_turn(state, turn)
        case FarkleDeclared():
            lost = turn.farkle()
            return _end_turn(state, lost) if lost.phase == "over" else replace(state, turn=lost)
        case TookOver():
            if state.left_over is None:
                raise FarkleError("nothing_left_over", "There are no dice to take over.")
            return replace(state, turn=turn.take_over(state.left_over))
        case _:
            return _step_before_play(state, event)


def _step_before_play(state: GameState, event: Event) -> GameState:
    if state.has_begun:
        if isinstance(event, RulesChanged):
            raise FarkleError(
                "rules_fixed", "The rules stay as they are once dice have been rolled."
            )
        raise FarkleError("game_has_begun", "Who begins is settled: dice have been rolled.")
    if isinstance(event, RulesChanged):
        changed = replace(state, rules=event.rules, preset=event.preset)
        return _begin_turn(changed, state.current)
    ids = [player.id for player in state.players]
    if isinstance(event, FirstPlayerChosen):
        if event.player not in ids:
            raise FarkleError("player_unknown", "There is no such player at this table.")
        return _with_first(state, ids.index(event.player))
    if isinstance(event, RolledOff):
        return _roll_off(state, {ids.index(key): face for key, face in event.faces if key in ids})
    raise FarkleError("event_unknown", "This event is not known.")


def _roll_off(state: GameState, faces: Mapping[int, int]) -> GameState:
    rolling = state.contenders
    if not rolling or set(faces) != set(rolling):
        names = ", ".join(state.players[index].name for index in rolling) or "nobody"
        raise FarkleError("roll_off_wrong_players", f"One die each is rolled by: {names}.")
    highest = max(faces.values())
    tied = tuple(index for index in rolling if faces[index] == highest)
    return _with_first(state, tied[0]) if len(tied) == 1 else replace(state, contenders=tied)


def _with_first(state: GameState, index: int) -> GameState:
    return _begin_turn(replace(state, first=index, contenders=()), index)


# The course of the game


def _begin_turn(state: GameState, index: int) -> GameState:
    player, rules = state.players[index], state.rules
    # In a playoff the target has been hit: going past it is what decides.
    room = None if rules.exact == "off" or state.in_playoff else rules.target - player.total
    return replace(state, current=index, turn=Turn(rules, player.has_opened(rules), room))


def _end_turn(state: GameState, turn: Turn) -> GameState:
    outcome, points = turn.outcome()
    rules, current = state.rules, state.current
    player = state.player.with_turn(outcome, points, rules)
    players = (*state.players[:current], player, *state.players[current + 1 :])
    left_over = None
    if outcome == "bank" and rules.piggyback != "off" and not turn.is_hot:
        left_over = LeftOver(turn.in_hand, points if rules.piggyback == "dice_and_points" else 0)
    state = replace(state, players=players, left_over=left_over)
    if state.waiting is None:
        if player.total < rules.target:
            return _begin_turn(state, (current + 1) % len(players))
        state = replace(state, waiting=_last_turns(state))
    if state.waiting:
        rest = replace(state, waiting=state.waiting[1:])
        return _begin_turn(rest, state.waiting[0])
    return _end_game(state)


def _last_turns(state: GameState) -> tuple[int, ...]:
    """Who plays once more when the current player has reached the target."""
    count = len(state.players)
    after = [(state.current + step) % count for step in range(1, count)]
    if state.rules.final_round == "sudden_death":
        return ()
    if state.rules.final_round == "finish_round" and state.first in after:
        return tuple(after[: after.index(state.first)])
    return tuple(after)


def _end_game(state: GameState) -> GameState:
    highest = max(player.total for player in state.players)
    count = len(state.players)
    order = [(state.first + step) % count for step in range(count)]
    tied = tuple(index for index in order if state.players[index].total == highest)
    if len(tied) > 1 and state.rules.tie == "playoff":
        return _begin_turn(replace(state, waiting=tied[1:], in_playoff=True), tied[0])
    if state.rules.tie == "first_reached":
        # Rounds run from the first player on, so the order breaks a tie within a round.
        tied = (min(tied, key=lambda index: state.players[index].last_gain()),)
    return replace(state, turn=None, left_over=None, waiting=None, winners=tied)
