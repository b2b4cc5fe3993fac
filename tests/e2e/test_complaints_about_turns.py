"""What users of other score keepers complain of, about turns and their ends: none of it here."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import (
    PHONE,
    OpenPage,
    Play,
    edit_turn,
    live,
    open_menu,
    points_by_keys,
    tap,
    totals,
    turn_of,
)
from tests.webapp.running import Running

Playing = Callable[..., Play]


def opened(open_page: OpenPage, table: Play) -> Page:
    page = open_page(table.address, viewport=PHONE)
    live(page)
    return page


def test_a_nought_can_be_entered_and_nobody_falls_a_round_behind(
    open_page: OpenPage, playing: Playing
) -> None:
    page = opened(open_page, playing("Ann", "Ben", preset="playmonster"))
    open_menu(page, "points-only")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="0: not opened").click()
    expect(turn_of(page, "Ben")).to_be_visible()
    page.get_by_role("button", name="0: not opened").click()
    expect(turn_of(page, "Ann")).to_be_visible()
    expect(page.locator(".eyebrow")).to_have_text("Round 2")
    expect(page.locator("[data-key=turn-p1-1]")).to_contain_text("0")
    expect(page.locator("[data-key=turn-p2-1]")).to_contain_text("0")


def test_an_old_turn_can_be_edited_and_everything_follows(
    open_page: OpenPage, playing: Playing
) -> None:
    table = playing("Ann", "Ben", preset="patch").tell(600, 500, "farkle", 500, 300, "farkle")
    table.tell("farkle", 500, "farkle")
    page = opened(open_page, table)
    assert totals(page) == ["900", "1,500"]
    edit_turn(page, "p1", 3)
    page.get_by_role("button", name="Farkle", exact=True).click()
    # Four farkles in a row now: the penalty for the third and a new total come by themselves.
    expect(page.locator("[data-key=turn-p1-4]")).to_contain_text("1,000")
    assert totals(page) == ["-400", "1,500"]
    edit_turn(page, "p1", 1)
    for _ in range(3):
        page.locator("[data-key=key-back]").click()
    points_by_keys(page, 1550)
    page.get_by_role("button", name="Save 1,550").click()
    expect(page.locator("#turn-editor")).to_be_hidden()
    assert totals(page) == ["550", "1,500"]
    expect(page.get_by_role("button", name="Ann, round 1: 1,550, corrected")).to_be_visible()


def test_an_impossible_correction_is_refused_in_words_where_it_is_made(
    open_page: OpenPage, playing: Playing
) -> None:
    table = playing("Ann", "Ben", preset="playmonster").tell(600, 500, 350, 500)
    page = open_page(table.address, viewport=PHONE, tolerant=True)
    live(page)
    edit_turn(page, "p1", 1)
    page.get_by_role("button", name="Farkle", exact=True).click()
    expect(page.locator("#turn-editor .fault")).to_contain_text("Ann, round 2")
    assert totals(page) == ["950", "1,000"]


@pytest.mark.parametrize("way", ["button", "escape", "outside", "same"])
def test_cancelling_an_edit_changes_nothing(
    open_page: OpenPage, playing: Playing, way: str
) -> None:
    table = playing("Ann", "Ben").tell(600, 500)
    page = opened(open_page, table)
    edit_turn(page, "p1", 1)
    if way != "same":
        points_by_keys(page, 7)
    if way == "button":
        page.get_by_role("button", name="Cancel").click()
    elif way == "escape":
        page.keyboard.press("Escape")
    elif way == "outside":
        page.mouse.click(5, 5)
    else:
        page.get_by_role("button", name="Save 600").click()
    expect(page.locator("#turn-editor")).to_be_hidden()
    # A key that still reaches the closed dialog is nothing to it.
    page.locator("#turn-editor [data-key=key-1]").dispatch_event("keydown", {"key": "1"})
    expect(page.locator("#turn-editor")).to_be_hidden()
    assert totals(page) == ["600", "500"]
    lines = page.evaluate(f"fetch('/api/tables/{table.id}/history').then((a) => a.json())")["lines"]
    assert len(lines) == table.seq


def test_the_score_that_ended_the_game_is_taken_back_by_undo_or_by_editing_it(
    open_page: OpenPage, playing: Playing
) -> None:
    page = opened(open_page, playing("Ann", "Ben", target=1000).tell(500, 1000, 300))
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_contain_text("Ben wins")
    page.get_by_role("button", name="Undo").click()
    expect(turn_of(page, "Ann")).to_be_visible()
    page.get_by_role("button", name="Redo").click()
    expect(heading).to_contain_text("Ben wins")
    edit_turn(page, "p2", 1)
    page.get_by_role("button", name="Farkle", exact=True).click()
    expect(turn_of(page, "Ben")).to_be_visible()
    expect(page.locator(".eyebrow")).to_have_text("Round 2")
    assert totals(page) == ["800", "0"]


def test_the_history_tells_every_throw_and_whose_phone_entered_it(
    open_page: OpenPage, playing: Playing
) -> None:
    page = opened(open_page, playing("Ann", "Ben"))
    page.locator("#menu").click()
    page.get_by_label("This phone is for").select_option("Ben")
    page.keyboard.press("Escape")
    tap(page, 1, 1, 4, 4, 4, 5)
    page.locator("[data-key=option-0]").click()
    page.locator("[data-key=bank]").click()
    expect(turn_of(page, "Ben")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(turn_of(page, "Ann")).to_be_visible()
    open_menu(page, "history")
    lines = page.locator(".history-lines li")
    expect(lines).to_have_count(5)
    expect(lines.nth(3)).to_contain_text("Ann rolled 1 1 4 4 4 5")
    expect(lines.nth(3)).to_contain_text("phone of Ben")
    expect(lines.nth(2)).to_contain_text("Ann set aside 1 1 4 4 4 5: 650 this turn")
    expect(lines.nth(1)).to_contain_text("(taken back)")
    expect(lines.nth(0)).to_contain_text("A step was taken back")


def test_every_one_of_the_tied_winners_is_shown(open_page: OpenPage, playing: Playing) -> None:
    page = opened(open_page, playing("Ann", "Ben", "Mira", target=1000).tell(1000, 1000, 300))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ann and Ben share the win")
    expect(page.locator(".standing .won")).to_have_count(2)


@pytest.mark.parametrize(
    ("ending", "order"),
    [("one_more_each", ["Mira", "Ann"]), ("finish_round", ["Mira"]), ("sudden_death", [])],
)
def test_everybody_but_who_began_it_has_one_last_turn(
    open_page: OpenPage, playing: Playing, ending: str, order: list[str]
) -> None:
    table = playing("Ann", "Ben", "Mira", target=1000, final_round=ending)
    page = opened(open_page, table.tell(100, 1000))
    for name in order:
        expect(turn_of(page, name)).to_be_visible()
        expect(page.locator(".eyebrow")).to_have_text("Final round · 1,000 to beat")
        table.tell("farkle")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ben wins")
    expect(page.locator(".standing .won")).to_have_count(1)


def test_the_rules_of_a_running_game_change_and_the_sheet_follows_or_it_says_why_not(
    open_page: OpenPage, playing: Playing
) -> None:
    table = playing("Ann", "Ben", preset="playmonster", opening_min=0)
    table.do("roll", dice=[1, 1, 1, 3, 4, 6]).do("set_aside", dice=[1, 1, 1]).do("bank")
    page = open_page(table.address, viewport=PHONE, tolerant=True)
    live(page)
    open_menu(page, "rules")
    page.get_by_label("Rules", exact=True).select_option("Calculator")
    page.get_by_label("Points to reach").fill("5000")
    page.get_by_role("button", name="Use these rules").click()
    expect(page.locator("#rules-dialog")).to_be_hidden()
    expect(page.locator(".legend")).to_contain_text("Calculator, house rules · to 5,000")
    assert totals(page) == ["1,000", "0"]
    table.seq += 1
    table.tell(400)
    open_menu(page, "rules")
    page.get_by_label("Rules", exact=True).select_option("Classic")
    page.get_by_role("button", name="Use these rules").click()
    fault = page.locator("#rules-dialog .fault")
    expect(fault).to_contain_text("The turn of Ben in round 1 is on the sheet without its dice")
    assert totals(page) == ["1,000", "400"]


def test_a_turn_that_somebody_set_right_meanwhile_is_shown_before_it_is_saved_over(
    server: Running, open_page: OpenPage
) -> None:
    table = Play(server, "Ann", "Ben").tell(500, 600)
    page = open_page(table.address, viewport=PHONE)
    live(page)
    edit_turn(page, "p1", 1)
    table.do("correct_turn", player="p1", round=1, outcome="bank", points=700)
    editor = page.locator("#turn-editor")
    expect(editor.get_by_role("alert")).to_contain_text("Somebody changed this turn just now")
    expect(editor).to_contain_text("On the sheet: 700")
    points_by_keys(page, 50)
    page.locator("[data-key=edit-save]").click()
    expect(editor).to_be_hidden()
    assert totals(page)[1] == "600"
