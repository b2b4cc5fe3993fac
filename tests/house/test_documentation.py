"""The documentation names only what exists, and leaves no command out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.house import rules_page
from tests.house.commands_page import PAGE, commands, page

ROOT = Path(__file__).parents[2]
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "models").glob("*.md")),
]
page_by_page = pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))


def anchors(text: str) -> set[str]:
    """The names under which a page's headings can be linked to."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def without_code(text: str) -> str:
    return re.sub(r"```.*?```", "", text, flags=re.DOTALL)


def code_of(text: str) -> list[str]:
    """What stands in code blocks and between backticks."""
    blocks = re.findall(r"```.*?```", text, re.DOTALL)
    return [*blocks, *re.findall(r"`([^`\n]+)`", without_code(text))]


@page_by_page
def test_every_link_leads_to_something_in_the_project(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", without_code(text)):
        link = "".join(target)
        if re.match(r"[a-z]+:", link):
            continue
        file, _, anchor = link.partition("#")
        linked = (path.parent / file) if file else path
        assert linked.exists(), f"{path.name} links to {link}"
        if anchor:
            assert anchor in anchors(linked.read_text(encoding="utf-8")), f"no heading for {link}"


@page_by_page
def test_every_command_and_option_that_is_named_exists(path: Path) -> None:
    known = commands()
    for code in code_of(path.read_text(encoding="utf-8")):
        for words in re.findall(r"(?<![\w.-])dicesight((?: +[^\s`|&;#']+)*)", code):
            if not words.strip() or not re.match(r"[a-z]+$", words.split()[0]):
                continue
            name, *rest = words.split()
            assert name in known, f"{path.name} names 'dicesight {name}'"
            if rest and f"{name} {rest[0]}" in known:
                name = f"{name} {rest[0]}"
            options = {option for parameter in known[name].params for option in parameter.opts}
            for word in rest:
                if word.startswith("--"):
                    assert word.partition("=")[0] in {*options, "--help"}, f"{name} {word}"


@page_by_page
def test_every_make_target_that_is_named_exists(path: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    for code in code_of(path.read_text(encoding="utf-8")):
        for target in re.findall(r"(?:^|\s|`)make ([a-z]+)\b", code):
            assert target in targets, f"{path.name} names 'make {target}'"


@page_by_page
def test_every_source_file_that_is_named_exists(path: Path) -> None:
    rooms = "dicesight|farkle|vision|datasets|models|webapp|tests|docs"
    for code in re.findall(r"`([^`\n]+)`", without_code(path.read_text(encoding="utf-8"))):
        if re.fullmatch(rf"(?:{rooms})(?:/[\w./-]+)?\.(?:py|md|toml|onnx|js|css|html)", code):
            assert (ROOT / code).exists(), f"{path.name} names {code}"


def test_the_page_of_commands_is_their_own_help() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: make docs"


def test_the_page_of_rules_is_what_the_code_says() -> None:
    written = rules_page.PAGE.read_text(encoding="utf-8")
    assert written == rules_page.page(), "run: make docs"


def test_the_readme_gives_both_commands_of_the_house() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make play" in readme
    assert "make test" in readme


def test_each_decision_has_a_number_of_its_own_and_says_why() -> None:
    numbers = []
    for path in sorted((ROOT / "docs" / "decisions").glob("*.md")):
        numbers.append(path.name[:4])
        text = path.read_text(encoding="utf-8")
        assert {"question", "decision", "why"} <= anchors(text), path.name
    assert len(numbers) == len(set(numbers)) > 0
