"""The stream that keeps every screen of a table the same: server-sent events."""

from __future__ import annotations

import contextlib
import hashlib
import json
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Protocol

from flask import Blueprint, Response, request
from sqlalchemy.exc import SQLAlchemyError

from webapp.access import device, enter
from webapp.errors import WebError
from webapp.members import HOST
from webapp.services import Services, services
from webapp.store import Mark

blueprint = Blueprint("events", __name__)

_SEEN_EACH_S = 60.0


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

    Each ``state`` message has the newest event as its id: its number, and a trace of the command
    that caused it. A browser that comes back names what it has seen: when nothing has happened
    since, it gets a beat instead of the state; when the log was put back from a backup meanwhile
    and has another event under that number, it gets the state. An ``offer`` message has the roll
    that a camera saw come to rest, or null.
    """
    parts, access, own = services(), enter(table_id), device()
    game_id, seen = access.game_id, None
    if own is not None and access.role == HOST:
        seen = partial(parts.members.see, game_id, own)
    return stream_of(
        game_id,
        parts.games,
        lambda: parts.offers.text(game_id, lambda: parts.games.sheet(game_id)),
        seen,
    )


def stream_of(
    log_id: str,
    book: Book,
    offer: Offering | None = None,
    seen: Callable[[], None] | None = None,
) -> Response:
    """The stream of a log that ``book`` makes states of. ``offer`` tells the roll that a camera
    offers, which is sent after the first message and whenever it changes; null only once there was
    one. ``seen`` is called now and then while the stream is read. Raises what ``book`` raises for
    an unknown log, and WebError 503 when too many are
    connected."""
    parts = services()
    book.snapshot_text(log_id)  # an unknown table is an error, not a stream
    give_back = parts.hub.take_stream(log_id)
    last = request.headers.get("Last-Event-ID")
    messages = _messages(parts, book, log_id, last, offer)
    if seen is not None:
        messages = _noticed(messages, seen)
    response = Response(messages, mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(give_back)
    return response


def _noticed(messages: Iterator[str], seen: Callable[[], None]) -> Iterator[str]:
    again_s = 0.0
    for message in messages:
        yield message
        if time.monotonic() >= again_s:
            again_s = time.monotonic() + _SEEN_EACH_S
            with contextlib.suppress(SQLAlchemyError):  # the stream goes on, the next try may do
                seen()


def _messages(
    parts: Services, book: Book, table_id: str, last: str | None, offer: Offering | None
) -> Iterator[str]:
    hub, heartbeat_s = parts.hub, parts.config.heartbeat_s
    yield "retry: 1000\n\n"
    changes, told = hub.wait(table_id, -1, 0)
    mark, text = book.snapshot_text(table_id)
    yield _state(mark, text) if last != _id_of(mark) else _beat(mark.seq)
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
            yield _state(mark, text)
            beats_s = time.monotonic() + heartbeat_s
        elif beating:
            yield _beat(mark.seq)
            beats_s = time.monotonic() + heartbeat_s
        if now_offered != offered:
            offered = now_offered
            yield _offer(offered)


def _offer(text: str) -> str:
    return f"event: offer\ndata: {text}\n\n"


def _state(mark: Mark, text: str) -> str:
    return f"id: {_id_of(mark)}\nevent: state\ndata: {text}\n\n"


def _beat(seq: int) -> str:
    return f"event: beat\ndata: {json.dumps({'seq': seq})}\n\n"


def _id_of(mark: Mark) -> str:
    return f"{mark.seq}-{hashlib.sha256(mark.command_id.encode()).hexdigest()[:12]}"
