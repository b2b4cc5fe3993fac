"""The live camera's API: frames from a phone, and what people say to the rolls they show."""

from __future__ import annotations

import math
import time
from functools import lru_cache

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import RequestEntityTooLarge

from vision.frames import Frame
from vision.pipeline import Polygon
from webapp.access import Access, enter
from webapp.errors import WebError
from webapp.reading import decoded
from webapp.services import services
from webapp.spotting import answer
from webapp.tables import json_body, key

blueprint = Blueprint("live", __name__)

FRAME_LIMIT = 3 * 2**20
"""Most bytes of a frame; one of 1280 pixels has 0.1 to 0.5 MB."""

_MOST_CORNERS = 24


@blueprint.post("/api/tables/<table_id>/frames")
def frame(table_id: str) -> Response:
    """Look at one frame, the JPEG that is the request's body, of ``?camera=KEY&t=SECONDS``.

    ``t`` is when it was taken, by the camera's own clock, which goes on. ``tray`` are corners
    ``x,y;x,y;…`` from 0 to 1, outside of which dice do not count. A camera sends one frame at a
    time: a second one is refused with a 503.
    """
    began_s = time.monotonic()
    access = _player(table_id)
    camera = key(request.args.get("camera"), "camera")
    time_s, tray = _seconds(request.args.get("t")), polygon(request.args.get("tray", ""))
    parts = services()
    lookout = parts.lookouts.of(access.game_id, camera)
    if not lookout.turn.acquire(blocking=False):
        raise WebError(
            503, "frame_busy", "The last frame is still being looked at.", retry_after_s=1
        )
    try:
        payload = _body()
        spotted = parts.spotter.look(
            lookout,
            lambda: Frame(decoded(payload).image, time_s, 0),
            lambda: payload,
            tray=tray,
            actor=access.actor,
        )
    finally:
        lookout.turn.release()
    seq = parts.games.sheet(access.game_id).seq
    took_ms = round(1000 * (time.monotonic() - began_s))
    return jsonify(**answer(spotted), seq=seq, server_ms=took_ms)


@blueprint.post("/api/tables/<table_id>/frames/marks")
def mark(table_id: str) -> Response:
    """A person says of a die whether it was kept before: ``{"camera", "x", "y", "kept"}``, place 0
    to 1. It is drawn so, and the roll that is offered is another one for everybody."""
    access, body = _player(table_id), json_body()
    parts, camera = services(), key(body.get("camera"), "camera")
    x_n, y_n, kept = _share(body.get("x")), _share(body.get("y")), body.get("kept") is True
    lookout = parts.lookouts.find(access.game_id, camera)
    if lookout is not None:
        with lookout.turn:
            lookout.mark(x_n, y_n, kept)
    offered = parts.offers.mark(access.game_id, camera, x_n, y_n, kept)
    return jsonify(done=offered or lookout is not None)


@blueprint.delete("/api/tables/<table_id>/frames")
def stop(table_id: str) -> Response:
    """The camera ``?camera=KEY`` has stopped."""
    access = _player(table_id)
    services().lookouts.drop(access.game_id, key(request.args.get("camera"), "camera"))
    return jsonify(done=True)


@blueprint.get("/api/tables/<table_id>/offers/<offer_id>.jpg")
def picture(table_id: str, offer_id: str) -> Response:
    """The moment at which an offered roll came to rest."""
    access = enter(table_id)
    parts = services()
    offer = parts.offers.current(access.game_id, parts.games.sheet(access.game_id).state)
    if offer is None or offer.id != offer_id:
        raise WebError(404, "picture_gone", "This picture is not there any more.")
    return Response(offer.picture, mimetype="image/jpeg")


@blueprint.delete("/api/tables/<table_id>/offers/<offer_id>")
def ignore(table_id: str, offer_id: str) -> Response:
    """A person says that this was no roll of the game: no screen shows it any more."""
    access = _player(table_id)
    return jsonify(done=services().offers.withdraw(access.game_id, offer_id))


@lru_cache(maxsize=64)
def polygon(text: str) -> Polygon | None:
    """The corners that ``x,y;x,y;…`` names; None for no text. Raises WebError 422."""
    if not text:
        return None
    try:
        corners = tuple(
            (float(x), float(y)) for x, y in (corner.split(",") for corner in text.split(";"))
        )
    except ValueError:
        raise _malformed() from None
    inside = all(0 <= x <= 1 and 0 <= y <= 1 for x, y in corners)
    if not 3 <= len(corners) <= _MOST_CORNERS or not inside:
        raise _malformed()
    return corners


def _player(table_id: str) -> Access:
    access = enter(table_id)
    if access.watches:
        raise WebError(403, "only_watching", "You are watching: only players change the sheet.")
    return access


def _body() -> bytes:
    request.max_content_length = FRAME_LIMIT
    try:
        return request.get_data()
    except RequestEntityTooLarge:
        raise WebError(
            413,
            "frame_too_large",
            f"A frame may have {FRAME_LIMIT // 2**20} MB: send a smaller one.",
        ) from None


def _seconds(text: str | None) -> float:
    try:
        seconds = float(text or "")
    except ValueError:
        raise _malformed() from None
    if not math.isfinite(seconds) or not 0 <= seconds < 1e9:
        raise _malformed()
    return seconds


def _share(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise _malformed()
    return float(value)


def _malformed() -> WebError:
    return WebError(
        422, "malformed", "A frame needs its time in seconds, a tray its corners from 0 to 1."
    )
