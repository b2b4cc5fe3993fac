"""A game's state as a page shows it: JSON-safe values with everything worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farkle.players import Player
from farkle.rules import PRESETS, Rules
from farkle.seat import MAX_PLAYERS
from farkle.turn import Turn

if TYPE_CHECKING:
    from farkle.state import GameState


def view(state: GameState) -> dict[str, object]:
    """The state for a page; ``GameState.view`` shows an example."""
    turn = state.turn
    return {
        "phase": "finished" if turn is None else turn.phase,
        "paused": state.paused,
        "advice": state.settings.advice,
        "locked": state.settings.locked,
        "rematch": state.settings.rematch,
        "collects": state.settings.collects,
        "hands_free": state.settings.hands_free,
        "host": state.settings.host,
        "players": [_player(player, state.rules) for player in state.players],
        "current": state.current,
        "round": state.round,
        **_turn(turn),
        "can": _can(state),
        "final_round": state.waiting is not None,
        "winners": [state.players[index].id for index in state.winners],
        "left_over": _left_over(state),
        "roll_off": _roll_off(state),
        "rules": {
            **state.rules.to_mapping(),
            "preset": state.preset,
            "name": state.rules_name,
            "title": title(state.rules, state.preset, state.rules_name),
            "house": is_house(state.rules, state.preset),
        },
    }


def title(rules: Rules, preset: str | None, name: str | None = None) -> str:
    """What a table calls its rules: by the name that they were saved under, or the preset's title
    and whether house rules change it."""
    if name is not None:
        return name
    if preset is None:
        return "House rules"
    named = PRESETS[preset]
    return f"{named.title}, house rules" if is_house(rules, preset) else named.title


def is_house(rules: Rules, preset: str | None) -> bool:
    """Whether the rules differ from their preset's."""
    return preset is None or rules != PRESETS[preset].rules


def _player(player: Player, rules: Rules) -> dict[str, object]:
    return {
        "id": player.id,
        "name": player.name,
        "colour": player.colour,
        "total": player.total,
        "start": player.start,
        "opened": player.has_opened(rules),
        "retired": player.retired,
        "farkles_in_row": player.farkles_in_row(rules),
        "turns": [
            {
                "points": turn.points,
                "kind": turn.kind,
                "penalty": turn.penalty,
                "round": turn.round,
                "corrected": turn.corrected,
            }
            for turn in player.turns
        ],
    }


def _turn(turn: Turn | None) -> dict[str, object]:
    if turn is None:
        return {
            "dice_in_hand": 0,
            "roll": None,
            "set_aside": [],
            "turn_points": 0,
            "bank_points": 0,
            "why_not_bank": None,
            "bank_refusal": None,
            "options": [],
        }
    refusal = turn.why_not_bank()
    return {
        "dice_in_hand": turn.in_hand,
        "roll": None if turn.roll is None else list(turn.roll),
        "set_aside": [list(dice) for dice in turn.set_aside],
        "turn_points": turn.points,
        "bank_points": turn.points if refusal else turn.outcome()[1],
        "why_not_bank": refusal.words if refusal else None,
        "bank_refusal": refusal.to_mapping() if refusal else None,
        "options": [
            {
                "dice": list(keep.dice),
                "points": keep.points,
                "words": keep.words,
                "reading": keep.reading_mapping(),
                "dice_left": (turn.in_hand - len(keep.dice)) or 6,
            }
            for keep in turn.options()
        ],
    }


def _can(state: GameState) -> dict[str, bool]:
    turn = None if state.paused else state.turn
    phase = None if turn is None else turn.phase
    return {
        "roll": phase in ("to_roll", "rolled", "farkled"),
        "set_aside": phase == "rolled",
        "take_back": phase == "kept",
        "roll_again": phase == "kept",
        "bank": turn is not None and turn.why_not_bank() is None,
        "farkle": turn is not None and turn.can_farkle,
        "take_over": turn is not None and _left_over(state) is not None,
        "enter_turn": turn is not None,
        "undo": len(state.log) > 1,
        "redo": bool(state.undone),
        "pause": turn is not None,
        "resume": state.paused,
        "add_player": state.turn is not None
        and state.waiting is None
        and len(state.players) < MAX_PLAYERS,
    }


def _left_over(state: GameState) -> dict[str, int] | None:
    turn, left = state.turn, state.left_over
    if turn is None or left is None or turn.throws or turn.taken:
        return None
    return {"dice": left.dice, "points": left.points}


def _roll_off(state: GameState) -> list[str] | None:
    if state.has_begun or not state.contenders or state.rules.first_player != "highest_die":
        return None
    return [state.players[index].id for index in state.contenders]
