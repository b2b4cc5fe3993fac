"""The ``dicesight`` command itself: help, suggestions, and errors as words with an exit status."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable
from types import ModuleType

import click
import pytest
from click.testing import CliRunner, Result

import dicesight
from dicesight import main

Knock = Callable[[Exception], Result]


@pytest.fixture
def knock(monkeypatch: pytest.MonkeyPatch) -> Knock:
    """Runs a command ``knock`` that raises the given error."""

    def run(error: Exception) -> Result:
        @click.command()
        def command() -> None:
            raise error

        room = ModuleType("room_of_the_test")
        vars(room)["command"] = command
        monkeypatch.setitem(sys.modules, "room_of_the_test", room)
        entry = dicesight._Entry("room_of_the_test:command", "Knock.")
        monkeypatch.setitem(dicesight._COMMANDS, "knock", entry)
        return CliRunner().invoke(main, ["knock"])

    return run


class _SpokenError(Exception):
    code = "dice_under_sofa"
    words = "A die rolled under the sofa."


def test_the_help_lists_every_command_with_a_line() -> None:
    told = CliRunner().invoke(main, ["--help"])
    assert told.exit_code == 0
    for name, entry in dicesight._COMMANDS.items():
        assert name in told.stdout
        assert entry.summary in told.stdout


def test_an_unknown_command_gets_the_nearest_one_suggested() -> None:
    told = CliRunner().invoke(main, ["serv"])
    assert told.exit_code == 2
    assert "Did you mean 'serve'?" in told.stderr


def test_a_word_like_no_command_gets_no_suggestion() -> None:
    told = CliRunner().invoke(main, ["zzzz"])
    assert told.exit_code == 2
    assert "There is no command 'zzzz'." in told.stderr
    assert "Did you mean" not in told.stderr


def test_an_error_with_code_and_words_becomes_one_line(knock: Knock) -> None:
    told = knock(_SpokenError())
    assert told.exit_code == 1
    assert told.stderr == "Error: A die rolled under the sofa. (dice_under_sofa)\n"


def test_an_error_of_the_system_becomes_one_line(knock: Knock) -> None:
    told = knock(PermissionError(errno.EACCES, "Permission denied", "table.sqlite3"))
    assert told.exit_code == 1
    assert told.stderr == "Error: Permission denied: table.sqlite3\n"


@pytest.mark.parametrize("package", ["torch", "ultralytics", "onnx"])
def test_a_command_without_its_training_packages_says_how_to_get_them(
    knock: Knock,
    package: str,
) -> None:
    told = knock(ModuleNotFoundError(f"No module named '{package}'", name=package))
    assert told.exit_code == 1
    assert "pip install -e '.[train]'" in told.stderr


def test_a_missing_library_of_the_system_is_named(knock: Knock) -> None:
    told = knock(ImportError("libGL.so.1: cannot open shared object file", name="cv2"))
    assert told.exit_code == 1
    assert "apt-get install libgl1" in told.stderr


def test_a_fault_of_the_program_keeps_its_trace(knock: Knock) -> None:
    fault = ZeroDivisionError("division by zero")
    assert knock(fault).exception is fault


def test_the_version_is_told_also_where_nothing_is_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from importlib import metadata

    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)
    told = CliRunner().invoke(main, ["--version"])
    assert (told.exit_code, "not installed" in told.stdout) == (0, True)
    monkeypatch.setattr(metadata, "version", lambda _name: "1.2.3")
    assert CliRunner().invoke(main, ["--version"]).stdout == "dicesight, version 1.2.3\n"
