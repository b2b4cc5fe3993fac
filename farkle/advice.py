"""What to do with a roll: every legal keep, then bank or throw, ranked by what it is worth.

Five bases. ``points``: expected points of this turn. ``long_run``: the same plus what it costs
to have one more farkle in a row, where the rules have a penalty. ``win``: the chance to win
against the one rival, both playing on as well as can be. ``rival``: the same against the
strongest of several rivals, as if the others were not there. ``chance``: the chance to win in
the final round. A shared win counts half.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import numpy as np

from farkle.chances import race_turn
from farkle.dice import MAX_DICE, Dice, parse_dice
from farkle.endings import share_of_met
from farkle.errors import FarkleError
from farkle.odds import farkle_probability
from farkle.options import GRID
from farkle.rules import Rules, checked_rules
from farkle.scoring import COUNT_WORDS, Keep, is_cancelled
from farkle.sheet import GameState
from farkle.tables import shipped_table
from farkle.turn import LeftOver, Throw, Turn
from farkle.turn_table import NEVER, Array, Ends, TurnTable, solve_turn
from farkle.whole import checked_farkles, whole_number
from farkle.win_table import Race, WinTable
from farkle.worth import (
    MOST_POINTS,
    limited_table,
    long_run,
    reach_chances,
    turn_table,
    where_allowed,
)

Basis = Literal["points", "long_run", "win", "rival", "chance"]
_PAST_LEAD = 3000
_MOST = 5_000_000
_STEP = 2000


@dataclass(frozen=True, slots=True)
class Chaser:
    """A rival who plays once more after this turn: ``behind`` by so many points before it."""

    behind: int
    opened: bool = True

    def __post_init__(self) -> None:
        behind = whole_number(self.behind)
        if behind is None or behind % GRID or abs(behind) > _MOST:
            words = f"How far a rival is behind is a multiple of {GRID}, and at most {_MOST:,}."
            raise FarkleError("situation_wrong", words)
        object.__setattr__(self, "behind", behind)


@dataclass(frozen=True, slots=True)
class Situation:
    """What matters beside the dice: ``points`` of the turn so far, whether the player has
    ``opened``, the ``farkles`` in a row behind; ``room`` up to an exact target, if there is one;
    in the final round the turn points that draw level with the leader (``lead``), how many
    ``leaders`` there are and who still plays afterwards. ``race`` is where the player and the
    only or strongest rival stood before this turn, None if only the turn's points count;
    ``rivals`` how many there are."""

    points: int = 0
    opened: bool = True
    farkles: int = 0
    room: int | None = None
    lead: int | None = None
    chasers: tuple[Chaser, ...] = ()
    race: Race | None = None
    rivals: int = 1
    leaders: int = 1

    def __post_init__(self) -> None:
        for name, most in (("points", MOST_POINTS), ("room", _MOST), ("lead", _MOST)):
            value = getattr(self, name)
            if value is None and name != "points":
                continue
            points = whole_number(value)
            if points is None or not 0 <= points <= most or points % GRID:
                words = f"Points are a multiple of {GRID}, and at most {most:,}."
                raise FarkleError("situation_wrong", words)
            object.__setattr__(self, name, points)
        object.__setattr__(self, "farkles", checked_farkles(self.farkles))


@dataclass(frozen=True, slots=True)
class Move:
    """A whole decision: what to set aside, then ``bank`` or ``roll``.

    ``value`` is in points, or a chance from 0 to 1, as ``basis`` says; ``points`` are the turn's
    after setting aside; ``dice`` are thrown next, with ``farkle_risk`` (0 when banking);
    ``banked`` goes to the sheet when stopping, none below the opening minimum.
    """

    keep: Keep
    action: Literal["bank", "roll"]
    value: float
    basis: Basis
    points: int
    dice: int
    farkle_risk: float
    banked: int = 0

    def to_mapping(self) -> dict[str, object]:
        """The move and its reason as JSON-safe data, with its sentence under ``words``."""
        return {
            "dice": list(self.keep.dice),
            "action": self.action,
            "value": self.value,
            "basis": self.basis,
            "turn_points": self.points,
            "banked": self.banked,
            "dice_next": self.dice,
            "farkle_risk": self.farkle_risk,
            "words": self.words,
        }

    @property
    def words(self) -> str:
        """The move for a player: "keep one 1 and roll five: 370 expected"."""
        kept = f"keep {_dice_words(self.keep.dice)}"
        if self.action == "bank":
            then = f"bank {self.banked:,}" if self.banked else "stop for no points"
            return f"{kept} and {then}{_worth(self) if self.is_chance else ''}"
        return f"{kept} and roll {COUNT_WORDS[self.dice]}{_worth(self)}"

    @property
    def is_chance(self) -> bool:
        """Whether the value is a chance to win, not points."""
        return self.basis in ("chance", "win", "rival")


def advise(
    dice: str | Iterable[int],
    rules: Rules,
    state: Situation | GameState | Mapping[str, object] | None = None,
    table: WinTable | None = None,
) -> tuple[Move, ...]:
    """All moves with a roll, best first; empty for a farkle.

    The state is a situation, a mapping (``points``, ``opened``, ``farkles``, ``room``, ``lead``,
    and for a race the totals ``me`` and ``them``), or the game itself; without one it is that of
    an opened player at the start of a turn. Six dice with no points yet are taken as the first
    roll of a turn. In a race the chance to win decides if there is a table for the rules, shipped
    or given, else points. Raises FarkleError ``situation_wrong`` and what ``parse_dice`` raises.

    >>> explain(advise("1 2 2 2 4 5", Rules.preset("calc")))
    'Keep one 1 and roll five: 404 expected; banking 350 gives less.'
    """
    roll, rules = parse_dice(dice), checked_rules(rules)
    situation = _situation(state)
    keeps = _keeps(roll, rules, situation)
    reached = situation.points + max((keep.points for keep in keeps), default=0)
    judge, basis = _judge(rules, situation, reached, table)
    moves = []
    for keep in keeps:
        points = situation.points + keep.points
        left = (len(roll) - len(keep.dice)) or MAX_DICE
        hot_and_forced = left == MAX_DICE and rules.hot_dice == "forced"
        worth = judge.bank_value(points)
        if worth != NEVER and not hot_and_forced:
            is_open = situation.opened or points >= rules.opening_min
            banked = points if is_open else 0
            moves.append(Move(keep, "bank", worth, basis, points, left, 0.0, banked))
        worth = judge.roll_value(points, left)
        risk = float(farkle_probability(left, rules))
        moves.append(Move(keep, "roll", worth, basis, points, left, risk))
    moves.sort(key=lambda move: (-move.value, move.action, -move.points, len(move.keep.dice)))
    return tuple(moves)


def explain(moves: tuple[Move, ...]) -> str:
    """The best move in a sentence, against the best of the other kind."""
    if not moves:
        return "Nothing scores."
    best = moves[0]
    words = best.words[0].upper() + best.words[1:]
    other = next((move for move in moves if move.action != best.action), None)
    if other is None:
        return f"{words}."
    if best.action == "roll":
        stopping = f"banking {other.banked:,}" if other.banked else "stopping for no points"
        return f"{words}; {stopping} gives less."
    return f"{words}; rolling {COUNT_WORDS[other.dice]} gives less{_worth(other)}."


def standing_worth(state: GameState, table: WinTable | None = None) -> tuple[float, Basis]:
    """What the turn under way is worth to its player before the next decision or roll.

    Raises FarkleError ``game_over`` when there is no turn.
    """
    turn, rules = state.turn, state.rules
    if turn is None:
        raise FarkleError("game_over", "The game is over.")
    if turn.phase == "rolled":
        best = advise(turn.roll or (), rules, state, table)[0]
        return best.value, best.basis
    judge, basis = _judge(rules, situation_of(state), turn.points, table)
    if turn.phase == "farkled":
        is_farkle = not is_cancelled(turn.roll or (), rules) or rules.cancel_2s_is_farkle
        return (judge.farkle if is_farkle else judge.zero), basis
    if turn.phase == "to_roll":
        begins = not turn.throws and turn.taken is None
        return (judge.first if begins else judge.roll_value(turn.points, turn.in_hand)), basis
    thrown = judge.roll_value(turn.points, turn.in_hand)
    banked = NEVER if turn.why_not_bank() else judge.bank_value(turn.points)
    return max(thrown, banked), basis


def situation_of(state: GameState) -> Situation:
    """The situation of the player whose turn it is, from the score sheet."""
    turn, player, rules = state.turn, state.player, state.rules
    rivals = [state.players[index] for index in state.active if index != state.current]
    lead, leaders = None, 1
    if state.waiting is not None and rivals:
        highest = max(rival.total for rival in rivals)
        lead = max(0, highest - player.total)
        leaders = sum(rival.total == highest for rival in rivals)
    return Situation(
        race=_race(state),
        rivals=len(rivals),
        points=turn.points if turn else 0,
        opened=player.has_opened(rules),
        farkles=player.farkles_in_row(rules),
        room=turn.room if turn else None,
        lead=lead,
        leaders=leaders,
        chasers=tuple(
            Chaser(
                player.total - state.players[index].total, state.players[index].has_opened(rules)
            )
            for index in state.waiting or ()
        ),
    )


def _race(state: GameState) -> Race | None:
    """The player to move and the strongest rival before this turn, while the end is open."""
    rules, player = state.rules, state.player
    rivals = [n for n in state.active if n != state.current]
    if state.turn is None or state.waiting is not None or not rivals:
        return None
    strongest = max(rivals, key=lambda n: state.players[n].total)
    rival = state.players[strongest]
    return Race(
        me=player.total,
        them=rival.total,
        opened=player.has_opened(rules),
        their_opened=rival.has_opened(rules),
        farkles=player.farkles_in_row(rules),
        their_farkles=rival.farkles_in_row(rules),
        began=rival.awaits(state.round),
    )


def _situation(state: Situation | GameState | Mapping[str, object] | None) -> Situation:
    if isinstance(state, GameState):
        return situation_of(state)
    if isinstance(state, Situation):
        return state
    known = ("points", "opened", "farkles", "room", "lead", "me", "them")
    if not isinstance(state, Mapping | None):
        raise FarkleError("situation_wrong", "A situation is a table of names and values.")
    values = dict(state or {})
    for name, value in values.items():
        if name not in known:
            raise FarkleError("situation_wrong", f"A situation has no “{str(name)[:40]}”.")
        is_right = isinstance(value, bool) if name == "opened" else _is_number(value)
        if not is_right:
            raise FarkleError("situation_wrong", f"“{name}” of a situation is no such value.")
    me, them = (values.pop(name, None) for name in ("me", "them"))
    situation = Situation(**values)  # type: ignore[arg-type]
    if me is None and them is None:
        return situation
    race = Race(
        whole_number(me) or 0,
        whole_number(them) or 0,
        opened=situation.opened if "opened" in values else None,
        farkles=situation.farkles,
    )
    return replace(situation, race=race)


def _is_number(value: object) -> bool:
    return value is None or whole_number(value) is not None


def _keeps(roll: Dice, rules: Rules, situation: Situation) -> tuple[Keep, ...]:
    """The legal keeps as the turn machine sees them: bonus and exact target included."""
    is_first = not situation.points and len(roll) == MAX_DICE
    taken = None if is_first else LeftOver(len(roll), situation.points)
    turn = Turn(rules, situation.opened, situation.room, taken, (Throw(roll),), rolling=False)
    return turn.options()


def _judge(
    rules: Rules, situation: Situation, reached: int, table: WinTable | None
) -> tuple[TurnTable, Basis]:
    """The table to judge by, which reaches to ``reached`` turn points at least."""
    basis: Basis
    if situation.lead is not None:
        # In steps, so that the rolls of a turn share a table.
        least = max(situation.lead, rules.bank_min, rules.opening_min)
        top = -(-max(reached + GRID, least + _PAST_LEAD) // _STEP) * _STEP
        rivals = situation.chasers
        limit = situation.room
        leaders = situation.leaders
        final = _final_table(rules, situation.opened, situation.lead, rivals, top, limit, leaders)
        return final, "chance"
    known = None if situation.race is None else table or shipped_table(rules)
    if known is not None and situation.race is not None:
        basis = "win" if situation.rivals == 1 else "rival"
        return race_turn(known, situation.race, reached), basis
    if situation.room is not None:
        basis = "long_run" if rules.farkle_penalty and situation.opened else "points"
        farkles, opened = situation.farkles, situation.opened
        return limited_table(rules, situation.room, farkles, opened, reached), basis
    if rules.farkle_penalty and situation.opened:
        tables = long_run(rules, reached).tables
        return tables[min(situation.farkles, len(tables) - 1)], "long_run"
    return turn_table(rules, situation.farkles, situation.opened, reached), "points"


@lru_cache(maxsize=64)
def _final_table(
    rules: Rules,
    opened: bool,
    lead: int,
    chasers: tuple[Chaser, ...],
    top: int,
    limit: int | None = None,
    leaders: int = 1,
) -> TurnTable:
    """The chance to win in the final round: pass the leader, and stay ahead of who follows."""
    tie = 0.0 if rules.tie == "first_reached" else 1 / (leaders + 1)
    if limit is not None and tie:
        # Nobody passes a player who has hit the target exactly, but some may meet there.
        tie = share_of_met(rules, leaders + 1, [lead + each.behind for each in chasers])

    def bank(points: Array) -> Array:
        worth = np.where(points > lead, 1.0, np.where(points == lead, tie, 0.0))
        for chaser in chasers if limit is None else ():
            missing = np.maximum((points + chaser.behind) // GRID + 1, 0).astype(np.intp)
            chances = reach_chances(rules, GRID * int(missing.max()), chaser.opened)[missing]
            worth = worth * (1.0 - chances)
        # Who stops below the opening minimum has gained nothing.
        return where_allowed(points, rules, opened, worth, float(worth[0]))

    nothing = _standing(rules, lead, chasers)
    return solve_turn(rules, Ends(bank, nothing, nothing, limit), top)


def _standing(rules: Rules, lead: int, chasers: tuple[Chaser, ...]) -> float:
    """The chance to win with a turn without points."""
    if lead > 0 or rules.tie == "first_reached":
        return 0.0
    chances = (
        reach_chances(rules, max(0, chaser.behind + GRID), chaser.opened)[-1] for chaser in chasers
    )
    return 0.5 * math.prod(1.0 - float(chance) for chance in chances)


def _dice_words(dice: Dice) -> str:
    if len(dice) == MAX_DICE:
        return "all six"
    parts = [
        f"{COUNT_WORDS[count]} {face}{'s' if count > 1 else ''}"
        for face, count in sorted(Counter(dice).items())
    ]
    return " and ".join(part for part in (", ".join(parts[:-1]), parts[-1]) if part)


def _worth(move: Move) -> str:
    if move.is_chance:
        against = " against the strongest rival" if move.basis == "rival" else ""
        return f": {100 * move.value:.1f} % to win{against}"
    return f": {move.value:,.0f} expected"


def advice_to_mapping(moves: tuple[Move, ...]) -> Mapping[str, object]:
    """All moves with the sentence about the best, JSON-safe."""
    return {"moves": [move.to_mapping() for move in moves], "words": explain(moves)}
