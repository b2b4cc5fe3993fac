"""Which tables and pads a browser has seen, in a cookie of its own."""

from __future__ import annotations

from flask import Response, request

from webapp.security import cookie_is_secure

YEAR_S = 365 * 24 * 3600
_MOST = 24


def remembered(cookie: str) -> list[str]:
    """The ids in the cookie, the last one seen first. Anybody can write anything there."""
    parts = request.cookies.get(cookie, "").split(".")
    return [part for part in parts if part and part.isprintable()][:_MOST]


def remember(response: Response, cookie: str, seen: str) -> Response:
    """The response, which puts this id at the head of the cookie."""
    known = [seen, *(other for other in remembered(cookie) if other != seen)]
    response.set_cookie(
        cookie,
        ".".join(known[:_MOST]),
        max_age=YEAR_S,
        httponly=True,
        samesite="Lax",
        secure=cookie_is_secure(),
    )
    return response
