"""Past games: the list, statistics, files."""

from __future__ import annotations

import csv
import io
import itertools
import json
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.conftest import Table
from webapp.plot import HEIGHT, WIDTH, line_plot

FAR = {"REMOTE_ADDR": "192.0.2.7"}


def bank(table: Table, dice: list[int], kept: list[int]) -> None:
    table.play("roll", dice=dice)
    table.play("set_aside", dice=kept)
    table.play("bank")


def upload(client: FlaskClient, content: bytes) -> object:
    return client.post("/games/file", data={"file": (io.BytesIO(content), "game.json")})


@pytest.fixture
def won(client: FlaskClient) -> Table:
    """A short game by Kingdom Come's rules that Ann has won."""
    table = Table(client, "Ann", "Ben", preset="kcd")
    bank(table, [1, 1, 1, 1, 2, 3], [1, 1, 1, 1])
    bank(table, [5, 2, 2, 3, 4, 4], [5])
    bank(table, [1, 1, 1, 1, 2, 3], [1, 1, 1, 1])
    return table


def test_the_list_names_players_winner_and_links(won: Table) -> None:
    page = won.client.get("/games").text
    assert "Ann, Ben" in page
    assert "Ann won" in page
    for part in ("statistics", "print", "tv", "game.json", "game.csv"):
        assert f'href="/t/{won.id}/{part}"' in page


def test_several_tables_stand_side_by_side_and_a_guest_sees_only_the_own(won: Table) -> None:
    other = Table(won.client, "Zoe", "Kai")
    page = won.client.get("/games").text
    assert won.id in page
    assert other.id in page
    guest = won.client.application.test_client()
    guest.get(f"/t/{other.id}", environ_base=FAR)
    seen = guest.get("/games", environ_base=FAR).text
    assert other.id in seen
    assert won.id not in seen
    assert "Ann" not in seen


def test_the_numbers_of_a_game_are_on_its_page(won: Table) -> None:
    page = won.client.get(f"/t/{won.id}/statistics").text
    assert "4,000" in page
    assert "2,000" in page
    assert "<polyline" in page
    assert 'role="img"' in page


def test_decisions_are_shown_beside_better_ones_in_the_readers_language(
    client: FlaskClient,
) -> None:
    table = Table(client, "Ann", "Ben")
    bank(table, [1, 1, 1, 5, 2, 3], [5])
    english = client.get(f"/t/{table.id}/statistics").text
    assert "Keep one 5 and bank 50" in english
    german = client.get(f"/t/{table.id}/statistics", headers={"Accept-Language": "de"}).text
    assert "Leg eine 5 weg und sichere 50" in german
    assert "Best" not in german.replace("Beste", "")


def test_a_game_without_turns_says_so(table: Table) -> None:
    assert "No turn has been finished yet." in table.client.get(f"/t/{table.id}/statistics").text


def test_names_are_counted_across_games_whatever_their_capitals(won: Table) -> None:
    other = Table(won.client, "ANN", "Zoe")
    bank(other, [1, 1, 1, 2, 3, 4], [1, 1, 1])
    page = won.client.get("/games").text
    row = page.split(">ANN</a></th>")[-1].split("</tr>")[0]
    assert row.count("<td>") == 5
    assert "<td>2</td><td>1</td>" in row


def test_a_game_goes_as_json_to_another_server_and_on(
    won: Table, make_app: Callable[..., Flask]
) -> None:
    file = won.client.get(f"/t/{won.id}/game.json")
    assert "attachment" in file.headers["Content-Disposition"]
    again = upload(won.client, file.data)
    assert again.status_code == 303  # type: ignore[attr-defined]
    place = again.location  # type: ignore[attr-defined]
    assert place != f"/t/{won.id}"
    copy = won.client.get(f"/api{place.replace('/t/', '/tables/')}").get_json()
    assert copy["state"] == won.state
    assert upload(won.client, file.data).location == place  # type: ignore[attr-defined]


def test_the_turns_of_a_game_go_as_csv_to_a_spreadsheet(won: Table) -> None:
    file = won.client.get(f"/t/{won.id}/game.csv")
    rows = list(csv.DictReader(io.StringIO(file.text)))
    assert [(row["player"], row["points"]) for row in rows] == [
        ("Ann", "2000"),
        ("Ben", "50"),
        ("Ann", "2000"),
    ]


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"no json", b"[1]", b'{"format": "dicesight-game", "version": 99}']
)
def test_a_file_that_is_no_game_is_refused_in_words(client: FlaskClient, content: bytes) -> None:
    answer = upload(client, content)
    assert answer.status_code == 422  # type: ignore[attr-defined]
    assert 'role="alert"' in answer.text  # type: ignore[attr-defined]


def test_a_forged_game_that_the_rules_forbid_is_refused(won: Table) -> None:
    game = json.loads(won.client.get(f"/t/{won.id}/game.json").text)
    for event in game["events"]:
        if event["event"]["type"] == "kept_aside":
            event["event"]["dice"] = [6, 6, 6]
    answer = upload(won.client, json.dumps(game).encode())
    assert answer.status_code == 422  # type: ignore[attr-defined]


def test_an_unknown_game_has_no_file(client: FlaskClient) -> None:
    for part in ("game.json", "game.csv", "statistics", "chances", "print", "tv"):
        assert client.get(f"/t/nowhere/{part}").status_code == 404


@pytest.mark.parametrize(
    "series",
    [
        [],
        [("a", [])],
        [("a", [0, 0])],
        [("a", [-1000, -500]), ("b", [10_000])],
        [("a", [100]), ("b", [0]), ("c", [0]), ("d", [0])],
        [(str(n), [50 * n, 50 * n]) for n in range(12)],
    ],
)
def test_a_plot_stays_in_its_frame(series: list[tuple[str, list[float]]]) -> None:
    plot = line_plot(series)
    assert line_plot([("a", [5, 7])], first=1).across[0][0] == 1
    for line in plot.lines:
        for point in line.points.split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= WIDTH
            assert 0 <= y <= HEIGHT
        assert 0 <= line.label_y <= HEIGHT
    if series and max(values[-1:] for _, values in series) == [100]:
        assert plot.lines[0].label_y == plot.lines[0].end_y  # the top label stays at its line
    places = sorted(line.label_y for line in plot.lines)
    assert all(b - a >= 15.9 for a, b in itertools.pairwise(places))
    assert len({line.dash for line in plot.lines}) == min(len(plot.lines), 8)


def test_who_may_only_watch_gets_files_that_let_nobody_play(won: Table) -> None:
    members = won.client.application.extensions["dicesight"].members
    won.client.get(f"/t/{won.id}")
    watch = members.codes(won.id).watch
    for part in ("game.json", "game.csv", "statistics", "print", "tv"):
        page = won.client.get(f"/t/{watch}/{part}")
        assert page.status_code == 200
        assert won.id not in page.text


def test_a_player_has_a_page_over_all_games(won: Table) -> None:
    other = Table(won.client, "ann", "Zoe")
    bank(other, [1, 1, 1, 2, 3, 4], [1, 1, 1])
    page = won.client.get("/players?name=ANN").text
    assert "2 games, 1 won." in page
    assert "<polyline" in page
    sums = page.split("<tfoot>")[1]
    assert "<td>3</td><td>1,667</td><td>2,000</td>" in sums
    assert won.client.get("/players?name=Nobody").status_code == 404
    guest = won.client.application.test_client()
    assert guest.get("/players?name=Ann", environ_base=FAR).status_code == 404


def test_the_numbers_of_a_game_are_worked_out_anew_when_it_goes_on(table: Table) -> None:
    numbers = table.client.application.extensions["dicesight"].numbers
    bank(table, [1, 1, 1, 2, 3, 4], [1, 1, 1])
    assert numbers.of(table.id)[1][0].best == 1000
    assert numbers.of(table.id)[1] is numbers.of(table.id)[1]
    table.play("undo")
    assert numbers.of(table.id)[1][0].best is None


def test_the_chance_to_win_is_drawn_over_the_game(won: Table) -> None:
    numbers = won.client.application.extensions["dicesight"].numbers
    curve = numbers.curve(won.id)
    assert [turns for turns, _ in curve.points] == [0, 1, 2, 3]
    assert all(sum(chances) == pytest.approx(1) for _, chances in curve.points)
    first, after_ann, _, end = (chances for _, chances in curve.points)
    assert after_ann[0] > first[0] > after_ann[1]
    assert end == (1.0, 0.0)
    page = won.client.get(f"/t/{won.id}/chances").text
    assert "The chance to win" in page
    assert "100 %" in page
    assert f'href="/t/{won.id}/chances"' in won.client.get(f"/t/{won.id}/statistics").text
    assert numbers.curve(won.id) is curve


def test_three_players_have_a_point_for_each_round(client: FlaskClient) -> None:
    table = Table(client, "Ann", "Ben", "Zoe", preset="kcd")
    for _ in range(2):
        for dice, kept in (([1, 1, 1, 2, 3, 4], [1, 1, 1]), ([5, 2, 2, 3, 4, 4], [5])):
            bank(table, dice, kept)
        bank(table, [5, 2, 2, 3, 4, 4], [5])
    curve = client.application.extensions["dicesight"].numbers.curve(table.id)
    assert [turns for turns, _ in curve.points] == [0, 3, 6]
    assert curve.points[-1][1][0] > 0.5
    assert not curve.is_exact


def test_who_plays_alone_has_no_curve(client: FlaskClient) -> None:
    table = Table(client, "Ann")
    bank(table, [1, 1, 1, 2, 3, 4], [1, 1, 1])
    assert "The chance to win" not in client.get(f"/t/{table.id}/statistics").text


@pytest.mark.parametrize("name", ["W" * 40, "Anna-Magdalena von und zu", "i" * 40, "\u597d" * 40])
def test_names_are_cut_to_what_has_room_beside_the_plot(name: str) -> None:
    (line,) = line_plot([(name, [1, 2])]).lines
    assert line.short.endswith("…")
    assert 5 < len(line.short) < 21
    assert line_plot([("Ann", [1])]).lines[0].short == "Ann"
