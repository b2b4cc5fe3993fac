"""What goes over the wire is what the application answers."""

from __future__ import annotations

import http.client
import json
import re
from urllib.parse import urlsplit

import pytest
from flask import Flask, Response, request

from tests.webapp.running import Running
from webapp.bridge import Bridge, environment


@pytest.fixture
def line(server: Running) -> http.client.HTTPConnection:
    """A connection to a real server."""
    return http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=15)


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/static/base.css",
        "/api/health",
        "/nowhere/%C3%A4%20b?x=%C3%A4",
        "/favicon.ico",
        "/t/x",
    ],
)
def test_pages_arrive_whole_with_one_length(
    line: http.client.HTTPConnection, method: str, path: str
) -> None:
    line.request(method, path)
    response = line.getresponse()
    content = response.read()
    assert len(response.headers.get_all("Content-Length") or []) == 1
    size = int(response.headers["Content-Length"])
    assert len(content) == (size if method == "GET" else 0)
    assert size > 0
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    line.close()


def test_a_page_that_is_known_already_is_not_sent_again(line: http.client.HTTPConnection) -> None:
    line.request("GET", "/static/base.css")
    first = line.getresponse()
    first.read()
    line.request("GET", "/static/base.css", headers={"If-None-Match": first.headers["ETag"]})
    second = line.getresponse()
    assert (second.status, second.read()) == (304, b"")
    line.close()


def test_one_connection_carries_many_requests(line: http.client.HTTPConnection) -> None:
    for number in range(20):
        body = json.dumps({"key": f"carried-{number:04d}", "players": ["Änne 🎲"]})
        line.request("POST", "/api/tables", body, {"Content-Type": "application/json"})
        made = line.getresponse()
        assert made.status == 201
        table = json.loads(made.read())
        line.request("GET", f"/api/tables/{table['id']}")
        assert json.loads(line.getresponse().read())["state"] == table["state"]
    line.close()


def test_a_body_in_chunks_is_read(line: http.client.HTTPConnection) -> None:
    parts = [b'{"key": "in-chunks-1", ', b'"players": ["Ann"]}']
    headers = {"Content-Type": "application/json"}
    line.request("POST", "/api/tables", iter(parts), headers, encode_chunked=True)
    assert line.getresponse().status == 201
    line.close()


class Head:
    """The head of a request as granian gives it."""

    http_version = "2"
    server = "[::1]:8000"
    client = "[::ffff:192.168.1.7]:50000"
    scheme = "https"
    method = "GET"
    path = "/t/ä b"
    query_string = "q=ö%20"
    authority = "dice.example"
    headers = {"x-one": "1", "content-type": "text/plain"}  # noqa: RUF012


class Several:
    """Headers of which one comes more than once."""

    def items(self) -> list[tuple[str, str]]:
        return [("cookie", "a=1"), ("cookie", "b=2"), ("accept", "x"), ("accept", "y")]


def test_the_head_of_a_request_is_told_as_wsgi_wants_it() -> None:
    head = Head()
    app = Flask("test")
    with app.request_context(environment(head, None)):  # type: ignore[arg-type]
        assert (request.path, request.args["q"]) == ("/t/ä b", "ö ")
        assert (request.host, request.scheme) == ("dice.example", "https")
        assert request.remote_addr == "::ffff:192.168.1.7"
        assert (request.headers["X-One"], request.mimetype) == ("1", "text/plain")
    head.headers = Several()  # type: ignore[assignment]
    with app.request_context(environment(head, None)):  # type: ignore[arg-type]
        assert (request.cookies["a"], request.cookies["b"]) == ("1", "2")
        assert request.headers["Accept"] == "x,y"


def test_cookies_are_set_one_by_one() -> None:
    app = Flask("test")

    @app.get("/")
    def page() -> Response:
        response = Response("x")
        response.set_cookie("a", "1")
        response.set_cookie("b", "2")
        return response

    sent: list[tuple[int, list[tuple[str, str]], bytes]] = []

    class Line:
        def response_bytes(self, *answer: object) -> None:
            sent.append(answer)  # type: ignore[arg-type]

    environ = {**environment(Head(), None), "PATH_INFO": "/"}  # type: ignore[arg-type]
    Bridge(app, silence_s=1)._answer(environ, Line(), None)  # type: ignore[arg-type]
    ((status, headers, content),) = sent
    assert (status, content) == (200, b"x")
    cookies = [value for name, value in headers if name == "set-cookie"]
    assert [re.sub(";.*", "", cookie) for cookie in cookies] == ["a=1", "b=2"]
