"""Many writers at once: nobody fails for the sake of the database, and every event is stored."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable

import pytest
from flask import Flask

from tests.webapp.conftest import Table

pytestmark = pytest.mark.every_storage


def test_writers_of_one_table_win_or_are_stale(make_app: Callable[..., Flask]) -> None:
    # Two applications on one data folder stand for two processes.
    apps = [make_app(), make_app()]
    table = Table(apps[0].test_client(), "Ann", "Ben")
    statuses: Counter[int] = Counter()
    lock = threading.Lock()

    def play(worker: int) -> None:
        client = apps[worker % 2].test_client()
        for turn in range(12):
            seen = client.get(table.url).get_json()["seq"]
            body = {
                "id": f"writer-{worker}-{turn}",
                "seq": seen,
                "command": {"type": "roll", "dice": [1, 1, 1, worker % 6 + 1, 1, 1]},
            }
            answer = client.post(f"{table.url}/commands", json=body)
            with lock:
                statuses[answer.status_code] += 1

    workers = [threading.Thread(target=play, args=(worker,)) for worker in range(6)]
    for thread in workers:
        thread.start()
    for thread in workers:
        thread.join()
    assert set(statuses) <= {200, 409}
    assert sum(statuses.values()) == 72
    assert [
        client.get(table.url).get_json()["seq"] for client in (a.test_client() for a in apps)
    ] == [1 + statuses[200]] * 2


def test_another_process_on_the_same_data_is_seen_at_once(make_app: Callable[..., Flask]) -> None:
    here = Table(make_app().test_client(), "Ann")
    there = make_app().test_client()
    assert there.get(here.url).get_json()["state"]["phase"] == "to_roll"
    here.play("roll", dice=[1] * 6)
    assert there.get(here.url).get_json()["state"]["phase"] == "rolled"
