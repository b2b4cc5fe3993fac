"""Which network reads the dice: the shipped one, or one that was promoted on this computer.

Kept in the data folder as ``models/in_use.json``: the whole history, so that one can go back.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path

from datasets.shelf import write_whole
from models.weights import WeightsError, load_weights

SHIPPED_NAME = "shipped"


@dataclass(frozen=True, slots=True)
class Garage:
    """The promoted networks of one data folder, and the sets that they are judged by."""

    folder: Path

    @classmethod
    def of(cls, data_dir: Path) -> Garage:
        """The one of this data folder."""
        return cls(data_dir / "models")

    def _state(self) -> dict[str, list[str]]:
        path = self.folder / "in_use.json"
        if not path.is_file():
            return {"history": [SHIPPED_NAME], "protected": []}
        try:
            told = json.loads(path.read_text(encoding="utf-8"))
            history, protected = list(told["history"]), list(told["protected"])
            if not history or not all(isinstance(name, str) for name in history + protected):
                raise ValueError("no names")
        except (ValueError, KeyError, TypeError) as error:
            raise WeightsError("in_use_damaged", f"{path} is damaged ({error}).") from None
        return {"history": history, "protected": protected}

    def _write(self, history: list[str], protected: list[str]) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"history": history, "protected": protected}, indent=1) + "\n"
        write_whole(self.folder / "in_use.json", text.encode())

    @property
    def history(self) -> list[str]:
        """Names of all networks that were in use, the present one last."""
        return self._state()["history"]

    @property
    def protected(self) -> list[str]:
        """The picture sets (``name@number``) that every new network must be better on."""
        return self._state()["protected"]

    @property
    def path(self) -> Path | None:
        """The file of the network in use; None for the shipped one."""
        name = self.history[-1]
        return None if name == SHIPPED_NAME else self.folder / name

    def protect(self, label: str) -> None:
        """Judge every network to come by this set, too."""
        state = self._state()
        if label not in state["protected"]:
            self._write(state["history"], [*state["protected"], label])

    def take(self, network: Path) -> str:
        """Copy a network here and put it to use; returns its name."""
        weights = load_weights(network)
        name = f"reader-{weights.sha256[:12]}.onnx"
        self.folder.mkdir(parents=True, exist_ok=True)
        write_whole(self.folder / name, weights.payload)
        record = network.with_suffix(".json")
        if record.is_file():
            shutil.copyfile(record, (self.folder / name).with_suffix(".json"))
        state = self._state()
        self._write([*state["history"], name], state["protected"])
        return name

    def back(self) -> str:
        """Go back to the network that was in use before; returns its name.

        Raises WeightsError ``nothing_before``.
        """
        state = self._state()
        if len(state["history"]) < 2:
            raise WeightsError("nothing_before", "There is no network to go back to.")
        self._write(state["history"][:-1], state["protected"])
        return state["history"][-2]
