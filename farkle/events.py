"""What happened in a game, as facts: the score sheet is a fold of these. Totals are never stored.

Each event writes itself by ``to_mapping`` as JSON-safe values with a ``type`` and is read back by
``event_from_mapping``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from farkle.dice import Dice, Face
from farkle.errors import FarkleError
from farkle.fields import (
    Values,
    check_rules_name,
    read_dice,
    read_faces,
    read_flag,
    read_number,
    read_optional_text,
    read_rules,
    read_text,
)
from farkle.rules import Rules, find_preset
from farkle.seat import MAX_PLAYERS, Seat
from farkle.seat_events import (
    PlayerRemoved,
    PlayerRetired,
    PlayerReturned,
    SeatEvent,
    read_added,
    read_changed,
    read_reordered,
    read_seat,
)
from farkle.turn import Outcome

Source = Literal["photo", "hand"]


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The table was set: players in the order in which they play, ``first`` an index of them;
    ``rules_name`` is what house rules were saved under."""

    rules: Rules
    preset: str | None
    players: tuple[Seat, ...]
    first: int = 0
    rules_name: str | None = None

    def __post_init__(self) -> None:
        if self.preset is not None:
            find_preset(self.preset)
        check_rules_name(self.rules_name)
        if not 1 <= len(self.players) <= MAX_PLAYERS:
            raise FarkleError("players_wrong_count", f"A game has 1 to {MAX_PLAYERS} players.")
        if len({seat.id for seat in self.players}) < len(self.players):
            raise FarkleError("player_id_wrong", "Two players have the same id.")
        if not 0 <= self.first < len(self.players):
            raise FarkleError("player_unknown", "There is no such player to begin.")

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values with a ``type``."""
        return {
            "type": "game_started",
            "rules": self.rules.to_mapping(),
            "preset": self.preset,
            "players": [seat.to_mapping() for seat in self.players],
            "first": self.first,
            **({} if self.rules_name is None else {"rules_name": self.rules_name}),
        }


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """The players agreed on other rules; turns that were played are worked out anew."""

    rules: Rules
    preset: str | None
    rules_name: str | None = None

    def __post_init__(self) -> None:
        if self.preset is not None:
            find_preset(self.preset)
        check_rules_name(self.rules_name)

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values with a ``type``."""
        name = {} if self.rules_name is None else {"rules_name": self.rules_name}
        rules = self.rules.to_mapping()
        return {"type": "rules_changed", "rules": rules, "preset": self.preset, **name}


@dataclass(frozen=True, slots=True)
class RolledOff:
    """Players rolled one die each for who begins: pairs of player id and face."""

    faces: tuple[tuple[str, Face], ...]

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values with a ``type``."""
        return {"type": "rolled_off", "faces": dict(self.faces)}


@dataclass(frozen=True, slots=True)
class FirstPlayerChosen:
    """The players chose who begins, by id."""

    player: str

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values with a ``type``."""
        return {"type": "first_player_chosen", "player": self.player}


@dataclass(frozen=True, slots=True)
class TookOver:
    """The player begins with the dice (and points) that the previous player left."""

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values with a ``type``."""
        return {"type": "took_over"}


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """The players agreed on what the dice show; a second one in a row corrects the first."""

    dice: Dice
    source: Source = "hand"

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values with a ``type``."""
        return {"type": "dice_rolled", "dice": list(self.dice), "source": self.source}


@dataclass(frozen=True, slots=True)
class KeptAside:
    """Dice of the roll were set aside."""

    dice: Dice

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values with a ``type``."""
        return {"type": "kept_aside", "dice": list(self.dice)}


@dataclass(frozen=True, slots=True)
class TookBack:
    """The dice set aside from the roll on the table were put back into it."""

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values with a ``type``."""
        return {"type": "took_back"}


@dataclass(frozen=True, slots=True)
class RolledOn:
    """The player chose to roll the remaining dice."""

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values with a ``type``."""
        return {"type": "rolled_on"}


@dataclass(frozen=True, slots=True)
class Banked:
    """The player stopped."""

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values with a ``type``."""
        return {"type": "banked"}


@dataclass(frozen=True, slots=True)
class FarkleDeclared:
    """A person confirmed that nothing scores."""

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values with a ``type``."""
        return {"type": "farkle_declared"}


@dataclass(frozen=True, slots=True)
class TurnEntered:
    """A whole turn was told by its end alone: ``points`` banked, a farkle, or a ``zero``, which is
    a turn without points that is no farkle."""

    outcome: Outcome
    points: int = 0

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values with a ``type``."""
        return {"type": "turn_entered", "outcome": self.outcome, "points": self.points}


@dataclass(frozen=True, slots=True)
class TurnCorrected:
    """What a player's turn of a round ended with was set right."""

    player: str
    round: int
    outcome: Outcome
    points: int = 0

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values with a ``type``."""
        return {
            "type": "turn_corrected",
            "player": self.player,
            "round": self.round,
            "outcome": self.outcome,
            "points": self.points,
        }


@dataclass(frozen=True, slots=True)
class Paused:
    """The players went away for a while: no dice count until they resume."""

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values with a ``type``."""
        return {"type": "paused"}


@dataclass(frozen=True, slots=True)
class Resumed:
    """The players are back."""

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values with a ``type``."""
        return {"type": "resumed"}


@dataclass(frozen=True, slots=True)
class TableSet:
    """How the table is run was settled; None leaves it as it is. ``advice``: whether screens show
    it; ``locked``: whether only the phone of the player whose turn it is enters dice;
    ``rematch``: a new game was begun with the same people; ``collects``: whether the players agreed
    that pictures of the dice are kept for teaching the reader; ``hands_free``: whether what a
    camera reads surely is entered without a tap; ``host``: the number of the phone that runs the
    table from now on. Nothing of this is undone."""

    advice: bool | None = None
    locked: bool | None = None
    rematch: bool | None = None
    collects: bool | None = None
    hands_free: bool | None = None
    host: int | None = None

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values with a ``type``; what stays as it is is left out."""
        given = {
            "advice": self.advice,
            "locked": self.locked,
            "rematch": self.rematch,
            "collects": self.collects,
            "hands_free": self.hands_free,
            "host": self.host,
        }
        settled = {name: value for name, value in given.items() if value is not None}
        return {"type": "table_set", **settled}


@dataclass(frozen=True, slots=True)
class Undone:
    """The last event that still stood was taken back."""

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values with a ``type``."""
        return {"type": "undone"}


@dataclass(frozen=True, slots=True)
class Redone:
    """The event taken back last was put back."""

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values with a ``type``."""
        return {"type": "redone"}


Event = (
    GameStarted
    | RulesChanged
    | RolledOff
    | FirstPlayerChosen
    | TookOver
    | DiceRolled
    | KeptAside
    | TookBack
    | RolledOn
    | Banked
    | FarkleDeclared
    | TurnEntered
    | TurnCorrected
    | SeatEvent
    | Paused
    | Resumed
    | TableSet
    | Undone
    | Redone
)


def new_game(
    players: Mapping[str, str],
    preset: str = "playmonster",
    house_rules: Mapping[str, object] | None = None,
    rules_name: str | None = None,
) -> GameStarted:
    """The event that starts a game: names by player id in playing order, a preset, any options
    changed on top of it and what these rules are called. Raises FarkleError for what is not
    allowed."""
    rules = Rules.from_mapping({**(house_rules or {}), "preset": preset})
    seats = tuple(Seat(*player) for player in players.items())
    return GameStarted(rules, preset, seats, rules_name=rules_name)


def event_from_mapping(values: object) -> Event:
    """Read an event back; raises FarkleError ``event_unknown``, ``event_malformed`` or what its
    content breaks."""
    if not isinstance(values, Mapping):
        raise FarkleError("event_malformed", "An event is a table of names and values.")
    kind = values.get("type")
    reader = _READERS.get(kind) if isinstance(kind, str) else None
    if reader is None:
        shown = kind[:40] if isinstance(kind, str) else type(kind).__name__
        raise FarkleError("event_unknown", f"There is no event called “{shown}”.")
    return reader(values)


def read_source(values: Values) -> Source:
    """The ``source`` of a roll; by hand where it is not given."""
    source = values.get("source", "hand")
    if source not in ("photo", "hand"):
        raise FarkleError("event_malformed", "The source of a roll is “photo” or “hand”.")
    return source


def read_outcome(values: Values) -> tuple[Outcome, int]:
    """The ``outcome`` and ``points`` of a turn that is told by its end alone."""
    outcome = values.get("outcome")
    if outcome not in ("bank", "farkle", "zero"):
        raise FarkleError("event_malformed", "A turn ends with “bank”, “farkle” or “zero”.")
    return outcome, read_number(values, "points", 0)


def read_table_set(values: Values) -> TableSet:
    """How the table is run, of a command or event."""
    return TableSet(
        advice=read_flag(values, "advice"),
        locked=read_flag(values, "locked"),
        rematch=read_flag(values, "rematch"),
        collects=read_flag(values, "collects"),
        hands_free=read_flag(values, "hands_free"),
        host=None if values.get("host") is None else read_number(values, "host"),
    )


def _read_start(values: Values) -> GameStarted:
    rules, preset = read_rules(values)
    players = values.get("players")
    if not isinstance(players, list | tuple) or len(players) > MAX_PLAYERS:
        raise FarkleError("players_wrong_count", f"A game has 1 to {MAX_PLAYERS} players.")
    seats = tuple(map(read_seat, players))
    first = values.get("first", 0)
    if isinstance(first, bool) or not isinstance(first, int):
        raise FarkleError("event_malformed", "“first” must be a player's number.")
    return GameStarted(rules, preset, seats, first, read_optional_text(values, "rules_name"))


_READERS: Mapping[str, Callable[[Values], Event]] = {
    "game_started": _read_start,
    "rules_changed": lambda values: RulesChanged(
        *read_rules(values), read_optional_text(values, "rules_name")
    ),
    "rolled_off": lambda values: RolledOff(read_faces(values)),
    "first_player_chosen": lambda values: FirstPlayerChosen(read_text(values, "player")),
    "took_over": lambda _: TookOver(),
    "dice_rolled": lambda values: DiceRolled(read_dice(values), read_source(values)),
    "kept_aside": lambda values: KeptAside(read_dice(values)),
    "took_back": lambda _: TookBack(),
    "rolled_on": lambda _: RolledOn(),
    "banked": lambda _: Banked(),
    "farkle_declared": lambda _: FarkleDeclared(),
    "turn_entered": lambda values: TurnEntered(*read_outcome(values)),
    "turn_corrected": lambda values: TurnCorrected(
        read_text(values, "player"), read_number(values, "round"), *read_outcome(values)
    ),
    "player_added": read_added,
    "player_changed": read_changed,
    "player_removed": lambda values: PlayerRemoved(read_text(values, "player")),
    "player_retired": lambda values: PlayerRetired(read_text(values, "player")),
    "player_returned": lambda values: PlayerReturned(read_text(values, "player")),
    "players_reordered": read_reordered,
    "paused": lambda _: Paused(),
    "resumed": lambda _: Resumed(),
    "table_set": read_table_set,
    "undone": lambda _: Undone(),
    "redone": lambda _: Redone(),
}
