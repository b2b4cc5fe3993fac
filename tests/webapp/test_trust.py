"""The page about HTTPS, and what the other pages say of it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.conftest import Table
from webapp import joining
from webapp.certificates import certificates_of

PLAIN = {"base_url": "http://localhost:8000"}


@pytest.fixture
def both(make_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """A client of a server with HTTPS, reached under its name, without an address in a network."""
    monkeypatch.setattr(joining, "lan_address", lambda: None)
    hosts = frozenset({"localhost", "den.local", "192.0.2.77"})
    app = make_app(secure_port=8443, port=8000, allowed_hosts=hosts)
    certificates = certificates_of(app.extensions["dicesight"].config)
    assert certificates is not None
    certificates.renew()
    return app.test_client()


def at(host: str, scheme: str = "http", port: int = 8000) -> dict[str, str]:
    return {"base_url": f"{scheme}://{host}:{port}"}


def test_the_certificate_comes_over_plain_http_and_the_page_shows_its_fingerprint(
    both: FlaskClient,
) -> None:
    answer = both.get("/trust/ca.crt", **PLAIN)
    assert answer.mimetype == "application/x-x509-ca-cert"
    assert b"PRIVATE" not in answer.data
    found = x509.load_pem_x509_certificate(answer.data)
    digest = hashlib.sha256(found.public_bytes(Encoding.DER)).hexdigest().upper()
    page = both.get("/trust", **PLAIN).text.replace(":<wbr>", "")
    assert digest in page


def test_the_secure_address_has_the_name_that_was_asked_for_and_leads_to_the_same_page(
    both: FlaskClient,
) -> None:
    page = both.get("/trust?page=/t/some-table", **at("den.local"))
    assert 'href="https://den.local:8443/t/some-table"' in page.text
    assert 'data-probe="https://den.local:8443/trust/probe"' in page.text
    assert "connect-src 'self' https://den.local:8443;" in page.headers["Content-Security-Policy"]


def test_an_address_that_the_certificate_has_not_is_not_offered(
    make_app: Callable[..., Flask], both: FlaskClient
) -> None:
    app = make_app(secure_port=8443, allowed_hosts=frozenset({"den.local", "198.51.100.200"}))
    page = app.test_client().get("/trust", **at("198.51.100.200")).text
    assert "https://198.51.100.200" not in page
    assert 'href="https://den.local:8443/"' in page


@pytest.mark.parametrize("page", ["https://dice.example", "//dice.example", "/\\dice.example"])
def test_the_page_leads_to_no_other_server(both: FlaskClient, page: str) -> None:
    shown = both.get("/trust", query_string={"page": page}, **PLAIN)
    assert "dice.example" not in shown.text.split("<footer")[0]


def test_over_https_nothing_is_probed(both: FlaskClient) -> None:
    page = both.get("/trust", **at("den.local", "https", 8443))
    assert "data-probe" not in page.text
    assert "connect-src" not in page.headers["Content-Security-Policy"]


def test_a_page_of_the_plain_side_may_see_whether_the_probe_answers(both: FlaskClient) -> None:
    answer = both.get("/trust/probe", **at("den.local", "https", 8443))
    assert answer.status_code == 204
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


@pytest.mark.parametrize(
    ("agent", "opened"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", "iPhone and iPad"),
        ("Mozilla/5.0 (Linux; Android 15; Pixel 9)", "Android"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", "Mac"),
        ("Mozilla/5.0 (X11; Linux x86_64)", None),
    ],
)
def test_the_steps_of_the_own_system_are_open(
    both: FlaskClient, agent: str, opened: str | None
) -> None:
    page = both.get("/trust", headers={"User-Agent": agent}, **PLAIN).text
    shown = [part.split("<summary>")[1].split("<")[0] for part in page.split('steps" open>')[1:]]
    assert shown == ([opened] if opened else [])


def test_without_https_the_page_says_so_and_there_is_nothing_to_download(
    client: FlaskClient,
) -> None:
    assert "--lan" in client.get("/trust").text
    answer = client.get("/trust/ca.crt")
    assert answer.status_code == 404
    table = Table(client, "Ann")
    assert "/trust" not in client.get(f"/t/{table.id}").text


def test_damaged_certificates_leave_plain_http_as_it_is(both: FlaskClient, tmp_path: Path) -> None:
    (tmp_path / "data" / "https" / "authority.pem").write_text("damaged")
    table = Table(both, "Ann")
    assert both.get(f"/t/{table.id}", **PLAIN).status_code == 200
    assert both.get("/trust", **PLAIN).status_code == 200
    assert both.get("/trust/ca.crt", **PLAIN).status_code == 404


def test_a_table_on_plain_http_says_where_the_live_camera_is(both: FlaskClient) -> None:
    table = Table(both, "Ann")
    page = both.get(f"/t/{table.id}", **at("den.local")).text
    assert f'value="https://den.local:8443/t/{table.id}"' in page
    assert f'href="/trust?page=/t/{table.id}"' in page
    assert "no live camera on plain HTTP" in page


@pytest.mark.parametrize(("scheme", "port"), [("http", 8000), ("https", 8443)])
def test_others_join_over_plain_http_from_either_side(
    both: FlaskClient, scheme: str, port: int
) -> None:
    table = Table(both, "Ann")
    page = both.get(f"/t/{table.id}", **at("den.local", scheme, port)).text
    assert f'id="join-link" readonly value="http://den.local:8000/t/{table.id}"' in page


def test_the_address_for_phones_follows_the_network(
    make_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    client = make_app(any_address=True, port=8000).test_client()
    table = Table(client, "Ann")
    for address in ("192.168.1.7", "10.0.0.9"):
        monkeypatch.setattr(joining, "lan_address", lambda address=address: address)
        page = client.get(f"/t/{table.id}", **PLAIN).text
        assert f"http://{address}:8000/t/{table.id}" in page


def test_a_server_for_this_computer_alone_names_no_address_of_the_network(
    make_app: Callable[..., Flask],
) -> None:
    app = make_app(secure_port=8443)
    certificates = certificates_of(app.extensions["dicesight"].config)
    assert certificates is not None
    certificates.renew()
    page = app.test_client().get("/trust", **PLAIN).text
    assert 'href="https://localhost:8443/"' in page
