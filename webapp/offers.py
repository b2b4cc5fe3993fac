"""Rolls that a camera saw come to rest, offered to every screen of a table. No events of the game:
an offer becomes a roll when a person confirms it, or the table goes hands-free."""

from __future__ import annotations

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from farkle.state import GameState, Played
from vision.frames import Box
from webapp.games import Sheet
from webapp.hub import Hub
from webapp.meaning import Command, LyingDie, meaning_after
from webapp.recent import keep_recent

_MOST_TABLES = 64
_TWICE_WITHIN_S = 6.0
"""Two cameras at one table see the same roll settle within this time."""


@dataclass(frozen=True, slots=True)
class OfferedDie:
    """A die of an offer; box in pixels of the picture. ``reason`` is why it is ``doubtful``, or
    "outside" for one that lies outside of the tray."""

    box: Box
    face: int
    confidence: float
    kept: bool = False
    doubtful: bool = False
    reason: str = ""

    @property
    def lying(self) -> LyingDie:
        """What the sheet needs to know of it."""
        return LyingDie(self.face, self.kept, self.reason == "outside")

    def is_at(self, x_px: float, y_px: float) -> bool:
        """Whether this place of the picture is within its box."""
        box = self.box
        return box.x1_px <= x_px <= box.x2_px and box.y1_px <= y_px <= box.y2_px


@dataclass(frozen=True, slots=True)
class Offer:
    """A roll as a camera claims it. ``picture`` is the JPEG of the moment it settled, of
    ``width_px`` by ``height_px``; ``wary`` is why the number of dice is doubtful, "" for no reason;
    ``photograph`` the word by which the album holds it, "" at a
    table that keeps no pictures. ``stage`` tells when another roll was entered meanwhile; ``lead``
    are the moves that enter the roll before this one, where nobody has confirmed that yet."""

    id: str
    camera: str
    width_px: int
    height_px: int
    dice: tuple[OfferedDie, ...]
    certainty: float
    ask: bool
    wary: str
    picture: bytes
    photograph: str
    stage: tuple[int, int]
    lead: tuple[Command, ...] = ()

    @property
    def lying(self) -> tuple[LyingDie, ...]:
        """The dice as the sheet needs them."""
        return tuple(die.lying for die in self.dice)

    @property
    def rolled(self) -> tuple[int, ...]:
        """The faces that were rolled, in rising order."""
        dice = [die for die in self.dice if not die.kept and die.reason != "outside"]
        return tuple(sorted(die.face for die in dice))


def stage(state: GameState) -> tuple[int, int]:
    """How far the game is: finished turns, throws of the turn under way."""
    played = sum(isinstance(record, Played) for record in state.records)
    return played, len(state.turn.throws) if state.turn else 0


class Offers:
    """The newest offer of each table."""

    def __init__(self, hub: Hub, clock: Callable[[], float] = time.monotonic) -> None:
        self._hub = hub
        self._clock = clock
        self._lock = threading.Lock()
        self._newest: OrderedDict[str, Offer] = OrderedDict()
        self._seen: OrderedDict[str, tuple[str, int, float]] = OrderedDict()

    def is_new(self, game_id: str, camera: str, rolled: Sequence[int]) -> bool:
        """Whether no other camera has just told of a roll of so many dice; remembers this one.

        Where two cameras read different faces the first one stands: people see it already.
        """
        now_s, count = self._clock(), len(rolled)
        with self._lock:
            known = self._seen.get(game_id)
            keep_recent(self._seen, game_id, (camera, count, now_s), _MOST_TABLES)
        if known is None or known[0] == camera:
            return True
        return known[1] != count or now_s - known[2] > _TWICE_WITHIN_S

    def make(self, game_id: str, offer: Offer) -> None:
        """Show a roll on all screens, in place of an older one."""
        with self._lock:
            keep_recent(self._newest, game_id, offer, _MOST_TABLES)
        self._hub.nudge(game_id)

    def current(self, game_id: str, state: GameState) -> Offer | None:
        """The offer that stands. One that a roll has overtaken is dropped."""
        with self._lock:
            offer = self._newest.get(game_id)
            if offer is None or _stands(offer, state):
                return offer
            del self._newest[game_id]
            return None

    def mark(self, game_id: str, camera: str, x_n: float, y_n: float, kept: bool) -> bool:
        """A person says of the die at this place of the picture, from 0 to 1, whether it was kept
        before the roll; whether the camera's offer has such a die that was believed otherwise.

        All screens are told what the offer means now.
        """
        with self._lock:
            offer = self._newest.get(game_id)
            if offer is None or offer.camera != camera:
                return False
            x_px, y_px = x_n * offer.width_px, y_n * offer.height_px
            dice = tuple(
                replace(die, kept=kept) if die.is_at(x_px, y_px) else die for die in offer.dice
            )
            if dice == offer.dice:
                return False
            self._newest[game_id] = replace(offer, dice=dice)
        self._hub.nudge(game_id)
        return True

    def withdraw(self, game_id: str, offer_id: str) -> bool:
        """Take an offer from all screens; whether it was still there."""
        with self._lock:
            known = self._newest.get(game_id)
            if known is None or known.id != offer_id:
                return False
            del self._newest[game_id]
        self._hub.nudge(game_id)
        return True

    def text(self, game_id: str, sheet: Callable[[], Sheet]) -> str:
        """What screens are told, as one line of JSON: the offer as it fits the sheet now, with
        the sheet's number, or null. The sheet is asked for only where there is an offer."""
        with self._lock:
            if game_id not in self._newest:
                return "null"
        now = sheet()
        offer = self.current(game_id, now.state)
        told_now = None if offer is None else told(offer, now.state)
        if told_now is None:
            return "null"
        return json.dumps({**told_now, "seq": now.seq}, separators=(",", ":"))


def told(offer: Offer, state: GameState) -> dict[str, Any] | None:
    """An offer as screens show it, held against the sheet; None while no roll can be entered."""
    means = meaning_after(offer.lead, offer.lying, state)
    if means is None:
        return None
    return {
        "id": offer.id,
        "camera": offer.camera,
        "width": offer.width_px,
        "height": offer.height_px,
        "certainty": round(offer.certainty, 4),
        "ask": offer.ask,
        "wary": offer.wary,
        "photograph": offer.photograph,
        "match": means.match,
        "dice_in_hand": means.wanted,
        "before": list(means.before),
        "dice": [
            {
                **drawn(die.box, die.face, die.confidence),
                "doubtful": die.doubtful and index not in means.aside,
                "reason": die.reason,
                "left_out": index in means.aside,
                "outside": die.reason == "outside",
            }
            for index, die in enumerate(offer.dice)
        ],
    }


def drawn(box: Box, face: int, confidence: float) -> dict[str, Any]:
    """What is needed to draw a die."""
    sides = (box.x1_px, box.y1_px, box.x2_px, box.y2_px)
    return {
        "box": [round(side, 1) for side in sides],
        "face": face,
        "confidence": round(confidence, 4),
    }


def _stands(offer: Offer, state: GameState) -> bool:
    now = stage(state)
    if now == offer.stage:
        return True
    # The turn was ended by hand and the dice were faster: the roll is the next player's.
    return now == (offer.stage[0] + 1, 0)
