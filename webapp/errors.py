"""The one place where what went wrong becomes an HTTP answer."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from flask import Flask, Response, jsonify, render_template, request
from sqlalchemy.exc import DataError, IntegrityError, ProgrammingError, SQLAlchemyError
from werkzeug.exceptions import HTTPException

from farkle.errors import FarkleError
from webapp.languages import error_words

_log = logging.getLogger("dicesight.web")


class WebError(Exception):
    """A request that cannot be met: HTTP ``status``, stable ``code``, ``words`` for a person.

    ``details`` are further members of the JSON answer; ``retry_after_s`` becomes a header.
    """

    def __init__(
        self,
        status: int,
        code: str,
        words: str,
        *,
        details: Mapping[str, object] | None = None,
        retry_after_s: int | None = None,
    ) -> None:
        super().__init__(words)
        self.status = status
        self.code = code
        self.words = words
        self.details = details or {}
        self.retry_after_s = retry_after_s


_HTTP = {
    400: ("bad_request", "That request could not be understood."),
    404: ("not_found", "There is nothing at this address."),
    405: ("method_not_allowed", "This address cannot be used in that way."),
    413: ("too_large", "That is more than this address accepts."),
    415: ("wrong_type", "This address does not accept that kind of data."),
}
"""Code and words of errors that come from the framework, whose own names differ by version."""


def install(app: Flask) -> None:
    """Answer every error as JSON under ``/api/`` and as a page elsewhere."""

    @app.errorhandler(WebError)
    def _web_error(error: WebError) -> Response:
        response = answer(error.status, error.code, error.words, error.details)
        if error.retry_after_s is not None:
            response.headers["Retry-After"] = str(error.retry_after_s)
        return response

    @app.errorhandler(FarkleError)
    def _illegal(error: FarkleError) -> Response:
        return answer(422, error.code, error.words, facts=error.details)

    @app.errorhandler(HTTPException)
    def _http(error: HTTPException) -> Response:
        status = error.code or 500
        if status < 400:
            redirect = error.get_response()
            assert isinstance(redirect, Response)
            return redirect
        code, words = _HTTP.get(status, (f"http_{status}", f"The server answered {status}."))
        response = answer(status, code, words)
        for name, value in error.get_headers():
            if name.lower() in {"allow", "retry-after"}:
                response.headers[name] = value
        return response

    @app.errorhandler(SQLAlchemyError)
    def _store_fault(error: SQLAlchemyError) -> Response:
        if isinstance(error, ProgrammingError | IntegrityError | DataError):
            return _unexpected(error)
        reason = str(getattr(error, "orig", None) or error)
        _log.error("%s %s: the score store says: %s", request.method, request.path, reason)
        code, words = _store_words(reason)
        response = answer(503, code, f"{words} Nothing was counted; the score sheet is as it was.")
        response.headers["Retry-After"] = "5"
        return response

    @app.errorhandler(Exception)
    def _unexpected(error: Exception) -> Response:
        _log.exception("%s %s failed", request.method, request.path, exc_info=error)
        return answer(
            500,
            "server_error",
            "Something went wrong here. The score sheet is as it was; try again.",
        )


def _store_words(reason: str) -> tuple[str, str]:
    if "locked" in reason or "busy" in reason:
        return "store_busy", "Another program is using the scores. Try again in a moment."
    if "full" in reason:
        return "store_full", "The disk with the scores is full. Make room on it, then try again."
    if "readonly" in reason:
        return "store_read_only", "The scores may not be written to: their folder is read-only."
    if "malformed" in reason or "not a database" in reason:
        return (
            "store_damaged",
            "The file with the scores is damaged. Stop the page and restore a backup.",
        )
    return "store_unavailable", "The scores cannot be reached. Try again in a moment."


def said(error: FarkleError | WebError) -> str:
    """The words of an error in the reader's language."""
    return error_words(error.code, error.words, error.details)


def answer(
    status: int,
    code: str,
    words: str,
    details: Mapping[str, object] | None = None,
    facts: Mapping[str, object] | None = None,
) -> Response:
    """An error as the client wants it: JSON for the API, a page for people, in their language.

    ``details`` become members of the JSON answer; they and ``facts`` fill the translated text.
    """
    words = error_words(code, words, {**(details or {}), **(facts or {})})
    if request.path.startswith("/api/"):
        response = jsonify({"error": {"code": code, "words": words}, **(details or {})})
    else:
        response = Response(render_template("error.html", status=status, code=code, words=words))
    response.status_code = status
    return response
