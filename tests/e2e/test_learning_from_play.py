"""The whole loop: a roll played in the browser and corrected there teaches a network."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, expect

from dicesight import main
from tests.e2e.conftest import send_picture, turn_of
from tests.webapp.running import start

pytest.importorskip("ultralytics", reason="training needs the train extra")
pytest.importorskip("torch", reason="training needs the train extra")

# torch, ultralytics and onnx warn about themselves; what they warn of is not ours to mend.
pytestmark = pytest.mark.filterwarnings("ignore")


def test_a_corrected_roll_is_taught_and_the_network_measured(
    tmp_path: Path, new_table: Callable[..., Page]
) -> None:
    server = start(tmp_path / "data")
    try:
        page = new_table("Ann", "Ben", url=server.url)
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Pictures for the reader").click()
        page.get_by_role("button", name="We all agree").click()
        page.locator("#collecting-dialog").get_by_role("button", name="Close").click()
        send_picture(page, 1, 2, 4, 5, 5, 3)
        page.locator("[data-key=spot-5]").click()
        page.locator("dialog").get_by_role("button", name="five").click()
        with page.expect_response("**/collected"):
            page.get_by_role("button", name="Use these 6 dice").click()
        page.locator("[data-key=option-0]").click()
        page.get_by_role("button", name="Bank").click()
        expect(turn_of(page, "Ben")).to_be_visible()
        page.goto("about:blank")
    finally:
        server.stop()

    data = ["--data-dir", str(tmp_path / "data")]

    def run(*words: str) -> str:
        told = CliRunner().invoke(main, list(words))
        assert told.exit_code == 0, told.output
        return told.stdout

    assert "1 pictures, 6 dice" in run("datasets", "gather", *data)
    run("datasets", "export", "ours", str(tmp_path / "own"), "--layout", "own", *data)
    run(
        *("train", "--set", "ours", "--run", str(tmp_path / "run"), "--passes", "1"),
        *("--crops", "8", "--batch", "4", "--size", "160", *data),
    )
    network = tmp_path / "taught.onnx"
    run("export-model", str(tmp_path / "run" / "weights" / "last.pt"), str(network))
    told = run("evaluate", str(tmp_path / "own"), "--weights", str(network), "--json")
    measured = json.loads(told)
    assert measured["pictures"] == 1
    assert measured["die_recall"]["n"] == 6
