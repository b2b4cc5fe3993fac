"""What users of other score keepers complain of, about screens and taps: none of it here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e.conftest import (
    PHONE,
    OpenPage,
    Play,
    live,
    open_menu,
    points_by_keys,
    tap,
    totals,
    turn_of,
)
from tests.webapp.running import Running, start

Playing = Callable[..., Play]

SIZES = [(360, 640), (390, 844), (768, 1024), (1280, 720)]
NAMES = ["Bartholomew the Unreasonably Long", "Ben", "Mira", "Zoe", "Ida", "Kai", "Lou", "Max"]


def test_scores_are_there_after_an_idle_hour_and_after_a_reload(
    open_page: OpenPage, playing: Playing
) -> None:
    table = playing("Ann", "Ben").tell(500, 300).do("roll", dice=[1, 1, 4, 4, 4, 5])
    page = open_page(table.address, viewport=PHONE)
    live(page)
    page.clock.install()
    page.clock.fast_forward("01:00:00")
    live(page)
    assert totals(page) == ["500", "300"]
    page.reload()
    live(page)
    assert totals(page) == ["500", "300"]
    expect(page.get_by_role("img", name="This roll: 1 1 4 4 4 5")).to_be_visible()


def test_sixty_turns_of_eight_players_are_shown_entered_and_edited(
    open_page: OpenPage, playing: Playing
) -> None:
    table = playing(*NAMES, target=1_000_000)
    table.tell(*[50 * (1 + turn % 12) for turn in range(480)])
    page = open_page(table.address, viewport=PHONE)
    live(page)
    assert totals(page)[:2] == ["15,000", "18,000"]
    tap(page, 1, 1, 1, 1, 1, 1)
    page.locator("[data-key=option-0]").click()
    page.locator("[data-key=bank]").click()
    expect(turn_of(page, "Ben")).to_be_visible()
    assert totals(page)[0] == "18,000"
    page.locator("[data-key=turn-p8-1]").click()
    page.get_by_role("button", name="Farkle", exact=True).click()
    expect(page.locator("#turn-editor")).to_be_hidden()
    expect(page.locator("[data-key=turn-p8-1]")).to_contain_text("F")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-key=turn-p8-1]")).to_have_text("400")


def test_a_number_that_is_sent_twice_counts_once(open_page: OpenPage, playing: Playing) -> None:
    page = open_page(playing("Ann", "Ben").address, viewport=PHONE)
    live(page)
    open_menu(page, "points-only")
    page.keyboard.press("Escape")
    points_by_keys(page, 350)
    page.locator("[data-key=told-bank]").dblclick()
    expect(turn_of(page, "Ben")).to_be_visible()
    page.locator("[data-key=told-farkle]").dblclick()
    expect(turn_of(page, "Ann")).to_be_visible()
    page.wait_for_timeout(500)
    assert totals(page) == ["350", "0"]
    assert page.locator("tbody tr").count() == 1


def test_quick_taps_all_count(open_page: OpenPage, playing: Playing) -> None:
    table = playing("Ann", "Ben").tell(100, 200, 300, 400)
    page = open_page(table.address, viewport=PHONE)
    live(page)
    # Six taps as fast as a program can, and two steps back before the first was answered.
    page.evaluate(
        """() => { for (const face of [1, 1, 4, 4, 4, 5])
             document.querySelector(`[data-key=face-${face}]`).click(); }"""
    )
    expect(page.get_by_role("img", name="This roll: 1 1 4 4 4 5")).to_be_visible()
    page.evaluate(
        """() => { const undo = document.querySelector("[data-key=undo]"); undo.click();
             undo.click(); undo.click(); }"""
    )
    expect(page.locator("[data-key=turn-p2-2]")).to_have_count(0)
    expect(page.locator("[data-key=turn-p1-2]")).to_have_count(0)
    assert totals(page) == ["100", "200"]


@pytest.mark.parametrize("size", SIZES, ids=[f"{width}x{height}" for width, height in SIZES])
@pytest.mark.parametrize("players", [2, 4, 8])
def test_the_buttons_are_on_the_screen_whatever_its_size_and_however_many_play(
    open_page: OpenPage, playing: Playing, size: tuple[int, int], players: int
) -> None:
    screen = ViewportSize(width=size[0], height=size[1])
    table = playing(*NAMES[:players]).tell(*["farkle"] * players)
    page = open_page(table.address, viewport=screen)
    live(page)
    in_sight(page, "camera", "face-1", "face-6")
    page.locator("[data-key=points-only]").click()
    points_by_keys(page, 300)
    in_sight(page, "key-1", "key-00", "told-farkle", "told-bank")
    page.locator("[data-key=dice-again]").click()
    tap(page, 1, 1, 2, 3, 4, 6)
    page.locator(".options").wait_for()
    in_sight(page, "option-0")
    page.locator("[data-key=option-0]").click()
    page.locator(".phase-kept").wait_for()
    roll, bank = in_sight(page, "roll", "bank")
    assert bank["x"] - (roll["x"] + roll["width"]) >= 16, "an accidental tap must not bank"
    wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert page.evaluate(wide)


def in_sight(page: Page, *keys: str) -> list[dict[str, float]]:
    """The boxes of controls, which must be on the screen, large enough for a thumb."""
    boxes = []
    for key in keys:
        control = page.locator(f"[data-key={key}]")
        expect(control).to_be_in_viewport(ratio=0.99)
        box = control.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44, key
        boxes.append(dict(box))
    return boxes


def test_turning_the_phone_keeps_the_turn_and_what_was_typed(
    open_page: OpenPage, playing: Playing
) -> None:
    page = open_page(playing("Ann", "Ben").address, viewport=PHONE)
    live(page)
    tap(page, 1, 1, 4)
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.locator(".slot.filled")).to_have_count(3)
    tap(page, 4, 4, 5)
    page.locator("[data-key=option-0]").click()
    page.set_viewport_size(PHONE)
    expect(page.get_by_role("button", name="Bank 650")).to_be_visible()


def test_an_accidental_bank_is_undone_with_everything_as_it_was(
    open_page: OpenPage, playing: Playing
) -> None:
    page = open_page(playing("Ann", "Ben").address, viewport=PHONE)
    live(page)
    tap(page, 1, 1, 4, 4, 4, 2)
    page.locator("[data-key=option-0]").click()
    page.locator("[data-key=bank]").click()
    expect(turn_of(page, "Ben")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(turn_of(page, "Ann")).to_be_visible()
    expect(page.locator("[data-key=roll]")).to_contain_text("with 1 die")
    expect(page.locator(".big-number")).to_have_text("600")


def test_who_watches_by_a_direct_link_sees_every_change(
    open_page: OpenPage, playing: Playing
) -> None:
    table = playing("Ann", "Ben")
    page = open_page(table.address, viewport=PHONE)
    page.locator("#invite").click()
    watching = page.locator("#watch-link").input_value()
    viewer = open_page(watching, viewport=PHONE)
    live(viewer)
    assert table.id not in viewer.content()
    table.do("roll", dice=[1, 1, 4, 4, 4, 5])
    expect(viewer.get_by_role("img", name="This roll: 1 1 4 4 4 5")).to_be_visible()
    table.do("set_aside", dice=[1, 1, 4, 4, 4, 5]).do("bank")
    expect(turn_of(viewer, "Ben")).to_be_visible()
    assert totals(viewer) == ["650", "0"]
    entering = ("camera", "undo", "points-only", "farkle", "turn-p1-1")
    assert [viewer.locator(f"[data-key={key}]").count() for key in entering] == [0] * 5


def test_taps_made_without_a_connection_reach_the_others_or_are_refused_in_sight(
    browser: Browser, tmp_path: Path
) -> None:
    server = start(tmp_path / "data")
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    try:
        table = Play(server, "Ann", "Ben")
        page = context.new_page()
        page.goto(table.address)
        live(page)
        server.kill()
        tap(page, 1, 1, 4, 4, 4, 5)
        expect(page.locator("#banner")).to_contain_text("Your tap is kept")
        # The tap outlives the page: it is sent when the page and the server are back.
        kept = page.evaluate("Object.keys(localStorage).filter((key) => key.includes('tap-'))")
        assert len(kept) == 1
        assert kept[0].startswith(f"dicesight-tap-{table.id}-")
        server = start(tmp_path / "data", port=urlsplit(server.url).port or 0)
        expect(page.get_by_role("img", name="This roll: 1 1 4 4 4 5")).to_be_visible(timeout=15_000)
        assert Play._post(f"{server.url}/api/tables/{table.id}/rematch", {"id": "some-key-1"})
        page.close()
        # What was kept on a screen that comes back after others went on is refused in sight.
        page = context.new_page()
        tap_of_then = (
            '{"id": "kept-tap-01", "command": {"type": "roll", "dice": [2, 2, 3, 3, 4, 6]}, '
            '"at": 1, "after": null, "seq": 1}'
        )
        entry = f"dicesight-tap-{table.id}-kept-tap-01"
        page.add_init_script(
            f"localStorage.setItem('{entry}', '{tap_of_then}'); window.seeded = true;"
        )
        page.goto(table.address)
        expect(page.locator("#banner")).to_contain_text("your tap was not used")
        expect(page.get_by_role("img", name="This roll: 1 1 4 4 4 5")).to_be_visible()
        assert page.evaluate(f"localStorage.getItem('{entry}')") is None
    finally:
        context.close()
        server.stop()


def test_a_page_that_was_reloaded_without_a_connection_sends_what_it_had_kept(
    server: Running, browser: Browser
) -> None:
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    table = Play(server, "Ann", "Ben")
    page = context.new_page()
    page.goto(table.address)
    live(page)
    page.route("**/commands", lambda route: route.abort())
    tap(page, 1, 1, 4, 4, 4, 5)
    expect(page.locator("#banner")).to_contain_text("Your tap is kept")
    page.unroute("**/commands")
    page.reload()
    expect(page.get_by_role("img", name="This roll: 1 1 4 4 4 5")).to_be_visible()
    context.close()
