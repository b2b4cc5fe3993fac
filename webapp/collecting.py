"""Keeping pictures of accepted rolls, correcting their labels, deleting them: per table.

The switch itself is the table's setting ``collects``, an event like the others, so that every
screen shows it. Whatever happens here, the score has been stored before.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

from flask import Blueprint, Response, jsonify, render_template, request

from datasets.collection import Item
from datasets.labels import FACES, LabelError, LabelledDie
from datasets.sighting import AcceptedDie
from models.in_use import SHIPPED_NAME, InUse
from models.weights import WeightsError
from vision.frames import Box
from webapp.access import Access, enter
from webapp.errors import WebError
from webapp.services import services
from webapp.tables import json_body

blueprint = Blueprint("collecting", __name__)

_MOST_DICE = 40


@blueprint.post("/api/tables/<table_id>/collected")
def keep(table_id: str) -> Response:
    """Keep ``{"photograph": word, "dice": [{"face", "box", "out"}]}`` after its roll was accepted.

    ``out`` is ``aside`` for a die that was set aside before, ``dropped`` for what was taken out.
    Answers ``{"kept": word}``; see `datasets.collection.Kept`.
    """
    access, body = enter(table_id), json_body()
    parts = services()
    sheet = parts.games.sheet(access.game_id)
    access.permit(sheet.state, {})
    if not sheet.state.settings.collects:
        return jsonify(kept="no_consent")
    accepted, unsettled = _accepted(body.get("dice"))
    word = str(body.get("photograph", ""))
    return jsonify(kept=parts.labeller.keep(access.game_id, word, accepted, unsettled=unsettled))


@blueprint.get("/api/tables/<table_id>/collected")
def count(table_id: str) -> Response:
    """``{"pictures": n, "room": bool}``: how many pictures of this table are kept, and whether
    the disk has room for more."""
    access, collection = _player(table_id), services().collection
    return jsonify(pictures=collection.count(access.game_id), room=collection.has_room())


@blueprint.delete("/api/tables/<table_id>/collected")
def forget(table_id: str) -> Response:
    """Delete every picture of this table; ``{"deleted": n}``."""
    access = _host(table_id)
    services().album.forget(access.game_id)
    return jsonify(deleted=services().collection.forget(access.game_id))


@blueprint.post("/api/tables/<table_id>/improve")
def improve(table_id: str) -> Response:
    """Teach the reader what was collected, in the background; answers like `improving`."""
    _host(table_id)
    services().improver.start()
    return jsonify(_teaching())


@blueprint.get("/api/tables/<table_id>/improve")
def improving(table_id: str) -> Response:
    """How far the teaching is (`webapp.improver`), and which network reads: ``reader``."""
    _player(table_id)
    return jsonify(_teaching())


@blueprint.post("/api/tables/<table_id>/improve/back")
def reader_before(table_id: str) -> Response:
    """Let the network that read before the present one read again; answers like `improving`."""
    _host(table_id)
    try:
        services().garage.back()
    except WeightsError as error:
        raise WebError(409, error.code, error.words) from error
    return jsonify(_teaching())


def _teaching() -> dict[str, object]:
    parts = services()
    parts.reading.look_again()
    try:
        present = parts.garage.known(parts.reading.model_sha256)
    except WeightsError:  # its file is damaged: then the shipped one reads
        present = InUse(SHIPPED_NAME)
    reader = {"name": present.name, "since": present.since, "shipped": present.shipped}
    return {**parts.improver.status(), "reader": reader}


@blueprint.get("/t/<table_id>/pictures")
def page(table_id: str) -> str:
    """The page on which players correct the labels of their pictures."""
    access = _player(table_id)
    services().games.sheet(access.game_id)
    return render_template("pictures.html", table_id=table_id)


@blueprint.get("/api/tables/<table_id>/collected/queue")
def queue(table_id: str) -> Response:
    """The pictures most worth a look, best first, at most 20, and how many wait."""
    access = _player(table_id)
    person = str(request.args.get("person", ""))[:64]
    items = services().collection.queue(person, 20, access.game_id)
    return jsonify(pictures=[_told(item) for item in items])


@blueprint.get("/api/tables/<table_id>/collected/<item_id>.jpg")
def picture(table_id: str, item_id: str) -> Response:
    """One picture of this table."""
    item = _find(_player(table_id), item_id)
    try:
        payload = item.picture.path.read_bytes()
    except FileNotFoundError:  # deleted meanwhile
        raise _gone() from None
    return Response(
        payload, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=3600"}
    )


@blueprint.post("/api/tables/<table_id>/collected/<item_id>")
def correct(table_id: str, item_id: str) -> Response:
    """Say what a picture shows: ``{"revision", "dice": [{"face", "box_n"}]}``, or ``"remove"``."""
    access, body = _player(table_id), json_body()
    _find(access, item_id)
    remove = body.get("remove") is True
    dice = () if remove else _labels(body.get("dice"))
    revision = str(body.get("revision", ""))
    try:
        services().collection.correct(item_id, dice, revision, remove)
    except LabelError as error:
        if error.code == "picture_gone":
            raise _gone() from error
        raise WebError(
            409, "picture_changed", "Somebody else has just corrected this picture."
        ) from error
    return jsonify(done=True)


def _player(table_id: str) -> Access:
    access = enter(table_id)
    if access.watches:
        raise WebError(403, "only_watching", "You are watching: only players change the sheet.")
    services().games.sheet(access.game_id)
    return access


def _host(table_id: str) -> Access:
    access = _player(table_id)
    if not access.runs_table:
        raise WebError(403, "only_host", "Only whoever set the table can change this.")
    return access


def _find(access: Access, item_id: str) -> Item:
    try:
        return services().collection.find(item_id, access.game_id)
    except LabelError as error:
        raise _gone() from error


def _gone() -> WebError:
    return WebError(404, "picture_gone", "This picture is not there any more.")


def _told(item: Item) -> dict[str, object]:
    return {
        "id": item.id,
        "revision": item.revision,
        "why": item.why,
        "dice": [
            {
                "face": die.face,
                "box_n": [die.centre_x_n, die.centre_y_n, die.width_n, die.height_n],
            }
            for die in item.picture.dice
        ],
    }


def _accepted(value: object) -> tuple[tuple[AcceptedDie, ...], bool]:
    dice, unsettled = [], False
    for entry in _entries(value):
        if entry.get("out") == "dropped":
            unsettled = True
            continue
        box = entry.get("box")
        corners = None if box is None else _numbers(box)
        dice.append(AcceptedDie(_face(entry), None if corners is None else Box(*corners)))
    return tuple(dice), unsettled


def _labels(value: object) -> tuple[LabelledDie, ...]:
    dice = []
    for entry in _entries(value):
        x, y, w, h = _numbers(entry.get("box_n"))
        if not (0 <= x <= 1 and 0 <= y <= 1 and 0 < w <= 1 and 0 < h <= 1):
            raise _malformed()
        dice.append(LabelledDie(_face(entry), x, y, w, h))
    return tuple(dice)


def _entries(value: object) -> list[Mapping[str, object]]:
    if not isinstance(value, list) or len(value) > _MOST_DICE:
        raise _malformed()
    if not all(isinstance(entry, dict) for entry in value):
        raise _malformed()
    return value


def _face(entry: Mapping[str, object]) -> int:
    face = entry.get("face")
    if isinstance(face, bool) or not isinstance(face, int) or face not in FACES:
        raise _malformed()
    return face


def _numbers(value: object) -> tuple[float, float, float, float]:
    if not isinstance(value, list) or len(value) != 4:
        raise _malformed()
    if any(isinstance(v, bool) or not isinstance(v, int | float) for v in value):
        raise _malformed()
    if not all(isfinite(v) and abs(v) < 1e6 for v in value):
        raise _malformed()
    a, b, c, d = map(float, value)
    return a, b, c, d


def _malformed() -> WebError:
    return WebError(422, "malformed", "A picture needs its dice: a face and a box each.")
