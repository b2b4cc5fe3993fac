"""HTTPS beside plain HTTP: one table on both, screens on both, neither in the other's way."""

from __future__ import annotations

import http.client
import http.cookiejar
import json
import socket
import ssl
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.webapp.running import Running, start
from tests.webapp.test_streams import Stream, opened, post, roll
from webapp.authority import Hosts
from webapp.certificates import Certificates


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A real server on both ways."""
    running = start(tmp_path_factory.mktemp("https") / "data", https=True, heartbeat_s=8.0)
    yield running
    running.stop()


def trusting(server: Running) -> ssl.SSLContext:
    """What a phone knows that has installed the server's certificate, taken from plain HTTP."""
    with urllib.request.urlopen(f"{server.url}/trust/ca.crt", timeout=10) as answer:
        assert answer.headers["Content-Type"] == "application/x-x509-ca-cert"
        return ssl.create_default_context(cadata=answer.read().decode())


def connected(server: Running, context: ssl.SSLContext) -> http.client.HTTPSConnection:
    url = urlsplit(server.secure_url)
    assert url.hostname
    return http.client.HTTPSConnection(url.hostname, url.port, timeout=10, context=context)


def shown(screen: Stream) -> int:
    """The number of the next state that the screen is sent."""
    while (message := screen.message())["event"] != "state":
        pass
    return int(json.loads(message["data"])["seq"])


def send(server: Running, context: ssl.SSLContext, path: str, body: object) -> dict[str, Any]:
    """Post JSON over HTTPS as a page of the secure side does."""
    headers = {"Content-Type": "application/json", "Origin": server.secure_url}
    request = urllib.request.Request(
        f"{server.secure_url}{path}", json.dumps(body).encode(), headers
    )
    with urllib.request.urlopen(request, timeout=10, context=context) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def test_who_trusts_the_authority_plays_over_https_and_others_are_warned(both: Running) -> None:
    with closing(connected(both, trusting(both))) as line:
        line.request("GET", "/")
        page = line.getresponse()
        assert page.status == 200
        assert "connect-src" not in page.headers["Content-Security-Policy"]
        assert "Strict-Transport-Security" not in page.headers
        page.read()
    with (
        closing(connected(both, ssl.create_default_context())) as line,
        pytest.raises(ssl.SSLError),
    ):
        line.request("GET", "/")


def test_what_is_played_on_one_side_is_shown_on_the_other_at_once(both: Running) -> None:
    context = trusting(both)
    body = {"key": "shared-table", "players": ["Ann", "Ben"], "preset": "classic"}
    table = str(post(f"{both.url}/api/tables", body)["id"])
    with ExitStack() as stack:
        line = stack.enter_context(closing(connected(both, context)))
        line.request("GET", f"/api/tables/{table}/events")
        secure_screen = Stream(line.getresponse())
        plain_screen = stack.enter_context(opened(both, table))
        assert shown(plain_screen) == 1
        assert shown(secure_screen) == 1
        began = time.monotonic()
        roll(both, table, 1)
        assert shown(secure_screen) == 2
        assert shown(plain_screen) == 2
        command = {"type": "set_aside", "dice": [1, 1, 1]}
        body = {"id": "from-the-secure-side", "seq": 2, "command": command}
        send(both, context, f"/api/tables/{table}/commands", body)
        assert shown(plain_screen) == 3
        assert shown(secure_screen) == 3
        assert time.monotonic() - began < 2


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({"Host": "dice.example:8443"}, 421, "unknown_host"),
        ({"Origin": "https://dice.example"}, 403, "foreign_origin"),
    ],
)
def test_foreign_hosts_and_pages_are_refused_over_https_as_well(
    both: Running, headers: dict[str, str], status: int, code: str
) -> None:
    with closing(connected(both, trusting(both))) as line:
        body = json.dumps({"key": "foreign-table", "players": ["Ann"]})
        line.request("POST", "/api/tables", body, {"Content-Type": "application/json", **headers})
        answer = line.getresponse()
        assert (answer.status, json.load(answer)["error"]["code"]) == (status, code)


def test_a_phone_is_the_same_phone_on_both_sides(both: Running) -> None:
    context = trusting(both)
    jar = http.cookiejar.CookieJar()
    browser = urllib.request.build_opener(
        urllib.request.HTTPCookieProcessor(jar), urllib.request.HTTPSHandler(context=context)
    )
    made = post(f"{both.url}/api/tables", {"key": "cookie-table", "players": ["Ann"]})
    browser.open(f"{both.secure_url}/t/{made['id']}", timeout=10).close()
    given = {cookie.name: cookie.value for cookie in jar}
    assert "dicesight_device" in given
    browser.open(f"{both.url}/t/{made['id']}", timeout=10).close()
    assert {cookie.name: cookie.value for cookie in jar} == given
    request = urllib.request.Request(f"{both.url}/")
    jar.add_cookie_header(request)
    assert given["dicesight_device"] in str(request.get_header("Cookie"))


def test_clients_that_connect_and_say_nothing_keep_nobody_waiting(both: Running) -> None:
    context = trusting(both)
    url = urlsplit(both.secure_url)
    hello = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"
    with ExitStack() as stack:
        for number in range(200):
            line = stack.enter_context(socket.create_connection((url.hostname, url.port), 10))
            line.sendall(hello if number % 2 else b"")
        for _ in range(3):
            began = time.monotonic()
            with closing(connected(both, context)) as asking:
                asking.request("GET", "/api/health")
                assert asking.getresponse().status == 200
            assert time.monotonic() - began < 2


def test_a_new_certificate_is_used_while_the_server_runs_and_it_stops_quickly(
    tmp_path: Path,
) -> None:
    running = start(tmp_path / "data", https=True, heartbeat_s=1.0, looks_s=0.3)
    try:
        context = trusting(running)
        before = certificate_shown(running, context)
        body = {"key": "renewal-table", "players": ["Ann"]}
        table = str(post(f"{running.url}/api/tables", body)["id"])
        with ExitStack() as stack:
            line = stack.enter_context(closing(connected(running, context)))
            line.request("GET", f"/api/tables/{table}/events")
            screen = Stream(line.getresponse())
            assert shown(screen) == 1
            # As if the machine had had another address when this certificate was made.
            port = int(running.secure_url.rsplit(":", 1)[1])
            stale = Certificates(
                tmp_path / "data", port, lambda: Hosts.of(["127.0.0.1", "10.9.8.7"])
            )
            assert stale.renew()
            for _ in range(100):
                time.sleep(0.1)
                after = certificate_shown(running, context)
                if after != before:
                    break
            assert after != before
            roll(running, table, 1)
            # The screen that was open stays so, and another one is opened beside it.
            assert shown(screen) == 2
            other = stack.enter_context(closing(connected(running, context)))
            other.request("GET", f"/api/tables/{table}/events")
            assert shown(Stream(other.getresponse())) == 2
            silent = stack.enter_context(closing(connected(running, context)))
            silent.connect()
            assert running.stop() < 4
    finally:
        running.stop()


def certificate_shown(server: Running, context: ssl.SSLContext) -> bytes | None:
    """The certificate that the server shows now, checked; None while it listens anew."""
    url = urlsplit(server.secure_url)
    try:
        with (
            socket.create_connection((url.hostname, url.port), 10) as raw,
            context.wrap_socket(raw, server_hostname=url.hostname) as line,
        ):
            return line.getpeercert(binary_form=True)
    except (ConnectionError, ssl.SSLEOFError):
        return None
