"""The one error of the game: a stable code for programs, a sentence for players."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType


class FarkleError(ValueError):
    """An illegal move, roll, rule or event.

    ``code`` is a stable ``snake_case`` string, ``words`` a sentence that a player understands,
    ``details`` the facts behind it (JSON-safe values).
    """

    def __init__(self, code: str, words: str, **details: object) -> None:
        super().__init__(words)
        self.code = code
        self.words = words
        self.details: Mapping[str, object] = MappingProxyType(details)

    def to_mapping(self) -> dict[str, object]:
        """Code, words and details as JSON-safe data."""
        return {"code": self.code, "words": self.words, "details": dict(self.details)}

    def __reduce__(self) -> tuple[object, ...]:
        # Exceptions pickle by their args alone, which would lose the code and the details.
        return (_rebuild, (self.code, self.words, dict(self.details)))


def _rebuild(code: str, words: str, details: dict[str, object]) -> FarkleError:
    return FarkleError(code, words, **details)
