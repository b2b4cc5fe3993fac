"""The ``dicesight practice`` command, with players that type what the test says."""

from __future__ import annotations

import random
from collections.abc import Callable

import click
import pytest
from click.testing import CliRunner, Result

from dicesight import main
from farkle.advice import advise
from farkle.commands.answer import read_answer
from farkle.commands.decisions import given_away
from farkle.commands.practice import Session
from farkle.errors import FarkleError
from farkle.rules import PRESETS, Rules
from farkle.scoring import legal_keeps
from farkle.worth import turn_value

Robot = Callable[[Session, str], str]


def run(*answers: str, options: str = "--seed 7") -> Result:
    typed = "".join(f"{answer}\n" for answer in answers)
    return CliRunner().invoke(main, ["practice", *options.split()], input=typed)


def practised(rules: Rules, turns: int, robot: Robot, seed: int = 1) -> tuple[Session, list[str]]:
    """A whole practice in which the robot answers each question."""
    told: list[str] = []
    session: Session
    session = Session(
        rules,
        random.Random(seed),
        lambda question: robot(session, question),
        lambda line: told.append(click.unstyle(line)),
    )
    session.play(turns)
    return session, told


def best_player(session: Session, question: str) -> str:
    """Answers with the best move, in one line."""
    if session.state.turn is None or session.state.turn.roll is None:
        return "b"
    best = advise(session.state.turn.roll, session.rules, session.state)[0]
    return f"{''.join(map(str, best.keep.dice))} {best.action}"


def any_player(chooser: random.Random) -> Robot:
    """Answers with any option and any action, by dice or by number, in one step or two."""

    def answer(session: Session, question: str) -> str:
        turn = session.state.turn
        if turn is None or turn.roll is None or "Bank" in question:
            return chooser.choice(["b", "roll", "perhaps"])
        number = chooser.randrange(len(turn.options()))
        dice = " ".join(map(str, turn.options()[number].dice))
        return f"{chooser.choice([dice, f'#{number + 1}'])} {chooser.choice(['', 'b', 'R'])}"

    return answer


# The first dice of seed 7 are 1 1 2 3 4 6.


def test_a_roll_is_shown_with_its_options_and_the_choice_is_judged() -> None:
    told = run("1 r").stdout
    assert "Turn 1, total 0\nYou roll 1 1 2 3 4 6\n" in told
    assert "#1   1 1             200  two 1s 200" in told
    assert "That is the best move." in told


def test_a_choice_that_is_not_the_best_is_told_its_cost() -> None:
    told = run("1 1", "r", options="--seed 7 --rules classic").stdout
    assert (
        "costs 45 points on average: it is worth 342; best: keep one 1 and roll five: 387 expected."
        in told
    )
    assert "0 of 1 decisions were the best one." in told
    assert "- Turn 1, 1 1 2 3 4 6 with 0 points:" in told
    assert "you: keep two 1s and roll four: 342 expected" in told


def test_stopping_for_nothing_is_not_offered_as_banking() -> None:
    told = run("1 1", "b", options="--seed 7 --rules patch --turns 1").stdout
    assert "Stop for no points or roll four (b/r)?" in told
    assert "The turn ends without points." in told


def test_the_same_seed_rolls_the_same_dice() -> None:
    assert run("1 r", "q").stdout == run("1 r", "q").stdout
    assert run("1 r", options="--seed 8").stdout != run("1 r").stdout


def test_without_a_seed_the_number_is_told() -> None:
    assert "The same dice roll again with --seed " in run(options="").stdout


@pytest.mark.parametrize("answers", [(), ("1 r",), ("1 r", "q")])
def test_the_end_of_input_ends_with_a_summary_and_no_error(answers: tuple[str, ...]) -> None:
    told = run(*answers)
    assert told.exit_code == 0
    assert "No turn was finished." in told.stdout
    assert "Traceback" not in told.output
    assert "Aborted" not in told.output


def test_an_interrupt_ends_with_a_summary(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("farkle.commands.practice._ask", interrupted)
    told = run()
    assert told.exit_code == 0
    assert "No turn was finished." in told.stdout


def test_bank_alone_banks_the_most_points() -> None:
    told = run("b", options="--seed 7 --rules classic --turns 1").stdout
    assert "200 points banked. Total 200; given away so far: 187." in told
    assert "1 turn, 200 points: 200 a turn (best play brings 577 on average), 0 farkles." in told


def test_below_the_opening_minimum_one_must_roll_on() -> None:
    assert "needs 500 points; this one has 100. You roll on." in run("1").stdout
    assert "needs 500 points; this one has 200.\n" in run("b").stdout


def test_a_hint_is_given_and_counted() -> None:
    told = run("h", "1 r", options="--seed 7 --rules classic").stdout
    assert "Keep one 1 and roll five: 387 expected; banking 200 gives less." in told
    assert "1 of 1 decisions were the best one (1 with a hint)." in told


def test_what_is_not_understood_is_asked_again() -> None:
    told = run("2", "#9 r", "seven", "", "?", "1 r").stdout
    assert "Those dice cannot be set aside: choose from the list." in told
    assert "The options are #1 to #2." in told
    assert "Dice are written as numbers from 1 to 6." in told
    assert "Which dice do you set aside?" in told
    assert told.count("set aside 1 and 5, and roll on") == 2
    assert "That is the best move." in told


@pytest.mark.parametrize(
    ("text", "dice", "action"),
    [
        ("15 r", (1, 5), "roll"),
        ("5, 1 bank", (1, 5), "bank"),
        ("# 1 B", (1, 1, 5), "bank"),
        ("#3", (1, 5), None),
        ("bank", (1, 1, 5), "bank"),
        ("1", (1,), None),
    ],
)
def test_an_answer_is_read_in_many_ways(
    text: str, dice: tuple[int, ...], action: str | None
) -> None:
    answer = read_answer(text, legal_keeps("112356", Rules()))
    assert (answer.keep.dice, answer.action) == (dice, action)


@pytest.mark.parametrize("text", ["", "r", "#", "#0 r", "#²", "1 5 5 r", "maybe"])
def test_an_answer_that_is_not_clear_is_refused(text: str) -> None:
    with pytest.raises(FarkleError):
        read_answer(text, legal_keeps("112356", Rules()))


HOUSE_RULES = {
    **{name: preset.rules for name, preset in PRESETS.items()},
    "roll after a farkle": Rules(farkle_ends_turn=False, opening_min=0),
    "exact, bust": Rules(exact="overshoot_is_bust", target=2000, opening_min=0),
    "exact, no bank": Rules(exact="overshoot_not_bankable", target=2000, opening_min=0),
    "everything": Rules(
        six_nothing=500,
        bank_min=300,
        cancel_2s=3,
        cancel_2s_is_farkle=False,
        first_roll_bonus=500,
        first_roll_bonus_on="any",
        hot_dice="forced",
        piggyback="dice_and_points",
        farkle_streak=2,
        farkle_penalty=500,
        below_opening="stop_is_farkle",
    ),
}


@pytest.mark.parametrize("name", HOUSE_RULES)
def test_a_player_who_types_anything_comes_to_the_end_under_any_rules(name: str) -> None:
    session, told = practised(HOUSE_RULES[name], 15, any_player(random.Random(5)))
    turns = session.state.player.turns
    assert len(turns) == 15 or session.state.turn is None
    assert sum("given away so far" in line for line in told) == len(turns)
    assert all(decision.cost >= 0 for decision in session.decisions)


@pytest.mark.parametrize("name", HOUSE_RULES)
def test_the_best_player_gives_nothing_away(name: str) -> None:
    session, _ = practised(HOUSE_RULES[name], 15, best_player)
    assert given_away(session.decisions) == 0
    count = len(session.decisions)
    assert f"{count} of {count} decisions were the best one." in session.summary()


def test_points_and_what_was_given_away_add_up_to_what_best_play_brings() -> None:
    rules = Rules.preset("classic").changed(target=1_000_000)
    session, _ = practised(rules, 800, any_player(random.Random(3)))
    points = session.state.player.total / 800
    lost = given_away(session.decisions) / 800
    assert lost > 100
    assert points + lost == pytest.approx(turn_value(0, 6, rules), abs=50)


def test_practice_ends_when_the_target_is_reached() -> None:
    session, told = practised(Rules.preset("classic").changed(target=500), 50, best_player)
    assert told[-1] == "You have reached 500."
    assert len(session.state.player.turns) < 10
