"""The history of a table: what happened, when, and who did it."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request

from farkle.events import event_from_mapping
from farkle.history import history
from webapp.access import enter
from webapp.errors import WebError
from webapp.services import services

blueprint = Blueprint("telling", __name__)

_PAGE = 200


@blueprint.get("/api/tables/<table_id>/history")
def tell(table_id: str) -> Response:
    """The newest lines first, at most 200 of them, below the number ``before`` if one is given;
    ``more`` says whether there are earlier ones. Each line is that of ``farkle.history`` with
    ``at`` (UTC) and ``actor``: the ``phone`` by its number at this table, its ``role``, and the
    ``player`` whose phone it was; null where that is not known."""
    told = services().store.told(enter(table_id).game_id)
    if not told:
        raise WebError(404, "unknown_table", "There is no such table here.")
    lines = history(event_from_mapping(one.fact) for one in told)
    for line, one in zip(lines, told, strict=True):
        line |= {"at": one.at, "actor": one.actor}
    before = request.args.get("before", type=int) or len(lines) + 1
    earlier = [line for line in lines if int(str(line["number"])) < before]
    return jsonify(lines=earlier[: -_PAGE - 1 : -1], more=len(earlier) > _PAGE)
