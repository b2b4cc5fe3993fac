"""Whether the server and its reader are well, for people and for programs."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from webapp.services import services

blueprint = Blueprint("health", __name__)


@blueprint.get("/api/health")
def health() -> Response:
    """The server answers; the reader is loading, ready, or unavailable and why."""
    reading = services().reading
    state, words = reading.state, reading.words
    return jsonify(status="ok", reader={"state": state, "words": words})
