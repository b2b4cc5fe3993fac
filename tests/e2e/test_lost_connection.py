"""A screen without a connection says so, keeps the tap, and catches up by itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.e2e.conftest import tap, total, turn_of
from tests.webapp.running import start


def test_a_tap_during_an_outage_is_kept_and_counts_once(
    new_table: Callable[..., Page], tmp_path: Path
) -> None:
    server = start(tmp_path / "data")
    try:
        page = new_table("Ann", "Ben", url=server.url, tolerant=True)
        tap(page, 1, 1, 1, 1, 1, 1)
        page.locator("[data-key=option-0]").click()
        bank = page.get_by_role("button", name="Bank 2,000")
        expect(bank).to_be_visible()
        server.kill()
        expect(page.locator("#status")).to_have_attribute("data-status", "offline")
        expect(page.locator("#banner")).to_contain_text("You see the sheet as it was at")
        bank.click()
        expect(page.locator("#banner")).to_contain_text("Your tap is kept")
        bank.click(force=True)
        server = start(tmp_path / "data", port=urlsplit(server.url).port or 0)
        expect(turn_of(page, "Ben")).to_be_visible(timeout=15_000)
        expect(page.locator("#banner")).to_be_hidden()
        assert total(page, 1) == "2,000"
        assert page.locator("tbody tr").count() == 1
    finally:
        server.stop()


def test_a_screen_that_was_away_shows_the_present_state_at_once(
    new_table: Callable[..., Page], browser: object
) -> None:
    page = new_table("Ann", "Ben", tolerant=True)
    page.context.set_offline(True)
    expect(page.locator("#status")).to_have_attribute("data-status", "offline")
    other = page.context.browser.new_context().new_page()  # type: ignore[union-attr]
    try:
        other.goto(page.url)
        tap(other, 1, 1, 1, 1, 1, 1)
        expect(other.locator(".phase-rolled")).to_be_visible()
        page.context.set_offline(False)
        expect(page.locator(".phase-rolled")).to_be_visible()
        expect(page.locator("#status")).to_have_attribute("data-status", "live")
    finally:
        other.context.close()
