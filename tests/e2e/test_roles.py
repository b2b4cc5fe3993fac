"""Whoever set the table locks it; phones that belong to a player; advice for all or for one."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, OpenPage, Play, live, open_menu, tap, turn_of


def test_a_locked_sheet_is_entered_on_the_phone_of_whose_turn_it_is(
    new_table: Callable[..., Page], open_page: OpenPage
) -> None:
    host = new_table("Ann", "Ben", viewport=PHONE)
    phone = open_page(host.url, viewport=PHONE)
    live(phone)
    phone.locator("#menu").click()
    expect(phone.locator("[data-key=menu-lock]")).to_have_count(0)
    phone.get_by_label("This phone is for").select_option("Ben")
    phone.keyboard.press("Escape")
    open_menu(host, "lock")
    expect(host.locator("[data-key=menu-lock]")).to_have_attribute("aria-checked", "true")
    host.keyboard.press("Escape")
    expect(phone.locator(".note")).to_contain_text("locked to the phone of Ann")
    expect(phone.locator("[data-key=camera]")).to_have_count(0)
    tap(host, 1, 1, 4, 4, 4, 5)
    expect(phone.get_by_role("img", name="This roll: 1 1 4 4 4 5")).to_be_visible()
    host.locator("[data-key=option-0]").click()
    host.locator("[data-key=bank]").click()
    expect(turn_of(phone, "Ben")).to_be_visible()
    tap(phone, 1, 1, 4, 4, 4, 5)
    expect(phone.locator(".options")).to_be_visible()


def test_a_phone_that_only_watches_has_nothing_to_press_and_may_play_again(
    new_table: Callable[..., Page], open_page: OpenPage
) -> None:
    phone = open_page(new_table("Ann", "Ben").url, viewport=PHONE)
    live(phone)
    phone.locator("#menu").click()
    phone.get_by_label("This phone is for").select_option("watching only")
    phone.keyboard.press("Escape")
    expect(phone.locator("[data-key=camera]")).to_have_count(0)
    phone.reload()
    live(phone)
    expect(phone.locator("[data-key=camera]")).to_have_count(0)
    phone.locator("#menu").click()
    phone.get_by_label("This phone is for").select_option("everybody")
    phone.keyboard.press("Escape")
    expect(phone.locator("[data-key=camera]")).to_be_visible()


def test_the_code_on_the_host_screen_brings_a_phone_to_the_table(
    new_table: Callable[..., Page], open_page: OpenPage
) -> None:
    host = new_table("Ann", "Ben")
    host.locator("#invite").click()
    code = host.locator("#join-code").inner_text()
    phone = open_page(host.url.partition("/t/")[0], viewport=PHONE)
    phone.get_by_label("Join a table: its code").fill(code.lower())
    phone.get_by_role("button", name="Join", exact=True).click()
    live(phone)
    assert phone.url == host.url


def test_advice_is_shown_and_switched_off_for_a_screen_or_for_the_table(
    playing: Callable[..., Play], open_page: OpenPage
) -> None:
    table = playing("Ann", "Ben").do("roll", dice=[1, 1, 2, 3, 4, 6])
    page, other = (open_page(table.address, viewport=PHONE) for _ in range(2))
    advice = page.get_by_role("complementary", name="Advice")
    expect(advice).to_contain_text("Keep one 1 and roll five")
    expect(advice).to_contain_text("Farkle risk with 5 dice: 7.7%")
    live(page)
    open_menu(page, "advice-here")
    expect(advice).to_have_count(0)
    page.keyboard.press("Escape")
    page.reload()
    live(page)
    expect(page.locator(".options")).to_be_visible()
    expect(advice).to_have_count(0)
    expect(other.locator(".advice")).to_be_visible()
    live(other)
    open_menu(other, "advice-table")
    expect(other.locator(".advice")).to_have_count(0)


def test_the_next_game_with_the_same_people_is_found_by_every_screen(
    playing: Callable[..., Play], open_page: OpenPage
) -> None:
    table = playing("Ann", "Ben", target=1000).tell(300, 1000, 100)
    page, other = (open_page(table.address, viewport=PHONE) for _ in range(2))
    live(page)
    live(other)
    page.get_by_role("button", name="Play again with the same people").click()
    expect(turn_of(page, "Ann")).to_be_visible()
    other.get_by_role("link", name="To the next game").click()
    expect(turn_of(other, "Ann")).to_be_visible()
    assert page.url == other.url != table.address
