"""What whoever sent this request may do at a table.

The table's id in the address is what lets one play, the watching address lets one see. A cookie
tells browsers apart: which one set the table and runs it, which one belongs to which player.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from flask import Response, after_this_request, g, request

from farkle.sheet import GameState
from webapp.errors import WebError
from webapp.members import HOST, PLAYER, SPECTATOR, WATCH, Member
from webapp.remembered import YEAR_S
from webapp.security import cookie_is_secure
from webapp.services import services

_COOKIE = "dicesight_device"


@dataclass(frozen=True, slots=True)
class Access:
    """A table, and what may be done there. ``address`` is the id in the request's address, which
    for those who only watch is not the game's."""

    game_id: str
    address: str
    member: Member | None = None
    runs_table: bool = False

    @property
    def watches(self) -> bool:
        """Whether only watching is allowed."""
        return self.role == SPECTATOR

    @property
    def role(self) -> str:
        """``host``, ``player`` or ``spectator``."""
        if self.address != self.game_id:
            return SPECTATOR
        if self.member is not None and self.member.role == SPECTATOR:
            return SPECTATOR
        return HOST if self.runs_table else PLAYER

    @property
    def actor(self) -> Mapping[str, object] | None:
        """Who it is, for the log; None for a program without a cookie."""
        return None if self.member is None else self.member.to_mapping()

    def permit(self, state: GameState, command: Mapping[str, object]) -> None:
        """Raise WebError 403 if this command is not for whoever sent it."""
        if self.watches:
            raise WebError(403, "only_watching", "You are watching: only players change the sheet.")
        if command.get("type") == "set_table" and "host" in command:
            raise WebError(403, "only_host", "Only whoever runs the table can change this.")
        if self.runs_table:
            return
        if command.get("type") == "set_table":
            raise WebError(403, "only_host", "Only whoever runs the table can change this.")
        own = self.member is not None and self.member.player == state.player.id
        if state.settings.locked and not own:
            name = state.player.name
            raise WebError(
                403,
                "sheet_locked",
                f"The sheet is locked to the phone of {name}. The host can unlock it.",
                details={"name": name},
            )

    def me(self) -> dict[str, object]:
        """What the page knows of its own browser."""
        player = self.member.player if self.member and not self.watches else None
        return {"role": self.role, "player": player, "runs_table": self.runs_table}


def enter(address: str) -> Access:
    """The table with that id or watching address. Raises WebError 404 for an unknown watching
    address; an unknown id is found out by whoever looks for the game."""
    members = services().members
    if address.startswith(WATCH):
        watched = members.game_of_watch(address)
        if watched is None:
            raise WebError(404, "unknown_table", "There is no such table here.")
        return Access(watched, address)
    own = device()
    member = members.find(address, own) if own else None
    runs_table = (member is not None and member.role == HOST) or not members.has_host(address)
    return Access(address, address, member, runs_table)


def sit_down(game_id: str, role: str = PLAYER) -> Access:
    """Make this browser a member of the game, and remember it by its cookie."""
    member = services().members.join(game_id, lasting_device(), role)
    runs_table = member.role == HOST or not services().members.has_host(game_id)
    return Access(game_id, game_id, member, runs_table)


def has_device() -> bool:
    """Whether the request came with the cookie of a browser."""
    return device() is not None


def change_seat(access: Access, changes: Mapping[str, str | None]) -> Access:
    """Give this browser another role or seat at the table."""
    services().members.change(access.game_id, lasting_device(), changes)
    return enter(access.address)


def device() -> str | None:
    """A digest of the cookie of this browser, by which it is known; None before it has one."""
    token = g.get("device") or request.cookies.get(_COOKIE)
    return hashlib.sha256(token.encode()).hexdigest() if token else None


def lasting_device() -> str:
    """The same, for a browser that gets a cookie now if it has none."""
    known = device()
    if known is not None:
        return known
    g.device = secrets.token_urlsafe(24)

    @after_this_request
    def _remember(response: Response) -> Response:
        response.set_cookie(
            _COOKIE,
            g.device,
            max_age=YEAR_S,
            httponly=True,
            samesite="Lax",
            secure=cookie_is_secure(),
        )
        return response

    made = device()
    assert made is not None
    return made
