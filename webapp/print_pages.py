"""Pages for paper and for the large screen: a sheet to print, an empty one, the spectators'."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask import url_for as address

from farkle.rules import PRESETS
from webapp.access import enter
from webapp.joining import is_reachable, join_address
from webapp.rule_words import chart_view
from webapp.services import services

blueprint = Blueprint("print", __name__)

_COLUMNS = (1, 8)
_ROWS = (1, 30)


@blueprint.get("/t/<table_id>/print")
def sheet(table_id: str) -> str:
    """The score sheet of a game for paper."""
    found = services().games.sheet(enter(table_id).game_id)
    view = found.view
    rounds = max(
        (turn["round"] for player in view["players"] for turn in player["turns"]), default=0
    )
    turns = [{turn["round"]: turn for turn in player["turns"]} for player in view["players"]]
    return render_template(
        "print.html",
        table_id=table_id,
        view=view,
        rounds=rounds,
        turns=turns,
        chart=chart_view(found.state.rules),
    )


@blueprint.get("/print")
def blank() -> str:
    """An empty sheet with the chart of the chosen rules."""
    wanted = request.args.get("rules", "")
    rule_sets = services().rule_sets
    saved = rule_sets.find(wanted.removeprefix("set-")) if wanted.startswith("set-") else None
    preset = PRESETS.get(wanted) or next(iter(PRESETS.values()))
    return render_template(
        "blank.html",
        presets=PRESETS.values(),
        sets=rule_sets.all(),
        chosen=wanted if saved else preset.name,
        title=saved.name if saved else None,
        preset=preset,
        chart=chart_view(saved.rules if saved else preset.rules),
        columns=_bounded("players", 4, _COLUMNS),
        rows=_bounded("rounds", 15, _ROWS),
        column_limits=_COLUMNS,
        row_limits=_ROWS,
    )


@blueprint.get("/t/<table_id>/tv")
def television(table_id: str) -> str:
    """The table for a large screen that everybody looks at and nobody touches."""
    access = enter(table_id)
    found = services().games.sheet(access.game_id)
    codes = services().members.codes(access.game_id)
    join = join_address(address("pages.table", table_id=table_id))
    return render_template(
        "tv.html",
        table_id=table_id,
        view=found.view,
        data={"id": table_id, **found.snapshot()},
        join_url=join,
        code=codes.join if codes and access.address == access.game_id else None,
        reachable=is_reachable(join),
    )


def _bounded(name: str, default: int, limits: tuple[int, int]) -> int:
    text = request.args.get(name, "")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else default
    return min(max(number, limits[0]), limits[1])
