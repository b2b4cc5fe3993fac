"""What ``dicesight serve`` says of HTTPS at its start, and when there is none."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dicesight import main
from webapp import addresses, serving
from webapp.certificates import certificates_of
from webapp.config import Config


class Start:
    """Runs the command up to where it would serve."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.config: Config | None = None

    def __call__(self, *words: str) -> Result:
        """Start with these options."""
        told = ["serve", "--port", "0", "--data-dir", str(self.folder), *words]
        return CliRunner().invoke(main, told)

    def run(self, config: Config, *_places: object, **_more: object) -> None:
        """Stands for the server."""
        self.config = config


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Start:
    """The command on a computer at home."""
    start = Start(tmp_path / "data")
    monkeypatch.setattr(serving, "run", start.run)
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.1.7")
    home: list[Any] = [addresses.ipaddress.ip_interface("192.168.1.7/24")]
    monkeypatch.setattr(addresses, "_interfaces", lambda: home)
    return start


def test_with_lan_it_tells_both_addresses_and_the_fingerprint(start: Start) -> None:
    told = start("--lan", "--secure-port", "0")
    assert told.exit_code == 0, told.output
    assert start.config is not None
    assert f"http://192.168.1.7:{start.config.port}\n" in told.output
    assert f"https://192.168.1.7:{start.config.secure_port}\n" in told.output
    assert f"http://192.168.1.7:{start.config.port}/trust" in told.output
    certificates = certificates_of(start.config)
    assert certificates is not None
    joined = "".join(line.strip() for line in told.output.splitlines())
    assert certificates.authority().fingerprint.replace(":", "") in joined.replace(":", "")


@pytest.mark.parametrize("words", [(), ("--lan", "--no-https"), ("--host", "127.0.0.1")])
def test_for_this_computer_alone_or_when_told_so_there_is_none(
    start: Start, words: tuple[str, ...]
) -> None:
    told = start(*words)
    assert told.exit_code == 0
    assert "https://" not in told.output
    assert start.config is not None
    assert start.config.secure_port is None
    assert not (start.folder / "https").exists()


def test_damaged_certificates_are_said_and_plain_http_is_served_all_the_same(start: Start) -> None:
    (start.folder / "https").mkdir(parents=True)
    (start.folder / "https" / "authority.pem").write_text("damaged")
    told = start("--lan", "--secure-port", "0")
    assert told.exit_code == 0
    assert "There is no HTTPS" in told.output
    assert "authority.pem is damaged" in told.output
    assert start.config is not None
    assert start.config.secure_port is None


def test_in_a_network_that_the_authority_was_not_made_for_it_says_what_to_do(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    start("--lan", "--secure-port", "0")
    elsewhere: list[Any] = [addresses.ipaddress.ip_interface("198.51.100.9/24")]
    monkeypatch.setattr(addresses, "_interfaces", lambda: elsewhere)
    monkeypatch.setattr(addresses, "lan_address", lambda: "198.51.100.9")
    told = start("--lan", "--secure-port", "0")
    assert "cannot be for 198.51.100.9" in told.output
    assert "authority.pem" in told.output
    assert "https://198.51.100.9" not in told.output


def test_a_port_that_is_taken_is_passed_over(start: Start) -> None:
    with socket.create_server(("0.0.0.0", 0)) as other:
        taken = other.getsockname()[1]
        told = start("--lan", "--secure-port", str(taken))
    assert f"Port {taken} is taken" in told.output
    assert start.config is not None
    assert start.config.secure_port is not None
    assert start.config.secure_port > taken


def test_both_ways_cannot_have_one_port(start: Start) -> None:
    with socket.create_server(("0.0.0.0", 0)) as probe:
        free = str(probe.getsockname()[1])
    told = start("--lan", "--port", free, "--secure-port", free)
    assert told.exit_code == 2
    assert "a port each" in told.output
