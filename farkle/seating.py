"""People who join, leave, return or move while a game is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from farkle.course import begin_turn, pass_dice
from farkle.errors import FarkleError
from farkle.players import Player
from farkle.seat import MAX_PLAYERS, free_colour
from farkle.seat_events import (
    PlayerAdded,
    PlayerChanged,
    PlayerRemoved,
    PlayerRetired,
    PlayerReturned,
    PlayersReordered,
    SeatEvent,
)
from farkle.state import GameState


def seat(state: GameState, event: SeatEvent) -> GameState:
    """The state after something happened to the seats; raises FarkleError."""
    return replace(_seat(state, event), records=(*state.records, event))


def index_of(state: GameState, player: str) -> int:
    """The index of a player's id; raises FarkleError ``player_unknown``."""
    for index, other in enumerate(state.players):
        if other.id == player:
            return index
    raise FarkleError("player_unknown", "There is no such player at this table.")


def _seat(state: GameState, event: SeatEvent) -> GameState:
    match event:
        case PlayerAdded():
            return _add(state, event)
        case PlayerChanged():
            return _change(state, event)
        case PlayerRemoved(player):
            return _remove(state, index_of(state, player))
        case PlayerRetired(player):
            return _retire(state, index_of(state, player))
        case PlayerReturned(player):
            return _return(state, index_of(state, player))
        case PlayersReordered(order, first):
            return _reorder(state, order, first)


def _add(state: GameState, event: PlayerAdded) -> GameState:
    _still_open(state)
    if len(state.players) >= MAX_PLAYERS:
        raise FarkleError(
            "players_wrong_count", f"A game has 1 to {MAX_PLAYERS} players.", most=MAX_PLAYERS
        )
    new = event.seat
    if any(player.id == new.id for player in state.players):
        raise FarkleError("player_id_wrong", "Two players have the same id.")
    if event.start >= state.rules.target:
        raise FarkleError("start_past_target", "Nobody can join with the points that end the game.")
    colour = new.colour or free_colour([player.colour for player in state.players])
    player = Player(new.id, new.name, colour=colour, start=event.start)
    unsettled = bool(state.contenders) or len(state.players) == 1
    state = _arriving(replace(state, players=(*state.players, player)), len(state.players))
    return _roll_off_anew(state, unsettled)


def _change(state: GameState, event: PlayerChanged) -> GameState:
    index = index_of(state, event.player)
    player = state.players[index]
    name, colour = event.name or player.name, event.colour or player.colour
    return _with(state, index, replace(player, name=name, colour=colour))


def _retire(state: GameState, index: int) -> GameState:
    player = state.players[index]
    if player.retired:
        raise FarkleError("already_retired", f"{player.name} has left already.", name=player.name)
    _not_over(state)
    if state.active == (index,):
        raise FarkleError("last_player", "Somebody must stay to play.")
    state = _with(state, index, replace(player, retired=True))
    waiting = state.waiting
    if waiting is not None:
        waiting = tuple(other for other in waiting if other != index)
        totals = (state.players[other].total for other in state.active)
        if not state.in_playoff and max(totals) < state.rules.target:
            waiting = None  # whoever had begun the final round has left
    state = replace(state, waiting=waiting)
    if state.current == index:
        # Dice that lay on the table go with them, and with them perhaps all that had begun.
        state = pass_dice(replace(state, left_over=None))
    return _roll_off_anew(state, bool(state.contenders))


def _return(state: GameState, index: int) -> GameState:
    player = state.players[index]
    if not player.retired:
        raise FarkleError("not_retired", f"{player.name} is playing.", name=player.name)
    _still_open(state)
    state = _arriving(_with(state, index, replace(player, retired=False)), index)
    return _roll_off_anew(state, bool(state.contenders))


def _remove(state: GameState, index: int) -> GameState:
    player = state.players[index]
    if player.turns:
        raise FarkleError(
            "player_has_turns",
            f"{player.name} has turns on the sheet: let {player.name} leave instead.",
            name=player.name,
        )
    _not_over(state)
    if not player.retired:
        state = _retire(state, index)
    if state.turn is None:
        raise FarkleError("game_over", "The game is over.")
    count = len(state.players)
    if state.first == index:
        after = ((index + step) % count for step in range(1, count))
        first = next(other for other in after if not state.players[other].retired)
        state = replace(state, first=first)
    return _rearranged(state, [other for other in range(count) if other != index])


def _reorder(state: GameState, order: Sequence[str], first: str | None) -> GameState:
    if sorted(order) != sorted(player.id for player in state.players):
        raise FarkleError("order_wrong", "The new order must name every player once.")
    state = _rearranged(state, [index_of(state, player) for player in order])
    if first is None:
        return state
    index = index_of(state, first)
    if state.has_begun or state.players[index].retired:
        raise FarkleError("game_has_begun", "Who begins is settled: dice have been rolled.")
    return begin_turn(replace(state, first=index), index)


def _arriving(state: GameState, index: int) -> GameState:
    """With the round from which this player has turns: the next one, if the dice have passed."""
    count = len(state.players)
    passed = (index - state.first) % count < (state.current - state.first) % count
    return _with(state, index, replace(state.players[index], since=state.round + passed))


def _rearranged(state: GameState, order: Sequence[int]) -> GameState:
    """The same game with these of its players, in this order of their present indices."""
    new = {old: index for index, old in enumerate(order)}

    def moved(indices: Sequence[int]) -> tuple[int, ...]:
        return tuple(new[index] for index in indices if index in new)

    return replace(
        state,
        players=tuple(state.players[old] for old in order),
        first=new[state.first],
        current=new[state.current],
        waiting=None if state.waiting is None else moved(state.waiting),
        contenders=tuple(sorted(moved(state.contenders))),
        winners=moved(state.winners),
    )


def _roll_off_anew(state: GameState, unsettled: bool) -> GameState:
    """Who begins is open again among all who play, unless it was settled."""
    if state.has_begun or not unsettled:
        return state
    return replace(state, contenders=state.active if len(state.active) > 1 else ())


def _with(state: GameState, index: int, player: Player) -> GameState:
    players = (*state.players[:index], player, *state.players[index + 1 :])
    return replace(state, players=players)


def _not_over(state: GameState) -> None:
    if state.turn is None:
        raise FarkleError("game_over", "The game is over.")


def _still_open(state: GameState) -> None:
    _not_over(state)
    if state.waiting is not None:
        raise FarkleError("game_is_ending", "The final round has begun: nobody can join it now.")
