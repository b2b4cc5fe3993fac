"""Setting right what stands on the sheet: everything after it is worked out anew.

A game's records are facts only. Change one, or the rules, and the course of the game is played
through again: totals, rows of farkles, penalties, openings, final round and winners follow. What
cannot have happened so (a turn after the end, somebody else's turn, dice that do not score by the
new rules) is refused in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from farkle.course import begin, choose_first, end_turn
from farkle.errors import FarkleError
from farkle.events import (
    Event,
    FirstPlayerChosen,
    GameStarted,
    RolledOff,
    RulesChanged,
    TurnCorrected,
)
from farkle.options import OPTION
from farkle.seat_events import SeatEvent
from farkle.seating import index_of, seat
from farkle.state import Entry, GameState, Played
from farkle.turn import Turn

_SCORED_FROM_DICE = frozenset(
    {name for name, option in OPTION.items() if option.group == "scoring"}
    | {"first_roll_bonus", "first_roll_bonus_on", "cancel_2s"}
)


def correct(state: GameState, event: TurnCorrected) -> GameState:
    """The state with one turn set right. Raises FarkleError: ``turn_unknown``, and what the
    correction makes impossible."""
    player = state.players[index_of(state, event.player)]
    number = next((n for n, t in enumerate(player.turns) if t.round == event.round), None)
    if number is None:
        raise FarkleError(
            "turn_unknown",
            f"{player.name} has no turn in round {event.round} on the sheet.",
            name=player.name,
            round=event.round,
        )
    own = [
        place
        for place, record in enumerate(state.records)
        if isinstance(record, Played) and record.player == player.id
    ]
    place = own[number]
    entry = Played(player.id, Entry(event.outcome, event.points), corrected=True)
    records = (*state.records[:place], entry, *state.records[place + 1 :])
    return _play_again(state, records, RulesChanged(state.rules, state.preset, state.rules_name))


def change_rules(state: GameState, event: RulesChanged) -> GameState:
    """The state by other rules. Raises FarkleError: ``rules_need_dice`` where a turn that was
    told by its points alone would have to be scored, and what the rules make impossible."""
    changed = _SCORED_FROM_DICE & set(event.rules.differences(state.rules))
    if changed:
        for record, name, round in _turns(state):
            if isinstance(record.facts, Entry) and record.facts.outcome == "bank":
                raise FarkleError(
                    "rules_need_dice",
                    f"The turn of {name} in round {round} is on the sheet without its dice, so it "
                    "cannot be scored by other rules.",
                    name=name,
                    round=round,
                )
    return _play_again(state, state.records, event)


def _turns(state: GameState) -> Sequence[tuple[Played, str, int]]:
    """Each finished turn with its player's name and its round."""
    count: dict[str, int] = {}
    found = []
    for record in state.records:
        if isinstance(record, Played):
            player = state.players[index_of(state, record.player)]
            number = count.get(player.id, 0)
            count[player.id] = number + 1
            found.append((record, player.name, player.turns[number].round))
    return found


def _play_again(state: GameState, records: Sequence[Played | Event], by: RulesChanged) -> GameState:
    start = state.log[0]
    assert isinstance(start, GameStarted)
    again = begin(replace(start, rules=by.rules, preset=by.preset, rules_name=by.rules_name))
    rounds = iter(_turns(state))
    for record in records:
        if isinstance(record, Played):
            _, name, round = next(rounds)
            again = _finish(again, record, name, round)
        else:
            again = _happen(again, record)
    again = _go_on(state, again)
    return replace(
        again,
        paused=state.paused and again.turn is not None,
        settings=state.settings,
        log=state.log,
        undone=state.undone,
    )


def _happen(state: GameState, event: Event) -> GameState:
    if isinstance(event, FirstPlayerChosen | RolledOff):
        return choose_first(state, event)
    assert isinstance(event, SeatEvent)
    return seat(state, event)


def _finish(state: GameState, record: Played, name: str, round: int) -> GameState:
    if state.turn is None:
        raise _over_before(name, round)
    if state.player.id != record.player:
        raise _out_of_order(state, name, round)
    facts = record.facts
    try:
        if isinstance(facts, Turn):
            facts = _by_rules(state, facts)
        return end_turn(state, facts, record.corrected)
    except FarkleError as error:
        raise _does_not_fit(error, name, round) from error


def _go_on(before: GameState, again: GameState) -> GameState:
    """Put the turn under way back on the table."""
    turn, name = before.turn, before.player.name
    if turn is None or not (turn.throws or turn.taken):
        return again
    if again.turn is None:
        raise _over_before(name, before.round)
    if again.player.id != before.player.id:
        raise _out_of_order(again, name, before.round)
    try:
        return replace(again, turn=_by_rules(again, turn))
    except FarkleError as error:
        raise _does_not_fit(error, name, before.round) from error


def _by_rules(state: GameState, turn: Turn) -> Turn:
    """The same throws by this state's rules."""
    fresh = state.turn
    assert fresh is not None
    if turn.taken and state.left_over is None:
        raise FarkleError("nothing_left_over", "There are no dice to take over.")
    return replace(
        fresh, taken=turn.taken and state.left_over, throws=turn.throws, rolling=turn.rolling
    )


def _over_before(name: str, round: int) -> FarkleError:
    return FarkleError(
        "over_before",
        f"Then the game would have been over before the turn of {name} in round {round}. "
        "Take back the later turns first.",
        name=name,
        round=round,
    )


def _out_of_order(state: GameState, name: str, round: int) -> FarkleError:
    return FarkleError(
        "out_of_order",
        f"Then {state.player.name} would have played where {name} did in round {round}. "
        "Take back the later turns first.",
        name=name,
        round=round,
        instead=state.player.name,
    )


def _does_not_fit(error: FarkleError, name: str, round: int) -> FarkleError:
    return FarkleError(
        "turn_does_not_fit",
        f"{name}, round {round}: {error.words}",
        name=name,
        round=round,
        reason={"code": error.code, "words": error.words, "details": dict(error.details)},
    )
