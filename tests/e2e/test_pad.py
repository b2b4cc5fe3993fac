"""A pad on several screens: by touch, by keyboard, at the same time."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, OpenPage, Play, live
from tests.webapp.running import Running


def test_a_pad_is_written_on_two_phones_at_once(server: Running, open_page: OpenPage) -> None:
    page = open_page(f"{server.url}/pads/new", viewport=PHONE)
    page.get_by_label("Which game?").fill("Skat")
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 2", exact=True).fill("Ben")
    page.get_by_role("button", name="Open the pad").click()
    live(page)
    other = open_page(page.url, viewport=PHONE)
    live(other)
    mine = page.get_by_label("Ann, round 1", exact=True)
    mine.fill("0")
    mine.press("Enter")
    expect(page.get_by_label("Ben, round 1", exact=True)).to_be_focused()
    expect(other.get_by_label("Ann, round 1", exact=True)).to_have_value("0")
    theirs = other.get_by_label("Ben, round 1", exact=True)
    theirs.fill("12")
    other.get_by_role("button", name="Plus or minus").click()
    expect(page.get_by_label("Ben, round 1", exact=True)).to_have_value("-12")
    expect(page.locator("[data-column=p2] .pad-total")).to_have_text("-12")
    expect(page.locator("[data-column=p1] .pad-note")).to_have_text("▲ leads")
    expect(page.get_by_label("Ann, round 2", exact=True)).to_be_visible()


def test_what_is_being_typed_stays_while_others_write(server: Running, open_page: OpenPage) -> None:
    page = open_page(f"{server.url}/pads/new?player=Ann&player=Ben")
    page.get_by_label("Which game?").fill("Rummy")
    page.get_by_role("button", name="Open the pad").click()
    live(page)
    other = open_page(page.url)
    live(other)
    typing = page.get_by_label("Ann, round 1", exact=True)
    typing.press_sequentially("45")
    theirs = other.get_by_label("Ben, round 1", exact=True)
    theirs.fill("7")
    theirs.press("Enter")
    expect(page.get_by_label("Ben, round 1", exact=True)).to_have_value("7")
    expect(typing).to_have_value("45")
    expect(typing).to_be_focused()
    typing.fill("4x5")
    typing.press("Tab")
    expect(typing).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#banner")).to_contain_text("whole number")
    typing.fill("46")
    typing.press("Tab")
    expect(other.get_by_label("Ann, round 1", exact=True)).to_have_value("46")


def test_numbers_written_without_a_connection_are_kept_and_sent(
    server: Running, open_page: OpenPage
) -> None:
    page = open_page(f"{server.url}/pads/new?player=Ann&player=Ben", tolerant=True)
    page.get_by_label("Which game?").fill("Rummy")
    page.get_by_role("button", name="Open the pad").click()
    live(page)
    other = open_page(page.url)
    live(other)
    page.context.set_offline(True)
    for name, points in (("Ann", "7"), ("Ben", "0")):
        typed = page.get_by_label(f"{name}, round 1", exact=True)
        typed.fill(points)
        typed.press("Enter")
    expect(page.locator("#banner")).to_contain_text("kept and sent")
    expect(other.get_by_label("Ann, round 1", exact=True)).to_have_value("")
    page.context.set_offline(False)
    expect(other.get_by_label("Ann, round 1", exact=True)).to_have_value("7", timeout=15_000)
    expect(other.get_by_label("Ben, round 1", exact=True)).to_have_value("0")
    expect(page.get_by_label("Ben, round 1", exact=True)).to_have_value("0")


def test_points_typed_while_another_phone_wrote_them_are_refused_in_sight(
    server: Running, open_page: OpenPage
) -> None:
    body = {"key": "two-on-a-cell", "title": "Skat", "players": ["Ann", "Ben"], "goal": "high"}
    made = Play._post(f"{server.url}/api/pads", body)
    one, two = (open_page(server.url + made["page"], tolerant=True) for _ in range(2))
    for page, points in ((one, "12"), (two, "34")):
        live(page)
        page.locator("[data-player=p1][data-round='0']").fill(points)
    one.keyboard.press("Enter")
    expect(two.locator("[data-column=p1] .pad-total")).to_have_text("12")
    two.keyboard.press("Enter")
    expect(two.locator("#banner")).to_contain_text("your tap was not used")
    expect(two.locator("[data-player=p1][data-round='0']")).to_have_value("12")
