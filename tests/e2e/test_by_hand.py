"""Playing without a camera, without a mouse, and against each other."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import PHONE, OpenPage, live, tap, total, turn_of


def test_a_die_takes_one_tap_and_a_wrong_one_is_corrected(new_table: Callable[..., Page]) -> None:
    page = new_table("Ann", "Ben", viewport=PHONE)
    tap(page, 1, 1, 4, 4)
    page.locator("[data-key=slot-3]").click()
    tap(page, 5, 2, 3)
    expect(page.get_by_role("img", name="This roll: 1 1 2 3 4 5")).to_be_visible()
    page.get_by_role("button", name="Correct the dice").click()
    page.locator("[data-key=slot-2]").click()
    tap(page, 1)
    page.get_by_role("button", name="Use these dice").click()
    expect(page.get_by_role("img", name="This roll: 1 1 1 3 4 5")).to_be_visible()
    expect(page.locator("[data-key=option-0]")).to_contain_text("1,050")


def test_a_farkle_is_confirmed_and_can_be_undone(new_table: Callable[..., Page]) -> None:
    page = new_table("Ann", "Ben")
    tap(page, 2, 2, 3, 3, 4, 6)
    page.get_by_role("button", name="It is a farkle").click()
    expect(turn_of(page, "Ben")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(turn_of(page, "Ann")).to_be_visible()
    page.get_by_role("button", name="Redo").click()
    expect(turn_of(page, "Ben")).to_be_visible()


def test_the_option_that_the_advice_takes_stands_out(new_table: Callable[..., Page]) -> None:
    page = new_table("Ann", "Ben", viewport=PHONE)
    tap(page, 1, 1, 2, 3, 4, 6)
    expect(page.locator(".advice-best")).to_contain_text("Keep one 1 and roll five")
    expect(page.locator(".option.best")).to_have_attribute("data-dice", "1")
    chances = page.locator(".chances strong").all_inner_texts()
    assert sum(int(chance.rstrip("%")) for chance in chances) == 100
    expect(page.locator(".chance-basis")).to_contain_text("Exact")


def test_below_the_opening_the_page_says_why_it_cannot_bank(new_table: Callable[..., Page]) -> None:
    page = new_table("Ann", "Ben", preset="playmonster")
    tap(page, 1, 2, 3, 3, 4, 6)
    page.locator("[data-key=option-0]").click()
    expect(page.locator("[data-key=bank]")).to_be_disabled()
    expect(page.locator("#why-not")).to_contain_text("500 points")


def test_a_whole_turn_is_played_by_keyboard_alone(new_table: Callable[..., Page]) -> None:
    page = new_table("Ann", "Ben")
    page.locator("body").focus()
    for key in "124555":
        page.keyboard.press(key)
    expect(page.locator(".phase-rolled")).to_be_visible()
    press_on(page, "option-0")
    expect(page.locator(".phase-kept")).to_be_visible()
    assert focused(page) == "roll", "the keyboard's place moves on with the turn"
    press_on(page, "bank")
    expect(turn_of(page, "Ben")).to_be_visible()
    assert total(page, 1) == "600"
    assert focused(page) == "camera"


def test_a_table_is_set_by_keyboard_alone(open_page: OpenPage, server: object) -> None:
    page = open_page(server.url)  # type: ignore[attr-defined]
    page.get_by_label("Player 1").focus()
    page.keyboard.type("Ann")
    page.keyboard.press("Enter")
    page.keyboard.type("Ben")
    page.keyboard.press("Enter")
    live(page)
    expect(turn_of(page, "Ann")).to_be_visible()


def press_on(page: Page, key: str) -> None:
    """Tab to a control and press Enter, as somebody without a mouse does."""
    for _ in range(60):
        if focused(page) == key:
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{key} cannot be reached with the Tab key")


def focused(page: Page) -> str | None:
    key: str | None = page.evaluate("document.activeElement.dataset.key || null")
    return key


def test_two_screens_that_tap_at_the_same_moment_lose_nothing(
    new_table: Callable[..., Page],
) -> None:
    page = new_table("Ann", "Ben", tolerant=True)
    tap(page, 1, 1, 1, 1, 1, 1)
    page.locator("[data-key=option-0]").click()
    bank = page.locator("[data-key=bank]")
    expect(bank).to_be_enabled()

    def another_screen_is_first(route: Route) -> None:
        theirs = {**json.loads(route.request.post_data or ""), "id": "another-screen"}
        post(route.request.url, theirs)
        route.continue_()

    page.route("**/commands", another_screen_is_first)
    bank.click()
    expect(page.locator("#banner")).to_contain_text("your tap was not used")
    expect(turn_of(page, "Ben")).to_be_visible()
    assert total(page, 1) == "2,000"


def post(url: str, body: object) -> None:
    """What another screen sends."""
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    urllib.request.urlopen(request, timeout=10).close()


def test_a_game_ends_with_its_winner_and_goes_on_with_the_same_people(
    new_table: Callable[..., Page],
) -> None:
    page = new_table("Ann", "Ben", preset="kcd")
    tap(page, 1, 1, 1, 1, 1, 1)
    page.locator("[data-key=option-0]").click()
    page.locator("[data-key=bank]").click()
    expect(page.get_by_role("heading", name="Ann wins")).to_be_visible()
    page.get_by_role("button", name="Play again with the same people").click()
    live(page)
    expect(turn_of(page, "Ann")).to_be_visible()
    assert (total(page, 1), total(page, 2)) == ("0", "0")


def test_somebody_else_can_begin(new_table: Callable[..., Page]) -> None:
    page = new_table("Ann", "Ben")
    page.get_by_text("Somebody else begins?").click()
    page.locator("[data-key=first-p2]").click()
    expect(turn_of(page, "Ben")).to_be_visible()
