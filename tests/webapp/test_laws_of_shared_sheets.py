"""Whatever several phones send, in whatever order and however often: one sheet, counted once.

Phones act on what they last saw, which may be old; a request may be sent twice, or held back and
arrive after later ones. Two servers share the store. Afterwards every phone and both servers show
the same sheet, and it equals a fold made here from nothing but the commands that were acknowledged.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from farkle.events import new_game
from farkle.rules import PRESETS
from farkle.sheet import apply, decide, fold

pytestmark = pytest.mark.every_storage

NAMES = ["Ann", "Ben", "Cleo"]
PHONES = 3

_PLAY = ("roll", "best", "some", "roll_again", "bank", "farkle", "next", "next", "next", "next")
_REST = (
    "take_back",
    "undo",
    "redo",
    "enter_turn",
    "correct_turn",
    "add_player",
    "change_player",
    "retire_player",
    "return_player",
    "reorder_players",
    "pause",
    "resume",
    "nonsense",
)
STEPS = st.lists(
    st.tuples(
        st.integers(0, PHONES - 1),
        st.sampled_from(_PLAY + _PLAY + _REST),
        st.lists(st.integers(1, 6), min_size=6, max_size=6),
        # What becomes of the request: sent, sent twice, held back, or an old one sent again; and
        # whether the phone looks at the sheet before it acts.
        st.sampled_from(("send", "send", "send", "twice", "hold", "let_go", "again")),
        st.booleans(),
    ),
    max_size=40,
)
RULES = st.fixed_dictionaries(
    {"target": st.sampled_from([1000, 2000])},
    optional={
        "opening_min": st.sampled_from([0, 300]),
        "final_round": st.sampled_from(["one_more_each", "finish_round", "sudden_death"]),
        "tie": st.sampled_from(["first_reached", "shared", "playoff"]),
        "piggyback": st.sampled_from(["off", "dice_only", "dice_and_points"]),
        "farkle_penalty": st.sampled_from([0, 500]),
        "below_opening": st.sampled_from(["must_roll", "stop_zero"]),
    },
)
_keys = (f"laws-key-{number:08d}" for number in itertools.count())


class Phone:
    """A phone at the table: what it saw last, what it has sent, what it holds back."""

    def __init__(self, client: FlaskClient, url: str) -> None:
        self.client = client
        self.url = url
        self.held: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []
        self.look()

    def look(self) -> None:
        """Ask for the sheet."""
        self._see(self.client.get(self.url).get_json())

    def request(self, command: dict[str, Any]) -> dict[str, Any]:
        """A command on the state that this phone saw last, under a key of its own."""
        return {"id": next(_keys), "seq": self.seq, "command": command}

    def send(self, request: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Post it; the status and the answer. What the answer shows is what the phone sees."""
        response = self.client.post(f"{self.url}/commands", json=request)
        answer: dict[str, Any] = response.get_json()
        self.sent.append(request)
        if "state" in answer:
            self._see(answer)
        return response.status_code, answer

    def _see(self, answer: dict[str, Any]) -> None:
        self.seq, self.state = answer["seq"], answer["state"]


def command_of(state: dict[str, Any], kind: str, faces: list[int]) -> dict[str, Any]:
    """A command as the page would make it from what it shows, or one that makes no sense."""
    players, options = state["players"], state["options"]
    somebody = players[faces[0] % len(players)]["id"]
    can = state["can"]
    if kind == "next":
        kind = next((name for name in ("roll_again", "bank", "farkle") if can[name]), "best")
        kind = kind if can.get(kind) or options else "roll"
        kind = "bank" if kind == "roll_again" and faces[0] > 3 and can["bank"] else kind
    match kind:
        case "roll":
            return {"type": "roll", "dice": faces[: state["dice_in_hand"] or 6]}
        case "best" | "some":
            index = 0 if kind == "best" else faces[0] % (len(options) or 1)
            return {"type": "set_aside", "dice": options[index]["dice"] if options else [7]}
        case "enter_turn" | "correct_turn":
            outcome = ("bank", "bank", "bank", "farkle", "farkle", "zero")[faces[1] - 1]
            points = 50 * faces[2] * faces[3] if outcome == "bank" else 0
            told = {"type": kind, "outcome": outcome, "points": points, "player": somebody}
            return {**told, "round": faces[4]}
        case "add_player" | "change_player":
            name = f"Player {faces[1]}{faces[2]}"
            return {"type": kind, "player": somebody, "name": name, "start": 50 * faces[3]}
        case "reorder_players":
            ids = [player["id"] for player in players]
            return {"type": kind, "order": ids[faces[0] % len(ids) :] + ids[: faces[0] % len(ids)]}
        case _:
            return {"type": kind, "player": somebody}


@pytest.fixture
def servers(make_app: Callable[..., Flask]) -> list[Flask]:
    """Two servers on one store."""
    return [make_app(), make_app()]


def requests(
    phones: list[Phone], steps: list[tuple[int, str, list[int], str, bool]]
) -> Iterator[tuple[Phone, dict[str, Any]]]:
    """What the phones send, one after the other; what was held back to the end comes last."""
    for number, kind, faces, fate, looks in steps:
        phone = phones[number]
        if looks:
            phone.look()
        request = phone.request(command_of(phone.state, kind, faces))
        if fate == "hold":
            phone.held.append(request)
        elif fate == "let_go" and phone.held:
            yield phone, phone.held.pop(faces[0] % len(phone.held))
        elif fate == "again" and phone.sent:
            # Another phone may have been given the same request, as by a page that was restored.
            yield phones[faces[0] % PHONES], phone.sent[faces[1] % len(phone.sent)]
        else:
            yield phone, request
            if fate == "twice":
                yield phone, request
    for phone in phones:
        for request in reversed(phone.held):
            yield phone, request


# The servers are the same for all examples; each example has a table of its own.
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(preset=st.sampled_from(sorted(PRESETS)), house=RULES, steps=STEPS)
def test_every_phone_shows_the_sheet_of_what_was_acknowledged(
    servers: list[Flask],
    preset: str,
    house: dict[str, Any],
    steps: list[tuple[int, str, list[int], str, bool]],
) -> None:
    clients = [servers[number % 2].test_client() for number in range(PHONES)]
    body = {"key": next(_keys), "players": NAMES, "preset": preset}
    made = clients[0].post("/api/tables", json=body).get_json()
    url = f"/api/tables/{made['id']}"
    phones = [Phone(client, url) for client in clients]
    change = {"type": "change_rules", "preset": preset, "rules": house}
    requested = itertools.chain([(phones[0], phones[0].request(change))], requests(phones, steps))

    acknowledged: dict[int, dict[str, Any]] = {}
    by_key: dict[str, tuple[int, int]] = {}
    newest = 1
    for phone, request in requested:
        seen, key = request["seq"], request["id"]
        status, answer = phone.send(request)
        if status == 200:
            place = (answer["accepted"]["first_seq"], answer["accepted"]["last_seq"])
            assert answer["repeated"] is (key in by_key)
            assert by_key.setdefault(key, place) == place
            if not answer["repeated"]:
                assert seen == newest  # only who saw the newest state may act on it
                assert place[0] == newest + 1
                acknowledged[place[0]] = request["command"]
                newest = place[1]
        else:
            assert status in {409, 422}, answer
            assert key not in by_key
            assert (status == 409) == (seen != newest)
        if "state" in answer:
            assert answer["seq"] == newest

    seats = {f"p{number}": name for number, name in enumerate(NAMES, 1)}
    state = fold([new_game(seats, preset)])
    for number in sorted(acknowledged):
        for event in decide(state, acknowledged[number]):
            state = apply(state, event)
    expected = {"seq": newest, "state": state.view()}
    for phone in phones:
        phone.look()
        assert {"seq": phone.seq, "state": phone.state} == expected
    for app in servers:
        assert app.test_client().get(url).get_json() == expected
    for player in phones[0].state["players"]:
        turns = sum(turn["points"] - turn["penalty"] for turn in player["turns"])
        assert player["total"] == turns + player.get("start", 0)
