"""A seat at the table: who sits there, under which name and colour."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from farkle.errors import FarkleError

MAX_PLAYERS = 20
NAME_LIMIT = 40
COLOURS = ("red", "blue", "green", "yellow", "purple", "orange", "teal", "pink")
"""What tells players apart beside their names; a page shows each with a mark of its own."""

_JOINERS = "\u200c\u200d"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table: an id that never changes, a name to show, one of ``COLOURS``.

    Without a colour (as in games of the first version) the place at the table gives one.
    """

    id: str
    name: str
    colour: str | None = None

    def __post_init__(self) -> None:
        for what, text, longest in (("id", self.id, 64), ("name", self.name, NAME_LIMIT)):
            check_text(what, text, longest)
        if self.colour is not None:
            check_colour(self.colour)

    def to_mapping(self) -> dict[str, object]:
        """JSON-safe values; the colour only where there is one."""
        values: dict[str, object] = {"id": self.id, "name": self.name}
        return values if self.colour is None else {**values, "colour": self.colour}


def check_text(what: str, text: object, longest: int) -> None:
    """Raise FarkleError ``player_id_wrong`` or ``player_name_wrong`` for what cannot be shown."""
    if not isinstance(text, str) or not text.strip() or len(text) > longest:
        raise FarkleError(
            f"player_{what}_wrong",
            f"A player's {what} has 1 to {longest} characters.",
            longest=longest,
        )
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text):
        raise FarkleError(
            f"player_{what}_wrong", f"A player's {what} has an unprintable character."
        )


def check_colour(colour: object) -> None:
    """Raise FarkleError ``colour_unknown`` for what is none of ``COLOURS``."""
    if colour not in COLOURS:
        raise FarkleError("colour_unknown", f"The colours are: {', '.join(COLOURS)}.")


def free_colour(taken: Sequence[str]) -> str:
    """The colour that the fewest players have, the earlier one of several."""
    return min(COLOURS, key=taken.count)


def tidy_name(name: str, others: Iterable[str] = ()) -> str:
    """A name as the sheet shows it: trimmed, without invisible characters, and numbered when
    somebody else has it; empty when nothing visible is left.

    >>> tidy_name("  ann ", ["Ann"])
    'ann (2)'
    """
    shown = " ".join("".join(filter(_printable, unicodedata.normalize("NFC", name))).split())
    if not shown.strip(_JOINERS):
        return ""
    taken = {other.casefold() for other in others}
    number, told_apart = 1, shown
    while told_apart.casefold() in taken:
        number += 1
        told_apart = f"{shown[: NAME_LIMIT - 5]} ({number})"
    return told_apart


def _printable(letter: str) -> bool:
    if letter.isspace():
        return True
    # Of the invisible characters only the joiners are part of how names and emoji are written.
    return unicodedata.category(letter) not in {"Cc", "Cs", "Cf", "Cn", "Co"} or letter in _JOINERS
