"""The secure side in a real browser: the camera is there, and the page about trust tells the truth.

Mostly a browser that overlooks certificate errors stands for a phone that trusts the server.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PHONE, OpenPage, chromium, live, tap
from tests.e2e.test_accessibility import faults
from tests.webapp.running import Running, start
from tests.webapp.test_streams import post


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server on both ways, with a phone's worth of patience."""
    running = start(tmp_path_factory.mktemp("secure") / "data", https=True)
    yield running
    running.stop()


def state(page: Page) -> str:
    """What the page about trust says of this device."""
    page.locator("#trust-state[data-is]").wait_for()
    return page.locator("#trust-state [data-state]:visible").inner_text()


def test_over_https_there_is_a_camera_and_taps_reach_the_plain_side(
    both: Running, open_page: OpenPage
) -> None:
    table = post(f"{both.url}/api/tables", {"key": "two-sides", "players": ["Ann", "Ben"]})
    plain = open_page(f"{both.url}/t/{table['id']}")
    live(plain)
    # The service worker of a page whose certificate is not trusted is refused; a phone's is not.
    secure = open_page(
        f"{both.secure_url}/t/{table['id']}", ignore_https_errors=True, tolerant=True
    )
    live(secure)
    there = (
        "[isSecureContext, !!navigator.mediaDevices, typeof navigator.mediaDevices.getUserMedia]"
    )
    assert secure.evaluate(there) == [True, True, "function"]
    tap(secure, 1, 1, 1, 2, 3, 4)
    plain.locator(".phase-rolled, [data-key^=option]").first.wait_for(timeout=3000)
    assert secure.evaluate("performance.getEntries()[0].nextHopProtocol") == "h2"


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_the_page_about_trust_tells_whether_the_secure_address_works_here(
    both: Running, open_page: OpenPage, locale: str
) -> None:
    trusting: dict[str, Any] = {"ignore_https_errors": True, "locale": locale, "tolerant": True}
    address = f"{both.url}/trust?page=/games"
    doubting = open_page(address, tolerant=True, locale=locale)
    page = open_page(address, viewport=PHONE, **trusting)
    page.locator("#trust-state[data-is=trusted]").wait_for()
    assert "trust" in state(page) or "traut" in state(page)
    assert state(page) != state(doubting)
    assert faults(page) == []
    for summary in page.locator("summary").all():
        if not summary.locator("xpath=..").get_attribute("open"):
            summary.click()
    assert faults(page) == []
    page.locator("#secure-page").click()
    expect(page).to_have_url(f"{both.secure_url}/games")
    page.goto(f"{both.secure_url}/trust")
    page.locator("#trust-state[data-is=secure]").wait_for()


def test_the_invitation_has_the_secure_address_too(both: Running, open_page: OpenPage) -> None:
    table = post(f"{both.url}/api/tables", {"key": "invite-both", "players": ["Ann"]})
    # The probe of an address that is not trusted is a line on the browser's console.
    page = open_page(f"{both.url}/t/{table['id']}", viewport=PHONE, tolerant=True)
    live(page)
    page.get_by_role("button", name="Invite").click()
    page.get_by_text("Live camera on a phone").click()
    expect(page.get_by_label("Secure address of this table")).to_have_value(
        f"{both.secure_url}/t/{table['id']}"
    )
    assert faults(page) == []
    page.get_by_role("link", name="How a phone is told to trust this server").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("HTTPS for phones")


def test_a_browser_that_was_given_the_authority_opens_it_without_a_warning(
    both: Running, browser: Browser, tmp_path: Path
) -> None:
    certutil = shutil.which("certutil")
    if certutil is None or sys.platform != "linux":
        pytest.skip("no certutil (on Debian: libnss3-tools) to give Chromium an authority")
    store = tmp_path / ".pki" / "nssdb"
    store.mkdir(parents=True)
    authority = tmp_path / "ca.crt"
    with urllib.request.urlopen(f"{both.url}/trust/ca.crt", timeout=10) as answer:
        authority.write_bytes(answer.read())
    database = [certutil, "-d", f"sql:{store}"]
    subprocess.run([*database, "-N", "--empty-password"], check=True)
    given = ["-A", "-n", "dicesight", "-t", "C,,", "-i", str(authority)]
    subprocess.run([*database, *given], check=True)
    trusting = browser.browser_type.launch(
        executable_path=chromium() or browser.browser_type.executable_path,
        args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
        env={**os.environ, "HOME": str(tmp_path)},
    )
    try:
        page = trusting.new_page()
        page.goto(f"{both.url}/trust")
        page.locator("#trust-state[data-is=trusted]").wait_for()
        page.locator("#secure-page").click()
        # With a certificate that is only put up with, no app could be installed.
        assert page.evaluate("navigator.serviceWorker.ready.then(() => isSecureContext)")
        assert page.url == f"{both.secure_url}/"
    finally:
        trusting.close()
