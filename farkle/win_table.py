"""The chances to win of two players before each turn, as a value that can be stored."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from hashlib import sha256

import numpy as np
import numpy.typing as npt

from farkle.errors import FarkleError
from farkle.options import GRID
from farkle.rules import Rules
from farkle.standing import Standings, standings
from farkle.turn_table import Array
from farkle.whole import checked_farkles, whole_number

_MAGIC = b"dicesight win table 1\n"
_FINE_BITS, _COARSE_BITS = 24, 20
_FINE_UP_TO = 200_000


@dataclass(frozen=True, slots=True)
class Race:
    """Two players before the turn of the first: totals in points, who has opened (None: whoever
    has points, or where there is no minimum), farkles in a row, and whether the rival still
    plays in this round (``began``; it matters where the last round is only finished)."""

    me: int = 0
    them: int = 0
    opened: bool | None = None
    their_opened: bool | None = None
    farkles: int = 0
    their_farkles: int = 0
    began: bool = True

    def __post_init__(self) -> None:
        for name in ("me", "them"):
            total = whole_number(getattr(self, name))
            if total is None or total % GRID:
                raise FarkleError("situation_wrong", f"Totals are a multiple of {GRID}.")
            object.__setattr__(self, name, total)
        for name in ("farkles", "their_farkles"):
            object.__setattr__(self, name, checked_farkles(getattr(self, name)))


@dataclass(frozen=True, slots=True, eq=False)
class WinTable:
    """``values[role, standing, row, their standing, their row]`` is the chance to win of the
    player to move, numbered as ``standings(rules)`` does; a tie that is not broken counts half."""

    rules: Rules
    values: Array

    @property
    def standings(self) -> Standings:
        """How the standings of the table are numbered."""
        return standings(self.rules)

    def chance(self, race: Race) -> float:
        """The chance to win of the player to move.

        Raises FarkleError ``situation_wrong`` where a total has reached the target.
        """
        role, mine, my_row, theirs, their_row = self.place(race)
        return float(self.values[role, mine, my_row, theirs, their_row])

    def place(self, race: Race) -> tuple[int, int, int, int, int]:
        """The place of a race in the table."""
        found, rules = self.standings, self.rules
        if max(race.me, race.them) >= rules.target:
            raise FarkleError(
                "situation_wrong",
                f"Whoever has {rules.target:,} points has begun the end of the game.",
            )
        role = 1 if found.roles == 2 and not race.began else 0
        opened = race.me > 0 if race.opened is None else race.opened
        their_opened = race.them > 0 if race.their_opened is None else race.their_opened
        row = found.row - 1
        return (
            role,
            found.index(race.me, opened),
            min(race.farkles, row),
            found.index(race.them, their_opened),
            min(race.their_farkles, row),
        )

    def to_bytes(self) -> bytes:
        """The table compressed; chances are rounded to about 1e-7, those of large tables 1e-6."""
        bits = _FINE_BITS if self.values.size <= _FINE_UP_TO else _COARSE_BITS
        whole = np.rint(self.values * 2**bits).astype(np.int64)
        # Chances change so evenly that their second differences are small numbers.
        for axis in (3, 1):
            whole = np.diff(whole, axis=axis, prepend=0)
        folded = ((whole << 1) ^ (whole >> 63)).astype("<u4")
        planes = folded.reshape(-1).view(np.uint8).reshape(-1, 4).T.tobytes()
        body = zlib.compress(planes, 9)
        head = {
            "rules": self.rules.to_mapping(),
            "shape": list(self.values.shape),
            "bits": bits,
            "sha256": sha256(body).hexdigest(),
        }
        return _MAGIC + json.dumps(head).encode() + b"\n" + body

    @classmethod
    def from_bytes(cls, payload: bytes) -> WinTable:
        """Read what ``to_bytes`` wrote; raises FarkleError ``table_not_readable``."""
        try:
            magic, head, body = payload[: len(_MAGIC)], *payload[len(_MAGIC) :].split(b"\n", 1)
            named = json.loads(head)
            rules = Rules.from_mapping(named["rules"])
            shape, bits = tuple(named["shape"]), int(named["bits"])
            is_whole = magic == _MAGIC and sha256(body).hexdigest() == named["sha256"]
            if not is_whole or shape != standings(rules).shape:
                raise ValueError("not as it was written")
            return cls(rules, _unfolded(zlib.decompress(body), shape, bits))
        except (ValueError, TypeError, KeyError, zlib.error) as error:
            raise FarkleError(
                "table_not_readable", "This table of chances to win cannot be read."
            ) from error


def _unfolded(planes: bytes, shape: tuple[int, ...], bits: int) -> Array:
    count = int(np.prod(shape))
    folded: npt.NDArray[np.uint32] = (
        np.frombuffer(planes, np.uint8).reshape(4, count).T.copy().view("<u4").reshape(shape)
    )
    signed = (folded >> np.uint32(1)).astype(np.int32) ^ -(folded & np.uint32(1)).astype(np.int32)
    whole = np.cumsum(np.cumsum(signed, axis=1, dtype=np.int32), axis=3, dtype=np.int32)
    return whole.astype(np.float64) * (0.5**bits)


def solved_as(rules: Rules) -> Rules:
    """The rules by which a table is known: what cannot change a chance has its default value."""
    plain = Rules()
    same: dict[str, object] = {"first_player": plain.first_player}

    def default(*names: str) -> None:
        same.update({name: getattr(plain, name) for name in names})

    if not rules.farkle_penalty:
        default(
            "farkle_streak", "penalty_reset", "zero_resets_streak", "allow_negative",
            "cancel_2s_is_farkle",
        )  # fmt: skip
        if rules.below_opening == "stop_is_farkle":
            same["below_opening"] = "stop_zero"
    if not rules.opening_min:
        default("below_opening")
    if not rules.cancel_2s:
        default("cancel_2s_is_farkle")
    if not rules.first_roll_bonus:
        default("first_roll_bonus_on")
    if rules.kind_mode != "fixed":
        default("kind_fixed")
    if rules.kind_mode != "multiple":
        default("kind_mult")
    if rules.tie == "playoff":
        same["tie"] = "shared"
    if rules.exact == "overshoot_not_bankable":
        same["exact"] = "overshoot_is_bust"  # a turn beyond can only end in a farkle
    return rules.changed(**same)


def table_name(rules: Rules) -> str:
    """A short name of the table of these rules, the same for rules that only differ in what
    cannot change a chance."""
    text = json.dumps(solved_as(rules).to_mapping(), sort_keys=True)
    return sha256(text.encode()).hexdigest()[:16]
