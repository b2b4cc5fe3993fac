"""WCAG 2.2 AA by axe on every page, by day and by night; and what axe cannot see.

Among it what users of other score keepers complain about: things said by red and green only, and
nothing for a screen reader.
"""

from __future__ import annotations

import itertools
import json
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PHONE, OpenPage, live, send_picture, tap
from tests.webapp.drawn_dice import PipCounter
from tests.webapp.running import Running
from webapp import Config, create_app

RULES = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }
}
BY_NIGHT = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}

FILES = {
    *("static", "pages.favicon", "pages.source_download", "pages.join_code", "pads.join_code"),
    "pads.as_csv",
    "pads.as_json",
    *("installing.manifest", "installing.worker", "rules.download", "past.as_csv", "past.as_json"),
    "entrance.follow_rematch",
    *("trust.certificate", "trust.code", "trust.probe"),
}
"""What answers with a file or leads on to a page."""

_KEYS = (f"axe-key-{number:06d}" for number in itertools.count())


def post(url: str, body: dict[str, Any]) -> dict[str, Any]:
    request = urllib.request.Request(
        url, json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        made: dict[str, Any] = json.load(answer)
    return made


def play(server: Running, *names: str, preset: str = "classic", moves: str = "") -> str:
    """A table where this was played: dice, ``>`` and what is kept, ``.`` for bank, ``!`` farkle."""
    body = {"key": next(_KEYS), "players": list(names), "preset": preset}
    made = post(f"{server.url}/api/tables", body)
    seq, table = made["seq"], made["id"]
    for move in moves.split():
        rolled, _, kept = move.rstrip(".!").partition(">")
        commands: list[dict[str, Any]] = [{"type": "roll", "dice": " ".join(rolled)}]
        if kept:
            commands.append({"type": "set_aside", "dice": " ".join(kept)})
        if move[-1] in ".!":
            commands.append({"type": "bank" if move[-1] == "." else "farkle"})
        for command in commands:
            body = {"id": next(_KEYS), "seq": seq, "command": command}
            seq = post(f"{server.url}/api/tables/{table}/commands", body)["seq"]
    return str(table)


@pytest.fixture(scope="module")
def paths(server: Running) -> dict[str, str]:
    """Every page there is, with something on it."""
    long = "Bartholomew the Unreasonably Long"
    turns = "111234>111. 223346! 155234>15. 223346! 111134>1111. 223346!"
    played = play(server, "Ann", long, moves=turns)
    finished = play(server, "Ann", "Ben", preset="kcd", moves="111111>111111. ")
    tables = {
        "to roll": played,
        "rolled": play(server, "Ann", "Ben", moves="114445"),
        "kept": play(server, "Ann", "Ben", moves="114445>444"),
        "farkled": play(server, "Ann", "Ben", moves="223346"),
        "not opened": play(server, "Ann", "Ben", preset="playmonster", moves="123346>1"),
        "finished": finished,
    }
    pad = post(
        f"{server.url}/api/pads",
        {"key": next(_KEYS), "title": "Skat", "players": ["Ann", "Ben"], "target": 5},
    )
    move = {"type": "points", "player": "p1", "round": 0, "points": 3, "was": None}
    body = {"id": next(_KEYS), "seq": pad["seq"], "command": move}
    post(f"{server.url}/api/pads/{pad['id']}/commands", body)
    return {
        "start": "/",
        "games": "/games",
        "player": "/players?name=Ann",
        "rules": "/rules",
        "editor": "/rules/edit?from=tenk_var",
        "new pad": "/pads/new",
        "pad": f"/p/{pad['id']}",
        "empty sheet": "/print",
        "source": "/source",
        "offline": "/offline",
        "trust": "/trust",
        "error": "/t/nowhere",
        **{f"table, {name}": f"/t/{table}" for name, table in tables.items()},
        **{
            name: f"/t/{played}/{part}"
            for name, part in (
                *(("statistics", "statistics"), ("paper", "print"), ("screen", "tv")),
                *(("pictures", "pictures"), ("chances", "chances")),
            )
        },
        "screen, finished": f"/t/{finished}/tv",
    }


def faults(page: Page, scheme: str = "light") -> list[str]:
    """What axe finds, with the elements. By night only the colours differ."""
    options = RULES if scheme == "light" else BY_NIGHT
    found = Axe().run(page, options=options).response["violations"]
    return [
        f"{one['id']}: {one['help']} {[node['html'][:160] for node in one['nodes']]}"
        for one in found
    ]


def test_every_page_that_there_is_is_checked(paths: dict[str, str], tmp_path: Path) -> None:
    app = create_app(Config(data_dir=tmp_path / "data"), reader=PipCounter())
    try:
        address = app.url_map.bind("localhost")
        checked = {address.match(path.partition("?")[0])[0] for path in paths.values()}
        pages = {
            rule.endpoint
            for rule in app.url_map.iter_rules()
            if "GET" in (rule.methods or ()) and not rule.rule.startswith("/api/")
        }
        assert pages - FILES == checked
    finally:
        app.extensions["dicesight"].close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(
    server: Running, browser: Browser, paths: dict[str, str], scheme: Any
) -> None:
    context = browser.new_context(
        viewport=PHONE, color_scheme=scheme, reduced_motion="reduce", locale="de-DE"
    )
    page = context.new_page()
    wrong = {}
    for name, path in paths.items():
        page.goto(server.url + path)
        if page.locator("#status").count():
            live(page)
        if page.locator("#chances-place").count():
            page.locator("#chances-card").wait_for()
        found = faults(page, scheme)
        if found:
            wrong[name] = found
    context.close()
    assert wrong == {}, json.dumps(wrong, indent=1, ensure_ascii=False)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_dialogs_and_open_parts(
    server: Running, open_page: OpenPage, paths: dict[str, str], scheme: Any
) -> None:
    page = open_page(
        f"{server.url}/t/{play(server, 'Ann', 'Ben')}", viewport=PHONE, color_scheme=scheme
    )
    live(page)
    page.get_by_role("button", name="Invite").click()
    assert faults(page, scheme) == []
    page.get_by_role("button", name="Done").click()
    send_picture(page, 1, 1, 4, 4, 4, 5)
    page.locator(".die-spot").first.wait_for()
    assert faults(page, scheme) == []
    page.locator("[data-key=spot-0]").click()
    assert faults(page, scheme) == []
    for key in ("players", "history"):
        page.reload()
        live(page)
        page.locator("#menu").click()
        assert faults(page, scheme) == []
        page.locator(f"[data-key=menu-{key}]").click()
        page.locator("[data-key=seat-p1], .history-lines").first.click()
        assert faults(page, scheme) == []
    page.reload()
    live(page)
    page.get_by_text("Somebody else begins?").click()
    assert faults(page, scheme) == []
    page.locator("[data-key=points-only]").click()
    assert faults(page, scheme) == []
    page.locator("[data-key=told-farkle]").click()
    page.locator("[data-key=turn-p1-1]").click()
    assert faults(page, scheme) == []
    page.keyboard.press("Escape")
    page.locator("#menu").click()
    page.locator("[data-key=menu-pause]").click()
    page.locator(".phase-paused").wait_for()
    assert faults(page, scheme) == []
    page.goto(page.locator("#watch-link").input_value())
    live(page)
    assert faults(page, scheme) == []
    page.goto(f"{server.url}/rules/edit?from=classic")
    page.get_by_label("Straight 1 to 6").fill("70")
    page.locator("#fault-straight:not(:empty)").wait_for()
    assert faults(page, scheme) == []
    page.goto(server.url + paths["pad"])
    page.locator(".pad-people summary").click()
    page.get_by_label("Ann, round 1").fill("x")
    page.get_by_label("Ann, round 1").blur()
    page.locator(".pad-cell[aria-invalid]").wait_for()
    assert faults(page, scheme) == []


def test_nothing_is_said_by_colour_alone(
    server: Running, open_page: OpenPage, paths: dict[str, str]
) -> None:
    """Whose turn, a farkle, the winner and the connection have words or shapes of their own."""
    page = open_page(f"{server.url}{paths['table, to roll']}", forced_colors="active")
    live(page)
    expect(page.locator("#status")).to_contain_text("Live")
    expect(page.locator(".standing [aria-current=true]")).to_contain_text("whose turn it is")
    expect(page.locator(".turns .turn-farkle").first).to_contain_text("F")
    page.goto(f"{server.url}{paths['statistics']}")
    page.locator("#chances-card").wait_for()
    dashes = page.locator(".plot .line").evaluate_all(
        "lines => lines.map((line) => line.getAttribute('stroke-dasharray') || '')"
    )
    assert len(dashes) == 4
    assert len(set(dashes)) == 2
    page.goto(f"{server.url}{paths['screen, finished']}")
    expect(page.locator(".tv-name", has_text="★")).to_have_count(1)


def test_a_screen_reader_hears_what_happens(server: Running, open_page: OpenPage) -> None:
    """Rolls, points and turns are announced on every screen, also when another one entered them."""
    address = f"{server.url}/t/{play(server, 'Ann', 'Ben')}"
    page, other = open_page(address), open_page(address)
    live(page)
    live(other)
    said = other.locator("#announcer")
    assert said.get_attribute("aria-live") == "polite"
    tap(page, 1, 1, 4, 4, 4, 5)
    expect(said).to_contain_text("1 1 4 4 4 5")
    page.locator("[data-key=option-0]").click()
    expect(said).to_contain_text("650")
    page.locator("[data-key=bank]").click()
    expect(said).to_contain_text("Ben")


def test_motion_stops_for_those_who_asked_for_it(
    server: Running, open_page: OpenPage, paths: dict[str, str]
) -> None:
    page = open_page(f"{server.url}{paths['table, rolled']}")
    live(page)
    moving = page.evaluate(
        "document.getAnimations().filter((one) => one.playState === 'running').length"
    )
    assert moving == 0


def test_every_page_has_a_title_a_heading_and_its_language(
    server: Running, open_page: OpenPage, paths: dict[str, str]
) -> None:
    page = open_page(server.url, tolerant=True, locale="de-DE")
    for name, path in paths.items():
        page.goto(server.url + path)
        assert page.locator("h1").count() == 1, name
        assert page.evaluate("document.documentElement.lang") == "de-DE", name
        assert page.title().endswith("Dicesight"), name
