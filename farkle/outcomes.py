"""How a turn may end: the chances of its points when it is played by a table."""

from __future__ import annotations

import numpy as np

from farkle.dice import MAX_DICE
from farkle.options import GRID
from farkle.turn_table import Array, TurnTable, flat_menus


def outcomes(table: TurnTable, points: int, dice: int, with_all_keeps: bool = False) -> Array:
    """The chances to bank 0, 50, 100, … points, throwing so many dice now and following the
    table; 0 stands for every end without points. ``with_all_keeps`` where fewer points can be
    better, as for the tables of an exact goal."""
    menus = flat_menus(table.rules, with_all_keeps)
    top = len(table.bank)
    states = table.states()
    reach = int(menus.steps.max()) + 1
    thrown = np.zeros((top + reach, MAX_DICE))
    banked = np.zeros(top + reach)
    start = points // GRID
    thrown[start, dice - 1] = 1.0
    sizes = np.diff(np.append(menus.starts, len(menus.steps)))
    owner = np.repeat(np.arange(len(sizes)), sizes)
    for row in range(start, top):
        mass = thrown[row]
        if not mass.any():
            continue
        weight = mass @ menus.chances
        rows = np.minimum(row + menus.steps, top - 1)
        worth = states[rows, menus.columns]
        best = np.maximum.reduceat(worth, menus.starts)
        is_best = worth == best[owner]
        chosen = np.maximum.reduceat(
            np.where(is_best, -np.arange(len(worth)), -len(worth)), menus.starts
        )
        chosen = -chosen
        to_row, to_column = row + menus.steps[chosen], menus.columns[chosen]
        stops = table.bank[rows[chosen]] >= table.roll[rows[chosen], to_column]
        if table.rules.hot_dice == "forced":
            stops &= to_column != MAX_DICE - 1
        stops |= to_row >= top
        np.add.at(banked, to_row[stops], weight[stops])
        np.add.at(thrown, (to_row[~stops], to_column[~stops]), weight[~stops])
    banked[0] += max(0.0, 1.0 - banked.sum())
    return banked
