"""A real browser against a real server. Skipped, with the reason, where there is no Chromium."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, sync_playwright

from tests.webapp.drawn_dice import as_jpeg, draw_dice
from tests.webapp.running import Running, start

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 800}


def chromium() -> str | None:
    """The path of a Chromium: $DICESIGHT_CHROMIUM, on the PATH, or the one Playwright installed."""
    named = os.environ.get("DICESIGHT_CHROMIUM")
    if named:
        return named
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next(filter(None, map(shutil.which, names)), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    with sync_playwright() as playwright:
        path = chromium() or playwright.chromium.executable_path
        if not Path(path).exists():
            pytest.skip("no Chromium: install it, or name one in DICESIGHT_CHROMIUM")
        launched = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        )
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A real server with the reader of drawn dice; every test sets its own table."""
    running = start(tmp_path_factory.mktemp("e2e") / "data")
    yield running
    running.stop()


OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Opens pages, each in a context of its own; anything on their consoles fails the test."""
    contexts = []
    faults: list[str] = []

    def opened(url: str, *, tolerant: bool = False, **settings: Any) -> Page:
        viewport = settings.pop("viewport", LAPTOP)
        context = browser.new_context(viewport=viewport, reduced_motion="reduce", **settings)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        if not tolerant:
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.on(
                "console",
                lambda message: faults.append(message.text) if message.type == "error" else None,
            )
        page.goto(url)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def new_table(server: Running, open_page: OpenPage) -> Callable[..., Page]:
    """Sets a table through the start page and returns its page, connected."""

    def made(*names: str, preset: str = "classic", url: str = "", **settings: Any) -> Page:
        page = open_page(url or server.url, **settings)
        for number, name in enumerate(names, 1):
            if number > 2:
                page.get_by_role("button", name="Add a player").click()
            page.get_by_label(f"Player {number}", exact=True).fill(name)
        page.locator(f"input[value={preset}]").check()
        page.get_by_role("button", name="Open the table").click()
        live(page)
        return page

    return made


def live(page: Page) -> None:
    """Wait until the page is connected."""
    page.locator("#status[data-status=live]").wait_for()


def tap(page: Page, *faces: int) -> None:
    """Enter dice by hand."""
    for face in faces:
        page.locator(f"[data-key=face-{face}]").click()


def send_picture(page: Page, *faces: int) -> None:
    """Choose a picture with these dice from the disk."""
    payload = as_jpeg(draw_dice(faces))
    page.locator("#file-input").set_input_files(
        {"name": "dice.jpg", "mimeType": "image/jpeg", "buffer": payload}
    )


def total(page: Page, player: int) -> str:
    """What the sheet shows for a player, counted from 1."""
    return page.locator(f"[data-player=p{player}]").inner_text()


def turn_of(page: Page, name: str) -> Locator:
    """The heading that says whose turn it is."""
    return page.get_by_role("heading", name=f"{name}\u2019s turn")


class Play:
    """A table that is played through the interface for programs, to be looked at in a browser."""

    _keys = (f"play-key-{number:06d}" for number in itertools.count())

    def __init__(self, server: Running, *names: str, preset: str = "calc", **house: object) -> None:
        body = {"key": next(self._keys), "players": list(names), "preset": preset}
        made = self._post(f"{server.url}/api/tables", body)
        self.id, self.seq, self.state = made["id"], made["seq"], made["state"]
        self.address = f"{server.url}/t/{self.id}"
        self._url = f"{server.url}/api/tables/{self.id}"
        if house:
            self.do("change_rules", preset=preset, rules=house)

    def do(self, kind: str, **fields: object) -> Play:
        """A command that must be accepted."""
        command = {"type": kind, **fields}
        body = {"id": next(self._keys), "seq": self.seq, "command": command}
        answer = self._post(f"{self._url}/commands", body)
        self.seq, self.state = answer["seq"], answer["state"]
        return self

    def tell(self, *turns: int | str) -> Play:
        """Whole turns: points, "farkle" or "zero"."""
        for turn in turns:
            if isinstance(turn, int):
                self.do("enter_turn", outcome="bank", points=turn)
            else:
                self.do("enter_turn", outcome=turn)
        return self

    def fetch(self) -> dict[str, Any]:
        """The number and state that the server has."""
        with urllib.request.urlopen(self._url, timeout=10) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    @staticmethod
    def _post(url: str, body: object) -> dict[str, Any]:
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(url, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=10) as answer:
            made: dict[str, Any] = json.load(answer)
        return made


@pytest.fixture
def playing(server: Running) -> Callable[..., Play]:
    """Sets tables that are played through the interface for programs."""
    return lambda *names, **options: Play(server, *names, **options)


def points_by_keys(page: Page, points: int) -> None:
    """Tap points on the keypad."""
    for figure in str(points):
        page.locator(f"[data-key=key-{figure}]").click()


def totals(page: Page) -> list[str]:
    """The totals that the sheet shows, in the order of the seats."""
    return page.locator(".standing .total").all_inner_texts()


def edit_turn(page: Page, player: str, round: int) -> None:
    """Tap a turn on the sheet."""
    page.locator(f"[data-key=turn-{player}-{round}]").click()
    page.locator("#turn-editor[open]").wait_for()


def open_menu(page: Page, item: str) -> None:
    """Choose something from the table's menu."""
    page.locator("#menu").click()
    page.locator(f"[data-key=menu-{item}]").click()
