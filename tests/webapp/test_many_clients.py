"""Several screens at one table, with repeated, stale and reordered commands: one sheet for all."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from farkle.events import event_from_mapping
from farkle.sheet import fold
from tests.farkle.test_paper_sheet import HOUSE, TURN, paper

_KEYS = (f"many-key-{number:08d}" for number in itertools.count())

STEP = st.tuples(
    st.integers(0, 2),  # which screen
    st.sampled_from(["enter", "enter", "correct", "undo", "redo", "look", "repeat", "stale"]),
    TURN,
    st.integers(0, 30),
)


class Screen:
    """A client that acts on what it has seen, however old that is."""

    def __init__(self, client: FlaskClient, url: str) -> None:
        self.client = client
        self.url = url
        self.sent: list[dict[str, Any]] = []
        self.look()

    def look(self) -> None:
        seen = self.client.get(self.url).get_json()
        self.seq, self.state = seen["seq"], seen["state"]

    def send(self, body: dict[str, Any]) -> dict[str, Any]:
        self.sent.append(body)
        answer = self.client.post(f"{self.url}/commands", json=body)
        told: dict[str, Any] = answer.get_json()
        assert answer.status_code in (200, 409, 422), told
        if "state" in told:
            self.seq, self.state = told["seq"], told["state"]
        return {**told, "status": answer.status_code}

    def act(self, kind: str, turn: tuple[str, int], pick: int) -> dict[str, Any] | None:
        outcome, points = turn
        told = {"outcome": outcome, "points": points if outcome == "bank" else 0}
        command: dict[str, object] = {"type": kind}
        if kind == "enter":
            command = {"type": "enter_turn", **told}
        if kind == "correct":
            turns = [
                (player["id"], turn["round"])
                for player in self.state["players"]
                for turn in player["turns"]
            ]
            if not turns:
                return None
            player, number = turns[pick % len(turns)]
            command = {"type": "correct_turn", "player": player, "round": number, **told}
        return self.send({"id": next(_KEYS), "seq": self.seq, "command": command})


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    """One application for all examples, each of which has a table of its own."""
    return make_app()


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(HOUSE, st.integers(1, 3), st.lists(STEP, max_size=30))
def test_all_screens_show_the_sheet_that_a_careful_person_would_have_on_paper(
    app: Flask,
    house: dict[str, Any],
    count: int,
    steps: list[tuple[int, str, tuple[str, int], int]],
) -> None:
    parts = app.extensions["dicesight"]
    game_id = parts.games.create([f"P{n}" for n in range(count)], "calc", next(_KEYS), house)
    url = f"/api/tables/{game_id}"
    screens = [Screen(app.test_client(), url) for _ in range(3)]
    accepted = 1
    for which, kind, turn, pick in steps:
        screen = screens[which]
        if kind == "look":
            screen.look()
        elif kind == "repeat" and screen.sent:
            # The network repeats something from the past.
            told = screen.send(screen.sent[pick % len(screen.sent)])
            accepted += told["status"] == 200 and not told["repeated"]
        elif kind == "stale":
            told = screen.send({**_enter(turn), "seq": pick % max(1, screen.seq - 1)})
            assert told["status"] == 409
            assert told["state"] == screen.state
        elif kind in ("enter", "correct", "undo", "redo"):
            told = screen.act(kind, turn, pick) or {"status": 422}
            accepted += told["status"] == 200
    for screen in screens:
        screen.look()
    assert screens[0].state == screens[1].state == screens[2].state
    assert {screen.seq for screen in screens} == {accepted}
    state = screens[0].state
    folded = fold(map(event_from_mapping, parts.store.read(game_id)))
    assert folded.view() == state
    turns = _in_playing_order(state)
    expected = paper(count, house, turns)
    assert expected is not None
    assert [player["total"] for player in state["players"]] == expected["totals"]
    assert sorted(state["winners"]) == [f"p{seat + 1}" for seat in expected["winners"]]
    if expected["current"] is not None:
        assert state["current"] == expected["current"]


def _enter(turn: tuple[str, int]) -> dict[str, Any]:
    outcome, points = turn
    command = {"type": "enter_turn", "outcome": outcome}
    command["points"] = points if outcome == "bank" else 0  # type: ignore[assignment]
    return {"id": next(_KEYS), "command": command}


def _in_playing_order(state: dict[str, Any]) -> list[tuple[str, int]]:
    """The turns as they were played: by rounds, and in a round by seats."""
    played = [
        (turn["round"], seat, turn)
        for seat, player in enumerate(state["players"])
        for turn in player["turns"]
    ]
    played.sort(key=lambda one: one[:2])
    kinds = {"penalty": "farkle"}
    return [(kinds.get(turn["kind"], turn["kind"]), turn["points"]) for _, _, turn in played]
