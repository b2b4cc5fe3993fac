"""The ``dicesight score`` command: what a roll is worth, and what to do with it."""

from __future__ import annotations

import json

import click

from farkle.advice import Move, Situation, advice_to_mapping, advise, explain
from farkle.commands.named_rules import NamedRules, rules_option
from farkle.commands.position import Position
from farkle.dice import Dice, format_dice, parse_dice
from farkle.rules import Rules
from farkle.scoring import COUNT_WORDS, Keep, is_cancelled, is_farkle

_SHOWN = 8
_BASES = {
    "points": "expected points of this turn",
    "long_run": "expected points in the long run, the penalty for farkles in a row included",
    "win": "chance to win",
    "rival": "chance to win against the strongest rival",
    "chance": "chance to win",
}


@click.command()
@click.argument("dice", metavar="DICE...", nargs=-1, required=True)
@rules_option
@click.option("--turn", "points", default=0, metavar="POINTS", help="Points of the turn so far.")
@click.option("--me", "mine", type=int, metavar="POINTS", help="Your total before this turn.")
@click.option(
    "--them",
    "others",
    type=int,
    multiple=True,
    metavar="POINTS",
    help="Another player's total; once for each, in playing order after you.",
)
@click.option(
    "--after",
    type=click.IntRange(min=0),
    metavar="N",
    help="How many of the others still play after you in this round.  [default: all; in the "
    "final round those before the first who has the target]",
)
@click.option(
    "--farkles", type=click.IntRange(min=0), default=0, help="Your farkles in a row so far."
)
@click.option(
    "--opened/--not-opened",
    default=None,
    help="Whether you have met the opening minimum.  [default: opened, unless --me is 0 or less]",
)
@click.option("--all", "show_all", is_flag=True, help=f"List all moves, not the best {_SHOWN}.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def score(
    dice: tuple[str, ...],
    *,
    named: NamedRules,
    points: int,
    mine: int | None,
    others: tuple[int, ...],
    after: int | None,
    farkles: int,
    opened: bool | None,
    show_all: bool,
    as_json: bool,
) -> None:
    """Say what a roll is worth, and what to do with it.

    DICE are one to six faces: '1 1 5 2 3 6' or '115236'. First come all legal ways to set dice
    aside, then the moves, best first. Six dice without --turn are the first roll of a turn.

    With --me and --them a move is worth its chance to win wherever that is known, in the final
    round always; else the points that it is expected to bring. The heading says which.
    """
    position = Position(
        named.rules, _roll(dice), points, mine, others, farkles, opened=opened, after=after
    )
    moves = advise(position.dice, position.rules, position.state or position.situation)
    if as_json:
        click.echo(json.dumps(_to_mapping(position, named, moves), ensure_ascii=False))
        return
    click.echo(f"{format_dice(position.dice)} by the rules of {named.title}")
    if not moves:
        click.secho(_why_nothing(position), bold=True)
        return
    _print_options(position.options)
    _print_moves(moves if show_all else moves[:_SHOWN], position.situation)
    if len(moves) > _SHOWN and not show_all:
        click.echo(f"  … {len(moves) - _SHOWN} more with --all")
    click.echo()
    click.secho(explain(moves), bold=True)


def _roll(words: tuple[str, ...]) -> Dice:
    # Faces may be written together, apart or in groups: "11 5 2" is four dice.
    return parse_dice(("" if all(word.isdigit() for word in words) else " ").join(words))


def _print_options(options: tuple[Keep, ...]) -> None:
    click.echo()
    click.secho("You may set aside:", bold=True)
    for keep in options:
        click.echo(f"  {format_dice(keep.dice):<11}  {keep.points:>6,}   {keep.words}")


def _print_moves(moves: tuple[Move, ...], situation: Situation) -> None:
    click.echo()
    click.secho(f"Moves by {_basis(moves[0], situation)}:", bold=True)
    click.echo(f"  {'worth':>8}   {'keep':<11}  {'then':<11}  farkle risk")
    for move in moves:
        stop = f"bank {move.banked:,}" if move.banked else "stop for 0"
        then = stop if move.action == "bank" else _roll_words(move.dice)
        risk = "" if move.action == "bank" else f"{100 * move.farkle_risk:.1f} %"
        line = f"  {_worth(move):>8}   {format_dice(move.keep.dice):<11}  {then:<11}  {risk:>7}"
        click.echo(line.rstrip())


def _roll_words(dice: int) -> str:
    return f"roll {COUNT_WORDS[dice]}"


def _worth(move: Move) -> str:
    if move.basis in ("points", "long_run"):
        return f"{move.value:,.1f}"
    return f"{100 * move.value:.1f} %"


def _basis(move: Move, situation: Situation) -> str:
    words = _BASES.get(move.basis, "chance to win")
    if situation.lead is None:
        return words
    level = f"{situation.lead:,} points draw level" if situation.lead else "you lead"
    after = len(situation.chasers)
    follow = f"{COUNT_WORDS[after] if after < 7 else after} still to play" if after else "the last"
    return f"{words} in the final round ({level}; {follow})"


def _why_nothing(position: Position) -> str:
    rules, dice = position.rules, position.dice
    if is_cancelled(dice, rules):
        words = f"{dice.count(2)} 2s cancel the turn."
    elif not is_farkle(dice, rules):
        words = "Everything that scores would go past the target: a farkle."
    else:
        words = "Nothing scores: a farkle."
    if _costs_a_penalty(position, rules):
        row = position.farkles + 1
        words += f" It is number {row} in a row and costs {rules.farkle_penalty:,} points."
    return words


def _costs_a_penalty(position: Position, rules: Rules) -> bool:
    counts = rules.cancel_2s_is_farkle or not is_cancelled(position.dice, rules)
    return bool(rules.farkle_penalty) and counts and position.farkles + 1 >= rules.farkle_streak


def _to_mapping(
    position: Position, named: NamedRules, moves: tuple[Move, ...]
) -> dict[str, object]:
    situation = position.situation
    return {
        "dice": list(position.dice),
        "rules": named.title,
        "situation": {
            "turn_points": situation.points,
            "opened": situation.opened,
            "farkles": situation.farkles,
            "room": situation.room,
            "lead": situation.lead,
            "still_to_play": len(situation.chasers),
        },
        "farkle": not moves,
        "options": [
            {
                "dice": list(keep.dice),
                "points": keep.points,
                "dice_left": (len(position.dice) - len(keep.dice)) or 6,
                "words": keep.words,
                "reading": [
                    {"name": part.name, "dice": list(part.dice), "points": part.points}
                    for part in keep.reading
                ],
            }
            for keep in position.options
        ],
        "basis": moves[0].basis if moves else None,
        "advice": advice_to_mapping(moves) if moves else {"moves": [], "words": None},
    }
