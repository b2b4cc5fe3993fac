"""Whoever only watches is refused at every address of a table that changes anything."""

from __future__ import annotations

import re
from collections.abc import Callable

from flask import Flask

from tests.webapp.drawn_dice import as_jpeg, draw_dice

COMMAND = {"id": "watcher-key-1", "seq": 1, "command": {"type": "pause"}, "phone": 1}


def writing(app: Flask) -> list[tuple[str, str]]:
    """Method and endpoint of everything that changes something at a table."""
    return [
        (method, rule.endpoint)
        for rule in app.url_map.iter_rules()
        if "table_id" in rule.arguments
        for method in sorted((rule.methods or set()) - {"GET", "HEAD", "OPTIONS"})
    ]


def test_no_address_of_a_table_takes_anything_from_those_who_watch(
    make_app: Callable[..., Flask],
) -> None:
    app = make_app()
    host, stranger, watcher = (app.test_client() for _ in range(3))
    form = {"key": "watched-table-1", "player": ["Ann", "Ben"], "preset": "classic"}
    table = host.post("/tables", data=form).location.rpartition("/")[2]
    found = re.search(r"/t/(watch-[\w-]+)", host.get(f"/t/{table}").text)
    assert found
    watcher.get(f"/t/{table}")
    assert watcher.post(f"/api/tables/{table}/me", json={"role": "spectator"}).status_code == 200
    picture = as_jpeg(draw_dice([1, 2, 3, 4, 5, 6]))
    taken = []
    for method, endpoint in writing(app):
        rule = next(rule for rule in app.url_map.iter_rules() if rule.endpoint == endpoint)
        values = dict.fromkeys(rule.arguments, "x")
        for client, address in ((stranger, found[1]), (watcher, table)):
            if client is watcher and endpoint == "entrance.take_seat":
                continue  # to play again after all is for a watcher to say
            url = app.url_map.bind("localhost").build(
                endpoint, {**values, "table_id": address}, method
            )
            for sent in ({"json": COMMAND}, {"data": picture, "content_type": "image/jpeg"}):
                answer = client.open(url, method=method, **sent)
                if answer.status_code not in (403, 415):
                    taken.append((method, url, answer.status_code))
    assert taken == []
    assert len(writing(app)) > 10
    assert host.get(f"/api/tables/{table}").get_json()["seq"] == 1
