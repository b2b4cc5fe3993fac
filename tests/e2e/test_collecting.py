"""From a played roll to a set of pictures: consent, correction, checking, handing out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, expect

from datasets.shelf import Shelf
from dicesight import main
from tests.e2e.conftest import PHONE, OpenPage, live, send_picture
from tests.e2e.test_accessibility import faults
from tests.webapp.running import start


def _agree(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Pictures for the reader").click()
    page.get_by_role("button", name="We all agree").click()
    expect(page.get_by_role("button", name="Keep no more pictures")).to_be_visible()
    page.locator("#collecting-dialog").get_by_role("button", name="Close").click()


def _correct_and_use(page: Page) -> None:
    send_picture(page, 1, 2, 4, 5, 5, 3)
    page.locator("[data-key=spot-5]").click()
    page.locator("dialog").get_by_role("button", name="five").click()
    with page.expect_response("**/collected") as answer:
        page.get_by_role("button", name="Use these 6 dice").click()
    assert answer.value.json() == {"kept": "kept"}


@pytest.mark.parametrize("size", [PHONE, None], ids=["phone", "laptop"])
def test_a_corrected_roll_is_kept_checked_and_handed_out(
    tmp_path: Path,
    new_table: Callable[..., Page],
    open_page: OpenPage,
    size: dict[str, int] | None,
) -> None:
    server = start(tmp_path / "data")
    try:
        page = new_table("Ann", "Ben", url=server.url, **({"viewport": size} if size else {}))
        other = open_page(page.url, viewport=PHONE)
        live(other)
        expect(page.locator("#collecting")).to_be_hidden()
        _agree(page)
        for screen in (page, other):
            expect(screen.get_by_role("button", name="Pictures are kept")).to_be_visible()
        _correct_and_use(page)

        page.locator("#collecting").click()
        expect(page.locator("#collected-count")).to_have_text("1 picture of this table is kept.")
        page.get_by_role("button", name="Improve the reader with the pictures").click()
        expect(page.locator("#collecting-words")).to_contain_text(
            "The reader stays as it was. There are too few pictures yet", timeout=30_000
        )
        expect(page.locator("#reader-now")).to_have_text(
            "The dice are read by the reader that comes with Dicesight."
        )
        assert faults(page) == []
        page.get_by_role("link", name="Check the pictures").click()
        expect(page.locator(".box")).to_have_count(6)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            assert faults(page, scheme) == []
        expect(page.get_by_role("status")).to_contain_text("1 picture to check")
        # The first die is a three, says a person; the second is none; both by key.
        page.keyboard.press("3")
        page.keyboard.press("0")
        expect(page.locator(".box")).to_have_count(5)
        page.keyboard.press("u")
        expect(page.locator(".box")).to_have_count(6)
        page.get_by_role("button", name="Right, next").click()
        expect(page.get_by_role("heading", name="Nothing to check")).to_be_visible()
        for screen in (page, other):
            screen.goto("about:blank")
    finally:
        server.stop()

    data = ["--data-dir", str(tmp_path / "data")]
    told = CliRunner().invoke(main, ["datasets", "gather", "--only-checked", *data])
    assert told.exit_code == 0, told.output
    (picture,) = Shelf(tmp_path / "data" / "datasets").find("ours").pictures()
    assert sorted(die.face for die in picture.dice) == [2, 3, 4, 5, 5, 5]
    assert {die.said_by for die in picture.dice} == {"person"}
    out = tmp_path / "yolo"
    told = CliRunner().invoke(
        main, ["datasets", "export", "ours", str(out), "--layout", "yolo", *data]
    )
    assert told.exit_code == 0, told.output
    (label,) = (out / "labels" / "train").glob("*.txt")
    assert sorted(line[0] for line in label.read_text().splitlines()) == list("123444")


def test_a_box_is_moved_and_added_by_dragging(
    tmp_path: Path, new_table: Callable[..., Page]
) -> None:
    server = start(tmp_path / "data")
    try:
        page = new_table("Ann", url=server.url)
        _agree(page)
        _correct_and_use(page)
        page.goto(page.url + "/pictures")
        box = page.locator("[data-key=box-0]")
        before = box.bounding_box()
        place = box.get_attribute("style")
        canvas = page.locator(".canvas").bounding_box()
        assert before
        assert canvas
        page.mouse.move(before["x"] + 8, before["y"] + 8)
        page.mouse.down()
        page.mouse.move(before["x"] + 8, before["y"] + 28, steps=3)
        page.mouse.up()
        after = box.bounding_box()
        assert after
        assert after["y"] == pytest.approx(before["y"] + 20, abs=2)
        assert after["x"] == pytest.approx(before["x"], abs=2)
        page.mouse.move(canvas["x"] + 20, canvas["y"] + 20)
        page.mouse.down()
        page.mouse.move(canvas["x"] + 70, canvas["y"] + 60, steps=4)
        page.mouse.up()
        expect(page.locator(".box")).to_have_count(7)
        page.get_by_role("button", name="Undo").click()
        page.get_by_role("button", name="Undo").click()
        expect(page.locator(".box")).to_have_count(6)
        assert box.get_attribute("style") == place
        page.goto("about:blank")
    finally:
        server.stop()
