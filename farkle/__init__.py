"""The game: dice, rules, scoring, turns, the score sheet, odds and advice.

Pure: no files, no clock, no web.

>>> rules = Rules.preset("playmonster")
>>> [str(keep.points) + " = " + keep.words for keep in legal_keeps([1, 5, 2, 2, 2, 6], rules)][:2]
['350 = three 2s 200 + 1 100 + 5 50', '300 = three 2s 200 + 1 100']
>>> is_farkle("2 3 4 6", rules)
True
>>> farkle_probability(6, rules)
Fraction(5, 216)
>>> round(turn_value(0, 6, rules), 4)
542.0632
>>> advise("1 1 2 3 4 6", rules)[0].words
'keep one 1 and roll five: 370 expected'
>>> round(win_probability(rules, me=7200, them=8450), 4)
0.3056
"""

from farkle.advice import Chaser, Move, Situation, advise, explain, situation_of
from farkle.chances import win_probability
from farkle.dice import Dice, Face, format_dice, parse_dice
from farkle.errors import FarkleError
from farkle.events import Event, GameStarted, event_from_mapping, new_game
from farkle.forecast import Forecast, forecast
from farkle.odds import farkle_probability, score_distribution
from farkle.options import OPTIONS, Option
from farkle.rules import PRESETS, Preset, Rules
from farkle.scoring import Combination, Keep, best_keep, is_farkle, legal_keeps
from farkle.sheet import GameState, apply, decide, fold
from farkle.solver import solve
from farkle.win_table import Race, WinTable
from farkle.worth import (
    bank_thresholds,
    chance_of_exactly,
    chance_to_bank,
    chance_to_reach,
    long_run,
    take_over_from,
    turn_value,
)

__all__ = [
    "OPTIONS",
    "PRESETS",
    "Chaser",
    "Combination",
    "Dice",
    "Event",
    "Face",
    "FarkleError",
    "Forecast",
    "GameStarted",
    "GameState",
    "Keep",
    "Move",
    "Option",
    "Preset",
    "Race",
    "Rules",
    "Situation",
    "WinTable",
    "advise",
    "apply",
    "bank_thresholds",
    "best_keep",
    "chance_of_exactly",
    "chance_to_bank",
    "chance_to_reach",
    "decide",
    "event_from_mapping",
    "explain",
    "farkle_probability",
    "fold",
    "forecast",
    "format_dice",
    "is_farkle",
    "legal_keeps",
    "long_run",
    "new_game",
    "parse_dice",
    "score_distribution",
    "situation_of",
    "solve",
    "take_over_from",
    "turn_value",
    "win_probability",
]
