"""Games that were played: their list, statistics, and files to take along or bring back."""

from __future__ import annotations

import contextlib
import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, Response, make_response, redirect, render_template, request
from flask import url_for as address
from werkzeug.wrappers import Response as BaseResponse

from farkle.state import GameState
from farkle.statistics import judged_decisions
from webapp.access import enter, sit_down
from webapp.archive import (
    Archive,
    ArchiveError,
    file_name,
    from_mapping,
    to_csv,
    to_json,
    values_of,
)
from webapp.errors import WebError
from webapp.games import RecentGame
from webapp.joining import is_own_computer
from webapp.languages import error_words
from webapp.members import HOST
from webapp.move_words import move_words
from webapp.pad_file import FORMAT as PAD_FORMAT
from webapp.pad_file import pad_from_mapping
from webapp.pad_pages import remembered_pads
from webapp.plot import line_plot
from webapp.remembered import remembered
from webapp.services import services
from webapp.store import FARKLE, PAD

blueprint = Blueprint("past", __name__)

_LISTED = 200
_COSTLIEST = 5
_FILE_LIMIT = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Career:
    """What the sheets of several games tell of one name."""

    name: str
    games: int
    wins: int
    turns: int
    points: int
    farkles: int
    best: int

    @property
    def average(self) -> float:
        """Points a turn."""
        return self.points / self.turns if self.turns else 0.0

    @property
    def farkle_rate(self) -> float:
        """The share of turns that were farkles."""
        return self.farkles / self.turns if self.turns else 0.0


@blueprint.get("/games")
def games() -> str:
    """All tables that this reader may see, the last one played first, and who played how."""
    return _games_page(None)


@blueprint.get("/t/<table_id>/statistics")
def table_statistics(table_id: str) -> str:
    """The numbers of one game, its course as a plot, and the decisions that cost most."""
    state, numbers = services().numbers.of(enter(table_id).game_id)
    judged = judged_decisions(state)
    names = {player.id: player.name for player in state.players}
    return render_template(
        "statistics.html",
        table_id=table_id,
        players=numbers,
        rules=state.view()["rules"],
        plot=line_plot([(player.name, player.totals) for player in numbers]),
        rounds=max((len(player.totals) for player in numbers), default=0),
        costliest=[decision for decision in judged if decision.cost][:_COSTLIEST],
        names=names,
        move_words=move_words,
    )


@blueprint.get("/t/<table_id>/chances")
def chances(table_id: str) -> str:
    """How everybody's chance to win went; a page of its own, because it takes a moment."""
    game_id = enter(table_id).game_id
    players = services().games.sheet(game_id).state.players
    curve = services().numbers.curve(game_id)
    percentages = [
        (player.name, [100 * shares[seat] for _, shares in curve.points])
        for seat, player in enumerate(players)
    ]
    return render_template(
        "chances.html",
        table_id=table_id,
        players=players,
        curve=curve.points if len(curve.points) > 1 else (),
        exact=curve.is_exact,
        plot=line_plot(percentages, highest=100.0, first=0),
    )


@blueprint.get("/t/<table_id>/game.json")
def as_json(table_id: str) -> Response:
    """The whole game as a file that any Dicesight can open."""
    archive = _archive(table_id)
    return _file(to_json(archive), "application/json", file_name(archive, "json"))


@blueprint.get("/t/<table_id>/game.csv")
def as_csv(table_id: str) -> Response:
    """The turns of the game for a spreadsheet."""
    archive = _archive(table_id)
    return _file(to_csv([archive]), "text/csv", file_name(archive, "csv"))


@blueprint.post("/games/file")
def bring_back() -> BaseResponse:
    """Open a game or a pad from its file: a table of its own, once however often the file is
    sent."""
    request.max_content_length = _FILE_LIMIT
    sent = request.files.get("file")
    content = sent.read() if sent else b""
    try:
        values = values_of(content)
        is_pad = isinstance(values, dict) and values.get("format") == PAD_FORMAT
        archive = pad_from_mapping(values) if is_pad else from_mapping(values)
    except ArchiveError as error:
        page = make_response(_games_page(error_words(error.code, error.words, {})))
        page.status_code = 422
        return page
    key = hashlib.sha256(content).hexdigest()
    new_id = secrets.token_urlsafe(16)
    table_id = services().store.adopt(new_id, key, archive, PAD if is_pad else FARKLE)
    if is_pad:
        return redirect(address("pads.pad", pad_id=table_id), 303)
    if not services().members.has_host(table_id):
        sit_down(table_id, HOST)
    return redirect(address("pages.table", table_id=table_id), 303)


def visible_games() -> list[RecentGame]:
    """The tables that this reader may see, the last one played first: all of them on the computer
    that runs the server, elsewhere those that the browser has seen."""
    games = services().games
    if is_own_computer():
        return games.recent(_LISTED)
    return games.recent_of(remembered("dicesight_tables"))


def careers(states: Sequence[GameState]) -> list[Career]:
    """What the games tell of each name, who played most first; capital letters do not matter."""
    found: dict[str, Career] = {}
    for state in states:
        for player in state.players:
            known = found.get(player.name.casefold(), Career(player.name, 0, 0, 0, 0, 0, 0))
            turns = player.turns
            found[player.name.casefold()] = Career(
                known.name,
                known.games + 1,
                known.wins + any(state.players[n].id == player.id for n in state.winners),
                known.turns + len(turns),
                known.points + sum(turn.points for turn in turns),
                known.farkles + sum(turn.kind in ("farkle", "penalty") for turn in turns),
                max([known.best, *(turn.points for turn in turns)]),
            )
    return sorted(found.values(), key=lambda career: (-career.games, career.name.casefold()))


def _archive(table_id: str) -> Archive:
    """The game behind an address. The file names the table by that address, so that it gives nobody
    more rights than they had."""
    archive = services().store.archive(enter(table_id).game_id)
    if archive is None:
        raise WebError(404, "unknown_table", "There is no such table here.")
    return replace(archive, id=table_id)


def _games_page(fault: str | None) -> str:
    parts = services()
    own = is_own_computer()
    lines = visible_games()
    states = {line.id: parts.games.sheet(line.id).state for line in lines}
    times = parts.store.recent(_LISTED, PAD) if own else _pad_times()
    pads = []
    for pad_id, at in times:
        with contextlib.suppress(WebError):
            pads.append((pad_id, at, parts.pads.sheet(pad_id).pad.view()))
    return render_template(
        "games.html",
        games=lines,
        winners={
            line.id: [states[line.id].players[n].name for n in states[line.id].winners]
            for line in lines
        },
        pads=pads,
        careers=careers(
            [state for state in states.values() if any(p.turns for p in state.players)]
        ),
        own=own,
        fault=fault,
    )


def _pad_times() -> list[tuple[str, str]]:
    times = services().store.last_times(remembered_pads(), PAD)
    return sorted(times.items(), key=lambda item: item[1], reverse=True)


def _file(content: str, mimetype: str, name: str) -> Response:
    response = Response(content, content_type=f"{mimetype}; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
