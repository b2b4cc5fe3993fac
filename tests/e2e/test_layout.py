"""What a thumb reaches: sizes, places and distances at the usual screen sizes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.conftest import LAPTOP, PHONE, OpenPage, Play, send_picture, tap
from tests.webapp.running import Running

SMALL_PHONE: ViewportSize = {"width": 360, "height": 640}
SIZES = [PHONE, SMALL_PHONE, LAPTOP]
NAMES = ["Bartholomew the Unreasonably Long", "Ben", "Mira", "Zoe", "Ida", "Kai", "Lou", "Max"]


def in_sight(page: Page, key: str) -> dict[str, float]:
    """The box of a control, which must be within the screen without scrolling."""
    page.locator("#stage:not([data-busy])").wait_for()  # it is drawn anew after each command
    box = page.locator(f"[data-key={key}]").bounding_box()
    assert box
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= page.viewport_size["height"]  # type: ignore[index]
    assert min(box["width"], box["height"]) >= 44
    return dict(box)


def nothing_sticks_out(page: Page) -> None:
    assert page.evaluate(
        "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )


@pytest.mark.parametrize("size", SIZES, ids=["phone", "small-phone", "laptop"])
@pytest.mark.parametrize("players", [2, 8])
def test_what_decides_is_in_sight_and_apart(
    new_table: Callable[..., Page], size: ViewportSize, players: int
) -> None:
    page = new_table(*NAMES[:players], viewport=size)
    for key in ("camera", "face-1", "face-6"):
        in_sight(page, key)
    nothing_sticks_out(page)
    send_picture(page, 1, 1, 4, 4, 4, 5)
    page.locator("[data-key=use]").wait_for()
    in_sight(page, "use")
    nothing_sticks_out(page)
    page.locator("[data-key=use]").click()
    page.locator(".options").wait_for()
    in_sight(page, "option-0")
    nothing_sticks_out(page)
    page.locator("[data-key=option-0]").click()
    page.locator(".phase-kept").wait_for()
    roll, bank = in_sight(page, "roll"), in_sight(page, "bank")
    assert bank["x"] - (roll["x"] + roll["width"]) >= 16
    nothing_sticks_out(page)


def test_every_control_is_large_enough_for_a_thumb(new_table: Callable[..., Page]) -> None:
    page = new_table("Ann", "Ben", "Mira", viewport=PHONE)

    def small_ones() -> list[str]:
        found: list[str] = page.evaluate(
            """() => Array.from(document.querySelectorAll("button, input, summary, a.brand"))
              .filter((e) => e.offsetParent && !e.hidden)
              .filter((e) => { const b = e.getBoundingClientRect(); return b.height < 43.9; })
              .map((e) => e.outerHTML)"""
        )
        return found

    assert small_ones() == []
    send_picture(page, 1, 1, 4, 4, 4, 5, 3)
    page.locator(".die-spot").first.wait_for()
    assert small_ones() == []
    page.locator("[data-key=spot-6]").click()
    assert small_ones() == []
    page.get_by_role("button", name="Not a die of this roll").click()
    page.locator("[data-key=use]").click()
    page.locator(".options").wait_for()
    assert small_ones() == []


@pytest.mark.parametrize("size", SIZES, ids=["phone", "small-phone", "laptop"])
def test_the_start_page_fits(server: Running, open_page: OpenPage, size: ViewportSize) -> None:
    page = open_page(server.url, viewport=size)
    nothing_sticks_out(page)
    box = page.get_by_role("button", name="Open the table").bounding_box()
    assert box
    assert box["y"] + box["height"] <= size["height"]


def test_the_page_asks_nobody_but_its_server(
    server: Running, open_page: OpenPage, new_table: Callable[..., Page]
) -> None:
    page = new_table("Ann", "Ben")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    tap(page, 1, 1, 1, 1, 1, 1)
    page.locator(".options").wait_for()
    page.goto(server.url)
    assert len(asked) > 10
    assert {url for url in asked if not url.startswith((server.url, "blob:", "data:"))} == set()


def test_a_television_shows_everybody_without_scrolling(
    playing: Callable[..., Play], open_page: Callable[..., Page]
) -> None:
    names = [f"{number} Anna-Magdalena von und zu Hohenstein" for number in range(1, 13)]
    table = playing(*names).tell(*[500] * 12)
    page = open_page(f"{table.address}/tv", viewport={"width": 1280, "height": 720})
    expect(page.locator("#tv-standing li")).to_have_count(12)
    assert page.evaluate("document.documentElement.scrollHeight") <= 720


def test_a_name_without_a_gap_makes_no_page_wider_than_the_phone(
    playing: Callable[..., Play], open_page: Callable[..., Page]
) -> None:
    table = playing("W" * 40, "Ben").tell(500, 600)
    page = open_page(table.address, viewport={"width": 360, "height": 640})
    for path in ("", "/statistics", "/tv", "/print"):
        page.goto(f"{table.address}{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path


def test_every_page_fits_when_it_is_enlarged_to_320_pixels(
    playing: Callable[..., Play], open_page: Callable[..., Page]
) -> None:
    table = playing("Ann", "Ben").tell(500, 600)
    start = table.address.partition("/t/")[0]
    page = open_page(table.address, viewport={"width": 320, "height": 560}, locale="de-DE")
    for path in ("", "/statistics", "/tv", "/print"):
        page.goto(f"{table.address}{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
    for path in ("/", "/games", "/rules", "/rules/edit", "/print", "/pads/new", "/source"):
        page.goto(f"{start}{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path


def test_points_can_be_tapped_on_a_phone_that_lies_on_its_side(
    playing: Callable[..., Play], open_page: Callable[..., Page]
) -> None:
    table = playing("Ann", "Ben")
    page = open_page(table.address, viewport={"width": 640, "height": 360})
    page.locator("[data-key=points-only]").click()
    key = page.locator("[data-key=key-5]")
    key.scroll_into_view_if_needed()
    box = key.bounding_box()
    assert box
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    hit = "([x, y]) => document.elementFromPoint(x, y).closest('button')?.dataset.key"
    assert page.evaluate(hit, middle) == "key-5"
    key.click()
    page.set_viewport_size({"width": 360, "height": 640})
    expect(page.locator("[data-key=told-bank]")).to_contain_text("5")


def test_letters_of_twice_the_size_fit_a_phone(
    playing: Callable[..., Play], open_page: Callable[..., Page]
) -> None:
    table = playing("Ann", "Ben").do("roll", dice=[1, 1, 5, 2, 3, 6]).do("set_aside", dice=[1, 1])
    start = table.address.partition("/t/")[0]
    page = open_page(start, viewport=SMALL_PHONE, locale="de-DE")
    sizes = {"fontSizes": {"standard": 32, "fixed": 26}}
    page.context.new_cdp_session(page).send("Page.setFontSizes", sizes)
    for address in (f"{start}/", table.address, f"{start}/games", f"{start}/rules"):
        page.goto(address)
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, address
