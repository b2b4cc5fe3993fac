"""Which network reads the dice: the shipped one, or one that was promoted on this computer.

Kept in the data folder as ``models/in_use.json``: the whole history, so that one can go back.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from datasets.shelf import write_whole
from models.weights import WeightsError, load_weights

if TYPE_CHECKING:
    from vision.reader import DiceReader

SHIPPED_NAME = "shipped"


@dataclass(frozen=True, slots=True)
class InUse:
    """A network that reads: its name, and since when it is here ("" for the shipped one)."""

    name: str
    since: str = ""

    @property
    def shipped(self) -> bool:
        """Whether it came along with Dicesight."""
        return self.name == SHIPPED_NAME


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class _State:
    history: tuple[str, ...] = (SHIPPED_NAME,)
    protected: tuple[str, ...] = ()
    since: tuple[tuple[str, str], ...] = ()

    def to_text(self) -> str:
        told = {"history": self.history, "protected": self.protected, "since": dict(self.since)}
        return json.dumps(told, indent=1) + "\n"


@dataclass(frozen=True, slots=True)
class Garage:
    """The promoted networks of one data folder, and the sets that they are judged by."""

    folder: Path
    now: Callable[[], datetime] = _now

    @classmethod
    def of(cls, data_dir: Path) -> Garage:
        """The one of this data folder."""
        return cls(data_dir / "models")

    def _state(self) -> _State:
        path = self.folder / "in_use.json"
        if not path.is_file():
            return _State()
        try:
            told = json.loads(path.read_text(encoding="utf-8"))
            history, protected = tuple(told["history"]), tuple(told["protected"])
            since = tuple(dict(told.get("since", {})).items())
            words = [*history, *protected, *(word for pair in since for word in pair)]
            if not history or not all(isinstance(word, str) for word in words):
                raise ValueError("no names")
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise WeightsError("in_use_damaged", f"{path} is damaged ({error}).") from None
        return _State(history, protected, since)

    def _write(self, state: _State) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        write_whole(self.folder / "in_use.json", state.to_text().encode())

    @property
    def history(self) -> list[str]:
        """Names of all networks that were in use, the present one last."""
        return list(self._state().history)

    @property
    def protected(self) -> list[str]:
        """The picture sets (``name@number``) that every new network must be better on."""
        return list(self._state().protected)

    @property
    def path(self) -> Path | None:
        """The file of the network in use; None for the shipped one."""
        name = self.history[-1]
        return None if name == SHIPPED_NAME else self.folder / name

    def known(self, sha256: str) -> InUse:
        """The promoted network with this hash, else the shipped one."""
        state, name = self._state(), _name(sha256)
        if name not in state.history and name not in dict(state.since):
            return InUse(SHIPPED_NAME)
        return InUse(name, dict(state.since).get(name, ""))

    def protect(self, labels: Iterable[str]) -> None:
        """Judge every network to come by just these sets."""
        state, wanted = self._state(), tuple(dict.fromkeys(labels))
        if wanted != state.protected:
            self._write(replace(state, protected=wanted))

    def take(self, network: Path) -> str:
        """Copy a network here and put it to use; returns its name."""
        weights = load_weights(network)
        name = _name(weights.sha256)
        self.folder.mkdir(parents=True, exist_ok=True)
        write_whole(self.folder / name, weights.payload)
        record = network.with_suffix(".json")
        if record.is_file():
            shutil.copyfile(record, (self.folder / name).with_suffix(".json"))
        state = self._state()
        since = {**dict(state.since), name: self.now().isoformat(timespec="seconds")}
        self._write(replace(state, history=(*state.history, name), since=tuple(since.items())))
        return name

    def back(self) -> str:
        """Go back to the network that was in use before; returns its name.

        Raises WeightsError ``nothing_before``.
        """
        state = self._state()
        if len(state.history) < 2:
            raise WeightsError("nothing_before", "There is no network to go back to.")
        self._write(replace(state, history=state.history[:-1]))
        return state.history[-2]


def _name(sha256: str) -> str:
    return f"reader-{sha256[:12]}.onnx"


def open_reader_in_use(data_dir: Path | None, weights: Path | None = None) -> DiceReader:
    """A reader with ``weights``, else with the network in use of this data folder.

    Raises WeightsError as `models.weights.open_reader`.
    """
    import platformdirs

    from models.weights import open_reader

    if weights is not None:
        return open_reader(weights)
    home = data_dir or platformdirs.user_data_path("dicesight", appauthor=False)
    promoted = Garage.of(home).path
    try:
        return open_reader(promoted)
    except WeightsError as error:
        if promoted is None:
            raise
        words = f"{error.words} It is the model in use; dicesight promote --back takes another."
        raise WeightsError(error.code, words) from error
