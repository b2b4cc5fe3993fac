"""Photographs of the dice: received, read, answered with boxes.

None is stored, unless the table's players agreed to it: then it is held in memory until they have
accepted the roll (`webapp.collecting`).
"""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import RequestEntityTooLarge

from webapp.access import enter
from webapp.errors import WebError
from webapp.proposal import propose
from webapp.services import services
from webapp.uploads import Place, Places

blueprint = Blueprint("photographs", __name__)

_CHUNK = 256 * 1024
_DRAIN_LIMIT = 64 * 1024 * 1024
"""A browser shows our words only once it has sent everything, so a picture that is too large is
received to this many bytes and thrown away."""


@blueprint.post("/api/tables/<table_id>/photographs")
def read(table_id: str) -> Response:
    """The dice of the picture that is the request's body, and what they mean for this roll."""
    parts = services()
    access = enter(table_id)
    sheet = parts.games.sheet(access.game_id)
    if access.watches:
        access.permit(sheet.state, {})
    if (request.mimetype or "").startswith(("multipart/", "application/x-www-form-urlencoded")):
        raise WebError(
            415, "picture_form", "Send the picture itself as the body of the request, not a form."
        )
    places = parts.reading.places
    place = places.take()
    try:
        _receive(places, place, parts.config.picture_limit)
        payload = places.complete(place)
        sight = parts.reading.read(payload)
    finally:
        places.give_back(place)
    view = sheet.view
    set_aside = [face for group in view["set_aside"] for face in group]
    proposal = propose(sight.dice, view["dice_in_hand"], set_aside, sight.reasons, sight.by)
    held = {}
    if sheet.state.settings.collects:
        held["photograph"] = parts.album.hold(
            access.game_id, payload, sight, bool(proposal.doubtful)
        )
    return jsonify(
        **held,
        width=sight.width_px,
        height=sight.height_px,
        seq=sheet.seq,
        dice=[
            {
                "box": [die.box.x1_px, die.box.y1_px, die.box.x2_px, die.box.y2_px],
                "face": die.face,
                "confidence": round(die.confidence, 4),
                "doubtful": index in proposal.doubtful,
                "left_out": index in proposal.left_out,
            }
            for index, die in enumerate(sight.dice)
        ],
        dice_in_hand=view["dice_in_hand"],
        match=proposal.match,
        words=proposal.words,
    )


def _receive(places: Places, place: Place, limit: int) -> None:
    if (request.content_length or 0) > _DRAIN_LIMIT:
        raise _too_large(limit)
    request.max_content_length = _DRAIN_LIMIT
    size = 0
    try:
        while chunk := request.stream.read(_CHUNK):
            size += len(chunk)
            if size <= limit:
                places.add(place, chunk)
            else:
                place.parts.clear()
    except RequestEntityTooLarge:
        raise _too_large(limit) from None
    if size > limit:
        raise _too_large(limit)


def _too_large(limit: int) -> WebError:
    return WebError(
        413,
        "picture_too_large",
        f"The picture is larger than {limit // (1024 * 1024)} MB. Send a smaller one.",
    )
