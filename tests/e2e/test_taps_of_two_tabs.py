"""Two tabs of one browser share what is stored there: taps are neither doubled nor lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.e2e.conftest import PHONE, Play, live, tap
from tests.webapp.running import Running

ROLLED = "This roll: 1 1 4 4 4 5"


@pytest.fixture
def one_browser(browser: Browser) -> Iterator[BrowserContext]:
    """A browser whose tabs share their storage."""
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    yield context
    context.close()


def opened(context: BrowserContext, table: Play, *, cut_off: bool = False) -> Page:
    """A tab at the table; ``cut_off``: what it sends does not arrive."""
    page = context.new_page()
    page.set_default_timeout(10_000)
    if cut_off:
        page.route("**/commands", lambda route: route.abort())
    page.goto(table.address)
    live(page)
    return page


def newest(page: Page, table: Play) -> dict[str, Any]:
    """The number and state that the server has."""
    answer = page.request.get(f"{table.address.replace('/t/', '/api/tables/')}")
    found: dict[str, Any] = answer.json()
    return found


def kept(page: Page) -> int:
    """How many taps are stored."""
    count = page.evaluate(
        "Object.keys(localStorage).filter((k) => k.startsWith('dicesight-tap-')).length"
    )
    return int(count)


def test_a_tap_that_two_tabs_send_counts_once(server: Running, one_browser: BrowserContext) -> None:
    table = Play(server, "Ann", "Ben")
    first = opened(one_browser, table, cut_off=True)
    tap(first, 1, 1, 4, 4, 4, 5)
    expect(first.locator("#banner")).to_contain_text("Your tap is kept")
    second = opened(one_browser, table)
    expect(second.get_by_role("img", name=ROLLED)).to_be_visible()
    first.unroute("**/commands")
    expect(first.locator("#stage")).not_to_have_attribute("data-busy", "")
    expect(first.get_by_role("img", name=ROLLED)).to_be_visible()
    expect(first.locator("#banner")).to_be_hidden()
    assert newest(first, table)["seq"] == table.seq + 1
    assert kept(first) == 0


def test_what_one_tab_keeps_is_not_lost_when_another_one_keeps_something_too(
    server: Running, one_browser: BrowserContext
) -> None:
    table = Play(server, "Ann", "Ben")
    first, second = (opened(one_browser, table, cut_off=True) for _ in range(2))
    tap(first, 1, 1, 4, 4, 4, 5)
    expect(first.locator("#banner")).to_contain_text("Your tap is kept")
    tap(second, 2, 2, 2, 2, 2, 2)
    expect(second.locator("#banner")).to_contain_text("Your tap is kept")
    assert kept(second) == 2
    first.close()
    second.close()
    # Both are sent by the next tab; the later one no longer fits after the earlier, which is said.
    third = opened(one_browser, table)
    expect(third.locator("#banner")).to_contain_text("your tap was not used")
    expect(third.get_by_role("img", name=ROLLED)).to_be_visible()
    assert newest(third, table)["state"]["roll"] == [1, 1, 4, 4, 4, 5]
    assert kept(third) == 0


def test_a_tap_made_on_another_one_never_counts_on_what_others_did_since(
    server: Running, one_browser: BrowserContext
) -> None:
    table = Play(server, "Ann", "Ben").tell(500, 600)
    page = opened(one_browser, table, cut_off=True)
    undo = page.locator("[data-key=undo]")
    undo.click()
    undo.click()
    expect(page.locator("#banner")).to_contain_text("Your tap is kept")
    # The first arrives; then the line breaks again, and others go on.
    arrived: list[str] = []

    def let_one_through(route: Route) -> None:
        if arrived:
            route.abort()
        else:
            arrived.append(route.request.url)
            route.continue_()

    page.unroute("**/commands")
    page.route("**/commands", let_one_through)
    expect(page.get_by_role("heading", name="Ben\u2019s turn")).to_be_visible()
    table.seq += 1
    table.tell(700)
    page.close()
    page = opened(one_browser, table)
    expect(page.locator("#banner")).to_contain_text("your tap was not used")
    assert [player["total"] for player in newest(page, table)["state"]["players"]] == [500, 700]
