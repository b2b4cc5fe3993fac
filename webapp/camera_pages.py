"""The cameras at the server: chosen by the host of a table, looked through by pulling."""

from __future__ import annotations

import json
import time

from flask import Blueprint, Response, jsonify, request

from webapp.access import Access, enter
from webapp.errors import WebError
from webapp.languages import error_words, t
from webapp.live import polygon
from webapp.server_cameras import Seen, ServerCamera, as_jpeg
from webapp.services import services
from webapp.spotting import answer
from webapp.tables import json_body

blueprint = Blueprint("cameras", __name__)

_PULL_S = 2.0


@blueprint.get("/api/tables/<table_id>/cameras")
def show(table_id: str) -> Response:
    """The cameras at the server, and which of them this table uses."""
    return _cameras(_player(table_id))


@blueprint.post("/api/tables/<table_id>/cameras")
def choose(table_id: str) -> Response:
    """Use a camera at the server, ``{"camera": id}``, or none of them, ``{"camera": null}``."""
    access, body = _player(table_id), json_body()
    if not access.runs_table:
        raise WebError(403, "only_host", "Only whoever set the table can change this.")
    wanted = body.get("camera")
    cameras = services().cameras
    chosen = cameras.find(wanted) if isinstance(wanted, str) else None
    for camera in cameras.all():
        if camera.game_id == access.game_id and camera is not chosen:
            camera.release()
    if chosen is not None:
        chosen.use(access.game_id)
    return _cameras(access)


@blueprint.post("/api/tables/<table_id>/cameras/<camera_id>/tray")
def tray(table_id: str, camera_id: str) -> Response:
    """Count dice inside of ``{"tray": "x,y;x,y;…"}`` only, shares of the picture; "" for all."""
    camera = _used(_player(table_id), camera_id)
    camera.set_tray(polygon(str(json_body().get("tray", ""))))
    return jsonify(done=True)


@blueprint.get("/api/tables/<table_id>/cameras/<camera_id>/frame")
def frame(table_id: str, camera_id: str) -> Response:
    """The newest picture, once there is one after number ``?after=``, and at the latest after two
    seconds; an empty answer while there is none at all.

    The header ``Dicesight-View`` has in JSON what a live look is answered with, the number of the
    frame, its age in milliseconds, and what is wrong with the camera.
    """
    camera = _used(_player(table_id), camera_id)
    seen = camera.newest(request.args.get("after", -1, int), _PULL_S)
    payload = b"" if seen.image is None else as_jpeg(seen.image)
    response = Response(payload, mimetype="image/jpeg", status=200 if payload else 204)
    response.headers["Dicesight-View"] = json.dumps(_told(seen, camera))
    return response


def _told(seen: Seen, camera: ServerCamera) -> dict[str, object]:
    view: dict[str, object] = {}
    if seen.spotted is not None:
        view = answer(seen.spotted)
    fault = None
    if seen.fault is not None:
        code, words = seen.fault
        fault = {"code": code, "words": error_words(code, words, {})}
    return {
        **view,
        "number": seen.number,
        "age_ms": round(1000 * (time.monotonic() - seen.at_s)) if seen.at_s else None,
        "fault": fault,
        "tray": [list(corner) for corner in camera.tray or ()],
    }


def _cameras(access: Access) -> Response:
    cameras = services().cameras.all()
    used = next((one.id for one in cameras if one.game_id == access.game_id), None)
    named = [
        {
            "id": one.id,
            "name": t("camera-at-server", name=one.name),
            "taken": one.is_taken(access.game_id),
        }
        for one in cameras
    ]
    return jsonify(cameras=named, used=used)


def _used(access: Access, camera_id: str) -> ServerCamera:
    camera = services().cameras.find(camera_id)
    if camera.game_id != access.game_id:
        raise WebError(409, "camera_off", "This table does not use the camera at the moment.")
    return camera


def _player(table_id: str) -> Access:
    access = enter(table_id)
    services().games.sheet(access.game_id)
    if access.watches:
        raise WebError(403, "only_watching", "You are watching: only players change the sheet.")
    return access
