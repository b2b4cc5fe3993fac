"""What comes out of the printer: on A4 and on Letter, on one page where it should be."""

from __future__ import annotations

import re

import pytest

from tests.e2e.conftest import OpenPage
from tests.e2e.test_accessibility import play
from tests.webapp.running import Running


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_an_empty_sheet_with_its_chart_is_one_page(
    server: Running, open_page: OpenPage, paper: str
) -> None:
    for address in ("/print?rules=tenk_var&players=6&rounds=20", "/print?rules=playmonster"):
        page = open_page(server.url + address, locale="de-DE")
        assert pages(page.pdf(format=paper, prefer_css_page_size=False)) == 1
        page.close()


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_played_sheet_prints_without_the_pages_frame(
    server: Running, open_page: OpenPage, paper: str
) -> None:
    table = play(server, "Ann", "Ben", "Zoe", moves="111234>111. 223346! 155234>15. 223346!")
    page = open_page(f"{server.url}/t/{table}/print")
    assert 1 <= pages(page.pdf(format=paper)) <= 2
    page.emulate_media(media="print", color_scheme="dark")
    for hidden in (".bar", ".foot", ".screen-only"):
        assert not page.locator(hidden).is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
