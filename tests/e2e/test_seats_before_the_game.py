"""The order of the seats is made on the start page: by dragging, by tapping, by keys."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import PHONE, Play, live, open_menu, tap
from tests.webapp.running import Running

OpenPage = Callable[..., Page]


def drag(page: Page, grip: Locator, below: Locator) -> None:
    """Take a row by its grip to below another one."""
    box, target = grip.bounding_box(), below.bounding_box()
    assert box is not None
    assert target is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 5, target["y"] + target["height"] - 3, steps=5)
    page.mouse.up()


def test_names_are_put_into_order_before_the_table_is_opened(
    server: Running, open_page: OpenPage
) -> None:
    page = open_page(server.url, viewport=PHONE)
    page.get_by_role("button", name="Add a player").click()
    names = page.locator("#players input")
    for index, name in enumerate(("Ann", "Ben", "Cleo")):
        names.nth(index).fill(name)

    def order() -> list[str]:
        return [names.nth(index).input_value() for index in range(3)]

    grips = page.locator("#players .grip")
    drag(page, grips.nth(0), page.locator("#players li").nth(1))
    assert order() == ["Ben", "Ann", "Cleo"]
    expect(grips.nth(1)).to_be_focused()
    page.keyboard.press("ArrowDown")
    assert order() == ["Ben", "Cleo", "Ann"]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    assert order() == ["Ben", "Ann", "Cleo"]
    page.get_by_role("button", name="Move player 2 up").click()
    assert order() == ["Ann", "Ben", "Cleo"]
    page.get_by_role("button", name="Move player 1 up").click()
    assert order() == ["Ann", "Ben", "Cleo"]
    expect(page.get_by_label("Player 3", exact=True)).to_have_value("Cleo")
    drag(page, grips.nth(0), page.locator("#players li").nth(2))
    page.get_by_role("button", name="Open the table").click()
    live(page)
    names = page.locator(".standing .name").all_inner_texts()
    assert [name.split(",")[0].strip() for name in names] == ["Ben", "Cleo", "Ann"]


def test_a_seat_is_dragged_to_another_place_at_the_table(
    server: Running, open_page: OpenPage
) -> None:
    table = Play(server, "Ann", "Ben", "Cleo").tell(500)
    page = open_page(table.address, viewport=PHONE)
    live(page)
    open_menu(page, "players")
    seats = page.locator(".seats > li")
    drag(page, seats.nth(0).locator(".seat-grip"), seats.nth(1))
    expect(page.locator(".standing .name").first).to_contain_text("Ben")
    names = page.locator(".standing .name").all_inner_texts()
    assert [name.split(",")[0].strip() for name in names] == ["Ben", "Ann", "Cleo"]


def test_dice_entered_for_one_player_do_not_become_those_of_another(
    server: Running, open_page: OpenPage
) -> None:
    table = Play(server, "Ann", "Ben", "Cleo", preset="classic")
    page = open_page(table.address, viewport=PHONE)
    live(page)
    tap(page, 1, 1, 1)
    table.do("change_player", player="p3", name="Clea")
    expect(page.locator(".standing .name").last).to_contain_text("Clea")
    assert page.locator(".slot.filled").count() == 3
    table.do("reorder_players", order=["p2", "p3", "p1"])
    expect(page.get_by_role("heading", name="Ben\u2019s turn")).to_be_visible()
    assert page.locator(".slot.filled").count() == 0
