"""The tables of chances to win: shipped, computed before, or computed now in the background."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from collections import deque
from pathlib import Path

from farkle.errors import FarkleError
from farkle.rules import Rules
from farkle.rules_text import rules_to_toml
from farkle.standing import standings
from farkle.tables import shipped_table
from farkle.win_table import WinTable, table_name

_log = logging.getLogger(__name__)

# A process of its own, which gives way to everything else on the machine.
_SOLVE = """
import os, sys
if hasattr(os, "nice"):
    os.nice(int(sys.argv[3]))
from dicesight import main
main(["solve", sys.argv[1], "--out", sys.argv[2]])
"""


class WinTables:
    """Tables by rules. What was asked for and is not there is computed, one after the other, by
    ``dicesight solve`` in a process of its own; a computation that the server's end interrupts
    goes on when the rules are asked for again.
    """

    def __init__(self, folder: Path, *, computes: bool = True, niceness: int = 19) -> None:
        self._folder = folder
        self._computes, self._niceness = computes, niceness
        self._tables: dict[str, WinTable | None] = {}
        self._asked: set[str] = set()
        self._pending: set[str] = set()
        self._queue: deque[tuple[str, Rules]] = deque()
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._worker: threading.Thread | None = None
        self._closed = False

    def table(self, rules: Rules) -> WinTable | None:
        """The table of the rules; None as long as there is none."""
        name = table_name(rules)
        with self._lock:
            if name not in self._tables:
                self._tables[name] = self._found(rules, name)
            found = self._tables[name]
            if found is None and self._computes and name not in self._asked:
                self._ask(rules, name)
            return found

    def is_computing(self, rules: Rules) -> bool:
        """Whether the table of the rules is being computed or waits for it."""
        name = table_name(rules)
        with self._lock:
            return name in self._pending

    def close(self) -> None:
        """Stop computing."""
        with self._lock:
            self._closed = True
            self._queue.clear()
            process, worker = self._process, self._worker
        if process is not None:
            process.terminate()
        if worker is not None:
            worker.join(timeout=5)

    def _found(self, rules: Rules, name: str) -> WinTable | None:
        try:
            if (shipped := shipped_table(rules)) is not None:
                return shipped
            return WinTable.from_bytes((self._folder / f"{name}.win").read_bytes())
        except FileNotFoundError:
            return None
        except (OSError, FarkleError) as error:
            _log.warning("A table of chances to win cannot be used: %s", error)
            return None

    def _ask(self, rules: Rules, name: str) -> None:
        self._asked.add(name)
        try:
            standings(rules)
        except FarkleError:
            return  # out of reach for these rules: expected points it stays
        self._pending.add(name)
        self._queue.append((name, rules))
        if self._worker is None:
            self._worker = threading.Thread(target=self._work, name="win tables", daemon=True)
            self._worker.start()

    def _work(self) -> None:
        while True:
            with self._lock:
                if self._closed or not self._queue:
                    self._worker = None
                    return
                name, rules = self._queue.popleft()
            try:
                self._compute(name, rules)
            except OSError as error:
                _log.warning("A table of chances to win was not computed: %s", error)
            with self._lock:
                self._pending.discard(name)

    def _compute(self, name: str, rules: Rules) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        sheet = self._folder / f"{name}.toml"
        sheet.write_text(rules_to_toml(rules), encoding="utf-8")
        words = [sys.executable, "-c", _SOLVE, str(sheet), str(self._folder)]
        words.append(str(self._niceness))
        with self._lock:
            if self._closed:
                return
            self._process = subprocess.Popen(
                words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
            )
        _, words_of_failure = self._process.communicate()
        failed = self._process.returncode != 0
        with self._lock:
            self._process = None
            if failed and not self._closed:
                last = words_of_failure.decode(errors="replace").strip().split("\n")[-1]
                _log.warning("A table of chances to win was not computed: %s", last)
            elif not failed:
                self._tables[name] = self._found(rules, name)
                sheet.unlink(missing_ok=True)
