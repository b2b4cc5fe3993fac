"""From a photograph to a score that a second browser shows."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, OpenPage, live, send_picture, tap, total, turn_of


@pytest.mark.parametrize("size", [PHONE, None], ids=["phone", "laptop"])
def test_a_photograph_is_corrected_set_aside_banked_and_seen_elsewhere(
    new_table: Callable[..., Page], open_page: OpenPage, size: dict[str, int] | None
) -> None:
    page = new_table("Ann", "Ben", **({"viewport": size} if size else {}))
    other = open_page(page.url, viewport=PHONE)
    live(other)

    send_picture(page, 1, 2, 4, 5, 5, 3, 6)
    words = page.locator("#review-words")
    expect(words).to_have_text(
        "I see 7 dice, you have 6 in hand: tap the one that does not belong."
    )
    use = page.get_by_role("button", name="Use these 6 dice")
    expect(use).to_be_disabled()

    # The last die does not belong.
    page.locator("[data-key=spot-6]").click()
    page.get_by_role("button", name="Not a die of this roll").click()
    expect(use).to_be_enabled()
    # The three is really a five.
    page.locator("[data-key=spot-5]").click()
    page.locator("dialog").get_by_role("button", name="five").click()
    expect(words).to_have_text("6 dice: 1 2 4 5 5 5.")
    assert other.locator(".phase-to_roll").count() == 1, "nothing counts before it is confirmed"
    use.click()

    best = page.locator("[data-key=option-0]")
    expect(best).to_contain_text("600")
    expect(other.locator("[data-key=option-0]")).to_contain_text("600")
    best.click()
    page.get_by_role("button", name="Bank 600").click()
    began = time.monotonic()
    expect(other.locator("[data-player=p1]")).to_have_text("600")
    assert time.monotonic() - began < 1
    expect(turn_of(other, "Ben")).to_be_visible()
    assert total(page, 1) == "600"
    page.reload()
    expect(page.locator("[data-player=p1]")).to_have_text("600")


def test_a_missed_die_is_added_by_a_tap_on_the_picture(new_table: Callable[..., Page]) -> None:
    page = new_table("Ann")
    send_picture(page, 1, 2, 3, 4, 4)
    expect(page.locator("#review-words")).to_contain_text("add the one I missed")
    box = page.locator(".photo canvas").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] * 0.9, box["y"] + box["height"] * 0.9)
    page.locator("dialog").get_by_role("button", name="six").click()
    expect(page.locator("#review-words")).to_have_text("6 dice: 1 2 3 4 4 6.")
    assert page.locator(".die-spot").count() == 6
    page.get_by_role("button", name="Use these 6 dice").click()
    expect(page.get_by_role("img", name="This roll: 1 2 3 4 4 6")).to_be_visible()


def test_a_die_is_added_by_button_and_taken_away_again(new_table: Callable[..., Page]) -> None:
    page = new_table("Ann")
    send_picture(page, 1, 2, 3, 4, 4)
    page.get_by_role("button", name="Add a die").click()
    page.keyboard.press("6")
    expect(page.locator("#review-words")).to_have_text("6 dice: 1 2 3 4 4 6.")
    page.locator("[data-key=chip-5]").click()
    page.get_by_role("button", name="Not a die of this roll").click()
    expect(page.locator("#review-words")).to_contain_text("5 dice, you have 6 in hand")
    assert page.locator(".chip").count() == 5


def test_a_second_photograph_corrects_the_roll(new_table: Callable[..., Page]) -> None:
    page = new_table("Ann")
    tap(page, 2, 2, 3, 3, 4, 6)
    page.get_by_role("button", name="Correct the dice").click()
    expect(page.get_by_role("button", name="Send another photograph instead")).to_be_visible()
    send_picture(page, 2, 2, 3, 3, 5, 6)
    page.get_by_role("button", name="Use these 6 dice").click()
    expect(page.get_by_role("img", name="This roll: 2 2 3 3 5 6")).to_be_visible()
    expect(page.locator("[data-key=option-0]")).to_contain_text("50")


def test_dice_set_aside_before_are_left_out_of_the_next_picture(
    new_table: Callable[..., Page],
) -> None:
    page = new_table("Ann")
    send_picture(page, 1, 5, 2, 3, 3, 4)
    page.get_by_role("button", name="Use these 6 dice").click()
    page.locator("[data-key=option-0]").click()
    page.locator("[data-key=roll]").click()
    send_picture(page, 5, 2, 2, 3, 1, 6)
    expect(page.locator("#review-words")).to_have_text(
        "I see 6 dice and left out 1 and 5, set aside before."
    )
    page.get_by_role("button", name="Use these 4 dice").click()
    expect(page.locator(".phase-farkled")).to_contain_text("150 points of this turn are lost")


def test_a_picture_without_dice_and_a_file_that_is_none_say_so(
    new_table: Callable[..., Page],
) -> None:
    page = new_table("Ann", tolerant=True)
    send_picture(page)
    expect(page.locator("#review-words")).to_contain_text("I see no dice in this picture")
    page.get_by_role("button", name="Tap them in instead").click()
    page.locator("#file-input").set_input_files(
        {"name": "notes.jpg", "mimeType": "image/jpeg", "buffer": b"these are no dice"}
    )
    expect(page.locator(".fault")).to_contain_text("not a picture")
    page.locator("[data-key=face-1]").click()
    expect(page.locator(".fault")).to_have_count(0)


def test_a_large_picture_is_made_smaller_before_it_is_sent(
    new_table: Callable[..., Page],
) -> None:
    from tests.webapp.drawn_dice import as_jpeg, draw_dice

    page = new_table("Ann")
    payload = as_jpeg(draw_dice([1, 2, 3, 4, 5, 6], width=4000, height=3000))
    with page.expect_request("**/photographs") as sent:
        page.locator("#file-input").set_input_files(
            {"name": "big.jpg", "mimeType": "image/jpeg", "buffer": payload}
        )
    answer = sent.value.response()
    assert answer
    assert answer.json()["width"] == 2048
    expect(page.locator("#review-words")).to_have_text("I see 6 dice.")


def test_a_picture_can_be_dropped_on_the_page(new_table: Callable[..., Page]) -> None:
    from tests.webapp.drawn_dice import as_jpeg, draw_dice

    page = new_table("Ann")
    page.evaluate(
        """(bytes) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([new Uint8Array(bytes)], "d.jpg", { type: "image/jpeg" }));
          const event = new DragEvent("drop", { dataTransfer: transfer, bubbles: true });
          document.getElementById("stage").dispatchEvent(event);
        }""",
        list(as_jpeg(draw_dice([1, 1, 1, 2, 2, 2], width=640, height=480))),
    )
    expect(page.locator("#review-words")).to_have_text("I see 6 dice.")
