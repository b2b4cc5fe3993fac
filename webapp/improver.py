"""Teaching the reader in the background: one process, watched by its log and progress file."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from webapp.errors import WebError

_ROOT = Path(__file__).parents[1]
_CODED = re.compile(r"(.*) \((\w+)\)")
_SILENT = {"words": "", "code": ""}


class Improver:
    """Runs ``dicesight improve`` on the data folder, at most once at a time."""

    def __init__(self, data_dir: Path, command: Sequence[str] | None = None) -> None:
        self._folder = data_dir / "improving"
        improve = [sys.executable, "-m", "dicesight", "improve", "--data-dir", str(data_dir)]
        self._command = improve if command is None else list(command)
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Begin; raises WebError 409 while a run is under way."""
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                raise WebError(409, "improving_already", "The reader is being taught already.")
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder / "progress.json").unlink(missing_ok=True)
            with (self._folder / "log.txt").open("wb") as log:
                self._process = subprocess.Popen(
                    self._command,
                    cwd=_ROOT,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                )

    def status(self) -> dict[str, object]:
        """``state`` (idle, running, done, failed), ``share`` done, ``minutes_left``, ``words``.

        ``words`` are the last line of the log, ``code`` the error's own one where it has one.
        """
        with self._lock:
            process = self._process
        if process is None:
            return {"state": "idle", "share": 0.0, "minutes_left": None, **_SILENT}
        ended = process.poll()
        if ended is None:
            share, minutes = self._progress()
            return {"state": "running", "share": share, "minutes_left": minutes, **_SILENT}
        state = "done" if ended == 0 else "failed"
        words, code = self._last_line(), ""
        if found := _CODED.fullmatch(words):
            words, code = found.groups()
        told = {"words": words, "code": code}
        return {"state": state, "share": 1.0, "minutes_left": None, **told}

    def close(self) -> None:
        """End a run that is under way."""
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                self._process.terminate()
                self._process.wait()

    def _progress(self) -> tuple[float, int | None]:
        try:
            told = json.loads((self._folder / "progress.json").read_text(encoding="utf-8"))
            step, steps, rate = int(told["step"]), int(told["steps"]), told["rate"]
            left = None if not rate else max(1, round((steps - step) / float(rate) / 60))
            return round(step / max(steps, 1), 3), left
        except (OSError, ValueError, KeyError, TypeError):
            return 0.0, None

    def _last_line(self) -> str:
        try:
            text = (self._folder / "log.txt").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        return lines[-1].removeprefix("Error: ")[-400:] if lines else ""
