"""What happened in a game, as facts: the score sheet is a fold of these. Totals are never stored.

Each event writes itself by ``to_mapping`` as JSON-safe values with a ``type`` and is read back by
``event_from_mapping``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from farkle.dice import Dice, Face, parse_dice
from farkle.errors import FarkleError
from farkle.rules import Rules, find_preset

MAX_PLAYERS = 20
Source = Literal["photo", "hand"]


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table: an id that never changes and a name to show."""

    id: str
    name: str

    def __post_init__(self) -> None:
        for what, text, longest in (("id", self.id, 64), ("name", self.name, 40)):
            if not isinstance(text, str) or not text.strip() or len(text) > longest:
                raise FarkleError(
                    f"player_{what}_wrong", f"A player's {what} has 1 to {longest} characters."
                )
            if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text):
                raise FarkleError(
                    f"player_{what}_wrong", f"A player's {what} has an unprintable character."
                )


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The table was set: players in the order in which they play, ``first`` an index of them."""

    rules: Rules
    preset: str | None
    players: tuple[Seat, ...]
    first: int = 0

    def __post_init__(self) -> None:
        if self.preset is not None:
            find_preset(self.preset)
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
            "players": [{"id": seat.id, "name": seat.name} for seat in self.players],
            "first": self.first,
        }


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """The players agreed on other rules before the first roll."""

    rules: Rules
    preset: str | None

    def __post_init__(self) -> None:
        if self.preset is not None:
            find_preset(self.preset)

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values with a ``type``."""
        rules = self.rules.to_mapping()
        return {"type": "rules_changed", "rules": rules, "preset": self.preset}


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
    | Undone
    | Redone
)


def new_game(
    players: Mapping[str, str],
    preset: str = "playmonster",
    house_rules: Mapping[str, object] | None = None,
) -> GameStarted:
    """The event that starts a game: names by player id in playing order, a preset, and any
    options changed on top of it. Raises FarkleError for what is not allowed."""
    rules = Rules.from_mapping({**(house_rules or {}), "preset": preset})
    return GameStarted(rules, preset, tuple(Seat(*player) for player in players.items()))


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


def read_dice(values: Mapping[str, object]) -> Dice:
    """The ``dice`` of a command or event."""
    dice = values.get("dice")
    if isinstance(dice, str | list | tuple):
        return parse_dice(dice)
    raise FarkleError("dice_not_readable", "Dice are written as numbers from 1 to 6.")


def read_faces(values: Mapping[str, object]) -> tuple[tuple[str, Face], ...]:
    """The ``faces`` of a roll-off: a table from player id to the face of one die."""
    faces = values.get("faces")
    if not isinstance(faces, Mapping) or not all(isinstance(key, str) for key in faces):
        raise FarkleError("event_malformed", "A roll-off gives one face to each player's id.")
    return tuple((key, parse_dice([face])[0]) for key, face in faces.items())


def read_text(values: Mapping[str, object], key: str) -> str:
    """A text of a command or event."""
    text = values.get(key)
    if not isinstance(text, str):
        raise FarkleError("event_malformed", f"“{key}” must be a text.")
    return text


def read_source(values: Mapping[str, object]) -> Source:
    """The ``source`` of a roll; by hand where it is not given."""
    source = values.get("source", "hand")
    if source not in ("photo", "hand"):
        raise FarkleError("event_malformed", "The source of a roll is “photo” or “hand”.")
    return source


def read_rules(values: Mapping[str, object]) -> tuple[Rules, str | None]:
    """The ``rules`` and ``preset`` of a command or event; the preset is the base of the rules."""
    preset = values.get("preset")
    if preset is not None and not isinstance(preset, str):
        raise FarkleError("event_malformed", "“preset” must be a text.")
    rules = values.get("rules") or {}
    if not isinstance(rules, Mapping):
        raise FarkleError("rules_not_readable", "Rules are a table of names and values.")
    base = {} if preset is None else {"preset": preset}
    return Rules.from_mapping({**rules, **base}), preset


def _read_start(values: Mapping[str, object]) -> GameStarted:
    rules, preset = read_rules(values)
    players = values.get("players")
    if not isinstance(players, list | tuple) or len(players) > MAX_PLAYERS:
        raise FarkleError("players_wrong_count", f"A game has 1 to {MAX_PLAYERS} players.")
    seats = []
    for player in players:
        if not isinstance(player, Mapping):
            raise FarkleError("event_malformed", "A player has an id and a name.")
        seats.append(Seat(read_text(player, "id"), read_text(player, "name")))
    first = values.get("first", 0)
    if isinstance(first, bool) or not isinstance(first, int):
        raise FarkleError("event_malformed", "“first” must be a player's number.")
    return GameStarted(rules, preset, tuple(seats), first)


_READERS: Mapping[str, Callable[[Mapping[str, object]], Event]] = {
    "game_started": _read_start,
    "rules_changed": lambda values: RulesChanged(*read_rules(values)),
    "rolled_off": lambda values: RolledOff(read_faces(values)),
    "first_player_chosen": lambda values: FirstPlayerChosen(read_text(values, "player")),
    "took_over": lambda _: TookOver(),
    "dice_rolled": lambda values: DiceRolled(read_dice(values), read_source(values)),
    "kept_aside": lambda values: KeptAside(read_dice(values)),
    "took_back": lambda _: TookBack(),
    "rolled_on": lambda _: RolledOn(),
    "banked": lambda _: Banked(),
    "farkle_declared": lambda _: FarkleDeclared(),
    "undone": lambda _: Undone(),
    "redone": lambda _: Redone(),
}
