"""What users of other score keepers complain of, about people: none of it here."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.conftest import (
    PHONE,
    OpenPage,
    Play,
    live,
    open_menu,
    tap,
    totals,
    turn_of,
)

Playing = Callable[..., Play]


def people(open_page: OpenPage, table: Play) -> Page:
    """A page with the dialog of the players open."""
    page = open_page(table.address, viewport=PHONE)
    live(page)
    open_menu(page, "players")
    return page


def names(page: Page) -> list[str]:
    shown = page.locator(".standing .name").all_inner_texts()
    return [text.partition("\n")[0].strip() for text in shown]


def test_people_are_renamed_and_added_in_mid_game(open_page: OpenPage, playing: Playing) -> None:
    page = people(open_page, playing("Ann", "Ben").tell(500, 300, 200))
    page.locator("[data-key=seat-p1]").click()
    page.get_by_label("Name", exact=True).fill("Anna")
    page.get_by_role("button", name="Rename").click()
    expect(page.locator("[data-key=seat-p1]")).to_contain_text("Anna")
    page.get_by_label("Colour").select_option("teal")
    page.get_by_label("Somebody joins").fill("Zoe")
    page.get_by_label("with points to begin with").fill("250")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("[data-key=seat-p3]")).to_contain_text("Zoe")
    page.get_by_role("button", name="Done").click()
    assert totals(page) == ["700", "300", "250"]
    expect(page.locator(".standing li").first.get_by_role("img")).to_have_accessible_name(
        "teal hexagon"
    )
    expect(page.locator(".standing li").nth(2)).to_contain_text("began with 250")


def test_who_was_added_by_accident_is_removed(open_page: OpenPage, playing: Playing) -> None:
    page = people(open_page, playing("Ann", "Ben").tell(500))
    page.get_by_label("Somebody joins").fill("Oops")
    page.get_by_role("button", name="Add", exact=True).click()
    page.locator("[data-key=seat-p3]").click()
    page.get_by_role("button", name="Remove Oops").click()
    expect(page.locator(".seat")).to_have_count(2)
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".standing li")).to_have_count(2)
    expect(turn_of(page, "Ben")).to_be_visible()


def test_it_is_the_right_players_turn_after_one_with_a_lower_seat_left(
    open_page: OpenPage, playing: Playing
) -> None:
    table = playing("Ann", "Ben", "Mira", "Zoe").tell(100, 200)
    page = people(open_page, table)
    page.locator("[data-key=seat-p1]").click()
    page.get_by_role("button", name="Ann leaves").click()
    expect(page.locator("[data-key=seat-p1]")).to_contain_text("has left")
    page.get_by_role("button", name="Done").click()
    expect(turn_of(page, "Mira")).to_be_visible()
    table.seq += 1
    for turn in ("Zoe", "Ben", "Mira"):
        table.tell(50)
        expect(turn_of(page, turn)).to_be_visible()
    assert totals(page) == ["100", "250", "50", "50"]
    expect(page.locator(".standing li").first).to_contain_text("has left")
    open_menu(page, "players")
    page.get_by_role("button", name="Ann is back").click()
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".standing li").first).not_to_contain_text("has left")


def test_two_people_with_the_same_name_are_told_apart(
    open_page: OpenPage, playing: Playing
) -> None:
    page = people(open_page, playing("Ann", "ann"))
    page.get_by_label("Somebody joins").fill("Ann")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".standing li")).to_have_count(3)
    assert names(page) == ["Ann", "ann (2)", "Ann (3)"]
    marks = page.locator(".standing .mark").evaluate_all(
        "marks => marks.map((mark) => mark.getAttribute('aria-label'))"
    )
    assert len(set(marks)) == 3


def test_seats_change_by_keyboard_and_by_finger_and_the_turn_stays(
    open_page: OpenPage, playing: Playing
) -> None:
    page = people(open_page, playing("Ann", "Ben", "Mira").tell(100))
    page.locator("[data-key=seat-p3]").click()
    page.locator("[data-key=up-p3]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".seat-name").nth(1)).to_contain_text("Mira")
    page.locator("[data-key=seat-p3]").click()
    first = page.locator(".seat-grip").first.bounding_box()
    last = page.locator(".seat").last.bounding_box()
    assert first
    assert last
    page.mouse.move(first["x"] + 20, first["y"] + 20)
    page.mouse.down()
    page.mouse.move(first["x"] + 20, last["y"] + last["height"] + 5, steps=6)
    page.mouse.up()
    expect(page.locator(".seat-name").last).to_contain_text("Ann")
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".standing .name").last).to_contain_text("Ann")
    assert names(page) == ["Mira", "Ben", "Ann"]
    expect(turn_of(page, "Ben")).to_be_visible()


def test_the_rows_stay_where_they_are_while_points_are_entered(
    open_page: OpenPage, playing: Playing
) -> None:
    table = playing("Ann", "Ben", "Mira").tell(100, 900)
    page = open_page(table.address, viewport=PHONE)
    live(page)
    before = names(page)
    tap(page, 1, 1, 1, 1, 1, 1)
    page.locator("[data-key=option-0]").click()
    page.locator("[data-key=bank]").click()
    expect(turn_of(page, "Ann")).to_be_visible()
    assert totals(page) == ["100", "900", "3,000"]
    assert names(page) == before


def test_who_begins_is_rolled_off_with_a_die_each_and_a_tie_rolls_again(
    open_page: OpenPage, playing: Playing
) -> None:
    page = open_page(playing("Ann", "Ben", "Mira", preset="patch").address, viewport=PHONE)
    live(page)
    page.get_by_text("Somebody else begins?").click()
    for player, face in (("p1", 3), ("p2", 5), ("p3", 5)):
        page.locator(f"[data-key=off-{player}-{face}]").click()
    page.get_by_role("button", name="The highest begins").click()
    expect(page.locator(".roll-off-player")).to_have_count(2)
    for player, face in (("p2", 2), ("p3", 6)):
        page.locator(f"[data-key=off-{player}-{face}]").click()
    page.get_by_role("button", name="The highest begins").click()
    expect(turn_of(page, "Mira")).to_be_visible()


def test_a_paused_game_goes_on_at_any_screen(open_page: OpenPage, playing: Playing) -> None:
    table = playing("Ann", "Ben").do("roll", dice=[1, 1, 4, 4, 4, 5])
    page, other = (open_page(table.address, viewport=PHONE) for _ in range(2))
    live(page)
    live(other)
    open_menu(page, "pause")
    expect(other.get_by_role("heading", name="The game is paused")).to_be_visible()
    expect(other.locator(".options")).to_have_count(0)
    other.get_by_role("button", name="Go on playing").click()
    expect(page.locator(".options")).to_be_visible()
