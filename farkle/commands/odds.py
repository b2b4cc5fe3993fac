"""The ``dicesight odds`` command: exact odds of the dice, and what throwing them is worth."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import click

from farkle.commands.named_rules import NamedRules, rules_option
from farkle.dice import MAX_DICE
from farkle.odds import farkle_probability, mean_best_score, score_distribution
from farkle.options import GRID
from farkle.rules import Rules
from farkle.scoring import COUNT_WORDS
from farkle.turn_table import TurnTable
from farkle.worth import (
    chance_of_exactly,
    chance_to_bank,
    chance_to_reach,
    long_run,
    turn_table,
    turn_value,
)


@dataclass(frozen=True, slots=True)
class DiceOdds:
    """So many dice: the chance of a farkle, the mean of the best score of one throw, what
    throwing them is ``worth`` (expected points of the turn) and the turn points from which
    banking is better; None where it never is or is not allowed."""

    dice: int
    farkle: Fraction
    mean: Fraction
    worth: float
    bank_from: int | None

    def to_mapping(self) -> dict[str, object]:
        """The odds as JSON-safe data; exact numbers are also written as fractions."""
        return {
            "dice": self.dice,
            "farkle": str(self.farkle),
            "farkle_probability": float(self.farkle),
            "mean_best_score": float(self.mean),
            "turn_value": self.worth,
            "bank_from": self.bank_from,
        }


@dataclass(frozen=True, slots=True)
class Chance:
    """The best chance to come to a number of turn points: to ``bank`` at least so many, to have
    them (``reach``: with forced hot dice still to be thrown), or to bank ``exactly`` so many."""

    name: str
    points: int
    probability: float
    words: str


@click.command()
@rules_option
@click.option(
    "--dice",
    type=click.IntRange(1, MAX_DICE),
    help="Tell the scores of one throw of so many dice; with --reach and --exactly the dice to "
    "throw next.",
)
@click.option("--turn", "points", default=0, metavar="POINTS", help="Points of the turn so far.")
@click.option("--reach", type=int, metavar="POINTS", help="The chance to bank so many or more.")
@click.option("--exactly", type=int, metavar="POINTS", help="The chance to bank just so many.")
@click.option("--farkles", type=click.IntRange(min=0), default=0, help="Farkles in a row so far.")
@click.option(
    "--opened/--not-opened", default=True, help="Whether the opening minimum is met already."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def odds(
    *,
    named: NamedRules,
    dice: int | None,
    points: int,
    reach: int | None,
    exactly: int | None,
    farkles: int,
    opened: bool,
    as_json: bool,
) -> None:
    """Tell the odds by any rules: exact, and with best play.

    Without options: for one to six dice the chance of a farkle, the mean of the best score, what
    throwing them is worth, and the turn points from which banking is better. With --reach or
    --exactly: the best chance to come to a number of turn points in this turn.
    """
    rules = named.rules
    turn_value(points, dice or MAX_DICE, rules, farkles, opened)  # refuses wrong points
    chances = _chances(rules, reach, exactly, points, dice or MAX_DICE, opened)
    rows = _rows(rules, points, farkles, opened)
    scores = None if dice is None or chances else score_distribution(dice, rules)
    if as_json:
        found = _to_mapping(named, rows, rules)
        if scores is not None:
            found["scores"] = [
                {"points": n, "chance": str(chance), "probability": float(chance)}
                for n, chance in scores.items()
            ]
        found["chances"] = {
            chance.name: {"points": chance.points, "probability": chance.probability}
            for chance in chances
        }
        click.echo(json.dumps(found, ensure_ascii=False))
        return
    click.echo(f"By the rules of {named.title}")
    click.echo()
    if chances:
        start = f"throwing {COUNT_WORDS[dice or MAX_DICE]} with {points:,} turn points"
        for chance in chances:
            told = _percent(chance.probability)
            click.echo(f"Best chance to {chance.words}, {start}: {told}")
    elif dice is not None and scores is not None:
        _print_scores(dice, scores, rows[dice - 1])
    else:
        _print_rows(rows, points, rules, opened)


def _rows(rules: Rules, points: int, farkles: int, opened: bool) -> list[DiceOdds]:
    table = turn_table(rules, farkles, opened, points)
    return [
        DiceOdds(
            dice,
            farkle_probability(dice, rules),
            mean_best_score(dice, rules),
            table.roll_value(points, dice),
            _bank_from(table, dice),
        )
        for dice in range(1, MAX_DICE + 1)
    ]


def _bank_from(table: TurnTable, dice: int) -> int | None:
    if dice == MAX_DICE and table.rules.hot_dice == "forced":
        return None
    points = table.bank_from(dice)
    return points if points < GRID * len(table.bank) else None


def _chances(
    rules: Rules, reach: int | None, exactly: int | None, points: int, dice: int, opened: bool
) -> list[Chance]:
    """The chances that were asked for."""
    found = []
    if reach is not None:
        to_bank = chance_to_bank(reach, rules, points, dice, opened)
        found.append(Chance("bank", reach, to_bank, f"bank {reach:,} or more"))
        to_have = chance_to_reach(reach, rules, points, dice, opened)
        if to_have != to_bank:  # forced hot dice must be thrown before banking
            found.append(Chance("reach", reach, to_have, f"have {reach:,} or more"))
    if exactly is not None:
        chance = chance_of_exactly(exactly, rules, points, dice, opened)
        found.append(Chance("exactly", exactly, chance, f"bank exactly {exactly:,}"))
    return found


def _print_rows(rows: list[DiceOdds], points: int, rules: Rules, opened: bool) -> None:
    title = f"{'dice':>4}  {'farkle':>8}  {'':>9}  {'mean score':>10}  {'worth':>8}  bank from"
    click.secho(title, bold=True)
    for row in rows:
        at = "never" if row.bank_from is None else f"{row.bank_from:,}"
        click.echo(
            f"{row.dice:>4}  {row.farkle!s:>8}  {_percent(float(row.farkle)):>9}  "
            f"{float(row.mean):>10.1f}  {row.worth:>8,.1f}  {at:>9}"
        )
    click.echo()
    so_far = f"with {points:,} turn points" if points else "with no turn points yet"
    click.echo(f"Worth: expected points of the turn when so many dice are thrown {so_far}.")
    if not opened and rules.opening_min:
        click.echo(f"The player still needs {rules.opening_min:,} points to open.")
    if rules.farkle_penalty:
        _print_long_run(rules)


def _print_long_run(rules: Rules) -> None:
    found = long_run(rules)
    click.echo()
    click.echo(
        f"With {rules.farkle_penalty:,} points lost for {rules.farkle_streak} farkles in a row, "
        f"{found.per_turn:,.1f} a turn in the long run; bank from:"
    )
    click.secho(f"  {'farkles behind':<14}" + "".join(f"{n:>8}" for n in range(1, 7)), bold=True)
    for row, table in enumerate(found.tables):
        cells = (_bank_from(table, dice) for dice in range(1, MAX_DICE + 1))
        words = "".join(f"{'never' if at is None else f'{at:,}':>8}" for at in cells)
        click.echo(f"  {row:<14}{words}")


def _print_scores(dice: int, scores: Mapping[int, Fraction], row: DiceOdds) -> None:
    thrown = "one die" if dice == 1 else f"{COUNT_WORDS[dice]} dice"
    click.secho(f"The best score of {thrown}:", bold=True)
    for points, chance in scores.items():
        name = f"{points:,}" if points else "farkle"
        click.echo(f"  {name:>7}  {chance!s:>11}  {_percent(float(chance)):>9}")
    click.echo(f"The mean is {float(row.mean):.1f}.")


def _percent(chance: float) -> str:
    return f"{100 * chance:.3f} %"


def _to_mapping(named: NamedRules, rows: list[DiceOdds], rules: Rules) -> dict[str, object]:
    found = long_run(rules) if rules.farkle_penalty else None
    return {
        "rules": named.title,
        "dice": [row.to_mapping() for row in rows],
        "long_run": None
        if found is None
        else {
            "per_turn": found.per_turn,
            "bank_from": [
                [_bank_from(table, dice) for dice in range(1, MAX_DICE + 1)]
                for table in found.tables
            ],
        },
    }
