"""One player's turn as an immutable value: what was thrown and kept; all else follows from it.

A turn holds facts only and checks them against the rules whenever one is made, so a turn that
the rules forbid cannot exist. The methods return the next turn or raise FarkleError.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from farkle.dice import MAX_DICE, Dice, format_dice, parse_dice
from farkle.errors import FarkleError
from farkle.options import GRID
from farkle.rules import Rules
from farkle.scoring import Keep, is_cancelled, legal_keeps, with_first_roll_bonus

Phase = Literal["to_roll", "rolled", "kept", "farkled", "over"]
Outcome = Literal["bank", "zero", "farkle"]


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw of the dice: ``dice`` is None where a player only said that nothing scored,
    ``kept`` is None until dice are set aside, ``lost`` marks a confirmed farkle."""

    dice: Dice | None
    kept: Dice | None = None
    lost: bool = False

    def __post_init__(self) -> None:
        for name in ("dice", "kept"):
            if (dice := getattr(self, name)) is not None:
                object.__setattr__(self, name, parse_dice(dice))


@dataclass(frozen=True, slots=True)
class LeftOver:
    """Dice that the previous player banked without rolling, and the points that go with them."""

    dice: int
    points: int

    def __post_init__(self) -> None:
        if not 1 <= self.dice <= MAX_DICE or self.points < 0 or self.points % GRID:
            raise FarkleError("nothing_left_over", "No turn can leave such dice or points.")


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn under way. ``opened``: the player has met the opening minimum before; ``room``: the
    points left to a target that must be hit exactly, None without such a limit; ``taken``: what
    was taken over from the previous player; ``rolling``: the dice are to be thrown (again).

    ``points`` and ``in_hand`` (dice to throw next, or thrown and not yet chosen from) follow.
    """

    rules: Rules
    opened: bool = True
    room: int | None = None
    taken: LeftOver | None = None
    throws: tuple[Throw, ...] = ()
    rolling: bool = True
    points: int = field(init=False, compare=False)
    in_hand: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        if self.room is not None and (self.room < 0 or self.room % GRID):
            words = "Nobody can be past a target that must be hit exactly."
            raise FarkleError("past_target", words, room=self.room)
        points = self.taken.points if self.taken else 0
        in_hand = self.taken.dice if self.taken else MAX_DICE
        for number, throw in enumerate(self.throws):
            is_last = number + 1 == len(self.throws)
            if throw.dice is None and not throw.lost:
                raise FarkleError("nothing_rolled", "Roll the dice first.")
            if throw.dice is not None and len(throw.dice) != in_hand:
                raise _wrong_count(len(throw.dice), in_hand)
            options = self._options(throw.dice, points, number == 0)
            if throw.lost and throw.kept is None:
                points = self._lose(throw, options, in_hand, is_last)
            elif throw.kept is not None and not throw.lost:
                points += self._kept(throw, options).points
                in_hand = (in_hand - len(throw.kept)) or MAX_DICE
            elif throw.lost or not is_last or self.rolling:
                raise FarkleError("nothing_set_aside", "Set aside at least one scoring die first.")
        if not self.throws and not self.rolling:
            raise FarkleError("nothing_rolled", "Roll the dice first.")
        object.__setattr__(self, "points", points)
        object.__setattr__(self, "in_hand", in_hand)

    # What stands on the table

    @property
    def phase(self) -> Phase:
        """``farkled`` means that the last roll has no legal keep and waits to be confirmed."""
        if self.rolling:
            return "to_roll"
        last = self.throws[-1]
        if last.lost:
            return "over"
        if last.kept is not None:
            return "kept"
        return "rolled" if self.options() else "farkled"

    @property
    def roll(self) -> Dice | None:
        """The dice of the last throw while they lie on the table; None before a throw."""
        return None if self.rolling else self.throws[-1].dice

    @property
    def set_aside(self) -> tuple[Dice, ...]:
        """What was set aside in this turn, throw by throw."""
        return tuple(throw.kept for throw in self.throws if throw.kept is not None)

    @property
    def is_hot(self) -> bool:
        """Whether all six dice are set aside, so that six may be thrown next."""
        return not self.rolling and self.throws[-1].kept is not None and self.in_hand == MAX_DICE

    def options(self) -> tuple[Keep, ...]:
        """The legal keeps of the roll on the table, best first, the first-roll bonus included;
        empty in every phase but ``rolled``."""
        if self.rolling or self.throws[-1].kept is not None or self.throws[-1].lost:
            return ()
        return self._options(self.throws[-1].dice, self.points, len(self.throws) == 1)

    @property
    def can_farkle(self) -> bool:
        """Whether a person may declare or confirm that nothing scores."""
        if self.phase == "to_roll":
            return not (self.in_hand == MAX_DICE and self.rules.six_nothing)
        return self.phase == "farkled"

    def why_not_bank(self) -> FarkleError | None:
        """What forbids to bank now, or None if it is allowed."""
        if self.phase != "kept":
            return self._nothing_to_bank()
        rules = self.rules
        if self.is_hot and rules.hot_dice == "forced":
            return FarkleError(
                "hot_dice_forced", "All six dice scored: they must be rolled once more."
            )
        refusal = self.why_not_points(self.points)
        may_stop = self._below_opening and rules.below_opening != "must_roll"
        if refusal is not None and refusal.code == "below_opening" and may_stop:
            return None
        return refusal

    def why_not_points(self, points: int) -> FarkleError | None:
        """What forbids that so many points of this turn go to the sheet, None if nothing does."""
        rules = self.rules
        if self.room is not None and points > self.room:
            return FarkleError(
                "past_target",
                f"Only {self.room:,} points are missing to the target, which must be hit exactly.",
                room=self.room,
            )
        if points < rules.bank_min:
            return FarkleError(
                "below_minimum",
                f"A turn needs {rules.bank_min:,} points to be banked; this one has {points:,}.",
                needed=rules.bank_min,
                points=points,
            )
        if not self.opened and points < rules.opening_min:
            return FarkleError(
                "below_opening",
                f"The first banked turn needs {rules.opening_min:,} points; this one has "
                f"{points:,}.",
                needed=rules.opening_min,
                points=points,
            )
        return None

    # Moves

    def take_over(self, left_over: LeftOver) -> Turn:
        """Begin with the previous player's leftover dice."""
        if self.throws or self.taken:
            raise FarkleError("turn_has_begun", "The dice can only be taken over at the start.")
        return replace(self, taken=left_over)

    def throw(self, dice: Dice) -> Turn:
        """The dice were thrown; a roll of which nothing is set aside yet is corrected."""
        phase = self.phase
        if phase == "kept":
            raise FarkleError(
                "roll_again_first", "Choose to roll again before entering the next roll."
            )
        if phase == "over":
            raise _over()
        before = self.throws if self.rolling else self.throws[:-1]
        return replace(self, throws=(*before, Throw(parse_dice(dice))), rolling=False)

    def keep(self, dice: Dice) -> Turn:
        """Set dice of the last roll aside."""
        phase = self.phase
        if phase == "kept":
            raise FarkleError(
                "already_set_aside",
                "Dice of this roll are set aside already: take them back first.",
            )
        if phase not in ("rolled", "farkled"):
            raise FarkleError("nothing_rolled", "Roll the dice first.")
        return self._with_last(Throw(self.throws[-1].dice, parse_dice(dice)))

    def take_back(self) -> Turn:
        """Put the dice set aside from the last roll back into it."""
        if self.phase != "kept":
            raise FarkleError("nothing_set_aside", "No dice of this roll are set aside.")
        return self._with_last(Throw(self.throws[-1].dice))

    def roll_on(self) -> Turn:
        """Take the remaining dice (all six when hot) to throw them."""
        if self.phase != "kept":
            raise FarkleError("nothing_set_aside", "Set aside at least one scoring die first.")
        return replace(self, rolling=True)

    def farkle(self) -> Turn:
        """Confirm that the last throw scores nothing: the turn is ``over``, or goes on from no
        points where the rules say so."""
        phase = self.phase
        if phase == "kept":
            raise FarkleError("roll_scores", "Dice of this roll are set aside: it is no farkle.")
        if phase == "over":
            raise _over()
        if phase == "to_roll":
            throws = (*self.throws, Throw(None, lost=True))
        else:
            throws = (*self.throws[:-1], replace(self.throws[-1], lost=True))
        return replace(self, throws=throws, rolling=not self._ends(throws[-1]))

    def outcome(self) -> tuple[Outcome, int]:
        """How the turn ends if the player stops now (or if it is over), and its points.

        Raises what ``why_not_bank`` returns.
        """
        if self.phase == "over":
            cancelled = self.throws[-1].dice is not None and is_cancelled(
                self.throws[-1].dice, self.rules
            )
            return ("zero" if cancelled and not self.rules.cancel_2s_is_farkle else "farkle"), 0
        if self._stops_after_farkle:
            return "farkle", 0
        refusal = self.why_not_bank()
        if refusal:
            raise refusal
        if not self._below_opening:
            return "bank", self.points
        return ("zero" if self.rules.below_opening == "stop_zero" else "farkle"), 0

    # How the rules see the facts

    @property
    def _below_opening(self) -> bool:
        return not self.opened and self.points < self.rules.opening_min

    @property
    def _stops_after_farkle(self) -> bool:
        """A farkle did not end the turn, and the player has thrown nothing since."""
        return self.rolling and bool(self.throws) and self.throws[-1].lost

    def _options(self, dice: Dice | None, points: int, is_first: bool) -> tuple[Keep, ...]:
        if dice is None:
            return ()
        keeps = legal_keeps(dice, self.rules)
        if is_first and not self.taken and self.rules.first_roll_bonus:
            keeps = tuple(with_first_roll_bonus(keep, self.rules) for keep in keeps)
            keeps = tuple(sorted(keeps, key=lambda keep: (-keep.points, len(keep.dice))))
        if self.room is not None and self.rules.exact == "overshoot_is_bust":
            keeps = tuple(keep for keep in keeps if points + keep.points <= self.room)
        return keeps

    def _kept(self, throw: Throw, options: Sequence[Keep]) -> Keep:
        for keep in options:
            if keep.dice == throw.kept:
                return keep
        raise _illegal_keep(throw, self.rules, self.room)

    def _lose(self, throw: Throw, options: Sequence[Keep], in_hand: int, is_last: bool) -> int:
        if options:
            raise FarkleError("roll_scores", f"That roll scores: {options[0].words}.")
        if throw.dice is None and in_hand == MAX_DICE and self.rules.six_nothing:
            raise FarkleError(
                "roll_scores",
                "Six dice without a scoring one are worth points here: enter the dice.",
            )
        if is_last and self.rolling == self._ends(throw):
            raise _over()
        if not is_last and self._ends(throw):
            raise _over()
        return 0

    def _ends(self, throw: Throw) -> bool:
        return self.rules.farkle_ends_turn or (
            throw.dice is not None and is_cancelled(throw.dice, self.rules)
        )

    def _with_last(self, throw: Throw) -> Turn:
        return replace(self, throws=(*self.throws[:-1], throw))

    def _nothing_to_bank(self) -> FarkleError | None:
        if self._stops_after_farkle:
            return None
        if self.rolling and self.throws:
            return FarkleError(
                "dice_are_rolling", "The dice are taken to be rolled: undo that to bank."
            )
        if self.rolling:
            return FarkleError("nothing_rolled", "Roll the dice first.")
        if self.phase == "farkled":
            return FarkleError("nothing_scores", "Nothing of this roll scores.")
        return FarkleError("nothing_set_aside", "Set aside at least one scoring die first.")


def _illegal_keep(throw: Throw, rules: Rules, room: int | None) -> FarkleError:
    rolled, kept = throw.dice or (), throw.kept or ()
    shown = format_dice(kept)
    missing = Counter(kept) - Counter(rolled)
    if missing:
        return FarkleError(
            "not_in_roll", f"{shown} is not among the dice rolled: {format_dice(rolled)}."
        )
    if is_cancelled(rolled, rules):
        return FarkleError("turn_cancelled", f"{rolled.count(2)} 2s cancel the turn.")
    parts = legal_keeps(kept, rules)
    if any(keep.dice == kept for keep in parts):
        return FarkleError(
            "past_target",
            f"{shown} would go past the target, which must be hit exactly.",
            room=room,
        )
    scoring = max(parts, key=lambda keep: len(keep.dice)).dice if parts else ()
    useless = sorted((Counter(kept) - Counter(scoring)).elements())
    verb = "scores" if len(useless) == 1 else "score"
    return FarkleError(
        "does_not_score",
        f"{shown} cannot be set aside: {format_dice(useless)} {verb} nothing.",
        useless=useless,
    )


def _wrong_count(seen: int, in_hand: int) -> FarkleError:
    dice = "1 die is" if in_hand == 1 else f"{in_hand} dice are"
    return FarkleError(
        "wrong_dice_count", f"{dice} to be rolled, not {seen}.", expected=in_hand, seen=seen
    )


def _over() -> FarkleError:
    return FarkleError("turn_over", "This turn is over.")
