"""The benchmarks run."""

from __future__ import annotations

import pytest

from bench import advice
from bench.advice import Case, cases, main


def test_every_case_runs_on_both_sides_and_has_a_name_of_its_own() -> None:
    found = cases()
    assert len({case.name for case in found}) == len(found)
    for case in found:
        assert case.ours() is not None
        if case.plain is not None:
            assert case.plain_times > 0
            assert case.plain() is not None


@pytest.mark.parametrize(("wanted_s", "status", "word"), [(10.0, 0, ": yes"), (0.0, 1, ": NO")])
def test_a_missed_time_is_named_and_gives_a_status(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    wanted_s: float,
    status: int,
    word: str,
) -> None:
    case = Case("counting", wanted_s, lambda: sum(range(99)), lambda: sum(range(999)), 3, 3)
    monkeypatch.setattr(advice, "cases", lambda: (case,))
    assert main() == status
    assert word in capsys.readouterr().out
