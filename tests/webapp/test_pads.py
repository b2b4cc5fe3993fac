"""Score pads for other games: any points, any cell, the same for all."""

from __future__ import annotations

import io
import itertools
import json
import time
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from webapp.pad import decide, fold, start

pytestmark = pytest.mark.every_storage

_KEYS = (f"pad-key-{number:06d}" for number in itertools.count())


class PadTable:
    """A pad as a client of the API sees it."""

    def __init__(self, client: FlaskClient, *names: str, **settings: object) -> None:
        self.client = client
        body = {"key": next(_KEYS), "title": "Skat", "players": list(names), **settings}
        made = client.post("/api/pads", json=body).get_json()
        self.id, self.seq, self.state = made["id"], made["seq"], made["state"]

    def send(self, kind: str, **command: object) -> Any:
        seq = command.pop("seq", self.seq)
        key = command.pop("key", next(_KEYS))
        body = {"id": key, "seq": seq, "command": {"type": kind, **command}}
        answer = self.client.post(f"/api/pads/{self.id}/commands", json=body)
        data = answer.get_json()
        if answer.status_code == 200:
            self.seq, self.state = data["seq"], data["state"]
        return answer

    def write(self, player: str, number: int, points: int | None, was: int | None = None) -> Any:
        return self.send("points", player=player, round=number, points=points, was=was)

    def row(self, number: int) -> list[int | None]:
        return [player["points"][number] for player in self.state["players"]]


@pytest.fixture
def pad(client: FlaskClient) -> PadTable:
    """Ann and Ben without an end."""
    return PadTable(client, "Ann", "Ben")


def test_a_zero_is_a_score_and_an_empty_cell_is_none(pad: PadTable) -> None:
    pad.write("p1", 0, 0)
    assert pad.row(0) == [0, None]
    pad.write("p1", 0, None, was=0)
    assert pad.row(0) == [None, None]


def test_any_cell_can_be_changed_later_and_the_total_follows(pad: PadTable) -> None:
    for number, points in enumerate((10, 20, -5)):
        pad.write("p1", number, points)
        pad.write("p2", number, 1)
    pad.write("p1", 0, 100, was=10)
    assert [player["total"] for player in pad.state["players"]] == [115, 3]


def test_two_people_may_write_into_different_cells_at_once(pad: PadTable) -> None:
    seen = pad.seq
    assert pad.write("p1", 0, 7).status_code == 200
    late = pad.send("points", player="p2", round=0, points=9, was=None, seq=seen)
    assert late.status_code == 200
    assert pad.row(0) == [7, 9]


def test_nobody_writes_over_what_they_have_not_seen(pad: PadTable) -> None:
    seen = pad.seq
    pad.write("p1", 0, 7)
    late = pad.send("points", player="p1", round=0, points=9, was=None, seq=seen)
    assert late.status_code == 409
    assert late.get_json()["state"]["players"][0]["points"] == [7, None]
    assert pad.send("undo", seq=seen).status_code == 409


def test_a_number_that_is_sent_twice_counts_once(pad: PadTable) -> None:
    seq = pad.seq
    for _ in range(3):
        answer = pad.send(
            "points", key="the-same-key", seq=seq, player="p1", round=0, points=5, was=None
        )
        assert answer.status_code == 200
    assert pad.state["players"][0]["total"] == 5
    assert pad.seq == seq + 1


def test_everything_can_be_undone_and_redone(pad: PadTable) -> None:
    pad.write("p1", 0, 5)
    pad.send("rename", player="p2", name="Bea")
    pad.send("undo")
    pad.send("undo")
    assert (pad.row(0), pad.state["players"][1]["name"]) == ([None, None], "Ben")
    assert pad.send("undo").status_code == 422
    pad.send("redo")
    assert pad.row(0) == [5, None]
    pad.write("p2", 0, 1)
    assert pad.state["can"]["redo"] is False


def test_people_come_and_go_and_are_told_apart(pad: PadTable) -> None:
    pad.send("add", name="ann")
    pad.send("leave", player="p2")
    view = pad.state["players"]
    assert [(player["name"], player["left"]) for player in view] == [
        ("Ann", False),
        ("Ben", True),
        ("ann (2)", False),
    ]
    pad.send("come_back", player="p2")
    assert not pad.state["players"][1]["left"]


def test_all_who_share_the_best_total_win_at_the_end_of_the_round(client: FlaskClient) -> None:
    pad = PadTable(client, "Ann", "Ben", "Zoe", target=10)
    pad.write("p1", 0, 12)
    assert pad.state["winners"] == []
    pad.write("p2", 0, 12)
    pad.write("p3", 0, 3)
    assert pad.state["winners"] == ["p1", "p2"]
    pad.send("undo")
    assert pad.state["winners"] == []


def test_with_a_low_goal_the_fewest_points_win_after_the_last_round(client: FlaskClient) -> None:
    pad = PadTable(client, "Ann", "Ben", goal="low", rounds=2)
    for number, (ours, theirs) in enumerate([(5, 1), (0, 3)]):
        pad.write("p1", number, ours)
        pad.write("p2", number, theirs)
    assert pad.state["winners"] == ["p2"]
    assert pad.write("p1", 2, 5).status_code == 422


def test_who_has_left_is_not_waited_for(client: FlaskClient) -> None:
    pad = PadTable(client, "Ann", "Ben", target=10)
    pad.send("leave", player="p2")
    pad.write("p1", 0, 10)
    assert pad.state["winners"] == ["p1"]


@pytest.mark.parametrize(
    "command",
    [
        {"type": "points", "player": "p1", "round": 0, "points": 1.5},
        {"type": "points", "player": "p1", "round": 0, "points": "5"},
        {"type": "points", "player": "p1", "round": 0, "points": True},
        {"type": "points", "player": "p1", "round": 0, "points": 10**7},
        {"type": "points", "player": "p1", "round": 5, "points": 1},
        {"type": "points", "player": "p1", "round": -1, "points": 1},
        {"type": "points", "player": [1], "round": 0, "points": 1},
        {"type": "points", "player": "p9", "round": 0, "points": 1},
        {"type": "rename", "player": "p1", "name": ""},
        {"type": "rename", "player": "p1", "name": 5},
        {"type": "add"},
        {"type": "retitle", "title": " "},
        {"type": "explode"},
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(
    pad: PadTable, command: dict[str, object]
) -> None:
    before = pad.state
    rest = {name: value for name, value in command.items() if name != "type"}
    answer = pad.send(str(command["type"]), **rest)
    assert answer.status_code == 422, answer.get_json()
    assert pad.client.get(f"/api/pads/{pad.id}").get_json()["state"] == before


def test_sixty_rounds_of_eight_players_add_up(client: FlaskClient) -> None:
    pad = PadTable(client, *(f"Player {n}" for n in range(8)))
    for number in range(60):
        for seat in range(1, 9):
            assert pad.write(f"p{seat}", number, number).status_code == 200
    assert {player["total"] for player in pad.state["players"]} == {60 * 59 // 2}


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["points", "undo", "redo"]),
            st.integers(1, 3),
            st.integers(0, 4),
            st.one_of(st.none(), st.integers(-50, 50)),
        ),
        max_size=30,
    )
)
def test_totals_are_the_sums_of_the_cells_whatever_happens(
    moves: list[tuple[str, int, int, int | None]],
) -> None:
    events = [start("Game", ["a", "b", "c"], "high", None, None)]
    expected: list[dict[tuple[str, int], int]] = [{}]
    undone: list[dict[tuple[str, int], int]] = []
    for kind, seat, number, points in moves:
        pad = fold(events)
        command = {"type": kind, "player": f"p{seat}", "round": number, "points": points}
        if kind == "points" and number > pad.filled:
            continue
        if (kind == "undo" and len(expected) == 1) or (kind == "redo" and not undone):
            continue
        events.append(decide(pad, command, ""))
        if kind == "undo":
            undone.append(expected.pop())
        elif kind == "redo":
            expected.append(undone.pop())
        else:
            cells = dict(expected[-1])
            cells.pop((f"p{seat}", number), None)
            if points is not None:
                cells[(f"p{seat}", number)] = points
            expected.append(cells)
            undone = []
    pad = fold(events)
    assert dict(pad.cells) == expected[-1]
    for player in pad.view()["players"]:
        assert player["total"] == sum(points or 0 for points in player["points"])


def test_the_form_makes_a_pad_and_says_what_is_wrong(client: FlaskClient) -> None:
    form = {"key": "a-key-of-mine", "title": "Rummy", "player": ["Ann", "Ben"], "goal": "low"}
    made = client.post("/pads", data={**form, "target": "500", "rounds": ""})
    assert made.status_code == 303
    assert "Rummy" in client.get(made.location).text
    again = client.post("/pads", data={**form, "target": "500", "rounds": ""})
    assert again.location == made.location
    wrong = client.post("/pads", data={**form, "key": "another-key", "target": "many"})
    assert wrong.status_code == 422
    assert "from 1 to 1,000,000" in wrong.text
    assert 'value="many"' in wrong.text


def test_a_pad_and_a_table_are_not_mistaken_for_each_other(
    client: FlaskClient, pad: PadTable
) -> None:
    table = client.post("/api/tables", json={"key": "a-key-of-mine", "players": ["Ann"]})
    assert client.get(f"/p/{table.get_json()['id']}").status_code == 404
    assert client.get("/p/nowhere").status_code == 404
    assert client.get(f"/api/pads/{pad.id}/events", buffered=False).status_code == 200


def test_a_pad_goes_to_a_spreadsheet_and_names_are_no_formulas(client: FlaskClient) -> None:
    pad = PadTable(client, "=Ann", "Ben")
    pad.write("p1", 0, 7)
    pad.write("p2", 0, 0)
    pad.write("p1", 1, -3)
    file = client.get(f"/p/{pad.id}/pad.csv")
    assert "attachment" in file.headers["Content-Disposition"]
    assert file.text.splitlines() == ["round,'=Ann,Ben", "1,7,0", "2,-3,", "total,4,0"]
    assert client.get("/p/nowhere/pad.csv").status_code == 404


def test_a_pad_comes_back_from_its_file_with_everything(client: FlaskClient) -> None:
    pad = PadTable(client, "Ann", "Ben", goal="low", rounds=9)
    pad.write("p1", 0, 7)
    pad.write("p2", 0, -3)
    pad.send("add", name="ann")
    pad.send("rename", player="p2", name="Benno")
    pad.send("leave", player="p3")
    pad.send("undo")
    pad.send("undo")
    pad.send("redo")
    pad.send("retitle", title="Rommé")
    file = client.get(f"/p/{pad.id}/pad.json")
    assert "attachment" in file.headers["Content-Disposition"]
    sent = {"file": (io.BytesIO(file.data), "pad.json")}
    places = [client.post("/games/file", data=dict(sent)).location]
    sent = {"file": (io.BytesIO(file.data), "pad.json")}
    places.append(client.post("/games/file", data=sent).location)
    assert places[0] == places[1]
    shown = client.get(f"/api{places[0].replace('/p/', '/pads/')}").get_json()
    assert shown == {"seq": pad.seq, "state": pad.state}
    assert shown["state"]["can"] == {"undo": True, "redo": False}


@pytest.mark.parametrize(
    "event",
    [
        {"type": "points_written", "player": "p9", "round": 0, "points": 1},
        {"type": "points_written", "player": "p1", "round": 5, "points": 1},
        {"type": "points_written", "player": "p1", "round": 0, "points": True},
        {"type": "points_written", "player": "p1", "round": 0, "points": 1, "more": 2},
        {"type": "player_added", "player": "p7", "name": "Cleo"},
        {"type": "player_added", "player": "p3", "name": "ben"},
        {"type": "player_renamed", "player": "p1", "name": "  "},
        {"type": "undone"},
        {"type": "redone"},
        {"type": ["points_written"]},
        {"type": "of_the_future"},
        {},
    ],
)
def test_a_file_whose_pad_was_never_written_so_is_refused(
    client: FlaskClient, pad: PadTable, event: object
) -> None:
    values = json.loads(client.get(f"/p/{pad.id}/pad.json").data)
    at = values["created_at"]
    values["events"].append({"seq": 2, "at": at, "command": "c-2", "event": event})
    sent = {"file": (io.BytesIO(json.dumps(values).encode()), "pad.json")}
    answer = client.post("/games/file", data=sent)
    assert answer.status_code == 422
    assert "Event 2 of this game does not fit the rules" in answer.text


def test_many_steps_back_do_not_make_a_pad_slow() -> None:
    first = start("Skat", ["Ann"], "high", None, None)
    cell = {"type": "points_written", "player": "p1", "round": 0}
    steps = [{**cell, "points": n} for n in range(3000)]
    began = time.perf_counter()
    pad = fold([first, *steps, *[{"type": "undone"}] * 2990])
    assert time.perf_counter() - began < 2
    assert (pad.total("p1"), len(pad.undone)) == (9, 2990)


def test_who_typed_into_a_cell_while_it_was_written_does_not_write_over_it(
    client: FlaskClient, pad: PadTable
) -> None:
    assert pad.write("p1", 0, 12).status_code == 200
    # The other phone was told of the 12, but began to type before that.
    refused = pad.write("p1", 0, 34, was=None)
    assert (refused.status_code, pad.row(0)) == (409, [12, None])
    assert pad.write("p1", 0, 34, was=12).status_code == 200
    # A program that says nothing of what was there means the newest pad.
    told = {"type": "points", "player": "p1", "round": 0, "points": 56}
    body = {"id": next(_KEYS), "seq": pad.seq, "command": told}
    answer = client.post(f"/api/pads/{pad.id}/commands", json=body)
    assert answer.get_json()["state"]["players"][0]["points"][0] == 56
