"""A player's answer in practice: which dice to set aside, and what then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from farkle.dice import parse_dice
from farkle.errors import FarkleError
from farkle.scoring import Keep

Action = Literal["bank", "roll"]
_ACTIONS: dict[str, Action] = {"b": "bank", "bank": "bank", "r": "roll", "roll": "roll"}

HOW = """\
  1 5 r   set aside 1 and 5, and roll on
  #2 b    set aside option 2, and bank
  b       bank the option with most points
  h       a hint
  ?       this list
  q       stop"""


@dataclass(frozen=True, slots=True)
class Answer:
    """The dice to set aside, and what then; None where the player did not say yet."""

    keep: Keep
    action: Action | None


def read_answer(text: str, keeps: Sequence[Keep]) -> Answer:
    """What a player typed, about a roll with these legal keeps, best first.

    Raises FarkleError ``answer_not_clear`` and what ``parse_dice`` raises.
    """
    words = text.lower().replace(",", " ").split()
    action = read_action(words[-1]) if words else None
    if action is not None:
        words = words[:-1]
    if not words:
        # Banking fewer points than there are is never meant; what to roll with is a choice.
        if keeps and (action == "bank" or (action == "roll" and len(keeps) == 1)):
            return Answer(keeps[0], action)
        raise FarkleError("answer_not_clear", "Which dice do you set aside?")
    if words[0].startswith("#"):
        return Answer(_numbered("".join(words).removeprefix("#"), keeps), action)
    digits = all(word.isdigit() for word in words)
    kept = parse_dice(("" if digits else " ").join(words))
    for keep in keeps:
        if keep.dice == kept:
            return Answer(keep, action)
    raise FarkleError("answer_not_clear", "Those dice cannot be set aside: choose from the list.")


def read_action(word: str) -> Action | None:
    """``b``, ``bank``, ``r`` or ``roll``; None for anything else."""
    return _ACTIONS.get(word.strip().lower())


def _numbered(number: str, keeps: Sequence[Keep]) -> Keep:
    if number.isascii() and number.isdigit() and 1 <= int(number[:9]) <= len(keeps):
        return keeps[int(number) - 1]
    raise FarkleError("answer_not_clear", f"The options are #1 to #{len(keeps)}.")
