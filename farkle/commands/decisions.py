"""What a player decided in practice, beside what would have been best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from farkle.advice import Move
from farkle.dice import Dice

_SMALLEST = 0.05


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision: the roll, the ``points`` of the turn before it, what was chosen, the best
    move, and whether the player had asked for a hint."""

    turn: int
    dice: Dice
    points: int
    chosen: Move
    best: Move
    hinted: bool = False

    @property
    def cost(self) -> float:
        """What the choice gives away on average, in the unit of its basis; 0 for the best."""
        lost = self.best.value - self.chosen.value
        return 0.0 if lost < _smallest(self.best) else lost

    @property
    def verdict(self) -> str:
        """The choice judged in a sentence."""
        if not self.cost:
            return "That is the best move."
        cost, unit = format_worth(self.best, self.cost), " points" if _in_points(self.best) else ""
        yours, its = format_worth(self.chosen, self.chosen.value), self.best.words
        return f"That costs {cost}{unit} on average: it is worth {yours}; best: {its}."


def format_worth(move: Move, worth: float) -> str:
    """A worth in the unit of the move: points, or percent for a chance."""
    if _in_points(move):
        return f"{worth:,.0f}" if worth >= 1 else f"{worth:.1f}"
    return f"{100 * worth:.1f} %"


def summary(decisions: Sequence[Decision]) -> list[str]:
    """Lines about all decisions: how many were best, what the others cost, the worst of them."""
    if not decisions:
        return []
    wrong = [decision for decision in decisions if decision.cost]
    best = len(decisions) - len(wrong)
    hinted = sum(decision.hinted for decision in decisions)
    hints = f" ({hinted} with a hint)" if hinted else ""
    lines = [f"{best} of {len(decisions)} decisions were the best one{hints}."]
    if not wrong:
        return lines
    lost = given_away(wrong)
    lines.append(f"The others gave away {lost:,.0f} points on average, all together.")
    lines.append("The costliest:")
    for decision in sorted(wrong, key=lambda decision: -decision.cost)[:3]:
        shown = " ".join(map(str, decision.dice))
        lines.append(f"- Turn {decision.turn}, {shown} with {decision.points:,} points:")
        lines.append(f"  you: {decision.chosen.words}")
        lines.append(f"  best: {decision.best.words}")
    return lines


def given_away(decisions: Sequence[Decision]) -> float:
    """The expected points given away by all decisions that are judged in points."""
    return sum(decision.cost for decision in decisions if _in_points(decision.best))


def _in_points(move: Move) -> bool:
    return move.basis in ("points", "long_run")


def _smallest(move: Move) -> float:
    """Differences below this are taken as none: nobody could play for them."""
    return _SMALLEST if _in_points(move) else _SMALLEST / 100
