"""What a player has on the sheet: finished turns, from which total and farkles in a row follow."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from farkle.rules import Rules
from farkle.turn import Outcome

TurnKind = Literal["bank", "farkle", "zero", "penalty"]


@dataclass(frozen=True, slots=True)
class TurnResult:
    """A finished turn: ``points`` banked, ``penalty`` points lost for farkles in a row.

    ``zero`` is a turn without points that is no farkle, ``penalty`` a farkle that cost points.
    """

    points: int
    kind: TurnKind
    penalty: int = 0


@dataclass(frozen=True, slots=True)
class Player:
    """A player with all finished turns."""

    id: str
    name: str
    turns: tuple[TurnResult, ...] = ()

    @property
    def total(self) -> int:
        """Points on the sheet; negative after penalties where the rules allow it."""
        return sum(turn.points - turn.penalty for turn in self.turns)

    def has_opened(self, rules: Rules) -> bool:
        """Whether the opening minimum is behind the player (always, where there is none)."""
        return not rules.opening_min or any(turn.kind == "bank" for turn in self.turns)

    def farkles_in_row(self, rules: Rules) -> int:
        """Farkles since the last banked turn or, where it resets the count, the last penalty."""
        count = 0
        for turn in reversed(self.turns):
            if turn.kind == "bank" or (turn.kind == "zero" and rules.zero_resets_streak):
                break
            if turn.kind == "penalty" and rules.penalty_reset:
                break
            count += turn.kind in ("farkle", "penalty")
        return count

    def with_turn(self, outcome: Outcome, points: int, rules: Rules) -> Player:
        """The player after one more turn, with the penalty that it may bring."""
        result = TurnResult(points, outcome)
        if outcome == "farkle" and rules.farkle_penalty:
            count = self.farkles_in_row(rules) + 1
            if count >= rules.farkle_streak:
                result = TurnResult(0, "penalty", self._penalty(rules))
        return replace(self, turns=(*self.turns, result))

    def last_gain(self) -> int:
        """The number of the turn that brought the total to where it stands; -1 before any."""
        changing = (n for n, turn in enumerate(self.turns) if turn.points != turn.penalty)
        return max(changing, default=-1)

    def _penalty(self, rules: Rules) -> int:
        if rules.allow_negative:
            return rules.farkle_penalty
        return min(rules.farkle_penalty, self.total)
