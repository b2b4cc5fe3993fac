"""The stream that keeps every screen of a table the same: server-sent events."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Protocol

from flask import Blueprint, Response, request

from webapp.access import enter
from webapp.errors import WebError
from webapp.services import Services, services
from webapp.store import Mark

blueprint = Blueprint("events", __name__)


_NO_OFFER = "null"
Offering = Callable[[], str]
"""Tells what a camera offers to a table, as one line of JSON."""


class Book(Protocol):
    """What makes states of logs."""

    def snapshot_text(self, log_id: str, told: Mark | None = None, /) -> tuple[Mark, str]:
        """The newest event, and the state as one line of JSON; ``told`` is the event that the
        stream heard of, whose text may be known already."""


@blueprint.get("/api/tables/<table_id>/events")
def stream(table_id: str) -> Response:
    """The table's state now, and again at each change; a beat in between.

    Each ``state`` message has the number of the newest event as its id, so that a browser that
    comes back names what it has seen: when nothing has happened since, it gets a beat instead of
    the state. An ``offer`` message has the roll that a camera saw come to rest, or null.
    """
    parts, game_id = services(), enter(table_id).game_id
    return stream_of(
        game_id,
        parts.games,
        lambda: parts.offers.text(game_id, lambda: parts.games.sheet(game_id)),
    )


def stream_of(log_id: str, book: Book, offer: Offering | None = None) -> Response:
    """The stream of a log that ``book`` makes states of. ``offer`` tells the roll that a camera
    offers, which is sent after the first message and whenever it changes; null only once there was
    one. Raises what ``book`` raises for an unknown log, and WebError 503 when too many are
    connected."""
    parts = services()
    book.snapshot_text(log_id)  # an unknown table is an error, not a stream
    give_back = parts.hub.take_stream(log_id)
    seen = _number(request.headers.get("Last-Event-ID"))
    response = Response(_messages(parts, book, log_id, seen, offer), mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(give_back)
    return response


def _messages(
    parts: Services, book: Book, table_id: str, seen: int, offer: Offering | None
) -> Iterator[str]:
    hub, heartbeat_s = parts.hub, parts.config.heartbeat_s
    yield "retry: 1000\n\n"
    changes, told = hub.wait(table_id, -1, 0)
    mark, text = book.snapshot_text(table_id)
    yield _state(mark.seq, text) if seen != mark.seq else _beat(mark.seq)
    offered = offer() if offer is not None else _NO_OFFER
    if offered != _NO_OFFER:
        yield _offer(offered)
    beats_s = time.monotonic() + heartbeat_s
    while not hub.closed:
        changes, told = hub.wait(table_id, changes, beats_s - time.monotonic())
        beating = time.monotonic() >= beats_s
        try:
            newest, text = book.snapshot_text(table_id, None if beating else told)
            now_offered = offer() if offer is not None else _NO_OFFER
        except WebError:
            return  # the table is gone: who asks again is told so
        if newest != mark:
            mark = newest
            yield _state(mark.seq, text)
            beats_s = time.monotonic() + heartbeat_s
        elif beating:
            yield _beat(mark.seq)
            beats_s = time.monotonic() + heartbeat_s
        if now_offered != offered:
            offered = now_offered
            yield _offer(offered)


def _offer(text: str) -> str:
    return f"event: offer\ndata: {text}\n\n"


def _state(seq: int, text: str) -> str:
    return f"id: {seq}\nevent: state\ndata: {text}\n\n"


def _beat(seq: int) -> str:
    return f"event: beat\ndata: {json.dumps({'seq': seq})}\n\n"


def _number(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 16 else -1
