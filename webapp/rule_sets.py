"""House rules that were saved under a name, for every table of this server."""

from __future__ import annotations

import contextlib
import json
import secrets
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection, Engine, Row, delete, select

from farkle.rules import PRESETS, Preset, Rules
from webapp.database import READ_ONLY, write_to
from webapp.errors import WebError
from webapp.schema import rule_sets

NAME_LIMIT = 60


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Rules under a name; ``preset`` names those that they started from, ``owner`` is a digest of
    the cookie of the browser that saved them, None where that is not known."""

    id: str
    name: str
    preset: str
    rules: Rules
    owner: str | None = None

    @property
    def base(self) -> Preset:
        """The preset that these rules started from."""
        return PRESETS[self.preset]


class RuleSets:
    """Keeps the saved rules. A table has rules of its own, so changes here touch no game."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def all(self) -> list[RuleSet]:
        """The saved rules by name; those that cannot be read (another version wrote them) are left
        out, so that they keep nobody from the others."""
        with self._engine.connect().execution_options(**READ_ONLY) as connection:
            rows = connection.execute(select(rule_sets).order_by(rule_sets.c.name_key)).all()
        found = []
        for row in rows:
            with contextlib.suppress(ValueError, KeyError):  # FarkleError is a ValueError
                found.append(_read(row))
        return found

    def find(self, set_id: str) -> RuleSet:
        """The rules with that id. Raises WebError 404."""
        query = select(rule_sets).where(rule_sets.c.id == set_id)
        with self._engine.connect().execution_options(**READ_ONLY) as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            raise WebError(404, "unknown_rules", "There are no saved rules like that any more.")
        return _read(row)

    def save(
        self,
        name: str,
        rules: Rules,
        preset: str,
        *,
        replace: bool = False,
        owner: str | None = None,
        may_change: Callable[[str | None], bool] = lambda _: True,
    ) -> RuleSet:
        """Keep rules under a name; those that had it before only give way with ``replace``, and
        only where ``may_change`` says so of their owner.

        Raises WebError: 422 for a name that is empty or too long, 409 for one that is taken.
        """
        shown = _tidy(name)
        key = shown.casefold()
        body = json.dumps({"preset": preset, "rules": rules.to_mapping()})
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        values = {"name": shown, "body": body, "at": at}

        def write(connection: Connection) -> str:
            query = select(rule_sets.c.id, rule_sets.c.owner).where(rule_sets.c.name_key == key)
            known = connection.execute(query).one_or_none()
            if known is not None and not may_change(known.owner):
                raise WebError(
                    409,
                    "rules_name_others",
                    f"Somebody else saved rules called “{shown}” already. Choose another name.",
                    details={"name": shown},
                )
            if known is not None and not replace:
                raise WebError(
                    409,
                    "rules_name_taken",
                    f"There are rules called “{shown}” already. Choose another name, or replace "
                    "them.",
                    details={"name": shown},
                )
            if known is None:
                new = secrets.token_urlsafe(9)
                connection.execute(
                    rule_sets.insert().values(id=new, name_key=key, owner=owner, **values)
                )
                return new
            changed = rule_sets.update().where(rule_sets.c.id == known.id)
            connection.execute(changed.values(**values))
            return str(known.id)

        return RuleSet(write_to(self._engine, write), shown, preset, rules, owner)

    def delete(self, set_id: str) -> None:
        """Forget the rules with that id, if there are any."""
        with self._engine.begin() as connection:
            connection.execute(delete(rule_sets).where(rule_sets.c.id == set_id))


def _read(row: Row[tuple[object, ...]]) -> RuleSet:
    body = json.loads(row.body)
    preset = body["preset"] if body["preset"] in PRESETS else next(iter(PRESETS))
    return RuleSet(row.id, row.name, preset, Rules.from_mapping(body["rules"]), row.owner)


def _tidy(name: str) -> str:
    shown = " ".join(
        "".join(
            letter for letter in unicodedata.normalize("NFC", name) if _is_shown(letter)
        ).split()
    )
    if not shown:
        raise WebError(422, "rules_name_missing", "Give these rules a name.")
    if len(shown) > NAME_LIMIT:
        raise WebError(
            422,
            "rules_name_too_long",
            f"The name of rules has at most {NAME_LIMIT} characters.",
            details={"limit": NAME_LIMIT},
        )
    return shown


def _is_shown(letter: str) -> bool:
    return letter.isspace() or unicodedata.category(letter)[0] != "C"
