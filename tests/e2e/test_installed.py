"""The installed page: it says when the server is gone, and the screen does not go to sleep."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.webapp.running import start

LOCKS = """
  window.asked = 0;
  window.held = null;
  const wakeLock = { request: async () => {
    window.asked += 1;
    const lock = new EventTarget();
    lock.release = () => lock.dispatchEvent(new Event("release"));
    window.held = lock;
    return lock;
  } };
  Object.defineProperty(navigator, "wakeLock", { value: wakeLock });
"""
HIDE = """(state) => {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  if (state === "hidden") window.held.release();
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_without_its_server_the_page_says_so_and_comes_back_by_itself(
    tmp_path: Path, open_page: OpenPage
) -> None:
    running = start(tmp_path / "data")
    page = open_page(running.url, tolerant=True)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    port = int(running.url.rsplit(":", 1)[1])
    running.stop()
    page.goto(f"{running.url}/games")
    expect(page.get_by_role("heading")).to_have_text("Dicesight cannot be reached")
    again = start(tmp_path / "data", port=port)
    try:
        expect(page.get_by_role("heading", name="Games")).to_be_visible(timeout=15_000)
    finally:
        again.stop()


def test_the_screen_is_kept_on_and_asked_for_again_after_the_page_was_hidden(
    new_table: Callable[..., Page],
) -> None:
    page = new_table("Ann", "Ben")
    page.add_init_script(LOCKS)
    page.reload()
    page.wait_for_function("window.asked === 1")
    page.evaluate(HIDE, "hidden")
    page.evaluate(HIDE, "visible")
    page.wait_for_function("window.asked === 2")
    expect(page.locator("#awake-note")).to_be_hidden()


def test_a_browser_that_cannot_keep_the_screen_on_says_so(
    new_table: Callable[..., Page],
) -> None:
    page = new_table("Ann", "Ben")
    page.add_init_script("Object.defineProperty(navigator, 'wakeLock', { value: undefined });")
    page.reload()
    expect(page.locator("#awake-note")).to_contain_text("this browser cannot keep it on")
