"""The fields of a command or event as they come from JSON, read and checked."""

from __future__ import annotations

from collections.abc import Mapping

from farkle.dice import Dice, Face, parse_dice
from farkle.errors import FarkleError
from farkle.rules import Rules

Values = Mapping[str, object]
"""A command or an event: names and values."""

MOST_POINTS = 1_000_000
RULES_NAME_LIMIT = 60


def read_dice(values: Values) -> Dice:
    """The ``dice`` of a command or event."""
    dice = values.get("dice")
    if isinstance(dice, str | list | tuple):
        return parse_dice(dice)
    raise FarkleError("dice_not_readable", "Dice are written as numbers from 1 to 6.")


def read_faces(values: Values) -> tuple[tuple[str, Face], ...]:
    """The ``faces`` of a roll-off: a table from player id to the face of one die."""
    faces = values.get("faces")
    if not isinstance(faces, Mapping) or not all(isinstance(key, str) for key in faces):
        raise FarkleError("event_malformed", "A roll-off gives one face to each player's id.")
    return tuple((key, parse_dice([face])[0]) for key, face in faces.items())


def read_text(values: Values, key: str) -> str:
    """A text of a command or event."""
    text = values.get(key)
    if not isinstance(text, str):
        raise FarkleError("event_malformed", f"“{key}” must be a text.")
    return text


def read_optional_text(values: Values, key: str) -> str | None:
    """A text that may be left out."""
    return None if values.get(key) is None else read_text(values, key)


def read_texts(values: Values, key: str) -> tuple[str, ...]:
    """A list of texts, such as players' ids."""
    texts = values.get(key)
    if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
        raise FarkleError("event_malformed", f"“{key}” must be a list of texts.")
    return tuple(texts)


def read_number(values: Values, key: str, missing: int | None = None) -> int:
    """A whole number from 0 to ``MOST_POINTS``; ``missing`` where it is left out."""
    number = values.get(key, missing)
    if isinstance(number, bool) or not isinstance(number, int):
        raise FarkleError("event_malformed", f"“{key}” must be a whole number.")
    if not 0 <= number <= MOST_POINTS:
        raise FarkleError("number_out_of_range", f"“{key}” must lie between 0 and {MOST_POINTS:,}.")
    return number


def read_flag(values: Values, key: str) -> bool | None:
    """A yes or no that may be left out."""
    flag = values.get(key)
    if flag is None or isinstance(flag, bool):
        return flag
    raise FarkleError("event_malformed", f"“{key}” must be true or false.")


def read_rules(values: Values) -> tuple[Rules, str | None]:
    """The ``rules`` and ``preset`` of a command or event; the preset is the base of the rules."""
    preset = values.get("preset")
    if preset is not None and not isinstance(preset, str):
        raise FarkleError("event_malformed", "“preset” must be a text.")
    rules = values.get("rules") or {}
    if not isinstance(rules, Mapping):
        raise FarkleError("rules_not_readable", "Rules are a table of names and values.")
    base = {} if preset is None else {"preset": preset}
    return Rules.from_mapping({**rules, **base}), preset


def check_rules_name(name: str | None) -> None:
    """Raise FarkleError ``rules_name_wrong`` for what cannot be the name of rules."""
    if name is not None and not (name.strip() and len(name) <= RULES_NAME_LIMIT):
        raise FarkleError(
            "rules_name_wrong",
            f"The name of rules has 1 to {RULES_NAME_LIMIT} characters.",
            limit=RULES_NAME_LIMIT,
        )
