"""Sheets for paper, and the large screen."""

from __future__ import annotations

import re
from collections.abc import Callable

from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.conftest import Table


def test_the_printed_sheet_has_every_turn_totals_and_the_rules(table: Table) -> None:
    table.play("roll", dice=[1] * 6)
    table.play("set_aside", dice=[1] * 6)
    table.play("bank")
    table.play("roll", dice=[2, 2, 3, 3, 4, 6])
    table.play("farkle")
    page = table.client.get(f"/t/{table.id}/print").text
    body = page.split("<tbody>")[1].split("</tbody>")[0]
    assert re.findall(r"<td>([^<]*)</td>", body) == ["2,000", "F"]
    assert "Straight 1 to 6" in page
    assert "The game is played to 10,000." in page


def test_an_empty_sheet_has_the_chosen_size_and_chart(client: FlaskClient) -> None:
    page = client.get("/print?rules=kcd&players=3&rounds=7").text
    body = page.split("<tbody>")[1].split("</tbody>")[0]
    assert body.count("<tr>") == 7
    assert body.count("<td></td>") == 21
    assert "The game is played to 4,000." in page


def test_silly_sizes_of_an_empty_sheet_are_bounded(client: FlaskClient) -> None:
    for size in ("0", "99999", "-3", "x", "٣"):
        page = client.get(f"/print?players={size}&rounds={size}&rules={size}")
        assert page.status_code == 200
        assert page.text.count("<tr>") < 120


def test_the_large_screen_shows_the_table_and_how_to_join(make_app: Callable[..., Flask]) -> None:
    app = make_app(
        public_url="http://192.168.1.7:8000",
        allowed_hosts=frozenset({"localhost", "192.168.1.7"}),
    )
    table = Table(app.test_client(), "Ann")
    page = table.client.get(f"/t/{table.id}/tv").text
    assert "Ann" in page
    assert f"http://192.168.1.7:8000/t/{table.id}" in page
    codes = app.extensions["dicesight"].members.codes(table.id)
    assert f"{codes.join[:3]} {codes.join[3:]}" in page
    watched = table.client.get(f"/t/{codes.watch}/tv").text
    assert table.id not in watched
    assert f"{codes.join[:3]} {codes.join[3:]}" not in watched


def test_a_large_screen_that_nobody_else_reaches_offers_no_address(table: Table) -> None:
    page = table.client.get(f"/t/{table.id}/tv").text
    assert 'class="tv-join"' not in page
