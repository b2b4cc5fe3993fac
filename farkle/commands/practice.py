"""The ``dicesight practice`` command: virtual dice, and what each choice cost."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

import click

from farkle.advice import Move, advise, explain
from farkle.commands.answer import HOW, Action, Answer, read_action, read_answer
from farkle.commands.decisions import Decision, given_away, summary
from farkle.commands.named_rules import NamedRules, rules_option
from farkle.dice import FACES, MAX_DICE, Dice, format_dice
from farkle.errors import FarkleError
from farkle.events import GameStarted
from farkle.rules import Rules
from farkle.scoring import COUNT_WORDS, Keep, is_cancelled
from farkle.seat import Seat
from farkle.sheet import GameState, apply, decide, fold
from farkle.worth import long_run, turn_value

Ask = Callable[[str], str]
Say = Callable[[str], None]


@click.command()
@rules_option
@click.option(
    "--turns", type=click.IntRange(min=1), default=10, show_default=True, help="How many turns."
)
@click.option("--seed", type=int, help="Roll the same dice as another practice with this number.")
def practice(*, named: NamedRules, turns: int, seed: int | None) -> None:
    """Roll virtual dice, choose what to do, and see what the choice cost against the best one.

    The cost is in points on average: what the best move is expected to bring more. The end of
    input (Ctrl-D) or Ctrl-C stops at any time with a summary.
    """
    number = secrets.randbelow(1_000_000) if seed is None else seed
    click.echo(f"{named.title}, {turns} {_plural(turns, 'turn')}. You answer, for example:")
    click.echo(HOW)
    click.echo(f"The same dice roll again with --seed {number}.")
    session = Session(named.rules, random.Random(number), _ask, click.echo)
    try:
        session.play(turns)
    except (click.Abort, KeyboardInterrupt):
        click.echo()  # the prompt's line is still open
    for line in session.summary():
        click.echo(line)


def _ask(question: str) -> str:
    answer: str = click.prompt(question, default="", show_default=False, prompt_suffix=" ")
    return answer


class _StoppedError(Exception):
    """The player has had enough."""


@dataclass(slots=True)
class Session:
    """One player's practice. ``ask`` puts a question and returns the answer, ``say`` tells a line;
    ``chance`` throws the dice."""

    rules: Rules
    chance: random.Random
    ask: Ask
    say: Say
    state: GameState = field(init=False)
    decisions: list[Decision] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.state = fold([GameStarted(self.rules, None, (Seat("you", "You"),))])

    def play(self, turns: int) -> None:
        """Play so many turns, or until the target is reached or the player stops."""
        try:
            while self.state.turn is not None and self._turn < turns:
                self._play_turn()
        except _StoppedError:
            pass

    def summary(self) -> list[str]:
        """Lines about what was played."""
        results = self.state.player.turns
        if not results:
            return ["", "No turn was finished.", *summary(self.decisions)]
        count, total = len(results), self.state.player.total
        farkles = sum(result.kind in ("farkle", "penalty") for result in results)
        best = long_run(self.rules).per_turn if self.rules.farkle_penalty else None
        expected = turn_value(0, MAX_DICE, self.rules) if best is None else best
        opened = ", once opened" if self.rules.opening_min else ""
        return [
            "",
            f"{count} {_plural(count, 'turn')}, {total:,} points: {total / count:,.0f} a turn "
            f"(best play brings {expected:,.0f} on average{opened}), "
            f"{farkles} {_plural(farkles, 'farkle')}.",
            *summary(self.decisions),
        ]

    @property
    def _turn(self) -> int:
        """How many turns are finished."""
        return len(self.state.player.turns)

    def _play_turn(self) -> None:
        number = self._turn
        self.say("")
        self.say(click.style(f"Turn {number + 1}, total {self.state.player.total:,}", bold=True))
        while self._turn == number:
            self._throw()
        self._tell_result()

    def _throw(self) -> None:
        turn = self.state.turn
        assert turn is not None
        dice = tuple(sorted(self.chance.choice(FACES) for _ in range(turn.in_hand)))
        self._do("roll", dice=dice)
        so_far = f" (turn points so far: {turn.points:,})" if turn.points else ""
        hot = "Hot dice! " if turn.points and turn.in_hand == MAX_DICE else ""
        self.say(f"{hot}You roll {click.style(format_dice(dice), bold=True)}{so_far}")
        moves = advise(dice, self.rules, self.state)
        if not moves:
            self._farkle(dice)
            return
        chosen = self._choose(moves, dice, turn.points)
        self._do("set_aside", dice=chosen.keep.dice)
        self._do("roll_again" if chosen.action == "roll" else "bank")

    def _farkle(self, dice: Dice) -> None:
        words = f"{dice.count(2)} 2s cancel the turn." if is_cancelled(dice, self.rules) else ""
        self.say(words or "Nothing to set aside: a farkle.")
        number = self._turn
        self._do("farkle")
        if self._turn == number:
            # By these rules the turn goes on from no points, if the player likes.
            while (
                action := read_action(self._answer("Roll all over again, or end (r/b)?"))
            ) is None:
                pass
            if action == "bank":
                self._do("bank")

    def _choose(self, moves: tuple[Move, ...], dice: Dice, points: int) -> Move:
        turn = self.state.turn
        assert turn is not None
        keeps = turn.options()
        for number, keep in enumerate(keeps, 1):
            self.say(f"  #{number:<3} {format_dice(keep.dice):<12} {keep.points:>6,}  {keep.words}")
        hinted = False
        while True:
            text = self._answer("Set aside, then roll or bank?")
            if text.lower() in ("h", "hint"):
                hinted = True
                self.say(explain(moves))
                continue
            try:
                answer = read_answer(text, keeps)
                action = answer.action or self._ask_action(answer, moves)
                chosen = self._move(answer.keep, action, moves)
            except FarkleError as error:
                self.say(error.words)
                continue
            decision = Decision(self._turn + 1, dice, points, chosen, moves[0], hinted)
            self.decisions.append(decision)
            self.say(click.style(decision.verdict, fg="yellow" if decision.cost else "green"))
            return chosen

    def _ask_action(self, answer: Answer, moves: tuple[Move, ...]) -> Action:
        """Bank or roll, asked only where both are allowed."""
        allowed = [move for move in moves if move.keep.dice == answer.keep.dice]
        if len(allowed) == 1:
            only = allowed[0]
            if only.action == "roll":
                self.say(f"{self._why_not_bank(answer.keep)} You roll on.")
            return only.action
        banked, dice = max(move.banked for move in allowed), COUNT_WORDS[allowed[0].dice]
        stop = f"Bank {banked:,}" if banked else "Stop for no points"
        while True:
            action = read_action(self._answer(f"{stop} or roll {dice} (b/r)?"))
            if action is not None:
                return action

    def _move(self, keep: Keep, action: Action, moves: tuple[Move, ...]) -> Move:
        for move in moves:
            if (move.keep.dice, move.action) == (keep.dice, action):
                return move
        raise FarkleError("answer_not_clear", self._why_not_bank(keep))

    def _why_not_bank(self, keep: Keep) -> str:
        turn = self.state.turn
        refusal = None if turn is None else turn.keep(keep.dice).why_not_bank()
        return "" if refusal is None else refusal.words

    def _tell_result(self) -> None:
        result = self.state.player.turns[-1]
        told = {
            "bank": f"{result.points:,} points banked.",
            "zero": "The turn ends without points.",
            "farkle": "The turn ends without points.",
            "penalty": f"The row of farkles costs {result.penalty:,} points.",
        }[result.kind]
        lost = given_away(self.decisions)
        self.say(f"{told} Total {self.state.player.total:,}; given away so far: {lost:,.0f}.")
        if self.state.turn is None:
            self.say(f"You have reached {self.rules.target:,}.")

    def _answer(self, question: str) -> str:
        while True:
            text = self.ask(question).strip()
            if text.lower() in ("q", "quit", "exit"):
                raise _StoppedError
            if text.lower() not in ("?", "help"):
                return text
            self.say(HOW)

    def _do(self, kind: str, **values: object) -> None:
        for event in decide(self.state, {"type": kind, **values}):
            self.state = apply(self.state, event)


def _plural(count: int, word: str) -> str:
    return word if count == 1 else f"{word}s"
