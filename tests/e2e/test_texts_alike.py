"""Server and browser say the same: every text of the table, with the numbers of each language."""

from __future__ import annotations

import itertools

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.test_accessibility import play
from tests.webapp.running import Running
from tests.webapp.test_texts import entries, variables
from webapp import languages

PAGES = ("page", "table", "photograph", "moves", "errors", "rules")
SAID = """async (asked) => {
  const { t } = await import("/static/js/texts.js");
  return asked.map(([key, values]) => t(key, values));
}"""


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_both_sides_make_the_same_sentences(
    server: Running, open_page: OpenPage, locale: str
) -> None:
    language = locale.partition("-")[0]
    asked: list[tuple[str, dict[str, float | str]]] = []
    for key, message in entries(language, *PAGES).items():
        found = variables(message)
        # As numbers, of which 1 is singular and 12345 is grouped, and as a name.
        samples = (1, 2, 12345) if found.functions else (1, 2, 12345, "Ann")
        asked += [(key, dict.fromkeys(sorted(found.names), sample)) for sample in samples]
    page = open_page(f"{server.url}/t/{play(server, 'Ann')}", locale=locale, tolerant=True)
    browser = page.evaluate(SAID, asked)
    with Flask("texts").test_request_context(headers={"Accept-Language": locale}):
        ours = [languages.t(key, **values) for key, values in asked]
    different = [
        (key, theirs, our)
        for (key, _), theirs, our in zip(asked, browser, ours, strict=True)
        if theirs != our
    ]
    assert different == []
    assert len(set(itertools.chain(browser))) > 100


def test_the_language_is_switched_at_the_foot_of_any_page_and_stays(
    server: Running, open_page: OpenPage
) -> None:
    page = open_page(f"{server.url}/rules", locale="en-GB")
    page.get_by_role("button", name="Deutsch").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Regeln")
    page.goto(f"{server.url}/games")
    expect(page.get_by_role("heading", level=1)).to_have_text("Spiele")
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Games")
