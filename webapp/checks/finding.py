"""What a check has found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Level(StrEnum):
    """How much a finding matters: all is well, good to know, or something does not work."""

    GOOD = "good"
    NOTE = "note"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was found, what to do about it ("" if there is nothing to do), and the figures
    behind it for programs. ``code`` is stable."""

    code: str
    level: Level
    words: str
    advice: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)


def good(code: str, words: str, **facts: object) -> Finding:
    """All is well."""
    return Finding(code, Level.GOOD, words, "", facts)


def note(code: str, words: str, advice: str = "", **facts: object) -> Finding:
    """Good to know; nothing is broken."""
    return Finding(code, Level.NOTE, words, advice, facts)


def fault(code: str, words: str, advice: str, **facts: object) -> Finding:
    """Something does not work, and what to do."""
    return Finding(code, Level.FAULT, words, advice, facts)
