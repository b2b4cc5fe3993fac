"""From a frame of a camera at a table to what every screen is told: the way of each live look."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from farkle.errors import FarkleError
from farkle.state import GameState
from vision.frames import Detection, Frame
from vision.pipeline import Polygon, SeenDie, View
from webapp.album import Album
from webapp.errors import WebError
from webapp.games import Games
from webapp.hands_free import HandsFree
from webapp.languages import t
from webapp.lookouts import Lookout
from webapp.meaning import (
    Command,
    Meaning,
    expected_dice,
    is_lying_already,
    meaning,
    meaning_after,
)
from webapp.offers import Offer, OfferedDie, Offers, drawn, stage
from webapp.reading import ReadingRoom, Sight

_REASONS = ("unsure", "leaning", "stacked", "half_visible", "outside", "covered")


@dataclass(frozen=True, slots=True)
class Spotted:
    """What one frame led to: the view, and the id of the offer that came of it ("" for none)."""

    view: View
    offer: str


@dataclass(frozen=True, slots=True)
class Spotter:
    """Takes the frames of cameras at tables, and offers or enters the rolls that they show."""

    games: Games
    reading: ReadingRoom
    offers: Offers
    album: Album
    hands_free: HandsFree

    def look(
        self,
        lookout: Lookout,
        frame: Callable[[], Frame],
        picture: Callable[[], bytes],
        *,
        tray: Polygon | None = None,
        actor: Mapping[str, object] | None = None,
    ) -> Spotted:
        """Take in a frame, which is made on the reader's thread; whose turn of the lookout it is
        must be settled. ``picture`` gives the frame as JPEG if it is needed, ``actor`` sent it.

        Raises WebError: 404 for an unknown table, 503 when there is no reader.
        """
        state = self.games.sheet(lookout.game_id).state
        self.hands_free.see(lookout.game_id, state)
        expected = expected_dice(state, first=not lookout.rolls)
        if self.offers.current(lookout.game_id, state) is not None:
            expected = None  # players roll on before somebody has confirmed what was read
        view = self.reading.look(lambda reader: lookout.step(reader, frame(), expected, tray))
        if view.roll is None or not view.dice:
            return Spotted(view, "")
        return Spotted(view, self._settled(lookout, view, picture, actor))

    def _settled(
        self,
        lookout: Lookout,
        view: View,
        picture: Callable[[], bytes],
        actor: Mapping[str, object] | None,
    ) -> str:
        game_id = lookout.game_id
        state = self.games.sheet(game_id).state
        offer = _offer(lookout.camera, view, state)
        if not offer.rolled or is_lying_already(offer.lying, state, first=lookout.rolls == 1):
            return ""
        if not lookout.stirred and not _fits(offer, state):
            return ""  # dice that lie about when the camera is opened
        if not self.offers.is_new(game_id, lookout.camera, offer.rolled):
            return ""
        if (
            state.settings.hands_free
            and lookout.stirred
            and self._enter(game_id, offer, view, picture, actor)
        ):
            return ""
        payload = picture()
        word = self._hold(game_id, payload, view) if state.settings.collects else ""
        lead = self._lead(game_id, offer, state)
        self.offers.make(game_id, replace(offer, picture=payload, photograph=word, lead=lead))
        return offer.id

    def _hold(self, game_id: str, payload: bytes, view: View) -> str:
        """Hold the picture until its roll was accepted; the word for it."""
        assert view.roll is not None
        disagreement = view.roll.disagreement
        return self.album.hold(game_id, payload, _sight(view), view.roll.ask, "live", disagreement)

    def _lead(self, game_id: str, offer: Offer, state: GameState) -> tuple[Command, ...]:
        """The moves that enter the roll offered before, if this one goes on from it."""
        earlier = self.offers.current(game_id, state)
        if earlier is None or earlier.ask:
            return ()
        means = meaning_after(earlier.lead, earlier.lying, state)
        if means is None or means.match != "exact":
            return ()
        lead = (*means.before, _roll(earlier, means))
        found = meaning_after(lead, offer.lying, state)
        return lead if found is not None and found.before[: len(lead)] == lead else ()

    def _enter(
        self,
        game_id: str,
        offer: Offer,
        view: View,
        picture: Callable[[], bytes],
        actor: Mapping[str, object] | None,
    ) -> bool:
        """Enter a roll that is read surely, with what led to it; whether that was possible."""
        state = self.games.sheet(game_id).state
        means = meaning(offer.lying, state)
        doubtful = offer.ask or any(die.doubtful and not die.kept for die in offer.dice)
        if means is None or means.match != "exact" or means.guessed or doubtful:
            return False
        seq = self.games.sheet(game_id).seq
        try:
            for number, move in enumerate((*means.before, _roll(offer, means))):
                key = f"live-{offer.id}-{number}"
                receipt, sheet = self.games.command(game_id, key, seq, move, actor=actor)
                seq, state = receipt.last_seq, sheet.state
        except (FarkleError, WebError):
            return False
        if state.settings.collects:
            word = self._hold(game_id, picture(), view)
            self.hands_free.entered(game_id, word, state, offer.dice, means.aside)
        return True


def answer(spotted: Spotted) -> dict[str, Any]:
    """A live look as the page draws it, with words in the reader's language."""
    view = spotted.view
    return {
        "phase": view.phase.value,
        "width": view.width_px,
        "height": view.height_px,
        "dice": [
            {
                **drawn(die.box, die.face, die.confidence),
                "kept": die.kept,
                "doubtful": die.doubtful,
                "reason": die.reason,
            }
            for die in view.dice
        ],
        "roll": spotted.offer or None,
        "ask": view.roll is not None and view.roll.ask,
        "words": words(view),
    }


def words(view: View) -> str:
    """What the camera sees, and what it waits for."""
    if view.foreign:
        return t("live-foreign")
    reasons = [reason for die in view.dice if (reason := die.reason) in _REASONS]
    if reasons and view.phase.value in ("settled", "held"):
        return t(f"reason-{reasons[0].replace('_', '-')}")
    return t(f"live-{view.phase.value}")


def _offer(camera: str, view: View, state: GameState) -> Offer:
    assert view.roll is not None
    return Offer(
        secrets.token_urlsafe(9),
        camera,
        view.width_px,
        view.height_px,
        tuple(_offered(die) for die in view.dice),
        view.roll.certainty,
        view.roll.ask,
        view.roll.wary,
        b"",
        "",
        stage(state),
    )


def _roll(offer: Offer, means: Meaning) -> Command:
    dice = [
        die.face
        for index, die in enumerate(offer.dice)
        if index not in means.aside and not die.lying.outside
    ]
    return {"type": "roll", "dice": dice, "source": "photo"}


def _fits(offer: Offer, state: GameState) -> bool:
    means = meaning(offer.lying, state)
    return means is not None and means.match == "exact"


def _offered(die: SeenDie) -> OfferedDie:
    return OfferedDie(die.box, die.face, die.confidence, die.kept, die.doubtful, die.reason)


def _sight(view: View) -> Sight:
    dice = tuple(Detection(die.box, die.face, die.confidence) for die in view.dice)
    return Sight(view.width_px, view.height_px, dice)
