"""Dice as values: a roll is a multiset of one to six faces, written in rising order."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from farkle.errors import FarkleError
from farkle.whole import whole_number

FACES = (1, 2, 3, 4, 5, 6)
MAX_DICE = 6

Face = int
"""The top face of a die, 1 to 6."""

Dice = tuple[int, ...]
"""One to six faces in rising order; the order of the dice on the table means nothing."""

_SEPARATORS = str.maketrans(dict.fromkeys(",;-+/_|", " "))


def parse_dice(dice: str | Iterable[int]) -> Dice:
    """Read dice from text or from any iterable of integers.

    >>> parse_dice("1 1 5 2 3 6")
    (1, 1, 2, 3, 5, 6)
    >>> parse_dice("115236") == parse_dice([6, 5, 3, 2, 1, 1])
    True

    Raises FarkleError: ``dice_not_readable``, ``face_out_of_range``, ``no_dice``,
    ``too_many_dice``.
    """
    faces: list[int] = []
    for item in _items(dice):
        # The cap is checked while reading, so that an endless iterable ends here too.
        if len(faces) == MAX_DICE:
            raise FarkleError("too_many_dice", "There are only six dice in this game.")
        faces.append(_face(item))
    if not faces:
        raise FarkleError("no_dice", "At least one die is needed.")
    return tuple(sorted(faces))


def format_dice(dice: str | Iterable[int]) -> str:
    """Write dice as ``parse_dice`` reads them: ``"1 1 2 3 5 6"``; raises what that raises."""
    return " ".join(map(str, parse_dice(dice)))


def _items(dice: object) -> Iterable[object]:
    if isinstance(dice, str):
        words = dice.translate(_SEPARATORS).split()
        return [*words[0]] if len(words) == 1 else words
    if isinstance(dice, Iterable) and not isinstance(dice, bytes | bytearray):
        with suppress(TypeError):  # numpy's single numbers say that they are iterable
            return iter(dice)
    raise FarkleError("dice_not_readable", "Dice are written as numbers from 1 to 6.")


def _face(item: object) -> Face:
    if isinstance(item, str) and len(item) <= 2 and item.isascii() and item.isdigit():
        face: int | None = int(item)
    else:
        face = whole_number(item)
    if face is None:
        raise FarkleError("dice_not_readable", "Dice are written as numbers from 1 to 6.")
    if face not in FACES:
        # Huge numbers are not repeated: turning them into text may fail or take for ever.
        shown = str(face) if abs(face) < 1000 else "That"
        raise FarkleError("face_out_of_range", f"{shown} is no face of a die: use 1 to 6.")
    return face
