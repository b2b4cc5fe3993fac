"""A game at one moment, as a value."""

from __future__ import annotations

from dataclasses import dataclass

from farkle.events import Event, TableSet
from farkle.players import Player
from farkle.rules import Rules
from farkle.turn import LeftOver, Outcome, Turn
from farkle.view import view


@dataclass(frozen=True, slots=True)
class Entry:
    """A turn told by its end alone: how it ended, and the points that were banked."""

    outcome: Outcome
    points: int = 0


@dataclass(frozen=True, slots=True)
class Played:
    """A finished turn as it was played or told, from which its result follows by the rules."""

    player: str
    facts: Turn | Entry
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """How the table is run: whether ``advice`` is shown, whether the sheet is ``locked`` to the
    phone of the player whose turn it is, whether a ``rematch`` was begun, whether the players
    agreed that it ``collects`` pictures of the dice, whether it goes ``hands_free``: what a camera
    reads surely is entered without a tap; and by its number the phone that is ``host``, None while
    that is the one which set the table. Never undone."""

    advice: bool = True
    locked: bool = False
    rematch: bool = False
    collects: bool = False
    hands_free: bool = False
    host: int | None = None

    def after(self, event: TableSet) -> Settings:
        """The settings with what was settled."""
        return Settings(
            self.advice if event.advice is None else event.advice,
            self.locked if event.locked is None else event.locked,
            self.rematch if event.rematch is None else event.rematch,
            self.collects if event.collects is None else event.collects,
            self.hands_free if event.hands_free is None else event.hands_free,
            self.host if event.host is None else event.host,
        )


@dataclass(frozen=True, slots=True)
class GameState:
    """A game at one moment. Players are known by their index, in playing order.

    ``turn`` is None when the game has ended; ``round`` is that of the current turn, from 1;
    ``left_over`` what the player may take over; ``waiting`` who still plays after the current
    turn, None before the final round; ``contenders`` who still rolls off for the start;
    ``winners`` is empty until the end. ``settings`` say how the table is run, ``rules_name`` what
    house rules were saved under.

    ``records`` are the facts of which all of this follows, in order: finished turns, who began,
    and what happened to the seats. ``log`` holds the events that stand, ``undone`` those taken
    back, the last one last.
    """

    rules: Rules
    preset: str | None
    players: tuple[Player, ...]
    first: int
    current: int
    turn: Turn | None
    round: int = 1
    left_over: LeftOver | None = None
    waiting: tuple[int, ...] | None = None
    in_playoff: bool = False
    contenders: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    paused: bool = False
    settings: Settings = Settings()
    rules_name: str | None = None
    records: tuple[Played | Event, ...] = ()
    log: tuple[Event, ...] = ()
    undone: tuple[Event, ...] = ()

    def __post_init__(self) -> None:
        count = len(self.players)
        indices = (self.first, self.current, *self.winners, *self.contenders)
        indices += self.waiting or ()
        if not all(0 <= index < count for index in indices):
            raise ValueError("a player's index is out of range")
        if (self.turn is None) != bool(self.winners):
            raise ValueError("a game has either a turn under way or winners")
        if self.turn is not None and self.turn.rules != self.rules:
            raise ValueError("a turn is played by the rules of its game")
        for several in (self.waiting or (), self.contenders, self.winners):
            if len(set(several)) < len(several):
                raise ValueError("a player is named twice")
        if self.round < 1 or (self.in_playoff and self.waiting is None and self.turn is not None):
            raise ValueError("there is no such round")

    @property
    def player(self) -> Player:
        """Whose turn it is, or was when the game ended."""
        return self.players[self.current]

    @property
    def has_begun(self) -> bool:
        """Whether any dice have been rolled for points."""
        turn = self.turn
        return turn is None or bool(turn.throws) or any(player.turns for player in self.players)

    @property
    def active(self) -> tuple[int, ...]:
        """The players who have not retired."""
        return tuple(n for n, player in enumerate(self.players) if not player.retired)

    def view(self) -> dict[str, object]:
        """The state for a page, JSON-safe. For example, with 1-1-4-4-4-5 on the table::

            {"phase": "rolled",      # to_roll, rolled, kept, farkled, finished
             "paused": False, "advice": True, "locked": False, "rematch": False,
             "collects": False, "hands_free": False, "host": None,
             "players": [{"id": "a", "name": "Ann", "colour": "red", "total": 500, "start": 0,
                          "opened": True, "retired": False, "farkles_in_row": 0,
                          "turns": [{"points": 500, "kind": "bank", "penalty": 0, "round": 1,
                                     "corrected": False}]}, ...],
             "current": 0, "round": 2, "dice_in_hand": 6,
             "roll": [1, 1, 4, 4, 4, 5], "set_aside": [], "turn_points": 0,
             "bank_points": 0,
             "can": {"roll": True, "set_aside": True, "take_back": False, "roll_again": False,
                     "bank": False, "farkle": False, "take_over": False, "enter_turn": True,
                     "undo": True, "redo": False, "pause": True, "resume": False,
                     "add_player": True},
             "why_not_bank": "Set aside at least one scoring die first.",
             "options": [{"dice": [1, 1, 4, 4, 4, 5], "points": 650, "dice_left": 6,
                          "words": "three 4s 400 + two 1s 200 + 5 50"}, ...],
             "final_round": False, "winners": [],
             "left_over": None,      # or {"dice": 3, "points": 700} to take over
             "roll_off": None,       # or the ids of the players who still roll for the start
             "rules": {"preset": "playmonster", "title": "PlayMonster", "single1": 100, ...}}

        ``dice_in_hand`` are the dice to be rolled next, or rolled and not chosen from yet;
        ``set_aside`` lists what was set aside in this turn, roll by roll; ``bank_points`` would go
        to the sheet now, which below the opening minimum may be none; ``why_not_bank`` is
        None when banking is allowed or the game has ended. A turn's ``round`` is that of the
        table, so a player who joined late or was away has none for some rounds.
        """
        return view(self)
