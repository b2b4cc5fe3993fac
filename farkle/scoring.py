"""What dice are worth: all legal keeps of a roll, each with its best reading.

A keep is legal when every kept die belongs to some scoring combination of the same roll. Its
points are the best over all ways to split it into combinations, never "largest first": four 1s
are 1,100 as three and one where four of a kind is only 1,000.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from farkle.dice import FACES, MAX_DICE, Dice, parse_dice
from farkle.rules import Rules, checked_rules

COUNT_WORDS = ("no", "one", "two", "three", "four", "five", "six")

_NAMED_KINDS = {
    "straight": "straight",
    "straight 1-5": "straight_1_5",
    "straight 2-6": "straight_2_6",
    "three pairs": "three_pairs",
    "two triplets": "two_triplets",
    "nothing scoring": "nothing",
    "first-roll bonus": "bonus",
}


@dataclass(frozen=True, slots=True)
class Combination:
    """One scoring combination: its name ("three 4s", "straight", "5"), dice and points."""

    name: str
    dice: Dice
    points: int

    def __str__(self) -> str:
        return f"{self.name} {self.points:,}"

    def to_mapping(self, copies: int = 1) -> dict[str, object]:
        """The combination as JSON-safe data, from which any language makes its words.

        ``kind`` is ``kind`` for ``count`` equal dice (a single one too), ``four_and_pair`` with
        the ``face`` of the four and of the ``pair``, or the name of a combination whose dice say
        no more; ``points`` are those of all ``copies``.
        """
        kind = _NAMED_KINDS.get(self.name)
        data: dict[str, object] = {"copies": copies, "points": copies * self.points}
        if kind is not None:
            return {"kind": kind, **data}
        (face, count), *rest = Counter(self.dice).most_common()
        if rest:
            return {"kind": "four_and_pair", "face": face, "pair": rest[0][0], **data}
        return {"kind": "kind", "count": count, "face": face, **data}


Reading = tuple[Combination, ...]
"""How a keep is counted: the combinations it is split into, most points first."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Dice that may be set aside together, their best points, and how these come about.

    >>> best_keep([4, 4, 4, 5, 2, 3], Rules()).words
    'three 4s 400 + 5 50'
    """

    dice: Dice
    points: int
    reading: Reading

    @property
    def words(self) -> str:
        """The reading for a player; equal single dice are counted together ("two 1s 200")."""
        parts = []
        for combination, copies in Counter(self.reading).items():
            if copies == 1:
                parts.append(str(combination))
            else:
                name = f"{COUNT_WORDS[copies]} {combination.name}s"
                parts.append(f"{name} {copies * combination.points:,}")
        return " + ".join(parts)

    def reading_mapping(self) -> list[dict[str, object]]:
        """The reading as JSON-safe data, equal combinations counted together."""
        return [part.to_mapping(copies) for part, copies in Counter(self.reading).items()]


def legal_keeps(dice: str | Iterable[int], rules: Rules) -> tuple[Keep, ...]:
    """Every legal keep of a roll of 1 to 6 dice, best first: most points, then fewest dice.

    Empty for a farkle and for a roll that the ``cancel_2s`` rule cancels.
    """
    return _legal_keeps(parse_dice(dice), checked_rules(rules))


def best_keep(dice: str | Iterable[int], rules: Rules) -> Keep | None:
    """The keep with the most points, with the fewest dice among equals; None for a farkle."""
    keeps = legal_keeps(dice, rules)
    return keeps[0] if keeps else None


def is_farkle(dice: str | Iterable[int], rules: Rules) -> bool:
    """Whether nothing of the roll may be set aside (a roll cancelled by 2s included)."""
    return not legal_keeps(dice, rules)


def is_cancelled(dice: str | Iterable[int], rules: Rules) -> bool:
    """Whether the roll holds so many 2s that the ``cancel_2s`` rule ends the turn."""
    return bool(rules.cancel_2s) and parse_dice(dice).count(2) >= rules.cancel_2s


def with_first_roll_bonus(keep: Keep, rules: Rules) -> Keep:
    """The keep with the first-roll bonus added, if it earns one as part of a turn's first roll."""
    if not rules.first_roll_bonus:
        return keep
    if rules.first_roll_bonus_on == "all_six" and len(keep.dice) < MAX_DICE:
        return keep
    bonus = Combination("first-roll bonus", (), rules.first_roll_bonus)
    return Keep(keep.dice, keep.points + bonus.points, (*keep.reading, bonus))


@lru_cache(maxsize=32_768)
def _legal_keeps(dice: Dice, rules: Rules) -> tuple[Keep, ...]:
    if is_cancelled(dice, rules):
        return ()
    readings = (_best_reading(part, rules) for part in sub_dice(dice))
    keeps = [keep for keep in readings if keep is not None]
    if not keeps and len(dice) == MAX_DICE and rules.six_nothing:
        nothing = Combination("nothing scoring", dice, rules.six_nothing)
        return (Keep(dice, rules.six_nothing, (nothing,)),)
    keeps.sort(key=lambda keep: (-keep.points, len(keep.dice), keep.dice))
    return tuple(keeps)


@lru_cache(maxsize=4096)
def sub_dice(dice: Dice) -> tuple[Dice, ...]:
    """All non-empty parts of some dice as multisets, each once."""
    parts: list[Dice] = [()]
    for face in FACES:
        runs = [(face,) * count for count in range(dice.count(face) + 1)]
        parts = [part + run for part in parts for run in runs]
    return tuple(part for part in parts if part)


@lru_cache(maxsize=65_536)
def _best_reading(dice: Dice, rules: Rules) -> Keep | None:
    """The keep of all these dice in its best reading; None if they do not all score."""
    best: Keep | None = None
    # The lowest die is in exactly one combination, so trying only those tries them all.
    for combination in _by_lowest_die(rules)[dice[0]]:
        rest = _without(dice, combination.dice)
        if rest is None:
            continue
        points = combination.points
        reading: Reading = (combination,)
        if rest:
            keep = _best_reading(rest, rules)
            if keep is None:
                continue
            points, reading = points + keep.points, (combination, *keep.reading)
        if best is None or (points, -len(reading)) > (best.points, -len(best.reading)):
            best = Keep(dice, points, reading)
    if best is None:
        return None
    ordered = tuple(sorted(best.reading, key=lambda part: (-part.points, part.dice)))
    return Keep(dice, best.points, ordered)


@lru_cache(maxsize=64)
def _by_lowest_die(rules: Rules) -> Mapping[int, tuple[Combination, ...]]:
    found: dict[int, list[Combination]] = {face: [] for face in FACES}
    for combination in combinations(rules):
        found[combination.dice[0]].append(combination)
    return {face: tuple(parts) for face, parts in found.items()}


def combinations(rules: Rules) -> tuple[Combination, ...]:
    """Everything that scores under the rules, one entry for each set of dice and way to name it.

    The ``six_nothing`` rule is not among them: it pays for what is no combination.
    """
    found = [
        *_kinds(rules),
        *_pairs_and_triplets(rules),
        Combination("1", (1,), rules.single1),
        Combination("5", (5,), rules.single5),
        Combination("straight", FACES, rules.straight),
        Combination("straight 1-5", FACES[:5], rules.straight_1_5),
        Combination("straight 2-6", FACES[1:], rules.straight_2_6),
    ]
    return tuple(combination for combination in found if combination.points)


def kind_points(face: int, count: int, rules: Rules) -> int:
    """Points for three to six equal dice as one combination; 0 if they are none."""
    triple = rules.triple_ones if face == 1 else 100 * face
    if count == 3:
        return triple
    if rules.kind_mode == "fixed":
        return rules.kind_fixed[count - 4]
    if rules.kind_mode == "multiple":
        return triple * rules.kind_mult[count - 4]
    if rules.kind_mode == "double":
        return triple << (count - 3)
    return 0


def _kinds(rules: Rules) -> list[Combination]:
    return [
        Combination(_some(count, face), (face,) * count, kind_points(face, count, rules))
        for face in FACES
        for count in range(3, MAX_DICE + 1)
    ]


def _pairs_and_triplets(rules: Rules) -> list[Combination]:
    found = [
        Combination("three pairs", tuple(sorted(faces * 2)), rules.three_pairs)
        for faces in itertools.combinations(FACES, 3)
    ]
    for four, pair in itertools.permutations(FACES, 2):
        dice = tuple(sorted((four,) * 4 + (pair,) * 2))
        name = f"{_some(4, four)} and {_some(2, pair)}"
        found.append(Combination(name, dice, rules.four_plus_pair))
    found += [
        Combination("two triplets", tuple(sorted(faces * 3)), rules.two_triplets)
        for faces in itertools.combinations(FACES, 2)
    ]
    for face in FACES:
        if rules.six_as_three_pairs:
            found.append(Combination("three pairs", (face,) * 6, rules.three_pairs))
        if rules.six_as_two_triplets:
            found.append(Combination("two triplets", (face,) * 6, rules.two_triplets))
    return found


def _some(count: int, face: int) -> str:
    return f"{COUNT_WORDS[count]} {face}s"


@lru_cache(maxsize=32_768)
def _without(dice: Dice, part: Dice) -> Dice | None:
    """The dice that are left without the part, or None if the part is not among them."""
    left = list(dice)
    for face in part:
        if face not in left:
            return None
        left.remove(face)
    return tuple(left)
