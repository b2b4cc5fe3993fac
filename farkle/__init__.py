"""The game: dice, rules, scoring, turns and the score sheet. Pure: no files, no clock, no web.

>>> rules = Rules.preset("playmonster")
>>> [str(keep.points) + " = " + keep.words for keep in legal_keeps([1, 5, 2, 2, 2, 6], rules)][:2]
['350 = three 2s 200 + 1 100 + 5 50', '300 = three 2s 200 + 1 100']
>>> is_farkle("2 3 4 6", rules)
True
"""

from farkle.dice import Dice, Face, format_dice, parse_dice
from farkle.errors import FarkleError
from farkle.events import Event, GameStarted, event_from_mapping, new_game
from farkle.options import OPTIONS, Option
from farkle.rules import PRESETS, Preset, Rules
from farkle.scoring import Combination, Keep, best_keep, is_farkle, legal_keeps
from farkle.sheet import GameState, apply, decide, fold

__all__ = [
    "OPTIONS",
    "PRESETS",
    "Combination",
    "Dice",
    "Event",
    "Face",
    "FarkleError",
    "GameStarted",
    "GameState",
    "Keep",
    "Option",
    "Preset",
    "Rules",
    "apply",
    "best_keep",
    "decide",
    "event_from_mapping",
    "fold",
    "format_dice",
    "is_farkle",
    "legal_keeps",
    "new_game",
    "parse_dice",
]
