"""The live camera: a clip as the phone's camera, a recording as the server's, and no camera."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PHONE, OpenPage, Play, chromium, live, tap, turn_of
from tests.e2e.test_accessibility import faults
from tests.webapp.drawn_clip import write_mjpeg, write_mp4
from tests.webapp.running import Running, start

ROLL = (1, 1, 4, 4, 3, 5)


@pytest.fixture(scope="module")
def camera_browser(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser whose camera plays a clip of drawn dice."""
    clip = write_mjpeg(tmp_path_factory.mktemp("camera") / "roll.mjpeg", ROLL)
    launched = browser.browser_type.launch(
        executable_path=chromium() or None,
        args=[
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--use-fake-device-for-media-stream",
            "--use-fake-ui-for-media-stream",
            f"--use-file-for-fake-video-capture={clip}",
        ],
    )
    yield launched
    launched.close()


def camera_page(browser: Browser, address: str, viewport: dict[str, int] | None = None) -> Page:
    """A table's page on a device with that camera."""
    context = browser.new_context(viewport=viewport or PHONE, reduced_motion="reduce")  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(15_000)
    page.goto(address)
    live(page)
    return page


def test_a_roll_before_the_phones_camera_is_corrected_banked_and_seen_elsewhere(
    camera_browser: Browser, server: Running, playing: Callable[..., Play], open_page: OpenPage
) -> None:
    table = playing("Ann", "Ben", preset="classic")
    other = open_page(table.address, viewport=PHONE)
    live(other)
    tv = open_page(f"{table.address}/tv", viewport={"width": 1280, "height": 720})
    live(tv)
    page = camera_page(camera_browser, table.address)
    page.get_by_role("button", name="Live camera").click()
    words = page.locator("#review-words")
    expect(words).to_have_text("I read 1 1 3 4 4 5.", timeout=20_000)
    expect(page.locator(".live-pill")).to_have_text(re.compile(r"live, \d\.\d s"))
    # Nothing counts yet, and the other phone shows the same with a still picture.
    expect(other.locator("#review-words")).to_have_text("I read 1 1 3 4 4 5.")
    expect(other.locator(".photo canvas")).to_be_visible()
    expect(tv.locator(".review-words")).to_have_text("I read 1 1 3 4 4 5.")
    expect(tv.locator(".photo canvas")).to_be_visible()
    assert faults(tv) == []
    # Who only watches sees it too, and has nothing to tap.
    other.locator("#invite").click()
    watching = open_page(other.locator("#watch-link").input_value(), viewport=PHONE)
    other.keyboard.press("Escape")
    live(watching)
    expect(watching.locator(".review-words")).to_have_text("I read 1 1 3 4 4 5.")
    expect(watching.locator(".photo canvas")).to_be_visible()
    expect(watching.locator(".review button")).to_have_count(0)
    assert faults(watching) == []
    assert table.fetch()["state"]["phase"] == "to_roll"
    assert faults(page) == []

    # What one person says of a die is said to everybody.
    page.locator(".live-spots [aria-label*=three]").click()
    page.locator("dialog").get_by_role("button", name="Set aside before").click()
    expect(other.locator("#review-words")).to_have_text(re.compile("^5 dice, you have 6"))
    expect(watching.locator(".review-words")).to_have_text(re.compile("6 were in hand"))
    page.locator(".live-spots [aria-label*='left out']").click()
    page.locator("dialog").get_by_role("button", name="three").click()
    for screen in (page, other, watching, tv):
        expect(screen.locator(".review-words")).to_have_text("I read 1 1 3 4 4 5.")

    # The three is really a four: tapped on the living picture.
    page.locator(".live-spots [aria-label*=three]").click()
    page.locator("dialog").get_by_role("button", name="four").click()
    expect(words).to_have_text("6 dice: 1 1 4 4 4 5.")
    page.get_by_role("button", name="Use these 6 dice").click()

    chips = page.locator(".live-chip")
    expect(chips).to_have_count(3)
    expect(page.locator(".live-chip.best")).to_have_count(1)
    expect(other.get_by_role("img", name="This roll: 1 1 4 4 4 5")).to_be_visible()
    for screen in (other, tv, watching):
        expect(screen.locator(".review")).to_have_count(0)
    page.locator(".live-chip", has_text="650").click()
    page.locator(".live-chip", has_text="Bank 650").click()
    expect(other.locator("[data-player=p1]")).to_have_text("650")
    expect(turn_of(other, "Ben")).to_be_visible()
    expect(other.locator("#review-words")).to_have_count(0)
    # The dice still lie there; they are no roll of Ben's.
    expect(page.locator("#live-words")).to_have_text("Read. Roll on, I am watching.")
    assert table.fetch()["state"]["phase"] == "to_roll"
    page.get_by_role("button", name="Close the camera").click()
    expect(page.locator(".live")).to_have_count(0)
    page.context.close()


def test_a_camera_at_the_server_is_chosen_and_its_roll_is_on_every_screen(
    tmp_path: Path, open_page: OpenPage
) -> None:
    clip = write_mp4(tmp_path / "table.mp4", ROLL, still=100)
    server = start(tmp_path / "data", camera=str(clip))
    try:
        table = Play(server, "Ann", "Ben", preset="classic")
        page = open_page(table.address, viewport=PHONE)
        other = open_page(table.address, viewport=PHONE)
        for screen in (page, other):
            live(screen)
        page.get_by_role("button", name="Live camera").click()
        page.get_by_role("button", name="Choose the camera").click()
        page.get_by_label("Camera", exact=True).select_option("At the server: table.mp4")
        for screen in (page, other):
            expect(screen.locator("#review-words")).to_have_text(
                "I read 1 1 3 4 4 5.", timeout=20_000
            )
        expect(page.locator(".live-picture canvas").first).to_be_visible()
        page.get_by_role("button", name="Use these 6 dice").click()
        expect(other.get_by_role("img", name="This roll: 1 1 3 4 4 5")).to_be_visible()
        expect(page.locator("#live-words")).to_contain_text("The recording is over", timeout=20_000)
        page.get_by_role("button", name="Close the camera").click()
        for screen in (page, other):
            screen.context.close()
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("", "There is no camera here"),
        ("NotAllowedError", "may not use the camera"),
        ("NotReadableError", "Another app is using the camera"),
        ("never", "asks whether this page may use the camera"),
        ("insecure", "only over HTTPS"),
    ],
)
def test_why_there_is_no_picture_is_said_within_three_seconds_and_play_goes_on_by_hand(
    playing: Callable[..., Play], open_page: OpenPage, reason: str, said: str
) -> None:
    table = playing("Ann", "Ben", preset="classic")
    page = open_page(table.address, viewport=PHONE)
    live(page)
    if reason == "insecure":
        page.evaluate("Object.defineProperty(window, 'isSecureContext', { value: false })")
    elif reason:
        page.evaluate(
            """(reason) => { navigator.mediaDevices.getUserMedia = () => reason === "never"
              ? new Promise(() => {}) : Promise.reject(new DOMException("no", reason)); }""",
            reason,
        )
    page.get_by_role("button", name="Live camera").click()
    began = time.monotonic()
    expect(page.locator("#live-words")).to_contain_text(said)
    assert time.monotonic() - began < 3.5
    assert faults(page) == []
    tap(page, 1, 1, 4, 4, 4, 5)
    expect(page.get_by_role("img", name="This roll: 1 1 4 4 4 5")).to_be_visible()


def test_a_picture_that_no_longer_comes_says_that_it_is_stalled_and_goes_on_by_itself(
    camera_browser: Browser, playing: Callable[..., Play]
) -> None:
    table = playing("Ann", preset="classic")
    page = camera_page(camera_browser, table.address)
    page.get_by_role("button", name="Live camera").click()
    pill = page.locator(".live-pill")
    expect(pill).to_have_text(re.compile("live"))
    page.route("**/frames?*", lambda route: route.abort())
    expect(pill).to_have_text("stalled")
    expect(page.locator("#live-words")).to_have_text(re.compile("The server does not answer"))
    page.unroute("**/frames?*")
    expect(pill).to_have_text(re.compile("live"))
    page.context.close()


def test_a_tray_drawn_with_a_finger_goes_along_with_every_frame_and_is_remembered(
    camera_browser: Browser, playing: Callable[..., Play]
) -> None:
    table = playing("Ann", preset="classic")
    page = camera_page(camera_browser, table.address)
    page.get_by_role("button", name="Live camera").click()
    expect(page.locator("#review-words")).to_be_attached(timeout=20_000)
    page.get_by_role("button", name="Choose the camera").click()
    page.get_by_role("button", name="Draw the tray").click()
    place = page.locator(".live-spots").bounding_box()
    assert place
    page.mouse.move(place["x"] + 0.1 * place["width"], place["y"] + 0.1 * place["height"])
    page.mouse.down()
    page.mouse.move(place["x"] + 0.9 * place["width"], place["y"] + 0.9 * place["height"], steps=6)
    page.mouse.up()
    with page.expect_request(lambda sent: "tray=" in sent.url) as sent:
        pass
    assert "0.1%2C0.1%3B0.9%2C0.1%3B0.9%2C0.9%3B0.1%2C0.9" in sent.value.url
    expect(page.locator("dialog[open]")).to_have_count(0)  # the end of the line is no tap
    page.reload()
    with page.expect_request(lambda sent: "tray=" in sent.url):
        pass
    page.context.close()
