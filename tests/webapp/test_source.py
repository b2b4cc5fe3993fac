"""Whoever uses the page over a network can take the running server's source along."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

from flask import Flask

from webapp.source import source_archive, source_root


def test_the_page_offers_the_source_that_runs(make_app: Callable[..., Flask]) -> None:
    client = make_app().test_client()
    assert 'href="/source.zip"' in client.get("/source").text
    response = client.get("/source.zip")
    assert response.mimetype == "application/zip"
    assert "attachment" in response.headers["Content-Disposition"]
    with zipfile.ZipFile(io.BytesIO(response.data)) as archive:
        packed = archive.read("dicesight/webapp/source.py")
        names = archive.namelist()
    assert packed == (source_root() / "webapp" / "source.py").read_bytes()
    assert {"dicesight/LICENSE", "dicesight/pyproject.toml", "dicesight/dicesight.py"} <= set(names)
    assert not [name for name in names if "__pycache__" in name or "/.venv/" in name]


def test_beside_other_packages_only_the_own_rooms_are_packed(tmp_path: Path) -> None:
    (tmp_path / "farkle").mkdir()
    (tmp_path / "farkle" / "dice.py").write_text("ours")
    (tmp_path / "farkle" / "__pycache__").mkdir()
    (tmp_path / "farkle" / "__pycache__" / "dice.pyc").write_text("made")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "other.py").write_text("theirs")
    (tmp_path / "dicesight.py").write_text("ours")
    with zipfile.ZipFile(io.BytesIO(source_archive(tmp_path))) as archive:
        assert set(archive.namelist()) == {"dicesight/farkle/dice.py", "dicesight/dicesight.py"}
