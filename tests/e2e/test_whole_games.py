"""Whole games: three phones at a table by the rules of every preset, and one by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from farkle.rules import PRESETS
from tests.e2e.conftest import PHONE, OpenPage, Play, live, tap, totals, turn_of
from tests.e2e.test_by_hand import focused, press_on

NAMES = ("Ann", "Ben", "Mira")


def phase(page: Page, wanted: str) -> None:
    page.locator(f".phase-{wanted}").wait_for()


def turn_of_sixes(page: Page) -> None:
    """Six 1s kept and banked; rolled once more where hot dice must be."""
    tap(page, 1, 1, 1, 1, 1, 1)
    page.locator("[data-key=option-0]").click()
    phase(page, "kept")
    if page.locator("[data-key=bank]").is_disabled():
        page.locator("[data-key=roll]").click()
        tap(page, 1, 3, 3, 4, 4, 6)
        page.locator("[data-key=option-0]").click()
        phase(page, "kept")
    page.locator("[data-key=bank]").click()


def turn_of_nothing(page: Page) -> None:
    tap(page, 2, 2, 3, 3, 4, 6)
    phase(page, "farkled")
    page.get_by_role("button", name="It is a farkle").click()


def won(page: Page) -> Locator:
    return page.get_by_role("heading", level=1).filter(has_text="win")


@pytest.mark.parametrize("preset", PRESETS)
def test_three_phones_play_a_whole_game(
    open_page: OpenPage, playing: Callable[..., Play], preset: str
) -> None:
    table = playing(*NAMES, preset=preset, target=2000, opening_min=500)
    phones = [open_page(table.address, viewport=PHONE) for _ in NAMES]
    for page in phones:
        live(page)
    for page, name in zip(phones, NAMES, strict=True):
        expect(turn_of(page, name)).to_be_visible()
        turn_of_nothing(page)
    for turn in range(12):
        page, name = phones[turn % 3], NAMES[turn % 3]
        expect(turn_of(page, name).or_(won(page))).to_be_visible()
        if won(page).count():
            break
        turn_of_nothing(page) if name == "Mira" else turn_of_sixes(page)
    shown: list[Any] = []
    for page in phones:
        expect(won(page)).to_be_visible()
        shown.append((won(page).inner_text(), totals(page)))
    assert shown[0] == shown[1] == shown[2]
    sudden = PRESETS[preset].rules.final_round == "sudden_death"
    assert ("Ann and Ben share the win" in shown[0][0]) is not sudden
    assert shown[0][1][2] == "0"


def test_a_whole_game_is_played_by_keyboard_alone(open_page: OpenPage, server: object) -> None:
    page = open_page(server.url)  # type: ignore[attr-defined]
    page.get_by_label("Player 1").focus()
    page.keyboard.type("Ann")
    page.keyboard.press("Enter")
    page.keyboard.type("Ben")
    page.keyboard.press("Enter")
    live(page)
    # Somebody joins, by the menu.
    press_on_id(page, "menu")
    press_on(page, "menu-players")
    press_on_id(page, "new-player", press=False)
    page.keyboard.type("Mira")
    page.keyboard.press("Enter")
    expect(page.locator("[data-key=seat-p3]")).to_be_visible()
    page.keyboard.press("Escape")
    roll(page, "223346")
    press_on(page, "farkle")
    expect(turn_of(page, "Ben")).to_be_visible()
    # Ben's turn by its points alone.
    press_on(page, "points-only")
    page.keyboard.type("9500")
    press_on(page, "told-bank")
    expect(turn_of(page, "Mira")).to_be_visible()
    press_on(page, "dice-again")
    roll(page, "124555")
    press_on(page, "option-0")
    phase(page, "kept")
    assert focused(page) == "roll"
    press_on(page, "bank")
    expect(turn_of(page, "Ann")).to_be_visible()
    # A turn of earlier is set right.
    press_on(page, "turn-p2-1")
    for _ in range(4):
        page.keyboard.press("Backspace")
    page.keyboard.type("10200")
    press_on(page, "edit-save")
    expect(page.locator(".eyebrow")).to_contain_text("Final round")
    roll(page, "111111")
    press_on(page, "option-0")
    phase(page, "kept")
    press_on(page, "bank")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_contain_text("Ben wins")
    press_on(page, "undo")
    phase(page, "kept")
    press_on(page, "redo")
    expect(heading).to_contain_text("Ben wins")
    press_on(page, "rematch")
    live(page)
    expect(turn_of(page, "Ann")).to_be_visible()


def roll(page: Page, dice: str) -> None:
    phase(page, "to_roll")
    for key in dice:
        page.keyboard.press(key)


def press_on_id(page: Page, name: str, *, press: bool = True) -> None:
    """Tab to what has this id, and press Enter."""
    for _ in range(60):
        if page.evaluate("document.activeElement.id") == name:
            if press:
                page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{name} cannot be reached with the Tab key")
