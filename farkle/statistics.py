"""What a game's sheet and its throws tell of each player: averages, luck, and decisions.

Luck is what the dice brought against expectation: for each throw, the expected turn points under
best play after it, less those before it. It says nothing about decisions, which are judged apart,
each beside the best move in its situation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from farkle.advice import Move, advise, situation_of
from farkle.dice import MAX_DICE, Dice
from farkle.events import Banked, DiceRolled, FarkleDeclared, KeptAside, RolledOn
from farkle.sheet import apply
from farkle.state import GameState
from farkle.turn import Turn
from farkle.turn_table import TurnTable
from farkle.worth import turn_table

_NO_DIFFERENCE_POINTS = 0.05
_NO_DIFFERENCE_CHANCE = 0.0005


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision beside the best one: ``cost`` is what it gives away on average, in turn points
    or, where ``best.is_chance``, as a chance to win; 0 for the best."""

    player: str
    round: int
    dice: Dice
    chosen: Move
    best: Move

    @property
    def cost(self) -> float:
        """What was given away; differences that nobody could play for are none."""
        lost = self.best.value - self.chosen.value
        least = _NO_DIFFERENCE_CHANCE if self.best.is_chance else _NO_DIFFERENCE_POINTS
        return 0.0 if lost < least else lost


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """A player's game in numbers; ``average``, ``best`` and ``farkle_rate`` are None before the
    first turn, ``luck`` (in points) where no throw was entered with its dice. What decisions gave
    away is ``given_away`` in points and ``chance_given_away`` in chances to win, each of the
    decisions that were judged by it."""

    id: str
    name: str
    total: int
    turns: int
    banked: int
    farkles: int
    average: float | None
    best: int | None
    farkle_rate: float | None
    hot_dice: int
    throws: int
    luck: float | None
    decisions: int
    best_decisions: int
    given_away: float
    chance_given_away: float
    totals: tuple[int, ...]


@dataclass(slots=True)
class _Tally:
    throws: int = 0
    hot_dice: int = 0
    luck: float = 0.0
    judged: list[Judged] = field(default_factory=list)


def statistics(state: GameState) -> tuple[PlayerStatistics, ...]:
    """The numbers of every player, in the order of the seats."""
    tallies = _tallies(state)
    return tuple(
        _of_player(state, index, tallies.get(player.id, _Tally()))
        for index, player in enumerate(state.players)
    )


def judged_decisions(state: GameState) -> tuple[Judged, ...]:
    """Every decision of the game beside the best one, the costliest first."""
    found = [judged for tally in _tallies(state).values() for judged in tally.judged]
    return tuple(sorted(found, key=lambda judged: -judged.cost))


def _of_player(state: GameState, index: int, tally: _Tally) -> PlayerStatistics:
    player = state.players[index]
    turns = player.turns
    count = len(turns)
    farkles = sum(turn.kind in ("farkle", "penalty") for turn in turns)
    right = [judged for judged in tally.judged if not judged.cost]
    running, totals = player.start, []
    for turn in turns:
        running += turn.points - turn.penalty
        totals.append(running)
    return PlayerStatistics(
        id=player.id,
        name=player.name,
        total=player.total,
        turns=count,
        banked=sum(turn.kind == "bank" for turn in turns),
        farkles=farkles,
        average=sum(turn.points for turn in turns) / count if count else None,
        best=max((turn.points for turn in turns), default=None),
        farkle_rate=farkles / count if count else None,
        hot_dice=tally.hot_dice,
        throws=tally.throws,
        luck=tally.luck if tally.throws else None,
        decisions=len(tally.judged),
        best_decisions=len(right),
        given_away=sum(j.cost for j in tally.judged if not j.best.is_chance),
        chance_given_away=sum(j.cost for j in tally.judged if j.best.is_chance),
        totals=tuple(totals),
    )


def _tallies(state: GameState) -> dict[str, _Tally]:
    """What the throws tell, by player's id: the standing events are played through once more."""
    tallies: dict[str, _Tally] = {}
    for before, rolled, event in _decisions(state):
        tally = tallies.setdefault(before.player.id, _Tally())
        turn, thrown = before.turn, rolled.turn
        if turn is None or thrown is None or thrown.roll is None:
            continue
        tally.throws += 1
        tally.luck += _luck(before, thrown)
        if isinstance(event, FarkleDeclared):
            continue
        tally.hot_dice += turn.is_hot
        chosen = _chosen(rolled, turn, "bank" if isinstance(event, Banked) else "roll")
        if chosen is not None:
            tally.judged.append(chosen)
    return tallies


def _decisions(state: GameState) -> Iterator[tuple[GameState, GameState, object]]:
    """Each throw that was dealt with: the state that was decided on, the state when the dice lay
    there with nothing set aside, and the event that ended it."""
    now: GameState | None = None
    rolled: GameState | None = None
    for event in state.log:
        if now is not None:
            if isinstance(event, KeptAside):
                rolled = now
            ends = isinstance(event, RolledOn | Banked) and now.turn and now.turn.phase == "kept"
            if ends and rolled is not None:
                yield now, rolled, event
            elif isinstance(event, FarkleDeclared):
                yield now, now, event
        now = apply(now, event)
        if isinstance(event, DiceRolled):
            rolled = None


def _chosen(rolled: GameState, kept: Turn, action: str) -> Judged | None:
    assert rolled.turn is not None
    assert rolled.turn.roll is not None
    roll, aside = rolled.turn.roll, kept.set_aside[-1]
    moves = advise(roll, rolled.rules, situation_of(rolled))
    mine = (move for move in moves if move.keep.dice == aside and move.action == action)
    chosen = next(mine, None)
    if chosen is None:
        return None
    return Judged(rolled.player.id, rolled.round, roll, chosen, moves[0])


def _luck(before: GameState, thrown: Turn) -> float:
    """What this throw brought against expectation, in turn points under best play."""
    rules, opened = before.rules, before.player.has_opened(before.rules)
    keeps = thrown.options()
    reached = thrown.points + max((keep.points for keep in keeps), default=0)
    table = turn_table(rules, 0, opened, reached)
    return _worth(table, thrown) - table.roll_value(thrown.points, thrown.in_hand)


def _worth(table: TurnTable, thrown: Turn) -> float:
    """The expected points of the turn now that these dice lie there; 0 for a farkle."""
    worth = 0.0
    for keep in thrown.options():
        points = thrown.points + keep.points
        left = (thrown.in_hand - len(keep.dice)) or MAX_DICE
        worth = max(worth, table.roll_value(points, left))
        if left < MAX_DICE or table.rules.hot_dice != "forced":
            worth = max(worth, table.bank_value(points))
    return worth
