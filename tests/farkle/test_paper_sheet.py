"""The sheet against one kept as on paper: written from the rule texts, without the game's code."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from farkle.errors import FarkleError
from farkle.events import new_game
from farkle.sheet import apply, decide, fold

TURN = st.tuples(
    st.sampled_from(["bank", "bank", "bank", "farkle", "zero"]),
    st.integers(1, 12).map((50).__mul__),
)
STEP = st.one_of(
    st.tuples(st.just("enter"), TURN),
    st.tuples(st.just("enter"), TURN),
    st.tuples(st.just("correct"), st.integers(0, 40), TURN),
    st.tuples(st.just("undo")),
    st.tuples(st.just("redo")),
)
HOUSE = st.fixed_dictionaries(
    {
        "target": st.sampled_from([500, 1000, 2000]),
        "opening_min": st.sampled_from([0, 300]),
        "below_opening": st.sampled_from(["must_roll", "stop_zero", "stop_is_farkle"]),
        "farkle_penalty": st.sampled_from([0, 500]),
        "farkle_streak": st.integers(1, 3),
        "penalty_reset": st.booleans(),
        "zero_resets_streak": st.booleans(),
        "allow_negative": st.booleans(),
        "final_round": st.sampled_from(["one_more_each", "finish_round", "sudden_death"]),
        "tie": st.sampled_from(["shared", "playoff"]),
    }
)


def paper(count: int, rules: dict[str, Any], turns: list[tuple[str, int]]) -> dict[str, Any] | None:
    """What a careful person would have on paper after these turns, or None if they cannot be."""
    scores = [0] * count
    rows = [0] * count
    opened = [not rules["opening_min"]] * count
    to_play = list(range(count))  # in this round, or at last in the final one
    ending = playoff = over = False
    for kind, points in turns:
        if over:
            return None
        who = to_play.pop(0)
        if kind == "bank":
            if not opened[who] and points < rules["opening_min"]:
                return None
            scores[who] += points
            opened[who], rows[who] = True, 0
        elif kind == "farkle" or (not opened[who] and rules["below_opening"] == "stop_is_farkle"):
            rows[who] += 1
            if rules["farkle_penalty"] and rows[who] >= rules["farkle_streak"]:
                lost = rules["farkle_penalty"]
                scores[who] -= lost if rules["allow_negative"] else min(lost, scores[who])
                if rules["penalty_reset"]:
                    rows[who] = 0
        elif rules["zero_resets_streak"]:
            rows[who] = 0
        if not ending and scores[who] >= rules["target"]:
            ending = True
            if rules["final_round"] == "sudden_death":
                to_play = []
            elif rules["final_round"] == "one_more_each":
                to_play = [(who + step) % count for step in range(1, count)]
        if not to_play and not ending:
            to_play = list(range(count))
        if not to_play:
            best = [seat for seat in range(count) if scores[seat] == max(scores)]
            over = len(best) == 1 or rules["tie"] == "shared"
            to_play = [] if over else best
            playoff = playoff or not over
    return {
        "totals": scores,
        "winners": [s for s in range(count) if over and scores[s] == max(scores)],
        "current": None if over else to_play[0],
        "final": ending and not over,
    }


@settings(max_examples=150, deadline=None)
@given(st.integers(1, 4), HOUSE, st.lists(STEP, max_size=40))
def test_turns_corrections_and_undoing_leave_what_a_paper_sheet_shows(
    count: int, house: dict[str, Any], steps: list[tuple[Any, ...]]
) -> None:
    start = new_game({str(n): f"player {n}" for n in range(count)}, "calc", house)
    events: list[Any] = [start]
    state = fold(events)
    turns: list[tuple[str, int]] = []
    owners: list[tuple[str, int]] = []
    past: list[tuple[list[tuple[str, int]], list[tuple[str, int]]]] = []
    future: list[tuple[list[tuple[str, int]], list[tuple[str, int]]]] = []
    for step in steps:
        before = (list(turns), list(owners))
        command: dict[str, object] = {"type": step[0]}
        wanted: list[tuple[str, int]] | None = list(turns)
        assert wanted is not None
        if step[0] == "enter":
            outcome, points = step[1]
            command = {"type": "enter_turn", "outcome": outcome}
            wanted.append((outcome, points))
        elif step[0] == "correct":
            if not turns:
                continue
            place, (outcome, points) = step[1] % len(turns), step[2]
            who, round_played = owners[place]
            command = {"type": "correct_turn", "outcome": outcome, "player": who}
            command["round"] = round_played
            wanted[place] = (outcome, points)
        if step[0] in ("enter", "correct"):
            command["points"] = points if outcome == "bank" else 0
        try:
            made = decide(state, command)
        except FarkleError:
            if step[0] in ("enter", "correct"):
                # Refused exactly when a person with paper would have to refuse it.
                assert paper(count, house, wanted) is None or _other_order(
                    count, house, turns, wanted
                )
            continue
        for event in made:
            state = apply(state, event)
            events.append(event)
        if step[0] == "undo":
            future.append(before)
            turns, owners = past.pop()
        elif step[0] == "redo":
            past.append(before)
            turns, owners = future.pop()
        else:
            past.append(before)
            future.clear()
            turns = wanted
            if step[0] == "enter":
                last = [
                    (player.id, player.turns[-1].round)
                    for player in state.players
                    if player.turns and (player.id, player.turns[-1].round) not in owners
                ]
                owners = [*owners, *last]
        shown = state.view()
        expected = paper(count, house, turns)
        assert expected is not None
        assert [player.total for player in state.players] == expected["totals"]
        assert sorted(state.winners) == expected["winners"]
        assert shown["final_round"] == expected["final"]
        if expected["current"] is not None:
            assert state.current == expected["current"]
    assert fold(events) == state


def _other_order(
    count: int, house: dict[str, Any], turns: list[tuple[str, int]], wanted: list[tuple[str, int]]
) -> bool:
    """Whether the corrected turns would have been played by other people than they were."""
    if len(turns) != len(wanted):
        return False
    for played in range(len(turns)):
        then, now = paper(count, house, turns[:played]), paper(count, house, wanted[:played])
        assert then is not None
        if now is None or then["current"] != now["current"]:
            return True
    return False
