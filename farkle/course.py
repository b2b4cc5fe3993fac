"""The course of a game: whose turn comes when, the final round, the end, ties."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from farkle.errors import FarkleError
from farkle.events import FirstPlayerChosen, GameStarted, RolledOff
from farkle.options import GRID
from farkle.players import Player
from farkle.seat import COLOURS
from farkle.state import Entry, GameState, Played
from farkle.turn import LeftOver, Outcome, Turn


def begin(event: GameStarted) -> GameState:
    """The table as it was set."""
    players = tuple(
        Player(seat.id, seat.name, colour=seat.colour or COLOURS[number % len(COLOURS)])
        for number, seat in enumerate(event.players)
    )
    begun = GameState(
        rules=event.rules,
        preset=event.preset,
        rules_name=event.rules_name,
        players=players,
        first=event.first,
        current=event.first,
        turn=Turn(event.rules),
        contenders=tuple(range(len(players))) if len(players) > 1 else (),
        log=(event,),
    )
    return begin_turn(begun, event.first)


def choose_first(state: GameState, event: FirstPlayerChosen | RolledOff) -> GameState:
    """Who begins, as the players chose or as the dice told; raises FarkleError."""
    if state.has_begun:
        raise FarkleError("game_has_begun", "Who begins is settled: dice have been rolled.")
    ids = [player.id for player in state.players]
    if isinstance(event, RolledOff):
        faces = {ids.index(key): face for key, face in event.faces if key in ids}
        return replace(_roll_off(state, faces), records=(*state.records, event))
    if event.player not in ids or state.players[ids.index(event.player)].retired:
        raise FarkleError("player_unknown", "There is no such player at this table.")
    chosen = _with_first(state, ids.index(event.player))
    return replace(chosen, records=(*state.records, event))


def _roll_off(state: GameState, faces: Mapping[int, int]) -> GameState:
    rolling = state.contenders
    if not rolling or set(faces) != set(rolling):
        names = ", ".join(state.players[index].name for index in rolling) or "nobody"
        raise FarkleError(
            "roll_off_wrong_players", f"One die each is rolled by: {names}.", names=names
        )
    highest = max(faces.values())
    tied = tuple(index for index in rolling if faces[index] == highest)
    return _with_first(state, tied[0]) if len(tied) == 1 else replace(state, contenders=tied)


def _with_first(state: GameState, index: int) -> GameState:
    return begin_turn(replace(state, first=index, contenders=()), index)


def begin_turn(state: GameState, index: int) -> GameState:
    """The dice are with this player."""
    player, rules = state.players[index], state.rules
    # In a playoff the target has been hit: going past it is what decides.
    room = None if rules.exact == "off" or state.in_playoff else rules.target - player.total
    return replace(state, current=index, turn=Turn(rules, player.has_opened(rules), room))


def end_turn(state: GameState, facts: Turn | Entry, corrected: bool = False) -> GameState:
    """The current player's turn ended like this; raises FarkleError where it cannot."""
    rules, current = state.rules, state.current
    left_over = None
    if isinstance(facts, Entry):
        outcome, points = _checked(state, facts)
    else:
        outcome, points = facts.outcome()
        if outcome == "bank" and rules.piggyback != "off" and not facts.is_hot:
            left_over = LeftOver(
                facts.in_hand, points if rules.piggyback == "dice_and_points" else 0
            )
    player = state.player.with_turn(outcome, points, rules, state.round, corrected)
    state = replace(
        state,
        players=(*state.players[:current], player, *state.players[current + 1 :]),
        records=(*state.records, Played(player.id, facts, corrected)),
        left_over=left_over,
    )
    if state.waiting is None and player.total >= rules.target:
        state = replace(state, waiting=_last_turns(state))
    return pass_dice(state)


def pass_dice(state: GameState) -> GameState:
    """The turn of whoever comes next, or the end.

    Everybody plays once a round, wherever they sit by then: whoever moved is neither left out
    nor called twice.
    """
    if state.waiting is not None:
        if not state.waiting:
            return _end_game(state)
        index, rest = state.waiting[0], state.waiting[1:]
        again = state.players[index].has_played(state.round)
        return begin_turn(replace(state, waiting=rest, round=state.round + again), index)
    for index in _others(state):
        if state.players[index].awaits(state.round):
            return begin_turn(state, index)
    count = len(state.players)
    order = ((state.first + step) % count for step in range(count))
    beginner = next(index for index in order if not state.players[index].retired)
    return begin_turn(replace(state, round=state.round + 1), beginner)


def _others(state: GameState) -> tuple[int, ...]:
    """Everybody else who plays, in order, from the seat after the current one."""
    count = len(state.players)
    after = ((state.current + step) % count for step in range(1, count))
    return tuple(index for index in after if not state.players[index].retired)


def _last_turns(state: GameState) -> tuple[int, ...]:
    """Who plays once more when the current player has reached the target."""
    if state.rules.final_round == "sudden_death":
        return ()
    if state.rules.final_round == "finish_round":
        return tuple(i for i in _others(state) if state.players[i].awaits(state.round))
    return _others(state)


def _end_game(state: GameState) -> GameState:
    highest = max(state.players[index].total for index in state.active)
    count = len(state.players)
    order = [(state.first + step) % count for step in range(count)]
    tied = tuple(
        index
        for index in order
        if state.players[index].total == highest and not state.players[index].retired
    )
    if len(tied) > 1 and state.rules.tie == "playoff":
        return pass_dice(replace(state, waiting=tied, in_playoff=True))
    if state.rules.tie == "first_reached":
        # Rounds run from the first player on, so the order breaks a tie within a round.
        tied = (min(tied, key=lambda index: state.players[index].last_gain()),)
    return replace(state, turn=None, left_over=None, waiting=None, winners=tied)


def _checked(state: GameState, entry: Entry) -> tuple[Outcome, int]:
    """A turn that is told by its end alone, held against the rules."""
    turn, rules, points = state.turn, state.rules, entry.points
    assert turn is not None
    if entry.outcome != "bank":
        if points:
            raise FarkleError("points_without_bank", "A turn that is not banked has no points.")
        below = rules.below_opening == "stop_is_farkle" and not turn.opened
        return ("farkle" if below else entry.outcome), 0
    if points % GRID or not points:
        raise FarkleError(
            "points_off_grid", f"Points are a multiple of {GRID}, and more than 0.", grid=GRID
        )
    if refusal := turn.why_not_points(points):
        raise refusal
    return "bank", points
