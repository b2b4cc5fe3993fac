"""The texts of the page: complete in every language, all of them used, none beside them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from fluent.runtime import FluentResource
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

from farkle.options import OPTIONS
from farkle.rules import PRESETS
from webapp.languages import LANGUAGES, catalogues

ROOT = Path(__file__).parents[2]
WEB = ROOT / "webapp"
TEMPLATES = sorted((WEB / "templates").glob("*.html"))
SCRIPTS = sorted((WEB / "static" / "js").glob("*.js"))
MODULES = sorted(WEB.glob("*.py"))
FROM_THE_GAME = {"errors", "rules"}
"""Catalogues whose English stands in the program itself, so that only translations are here."""


class Variables(Visitor):  # type: ignore[misc]
    """Collects the variables of a message and the messages that it refers to."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.messages: set[str] = set()
        self.functions: set[str] = set()

    def visit_FunctionReference(self, node: ftl.FunctionReference) -> None:  # noqa: N802
        self.functions.add(node.id.name)
        self.generic_visit(node)

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:  # noqa: N802
        self.names.add(node.id.name)

    def visit_MessageReference(self, node: ftl.MessageReference) -> None:  # noqa: N802
        self.messages.add(node.id.name)


def entries(language: str, *names: str) -> dict[str, ftl.Message]:
    """The messages of the named catalogues (of all but the game's without a name), by key."""
    found: dict[str, ftl.Message] = {}
    for name, source in catalogues(language).items():
        if name not in names and (names or name in FROM_THE_GAME):
            continue
        for entry in FluentResource(source).body:
            assert not isinstance(entry, ftl.Junk), f"{language}/{name}: {entry.content}"
            if isinstance(entry, ftl.Message):
                assert entry.id.name not in found, f"{language}: {entry.id.name} twice"
                found[entry.id.name] = entry
    return found


def variables(message: ftl.Message) -> Variables:
    seen = Variables()
    seen.visit(message)
    return seen


ENGLISH = entries("en")
CALL = r"(?<![\w.])t\(\s*(?:[^()\"]*\? )?"


def used_keys() -> tuple[set[str], set[str]]:
    """The keys that templates, scripts and modules name, and the beginnings of those they make."""
    whole: set[str] = set()
    begun: set[str] = set()
    for path in [*TEMPLATES, *SCRIPTS, *MODULES]:
        text = path.read_text(encoding="utf-8")
        for one, other in re.findall(CALL + r"[\"']([\w-]+)[\"'](?: : [\"']([\w-]+)[\"'])?", text):
            whole |= {key for key in (one, other) if key and not key.endswith("-")}
        begun |= set(re.findall(r"(?<![\w.])t\(\s*f?[`\"']([\w-]+-)[${]", text))
        begun |= set(re.findall(r"(?<![\w.])t\([\"']([\w-]+-)[\"'] ~", text))
    return whole, begun


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_every_language_has_every_text_with_the_same_values(language: str) -> None:
    theirs = entries(language)
    assert set(theirs) == set(ENGLISH)
    for key, message in theirs.items():
        assert variables(message).names <= variables(ENGLISH[key]).names, key


def test_every_text_that_is_asked_for_exists() -> None:
    whole, begun = used_keys()
    assert len(whole) > 100
    assert whole <= set(ENGLISH), whole - set(ENGLISH)
    for beginning in begun:
        assert [key for key in ENGLISH if key.startswith(beginning)], beginning


def test_no_text_is_left_that_nobody_asks_for() -> None:
    whole, begun = used_keys()
    for message in ENGLISH.values():
        whole |= variables(message).messages
    unused = {key for key in ENGLISH if key not in whole and not key.startswith(tuple(begun))}
    assert not unused


# What the game says


def error_calls() -> Iterator[tuple[str, set[str]]]:
    """Every error that is made anywhere: its code, and the names of the facts it carries."""
    makers = {"FarkleError", "PictureError", "WeightsError", "WebError", "ArchiveError"}
    makers |= {"SourceError", "_refused"}
    paths = [*(ROOT / "farkle").glob("*.py"), *MODULES]
    models = [ROOT / "models" / name for name in ("weights.py", "runtimes.py")]
    paths += [*(ROOT / "vision").glob("*.py"), *models]
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            made = node.func.id if isinstance(node.func, ast.Name) else None
            made = node.func.attr if isinstance(node.func, ast.Attribute) else made
            codes = [arg for arg in node.args[:2] if isinstance(arg, ast.Constant)]
            named = [arg.value for arg in codes if isinstance(arg.value, str)]
            if made not in makers or not named or not re.fullmatch(r"[a-z][a-z0-9_]+", named[0]):
                continue
            facts = {word.arg for word in node.keywords if word.arg}
            for word in node.keywords:
                if word.arg == "details" and isinstance(word.value, ast.Dict):
                    facts |= {key.value for key in word.value.keys if isinstance(key, ast.Constant)}
            yield named[0], facts | ({"option"} if made == "_refused" else set())


MADE_OF_PARTS = {
    "player_id_wrong": set(),
    "player_name_wrong": set(),
    "rule_unknown": {"name"},
    "preset_unknown": {"name"},
    **{code: set() for code in ("camera_over", "camera_failed")},
    **{code: set() for code in ("reader_failed", "store_busy", "store_full", "store_read_only")},
    **{
        code: set()
        for code in (
            "store_unavailable",
            "store_damaged",
            "server_error",
            "bad_request",
            "not_found",
        )
    },
    **{code: set() for code in ("method_not_allowed", "too_large", "wrong_type")},
}
"""Codes that are put together where they are made, with the facts they carry."""


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_every_error_is_translated_with_the_facts_it_carries(language: str) -> None:
    translations = entries(language, "errors")
    facts: dict[str, set[str]] = {code: set(names) for code, names in MADE_OF_PARTS.items()}
    for code, names in error_calls():
        facts[code] = facts.get(code, names) & names if code not in MADE_OF_PARTS else facts[code]
    keys = {f"error-{code.replace('_', '-')}": names for code, names in facts.items()}
    assert set(translations) == set(keys)
    for key, message in translations.items():
        assert variables(message).names <= keys[key], key


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_every_preset_is_translated(language: str) -> None:
    names = {name.replace("_", "-") for name in PRESETS}
    wanted = {f"preset-{name}-{part}" for name in names for part in ("title", "summary")}
    translations = set(entries(language, "rules"))
    assert {key for key in translations if key.startswith("preset-")} == wanted
    assert OPTIONS


# Texts beside the catalogues


class Words(HTMLParser):
    """Finds words for people in a template that are not taken from a catalogue."""

    SHOWN = frozenset({"alt", "aria-label", "placeholder", "title", "label"})

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in self.SHOWN and value]

    def handle_data(self, data: str) -> None:
        self.found.append(data)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_template_has_words_of_its_own(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"{% block body_class %}.*?{% endblock %}", "", text)
    text = re.sub(r"{%.*?%}|{#.*?#}", "", text, flags=re.DOTALL)
    words = Words()
    words.feed(re.sub(r"{{.*?}}", "", text, flags=re.DOTALL))
    own = [found.strip() for found in words.found if re.search(r"[^\W\d_]{2}", found)]
    assert [found for found in own if found != "Dicesight" and found != "· Dicesight"] == []


def strings(script: str) -> Iterator[str]:
    """The strings of a script, template strings without what is put into them."""
    script = re.sub(r"//.*", "", re.sub(r"(?<=[\s,(])/(?![/*\s]).+?/[a-z]*\.", "", script))
    for quoted in re.findall(r"\"((?:[^\"\\\n]|\\.)*)\"", script):
        yield quoted
    for quoted in re.findall(r"`((?:[^`\\]|\\.)*)`", script):
        yield re.sub(r"\$\{[^{}]*\}", "", quoted)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_script_has_words_of_its_own(path: Path) -> None:
    script = path.read_text(encoding="utf-8")
    # Classes, selectors and the like have no capital letter and no sentence.
    sentences = r"^[A-Z][a-z]+ |^[A-Z][a-z]+[.!?…]?$|[a-z] [a-z]+ [a-z]+ [a-z]|[a-z][.!?…]$|[a-z], "
    named = {"Content-Type", "Backspace", "Escape", "Enter", "Tab", "Home", "End"}
    selectors = r"[#:\[\]=>|]|^/|^(?:button|input|summary|select)\b|px |svg|ui-sans"
    own = [
        text
        for text in strings(script)
        if re.search(sentences, text)
        and "has the key" not in text
        and text not in named
        and not re.search(selectors, text)
    ]
    assert own == []
