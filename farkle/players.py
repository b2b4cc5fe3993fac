"""What a player has on the sheet: finished turns, from which total and farkles in a row follow."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from farkle.rules import Rules
from farkle.seat import COLOURS
from farkle.turn import Outcome

TurnKind = Literal["bank", "farkle", "zero", "penalty"]


@dataclass(frozen=True, slots=True)
class TurnResult:
    """A finished turn: ``points`` banked, ``penalty`` points lost for farkles in a row.

    ``zero`` is a turn without points that is no farkle, ``penalty`` a farkle that cost points.
    ``round`` is that of the table, from 1; ``corrected`` whether it was set right afterwards.
    """

    points: int
    kind: TurnKind
    penalty: int = 0
    round: int = 1
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Player:
    """A player with all finished turns. ``start`` are points given for joining late, ``since`` is
    the first round to play after joining or coming back; who has ``retired`` keeps the turns and
    is passed by."""

    id: str
    name: str
    turns: tuple[TurnResult, ...] = ()
    colour: str = COLOURS[0]
    start: int = 0
    since: int = 1
    retired: bool = False

    @property
    def total(self) -> int:
        """Points on the sheet; negative after penalties where the rules allow it."""
        return self.start + sum(turn.points - turn.penalty for turn in self.turns)

    def has_opened(self, rules: Rules) -> bool:
        """Whether the opening minimum is behind the player (always, where there is none)."""
        if self.start or not rules.opening_min:
            return True
        return any(turn.kind == "bank" for turn in self.turns)

    def has_played(self, round: int) -> bool:
        """Whether the player has finished a turn in that round of the table."""
        return bool(self.turns) and self.turns[-1].round >= round

    def awaits(self, round: int) -> bool:
        """Whether the player still has a turn in that round of the table."""
        return not self.retired and self.since <= round and not self.has_played(round)

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

    def with_turn(
        self, outcome: Outcome, points: int, rules: Rules, round: int, corrected: bool = False
    ) -> Player:
        """The player after one more turn, with the penalty that it may bring."""
        result = TurnResult(points, outcome, 0, round, corrected)
        if outcome == "farkle" and rules.farkle_penalty:
            count = self.farkles_in_row(rules) + 1
            if count >= rules.farkle_streak:
                result = TurnResult(0, "penalty", self._penalty(rules), round, corrected)
        return replace(self, turns=(*self.turns, result))

    def last_gain(self) -> int:
        """The round that brought the total to where it stands; 0 before any."""
        changing = (turn.round for turn in self.turns if turn.points != turn.penalty)
        return max(changing, default=0)

    def _penalty(self, rules: Rules) -> int:
        if rules.allow_negative:
            return rules.farkle_penalty
        return min(rules.farkle_penalty, self.total)
