"""Games as text, to read, mail and keep as test cases; described in docs/notation.md.

preset = "classic"

[players]
a = "Ann"
b = "Bo"

---
a 133466>1 22446 farkle
b 124555>1555 16>1 bank
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

from farkle.dice import Dice, parse_dice
from farkle.errors import FarkleError
from farkle.events import (
    Event,
    FirstPlayerChosen,
    GameStarted,
    Paused,
    RolledOff,
    event_from_mapping,
)
from farkle.rules import Rules, find_preset
from farkle.rules_text import read_toml, toml_value
from farkle.seat import Seat
from farkle.seat_events import SeatEvent
from farkle.sheet import GameState, apply, decide, fold
from farkle.state import Entry, Played
from farkle.turn import Throw, Turn

_RULE = "---"
_WORDS = {"bank": "bank", "farkle": "farkle", "again": "roll_again", "take": "take_over"}


def format_throw(throw: Throw) -> str:
    """A throw and what was set aside of it: ``133466>1``; ``farkle`` follows one that is lost."""
    dice = "" if throw.dice is None else _digits(throw.dice)
    kept = "" if throw.kept is None else f">{_digits(throw.kept)}"
    return " ".join(part for part in (dice + kept, "farkle" if throw.lost else "") if part)


def parse_throw(text: str) -> Throw:
    """Read a throw as ``format_throw`` writes it, without judging it by any rules."""
    dice, *rest = text.split() or [""]
    rolled, arrow, kept = dice.partition(">")
    if rest not in ([], ["farkle"]) or (rest and arrow):
        raise FarkleError("notation_wrong", f"“{text[:40]}” is no throw.")
    if dice == "farkle" and not rest:
        return Throw(None, lost=True)
    return Throw(parse_dice(rolled), parse_dice(kept) if arrow else None, bool(rest))


def format_turn(turn: Turn) -> str:
    """A turn so far: its throws, ``take`` before them if dice were taken over, ``again`` after
    them if the dice are to be rolled."""
    words = ["take"] if turn.taken else []
    words += [format_throw(throw) for throw in turn.throws]
    if turn.rolling and turn.throws and not turn.throws[-1].lost:
        words.append("again")
    return " ".join(words)


def format_game(state: GameState) -> str:
    """The whole game as text; events that were taken back or corrected are left out."""
    lines = []
    for record in state.records:
        if isinstance(record, Played):
            lines.append(f"{_id_word(record.player)} {_format_facts(record.facts)}")
        elif _is_told(state, record):
            lines.append(f"! {json.dumps(record.to_mapping(), ensure_ascii=False)}")
    if state.turn is not None and (state.turn.throws or state.turn.taken):
        lines.append(f"{_id_word(state.player.id)} {format_turn(state.turn)}")
    if state.paused:
        lines.append(f"! {json.dumps(Paused().to_mapping())}")
    return "\n".join([*_header(state), _RULE, *lines]) + "\n"


def _format_facts(facts: Turn | Entry) -> str:
    if isinstance(facts, Entry):
        return f"={facts.points if facts.outcome == 'bank' else facts.outcome}"
    # A farkle that ended the turn is part of its last throw.
    return f"{format_turn(facts)} bank" if facts.phase != "over" else format_turn(facts)


def _is_told(state: GameState, record: Event) -> bool:
    """Whether a line tells this; who began is told by the head, unless seats changed before."""
    seats_moved = any(isinstance(other, SeatEvent) for other in state.records)
    return seats_moved or not isinstance(record, FirstPlayerChosen | RolledOff)


def parse_game(text: str) -> tuple[Event, ...]:
    """The events of a game written by ``format_game``; raises FarkleError for what is wrong in
    it, with the number of the line. Lines that begin with # are comments."""
    lines = text.splitlines()
    if _RULE not in lines:
        raise FarkleError("notation_wrong", f"A line {_RULE} is missing before the first turn.")
    middle = lines.index(_RULE)
    start = _start("\n".join(lines[:middle]))
    state = fold([start])
    events: list[Event] = [start]
    for number, line in enumerate(lines[middle + 1 :], middle + 2):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            for event in _line_events(state, line.strip()):
                state = apply(state, event)
                events.append(event)
        except FarkleError as error:
            raise FarkleError(error.code, f"Line {number}: {error.words}", line=number) from error
    return tuple(events)


def _header(state: GameState) -> Iterable[str]:
    base = Rules() if state.preset is None else find_preset(state.preset).rules
    if state.preset is not None:
        yield f"preset = {toml_value(state.preset)}"
    start = state.log[0]
    assert isinstance(start, GameStarted)
    seats_moved = any(isinstance(record, SeatEvent) for record in state.records)
    first = start.first if seats_moved else state.first
    if first:
        yield f"first = {toml_value(start.players[first].id)}"
    yield "\n[players]"
    for seat in start.players:
        value: object = seat.name if seat.colour is None else [seat.name, seat.colour]
        yield f"{toml_value(seat.id)} = {toml_value(value)}"
    if state.rules != base:
        yield "\n[house_rules]"
        for name, value in state.rules.differences(base).items():
            yield f"{name} = {toml_value(value)}"
    yield ""


def _start(header: str) -> GameStarted:
    values = dict(read_toml(header, "notation_wrong", "The head of this game"))
    players, house = values.get("players"), values.get("house_rules", {})
    preset, first = values.get("preset"), values.get("first")
    if not isinstance(players, Mapping) or not isinstance(house, Mapping):
        raise FarkleError("notation_wrong", "The head of a game has its [players].")
    if preset is not None:
        find_preset(preset)
    base: dict[str, object] = {} if preset is None else {"preset": preset}
    seats = tuple(
        Seat(key, *value) if isinstance(value, list) and len(value) == 2 else Seat(key, value)
        for key, value in players.items()
    )
    ids = [seat.id for seat in seats]
    if first is not None and first not in ids:
        raise FarkleError("player_unknown", "There is no such player to begin.")
    return GameStarted(
        Rules.from_mapping({**house, **base}),
        preset if isinstance(preset, str) else None,
        seats,
        ids.index(first) if isinstance(first, str) else 0,
    )


def _line_events(state: GameState, line: str) -> Iterable[Event]:
    if not line.startswith("!"):
        yield from _turn_events(state, line)
        return
    try:
        values = json.loads(line[1:])
    except (ValueError, RecursionError) as error:
        raise FarkleError("notation_wrong", "After ! an event is written as JSON.") from error
    yield event_from_mapping(values)


def _turn_events(state: GameState, line: str) -> Iterable[Event]:
    own = _id_word(state.player.id)
    if state.turn is None:
        raise FarkleError("game_over", "The game is over.")
    if line != own and not line.startswith(own + " "):
        raise FarkleError("notation_wrong", f"It is the turn of {own}.")
    for word in line[len(own) :].split():
        rolled, arrow, kept = word.partition(">")
        commands: list[dict[str, object]] = []
        is_kept = state.turn is not None and state.turn.phase == "kept"
        if is_kept and word not in ("again", "bank"):
            commands.append({"type": "roll_again"})
        if word in _WORDS:
            commands.append({"type": _WORDS[word]})
        elif word.startswith("="):
            commands.append(_entry(word[1:]))
        else:
            commands.append({"type": "roll", "dice": rolled})
            if arrow:
                commands.append({"type": "set_aside", "dice": kept})
        for command in commands:
            for event in decide(state, command):
                state = apply(state, event)
                yield event


def _entry(text: str) -> dict[str, object]:
    if text.isascii() and text.isdigit() and len(text) < 8:
        return {"type": "enter_turn", "outcome": "bank", "points": int(text)}
    return {"type": "enter_turn", "outcome": text}


def _id_word(name: str) -> str:
    """An id as it begins a line: in quotation marks unless it is plain letters and digits."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else toml_value(name)


def _digits(dice: Dice) -> str:
    return "".join(map(str, dice))
