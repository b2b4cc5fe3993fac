"""One player's numbers over all games, with their course."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, render_template, request

from farkle.statistics import PlayerStatistics
from webapp.errors import WebError
from webapp.games import RecentGame
from webapp.past_pages import visible_games
from webapp.plot import line_plot
from webapp.services import services

blueprint = Blueprint("players", __name__)

_MOST_GAMES = 100
_NAME_LIMIT = 40


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game with what one player did in it."""

    line: RecentGame
    won: bool
    numbers: PlayerStatistics


@blueprint.get("/players")
def player() -> str:
    """The numbers of the player of that ``name``; capital letters do not matter."""
    name = request.args.get("name", "")[:_NAME_LIMIT]
    games = [game for line in visible_games() for game in _games_of(line, name)][:_MOST_GAMES]
    if not games:
        raise WebError(404, "player_unknown", "There is no such player at this table.")
    oldest_first = games[::-1]
    averages = [game.numbers.average or 0.0 for game in oldest_first]
    return render_template(
        "player.html",
        name=games[0].numbers.name,
        games=games,
        total=_sum(games),
        plot=line_plot([(games[0].numbers.name, averages)], first=1) if len(games) > 1 else None,
    )


def _games_of(line: RecentGame, name: str) -> list[PlayedGame]:
    if name.casefold() not in {shown.casefold() for shown in line.names}:
        return []
    state, numbers = services().numbers.of(line.id)
    winners = {state.players[index].id for index in state.winners}
    return [
        PlayedGame(line, one.id in winners, one)
        for one in numbers
        if one.name.casefold() == name.casefold() and one.turns
    ]


def _sum(games: list[PlayedGame]) -> dict[str, float | None]:
    """The numbers of all games together, named as those of one."""
    all_numbers = [game.numbers for game in games]
    turns = sum(one.turns for one in all_numbers)
    luck = [one.luck for one in all_numbers if one.luck is not None]
    return {
        "wins": sum(game.won for game in games),
        "turns": turns,
        "average": sum((one.average or 0.0) * one.turns for one in all_numbers) / turns,
        "best": max(one.best or 0 for one in all_numbers),
        "farkle_rate": sum(one.farkles for one in all_numbers) / turns,
        "hot_dice": sum(one.hot_dice for one in all_numbers),
        "luck": sum(luck) if luck else None,
        "decisions": sum(one.decisions for one in all_numbers),
        "best_decisions": sum(one.best_decisions for one in all_numbers),
        "given_away": sum(one.given_away for one in all_numbers),
        "chance_given_away": sum(one.chance_given_away for one in all_numbers),
    }
