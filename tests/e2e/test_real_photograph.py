"""A photograph of real dice, read with the shipped network, becomes a score on the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from models.weights import SHIPPED
from tests.webapp.running import Running, start


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with the shipped reader."""
    if not SHIPPED.exists():
        pytest.skip(f"the network {SHIPPED.name} is not in models/")
    running = start(tmp_path_factory.mktemp("real") / "data", shipped_reader=True)
    yield running
    running.stop()


def faces_of(picture: Path) -> list[int]:
    """The faces that a person wrote down for a picture."""
    label = picture.parents[1] / "labels" / f"{picture.stem}.txt"
    return sorted(int(line.split()[0]) + 1 for line in label.read_text().splitlines() if line)


def five_dice(folder: Path) -> list[Path]:
    """Some pictures with five real dice that the network was not trained on."""
    pictures = sorted((folder / "images").glob("*.jpg"))
    return [picture for picture in pictures if len(faces_of(picture)) == 5][:3]


def test_real_dice_are_read_completed_and_scored(
    server: Running, new_table: Callable[..., Page], shared: Path
) -> None:
    pictures = five_dice(shared / "data" / "real-dice" / "val" / "ivory_phone")
    assert pictures
    right = 0
    page = new_table("Ann", "Ben", url=server.url)
    for picture in pictures:
        page.locator("#file-input").set_input_files(picture)
        words = page.locator("#review-words")
        expect(words).to_be_visible(timeout=30_000)
        chips = page.locator(".chip")
        seen = sorted(int(chip.get_attribute("data-face") or 0) for chip in chips.all())
        right += seen == faces_of(picture)
        if seen == faces_of(picture):
            expect(words).to_contain_text("you have 6 in hand: add the one I missed")
        page.get_by_role("button", name="Tap them in instead").click()
    assert right >= len(pictures) - 1

    page.locator("#file-input").set_input_files(pictures[0])
    expect(page.locator("#review-words")).to_be_visible(timeout=30_000)
    while page.locator(".chip").count() < 6:
        page.get_by_role("button", name="Add a die").click()
        page.keyboard.press("1")
    page.get_by_role("button", name="Use these 6 dice").click()
    page.locator("[data-key=option-0]").click()
    page.locator("[data-key=bank]").click()
    expect(page.locator("[data-player=p1]")).not_to_have_text("0")
