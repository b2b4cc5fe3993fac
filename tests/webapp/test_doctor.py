"""``dicesight doctor``: every check says that all is well when it is, and what to do when not."""

from __future__ import annotations

import http.server
import importlib.util
import itertools
import json
import os
import shutil
import socket
import sqlite3
import ssl
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from flask import Flask

from dicesight import main
from tests.webapp.conftest import Table
from tests.webapp.running import start
from vision.frames import Box, Detection, Frame, Image
from vision.sources import SourceError, Webcam
from webapp import Config, doctor
from webapp.authority import Authority, Hosts
from webapp.certificates import Certificates
from webapp.checks import cameras, extras, folder, https, network, reader
from webapp.checks.database import check_database
from webapp.checks.finding import Finding, Level, fault, good

NOW = datetime.now(UTC)


def codes(findings: Sequence[Finding], level: Level | None = None) -> set[str]:
    return {one.code for one in findings if level in (None, one.level)}


def faults(findings: Sequence[Finding]) -> set[str]:
    """The codes of what does not work; each must say what to do."""
    for one in findings:
        assert one.words
        assert one.advice or one.level == Level.GOOD
    return codes(findings, Level.FAULT)


# The command


def test_on_a_computer_where_nothing_is_wrong_it_says_so_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "checks", lambda _config: [("Dice", lambda: [good("d", "Six.")])])
    told = CliRunner().invoke(main, ["doctor", "--data-dir", str(tmp_path / "data")])
    assert told.exit_code == 0
    assert "Everything that was looked at works." in told.output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_a_fault_gives_status_one_and_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: list[str]
) -> None:
    missing = fault("dice_lost", "A die is under the sofa.", "Look there.", dice=5)
    monkeypatch.setattr(doctor, "checks", lambda _config: [("Dice", lambda: [missing])])
    told = CliRunner().invoke(main, ["doctor", "--data-dir", str(tmp_path), *flags])
    assert told.exit_code == 1
    assert "A die is under the sofa." in told.output
    assert "Look there." in told.output
    if flags:
        answer = json.loads(told.output)
        assert answer["ok"] is False
        assert answer["findings"][0]["level"] == "fault"
        assert answer["findings"][0]["facts"] == {"dice": 5}


def test_a_check_that_fails_itself_is_a_finding_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> list[Finding]:
        raise RuntimeError("the thermometer is broken")

    both = [("One", broken), ("Two", lambda: [good("two", "Fine.")])]
    monkeypatch.setattr(doctor, "checks", lambda _config: both)
    told = CliRunner().invoke(main, ["doctor", "--data-dir", str(tmp_path)])
    assert told.exit_code == 1
    assert "the thermometer is broken" in told.output
    assert "Fine." in told.output
    assert "Traceback" not in told.output


def test_it_really_looks_at_everything(tmp_path: Path, make_app: Callable[..., Flask]) -> None:
    Table(make_app().test_client(), "Ann")
    ports = ["--port", str(free_port()), "--secure-port", str(free_port())]
    data = str(tmp_path / "data")
    told = CliRunner().invoke(main, ["doctor", "--data-dir", data, "--json", *ports])
    answer = json.loads(told.output)
    found = {one["code"] for one in answer["findings"]}
    assert {"program", "folder", "store", "reader", "port_free", "https_none"} <= found
    assert {"browsers", "extra_solve", "extra_training"} <= found
    assert (told.exit_code, answer["ok"]) == (0, True), told.output
    assert not (tmp_path / "data" / "https").exists()


# The data folder


def test_a_folder_is_made_later_or_written_to_now(tmp_path: Path) -> None:
    assert codes(folder.check_folder(tmp_path)) == {"folder"}
    assert codes(folder.check_folder(tmp_path / "a" / "b")) == {"folder"}
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_place_of_the_folder_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert faults(folder.check_folder(tmp_path / "file")) == {"folder_no_folder"}


def test_a_folder_that_refuses_files_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_options: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(folder.tempfile, "NamedTemporaryFile", refuse)
    assert faults(folder.check_folder(tmp_path)) == {"folder_not_writable"}


@pytest.mark.parametrize(
    ("free_mb", "code", "level"),
    [(20, "folder_full", Level.FAULT), (300, "folder_little", Level.NOTE)],
)
def test_a_full_disk_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free_mb: int, code: str, level: Level
) -> None:
    usage = SimpleNamespace(free=free_mb * 1_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage)
    (found,) = folder.check_folder(tmp_path)
    assert (found.code, found.level) == (code, level)
    assert found.advice


# The games


def test_games_are_counted_and_damaged_or_newer_ones_are_faults(
    tmp_path: Path, make_app: Callable[..., Flask]
) -> None:
    config = Config(data_dir=tmp_path / "data")
    assert codes(check_database(config)) == {"store_missing"}
    Table(make_app().test_client(), "Ann")
    (found,) = check_database(config)
    assert (found.code, found.facts["games"]) == ("store", 1)
    with sqlite3.connect(tmp_path / "data" / "dicesight.sqlite3") as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'of tomorrow'")
    connection.close()
    assert faults(check_database(config)) == {"store_newer"}


def test_a_damaged_file_of_games_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "dicesight.sqlite3").write_bytes(b"no database " * 100)
    assert faults(check_database(Config(data_dir=tmp_path))) == {"store_damaged"}


def test_a_postgresql_that_does_not_answer_is_a_fault(tmp_path: Path) -> None:
    url = f"postgresql://nobody@127.0.0.1:{free_port()}/nothing"
    config = Config(data_dir=tmp_path, database_url=url)
    assert faults(check_database(config)) == {"store_unreachable"}


# The reader


class Fixed:
    """A reader that sees the same dice in every picture."""

    def __init__(self, *faces: int) -> None:
        self.dice = tuple(Detection(Box(0, 0, 9, 9), face, 0.9) for face in faces)  # type: ignore[arg-type]

    def read(self, image: Image, *, confidence: float | None = None) -> tuple[Detection, ...]:
        """The dice that it was given."""
        return self.dice


def test_the_shipped_network_reads_the_check_picture(tmp_path: Path) -> None:
    assert codes(reader.check_reader(tmp_path)) >= {"reader"}


def test_a_network_that_misreads_is_a_fault(tmp_path: Path) -> None:
    found = reader.check_reader(tmp_path, lambda _path: Fixed(1, 2, 3))
    assert faults(found) == {"reader_wrong"}
    assert "1 2 3" in found[0].words


def test_an_altered_network_is_a_fault(tmp_path: Path) -> None:
    models = tmp_path / "models"
    models.mkdir()
    (models / "reader-ffff.onnx").write_bytes(b"altered")
    (models / "reader-ffff.json").write_text('{"sha256": "0"}')
    (models / "in_use.json").write_text('{"history": ["reader-ffff.onnx"], "protected": []}')
    assert faults(reader.check_reader(tmp_path)) == {"weights_altered"}


def test_a_slow_computer_is_said(tmp_path: Path) -> None:
    clock = itertools.count(step=5).__next__
    found = reader.check_reader(tmp_path, lambda _path: Fixed(*reader.FACES), clock)
    assert codes(found, Level.NOTE) == {"reader_slow"}
    assert found[0].facts["picture_ms"] == 5000


# Cameras


class Picture:
    """A camera that gives these frames, then nothing."""

    def __init__(self, *sizes: tuple[int, int]) -> None:
        self.name = "a camera"
        self.sizes = sizes
        self.is_closed = False

    def frames(self) -> Iterator[Frame]:
        """One frame of each size, width before height."""
        for number, (width, height) in enumerate(self.sizes):
            yield Frame(np.zeros((height, width, 3), np.uint8), float(number), number)

    def close(self) -> None:
        """Let go of the camera."""
        self.is_closed = True


def test_webcams_are_listed_with_what_they_accept_and_let_go_of() -> None:
    camera = Picture((1280, 720))
    there = [Webcam(2, "Logi", ((1280, 720), (640, 480)))]
    (found,) = cameras.check_cameras((), lambda: there, lambda _text: camera)
    assert (found.code, found.level) == ("camera", Level.GOOD)
    assert "Webcam 2 (Logi) gives a picture (1280 x 720): 1280 x 720, 640 x 480." in found.words
    assert camera.is_closed


def test_a_webcam_with_small_pictures_is_said() -> None:
    there = [Webcam(0, "Toy", ((320, 240),))]
    found = cameras.check_cameras((), lambda: there, lambda _text: Picture((320, 240)))
    assert codes(found, Level.NOTE) == {"camera_small"}


def test_without_a_camera_it_says_that_none_is_needed() -> None:
    (found,) = cameras.check_cameras((), list, lambda _text: Picture())
    assert (found.code, found.level) == ("camera_none", Level.NOTE)
    assert "None is needed" in found.advice


def test_a_camera_that_was_named_and_gives_no_picture_is_a_fault() -> None:
    def busy(_text: str) -> Picture:
        raise SourceError("camera_busy", "Another program holds it.")

    found = cameras.check_cameras(["rtsp://me:secret@cam/1"], list, busy)
    assert faults(found) == {"camera_busy"}
    assert "secret" not in found[0].words
    found = cameras.check_cameras(["empty"], list, lambda _text: Picture())
    assert faults(found) == {"camera_empty"}


def test_a_source_that_is_nothing_is_said_by_the_command(tmp_path: Path) -> None:
    assert faults(cameras.check_cameras([str(tmp_path / "no-clip")], list)) == {"source_unknown"}


# Network and ports


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_a_computer_without_a_network_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "lan_address", lambda: None)
    monkeypatch.setattr(network, "own_addresses", list)
    assert codes(network.check_addresses(), Level.NOTE) == {"network_none"}
    monkeypatch.setattr(network, "lan_address", lambda: "192.168.1.7")
    monkeypatch.setattr(network, "own_addresses", lambda: ["192.168.1.7", "10.0.0.2"])
    (found, _hint) = network.check_addresses()
    assert found.level == Level.GOOD
    assert "192.168.1.7" in found.words
    assert "10.0.0.2" in found.words


def test_a_port_is_free_or_taken_by_others(made: Certificates) -> None:
    port = free_port()
    assert codes(network.check_port(port, "HTTP", "--port")) == {"port_free"}
    for pem in (None, made.server_file):
        with answering(pem) as port:
            (found,) = network.check_port(port, "HTTP", "--port")
            assert (found.code, found.level) == ("port_taken", Level.NOTE)
            assert found.advice


def test_dicesight_is_known_on_both_of_its_ports(tmp_path: Path) -> None:
    running = start(tmp_path / "data", https=True)
    try:
        for url in (running.url, running.secure_url):
            port = int(url.rsplit(":", 1)[1])
            assert codes(network.check_port(port, "HTTP", "--port")) == {"port_ours"}
    finally:
        running.stop()


def test_a_port_that_may_not_be_used_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_self: socket.socket, _address: object) -> None:
        raise PermissionError(13, "Permission denied")

    port = free_port()
    monkeypatch.setattr(network.socket.socket, "bind", refuse)
    assert faults(network.check_port(port, "HTTP", "--port")) == {"port_refused"}


# HTTPS


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch) -> str:
    """The address that this computer has for the checks."""
    monkeypatch.setattr(https, "lan_address", lambda: "192.168.1.7")
    return "192.168.1.7"


@pytest.fixture
def made(tmp_path: Path, at_home: str) -> Certificates:
    """Certificates as a server makes them."""
    hosts = Hosts.of(["localhost", "127.0.0.1", at_home])
    certificates = Certificates(tmp_path, free_port(), lambda: hosts)
    certificates.renew()
    return certificates


def test_certificates_as_a_server_makes_them_are_good(made: Certificates) -> None:
    found = https.check_https(made, free_port(), NOW)
    assert codes(found) == {"https_authority", "https_server"}
    assert codes(found, Level.GOOD) == codes(found)
    assert made.authority().fingerprint in found[0].words


def test_before_the_first_start_there_are_none_which_is_fine(tmp_path: Path) -> None:
    none = Certificates(tmp_path, 8443, lambda: Hosts.of([]))
    assert codes(https.check_https(none, 8443, NOW)) == {"https_none"}


def test_a_damaged_authority_is_a_fault(made: Certificates) -> None:
    made.authority_file.write_text("damaged")
    assert faults(https.check_https(made, free_port(), NOW)) == {"authority_damaged"}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_keys_that_others_can_read_are_a_fault(made: Certificates) -> None:
    made.server_file.chmod(0o644)
    assert faults(https.check_https(made, free_port(), NOW)) == {"https_keys_readable"}


@pytest.mark.parametrize(
    ("days", "code", "level"),
    [(380, "https_ending", Level.NOTE), (-30, "https_not_yet", Level.FAULT)],
)
def test_a_certificate_that_ends_or_has_not_begun_is_said(
    made: Certificates, days: int, code: str, level: Level
) -> None:
    found = https.check_https(made, free_port(), NOW + timedelta(days=days))
    assert code in codes(found, level)


def test_a_certificate_for_other_addresses_is_said(
    made: Certificates, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(https, "lan_address", lambda: "10.0.0.9")
    assert codes(https.check_https(made, free_port(), NOW), Level.NOTE) == {"https_moved"}
    monkeypatch.setattr(https, "lan_address", lambda: "198.51.100.9")
    authority = Authority.new("den", [], NOW)  # made in a network at home
    made.authority_file.write_bytes(authority.to_pem())
    made.renew()
    assert faults(https.check_https(made, free_port(), NOW)) == {"https_other_network"}


def test_a_missing_server_certificate_is_said(made: Certificates) -> None:
    made.server_file.unlink()
    found = https.check_https(made, free_port(), NOW)
    assert codes(found, Level.NOTE) == {"https_no_server"}


@contextmanager
def answering(pem: Path | None) -> Iterator[int]:
    """A server with that certificate (without one: of plain HTTP) on a port of its own."""
    serving = http.server.HTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler)
    if pem is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(pem)
        serving.socket = context.wrap_socket(serving.socket, server_side=True)
    serving.handle_error = lambda *_: None  # type: ignore[method-assign]
    thread = threading.Thread(target=serving.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield serving.server_port
    finally:
        serving.shutdown()
        serving.server_close()
        thread.join()


def test_what_answers_with_another_certificate_or_none_is_a_fault(
    made: Certificates, tmp_path: Path
) -> None:
    with answering(made.server_file) as port:
        assert "https_answers" in codes(https.check_https(made, port, NOW), Level.GOOD)
    other = Certificates(tmp_path / "other", 8443, lambda: Hosts.of(["127.0.0.1"]))
    other.renew()
    with answering(other.server_file) as port:
        assert faults(https.check_https(made, port, NOW)) == {"https_refused"}
    with answering(None) as port:
        assert faults(https.check_https(made, port, NOW)) == {"https_refused"}


# Extras


def test_what_is_not_installed_is_said_with_the_way_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    found = extras.check_extras()
    assert codes(found, Level.NOTE) == {
        *("extra_fast", "extra_solve", "extra_postgres", "extra_training", "extra_rendering")
    }
    assert "make rendering" in found[-1].advice
    there: Any = object()
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: there)
    assert codes(extras.check_extras(), Level.GOOD) == codes(found)
