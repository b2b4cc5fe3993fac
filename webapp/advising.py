"""What is best to do now, for screens that show advice: the moves with their worth, and risks."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from flask import Blueprint, Response, jsonify

from farkle.advice import Move, advise, situation_of
from farkle.forecast import Forecast, forecast
from farkle.odds import farkle_probability
from farkle.sheet import GameState
from farkle.win_table import WinTable
from webapp.access import enter
from webapp.services import services

blueprint = Blueprint("advising", __name__)

_SHOWN = 6
_REMEMBERED = 128


@blueprint.get("/api/tables/<table_id>/advice")
def advice(table_id: str) -> Response:
    """Advice on the state with the number ``seq``: ``moves``, best first (with a roll on the
    table), as ``farkle.advice`` writes them; ``farkle_risk`` of the next throw, where one may be
    thrown; ``chances`` to win by player id, found as ``chances_basis`` tells (``exact``, or
    ``played`` to the end many times); ``computing`` while the table that makes them exact for
    these rules is being computed. Nothing of it where the table does without advice."""
    game_id = enter(table_id).game_id
    sheet = services().games.sheet(game_id)
    state = sheet.state
    if not state.settings.advice or state.turn is None:
        return jsonify(seq=sheet.seq, moves=[], farkle_risk=None, chances=None)
    tables = services().win_tables
    table = tables.table(state.rules)
    outlook = chances_of(state, table)
    return jsonify(
        seq=sheet.seq,
        moves=[move.to_mapping() for move in moves_of(state, table)],
        farkle_risk=farkle_risk(state),
        chances={
            player.id: chance
            for player, chance in zip(state.players, outlook.chances, strict=True)
            if not player.retired
        },
        chances_basis=outlook.basis,
        computing=tables.is_computing(state.rules),
    )


def chances_of(state: GameState, table: WinTable | None = None) -> Forecast:
    """Everybody's chance to win."""
    return _chances(_bare(state), table)


@lru_cache(maxsize=_REMEMBERED)
def _chances(state: GameState, table: WinTable | None) -> Forecast:
    return forecast(state, table)


def _bare(state: GameState) -> GameState:
    # What decides is kept short: the log of a long game would be compared each time.
    return replace(state, records=(), log=state.log[:1], undone=())


def moves_of(state: GameState, table: WinTable | None = None) -> tuple[Move, ...]:
    """The best moves with the dice on the table; those with the dice that are set aside already,
    if they are. At least one of each kind is among them, where there is one."""
    turn = state.turn
    if turn is None or turn.phase not in ("rolled", "kept"):
        return ()
    return _moves(_bare(state), table)


@lru_cache(maxsize=_REMEMBERED)
def _moves(state: GameState, table: WinTable | None) -> tuple[Move, ...]:
    turn = state.turn
    assert turn is not None
    kept = turn.throws[-1].kept
    before = replace(state, turn=turn.take_back()) if kept is not None else state
    moves = advise(turn.throws[-1].dice or (), state.rules, situation_of(before), table)
    if kept is not None:
        moves = tuple(move for move in moves if move.keep.dice == kept)
    best = moves[:_SHOWN]
    other = next((move for move in moves if best and move.action != best[0].action), None)
    return best if other is None or other in best else (*best, other)


def farkle_risk(state: GameState) -> float | None:
    """The chance that the next throw scores nothing; None while dice are to be chosen."""
    turn = state.turn
    if turn is None or turn.phase not in ("to_roll", "kept"):
        return None
    return float(farkle_probability(turn.in_hand, state.rules))
