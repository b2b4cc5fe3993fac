"""Whoever runs the table gives it to another phone, which learns of it at once."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, OpenPage, live, open_menu
from tests.e2e.test_accessibility import faults


def test_the_host_gives_the_table_to_another_phone_and_both_show_it(
    new_table: Callable[..., Page], open_page: OpenPage
) -> None:
    host = new_table("Ann", "Ben", viewport=PHONE)
    # By way of a proxy, or it would be taken for the computer that runs the server.
    elsewhere = {"X-Forwarded-For": "192.168.1.20"}
    other = open_page(host.url, viewport=PHONE, extra_http_headers=elsewhere)
    live(other)
    open_menu(other, "hosting")
    asked = other.locator("#hosting")
    expect(asked).to_contain_text("This table is run by: phone 1.")
    expect(asked).to_contain_text("away for another 10 minutes")
    assert asked.get_by_role("button").all_inner_texts() == ["Close"]
    asked.get_by_role("button", name="Close").click()
    open_menu(host, "hosting")
    expect(host.locator("#hosting")).to_contain_text("This table is run by: this phone.")
    assert faults(host, "light") == []
    host.get_by_role("button", name="Hand it on to: phone 2").click()
    expect(host.locator("#hosting")).to_be_hidden()
    other.locator("#menu").click()
    expect(other.locator("[data-key=menu-lock]")).to_be_visible()
    host.locator("#menu").click()
    expect(host.locator("[data-key=menu-lock]")).to_have_count(0)
    other.locator("[data-key=menu-lock]").click()
    expect(host.locator(".note")).to_contain_text("The sheet is locked to the phone of Ann")
    other.locator("[data-key=menu-history]").click()
    expect(other.locator(".history-lines")).to_contain_text(
        "The table is run by phone 2 from now on"
    )
