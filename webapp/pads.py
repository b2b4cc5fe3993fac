"""The pads that are written on: commands in, states out, on the same log as the tables."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from farkle.seat import tidy_name
from webapp.errors import WebError
from webapp.games import tidy_names
from webapp.hub import Hub
from webapp.pad import Pad, decide, fold, is_still_right, start
from webapp.store import PAD, Mark, Receipt, Record, Store, Tail


@dataclass(frozen=True, slots=True)
class PadSheet:
    """A pad at one moment."""

    mark: Mark
    pad: Pad

    def snapshot(self) -> dict[str, object]:
        """What every answer and every stream message carries."""
        return {"seq": self.mark.seq, "state": self.pad.view()}


class Pads:
    """Keeps pads in the store, and tells the hub when one has moved on."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self._store = store
        self._hub = hub

    def create(
        self,
        key: str,
        title: object,
        names: Sequence[object],
        goal: object,
        target: object = None,
        rounds: object = None,
    ) -> str:
        """A new pad's id; the same key gives the same pad. Raises WebError."""
        first = start(title, tidy_names(names), goal, target, rounds)
        new_id = secrets.token_urlsafe(16)
        pad_id = self._store.create(new_id, key, [first], kind=PAD)
        if pad_id != new_id and self._store.read(pad_id)[0] != first:
            raise WebError(422, "key_used", "This key was used for another table.")
        return pad_id

    def sheet(self, pad_id: str) -> PadSheet:
        """The pad as it stands in the store. Raises WebError 404 when there is none."""
        if self._store.kind(pad_id) != PAD:
            raise WebError(404, "unknown_table", "There is no such table here.")
        return _sheet(self._store.tail(pad_id, None))

    def snapshot_text(self, pad_id: str, _told: Mark | None = None) -> tuple[Mark, str]:
        """The newest event, and the snapshot as one line of JSON."""
        sheet = self.sheet(pad_id)
        return sheet.mark, json.dumps(sheet.snapshot(), separators=(",", ":"))

    def command(
        self, pad_id: str, command_id: str, expected_seq: int, command: Mapping[str, Any]
    ) -> tuple[Receipt, PadSheet]:
        """Write on the pad once.

        Raises WebError: 404 for an unknown pad, 409 with the current state when somebody changed
        what the sender saw, 422 for what is not allowed or when the id belongs to another command.
        """
        self.sheet(pad_id)
        named = command.get("type") in ("add", "rename")
        name = tidy_names([command.get("name")])[0] if named else ""

        def facts(read: Callable[[Mark | None], Tail]) -> list[Record]:
            sheet = _sheet(read(None))
            if not is_still_right(sheet.pad, command, is_newest=sheet.mark.seq == expected_seq):
                raise WebError(
                    409,
                    "stale",
                    "The sheet has changed in the meantime. This is how it stands now.",
                    details=sheet.snapshot(),
                )
            others = [one.name for one in sheet.pad.players if one.id != command.get("player")]
            return [decide(sheet.pad, command, tidy_name(name, others))]

        receipt = self._store.append(pad_id, command_id, command, facts)
        if receipt.repeated and receipt.body != command:
            raise WebError(
                422, "command_id_used", "This command's id was used for another command."
            )
        sheet = self.sheet(pad_id)
        if not receipt.repeated:
            self._hub.publish(pad_id, sheet.mark)
        return receipt, sheet


def _sheet(tail: Tail) -> PadSheet:
    assert tail.mark is not None
    return PadSheet(tail.mark, fold(tail.facts))
