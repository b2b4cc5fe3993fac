"""Pictures collected from play: only with consent, only the dice, bounded, and easily forgotten.

Everything lies below one folder, a folder for each table that consented. Nothing here may ever
touch the score: `keep` answers with a word and raises nothing that the disk could cause.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import threading
import uuid
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

import cv2
import numpy as np

from datasets.label_file import read_label_file, to_text
from datasets.labels import Facts, LabelError, LabelledDie, LabelledPicture
from datasets.likeness import distance, fingerprint
from datasets.shelf import Draft, write_whole
from datasets.sighting import WORTH, Sighting, dice_window, labelled

Kept = Literal["kept", "no_consent", "nothing_new", "no_dice", "alike", "quota", "disk_full"]

_ALIKE = 12
"""Most differing bits of 256 at which two crops of one table count as the same roll seen again."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What collecting may cost. ``reserve_bytes``: what always stays free on the disk."""

    quota_bytes: int = 2 * 2**30
    reserve_bytes: int = 2 * 2**30
    keep_days: int = 365
    sample_share: float = 0.05
    longest_side_px: int = 1280


NO_BOUNDS_SAID = Bounds()


@dataclass(frozen=True, slots=True)
class Consent:
    """When a table's players agreed, and in which words."""

    given_at: str
    words: str


@dataclass(frozen=True, slots=True)
class Item:
    """A collected picture as the correction page sees it. ``revision`` changes with its label."""

    id: str
    picture: LabelledPicture
    revision: str
    why: str
    doubt: float
    complete: bool
    checked: bool


def _now() -> datetime:
    return datetime.now(UTC)


def _free_bytes(folder: Path) -> int:
    return shutil.disk_usage(folder).free


@dataclass(slots=True)
class Collection:
    """All collected pictures below ``root``. Safe to use from several threads."""

    root: Path
    bounds: Bounds = NO_BOUNDS_SAID
    now: Callable[[], datetime] = _now
    free_bytes: Callable[[Path], int] = _free_bytes
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _claims: dict[str, tuple[str, datetime]] = field(default_factory=dict)
    _expired_at: datetime | None = None

    def session(self, table: str) -> str:
        """The table's name in labels: its id is a secret, and labels are handed on."""
        return hashlib.sha256(f"table {table}".encode()).hexdigest()[:16]

    def _home(self, table: str) -> Path:
        return self.root / self.session(table)

    def consent(self, table: str) -> Consent | None:
        """The consent of this table, None while it has not been given."""
        try:
            told = json.loads((self._home(table) / "consent.json").read_text(encoding="utf-8"))
            return Consent(str(told["given_at"]), str(told["words"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def give_consent(self, table: str, words: str) -> Consent:
        """Write down that the players agreed to ``words``; raises OSError."""
        given = Consent(self.now().isoformat(timespec="seconds"), words)
        home = self._home(table)
        (home / "images").mkdir(parents=True, exist_ok=True)
        write_whole(home / "consent.json", json.dumps(asdict(given), ensure_ascii=False).encode())
        return given

    def stop(self, table: str) -> None:
        """Take the consent back: nothing more is kept; what is there stays until forgotten."""
        (self._home(table) / "consent.json").unlink(missing_ok=True)

    def forget(self, table: str) -> int:
        """Delete everything of this table, its consent too; returns how many pictures."""
        with self._lock:
            home = self._home(table)
            count = len(list(home.glob("images/*.json")))
            (home / "consent.json").unlink(missing_ok=True)
            if home.is_dir():
                shutil.rmtree(home)
            return count

    def expire(self) -> int:
        """Delete what is older than is kept; returns how many pictures."""
        oldest = self.now() - timedelta(days=self.bounds.keep_days)
        count = 0
        with self._lock:
            for item in self._all():
                at = str(item.picture.facts.settings.get("taken_at", ""))
                if at and datetime.fromisoformat(at) < oldest:
                    self._delete(item)
                    count += 1
        return count

    def _expire_daily(self) -> None:
        """Looking and keeping are when somebody would notice that old pictures are still there."""
        if self._expired_at is None or self.now() - self._expired_at > timedelta(days=1):
            self._expired_at = self.now()
            self.expire()

    def count(self, table: str) -> int:
        """How many pictures of this table there are."""
        return len(list(self._home(table).glob("images/*.json")))

    def has_room(self) -> bool:
        """Whether the disk has more free than always stays free; the quota makes its own room."""
        try:
            home = next(path for path in (self.root, *self.root.parents) if path.is_dir())
            return self.free_bytes(home) >= self.bounds.reserve_bytes
        except OSError:
            return False

    def used_bytes(self) -> int:
        """What all collected pictures take."""
        return sum(path.stat().st_size for path in self.root.rglob("*") if path.is_file())

    def keep(self, table: str, sighting: Sighting) -> Kept:
        """Keep the dice of this photograph if the table consented and there is something to learn.

        The answer says what happened; a full or failing disk is an answer, too, never an error.
        """
        try:
            with self._lock:
                return self._keep(table, sighting)
        except OSError:
            return "disk_full"

    def _keep(self, table: str, sighting: Sighting) -> Kept:
        if self.consent(table) is None:
            return "no_consent"
        self._expire_daily()
        boxes = [die.box for die in sighting.accepted if die.box is not None]
        boxes += [die.box for die in sighting.read]
        if not boxes:
            return "no_dice"
        height, width = sighting.image.shape[:2]
        window = dice_window(boxes, width, height)
        left, top, right, bottom = window
        crop = np.ascontiguousarray(sighting.image[top:bottom, left:right])
        longest = max(crop.shape[:2])
        if longest > self.bounds.longest_side_px:
            scale = self.bounds.longest_side_px / longest
            size = (max(1, round(crop.shape[1] * scale)), max(1, round(crop.shape[0] * scale)))
            crop = np.asarray(cv2.resize(crop, size, interpolation=cv2.INTER_AREA), np.uint8)
        likeness = fingerprint(crop)
        why = sighting.why(self._is_sample(likeness))
        if why is None:
            return "nothing_new"
        twin = self._twin(table, likeness)
        if twin is not None and WORTH[twin.why] >= WORTH[why]:
            return "alike"
        # Encoded anew: location and camera data of the file do not come along.
        ok, jpeg = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, 92])
        if not ok:
            return "no_dice"
        payload = jpeg.tobytes()
        if self.free_bytes(self.root) < self.bounds.reserve_bytes + 4 * len(payload):
            return "disk_full"
        if not self._make_room(len(payload) + 4096):
            return "quota"
        dice = labelled(sighting, window)
        settings = {
            **sighting.settings,
            "why": why,
            "doubt": round(sighting.doubt, 4),
            "likeness": likeness,
            "complete": not sighting.unsettled
            and all(die.box is not None for die in sighting.accepted),
            "checked": False,
            "taken_at": self.now().isoformat(timespec="seconds"),
        }
        facts = Facts(
            session=self.session(table),
            camera=sighting.camera,
            model_sha256=sighting.model_sha256,
            source="collected from play",
            settings=settings,
        )
        path = self._home(table) / "images" / f"{uuid.uuid4().hex}.jpg"
        write_whole(path, payload)
        text = to_text(LabelledPicture(path, dice, facts), crop.shape[1], crop.shape[0])
        try:
            write_whole(path.with_suffix(".json"), text.encode())
        except OSError:
            path.unlink(missing_ok=True)
            raise
        if twin is not None:
            self._delete(twin)
        return "kept"

    def _is_sample(self, likeness: str) -> bool:
        """A share of all pictures, chosen by the picture itself."""
        digest = hashlib.sha256(likeness.encode()).digest()
        return int.from_bytes(digest[:4], "big") / 2**32 < self.bounds.sample_share

    def _twin(self, table: str, likeness: str) -> Item | None:
        for item in self._of(self._home(table)):
            other = str(item.picture.facts.settings.get("likeness", ""))
            if len(other) == len(likeness) and distance(likeness, other) <= _ALIKE:
                return item
        return None

    def _make_room(self, needed: int) -> bool:
        """Whether there is room, after dropping the oldest confident samples if need be."""
        free = self.bounds.quota_bytes - self.used_bytes()
        if free >= needed:
            return True
        samples = [item for item in self._all() if item.why == "sample" and not item.checked]
        samples.sort(key=lambda item: str(item.picture.facts.settings.get("taken_at", "")))
        for item in samples:
            free += item.picture.path.stat().st_size
            self._delete(item)
            if free >= needed:
                return True
        return False

    def _delete(self, item: Item) -> None:
        item.picture.path.with_suffix(".json").unlink(missing_ok=True)
        item.picture.path.unlink(missing_ok=True)

    def _all(self) -> Iterator[Item]:
        for home in sorted(path for path in self.root.glob("*") if path.is_dir()):
            yield from self._of(home)

    def _of(self, home: Path) -> Iterator[Item]:
        for label in sorted(home.glob("images/*.json")):
            item = self._item(label)
            if item is not None:
                yield item

    def _item(self, label: Path) -> Item | None:
        try:
            text = label.read_bytes()
            picture = read_label_file(label)
        except (OSError, LabelError):
            return None  # deleted meanwhile, or not ours
        settings = picture.facts.settings
        doubt = settings.get("doubt", 0.0)
        return Item(
            label.stem,
            picture,
            hashlib.sha256(text).hexdigest()[:16],
            str(settings.get("why", "sample")),
            float(doubt) if isinstance(doubt, int | float) else 0.0,
            bool(settings.get("complete", True)),
            bool(settings.get("checked", False)),
        )

    # What the correction page needs.

    def find(self, item_id: str, table: str | None = None) -> Item:
        """The picture of this id, of this table if one is named; LabelError ``picture_gone``."""
        home = "*" if table is None else self.session(table)
        if item_id.isalnum():
            for label in self.root.glob(f"{home}/images/{item_id}.json"):
                if item := self._item(label):
                    return item
        raise LabelError("picture_gone", "This picture is not there any more.")

    def queue(self, person: str = "", count: int = 20, table: str | None = None) -> list[Item]:
        """The pictures most worth a look, best first; those that another person just took are last.
        With ``table`` only those of that table.

        Incomplete labels come first, then corrected, disagreeing and doubtful readings, each by
        doubt; what a person has checked is not shown again. The first picture is claimed for two
        minutes, so that two people work on different ones.
        """
        with self._lock:
            self._expire_daily()
            items = self._all() if table is None else self._of(self._home(table))
            waiting = [item for item in items if not item.checked]
            recent = self.now() - timedelta(minutes=2)

            def order(item: Item) -> tuple[bool, bool, int, float]:
                owner, at = self._claims.get(item.id, ("", recent))
                taken = owner not in ("", person) and at > recent
                return (taken, item.complete, -WORTH.get(item.why, 0), -item.doubt)

            waiting.sort(key=order)
            if waiting and person:
                self._claims[waiting[0].id] = (person, self.now())
            return waiting[:count]

    def correct(
        self, item_id: str, dice: tuple[LabelledDie, ...], revision: str, remove: bool = False
    ) -> None:
        """Write what a person says of a picture; ``remove`` deletes it.

        Raises LabelError ``picture_changed`` when somebody else has changed it since ``revision``,
        ``picture_gone`` when it was deleted, or OSError.
        """
        with self._lock:
            item = self.find(item_id)
            if item.revision != revision:
                raise LabelError(
                    "picture_changed", "Somebody else has just corrected this picture."
                )
            if remove:
                self._delete(item)
                return
            settings = {**item.picture.facts.settings, "checked": True, "complete": True}
            facts = replace(item.picture.facts, settings=settings)
            said = tuple(replace(die, said_by="person") for die in dice)
            path = item.picture.path
            size = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
            picture = LabelledPicture(path, said, facts)
            text = to_text(picture, size["width_px"], size["height_px"])
            write_whole(path.with_suffix(".json"), text.encode())
            self._claims.pop(item_id, None)

    def drafts(self, only_checked: bool = False) -> list[Draft]:
        """What can become part of a version: complete labels, or only those that were checked."""
        return [
            Draft(item.id, item.picture.path, item.picture.dice, item.picture.facts)
            for item in self._all()
            if item.complete and (item.checked or not only_checked)
        ]
