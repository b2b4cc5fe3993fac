"""A roll in the middle of a game, from what a person tells of it on the command line."""

from __future__ import annotations

from dataclasses import dataclass

from farkle.advice import Situation, situation_of
from farkle.dice import MAX_DICE, Dice
from farkle.errors import FarkleError
from farkle.options import GRID
from farkle.players import Player, TurnResult
from farkle.rules import Rules
from farkle.scoring import Keep
from farkle.sheet import GameState
from farkle.turn import LeftOver, Throw, Turn
from farkle.worth import MOST_POINTS

_MOST = 2 * MOST_POINTS
_MOST_FARKLES = 1000


@dataclass(frozen=True, slots=True)
class Position:
    """What is known of the moment: the turn's ``points`` before this roll, ``farkles`` in a row,
    the player's total (``mine``, None if it was not told) and the others' in playing order after
    the player. ``opened`` is None to follow from the total. ``after`` are the others who still
    play after the player in this round, None to follow from the totals.
    """

    rules: Rules
    dice: Dice
    points: int = 0
    mine: int | None = None
    others: tuple[int, ...] = ()
    farkles: int = 0
    opened: bool | None = None
    after: int | None = None

    def __post_init__(self) -> None:
        told = (self.points, self.mine or 0, *self.others)
        if max(map(abs, told)) > _MOST or self.points > MOST_POINTS:
            raise _wrong(f"That is too much: a turn has at most {MOST_POINTS:,} points.")
        if self.points < 0 or any(points % GRID for points in told):
            raise _wrong(f"Points are a multiple of {GRID}, and those of a turn are not negative.")
        if self.farkles < 0:
            raise _wrong("There cannot be fewer than no farkles.")
        if self.farkles > _MOST_FARKLES:
            raise _wrong(f"Nobody has more than {_MOST_FARKLES:,} farkles in a row.")
        if self.mine is None and (self.others or self.after is not None):
            raise _wrong("The others' points need your own beside them.")
        if self.after is not None and not 0 <= self.after <= len(self.others):
            raise _wrong("No more players can play after you than there are others.")
        if self.mine is not None:
            self._check_totals(self.mine)

    @property
    def has_opened(self) -> bool:
        """Whether the opening minimum is met: as told, else whether the player has points."""
        if self.opened is not None:
            return self.opened
        return self.mine is None or self.mine > 0 or not self.rules.opening_min

    @property
    def is_final(self) -> bool:
        """Whether one of the others has reached the target, so that this turn is the last one."""
        return any(total >= self.rules.target for total in self.others)

    @property
    def still_to_play(self) -> int:
        """How many of the others play after this turn: in the final round before the game ends.

        In the final round the first of them with the target began it, and those before that one
        in the order play once more. Else the player is taken as the one who began the round.
        """
        if self.after is not None:
            return self.after
        reached = (n for n, total in enumerate(self.others) if total >= self.rules.target)
        return next(reached, len(self.others))

    @property
    def turn(self) -> Turn:
        """The turn with the roll on the table. Six dice with no points yet are its first roll."""
        is_first = not self.points and len(self.dice) == MAX_DICE
        taken = None if is_first else LeftOver(len(self.dice), self.points)
        limited = self.rules.exact != "off" and self.mine is not None
        room = max(0, self.rules.target - (self.mine or 0)) if limited else None
        throws = (Throw(self.dice),)
        return Turn(self.rules, self.has_opened, room, taken, throws, rolling=False)

    @property
    def options(self) -> tuple[Keep, ...]:
        """The legal keeps, best first."""
        return self.turn.options()

    @property
    def state(self) -> GameState | None:
        """The game as far as it is known; None where no totals were told."""
        if self.mine is None:
            return None
        count = 1 + len(self.others)
        return GameState(
            rules=self.rules,
            preset=None,
            players=(
                Player("me", "You", self._turns(self.mine, self.has_opened, self.farkles)),
                *(
                    Player(f"other{n}", f"Player {n + 1}", self._turns(total, total > 0, 0, n))
                    for n, total in enumerate(self.others, 1)
                ),
            ),
            round=2,
            first=(1 + self.still_to_play) % count,
            current=0,
            turn=self.turn,
            waiting=tuple(range(1, 1 + self.still_to_play)) if self.is_final else None,
        )

    @property
    def situation(self) -> Situation:
        """The same as the advice sees it."""
        state = self.state
        if state is not None:
            return situation_of(state)
        return Situation(self.points, self.has_opened, self.farkles)

    def _turns(
        self, total: int, opened: bool, farkles: int, number: int = 0
    ) -> tuple[TurnResult, ...]:
        """A sheet that adds up: how the points came about is not known, and does not matter.

        In the second round, which those after the ones who still play have played already.
        """
        played = 1 if number <= self.still_to_play else 2
        so_far = TurnResult(total, "bank" if opened else "zero", round=played)
        return (so_far, *(TurnResult(0, "farkle") for _ in range(farkles)))

    def _check_totals(self, mine: int) -> None:
        rules = self.rules
        if mine > 0 and self.opened is False:
            raise _wrong("Who has points has opened.")
        if min((mine, *self.others)) < 0 and not (rules.farkle_penalty and rules.allow_negative):
            raise _wrong("By these rules no total falls below zero.")
        if self.is_final and rules.final_round == "sudden_death":
            raise _wrong(f"By these rules the game is over when a player has {rules.target:,}.")
        if mine >= rules.target and not self.is_final:
            raise _wrong(f"You have reached the target of {rules.target:,} already.")


def _wrong(words: str) -> FarkleError:
    return FarkleError("situation_wrong", words)
