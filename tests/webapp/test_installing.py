"""The page as an installed app: manifest, icons, and a worker that keeps no scores."""

from __future__ import annotations

import io
import re

from flask.testing import FlaskClient
from PIL import Image


def test_the_manifest_names_icons_that_exist_in_their_size(client: FlaskClient) -> None:
    answer = client.get("/manifest.webmanifest", headers={"Accept-Language": "de"})
    assert answer.mimetype == "application/manifest+json"
    manifest = answer.get_json()
    assert manifest["lang"] == "de"
    assert manifest["display"] == "standalone"
    pictures = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert {icon["purpose"] for icon in pictures} == {"any", "maskable"}
    for icon in pictures:
        with client.get(icon["src"]) as answer:
            picture = Image.open(io.BytesIO(answer.data))
        assert f"{picture.width}x{picture.height}" == icon["sizes"]


def test_every_page_leads_to_the_manifest(client: FlaskClient) -> None:
    assert 'rel="manifest" href="/manifest.webmanifest"' in client.get("/").text


def test_the_worker_keeps_one_page_with_its_parts_and_no_scores(client: FlaskClient) -> None:
    answer = client.get("/sw.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    script = answer.text
    kept = set(re.findall(r"\"(/[\w./]+)\"", script))
    assert re.findall(r"\.(?:add|addAll|put)\(", script) == [".addAll("]
    page = client.get("/offline", headers={"Accept-Language": "de"}).text
    assert "Dicesight ist nicht erreichbar" in page
    needed = set(re.findall(r"(?:href|src)=\"([^\"]*)\"", page))
    assert kept == needed | {"/offline"}
