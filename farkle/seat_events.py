"""What happened to the seats at a table: people who came, left, were renamed or moved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from farkle.errors import FarkleError
from farkle.fields import Values, read_number, read_optional_text, read_text, read_texts
from farkle.options import GRID
from farkle.seat import NAME_LIMIT, Seat, check_colour, check_text


@dataclass(frozen=True, slots=True)
class PlayerAdded:
    """Somebody joined, at the end of the order, with ``start`` points instead of the turns that
    were missed."""

    seat: Seat
    start: int = 0

    def __post_init__(self) -> None:
        if self.start < 0 or self.start % GRID:
            raise FarkleError("points_off_grid", f"Points are a multiple of {GRID}.", grid=GRID)

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values with a ``type``."""
        return {"type": "player_added", "player": self.seat.to_mapping(), "start": self.start}


@dataclass(frozen=True, slots=True)
class PlayerChanged:
    """A player has another name, another colour, or both; None leaves it as it is."""

    player: str
    name: str | None = None
    colour: str | None = None

    def __post_init__(self) -> None:
        if self.name is not None:
            check_text("name", self.name, NAME_LIMIT)
        if self.colour is not None:
            check_colour(self.colour)

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values with a ``type``; what stays as it is is left out."""
        changes = {"name": self.name, "colour": self.colour}
        given = {key: value for key, value in changes.items() if value is not None}
        return {"type": "player_changed", "player": self.player, **given}


@dataclass(frozen=True, slots=True)
class PlayerRemoved:
    """A player who was added by mistake, and has no turn on the sheet, is gone."""

    player: str

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values with a ``type``."""
        return {"type": "player_removed", "player": self.player}


@dataclass(frozen=True, slots=True)
class PlayerRetired:
    """A player left: the turns stay on the sheet, the dice pass by, the win goes to others."""

    player: str

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values with a ``type``."""
        return {"type": "player_retired", "player": self.player}


@dataclass(frozen=True, slots=True)
class PlayerReturned:
    """A player who had left plays again, from the present round on."""

    player: str

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values with a ``type``."""
        return {"type": "player_returned", "player": self.player}


@dataclass(frozen=True, slots=True)
class PlayersReordered:
    """The players sit, and play, in another order: all ids. ``first`` begins, where that had not
    been settled; None leaves it as it is."""

    order: tuple[str, ...]
    first: str | None = None

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values with a ``type``; who begins only where that changes."""
        first = {} if self.first is None else {"first": self.first}
        return {"type": "players_reordered", "order": list(self.order), **first}


SeatEvent = (
    PlayerAdded | PlayerChanged | PlayerRemoved | PlayerRetired | PlayerReturned | PlayersReordered
)


def read_seat(values: object) -> Seat:
    """A player of an event; raises FarkleError ``event_malformed`` or what the seat breaks."""
    if not isinstance(values, Mapping):
        raise FarkleError("event_malformed", "A player has an id and a name.")
    colour = read_optional_text(values, "colour")
    return Seat(read_text(values, "id"), read_text(values, "name"), colour)


def read_added(values: Values) -> PlayerAdded:
    """Read a stored ``player_added``."""
    return PlayerAdded(read_seat(values.get("player")), read_number(values, "start", 0))


def read_changed(values: Values) -> PlayerChanged:
    """Read a stored ``player_changed``."""
    name, colour = read_optional_text(values, "name"), read_optional_text(values, "colour")
    return PlayerChanged(read_text(values, "player"), name, colour)


def read_reordered(values: Values) -> PlayersReordered:
    """Read a stored ``players_reordered``."""
    return PlayersReordered(read_texts(values, "order"), read_optional_text(values, "first"))
