"""Archives from strangers write nowhere else, fill no disk, and are refused with words."""

from __future__ import annotations

import io
import os
import tarfile
import zipfile
from pathlib import Path

import pytest

from datasets.archives import Bounds, is_archive, unpack
from datasets.labels import LabelError


def _zip(path: Path, entries: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, payload in entries.items():
            zipped.writestr(name, payload)
    return path


def _tar(path: Path, *members: tuple[tarfile.TarInfo, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as tape:
        for member, payload in members:
            member.size = len(payload)
            tape.addfile(member, io.BytesIO(payload))
    return path


def _member(name: str, kind: bytes = tarfile.REGTYPE, link: str = "") -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.type, member.linkname = kind, link
    return member


def _everything_below(folder: Path) -> set[str]:
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}


def test_pictures_and_labels_are_unpacked_and_nothing_else(tmp_path: Path) -> None:
    entries = {"a/images/p.jpg": b"1", "a/labels/p.txt": b"2", "run.sh": b"3", "a/.x.txt": b"4"}
    target = tmp_path / "out"
    assert unpack(_zip(tmp_path / "s.zip", entries), target) == 2
    assert _everything_below(target) == {"a/images/p.jpg", "a/labels/p.txt"}
    taped = _tar(tmp_path / "s.tgz", *((_member(n), p) for n, p in entries.items()))
    assert is_archive(taped)
    assert unpack(taped, tmp_path / "out2") == 2
    assert (tmp_path / "out2" / "a" / "labels" / "p.txt").read_bytes() == b"2"


@pytest.mark.parametrize(
    "name",
    ["../p.jpg", "a/../../p.jpg", "/p.jpg", "C:/p.jpg", "a\\..\\p.jpg", "con?.jpg", "a /p.jpg"],
)
def test_a_name_that_leads_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "in").mkdir()
    for archive in (
        _zip(tmp_path / "in" / "s.zip", {name: b"x"}),
        _tar(tmp_path / "in" / "s.tgz", (_member(name), b"x")),
    ):
        with pytest.raises(LabelError) as caught:
            unpack(archive, tmp_path / "deep" / "out")
        assert caught.value.code == "archive_unsafe"
    assert _everything_below(tmp_path) == {"in/s.zip", "in/s.tgz"}


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE])
def test_links_and_devices_are_refused(tmp_path: Path, kind: bytes) -> None:
    archive = _tar(tmp_path / "s.tgz", (_member("p.jpg", kind, "../../secret.jpg"), b""))
    with pytest.raises(LabelError) as caught:
        unpack(archive, tmp_path / "out")
    assert caught.value.code == "archive_unsafe"


def test_a_link_in_a_zip_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "s.zip", "w") as zipped:
        entry = zipfile.ZipInfo("p.jpg")
        entry.external_attr = 0o120777 << 16
        zipped.writestr(entry, "/etc/passwd")
    with pytest.raises(LabelError, match="link"):
        unpack(tmp_path / "s.zip", tmp_path / "out")


def test_names_that_meet_in_one_file_are_refused(tmp_path: Path) -> None:
    archive = _zip(tmp_path / "s.zip", {"a/P.jpg": b"1", "A/p.JPG": b"2"})
    with pytest.raises(LabelError, match="twice"):
        unpack(archive, tmp_path / "out")


def test_what_is_too_much_is_refused_by_counting_and_not_by_what_it_says(tmp_path: Path) -> None:
    bomb = _zip(tmp_path / "s.zip", {"p.jpg": bytes(3_000_000)})
    assert bomb.stat().st_size < 10_000
    for bounds in (Bounds(file_bytes=2_000_000), Bounds(all_bytes=2_000_000)):
        with pytest.raises(LabelError) as caught:
            unpack(bomb, tmp_path / f"out{bounds.file_bytes}", bounds)
        assert caught.value.code == "archive_too_large"
    many = _zip(tmp_path / "m.zip", {f"{n}.sh": b"" for n in range(11)})
    with pytest.raises(LabelError, match="more than 10 entries"):
        unpack(many, tmp_path / "out", Bounds(entries=10))


@pytest.mark.parametrize("kind", ["zip", "tgz"])
def test_a_damaged_archive_is_refused_with_words(tmp_path: Path, kind: str) -> None:
    entries = {f"{n}.jpg": os.urandom(5000) for n in range(5)}
    path = tmp_path / f"s.{kind}"
    if kind == "zip":
        _zip(path, entries)
    else:
        _tar(path, *((_member(n), p) for n, p in entries.items()))
    payload = bytearray(path.read_bytes())
    payload[8000:8400] = bytes(400)
    path.write_bytes(payload)
    with pytest.raises(LabelError) as caught:
        unpack(path, tmp_path / "out")
    assert caught.value.code == "archive_damaged"
