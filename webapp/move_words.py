"""Moves in the reader's language, as ``static/js/words.js`` says them in the browser."""

from __future__ import annotations

from farkle.advice import Move
from webapp.languages import listed, t


def move_words(move: Move) -> str:
    """A move with what it is worth: "Keep one 1 and roll five: 404 expected"."""
    kept = _kept(move.keep.dice)
    if move.action == "bank":
        bare = t("advice-bank" if move.banked else "advice-stop", kept=kept, points=move.banked)
    else:
        bare = t("advice-roll", kept=kept, dice=move.dice)
    if move.basis == "rival":
        return t("advice-rival", move=bare, percent=100 * move.value)
    if move.is_chance:
        return t("advice-chance", move=bare, percent=100 * move.value)
    return bare if move.action == "bank" else t("advice-expected", move=bare, value=move.value)


def _kept(dice: tuple[int, ...]) -> str:
    if len(dice) == 6:
        return t("advice-all-six")
    return listed(
        [t("advice-dice", count=dice.count(face), face=str(face)) for face in sorted(set(dice))]
    )
