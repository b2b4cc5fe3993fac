"""House rules in the browser: the chart follows, faults stand at the field, rules are played."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, OpenPage, live
from tests.webapp.running import Running


def test_house_rules_are_written_saved_and_played(server: Running, open_page: OpenPage) -> None:
    page = open_page(f"{server.url}/rules/edit?from=classic", viewport=PHONE)
    straight = page.get_by_label("Straight 1 to 6")
    straight.fill("1210")
    fault = page.locator("#fault-straight")
    expect(fault).to_have_text(
        "The rule “straight” must be a multiple of 50; 1,210 is not, try 1,200 or 1,250."
    )
    expect(straight).to_have_attribute("aria-invalid", "true")
    straight.fill("1200")
    expect(fault).to_be_hidden()
    row = page.locator("#chart tr", has_text="Straight 1 to 6")
    expect(row.locator(".figure")).to_have_text("1,200")
    straight.press("ArrowUp")
    expect(row.locator(".figure")).to_have_text("1,250")
    expect(page.locator("[data-option=kind_fixed]")).to_be_hidden()
    page.get_by_label("They have fixed points").check()
    expect(page.locator("[data-option=kind_fixed]")).to_be_visible()
    page.get_by_label("Name of these rules").fill("Sunday rules")
    page.get_by_role("button", name="Save and play").click()
    expect(page.get_by_label("Sunday rules")).to_be_checked()
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_role("button", name="Open the table").click()
    live(page)
    expect(page.locator(".legend")).to_contain_text("Sunday rules")


def test_saved_rules_are_deleted_only_after_a_question(
    server: Running, open_page: OpenPage
) -> None:
    page = open_page(f"{server.url}/rules/edit?from=kcd")
    page.get_by_label("Name of these rules").fill("Inn rules")
    page.get_by_role("button", name="Save", exact=True).click()
    entry = page.get_by_role("article").filter(has_text="Inn rules")
    entry.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Cancel").click()
    expect(entry).to_be_visible()
    entry.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("status")).to_have_text("“Inn rules” is deleted.")
    expect(entry).to_have_count(0)
